import { afterEach, expect, test } from 'vitest';
import { PROBES } from '../../src/cli/judge-probes.ts';
import { type Asked, type OpenAiServer, openAiServer, type Reply, verdictsFor } from '../support/openai-server.ts';
import { linesOf, run } from './ragmeter.ts';

let server: OpenAiServer | undefined;
afterEach(() => server?.close());

const ANSWERING = new Set(PROBES.map(({ answering }) => answering));

/** A model that tells them apart. */
function knows({ shown }: Asked): Reply {
  return JSON.stringify(verdictsFor(shown, { level: (text) => (ANSWERING.has(text) ? 'high' : 'none') }));
}

async function check(replies: readonly (Reply | ((asked: Asked) => Reply))[], ...more: readonly string[]) {
  server = await openAiServer(replies);
  const environment = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'secret' };
  return run(['judge', 'check', '--judge', 'openai/fake', ...more], { environment });
}

test('a judge that knows what answers can be used', async () => {
  const { code, stdout, stderr } = await check([knows]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'asking judge openai/fake about known passages\n' });
  expect(linesOf(stdout).filter((line) => line.includes('2 of 2 right'))).toHaveLength(PROBES.length);
  expect(stdout).toContain('replies    structured output\n');
  expect(stdout).toContain('agreement  1.00 with people');
  expect(stdout).toContain('tokens     800 in, 80 out\n');
  expect(stdout).toContain('verdict    can be used\n');
  for (const line of linesOf(stdout)) expect(line.length).toBeLessThanOrEqual(80);
});

test('--json tells the same to programs', async () => {
  const { code, stdout } = await check([{ status: 400 }, knows], '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    judge: { id: 'llm', version: '2:openai/fake' },
    usable: true,
    agreement: 1,
    answered: 8,
    reply: 'text',
    usage: { inputTokens: 800, outputTokens: 80 },
    probes: PROBES.map(({ language, question }) => ({ language, question, agreed: 2 })),
  });
});

test.for<{ name: string; replies: readonly (Reply | ((asked: Asked) => Reply))[]; says: readonly string[] }>([
  {
    name: 'takes everything for relevant',
    replies: [({ shown }) => JSON.stringify(verdictsFor(shown))],
    says: ['1 of 2 right', 'agreement  0.50', 'cannot be used'],
  },
  {
    name: 'gives no verdicts',
    replies: ['Fine!'],
    says: ['no verdict', 'invalid_verdict', 'replies    none that can be read', 'answered   0 of 8 questions'],
  },
  { name: 'has a wrong key', replies: [{ status: 401 }], says: ['judge_auth', 'answered   0 of 8 questions'] },
])('a judge that $name cannot be used: exit code 1', async ({ replies, says }) => {
  const { code, stdout, stderr } = await check(replies);
  expect(code).toBe(1);
  for (const part of says) expect(stdout).toContain(part);
  expect(stderr).toContain('ragmeter: judge openai/fake cannot be used as it is');
});

test('without a judge named, the one that is used without configuration is checked', async () => {
  const { stdout, stderr } = await run(['judge', 'check']);
  expect(stderr).toContain('asking judge lexical');
  expect(stdout).toContain('answered   8 of 8 questions');
  expect(stdout).toContain('tokens     not told');
});
