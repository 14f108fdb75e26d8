import type { SpanView } from '../model/span.ts';
import { isRedactionMark, text } from './attributes.ts';

interface Rule {
  readonly applies: (span: SpanView) => boolean;
  readonly advice: string;
}

const VECTOR_STORES = /qdrant|pinecone|weaviate|milvus|chroma|pgvector|vector|lancedb|marqo|vespa|opensearch|elasticsearch/iu;
const CONTENT_KEYS = [
  'gen_ai.input.messages',
  'gen_ai.output.messages',
  'gen_ai.prompt',
  'gen_ai.completion',
  'gen_ai.tool.call.result',
  'gen_ai.retrieval.documents',
  'gen_ai.retrieval.query.text',
  'ai.prompt',
  'ai.prompt.messages',
  'ai.response.text',
  'traceloop.entity.output',
];
const OPERATIONS_WITH_CONTENT = new Set(['chat', 'text_completion', 'generate_content', 'execute_tool', 'invoke_agent', 'retrieval']);

const hasContent = ({ attributes, events }: SpanView): boolean =>
  CONTENT_KEYS.some((key) => attributes[key] !== undefined && attributes[key] !== '{}' && attributes[key] !== '') ||
  events.some((event) => event.name.startsWith('gen_ai.'));

const hasPrefix = ({ attributes }: SpanView, prefix: string): boolean => Object.keys(attributes).some((key) => key.startsWith(prefix));

/** The first that applies speaks. Each says what is missing, and what to switch on. */
const RULES: readonly Rule[] = [
  {
    applies: ({ attributes }) => Object.values(attributes).some((value) => typeof value === 'string' && isRedactionMark(value)),
    advice:
      'Values were hidden by the instrumentation: see OPENINFERENCE_HIDE_INPUTS, OPENINFERENCE_HIDE_OUTPUTS and what your SDK calls the same.',
  },
  {
    applies: (span) =>
      text(span.attributes, 'ai.operationId')?.match(/generate|stream|toolCall/iu) != null &&
      !hasContent(span) &&
      span.attributes['ai.toolCall.result'] === undefined,
    advice: 'AI SDK: content is not recorded. Set experimental_telemetry: { isEnabled: true, recordInputs: true, recordOutputs: true }.',
  },
  {
    applies: (span) => span.attributes['langsmith.span.kind'] !== undefined && !hasContent(span),
    advice: 'LangSmith: inputs and outputs are hidden. Unset LANGSMITH_HIDE_INPUTS and LANGSMITH_HIDE_OUTPUTS.',
  },
  {
    applies: (span) => text(span.attributes, 'telemetry.sdk.name') === 'openlit' && isBareOperation(span),
    advice: 'OpenLIT: content is not captured. Set captureMessageContent: true.',
  },
  {
    applies: (span) =>
      (hasPrefix(span, 'traceloop.') || span.scope.name.startsWith('@traceloop/')) && (isBareOperation(span) || isBareEntity(span)),
    advice: 'OpenLLMetry: content is not traced. Set TRACELOOP_TRACE_CONTENT=true, or traceContent: true.',
  },
  {
    applies: isBareOperation,
    advice:
      'OpenTelemetry GenAI: no message content on the span. Set OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true; where it is kept in log records, send those too (in process: processor.logRecordProcessor).',
  },
  {
    applies: ({ attributes }) => VECTOR_STORES.test(`${text(attributes, 'db.system.name') ?? text(attributes, 'db.system') ?? ''}`),
    advice:
      'A span of the vector store says that it was asked, not what it returned. Trace the retriever around it: with the instrumentation of your framework, or with traceRetrieval(query, fn).',
  },
];

/** What an operator could switch on so that more can be read from this span; undefined where nothing is missing. */
export function adviceOn(span: SpanView): string | undefined {
  return RULES.find((rule) => rule.applies(span))?.advice;
}

function isBareOperation(span: SpanView): boolean {
  return OPERATIONS_WITH_CONTENT.has(text(span.attributes, 'gen_ai.operation.name') ?? '') && !hasContent(span);
}

function isBareEntity({ attributes }: SpanView): boolean {
  return (
    attributes['traceloop.span.kind'] !== undefined &&
    attributes['traceloop.entity.input'] === undefined &&
    attributes['traceloop.entity.output'] === undefined
  );
}
