import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, expect, test } from 'vitest';
import { honest, type OpenAiServer, openAiServer } from '../support/openai-server.ts';
import { objectsOf, run } from './ragmeter.ts';
import { folderWith } from './recordings.ts';

const EXAMPLE = fileURLToPath(new URL('../../examples/traces/langchain-v1-openinference.otlp.json.gz', import.meta.url));
const folder = folderWith({ 'model.yaml': 'judge: openai/fake\n' });
afterAll(() => rmSync(folder, { recursive: true }));

let server: OpenAiServer | undefined;
afterEach(() => server?.close());

interface Printed {
  readonly outcome: string;
  readonly reason?: string;
  readonly judge: object;
  readonly explanation?: string;
}

async function score(environment: Record<string, string>): Promise<readonly Printed[]> {
  const { code, stdout } = await run(['score', '--json', '--config', 'model.yaml', EXAMPLE], { folder, environment });
  expect(code).toBe(0);
  const judged = objectsOf<Printed>(stdout).filter(({ outcome }) => outcome !== 'skipped');
  expect(judged.length).toBeGreaterThan(0);
  return judged;
}

test('a model in the configuration judges, each turn once', async () => {
  server = await openAiServer([honest]);
  const judged = await score({ OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'secret' });
  expect(new Set(judged.map(({ outcome }) => outcome))).toEqual(new Set(['scored']));
  expect(judged[0]?.judge).toEqual({ id: 'llm', version: '2:openai/fake' });
  expect(server.asked.length).toBeLessThanOrEqual(judged.length);
});

test('a wrong key is a failure with a reason, never a score', async () => {
  server = await openAiServer([{ status: 401 }]);
  const judged = await score({ OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'wrong' });
  for (const result of judged) expect(result).toMatchObject({ outcome: 'failed', reason: 'judge_auth' });
});

test('without a key nobody is asked, and it says what is missing', async () => {
  const [first] = await score({});
  expect(first).toMatchObject({ outcome: 'failed', reason: 'judge_auth', explanation: expect.stringContaining('OPENAI_API_KEY') });
});
