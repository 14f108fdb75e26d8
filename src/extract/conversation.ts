import type { GenerationFact, RetrievalFact } from '../model/facts.ts';
import type { Message } from '../model/turn.ts';
import { plainText } from './attributes.ts';
import { documentsFrom } from './documents.ts';
import { type Item, itemsOf } from './items.ts';
import { contentText } from './messages.ts';
import { promptContext } from './prompt-context.ts';
import { retrievalOf } from './tool-retrieval.ts';
import { unwrapped } from './unwrapped.ts';

interface Said {
  readonly system?: string | undefined;
  /** The final text, where it stands by itself. */
  readonly output?: string | undefined;
  /** What came back, as messages or as tool calls. */
  readonly outputMessages?: unknown;
  readonly responseId?: string | undefined;
}

/** What a generation was given and gave, from its messages in any of the usual shapes. */
export function generationFrom(input: unknown, said: Said): GenerationFact {
  const items = itemsOf(input);
  const spoken = items.flatMap((item) =>
    item.kind === 'text' ? [item.message] : item.kind === 'result' ? resultMessage(item.result) : [],
  );
  const isKnown = said.system !== undefined && spoken.some((message) => message.content === said.system);
  const messages = said.system === undefined || isKnown ? spoken : [{ role: 'system', content: said.system }, ...spoken];
  const current = items.slice(items.findLastIndex((item) => item.kind === 'text' && item.message.role === 'user') + 1);
  const came = itemsOf(said.outputMessages);
  // Tools that the provider runs answer within the output.
  const toolRetrievals = toolRetrievalsOf([...items, ...came], [...current, ...came]);
  const toolCalls = [...current, ...came].flatMap((item) => (item.kind === 'call' ? (item.callId ?? []) : []));
  const output = said.output ?? outputText(said.outputMessages);
  const prompt = promptContext(messages);
  return {
    messages,
    ...(output === undefined ? {} : { output }),
    ...(said.responseId === undefined ? {} : { responseId: said.responseId }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    ...(toolRetrievals.length === 0 ? {} : { toolRetrievals }),
    ...(prompt === undefined ? {} : { prompt }),
  };
}

/** A tool's result as the model read it, without the encoding around texts. */
function resultMessage(result: unknown): readonly Message[] {
  const { value } = unwrapped(result);
  const listed = documentsFrom(value)?.flatMap(({ text }) => text ?? []) ?? [];
  const text = listed.length > 0 ? listed.join('\n') : (plainText(value) ?? contentText(value));
  return text === undefined ? [] : [{ role: 'tool', content: text }];
}

/** What the assistant said last, if its text ends the messages of an output. */
export function outputText(value: unknown): string | undefined {
  const spoken = itemsOf(value, 'assistant').flatMap((item) =>
    item.kind === 'text' && item.message.role === 'assistant' ? [item.message.content] : [],
  );
  return spoken.at(-1);
}

/** Results of tools that retrieve, given after the user's last words: those before belong to earlier turns. */
function toolRetrievalsOf(items: readonly Item[], current: readonly Item[]): readonly RetrievalFact[] {
  const calls = items.filter((item) => item.kind === 'call');
  const byId = new Map(calls.map((call) => [call.callId, call]));
  const byName = new Map(calls.map((call) => [call.name, call]));
  return current.flatMap((item) => {
    if (item.kind !== 'result') return [];
    // Gemini and Ollama give calls no ids: names have to do.
    const call = item.callId === undefined ? (byName.get(item.name) ?? (calls.length === 1 ? calls[0] : undefined)) : byId.get(item.callId);
    return retrievalOf({ name: item.name ?? call?.name, callId: item.callId, input: item.input ?? call?.input, result: item.result }) ?? [];
  });
}
