import { type RowToLabel, rowsToLabel, sampleOf } from '../../calibrate/to-label.ts';
import type { Options } from '../../config/options.ts';
import { messageOf, RagmeterError } from '../../model/errors.ts';
import type { Turn } from '../../model/turn.ts';
import { assembleRecorded } from '../../recorded.ts';
import { systemClock } from '../../runtime/clock.ts';
import type { Io } from '../../runtime/io.ts';
import { SCORERS } from '../../score/registry.ts';
import { whyNot } from '../../score/why-not.ts';
import { IncompleteInput, readFiles } from '../read-files.ts';
import { plural } from '../text.ts';
import { csvLine } from './csv.ts';
import { isCsv } from './rows.ts';
import { type ScoreLine, turnKey } from './score-lines.ts';

export interface Taking {
  /** Turns. */
  readonly count: number;
  /** Where the rows go; without one as JSON lines to stdout. */
  readonly out: string | undefined;
  readonly declared: Options;
  /** Only turns that have a score here, where there are any. */
  readonly scores: readonly ScoreLine[];
  readonly cover: (turn: Turn) => Turn;
}

/** Takes some of the turns of recorded traces out for a person to label: those that would be scored. */
export async function takeSample(paths: readonly string[], { count, out, declared, scores, cover }: Taking, io: Io): Promise<void> {
  if (paths.length === 0) {
    throw new RagmeterError(
      'nothing_to_label',
      'Expected the recorded traces that the scores are of, too, got only the scores: they hold no documents',
    );
  }
  const { spans, logs, complete } = await readFiles(paths, io);
  const scored = new Set(scores.map(({ traceId, evaluatedSpanId }) => turnKey(traceId, evaluatedSpanId)));
  const scorer = SCORERS.get('context_relevance')?.();
  const turns = assembleRecorded({ spans, logs, declared }, systemClock)
    .flatMap((trace) => trace.turns)
    .filter((turn) => scorer !== undefined && whyNot(turn, scorer) === undefined)
    .filter(({ traceId, evaluatedSpan }) => scores.length === 0 || scored.has(turnKey(traceId, evaluatedSpan.spanId)));
  const sample = sampleOf(turns, count);
  const rows = sample.flatMap((turn) => rowsToLabel(cover(turn)));
  if (rows.length === 0) {
    throw new RagmeterError('nothing_to_label', 'Expected turns that would be scored in the files, got none: ragmeter explain says why');
  }
  if (out === undefined) for (const row of rows) io.out(JSON.stringify(row));
  else await created(out, isCsv(out) ? csvOf(rows) : rows.map((row) => `${JSON.stringify(row)}\n`).join(''), io);
  io.err(`${plural(sample.length, 'turn')} of ${turns.length}, ${plural(rows.length, 'row')} to label: fill in label (0 or 1), and used`);
  if (!complete) throw new IncompleteInput();
}

/** What people filled in before is not to be lost. */
async function created(path: string, text: string, io: Io): Promise<void> {
  await io.create(path, text).catch((cause: { readonly code?: unknown }) => {
    const got = cause.code === 'EEXIST' ? 'one that is there: it may hold labels' : messageOf(cause);
    throw new RagmeterError('invalid_option', `Expected --out to be a new file, got ${path}, ${got}`, { cause });
  });
}

/** Spreadsheets know by the mark that it is UTF-8. */
function csvOf(rows: readonly RowToLabel[]): string {
  const head = ['id', 'query', 'answer', 'passage', 'label', 'used'] as const;
  return `\ufeff${[csvLine(head), ...rows.map((row) => csvLine(head.map((name) => row[name] ?? '')))].join('')}`;
}
