import type { SpanNode } from '../model/facts.ts';
import { sessionTurns } from './session-turns.ts';
import type { SpanTree } from './span-tree.ts';

/**
 * Where the context of a turn is told: by spans of its own, by tool results in messages, only in the text of a prompt, or only in the
 * response. `question`: nowhere; there is only a question.
 */
export type Source = 'spans' | 'messages' | 'prompt' | 'response' | 'question';

/** The spans of one turn. */
export interface Group {
  readonly source: Source;
  /** The outermost span above the retrievals that states a question; undefined where none does. */
  readonly anchor: SpanNode | undefined;
  /** Those that no other retrieval stands above: an outer retriever's result supersedes the inner ones' candidates. */
  readonly retrievals: readonly SpanNode[];
  readonly reranks: readonly SpanNode[];
  /** Those that are no retriever's own helper. */
  readonly generations: readonly SpanNode[];
  /** The spans that made it a group; at least one. */
  readonly carriers: readonly SpanNode[];
}

interface Members {
  readonly carriers: SpanNode[];
  readonly retrievals: SpanNode[];
  readonly reranks: SpanNode[];
  readonly generations: SpanNode[];
}

/**
 * Under each question its own spans. What no question stands above is one group, with the spans of questions that nothing was retrieved
 * under. Spans tell more than messages, and messages more than a prompt; the weaker is looked at only where the trace has nothing stronger.
 */
export function groupsOf(nodes: readonly SpanNode[], tree: SpanTree): readonly Group[] {
  const anchorOf = tree.inherited<SpanNode | undefined>(
    (node, parent) => parent?.value ?? (node.facts?.question === undefined ? undefined : node),
  );
  const superseded = supersededIn(nodes, tree);
  const isHelper = tree.inherited<boolean>(
    (_node, parent) =>
      parent !== undefined && (parent.value || parent.node.facts?.retrieval !== undefined || parent.node.facts?.rerank !== undefined),
  );
  const retrievals = nodes.filter((node) => node.facts?.retrieval !== undefined && !superseded.has(node));
  const reranks = nodes.filter((node) => node.facts?.rerank !== undefined && !superseded.has(node));
  const generations = nodes.filter((node) => node.facts?.generation !== undefined && !isHelper(node));
  const told = generations.filter((node) => node.facts?.generation?.toolRetrievals !== undefined);
  const prompted = generations.filter((node) => node.facts?.generation?.prompt !== undefined);
  const [source, carriers] = firstWithSome([
    ['spans', retrievals],
    ['spans', reranks],
    ['messages', told],
    ['prompt', prompted],
    // Documents without an answer beside them were not given out for a question: an indexing run returns what it stored.
    ['response', nodes.filter((node) => node.facts?.cited !== undefined && node.facts.answer !== undefined && anchorOf(node) === node)],
    ['question', nodes.filter((node) => anchorOf(node) === node)],
    ['question', generations.filter((node) => node.facts?.generation?.messages.some(({ role }) => role === 'user'))],
  ] as const);

  const members = new Map(
    carriers.map((node) => [anchorOf(node), { carriers: [], retrievals: [], reranks: [], generations: [] } as Members]),
  );
  for (const node of carriers) members.get(anchorOf(node))?.carriers.push(node);
  const groupOf = (node: SpanNode): Members | undefined => members.get(anchorOf(node)) ?? members.get(undefined);
  for (const node of retrievals) groupOf(node)?.retrievals.push(node);
  for (const node of reranks) groupOf(node)?.reranks.push(node);
  for (const node of generations) groupOf(node)?.generations.push(node);
  return [...members].flatMap(([anchor, group]) => (anchor === undefined ? sessionTurns(source, group) : [{ source, anchor, ...group }]));
}

/**
 * Retrievals and reranks that another retrieval stands above. A tool whose result is only a text made of what its retriever returned gives
 * way to the retriever.
 */
function supersededIn(nodes: readonly SpanNode[], tree: SpanTree): ReadonlySet<SpanNode> {
  const outer = tree.inherited<SpanNode | undefined>((_node, parent) => {
    if (parent === undefined) return undefined;
    return parent.value ?? (parent.node.facts?.retrieval === undefined ? undefined : parent.node);
  });
  const superseded = new Set<SpanNode>();
  for (const node of nodes) {
    const above = outer(node);
    if (above === undefined || (node.facts?.retrieval === undefined && node.facts?.rerank === undefined)) continue;
    const givesWay = above.facts?.retrieval?.tool?.isText === true && (node.facts.retrieval?.documents.length ?? 0) > 0;
    superseded.add(givesWay ? above : node);
  }
  return superseded;
}

function firstWithSome<T extends readonly (readonly [string, readonly SpanNode[]])[]>(all: T): T[number] {
  return all.find(([, nodes]) => nodes.length > 0) ?? (all.at(-1) as T[number]);
}
