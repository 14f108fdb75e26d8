import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bytesOf } from '../support/fixtures.ts';
import { type Ended, linesOf, objectsOf, run } from './ragmeter.ts';
import { ANSWER, folderWith, plainSpan, QUESTION, RELEVANT, RETRIEVAL_ID, ragSpans, traces, UNRELATED } from './recordings.ts';

interface Explained {
  readonly traceId: string;
  readonly turns: readonly {
    readonly query: string | null;
    readonly answer: string | null;
    readonly documents: readonly { readonly text: string }[];
  }[];
}

const FULL_TRACE = '0af7651916cd43dd8448eb211c80319c';
const EMPTY_TRACE = '1af7651916cd43dd8448eb211c80319c';
const PLAIN_TRACE = '2af7651916cd43dd8448eb211c80319c';

const [request, retriever] = ragSpans({ traceId: FULL_TRACE });
const spans = [request, retriever, ...ragSpans({ traceId: EMPTY_TRACE, documents: [] }), plainSpan(PLAIN_TRACE)];
const whole = traces(spans);

/** What `explain --json` has to print for `whole`. */
const EXPLAINED = [
  {
    traceId: FULL_TRACE,
    turns: [
      {
        query: QUESTION,
        documents: [RELEVANT, UNRELATED],
        answer: ANSWER,
        retrievals: [{ spanId: RETRIEVAL_ID, query: QUESTION, documentCount: 2 }],
        evaluatedSpanId: RETRIEVAL_ID,
        conventions: ['openinference'],
        flags: [],
        wouldScore: true,
      },
    ],
  },
  {
    traceId: EMPTY_TRACE,
    turns: [
      {
        query: QUESTION,
        documents: [],
        answer: ANSWER,
        retrievals: [{ spanId: RETRIEVAL_ID, query: QUESTION, documentCount: 0 }],
        evaluatedSpanId: RETRIEVAL_ID,
        conventions: ['openinference'],
        flags: [],
        wouldScore: false,
        reason: 'no_documents',
      },
    ],
  },
  { traceId: PLAIN_TRACE, turns: [] },
];

const ESCAPES = '\u001b[31mred\u001b[0m \u009b2J\u0007 \u202etxet';
const zeros = '0'.repeat(32);

const folder = folderWith({
  'whole.json': whole,
  'whole.json.gz': gzipSync(JSON.stringify(whole)),
  'lines.jsonl': spans.map((span) => JSON.stringify(traces([span]))).join('\n'),
  'request.json': traces([request]),
  'retriever.json': traces([retriever]),
  'cut.json': JSON.stringify(whole).slice(0, 400),
  'bad-line.jsonl': `${JSON.stringify(traces([request]))}\n{"resourceSp\n${JSON.stringify(traces([retriever]))}\n`,
  'zeros.json': traces([{ ...plainSpan(zeros) }, request, retriever]),
  'other.json': { hello: 'world' },
  'prose.txt': 'Not JSON at all.',
  'empty.json': '',
  'protobuf.bin': new Uint8Array([0x0a, 0x80, 0x01, 0x00, 0xff]),
  'escapes.json': traces(
    ragSpans({ query: `Is it ${ESCAPES}?`, documents: [{ text: `It is ${ESCAPES}.`, id: ESCAPES }], answer: `Yes, ${ESCAPES}.` }),
  ),
  'chat.json.gz': bytesOf('openai-chat-otel.otlp.json.gz'),
  'chat-logs.json.gz': bytesOf('openai-chat-otel.logs.otlp.json.gz'),
});
mkdirSync(join(folder, 'folder'));
afterAll(() => rmSync(folder, { recursive: true }));

const explain = (...args: string[]) => run(['explain', ...args], { folder });

describe('explain --json', () => {
  test.for([
    { name: 'JSON', args: ['whole.json'] },
    { name: 'gzipped JSON', args: ['whole.json.gz'] },
    { name: 'JSON lines', args: ['lines.jsonl'] },
    { name: 'the same spans twice', args: ['whole.json', 'lines.jsonl'] },
  ])('prints one line a trace: $name', async ({ args }) => {
    const { code, stdout, stderr } = await explain('--json', ...args);

    expect(objectsOf(stdout)).toEqual(EXPLAINED);
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });

  test.for([
    { name: 'JSON', input: JSON.stringify(whole) },
    { name: 'gzipped', input: gzipSync(JSON.stringify(whole)) },
  ])('reads standard input for "-": $name', async ({ input }) => {
    const { code, stdout } = await run(['explain', '--json', '-'], { input });

    expect(objectsOf(stdout)).toEqual(EXPLAINED);
    expect(code).toBe(0);
  });

  test.for([{ args: ['request.json', 'retriever.json'] }, { args: ['retriever.json', 'request.json'] }])(
    'puts a trace together that is split over files: $args',
    async ({ args }) => {
      const { code, stdout } = await explain('--json', ...args);

      expect(objectsOf(stdout)).toEqual([EXPLAINED[0]]);
      expect(code).toBe(0);
    },
  );

  test.for([{ args: ['chat.json.gz', 'chat-logs.json.gz'] }, { args: ['chat-logs.json.gz', 'chat.json.gz'] }])(
    'joins log files to the spans: $args',
    async ({ args }) => {
      const [alone, joined] = await Promise.all([explain('--json', 'chat.json.gz'), explain('--json', ...args)]);

      const answers = (stdout: string) =>
        objectsOf<Explained>(stdout)
          .flatMap(({ turns }) => turns.map(({ answer }) => answer))
          .filter(Boolean);
      expect(answers(alone.stdout)).toEqual([]);
      expect(answers(joined.stdout)).toContain('You can return an unopened tent within 60 days of delivery for a full refund.');
      expect(joined.stderr).toBe('');
      expect(joined.code).toBe(0);
    },
  );

  test('--trace leaves the others out', async () => {
    const { code, stdout } = await explain('--json', '--trace', EMPTY_TRACE.toUpperCase(), 'whole.json');

    expect(objectsOf(stdout)).toEqual([EXPLAINED[1]]);
    expect(code).toBe(0);
  });

  test('--trace says where the trace is not in the files', async () => {
    const { code, stdout, stderr } = await explain('--trace', zeros, 'whole.json');

    expect(stdout).toBe('');
    expect(stderr).toBe(`Expected trace ${zeros} in the files, got none of its spans: check the id, and name all files that it is in\n`);
    expect(code).toBe(1);
  });
});

describe('files that cannot be read', () => {
  const unreadable = [
    { file: 'missing.json', says: /^Expected a file, got a path where nothing is: check the name$/ },
    { file: 'folder', says: /^Expected a file, got a directory: name the files in it, as in DIRECTORY\/\*\.json$/ },
    { file: 'empty.json', says: /^Expected OTLP as JSON, got nothing: check that it was written$/ },
    {
      file: 'cut.json',
      says: /^Expected OTLP as JSON, got JSON that is cut off after character \d+: check that it was written to its end$/,
    },
    { file: 'other.json', says: /^Expected OTLP JSON with "resourceSpans" or "resourceLogs", got an object with keys "hello": send/ },
    { file: 'prose.txt', says: /^Expected OTLP as JSON, got text that starts with "Not JSON at all\.": check/ },
    { file: 'protobuf.bin', says: /^Expected OTLP as JSON, got binary data that starts with 0a 80 01 00 ff: / },
  ];
  let ended: Ended;
  beforeAll(async () => {
    ended = await explain('--json', ...unreadable.map(({ file }) => file), 'whole.json');
  });

  test('leave the rest to be read, and exit code 1', () => {
    expect(objectsOf(ended.stdout)).toEqual(EXPLAINED);
    expect(ended.code).toBe(1);
    expect(linesOf(ended.stderr)).toHaveLength(unreadable.length);
  });

  test.for(unreadable)('are named, each in one line: $file', ({ file, says }) => {
    const lines = linesOf(ended.stderr).filter((line) => line.startsWith(`${file}: `));

    expect(lines.map((line) => line.slice(file.length + 2))).toEqual([expect.stringMatching(says)]);
  });
});

test.for([
  { file: 'bad-line.jsonl', says: /^bad-line\.jsonl: line 2: Expected .*, got .*: .+$/ },
  { file: 'zeros.json', says: /^zeros\.json: Expected the traceId of a span to be 32 hexadecimal digits, not all zero, got "0{32}": .+$/ },
])('a bad part is named in one line, and the good spans beside it count: $file', async ({ file, says }) => {
  const { code, stdout, stderr } = await explain('--json', file);

  expect(objectsOf(stdout)).toEqual([EXPLAINED[0]]);
  expect(linesOf(stderr)).toEqual([expect.stringMatching(says)]);
  expect(code).toBe(1);
});

describe('explain for people', () => {
  test('tells each turn, and why it would not be scored, in lines that fit into 80 columns', async () => {
    const { code, stdout } = await explain('whole.json');

    expect(linesOf(stdout)).toEqual([
      `trace ${FULL_TRACE}  2 spans, 1 turn`,
      `  question   ${QUESTION}`,
      `  retrieval  ${RETRIEVAL_ID}  2 documents  openinference`,
      `  found      question stated by span ${request.spanId}`,
      '             documents on spans of their own',
      '  #1  returns-1  An unopened tent can be returned within 60 days of delivery.',
      '  #2  contest-1  Our summer photo contest closes in August.',
      `  answer     ${ANSWER}`,
      `  evaluated  span ${RETRIEVAL_ID}`,
      '  would be scored',
      '',
      `trace ${EMPTY_TRACE}  2 spans, 1 turn`,
      `  question   ${QUESTION}`,
      `  retrieval  ${RETRIEVAL_ID}  0 documents  openinference`,
      `  found      question stated by span ${request.spanId}`,
      '             documents on spans of their own',
      `  answer     ${ANSWER}`,
      `  evaluated  span ${RETRIEVAL_ID}`,
      '  would not be scored: no_documents',
      '    the retriever returned nothing; this is counted, and is neither a perfect',
      '    score nor a 0',
      '',
      `trace ${PLAIN_TRACE}  1 span, 0 turns`,
      '  no retrieval was found in it: nothing to score',
      '',
    ]);
    expect(code).toBe(0);
  });

  test('says so where there are no spans at all', async () => {
    const { code, stdout, stderr } = await explain('chat-logs.json.gz');

    expect(stdout).toBe('');
    expect(stderr).toBe('Expected spans in the files, got none: name the files with the traces, too\n');
    expect(code).toBe(0);
  });
});

test.for([
  { name: 'explain', args: ['explain', 'escapes.json'] },
  { name: 'explain --json', args: ['explain', '--json', 'escapes.json'] },
  { name: 'score', args: ['score', 'escapes.json'] },
  { name: 'score --json', args: ['score', '--json', 'escapes.json'] },
  { name: 'the name of a file', args: ['score', 'a\u001b[31m.json'] },
  { name: 'the name of a command', args: ['a\u001b[31m'] },
])('no control character reaches the terminal: $name', async ({ args }) => {
  const { stdout, stderr } = await run(args, { folder });

  expect(stdout + stderr).toMatch(/\[31m/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
  expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  if (!args.includes('--json')) expect(stdout).not.toContain('\u202e');
});

test('for programs, the text is whole all the same', async () => {
  const { stdout } = await explain('--json', 'escapes.json');

  expect(objectsOf<Explained>(stdout)[0]?.turns[0]?.documents[0]?.text).toBe(`It is ${ESCAPES}.`);
});
