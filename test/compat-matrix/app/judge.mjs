// The LLM judge of the installed package with the installed AI SDK, against a server of the chat-completions API on loopback.
import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import * as ai from 'ai';
import { llmJudge } from 'ragmeter';
import { honest as answerHonestly, startChatServer } from './chat-server.mjs';

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

const honest = (body) => answerHonestly(body, 'Paris');

let script = [];
const server = await startChatServer((body) => {
  const step = script[Math.min(server.requests.length - 1, script.length - 1)];
  return typeof step === 'function' ? step(body) : step;
});
process.env.OPENAI_BASE_URL = `${server.url}/v1`;
process.env.OPENAI_API_KEY = 'secret';

const PLAIN = { cache: false, retry: false, limit: false };

async function ask(replies, options = {}, signal = new AbortController().signal) {
  script = replies;
  server.requests.length = 0;
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
  assert.equal(server.requests.length, count, `${name}: requests`);
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
assert.equal(server.requests[0].body.temperature, undefined);
assert.equal(heard, 0, 'telemetry was heard');

server.stop();
console.log(CASES.length + 1);
