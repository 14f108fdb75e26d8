import { type Entry, record, structure } from './attributes.ts';
import { questionFrom } from './messages.ts';
import { isCutJson } from './salvage.ts';
import { queryOf } from './tool-retrieval.ts';

/** An id or a name may stand before the question; it is one word. */
const SEVERAL_WORDS = /\S\s+\S|[^\p{ASCII}]/u;

/**
 * What a traced function was called with, without the envelope `{ "args": [...], "kwargs": {...} }` that decorators write: its arguments by
 * name, else its only argument, else the list of them. A value without the envelope stays as it is.
 */
export function callArguments(input: unknown): unknown {
  const entry = envelope(input);
  if (entry === undefined) return input;
  const args: readonly unknown[] = Array.isArray(entry.args) ? entry.args : [];
  if (args.length === 0) return entry.kwargs;
  return args.length === 1 ? args[0] : args;
}

/** What a retriever or a chain was asked, whatever its function calls the argument. */
export function askedIn(input: unknown): string | undefined {
  // What is left of structure that was cut is no question.
  if (typeof input === 'string' && /^\s*[[{]\s*["[{]/u.test(input) && isCutJson(input)) return undefined;
  const entry = envelope(input);
  const whole = structure(entry?.args ?? (entry === undefined ? input : undefined));
  const positional: readonly unknown[] = Array.isArray(whole) ? whole : [];
  const said = [
    ...positional.map(questionFrom),
    questionFrom(entry?.kwargs),
    ...(entry === undefined ? [questionFrom(input), queryOf(input)] : [queryOf(entry.kwargs)]),
  ];
  const texts = said.filter((text) => text !== undefined);
  return texts.find((text) => SEVERAL_WORDS.test(text)) ?? texts[0];
}

function envelope(input: unknown): Entry | undefined {
  const entry = record(structure(input));
  const keys = Object.keys(entry ?? {});
  return keys.length > 0 && keys.every((key) => key === 'args' || key === 'kwargs') ? entry : undefined;
}
