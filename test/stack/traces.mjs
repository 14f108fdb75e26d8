const ATTEMPTS = 5;
const QUESTION = 'How long do I have to return a tent?';
const ANSWER = 'A tent can be returned within sixty days.';
const DOCUMENTS = ['A tent can be returned within sixty days, if it is clean and dry.', 'Our shops open at nine in the morning.'];

/**
 * One request of a service as OTLP: a root, and in it what the service does. `number` makes the ids, the same on every run: that of the trace, and
 * of the spans with a digit behind.
 */
export function requestOf(service, number, doing = rag()) {
  const traceId = number.toString(16).padStart(32, '0');
  const idOf = (index) => (number * 16 + index).toString(16).padStart(16, '0');
  const endTimeUnixNano = `${Date.now()}000000`;
  const times = { startTimeUnixNano: endTimeUnixNano, endTimeUnixNano, kind: 1 };
  const root = { traceId, spanId: idOf(0), name: 'request', ...times, attributes: [] };
  const inner = doing.map(({ name, attributes }, index) => ({
    traceId,
    spanId: idOf(index + 1),
    parentSpanId: root.spanId,
    name,
    ...times,
    attributes: attributesOf(attributes),
  }));
  return { service, traceId, spans: [root, ...inner] };
}

/** A retrieval and the answer made of it, as OpenInference writes them. */
export function rag({ question = QUESTION, documents = DOCUMENTS, answer = ANSWER } = {}) {
  return [retrieving(question, documents), answering(question, answer)];
}

export function retrieving(question = QUESTION, documents = DOCUMENTS) {
  const contents = documents.map((content, index) => [`retrieval.documents.${index}.document.content`, content]);
  return {
    name: 'retrieve',
    attributes: { 'openinference.span.kind': 'RETRIEVER', 'input.value': question, ...Object.fromEntries(contents) },
  };
}

export function answering(question = QUESTION, answer = ANSWER) {
  return {
    name: 'chat',
    attributes: {
      'openinference.span.kind': 'LLM',
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.content': question,
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.content': answer,
    },
  };
}

/**
 * Sends requests' spans in one body, as a client does: again where it was refused, and not for ever. Resolves to how often it was refused.
 */
export async function send(url, requests) {
  const resourceSpans = requests.map(({ service, scope = 'shop', spans }) => ({
    resource: { attributes: attributesOf({ 'service.name': service }) },
    scopeSpans: [{ scope: { name: scope }, spans }],
  }));
  const body = JSON.stringify({ resourceSpans });
  for (let refused = 0; ; refused += 1) {
    const response = await fetch(`${url}/v1/traces`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await response.arrayBuffer();
    if (response.ok || refused === ATTEMPTS) return refused;
  }
}

function attributesOf(attributes) {
  return Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } }));
}
