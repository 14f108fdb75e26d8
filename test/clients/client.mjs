// A service with one question, one retrieval and one answer, as its OpenTelemetry SDK sends them; the answer comes as a log record.
import * as api from '@opentelemetry/api';
import { NodeSDK } from '@opentelemetry/sdk-node';

const sdk = new NodeSDK({ instrumentations: [] });
sdk.start();

// The Logs API is a part of the API since SDK 3.
const { logs } = api.logs === undefined ? await import('@opentelemetry/api-logs') : api;
const tracer = api.trace.getTracer('client');
const request = tracer.startSpan('request', {}, api.ROOT_CONTEXT);
const inRequest = api.trace.setSpan(api.ROOT_CONTEXT, request);

const retrieval = tracer.startSpan('retrieve', {}, inRequest);
retrieval.setAttributes({
  'openinference.span.kind': 'RETRIEVER',
  'input.value': 'What is the capital of France?',
  'retrieval.documents.0.document.content': 'Paris is the capital of France.',
  'retrieval.documents.0.document.score': 0.9,
  'retrieval.documents.1.document.content': 'Lyon is a city in the south-east of France.',
  'retrieval.documents.1.document.score': 0.5,
});
retrieval.end();

const chat = tracer.startSpan('chat', { attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.system': 'openai' } }, inRequest);
const inChat = api.trace.setSpan(inRequest, chat);
const logger = logs.getLogger('client');
const attributes = { 'gen_ai.system': 'openai' };
logger.emit({ eventName: 'gen_ai.user.message', attributes, body: { content: 'What is the capital of France?' }, context: inChat });
const message = { role: 'assistant', content: 'Paris is the capital of France.' };
logger.emit({ eventName: 'gen_ai.choice', attributes, body: { index: 0, finish_reason: 'stop', message }, context: inChat });
chat.end();
request.end();
await sdk.shutdown();
