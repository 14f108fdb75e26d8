import { createOpenAI } from '@ai-sdk/openai';
import { generateText, registerTelemetryIntegration } from 'ai';
import { afterEach, describe, expect, test } from 'vitest';
import { installedPackages } from '../../../src/judge/llm/ai-sdk.ts';
import { type LlmJudge, type LlmOptions, plainLlmJudge } from '../../../src/judge/llm/llm-judge.ts';
import type { JudgeReply } from '../../../src/model/judge.ts';
import type { Turn } from '../../../src/model/turn.ts';
import type { Need } from '../../../src/model/verdicts.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { systemRandom } from '../../../src/runtime/random.ts';
import { turn } from '../../support/builders.ts';
import { type Asked, honest, type OpenAiServer, openAiServer, type Reply, verdictsFor } from '../../support/openai-server.ts';

const NEEDS: readonly Need[] = ['documents', 'missing'];
const TURN = turn();
const USED = { inputTokens: 100, outputTokens: 10 };

let server: OpenAiServer | undefined;
afterEach(() => server?.close());

async function setUp(replies: readonly (Reply | ((asked: Asked) => Reply))[], options: Partial<LlmOptions> = {}) {
  const started = await openAiServer(replies);
  server = started;
  const judge = judgeOf({ OPENAI_BASE_URL: started.url, OPENAI_API_KEY: 'secret' }, options);
  return { judge, asked: started.asked };
}

function judgeOf(environment: Record<string, string>, options: Partial<LlmOptions> = {}): LlmJudge {
  const ports = { clock: systemClock, random: systemRandom, environment: () => environment, packages: installedPackages };
  return plainLlmJudge({ model: 'openai/fake', ...options }, ports);
}

function askIt(judge: LlmJudge, about: Turn = TURN, needs = NEEDS): Promise<JudgeReply> {
  return judge.ask(about, needs, new AbortController().signal);
}

const BOTH = [
  { index: 0, level: 'high', used: true },
  { index: 1, level: 'high', used: true },
];
const ANSWERED = { status: 'answered', verdicts: { documents: BOTH, missing: [] }, usage: USED };

function times(count: number) {
  return { inputTokens: 100 * count, outputTokens: 10 * count };
}

/** What an honest model says, changed. */
function saying(change: (verdicts: Record<string, unknown>, asked: Asked) => unknown): (asked: Asked) => Reply {
  return (asked) => {
    const said = change(verdictsFor(asked.shown), asked);
    return typeof said === 'string' ? said : JSON.stringify(said);
  };
}

test('one request asks for all needs of a turn, with a key from the environment, and no temperature', async () => {
  const { judge, asked } = await setUp([honest]);
  expect(await askIt(judge)).toEqual(ANSWERED);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.headers.authorization).toBe('Bearer secret');
  expect(asked[0]?.body).toMatchObject({ model: 'fake', response_format: { type: 'json_schema' } });
  expect(asked[0]?.body).not.toHaveProperty('temperature');
  expect(asked[0]?.shown).toMatchObject({ question: TURN.query, answer: TURN.answer });
  expect(judge.replyForm()).toBe('structured');
});

test('a temperature is sent where one is asked for, and changes the version', async () => {
  const { judge, asked } = await setUp([honest], { temperature: 0 });
  await askIt(judge);
  expect(asked[0]?.body).toMatchObject({ temperature: 0 });
  expect(judge.version).toBe('2:openai/fake:t0');
});

test('a model that reasons gets room and no temperature', async () => {
  const { judge, asked } = await setUp([honest], { model: 'openai/gpt-5-mini', temperature: 0.5 });
  await askIt(judge);
  expect(asked[0]?.body).not.toHaveProperty('temperature');
  expect(asked[0]?.body.max_completion_tokens).toBeGreaterThan(10_000);
});

test('statements, claims and the reference are split here, and answered by id', async () => {
  const holds = (sentence: string): boolean => !sentence.includes('not');
  const { judge, asked } = await setUp([({ shown }) => JSON.stringify(verdictsFor(shown, { holds }))]);
  const about = turn({
    documents: [
      { text: 'Paris is the capital. It is not small.', rank: 0 },
      { text: 'Lyon is a city.', rank: 1 },
    ],
    answer: 'Paris. It is not Lyon. It is large.',
    reference: 'Paris.',
  });
  const reply = await askIt(judge, about, ['documents', 'statements', 'claims', 'reference']);
  expect(reply).toEqual({
    status: 'answered',
    usage: USED,
    verdicts: {
      documents: BOTH,
      statements: [
        { document: 0, sentence: 0, relevant: true },
        { document: 0, sentence: 1, relevant: false },
        { document: 1, sentence: 0, relevant: true },
      ],
      claims: [
        { sentence: 0, supported: true },
        { sentence: 1, supported: false },
        { sentence: 2, supported: true },
      ],
      reference: [{ sentence: 0, supported: true }],
    },
  });
  expect(asked).toHaveLength(1);
});

test('without an answer, levels are all that is asked for', async () => {
  const { judge, asked } = await setUp([honest]);
  const { answer: _answer, ...unanswered } = TURN;
  expect(await askIt(judge, unanswered, ['documents'])).toMatchObject({
    verdicts: {
      documents: [
        { index: 0, level: 'high' },
        { index: 1, level: 'high' },
      ],
    },
  });
  expect(asked[0]?.shown.system).not.toContain('unused');
});

test('nothing to judge asks nobody', async () => {
  const { judge, asked } = await setUp([honest]);
  expect(await askIt(judge, turn({ documents: [], answer: '' }), ['documents', 'claims'])).toEqual({
    status: 'answered',
    verdicts: { documents: [], claims: [] },
  });
  expect(asked).toHaveLength(0);
});

test('integrations that are registered with the AI SDK hear of no call of the judge, and of others as before', async () => {
  const heard: string[] = [];
  registerTelemetryIntegration({ onStart: ({ prompt }) => void heard.push(String(prompt)) });
  const { judge } = await setUp([honest]);
  expect(await askIt(judge)).toEqual(ANSWERED);
  expect(heard).toEqual([]);
  const model = createOpenAI({ baseURL: server?.url ?? '', apiKey: 'secret' }).chat('fake');
  await generateText({ model, prompt: '{"ids":"","documents":{}}' });
  expect(heard).toEqual(['{"ids":"","documents":{}}']);
});

describe('what fails', () => {
  test.for<{ name: string; reply: Reply; reason: string; retryable: boolean; more?: object; requests?: number }>([
    { name: '401', reply: { status: 401 }, reason: 'judge_auth', retryable: false },
    { name: '403', reply: { status: 403 }, reason: 'judge_auth', retryable: false },
    { name: '404', reply: { status: 404 }, reason: 'judge_error', retryable: false },
    { name: '400, with and without structured output', reply: { status: 400 }, reason: 'judge_error', retryable: false, requests: 2 },
    { name: '408', reply: { status: 408 }, reason: 'judge_timeout', retryable: true },
    { name: '429', reply: { status: 429 }, reason: 'judge_rate_limited', retryable: true },
    {
      name: '429 with Retry-After',
      reply: { status: 429, headers: { 'retry-after': '7' } },
      reason: 'judge_rate_limited',
      retryable: true,
      more: { retryAfterMs: 7_000 },
    },
    {
      name: '429 with Retry-After in milliseconds',
      reply: { status: 429, headers: { 'retry-after-ms': '250' } },
      reason: 'judge_rate_limited',
      retryable: true,
      more: { retryAfterMs: 250 },
    },
    { name: '500', reply: { status: 500 }, reason: 'judge_unavailable', retryable: true },
    { name: '503', reply: { status: 503 }, reason: 'judge_unavailable', retryable: true },
    { name: 'a connection that is cut', reply: 'closes', reason: 'judge_unavailable', retryable: true },
    { name: 'what is no reply of a model', reply: { raw: '<html>hello</html>' }, reason: 'invalid_verdict', retryable: false, requests: 2 },
    {
      name: 'a refusal',
      reply: { message: { refusal: 'I cannot help with that.' } },
      reason: 'judge_refused',
      retryable: false,
      more: { usage: USED },
    },
    {
      name: 'a filtered reply',
      reply: { text: '', finish: 'content_filter' },
      reason: 'judge_refused',
      retryable: false,
      more: { usage: USED },
    },
    {
      name: 'garbage',
      reply: 'All of them are great!',
      reason: 'invalid_verdict',
      retryable: false,
      requests: 3,
      more: { usage: times(3) },
    },
    { name: 'nothing', reply: '', reason: 'invalid_verdict', retryable: false, requests: 3, more: { usage: times(3) } },
    {
      name: 'thoughts without a reply',
      reply: '<think>The first document seems {"good": "high"}...</think>',
      reason: 'invalid_verdict',
      retryable: false,
      requests: 3,
      more: { usage: times(3) },
    },
    {
      name: 'unknown ids only',
      reply: '{"x1":"high used","x2":"low used"}',
      reason: 'invalid_verdict',
      retryable: false,
      requests: 3,
      more: { usage: times(3) },
    },
    {
      name: 'a reply that is cut twice',
      reply: { text: '{"', finish: 'length' },
      reason: 'truncated_output',
      retryable: false,
      requests: 2,
      more: { usage: times(2) },
    },
  ])('$name: $reason', async ({ reply, reason, retryable, more = {}, requests = 1 }) => {
    const { judge, asked } = await setUp([reply]);
    expect(await askIt(judge)).toEqual({ status: 'failed', reason, retryable, message: expect.any(String), ...more });
    expect(asked).toHaveLength(requests);
  });

  test('a server that hangs, when the turn has no time left', async () => {
    const { judge } = await setUp(['hangs']);
    const deadline = new AbortController();
    const reply = judge.ask(TURN, NEEDS, deadline.signal);
    setImmediate(() => deadline.abort());
    expect(await reply).toMatchObject({ status: 'failed', reason: 'judge_timeout', retryable: true });
  });

  test('a server that hangs, after the time for one request', async () => {
    const { judge } = await setUp(['hangs'], { requestTimeoutMs: 20 });
    expect(await askIt(judge)).toMatchObject({ status: 'failed', reason: 'judge_timeout', retryable: true });
  });

  test('no server', async () => {
    expect(await askIt(judgeOf({ OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }))).toMatchObject({
      reason: 'judge_unavailable',
      retryable: true,
    });
  });

  test('no key', async () => {
    expect(await askIt(judgeOf({}))).toEqual({
      status: 'failed',
      reason: 'judge_auth',
      retryable: false,
      message: expect.stringContaining('Expected OPENAI_API_KEY to be set for openai/fake, got none'),
    });
  });
});

describe('what is put right', () => {
  test('an API that refuses structured output is asked for text, now and from then on', async () => {
    const { judge, asked } = await setUp([{ status: 400 }, honest]);
    expect(await askIt(judge)).toEqual(ANSWERED);
    expect(await askIt(judge)).toEqual(ANSWERED);
    expect(asked.map(({ body }) => 'response_format' in body)).toEqual([true, false, false]);
    expect(judge.replyForm()).toBe('text');
  });

  test('a structured reply that cannot be read is asked for as text, this once', async () => {
    const { judge, asked } = await setUp(['no idea', honest]);
    expect(await askIt(judge)).toEqual({ ...ANSWERED, usage: times(2) });
    await askIt(judge);
    expect(asked.map(({ body }) => 'response_format' in body)).toEqual([true, false, true]);
  });

  test('a reply that was cut is asked for once more with more room', async () => {
    const { judge, asked } = await setUp([{ text: '{"k', finish: 'length' }, honest]);
    expect(await askIt(judge)).toEqual({ ...ANSWERED, usage: times(2) });
    const [first, second] = asked.map(({ body }) => Number(body.max_tokens));
    expect(second).toBe((first ?? 0) * 4);
  });

  test.for<{ name: string; change: (verdicts: Record<string, unknown>) => unknown }>([
    { name: 'missing', change: (verdicts) => Object.fromEntries(Object.entries(verdicts).slice(1)) },
    {
      name: 'doubled',
      change(verdicts) {
        const [id = ''] = Object.keys(verdicts);
        return JSON.stringify(verdicts).replace('{', `{"${id}":"none unused",`);
      },
    },
    {
      name: 'unknown',
      change: (verdicts) => Object.fromEntries(Object.entries(verdicts).map(([id, said], index) => [index === 0 ? 'x1' : id, said])),
    },
    { name: 'unreadable', change: (verdicts) => ({ ...verdicts, [Object.keys(verdicts)[0] ?? '']: 'superb' }) },
    { name: 'without its use', change: (verdicts) => ({ ...verdicts, [Object.keys(verdicts)[0] ?? '']: 'high' }) },
  ])('an id that is $name is asked for again, alone; then the verdict is invalid', async ({ change }) => {
    const good = await setUp([saying(change), honest]);
    expect(await askIt(good.judge)).toEqual({ ...ANSWERED, usage: times(2) });
    const [first, second] = good.asked.map(({ shown }) => shown);
    expect(second?.ids).toEqual([first?.ids[0]]);
    expect(Object.keys(second?.documents ?? {})).toEqual([first?.ids[0]]);
    await server?.close();

    const bad = await setUp([saying(change)]);
    expect(await askIt(bad.judge)).toMatchObject({ status: 'failed', reason: 'invalid_verdict', retryable: false, usage: times(2) });
  });

  test.for<{ name: string; say: (verdicts: Record<string, unknown>) => string }>([
    { name: 'in fences', say: (verdicts) => `\`\`\`json\n${JSON.stringify(verdicts, undefined, 2)}\n\`\`\`` },
    { name: 'with prose around it', say: (verdicts) => `Here {as asked} is it:\n${JSON.stringify(verdicts)}\nI hope "this" helps :-}` },
    {
      name: 'with thoughts before it',
      say: (verdicts) => `<think>${JSON.stringify(verdicts).replaceAll('high', 'low')}</think>${JSON.stringify(verdicts)}`,
    },
    { name: 'inside another object', say: (verdicts) => JSON.stringify({ verdicts }) },
    { name: 'with single quotes', say: (verdicts) => JSON.stringify(verdicts).replaceAll('"', "'") },
    { name: 'without quotes', say: (verdicts) => JSON.stringify(verdicts).replaceAll('"', '') },
    { name: 'with a comma too many', say: (verdicts) => JSON.stringify(verdicts).replace(/}$/, ',}') },
    { name: 'in capitals', say: (verdicts) => JSON.stringify(verdicts).replaceAll('high used', 'High, USED') },
    {
      name: 'as objects with fields',
      say: (verdicts) =>
        JSON.stringify(
          Object.fromEntries(
            Object.entries(verdicts).map(([id, said]) => [
              id,
              Array.isArray(said) ? said : { level: 'high', used: 'True', reason: 'It says what the capital of France is.' },
            ]),
          ),
        ),
    },
    {
      name: 'as a list with ids',
      say: (verdicts) =>
        JSON.stringify(
          Object.entries(verdicts).map(([id, said]) => (Array.isArray(said) ? { [id]: said } : { id, level: 'high', used: 'True' })),
        ),
    },
    { name: 'twice the same', say: (verdicts) => `${JSON.stringify(verdicts)}\n${JSON.stringify(verdicts)}` },
  ])('verdicts $name are read at once', async ({ say }) => {
    const { judge, asked } = await setUp([saying(say)], { structured: false });
    expect(await askIt(judge)).toEqual(ANSWERED);
    expect(asked).toHaveLength(1);
  });

  test.for([
    { said: '"yes"', holds: true },
    { said: 'true', holds: true },
    { said: '"True"', holds: true },
    { said: 'True', holds: true },
    { said: '"1"', holds: true },
    { said: '1', holds: true },
    { said: '"supported"', holds: true },
    { said: '"no"', holds: false },
    { said: 'False', holds: false },
    { said: '"0"', holds: false },
    { said: '0', holds: false },
    { said: '"not supported"', holds: false },
  ])('a claim of which $said is said', async ({ said, holds }) => {
    const { judge } = await setUp([({ shown }) => `{"${shown.ids[0]}": ${said}}`]);
    expect(await askIt(judge, TURN, ['claims'])).toMatchObject({ verdicts: { claims: [{ sentence: 0, supported: holds }] } });
  });

  test.for([
    { said: '[]', missing: [] },
    { said: 'null', missing: [] },
    { said: '"none"', missing: [] },
    { said: '"the year"', missing: ['the year'] },
    { said: '["the year", "the price"]', missing: ['the year', 'the price'] },
    { said: '[2024]', missing: ['2024'] },
  ])('missing items told as $said', async ({ said, missing }) => {
    const { judge } = await setUp([({ shown }) => `{"${shown.missing}": ${said}}`]);
    expect(await askIt(judge, TURN, ['missing'])).toMatchObject({ verdicts: { missing } });
  });
});

describe('what is shown', () => {
  test('ids are drawn anew for each call, and the order is the same for the same turn', async () => {
    const { judge, asked } = await setUp([honest]);
    const about = turn({ documents: ['a', 'b', 'c', 'd', 'e', 'f'].map((text, rank) => ({ text, rank })) });
    await askIt(judge, about);
    await askIt(judge, about);
    const [first, second] = asked.map(({ shown }) => shown.documents);
    expect(Object.keys(first ?? {})).not.toEqual(Object.keys(second ?? {}));
    expect(Object.values(first ?? {})).toEqual(Object.values(second ?? {}));
    expect(Object.values(first ?? {})).not.toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  test('a turn over the window is cut to the top documents and flagged; what no cut helps is too large', async () => {
    const { judge, asked } = await setUp([honest], { maxInputTokens: 2_000 });
    const about = turn({ documents: [0, 1, 2, 3].map((rank) => ({ text: `${rank} ${'word '.repeat(300)}`, rank })) });
    const fitted = judge.fit?.(about);
    expect(fitted).toMatchObject({ flags: ['truncated'], documents: about.documents.slice(0, 2) });
    expect(await askIt(judge, fitted)).toMatchObject({ status: 'answered' });
    const huge = turn({ documents: [{ text: 'word '.repeat(5_000), rank: 0 }] });
    expect(judge.fit?.(huge)).toBe(huge);
    expect(await askIt(judge, huge)).toMatchObject({ status: 'skipped', reason: 'too_large' });
    expect(asked).toHaveLength(1);
  });
});

test.for([
  { options: { model: '' }, message: 'Expected model to be a model of the AI SDK, or its name, got ""' },
  { options: { model: {} }, message: 'Expected model to be a model of the AI SDK, or its name, got {}' },
  { options: { model: 'a/b', temperature: Number.NaN }, message: 'Expected temperature to be 0 or more, got NaN' },
  { options: { model: 'a/b', maxInputTokens: 0 }, message: 'Expected maxInputTokens to be above 0, got 0' },
  { options: { model: 'a/b', requestTimeoutMs: -1 }, message: 'Expected requestTimeoutMs to be above 0, got -1' },
])('refused: $message', ({ options, message }) => {
  expect(() => judgeOf({}, options as LlmOptions)).toThrow(expect.objectContaining({ message, code: 'invalid_option' }));
});
