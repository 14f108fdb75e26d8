import type { GivenRow } from '../../calibrate/read-labels.ts';
import type { Io } from '../../runtime/io.ts';
import { isCsv, rowsOf } from './rows.ts';
import { type ScoreLine, scoreLineIn } from './score-lines.ts';

/** The files of `calibrate --from-scores`, by what they are. */
export interface Inputs {
  readonly labels: readonly string[];
  readonly scores: readonly ScoreLine[];
  /** All that is neither: recorded traces, and what cannot be read. */
  readonly traces: readonly string[];
}

/** Tells labels, lines of `score --json` and recorded traces apart, by the rows of each file: the first may be damaged. */
export async function inputsIn(paths: readonly string[], io: Io): Promise<Inputs> {
  const labels: string[] = [];
  const traces: string[] = [];
  const scores: ScoreLine[] = [];
  for (const path of paths) {
    const rows = isCsv(path) ? [] : await rowsIn(path, io);
    const first = rows.find(({ row }) => row !== undefined)?.row;
    if (isCsv(path) || rows.some(({ row }) => row?.passage !== undefined)) labels.push(path);
    else if (scoreLineIn(first) === undefined) traces.push(path);
    else for (const { row } of rows) scores.push(...[scoreLineIn(row)].filter((line) => line !== undefined));
  }
  return { labels, scores, traces };
}

/** None where the file cannot be read: whoever reads it next says so. */
async function rowsIn(path: string, io: Io): Promise<readonly GivenRow[]> {
  try {
    return await rowsOf(await io.read(path), path);
  } catch {
    return [];
  }
}
