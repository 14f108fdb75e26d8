import type { SpanNode } from '../model/facts.ts';

/** Who stands above whom among the received spans of one trace. A parent that never arrived ends the way up. */
export interface SpanTree {
  /** From the parent up to the topmost received span. */
  readonly above: (node: SpanNode) => readonly SpanNode[];
  /** True where `node` is `top` or stands below it. */
  readonly isWithin: (node: SpanNode, top: SpanNode) => boolean;
  /** The nearest received span at or above all of these, if there is one. */
  readonly common: (nodes: readonly SpanNode[]) => SpanNode | undefined;
}

export function spanTree(nodes: readonly SpanNode[]): SpanTree {
  const byId = new Map(nodes.map((node) => [node.spanId, node]));

  function above(node: SpanNode): readonly SpanNode[] {
    const path: SpanNode[] = [];
    const seen = new Set([node.spanId]);
    let parent = byId.get(node.parentSpanId ?? '');
    // Forged or broken ids can form a circle.
    while (parent !== undefined && !seen.has(parent.spanId)) {
      seen.add(parent.spanId);
      path.push(parent);
      parent = byId.get(parent.parentSpanId ?? '');
    }
    return path;
  }

  function isWithin(node: SpanNode, top: SpanNode): boolean {
    return node === top || above(node).includes(top);
  }

  function common(all: readonly SpanNode[]): SpanNode | undefined {
    const [head, ...others] = all;
    if (head === undefined) return undefined;
    return [head, ...above(head)].find((candidate) => others.every((node) => isWithin(node, candidate)));
  }

  return { above, isWithin, common };
}
