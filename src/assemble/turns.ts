import type { SpanNode, TraceFacts } from '../model/facts.ts';
import type { Flag, Message, Turn } from '../model/turn.ts';
import { contextOf } from './context-of.ts';
import { type Group, groupsOf, type Source } from './groups.ts';
import { joinRecords } from './join-records.ts';
import { byEnd, byStart, order } from './order.ts';
import { questionIn } from './question-in.ts';
import { type SpanTree, spanTree } from './span-tree.ts';

/** A turn, or what would be one if somebody knew its context. */
export interface Candidate {
  readonly turn: Turn;
  readonly source: Source;
  /** Who says what was asked: a span of the request, a message to the model, only the retriever, or nobody. */
  readonly askedBy: 'span' | 'message' | 'retriever' | 'nobody';
  /** What the model was given. */
  readonly messages: readonly Message[];
  /** When the first of its retrievals began, or of whatever else makes it a turn. */
  readonly startTimeUnixNano: bigint;
  /** The span that states the question, else the one that is evaluated. */
  readonly spanId: string;
}

/**
 * From the facts of a trace to its turns. Pure: the order in which spans arrived makes no difference.
 * One turn for each question of a user that had a retrieval made for it; a trace without retrieval has none.
 */
export function turnsOf(trace: TraceFacts): readonly Turn[] {
  return candidatesOf(trace)
    .filter(({ source }) => source !== 'question')
    .map(({ turn }) => turn);
}

/** Every turn; in a trace without retrieval, every question (`source` is `question`): whoever knows its context makes a turn of it. */
export function candidatesOf(trace: TraceFacts): readonly Candidate[] {
  const nodes = joinRecords(trace).toSorted(byStart);
  const tree = spanTree(nodes);
  const routeOf = tree.inherited<string | undefined>((node, parent) => node.route ?? parent?.value);
  return groupsOf(nodes, tree).map((group) => candidateOf(trace, tree, routeOf, group));
}

function candidateOf(trace: TraceFacts, tree: SpanTree, routeOf: (node: SpanNode) => string | undefined, group: Group): Candidate {
  const { anchor } = group;
  const generation = answeringGeneration(group);
  const found = contextOf(group, generation);
  const evaluated = evaluatedNode(tree, group, generation);
  const { documents } = found;
  const messages = generation?.facts?.generation?.messages ?? [];
  const inPrompt = generation?.facts?.generation?.prompt?.question;
  const asked = anchor?.facts?.question ?? found.question ?? inPrompt ?? questionIn(messages, documents);
  const query = asked ?? found.retrievals.find((retrieval) => retrieval.query !== undefined)?.query;
  const answer = answerOf(anchor, generation);
  const route = routeOf(evaluated);
  const told = [...group.retrievals, ...group.reranks, ...present(generation), ...present(anchor)];
  const reference = told.find((node) => node.facts?.reference !== undefined)?.facts?.reference;
  const flags = new Set<Flag>([...told.flatMap((node) => node.facts?.flags ?? []), ...found.flags]);
  if (trace.evicted) flags.add('evicted');
  if (answer === undefined) flags.add('no_answer');
  // A retriever without anything above or after it: the rest of its request is in another trace.
  const isAlone = told.every((node) => node.parentSpanId === undefined);
  if (group.source === 'spans' && asked === undefined && generation === undefined && isAlone) flags.add('fragment');
  if (documents.some((document) => document.text === undefined)) flags.add('text_missing');
  const responseId = generation?.facts?.generation?.responseId;
  const turn: Turn = {
    traceId: trace.traceId,
    evaluatedSpan: { traceId: trace.traceId, spanId: evaluated.spanId, sampled: evaluated.sampled },
    ...(evaluated.service === undefined ? {} : { service: evaluated.service }),
    ...(evaluated.environment === undefined ? {} : { environment: evaluated.environment }),
    ...(evaluated.resource === undefined ? {} : { resource: evaluated.resource }),
    ...(route === undefined ? {} : { route }),
    endTimeUnixNano: told.map((node) => node.endTimeUnixNano).reduce((latest, time) => (time > latest ? time : latest), 0n),
    ...(query === undefined ? {} : { query }),
    documents,
    ...(answer === undefined ? {} : { answer }),
    ...(reference === undefined ? {} : { reference }),
    retrievals: found.retrievals,
    flags: [...flags].toSorted(order),
    ...(responseId === undefined ? {} : { responseId }),
  };
  const askedBy =
    anchor?.facts?.question !== undefined ? 'span' : asked !== undefined ? 'message' : query !== undefined ? 'retriever' : 'nobody';
  const startTimeUnixNano = group.carriers.map((node) => node.startTimeUnixNano).reduce((first, time) => (time < first ? time : first));
  return { turn, source: group.source, askedBy, messages, startTimeUnixNano, spanId: (anchor ?? evaluated).spanId };
}

/**
 * The last generation that began after the first retrieval did. A call that rewrites the question comes before the retrieval; one that
 * expands it stands below the retriever, and is none of these. Where the context is only in prompts, the last that has it.
 */
function answeringGeneration({ source, retrievals, reranks, generations }: Group): SpanNode | undefined {
  const inOrder = generations.toSorted(byEnd);
  if (source === 'response') return undefined;
  if (source === 'prompt') return inOrder.findLast((node) => node.facts?.generation?.prompt !== undefined);
  if (source === 'messages') return inOrder.findLast((node) => node.facts?.generation?.toolRetrievals !== undefined);
  const firstStart = (retrievals[0] ?? reranks[0])?.startTimeUnixNano ?? 0n;
  return inOrder.findLast((node) => node.startTimeUnixNano >= firstStart);
}

/** No answer where the last generation failed: what the request span says then is an echo or an apology. */
function answerOf(anchor: SpanNode | undefined, generation: SpanNode | undefined): string | undefined {
  if (generation?.failed === true || (generation === undefined && anchor?.failed === true)) return undefined;
  return generation?.facts?.generation?.output ?? anchor?.facts?.answer;
}

/** The retrieval if there is exactly one; else the nearest received span over all; else the generation, else the span of the question. */
function evaluatedNode(
  tree: SpanTree,
  { source, anchor, retrievals, reranks, carriers }: Group,
  generation: SpanNode | undefined,
): SpanNode {
  const found = retrievals.length > 0 ? retrievals : reranks;
  const [first] = found;
  if (first !== undefined) return found.length === 1 ? first : (tree.common(found) ?? generation ?? first);
  return (source === 'response' ? anchor : (generation ?? anchor)) ?? (carriers[0] as SpanNode);
}

function present<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}
