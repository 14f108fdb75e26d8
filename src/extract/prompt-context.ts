import type { PromptFact } from '../model/facts.ts';
import type { Message } from '../model/turn.ts';
import { splitPassages } from './split-passages.ts';

/** A line that says that context follows, with nothing after it on the line but the context itself. */
const CONTEXT_LABEL =
  /(?:^|\n)[ \t]*(?:#{1,6}[ \t]*|\*\*)?(?:(?:retrieved|relevant|provided|following|reference|supporting|background|search|knowledge(?: base)?)[ \t]+)?(?:context|documents?|sources?|passages?|search results|results|excerpts?|articles|references|knowledge(?: base)?|information|snippets|chunks)(?:[ \t]+(?:information|documents|passages|excerpts))?[ \t]*(?:\*\*)?(?:[ \t]*:[ \t]*(?:\*\*)?[ \t]*(?:\n|$|(?=\[\d))|[ \t]*\n)/iu;
const CONTEXT_TAG =
  /<(context|contexts|documents|sources|passages|search_results|retrieved_documents|knowledge|references|chunks)(?:\s[^<>]{0,500})?>/iu;
/** Single passages in tags need no label before them. */
const PASSAGE_TAG = /<(document|doc|passage|chunk|search_result|source)(?:\s[^<>]{0,500})?>/iu;
const QUESTION_LABEL =
  /(?:^|\n)[ \t]*(?:#{1,6}[ \t]*|\*\*)?(?:(?:the )?(?:user(?:'s)?|customer|my)[ \t]+)?(?:question|query|user input|user message)(?:\*\*)?[ \t]*:(?:\*\*)?[ \t]*/giu;
const ANSWER_LABEL = /\n[ \t]*(?:#{1,6}[ \t]*|\*\*)?(?:(?:helpful|your|final)[ \t]+)?(?:answer|response)(?:\*\*)?[ \t]*:(?:\*\*)?[ \t]*$/iu;

/**
 * The documents in the text of a prompt: after a line or tag that says that context follows, split where it is plain where each begins.
 * Looks at system messages and the last user message; what was said earlier in a chat was context then. Undefined where there is no such
 * context: a numbered list alone is none.
 */
export function promptContext(messages: readonly Message[]): PromptFact | undefined {
  const last = messages.findLastIndex((message) => message.role === 'user');
  for (const [index, { role, content }] of messages.entries()) {
    if (role !== 'system' && index !== last) continue;
    const found = contextIn(content, role === 'user');
    if (found !== undefined) return found;
  }
  return undefined;
}

function contextIn(text: string, mayHoldQuestion: boolean): PromptFact | undefined {
  const question = mayHoldQuestion ? labelledQuestion(text) : undefined;
  const body = question === undefined ? text : text.slice(0, question.at);
  const region = contextRegion(body);
  const documents = region === undefined ? undefined : splitPassages(region)?.documents;
  return documents === undefined ? undefined : { documents, ...(question === undefined ? {} : { question: question.text }) };
}

/** What follows the label, or stands inside the tag. */
function contextRegion(text: string): string | undefined {
  const tag = CONTEXT_TAG.exec(text);
  if (tag !== null) {
    const from = tag.index + tag[0].length;
    const to = text.toLowerCase().indexOf(`</${tag[1]?.toLowerCase()}>`, from);
    return text.slice(from, to < 0 ? undefined : to);
  }
  const label = CONTEXT_LABEL.exec(text);
  if (label !== null) return text.slice(label.index + label[0].length);
  const passage = PASSAGE_TAG.exec(text);
  return passage === null ? undefined : text.slice(passage.index);
}

/** The last labelled question of a prompt, without the label of the answer after it. Before it something else must stand. */
export function labelledQuestion(text: string): { readonly at: number; readonly text: string } | undefined {
  const label = [...text.matchAll(QUESTION_LABEL)].at(-1);
  if (label === undefined || text.slice(0, label.index).trim() === '') return undefined;
  const question = text
    .slice(label.index + label[0].length)
    .replace(ANSWER_LABEL, '')
    .trim();
  return question === '' ? undefined : { at: label.index, text: question };
}
