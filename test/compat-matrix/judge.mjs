// The LLM judge of the installed package with the installed AI SDK, against a server of the chat-completions API on loopback.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createOpenAI } from '@ai-sdk/openai';
import * as ai from 'ai';
import { llmJudge } from 'ragmeter';

const NEEDS = ['documents', 'missing', 'claims'];
const TURN = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  evaluatedSpan: { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: '00f067aa0ba902b7', sampled: true },
  endTimeUnixNano: 0n,
  query: 'What is the capital of France?',
  documents: ['Paris is the capital of France.', 'Lyon is a city.'].map((text, rank) => ({ text, rank })),
  answer: 'It is Paris.',
  retrievals: [],
  flags: [],
};
const ANSWERED = {
  documents: [
    { index: 0, level: 'high', used: true },
    { index: 1, level: 'none', used: false },
  ],
  missing: [],
  claims: [{ sentence: 0, supported: true }],
};

function honest(body) {
  const { content } = body.messages.find(({ role }) => role === 'user');
  const shown = JSON.parse(typeof content === 'string' ? content : content.map(({ text }) => text).join(''));
  const verdictOf = (id) => {
    if (id === shown.missing) return [];
    const document = shown.documents[id];
    if (document === undefined) return 'yes';
    return document.startsWith('Paris') ? 'high used' : 'none unused';
  };
  return { text: JSON.stringify(Object.fromEntries(shown.ids.split(' ').map((id) => [id, verdictOf(id)]))) };
}

const requests = [];
let script = [];
const server = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  const body = JSON.parse(text);
  const step = script[Math.min(requests.length, script.length - 1)];
  requests.push(body);
  const reply = typeof step === 'function' ? step(body) : step;
  if (reply.hangs) return;
  response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
  const message = { role: 'assistant', content: reply.text ?? null, ...reply.message };
  const completion = {
    id: '1',
    object: 'chat.completion',
    created: 0,
    model: 'fake',
    choices: [{ index: 0, message, finish_reason: reply.finish ?? 'stop' }],
    usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
  };
  response.end(reply.raw ?? JSON.stringify(reply.status === undefined ? completion : { error: { message: 'no', type: 'error' } }));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
process.env.OPENAI_BASE_URL = `http://127.0.0.1:${server.address().port}/v1`;
process.env.OPENAI_API_KEY = 'secret';

const PLAIN = { cache: false, retry: false, limit: false };

async function ask(replies, options = {}, signal = new AbortController().signal) {
  script = replies;
  requests.length = 0;
  return llmJudge({ model: 'openai/fake', ...PLAIN, ...options }).ask(TURN, NEEDS, signal);
}

const failed = (reason, more = {}) => ({ status: 'failed', reason, ...more });
const answered = (times = 1) => ({
  status: 'answered',
  verdicts: ANSWERED,
  usage: { inputTokens: 100 * times, outputTokens: 10 * times },
});

const CASES = [
  ['structured output', [honest], answered(), 1],
  ['an API without structured output', [{ status: 400 }, honest], answered(), 2],
  ['garbage, then text', [{ text: 'no idea' }, honest], answered(2), 2],
  ['a cut reply, then more room', [{ text: '{"k', finish: 'length' }, honest], answered(2), 2],
  ['text in fences', [(body) => ({ text: `Here:\n\`\`\`json\n${honest(body).text}\n\`\`\`` })], answered(), 1, { structured: false }],
  ['401', [{ status: 401 }], failed('judge_auth', { retryable: false }), 1],
  ['404', [{ status: 404 }], failed('judge_error', { retryable: false }), 1],
  ['429', [{ status: 429, headers: { 'retry-after': '7' } }], failed('judge_rate_limited', { retryable: true, retryAfterMs: 7_000 }), 1],
  ['500', [{ status: 500 }], failed('judge_unavailable', { retryable: true }), 1],
  ['no reply of a model', [{ raw: '<html>' }], failed('invalid_verdict'), 2],
  ['garbage', [{ text: 'Fine!' }], failed('invalid_verdict'), 3],
  ['wrong ids', [{ text: '{"x1":"high used"}' }], failed('invalid_verdict'), 3],
  ['thoughts alone', [{ text: '', message: { reasoning_content: 'Well...' } }], failed('invalid_verdict'), 3],
  ['cut twice', [{ text: '{"', finish: 'length' }], failed('truncated_output'), 2],
  ['a refusal', [{ message: { refusal: 'No.' } }], failed('judge_refused'), 1],
  ['a filter', [{ text: '', finish: 'content_filter' }], failed('judge_refused'), 1],
  ['a hang', [{ hangs: true }], failed('judge_timeout', { retryable: true }), 1, { requestTimeoutMs: 200 }],
];

for (const [name, replies, expected, count, options] of CASES) {
  const reply = await ask(replies, options);
  for (const [key, value] of Object.entries(expected)) assert.deepEqual(reply[key], value, `${name}: ${key} of ${JSON.stringify(reply)}`);
  assert.equal(requests.length, count, `${name}: requests`);
}

// A model instance, and no telemetry, whatever is registered.
let heard = 0;
const listener = new Proxy(
  {},
  {
    get: () => () => {
      heard += 1;
    },
  },
);
const register = ai.registerTelemetry ?? ai.registerTelemetryIntegration;
register?.(listener);
const model = createOpenAI({ apiKey: 'secret', baseURL: process.env.OPENAI_BASE_URL }).chat('fake');
assert.deepEqual(await ask([honest], { model }), answered());
assert.equal(requests[0].temperature, undefined);
assert.equal(heard, 0, 'telemetry was heard');

server.close();
server.closeAllConnections();
const { version } = JSON.parse(readFileSync('node_modules/ai/package.json', 'utf8'));
console.log(
  `ai ${version}, Node ${process.versions.node}: ${CASES.length + 1} cases pass, telemetry ${register === undefined ? 'not to be had' : 'silent'}`,
);
