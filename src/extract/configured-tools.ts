import type { Facts } from '../model/facts.ts';
import type { ToolNames } from '../model/mapping.ts';
import { text } from './attributes.ts';
import type { Extractor } from './extractor.ts';
import { factsOf } from './facts-of.ts';
import { retrievalOf } from './tool-retrieval.ts';

const NAME_KEYS = ['gen_ai.tool.name', 'ai.toolCall.name', 'tool.name'];
const CALL_KEYS = ['gen_ai.tool.call.id', 'ai.toolCall.id', 'tool_call.id'];
const INPUT_KEYS = [
  'gen_ai.tool.call.arguments',
  'ai.toolCall.args',
  'ai.toolCall.input',
  'tool.parameters',
  'input.value',
  'traceloop.entity.input',
];
const RESULT_KEYS = ['gen_ai.tool.call.result', 'ai.toolCall.result', 'ai.toolCall.output', 'output.value', 'traceloop.entity.output'];

/** Tools of which the configuration says that they retrieve, whatever their names and results look like. */
export function retrievingTools(names: readonly string[]): Extractor {
  const wanted = new Set(names);
  return {
    name: 'configured-tool',
    extract({ attributes, status }) {
      const first = (keys: readonly string[]): unknown => keys.map((key) => attributes[key]).find((value) => value !== undefined);
      const name = NAME_KEYS.map((key) => text(attributes, key)).find((value) => value !== undefined);
      if (name === undefined || !wanted.has(name)) return undefined;
      const callId = first(CALL_KEYS);
      return factsOf('configured-tool', {
        retrieval: retrievalOf({
          name,
          type: 'retriever',
          callId: typeof callId === 'string' ? callId : undefined,
          input: first(INPUT_KEYS),
          result: first(RESULT_KEYS),
          failed: status === 'error',
        }),
      });
    },
  };
}

/** An extractor that never takes these tools for retrievers, on spans and in messages alike. */
export function ignoringTools(inner: Extractor, { ignore = [] }: ToolNames): Extractor {
  const ignored = new Set(ignore);
  return { ...inner, extract: (span) => withoutTools(inner.extract(span), ignored) };
}

function withoutTools(facts: Facts | undefined, ignored: ReadonlySet<string>): Facts | undefined {
  if (facts === undefined) return undefined;
  const { retrieval, generation, ...others } = facts;
  const told = generation?.toolRetrievals?.filter(({ tool }) => !ignored.has(tool?.name ?? ''));
  const isIgnored = ignored.has(retrieval?.tool?.name ?? '');
  return {
    ...others,
    ...(retrieval === undefined || isIgnored ? {} : { retrieval }),
    ...(generation === undefined ? {} : { generation: withRetrievals(generation, told ?? []) }),
  };
}

function withRetrievals(
  generation: NonNullable<Facts['generation']>,
  told: readonly NonNullable<Facts['retrieval']>[],
): NonNullable<Facts['generation']> {
  const { toolRetrievals: _all, ...others } = generation;
  return told.length === 0 ? others : { ...others, toolRetrievals: told };
}
