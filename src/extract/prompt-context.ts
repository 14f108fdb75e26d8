import type { PromptFact } from '../model/facts.ts';
import type { Message, RetrievedDocument } from '../model/turn.ts';
import { ASKS_TO_JUDGE, OPEN_ANSWER, OTHER_PART, RULE_OF_BEHAVIOUR, SPEAKS_OF_ANSWERING } from './prompt/labels.ts';
import { askedIn, isAnswered, labelledQuestion, questionBefore, withoutLabel } from './prompt/questions.ts';
import { type Region, regionsOf } from './prompt/regions.ts';
import { isRunningText } from './running-text.ts';
import { type Passages, splitPassages } from './split-passages.ts';

/**
 * The documents in the text of a prompt: after a line or tag that says that context follows, split where it is plain where each begins.
 * Looks at system messages and at what the user said last, in one message or several; what was said earlier in a chat was context then.
 * Undefined where there is no such context: a numbered list alone is none.
 */
export function promptContext(messages: readonly Message[]): PromptFact | undefined {
  const last = messages.findLastIndex((message) => message.role === 'user');
  const answered = messages.findLastIndex((message, index) => message.role === 'assistant' && index < last);
  for (const [index, { role, content }] of messages.entries()) {
    const isGiven = role === 'system' || (role === 'user' && index > answered && index < last);
    if (!isGiven && index !== last) continue;
    const found = isGiven ? contextAlone(content, messages[last]?.content) : contextWithQuestion(content);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Instructions with the context; the question is in a message of its own. */
function contextAlone(text: string, asked: string | undefined): PromptFact | undefined {
  for (const region of regionsOf(text)) {
    if (ASKS_TO_JUDGE.test(text.slice(0, region.at))) continue;
    const found = documentsIn(text.slice(region.from, region.to), region);
    const question = asked === undefined ? undefined : withoutLabel(asked);
    if (found !== undefined) return { documents: found.documents, ...(question === undefined ? {} : { question }) };
  }
  return undefined;
}

/** A message with the context and the question, in this order or the other. */
function contextWithQuestion(text: string): PromptFact | undefined {
  const after = labelledQuestion(text);
  const body = after === undefined ? text.replace(OPEN_ANSWER, '') : text.slice(0, after.at);
  for (const region of regionsOf(body)) {
    const found = documentsIn(body.slice(region.from, region.to), region);
    const before = body.slice(0, region.at);
    if (found === undefined || ASKS_TO_JUDGE.test(before)) continue;
    const labelled = after?.text ?? questionBefore(before);
    // A question with its answer is given to be judged, or to learn from.
    if (labelled === undefined && isAnswered(body)) continue;
    const question = labelled ?? (region.isClosed ? unlabelledAfter(body, region.to) : found.question) ?? askedIn(before);
    if (question === undefined && region.kind !== 'plain') continue;
    return { documents: found.documents, ...(question === undefined ? {} : { question }) };
  }
  // The label may stand inside a passage: the question was asked before.
  return after !== undefined && questionBefore(text.slice(0, after.at)) !== undefined ? contextBefore(text) : undefined;
}

function contextBefore(text: string): PromptFact | undefined {
  for (const region of regionsOf(text)) {
    const found = documentsIn(text.slice(region.from, region.to), region);
    const before = text.slice(0, region.at);
    const question = questionBefore(before);
    if (found !== undefined && question !== undefined && !ASKS_TO_JUDGE.test(before)) return { documents: found.documents, question };
  }
  return undefined;
}

function unlabelledAfter(text: string, end: number): string | undefined {
  return askedIn(text.slice(end).replace(/^\s*<\/[^<>]{1,100}>/u, ''));
}

interface Found {
  readonly documents: readonly RetrievedDocument[];
  /** What is asked after the last passage. */
  readonly question?: string | undefined;
}

function documentsIn(text: string, region: Region): Found | undefined {
  const inFence = fenced(text);
  const found = inFence === undefined ? undefined : documentsIn(inFence, { ...region, isClosed: true });
  if (found !== undefined) return found;
  const passages = splitPassages(text);
  if (passages === undefined || !mayBeContext(passages, region)) return undefined;
  if (region.isClosed || passages.style === 'tags' || passages.style === 'structure') return passages;
  return withoutTail(passages.documents);
}

/** What stands between the line that a text begins with and the next one like it: a rule, or quotation marks. */
function fenced(text: string): string | undefined {
  const [, fence] = /^\s{0,100}(-{3,}|={3,}|\*{3,}|_{3,}|#{3,}|~{3,}|`{3,}|"{3}|'{3})[ \t]{0,8}\n/u.exec(text) ?? [];
  if (fence === undefined) return undefined;
  const from = text.indexOf(fence) + fence.length;
  const to = text.indexOf(`\n${fence}`, from);
  const inner = to < 0 ? undefined : text.slice(from, to);
  // Passages with a rule before each are no fence: what is in a fence has other marks.
  return inner !== undefined && splitPassages(inner)?.style !== 'parts' ? inner : undefined;
}

function mayBeContext({ documents, style, isAttributed }: Passages, { kind, mayBeList }: Region): boolean {
  if (kind === 'bare') return isAttributed && documents.length > 1;
  if (style !== 'list') return kind === 'plain' || (style !== 'parts' && documents.every(({ text = '' }) => isRunningText(text)));
  // A list under a label may as well be rules, steps or things to do.
  return mayBeList && documents.every(({ text = '' }) => isRunningText(text) && !RULE_OF_BEHAVIOUR.test(text));
}

/** A blank line, or a rule. */
const BLOCK = /\n(?:[ \t]{0,8}\n)?(?:-{3,}|={3,}|\*{3,}|_{3,})[ \t]{0,8}\n|\n[ \t]{0,8}\n/u;

/**
 * What is said to the model after the last passage is none of it: the head of another part, an instruction, a question. Told only at blank
 * lines and rules, and only where no other passage holds one.
 */
function withoutTail(documents: readonly RetrievedDocument[]): Found {
  const last = documents.at(-1);
  const text = last?.text ?? '';
  const isPlain = documents.slice(0, -1).every((document) => !BLOCK.test(document.text ?? ''));
  for (const { from, to, block, isLast } of laterBlocks(text)) {
    const isHeading = /^#/u.test(block) && OTHER_PART.test(block);
    const isSaid = isPlain && (OTHER_PART.test(block) || SPEAKS_OF_ANSWERING.test(block) || (isLast && askedIn(block) !== undefined));
    if (!isHeading && !isSaid) continue;
    const question = askedIn(text.slice(to).split(BLOCK).at(-1) ?? '');
    return { documents: [...documents.slice(0, -1), { ...last, rank: documents.length - 1, text: text.slice(0, from).trim() }], question };
  }
  return { documents };
}

/** What is said after the passages is short. */
const MAX_TAIL_BLOCKS = 50;

interface Block {
  /** Where what parts it from the text before begins, and ends. */
  readonly from: number;
  readonly to: number;
  readonly block: string;
  readonly isLast: boolean;
}

function laterBlocks(text: string): readonly Block[] {
  const breaks = [...text.matchAll(new RegExp(BLOCK.source, 'gu'))].slice(-MAX_TAIL_BLOCKS);
  return breaks.map((match, place) => {
    const to = match.index + match[0].length;
    return { from: match.index, to, block: text.slice(to, breaks[place + 1]?.index).trim(), isLast: place === breaks.length - 1 };
  });
}
