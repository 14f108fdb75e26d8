import type { SpanNode, TraceFacts } from '../model/facts.ts';
import type { Flag, Retrieval, Turn } from '../model/turn.ts';
import { documentsOf } from './documents-of.ts';
import { joinRecords } from './join-records.ts';
import { questionIn } from './question-in.ts';
import { type SpanTree, spanTree } from './span-tree.ts';

/** The facts of one turn, still with the spans that they come from. */
interface Group {
  /** The outermost span above the retrievals that states a question; undefined where none does. */
  readonly anchor: SpanNode | undefined;
  /** Those that no other retrieval stands above: an outer retriever's result supersedes the inner ones' candidates. */
  readonly retrievals: readonly SpanNode[];
  readonly reranks: readonly SpanNode[];
  /** Those that are no retriever's own helper. */
  readonly generations: readonly SpanNode[];
}

/**
 * From the facts of a trace to its turns. Pure: the order in which spans arrived makes no difference.
 * One turn for each question of a user that had a retrieval made for it; a trace without retrieval has none.
 */
export function turnsOf(trace: TraceFacts): readonly Turn[] {
  const nodes = joinRecords(trace).toSorted(byStart);
  const tree = spanTree(nodes);
  const routeOf = tree.inherited<string | undefined>((node, parent) => node.route ?? parent?.value);
  return groupsOf(nodes, tree).map((group) => turnOf(trace, tree, routeOf, group));
}

/** Under each question its own spans. What no question stands above is one group, with the spans of questions that nothing was retrieved under. */
function groupsOf(nodes: readonly SpanNode[], tree: SpanTree): readonly Group[] {
  const anchorOf = tree.inherited<SpanNode | undefined>(
    (node, parent) => parent?.value ?? (node.facts?.question === undefined ? undefined : node),
  );
  const isBelowRetrieval = tree.inherited<boolean>(
    (_node, parent) => parent !== undefined && (parent.value || parent.node.facts?.retrieval !== undefined),
  );
  const isHelper = tree.inherited<boolean>(
    (_node, parent) =>
      parent !== undefined && (parent.value || parent.node.facts?.retrieval !== undefined || parent.node.facts?.rerank !== undefined),
  );
  const retrievals = nodes.filter((node) => node.facts?.retrieval !== undefined && !isBelowRetrieval(node));
  const members = new Map(retrievals.map((node) => [anchorOf(node), { retrievals: [], reranks: [], generations: [] } as Members]));
  for (const node of nodes) {
    const group = members.get(anchorOf(node)) ?? members.get(undefined);
    if (group === undefined) continue;
    if (node.facts?.retrieval !== undefined && !isBelowRetrieval(node)) group.retrievals.push(node);
    if (node.facts?.rerank !== undefined && !isBelowRetrieval(node)) group.reranks.push(node);
    if (node.facts?.generation !== undefined && !isHelper(node)) group.generations.push(node);
  }
  return [...members].map(([anchor, group]) => ({ anchor, ...group }));
}

interface Members {
  readonly retrievals: SpanNode[];
  readonly reranks: SpanNode[];
  readonly generations: SpanNode[];
}

function turnOf(
  trace: TraceFacts,
  tree: SpanTree,
  routeOf: (node: SpanNode) => string | undefined,
  { anchor, retrievals, reranks, generations }: Group,
): Turn {
  const generation = answeringGeneration(retrievals, generations);
  const evaluated = evaluatedNode(tree, retrievals, generation);
  const documents = documentsOf(retrievals, reranks, generation);
  const query = anchor?.facts?.question ?? questionIn(generation?.facts?.generation?.messages ?? [], documents) ?? firstQuery(retrievals);
  const answer = answerOf(anchor, generation);
  const route = routeOf(evaluated);
  const told = [...retrievals, ...reranks, ...(generation === undefined ? [] : [generation]), ...(anchor === undefined ? [] : [anchor])];
  const flags = new Set<Flag>(told.flatMap((node) => node.facts?.flags ?? []));
  if (trace.evicted) flags.add('evicted');
  if (answer === undefined) flags.add('no_answer');
  if (documents.some((document) => document.text === undefined)) flags.add('text_missing');
  const responseId = generation?.facts?.generation?.responseId;
  return {
    traceId: trace.traceId,
    evaluatedSpan: { traceId: trace.traceId, spanId: evaluated.spanId, sampled: evaluated.sampled },
    ...(evaluated.service === undefined ? {} : { service: evaluated.service }),
    ...(route === undefined ? {} : { route }),
    endTimeUnixNano: told.map((node) => node.endTimeUnixNano).reduce((latest, time) => (time > latest ? time : latest), 0n),
    ...(query === undefined ? {} : { query }),
    documents,
    ...(answer === undefined ? {} : { answer }),
    retrievals: retrievals.flatMap(retrievalOf),
    flags: [...flags].toSorted(order),
    ...(responseId === undefined ? {} : { responseId }),
  };
}

/**
 * The last generation that began after the first retrieval did. A call that rewrites the question comes before the retrieval; one that
 * expands it stands below the retriever, and is none of these.
 */
function answeringGeneration(retrievals: readonly SpanNode[], generations: readonly SpanNode[]): SpanNode | undefined {
  const firstStart = retrievals[0]?.startTimeUnixNano ?? 0n;
  return generations
    .filter((node) => node.startTimeUnixNano >= firstStart)
    .toSorted(byEnd)
    .at(-1);
}

/** No answer where the last generation failed: what the request span says then is an echo or an apology. */
function answerOf(anchor: SpanNode | undefined, generation: SpanNode | undefined): string | undefined {
  if (generation?.failed === true || (generation === undefined && anchor?.failed === true)) return undefined;
  return generation?.facts?.generation?.output ?? anchor?.facts?.answer;
}

function evaluatedNode(tree: SpanTree, retrievals: readonly SpanNode[], generation: SpanNode | undefined): SpanNode {
  const first = retrievals[0] as SpanNode;
  return retrievals.length === 1 ? first : (tree.common(retrievals) ?? generation ?? first);
}

function firstQuery(retrievals: readonly SpanNode[]): string | undefined {
  return retrievals.find((node) => node.facts?.retrieval?.query !== undefined)?.facts?.retrieval?.query;
}

function retrievalOf(node: SpanNode): readonly Retrieval[] {
  const facts = node.facts;
  if (facts?.retrieval === undefined) return [];
  return [
    {
      spanId: node.spanId,
      ...(facts.retrieval.query === undefined ? {} : { query: facts.retrieval.query }),
      documents: facts.retrieval.documents,
      convention: facts.convention,
    },
  ];
}

function byStart(a: SpanNode, b: SpanNode): number {
  return order(a.startTimeUnixNano, b.startTimeUnixNano) || order(a.spanId, b.spanId);
}

function byEnd(a: SpanNode, b: SpanNode): number {
  return order(a.endTimeUnixNano, b.endTimeUnixNano) || order(a.spanId, b.spanId);
}

function order<T extends bigint | string>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
