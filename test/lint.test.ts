import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const STAGES = ['receive', 'extract', 'assemble', 'sample', 'queue', 'judge', 'score', 'emit'];

const IMPORT = 'lint/style/noRestrictedImports';
const GLOBAL = 'lint/style/noRestrictedGlobals';
const PLUGIN = 'plugin';
/** All other rules are about style. */
const WATCHED: ReadonlySet<string> = new Set([IMPORT, GLOBAL, PLUGIN]);

interface Imports {
  readonly file: string;
  readonly may: readonly string[];
  readonly mayNot: readonly string[];
}

const OUTSIDE = ['node:fs', 'node:fs/promises', 'node:net', 'node:http', 'node:process', 'node:timers/promises', 'node:worker_threads'];

const DIRECTIONS: readonly Imports[] = [
  ...STAGES.flatMap((stage) => {
    const others = STAGES.filter((other) => other !== stage);
    return [
      {
        file: `src/${stage}/a.ts`,
        may: ['./b.ts', './deeper/b.ts', '../model/span.ts', '../observe/counters.ts', '@opentelemetry/api'],
        mayNot: [
          ...others.map((other) => `../${other}/b.ts`),
          ...[
            '../pipeline.ts',
            '../wire.ts',
            '../index.ts',
            '../cli/text.ts',
            '../runtime/clock.ts',
            '../config/options.ts',
            '../testing/b.ts',
          ],
          ...OUTSIDE,
        ],
      },
      {
        file: `src/${stage}/deeper/a.ts`,
        may: ['./b.ts', '../b.ts', '../other/b.ts', '../../model/span.ts', '../../observe/counters.ts'],
        mayNot: [...others.map((other) => `../../${other}/b.ts`), '../../pipeline.ts', '../../runtime/clock.ts', ...OUTSIDE],
      },
    ];
  }),
  {
    file: 'src/model/a.ts',
    may: ['./b.ts'],
    mayNot: ['../extract/b.ts', '../observe/counters.ts', '../pipeline.ts', '../runtime/clock.ts', 'node:fs', '@opentelemetry/api'],
  },
  ...['observe', 'config', 'testing', 'calibrate'].map((part) => ({
    file: `src/${part}/a.ts`,
    may: ['./b.ts', '../model/span.ts'],
    mayNot: ['../extract/b.ts', '../emit/b.ts', '../pipeline.ts', '../runtime/clock.ts', '../cli/text.ts', '../index.ts', ...OUTSIDE],
  })),
  {
    file: 'src/runtime/a.ts',
    may: ['./b.ts', '../model/span.ts', ...OUTSIDE],
    mayNot: ['../extract/b.ts', '../observe/counters.ts', '../pipeline.ts', '../cli/text.ts', '../index.ts'],
  },
  {
    file: 'src/pipeline.ts',
    may: [
      './extract/b.ts',
      './assemble/b.ts',
      './judge/b.ts',
      './emit/b.ts',
      './model/span.ts',
      './observe/counters.ts',
      './config/options.ts',
    ],
    mayNot: ['./cli/run.ts', './runtime/clock.ts', './index.ts', './testing/index.ts', './receive/server.ts', ...OUTSIDE],
  },
  { file: 'src/cli/a.ts', may: ['../pipeline.ts', '../wire.ts', '../runtime/io.ts', '../receive/b.ts', '../model/span.ts'], mayNot: [] },
];

/** Time, chance, the process and its streams: they come in as arguments, everywhere but in runtime/. */
const AMBIENT: readonly { readonly code: string; readonly rule: string }[] = [
  { code: 'export const now = Date.now();', rule: GLOBAL },
  { code: 'export const today = new Date();', rule: GLOBAL },
  { code: 'export const chance = Math.random();', rule: PLUGIN },
  { code: 'export const id = crypto.randomUUID();', rule: GLOBAL },
  { code: 'export const home = process.env.HOME;', rule: GLOBAL },
  { code: 'setTimeout(() => {}, 1);', rule: GLOBAL },
  { code: 'setInterval(() => {}, 1);', rule: GLOBAL },
  { code: 'setImmediate(() => {});', rule: GLOBAL },
  { code: 'export const elapsed = performance.now();', rule: GLOBAL },
  { code: "console.log('here');", rule: GLOBAL },
];

interface Line {
  readonly code: string;
  /** The rule that speaks of this line; `fine` where none does. */
  readonly rule: string;
}

interface Case {
  readonly file: string;
  readonly lines: readonly Line[];
}

const imported = (from: string): string => `export * from '${from}';`;
const inParts = (parts: readonly string[]): readonly string[] => parts.map((part) => `src/${part}/ambient.ts`);

const CASES: readonly Case[] = [
  ...DIRECTIONS.map(({ file, may, mayNot }) => ({
    file,
    lines: [
      ...may.map((from) => ({ code: imported(from), rule: 'fine' })),
      ...mayNot.map((from) => ({ code: imported(from), rule: IMPORT })),
    ],
  })),
  ...[...inParts([...STAGES, 'model', 'observe', 'config', 'calibrate', 'cli', 'testing']), 'src/wire.ts', 'src/index.ts'].map((file) => ({
    file,
    lines: AMBIENT,
  })),
  { file: 'src/runtime/ambient.ts', lines: AMBIENT.map(({ code }) => ({ code, rule: 'fine' })) },
];

interface Report {
  readonly diagnostics: readonly {
    readonly category: string;
    readonly location: { readonly path: string; readonly start: { readonly line: number } };
  }[];
}

/** Lints a tree of these files with the configuration of this repository: one run says it all. */
async function lint(cases: readonly Case[]): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'ragmeter-lint-'));
  try {
    for (const name of ['biome.json', 'tools', 'package.json']) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    for (const { file, lines } of cases) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `${lines.map(({ code }) => code).join('\n')}\n`);
    }
    const args = ['lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none', 'src'];
    // It finds mistakes, so it rejects; what counts is what it says.
    const { stdout } = await promisify(execFile)(join(ROOT, 'node_modules/.bin/biome'), args, { cwd: folder, maxBuffer: 2 ** 26 }).catch(
      (error: { stdout: string }) => error,
    );
    return JSON.parse(stdout) as Report;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the linter knows who may import whom, and what has to come in by the door', () => {
  let report: Report;
  beforeAll(async () => {
    report = await lint(CASES);
  });

  test.for(CASES)('$file', ({ file, lines }) => {
    const said = report.diagnostics.filter(({ category, location }) => WATCHED.has(category) && location.path === file);

    const found = lines.map(({ code }, index) => ({
      code,
      rule: said.find(({ location }) => location.start.line === index + 1)?.category ?? 'fine',
    }));
    expect(found).toEqual(lines);
  });
});
