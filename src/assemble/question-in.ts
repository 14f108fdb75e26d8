import type { Message, RetrievedDocument } from '../model/turn.ts';
import { folded, MAX_COMPARED_CHARACTERS } from './folded.ts';

/** What starts the question in a prompt that holds the documents too. */
const LABEL = /(?:^|\n)[ \t]*(?:user )?(?:question|query)[ \t]*:[ \t]*/giu;
const ANSWER_LABEL = /\n[ \t]*(?:helpful )?answer[ \t]*:[ \t]*$/iu;

/**
 * The user's question in the messages of a generation: the last user message, or the labelled question at its end where the
 * documents were put into the same message, or the template for none. Undefined where it cannot be told from them.
 */
export function questionIn(messages: readonly Message[], documents: readonly RetrievedDocument[]): string | undefined {
  const last = messages.findLast((message) => message.role === 'user')?.content;
  if (last === undefined) return undefined;
  const label = [...last.matchAll(LABEL)].at(-1);
  const isTemplate = documents.length === 0 && label !== undefined && label.index > 0;
  if (!isTemplate && !isStuffed(last, documents)) return last;
  if (label === undefined) return undefined;
  const question = last
    .slice(label.index + label[0].length)
    .replace(ANSWER_LABEL, '')
    .trim();
  return question === '' || isStuffed(question, documents) ? undefined : question;
}

function isStuffed(text: string, documents: readonly RetrievedDocument[]): boolean {
  const whole = folded(text);
  if (whole === '') return false;
  return documents.slice(0, Math.ceil(MAX_COMPARED_CHARACTERS / whole.length)).some((document) => {
    const start = folded(document.text ?? '').slice(0, 80);
    return start !== '' && whole.includes(start);
  });
}
