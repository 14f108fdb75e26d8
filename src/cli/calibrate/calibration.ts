import { agreementOf } from '../../calibrate/agreement.ts';
import { withOffTopic } from '../../calibrate/off-topic.ts';
import { seededRandom } from '../../calibrate/seeded-random.ts';
import { turnsOf } from '../../calibrate/turns-of.ts';
import type { Taken } from '../../judge/metered.ts';
import type { Clock } from '../../model/clock.ts';
import type { Judge } from '../../model/judge.ts';
import { progress } from '../progress.ts';
import { type Judging, judgeTurns } from './judge-turns.ts';
import type { LabelFile } from './label-files.ts';
import type { Measured } from './measured.ts';

export interface Calibration extends Pick<Judging, 'workers' | 'deadlineMs' | 'cover'> {
  readonly judge: Judge;
  readonly taken: () => Taken;
  readonly clock: Clock;
  readonly grouped: boolean;
  /** Passages of other queries that are added to each query. */
  readonly offTopic: number;
  /** Labels from here up are relevant; undefined: all above 0. */
  readonly positive: number | undefined;
  readonly say: (line: string) => void;
}

/** Any: the same passages each time. */
const SEED = 1;

/** Measures one file after the other. */
export async function* calibration(files: readonly LabelFile[], options: Calibration): AsyncIterable<Measured> {
  const { judge, taken, clock, grouped, offTopic, positive, say } = options;
  const turnsIn = files.map(({ pairs }) => turnsOf(withOffTopic(pairs, offTopic, seededRandom(SEED)), grouped));
  const total = turnsIn.flat().reduce((sum, { pairs }) => sum + pairs.length, 0);
  const done = progress('pairs judged', total, clock, say);
  const isPositive = (label: number): boolean => (positive === undefined ? label > 0 : label >= positive);
  for (const [index, { path, problems, unlabelled }] of files.entries()) {
    const asked = await judgeTurns(turnsIn[index] ?? [], { ...options, done });
    yield {
      file: path,
      judge,
      pairs: asked.judged.length,
      agreement: agreementOf(asked.judged, isPositive),
      problems: [...problems, ...asked.problems],
      unlabelled,
      took: taken(),
    };
  }
}
