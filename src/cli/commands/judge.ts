import type { Command } from 'commander';
import type { Options } from '../../config/options.ts';
import type { LlmJudge, ReplyForm } from '../../judge/llm/llm-judge.ts';
import { toJudge } from '../../judge/to-judge.ts';
import { untracedJudge } from '../../judge/untraced-judge.ts';
import { addUsage } from '../../judge/usage.ts';
import { modelJudge } from '../../judges.ts';
import { RagmeterError } from '../../model/errors.ts';
import type { Judge, Usage } from '../../model/judge.ts';
import { systemClock } from '../../runtime/clock.ts';
import type { Io } from '../../runtime/io.ts';
import { type Checked, checkJudge } from '../judge-check.ts';
import { readConfig } from '../read-config.ts';
import { column, cut, plural } from '../text.ts';

/** `ragmeter judge check`: whether a judge can be used. */
export function judgeCommand(program: Command, io: Io): void {
  program
    .command('judge')
    .description('look at the configured judge')
    .command('check')
    .description('ask a judge about known passages, and say whether it can be used')
    .option('--judge <model>', 'lexical, or a model such as openai/gpt-4.1-mini')
    .option('--config <file>', 'YAML file with options: its judge is checked')
    .option('--json', 'one JSON object, for programs')
    .action(async ({ judge: named, config, json }: { judge?: string; config?: string; json?: boolean }) => {
      const { options } = await readConfig(config, io);
      const given = (named ?? options.judge ?? 'lexical') as NonNullable<Options['judge']>;
      let replyForm: LlmJudge['replyForm'] | undefined;
      // Nothing is remembered: each probe is to be a call.
      const judge = toJudge(given, (model) => {
        const made = modelJudge(model, { cache: false });
        replyForm = made.replyForm;
        return made;
      });
      if (json !== true) io.err(`asking judge ${nameOf(given, judge)} about known passages`);
      const checked = await checkJudge(untracedJudge(judge), systemClock);
      const form = replyForm?.();
      if (json === true) io.out(JSON.stringify(printed(judge, checked, form)));
      else for (const line of table(checked, form, io.columns)) io.out(line);
      if (!checked.usable) throw new RagmeterError('unusable_judge', `judge ${nameOf(given, judge)} cannot be used as it is`);
    });
}

const FORMS: Readonly<Record<ReplyForm, string>> = {
  structured: 'structured output',
  text: 'JSON in text',
  unknown: 'none that can be read',
};

function nameOf(given: unknown, { id }: Judge): string {
  return typeof given === 'string' ? given : id;
}

function printed({ id, version }: Judge, { probes, ...checked }: Checked, form: ReplyForm | undefined): object {
  return {
    judge: { id, version },
    ...checked,
    ...(form === undefined ? {} : { reply: form }),
    secondsMedian: medianSeconds(probes),
    usage: sum(probes),
    probes,
  };
}

function table({ probes, agreement, answered, usable }: Checked, form: ReplyForm | undefined, columns: number): readonly string[] {
  const rows = probes.map(({ language, question, agreed, seconds, problem }) =>
    cut(
      `${language}  ${column(problem === undefined ? `${agreed} of 2 right` : 'no verdict', 12)} ${seconds.toFixed(2).padStart(6)} s  ${problem ?? question}`,
      columns,
    ),
  );
  const { inputTokens, outputTokens } = sum(probes);
  const tokens = inputTokens === undefined ? 'not told' : `${inputTokens} in, ${outputTokens ?? 0} out`;
  return [
    ...rows,
    '',
    ...(form === undefined ? [] : [`replies    ${FORMS[form]}`]),
    `answered   ${answered} of ${plural(probes.length, 'question')}`,
    `agreement  ${agreement.toFixed(2)} with people, on which passages answer`,
    `latency    ${medianSeconds(probes).toFixed(2)} s (median)`,
    `tokens     ${tokens}`,
    `verdict    ${usable ? 'can be used' : 'cannot be used'}`,
  ];
}

function medianSeconds(probes: Checked['probes']): number {
  const seconds = probes.map((probe) => probe.seconds).sort((a, b) => a - b);
  return seconds[Math.floor(seconds.length / 2)] ?? 0;
}

function sum(probes: Checked['probes']): Usage {
  return probes.reduce<Usage>((all, { usage = {} }) => addUsage(all, usage), {});
}
