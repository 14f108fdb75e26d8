import type { SpanNode } from '../model/facts.ts';

/** A span and what is known of it. */
export interface Known<T> {
  readonly node: SpanNode;
  readonly value: T;
}

/** Who stands above whom among the received spans of one trace. A parent that never arrived ends the way up. */
export interface SpanTree {
  /** Something about each span that follows from its parent, parents first: one pass, however deep the trace is. */
  readonly inherited: <T>(of: (node: SpanNode, parent: Known<T> | undefined) => T) => (node: SpanNode) => T;
  /** The nearest received span at or above all of these, if there is one. */
  readonly common: (nodes: readonly SpanNode[]) => SpanNode | undefined;
}

/** Where a span stands in depth-first order, and where its last descendant does. */
interface Reach {
  readonly first: number;
  last: number;
}

/** `nodes` in the order in which circles are to be cut: above the first of their members. */
export function spanTree(nodes: readonly SpanNode[]): SpanTree {
  const parents = parentsOf(nodes);
  const ordered = depthFirst(nodes, parents);
  const reaches = new Map<SpanNode, Reach>(ordered.map((node, place) => [node, { first: place, last: place }]));
  for (const node of ordered.toReversed()) {
    const parent = parents.get(node);
    if (parent !== undefined) reachOf(parent).last = Math.max(reachOf(parent).last, reachOf(node).last);
  }

  function reachOf(node: SpanNode): Reach {
    return reaches.get(node) as Reach;
  }

  return {
    inherited<T>(of: (node: SpanNode, parent: Known<T> | undefined) => T): (node: SpanNode) => T {
      const values = new Map<SpanNode, T>();
      for (const node of ordered) {
        const parent = parents.get(node);
        values.set(node, of(node, parent === undefined ? undefined : { node: parent, value: values.get(parent) as T }));
      }
      return (node) => values.get(node) as T;
    },

    common(all) {
      const places = all.map((node) => reachOf(node).first);
      const first = places.reduce((least, place) => Math.min(least, place), Number.POSITIVE_INFINITY);
      const last = places.reduce((most, place) => Math.max(most, place), -1);
      let candidate = ordered[first];
      while (candidate !== undefined && reachOf(candidate).last < last) candidate = parents.get(candidate);
      return candidate;
    },
  };
}

/** The received parent of each span that has one. Forged or broken ids can form a circle: it is cut above its first member. */
function parentsOf(nodes: readonly SpanNode[]): ReadonlyMap<SpanNode, SpanNode> {
  const byId = new Map(nodes.map((node) => [node.spanId, node]));
  const places = new Map(nodes.map((node, place) => [node, place]));
  const parents = new Map<SpanNode, SpanNode>();
  for (const node of nodes) {
    const parent = byId.get(node.parentSpanId ?? '');
    if (parent !== undefined) parents.set(node, parent);
  }

  const checked = new Set<SpanNode>();
  for (const start of nodes) {
    const path = new Set<SpanNode>();
    let node: SpanNode | undefined = start;
    while (node !== undefined && !checked.has(node)) {
      checked.add(node);
      path.add(node);
      node = parents.get(node);
    }
    if (node === undefined || !path.has(node)) continue;
    const circle = [...path];
    parents.delete(circle.slice(circle.indexOf(node)).reduce((a, b) => ((places.get(a) ?? 0) < (places.get(b) ?? 0) ? a : b)));
  }
  return parents;
}

/** Each span before those below it, and those before the next beside it. */
function depthFirst(nodes: readonly SpanNode[], parents: ReadonlyMap<SpanNode, SpanNode>): readonly SpanNode[] {
  const below = new Map<SpanNode | undefined, SpanNode[]>();
  for (const node of nodes) {
    const parent = parents.get(node);
    const siblings = below.get(parent);
    if (siblings === undefined) below.set(parent, [node]);
    else siblings.push(node);
  }
  const ordered: SpanNode[] = [];
  const stack = (below.get(undefined) ?? []).toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    ordered.push(node);
    for (const child of (below.get(node) ?? []).toReversed()) stack.push(child);
  }
  return ordered;
}
