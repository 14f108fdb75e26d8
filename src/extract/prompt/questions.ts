import { GIVEN_ANSWER, OPEN_ANSWER, QUESTION_LABEL, SPEAKS_OF_ANSWERING } from './labels.ts';

export interface Labelled {
  readonly at: number;
  readonly text: string;
}

/** An unlabelled question is one paragraph of at most this length. */
const MAX_QUESTION_CHARACTERS = 1_000;

/** The last labelled question of a prompt, without the label of the answer after it. Before it something else must stand. */
export function labelledQuestion(text: string): Labelled | undefined {
  const label = [...text.matchAll(QUESTION_LABEL)].at(-1);
  if (label === undefined || text.slice(0, label.index).trim() === '') return undefined;
  const asked = text.slice(label.index + label[0].length);
  // One of a list of questions and answers, inside a passage.
  if (GIVEN_ANSWER.test(asked)) return undefined;
  const question = plainQuestion(asked);
  return question === '' ? undefined : { at: label.index, text: question };
}

/** Whether the last labelled question has its answer after it. */
export function isAnswered(text: string): boolean {
  const label = [...text.matchAll(QUESTION_LABEL)].at(-1);
  return label !== undefined && GIVEN_ANSWER.test(text.slice(label.index + label[0].length));
}

/** The labelled question that stands before the context: what follows its label, up to a blank line. */
export function questionBefore(text: string): string | undefined {
  const label = [...text.matchAll(QUESTION_LABEL)].at(-1);
  if (label === undefined) return undefined;
  const [paragraph = ''] = plainQuestion(text.slice(label.index + label[0].length)).split(/\n[ \t]{0,8}\n/u, 1);
  return paragraph === '' ? undefined : paragraph;
}

/** A paragraph that asks, where nothing labels the question. */
export function askedIn(text: string): string | undefined {
  const paragraph = text.replace(OPEN_ANSWER, '').trim();
  const isOne = paragraph.length <= MAX_QUESTION_CHARACTERS && !/\n[ \t]{0,8}\n/u.test(paragraph);
  return isOne && /[?？؟]["'”’)]?$/u.test(paragraph) ? paragraph : undefined;
}

/** A message that is only a labelled question. */
export function withoutLabel(text: string): string | undefined {
  const [label] = text.matchAll(QUESTION_LABEL);
  if (label === undefined || text.slice(0, label.index).trim() !== '') return undefined;
  const question = plainQuestion(text.slice(label.index + label[0].length));
  return question === '' ? undefined : question;
}

/** Without what follows it: its closing tag, the label of the answer, and a paragraph that says how to answer. */
function plainQuestion(text: string): string {
  const closing = /<\/(?:user[_-]?)?(?:question|query)>/iu.exec(text);
  const asked = text.slice(0, closing?.index).replace(OPEN_ANSWER, '').trim();
  const [first = '', ...others] = asked.split(/\n[ \t]{0,8}\n/u);
  const instruction = others.findIndex((paragraph) => SPEAKS_OF_ANSWERING.test(paragraph.trim()));
  return instruction < 0 ? asked : [first, ...others.slice(0, instruction)].join('\n\n').trim();
}
