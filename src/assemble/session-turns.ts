import type { SpanNode } from '../model/facts.ts';
import { folded } from './folded.ts';
import type { Group, Source } from './groups.ts';
import { byStart } from './order.ts';
import { questionIn } from './question-in.ts';

/** The spans of one turn, before it is known where their question stands. */
type Members = Omit<Group, 'source' | 'anchor'>;

/**
 * The turns among spans that no span's question stands above. A trace of a whole session, or of a batch, has several: a retrieval that
 * comes after an answer opens a new one, if what is asked of the model after it is another question. An agent that searches again, and a
 * chain of retrievals for one question, stay one.
 */
export function sessionTurns(source: Source, all: Members): readonly Group[] {
  const cuts = source === 'spans' && all.retrievals.length > 1 ? cutsBetween(all) : [];
  const parts = (nodes: readonly SpanNode[]): readonly (readonly SpanNode[])[] => split(nodes, cuts);
  const [carriers, retrievals, reranks, generations] = [
    parts(all.carriers),
    parts(all.retrievals),
    parts(all.reranks),
    parts(all.generations),
  ];
  return retrievals.map((_, part) => ({
    source,
    anchor: undefined,
    carriers: carriers[part] ?? [],
    retrievals: retrievals[part] ?? [],
    reranks: reranks[part] ?? [],
    generations: generations[part] ?? [],
  }));
}

/** Nodes in start order, parted before these. */
function split(nodes: readonly SpanNode[], cuts: readonly SpanNode[]): readonly (readonly SpanNode[])[] {
  const parts: SpanNode[][] = [[]];
  for (const node of nodes.toSorted(byStart)) {
    while (parts.length <= cuts.length && byStart(node, cuts[parts.length - 1] as SpanNode) >= 0) parts.push([]);
    parts.at(-1)?.push(node);
  }
  while (parts.length <= cuts.length) parts.push([]);
  return parts;
}

/** The span that begins each further question. Not its time: clocks are coarse, and spans may start at once. */
function cutsBetween({ retrievals, generations }: Members): readonly SpanNode[] {
  const inOrder = [...retrievals, ...generations].toSorted(byStart);
  const askedAfter = questionsAfter(inOrder);
  const cuts: SpanNode[] = [];
  let hasRetrieved = false;
  let answered: string | undefined;
  /** A generation after an answer may rewrite the next question: that one begins there. */
  let beginning: SpanNode | undefined;
  for (const [place, node] of inOrder.entries()) {
    if (node.facts?.retrieval !== undefined) {
      const next = askedAfter[place];
      if (answered !== undefined && next !== undefined && next !== answered) {
        cuts.push(beginning ?? node);
        answered = undefined;
      }
      beginning = undefined;
      hasRetrieved = true;
    } else if (hasRetrieved && isAnswer(node)) {
      if (answered === undefined) answered = questionOf(node);
      else beginning ??= node;
    }
  }
  return cuts;
}

/** For each place what the next answering generation after it is asked. */
function questionsAfter(inOrder: readonly SpanNode[]): readonly (string | undefined)[] {
  const questions: (string | undefined)[] = [];
  let next: string | undefined;
  for (let place = inOrder.length - 1; place >= 0; place -= 1) {
    questions[place] = next;
    const node = inOrder[place];
    if (node !== undefined && node.facts?.retrieval === undefined && isAnswer(node)) next = questionOf(node);
  }
  return questions;
}

function isAnswer({ facts }: SpanNode): boolean {
  return facts?.generation?.output !== undefined && facts.generation.toolCalls === undefined;
}

function questionOf({ facts }: SpanNode): string | undefined {
  const question = facts?.generation?.prompt?.question ?? questionIn(facts?.generation?.messages ?? [], []);
  return question === undefined ? undefined : folded(question);
}
