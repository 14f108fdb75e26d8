import { type Command, InvalidArgumentError } from 'commander';
import { LIMITS } from '../../config/defaults.ts';
import type { Options } from '../../config/options.ts';
import { RagmeterError } from '../../model/errors.ts';
import type { Turn } from '../../model/turn.ts';
import { covers } from '../../redact/cover.ts';
import { systemClock } from '../../runtime/clock.ts';
import type { Io } from '../../runtime/io.ts';
import { readAgreementOut, writeAgreement } from '../calibrate/agreement-out.ts';
import { calibration } from '../calibrate/calibration.ts';
import { type Inputs, inputsIn } from '../calibrate/inputs.ts';
import { judgeFor } from '../calibrate/judge-for.ts';
import { readLabelFiles } from '../calibrate/label-files.ts';
import { isEnough, type Measured, measuredAsJson, whyNotEnough } from '../calibrate/measured.ts';
import { report } from '../calibrate/report.ts';
import { takeSample } from '../calibrate/take-sample.ts';
import { readConfig } from '../read-config.ts';
import { IncompleteInput } from '../read-files.ts';

interface Flags {
  readonly judge?: string;
  readonly config?: string;
  readonly recorded?: string;
  readonly resume?: string;
  readonly maxCalls?: number;
  readonly grouped?: boolean;
  readonly offTopic: number;
  readonly positive?: number;
  readonly fromScores?: boolean;
  readonly sample: number;
  readonly out?: string;
  readonly json?: boolean;
}

type Cover = (turn: Turn) => Turn;

/** `ragmeter calibrate`: how far a judge agrees with people. */
export function calibrateCommand(program: Command, io: Io): void {
  program
    .command('calibrate')
    .description('measure how far a judge agrees with human labels')
    .argument('<file...>', 'labels: JSON lines, or CSV with a head; query, passage, label, and if known id, answer, used, lang')
    .option('--judge <model>', 'lexical, or a model such as openai/gpt-4.1-mini')
    .option('--config <file>', 'YAML file with options: its judge is measured')
    .option('--recorded <file>', 'take verdicts from this file, and ask nobody')
    .option('--resume <file>', 'keep verdicts in this file, and ask only for what is not in it')
    .option('--max-calls <n>', 'call the judge so many times at most; tries that fail count', wholeNumber)
    .option('--grouped', 'rows of one query and answer are one turn (default: each row is one)')
    .option('--off-topic <n>', 'add n passages of other queries to each query, as negatives', wholeNumber, 0)
    .option('--positive <n>', 'labels from n up are relevant (default: all above 0)', aboveZero)
    .option(
      '--from-scores',
      'take live turns out of recorded traces for people to label; with such labels, filled in: compare. The output of score --json beside them: only turns that it has, and its verdicts',
    )
    .option('--sample <n>', 'how many turns to take out', countedNumber, 50)
    .option('--out <file>', 'write what serve --agreement exports; with traces: the rows to label, as .csv or JSON lines')
    .option('--json', 'one JSON object a file, for programs')
    .addHelpText('after', '\nExit code 1 also where more than 5 % of a file could not be judged.')
    .action(async (paths: string[], flags: Flags) => {
      const { options } = await readConfig(flags.config, io);
      const coverOf = covers(options.redact);
      const cover: Cover = (turn) => coverOf?.().turn(turn) ?? turn;
      const held = { ...io, read: readingOnce(io.read) };
      if (flags.fromScores !== true) return calibrate({ labels: paths, scores: [], traces: [] }, flags, options, cover, held);
      const inputs = await inputsIn(paths, held);
      if (inputs.labels.length > 0) return calibrate(inputs, flags, options, cover, held);
      const { traces, scores } = inputs;
      await takeSample(traces, { count: flags.sample, out: flags.out, declared: options, scores, cover }, held);
    });
}

async function calibrate({ labels, scores, traces }: Inputs, flags: Flags, options: Options, cover: Cover, io: Io): Promise<void> {
  const given = (flags.judge ?? options.judge ?? 'lexical') as NonNullable<Options['judge']>;
  const { judge, taken, isLocal } = judgeFor({ ...flags, given, scores });
  if (scores.length > 0 && flags.offTopic > 0) {
    throw new RagmeterError(
      'invalid_option',
      'Expected --off-topic with a judge that can be asked, got scores, which say nothing of added passages',
    );
  }
  const before = flags.out === undefined ? [] : await readAgreementOut(flags.out, io);
  const { files, complete } = await readLabelFiles([...labels, ...traces], io);
  const { workers, judgeDeadlineMs: deadlineMs } = { ...LIMITS, ...options.limits };
  const all: Measured[] = [];
  const measuring = calibration(files, {
    judge,
    taken,
    clock: systemClock,
    // One that computes here takes as long for each, however many it is given at the same time.
    workers: isLocal ? 1 : workers,
    deadlineMs,
    cover,
    grouped: flags.grouped === true || flags.fromScores === true,
    offTopic: flags.offTopic,
    positive: flags.positive,
    say: io.err,
  });
  for await (const measured of measuring) {
    if (flags.json === true) io.out(JSON.stringify(measuredAsJson(measured)));
    else for (const line of [...(all.length > 0 ? [''] : []), ...report(measured, io.columns)]) io.out(line);
    all.push(measured);
  }
  const isWhole = complete && all.every(isEnough);
  if (flags.out !== undefined && isWhole) await writeAgreement(flags.out, before, all, io);
  for (const one of all) if (!isEnough(one)) io.err(whyNotEnough(one));
  if (flags.out !== undefined && !isWhole) io.err(`${flags.out} was not written`);
  if (!isWhole) throw new IncompleteInput();
}

/** A file is looked at twice: standard input can be read once only. */
function readingOnce(read: Io['read']): Io['read'] {
  const known = new Map<string, Promise<Uint8Array>>();
  return (path) => {
    const bytes = known.get(path) ?? read(path);
    known.set(path, bytes);
    return bytes;
  };
}

function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError(`Expected a whole number from 0 up, got ${value}.`);
  return Number(value);
}

function countedNumber(value: string): number {
  if (!/^0*[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError(`Expected a whole number from 1 up, got ${value}.`);
  return Number(value);
}

function aboveZero(value: string): number {
  const number = Number(value);
  if (!(number > 0)) throw new InvalidArgumentError(`Expected a number above 0, got ${value}.`);
  return number;
}
