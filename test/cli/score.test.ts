import { rmSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Ended, linesOf, objectsOf, run } from './ragmeter.ts';
import { folderWith, plainSpan, QUESTION, RETRIEVAL_ID, ragSpans, traces } from './recordings.ts';

const FULL_TRACE = '0af7651916cd43dd8448eb211c80319c';
const EMPTY_TRACE = '1af7651916cd43dd8448eb211c80319c';

/** A year old: files are scored whatever their age. */
const endMs = Date.now() - 365 * 86_400_000;
const spans = [
  ...ragSpans({ traceId: FULL_TRACE, endMs }),
  ...ragSpans({ traceId: EMPTY_TRACE, documents: [], endMs }),
  plainSpan('2af7651916cd43dd8448eb211c80319c'),
];
const [request, retriever] = ragSpans({ endMs });

const folder = folderWith({
  'whole.json.gz': gzipSync(JSON.stringify(traces(spans))),
  'request.json': traces([request]),
  'retriever.json': traces([retriever]),
  'cut.json': '{"resourceSpans":[{"scope',
});
afterAll(() => rmSync(folder, { recursive: true }));

const score = (...args: string[]) => run(['score', ...args], { folder });

interface Printed {
  readonly [key: string]: unknown;
  readonly traceId: string;
  readonly score?: number;
}

const byTrace = (stdout: string) => [...objectsOf<Printed>(stdout)].sort((a, b) => a.traceId.localeCompare(b.traceId));

test('--json prints one line a turn and evaluation, skipped ones with their reason and no number', async () => {
  const { code, stdout, stderr } = await score('--json', 'whole.json.gz');

  const [full, empty, ...more] = byTrace(stdout);
  expect(more).toEqual([]);
  expect(full).toEqual({
    traceId: FULL_TRACE,
    evaluatedSpanId: RETRIEVAL_ID,
    evaluation: 'context_relevance',
    version: expect.stringMatching(/lexical/),
    outcome: 'scored',
    score: expect.any(Number),
    label: expect.stringMatching(/^(excellent|good|mixed|poor|very_poor)$/),
    explanation: expect.stringMatching(/\S/),
    parts: expect.objectContaining({ base: expect.any(Number) }),
    verdicts: expect.objectContaining({
      documents: [expect.objectContaining({ index: 0, level: 'high' }), expect.objectContaining({ index: 1, level: 'none' })],
    }),
    judge: { id: 'lexical', version: expect.stringMatching(/\S/) },
    query: QUESTION,
    documentCount: 2,
    sample: 'random',
  });
  expect(full?.score).toBe(0.5);
  expect(empty).toEqual({
    traceId: EMPTY_TRACE,
    evaluatedSpanId: RETRIEVAL_ID,
    evaluation: 'context_relevance',
    version: full?.version,
    outcome: 'skipped',
    reason: 'no_documents',
    judge: full?.judge,
    query: QUESTION,
    documentCount: 0,
    sample: 'random',
  });
  expect(stderr).toBe('');
  expect(code).toBe(0);
});

test('a trace split over files, one of them on standard input, is one turn; the file that cannot be read makes the exit code 1', async () => {
  const { code, stdout, stderr } = await run(['score', '--json', 'retriever.json', 'cut.json', '-'], {
    folder,
    input: JSON.stringify(traces([request])),
  });

  expect(objectsOf<Printed>(stdout)).toEqual([expect.objectContaining({ outcome: 'scored', query: QUESTION, documentCount: 2 })]);
  expect(linesOf(stderr)).toEqual([expect.stringMatching(/^cut\.json: Expected .*, got .*cut off.*: /)]);
  expect(code).toBe(1);
});

test('nothing to score is no failure', async () => {
  const [json, people] = await Promise.all([score('--json', 'request.json'), score('request.json')]);

  expect(json).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(people.stdout).toMatch(/^0 turns: none$/m);
  expect(people.code).toBe(0);
});

let people: Ended;
beforeAll(async () => {
  people = await score('whole.json.gz');
});

test('for people: a line a turn, then outcomes by reason, the mean and the worst turn explained', () => {
  const blank = linesOf(people.stdout).indexOf('');
  const turns = linesOf(people.stdout).slice(0, blank);

  expect(new Set(turns)).toEqual(
    new Set([
      'mixed     0.50  helpdesk           How long can an unopened…  high none',
      'skipped      -  helpdesk           How long can an unopened…  no documents',
    ]),
  );
  expect(people.stdout).toMatch(/^2 turns: 1 scored, 1 skipped\(no_documents\)$/m);
  expect(people.stdout).toMatch(/^mean context relevance 0\.50 over 1 score \(lexical judge, a heuristic\)$/m);
  expect(people.stdout).toMatch(new RegExp(`^worst turn: 0\\.50 mixed, trace ${FULL_TRACE}$`, 'm'));
  expect(people.stdout).toMatch(/^ {2}#1 high {4}An unopened tent can be returned within 60 days of delivery\.$/m);
  expect(people.stdout).toMatch(/^ {2}why {8}\S/m);
  expect(people.code).toBe(0);
});

test('the same input gives the same numbers in every run', async () => {
  expect((await score('whole.json.gz')).stdout).toBe(people.stdout);
});
