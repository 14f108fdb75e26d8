import type { GenerationFact } from '../model/facts.ts';
import { type Entry, entriesIn, plainText, record, structure, unquoted } from './attributes.ts';
import { callArguments } from './call-arguments.ts';
import { generationFrom } from './conversation.ts';
import { answerFrom } from './messages.ts';

/** Names under which the input of a model call holds what was said, the fullest first. */
const INPUT_KEYS = ['messages', 'input', 'prompt', 'prompts', 'contents', 'question', 'query'];

/** A call of a model from its whole input and output, as SDKs write them that keep both as one value each. */
export function modelCall(input: unknown, output: unknown): GenerationFact {
  const request = record(structure(input));
  const system = plainText(request?.instructions) ?? plainText(request?.system);
  const outputMessages = replies(output);
  const answer = outputMessages === undefined ? answerFrom(output) : answerFrom(outputMessages);
  const responseId = plainText(record(structure(output))?.id);
  return generationFrom(messagesIn(callArguments(input)), {
    system,
    output: answer,
    outputMessages: outputMessages ?? one(output),
    responseId,
  });
}

/** The messages in what a model was called with: a list of them (LangChain: a list of lists), a map with a usual name, or a plain text. */
function messagesIn(input: unknown, depth = 0): unknown {
  const whole = structure(input);
  if (whole === undefined) {
    const said = typeof input === 'string' ? plainText(unquoted(input)) : undefined;
    return said === undefined ? undefined : [{ role: 'user', content: said }];
  }
  if (Array.isArray(whole)) {
    const [first] = whole as unknown[];
    return Array.isArray(first)
      ? first
      : whole.map((entry: unknown) =>
          typeof entry === 'string' && structure(entry) === undefined ? { role: 'user', content: entry } : entry,
        );
  }
  const key = INPUT_KEYS.find((name) => (whole as Entry)[name] !== undefined && (whole as Entry)[name] !== null);
  return key === undefined || depth > 2 ? undefined : messagesIn((whole as Entry)[key], depth + 1);
}

/** The messages in a reply of a chat API: `{ choices: [{ message }] }`, or the items of the responses API. */
function replies(output: unknown): readonly unknown[] | undefined {
  const reply = record(structure(output));
  const choices = entriesIn(reply?.choices).flatMap((choice) => choice.message ?? []);
  if (choices.length > 0) return choices.slice(0, 1);
  const items = structure(reply?.output);
  return Array.isArray(items) && items.length > 0 ? items : undefined;
}

/** A reply that is one message by itself. */
function one(output: unknown): unknown {
  const whole = structure(output);
  return Array.isArray(whole) || whole === undefined ? whole : [whole];
}
