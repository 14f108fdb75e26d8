import type { Confusion } from '../../calibrate/agreement.ts';
import type { Figures, Rate } from '../../calibrate/figures.ts';
import type { Problem } from '../../calibrate/problems.ts';
import type { Interval } from '../../calibrate/wilson.ts';
import { column, cut, plural, width, wrapped } from '../text.ts';
import { type Measured, missingOf, msPerPair } from './measured.ts';

const NAME_COLUMNS = 11;
const FIGURE_COLUMNS = 20;

/** What came of one file, for people, in a terminal of this many columns. */
export function* report(measured: Measured, columns: number): Iterable<string> {
  const { agreement, problems, unlabelled, pairs } = measured;
  const { relevance, offTopic, used, languages } = agreement;
  yield cut(measured.file, columns);
  yield cut(`${column('compared', NAME_COLUMNS)} ${plural(pairs, 'pair')} with ${judgeOf(measured)}`, columns);
  if (pairs > 0) yield `${column('', NAME_COLUMNS)} ${column('AUC', FIGURE_COLUMNS)} ${column('kappa', FIGURE_COLUMNS)} best kappa`;
  const byLanguage = Object.entries(languages);
  const relevanceBy = byLanguage.map(([lang, own]) => [lang, own.relevance] as const);
  const usedBy = byLanguage.map(([lang, own]) => [lang, own.used] as const);
  if (relevance.pairs > 0) yield* figuresLines('relevance', relevance, relevanceBy);
  if (offTopic !== undefined) yield figuresLine('off-topic', offTopic);
  if (used !== undefined) yield* figuresLines('used', used, usedBy);
  if (relevance.pairs > 0) {
    yield '';
    yield* rateLines('relevant', relevance);
    if (relevance.grades.confusion.labels.length > 2) {
      const { kappaQuadratic, best } = relevance.grades;
      const cuts = best.cuts.map((at) => shown(at)).join(' ');
      const grades = `quadratic kappa ${shown(kappaQuadratic)}, best ${shown(best.kappaQuadratic)} cut at ${cuts}`;
      const [line = '', ...more] = wrapped(grades, columns, ' '.repeat(NAME_COLUMNS + 1));
      yield column('grades', NAME_COLUMNS) + line.slice(NAME_COLUMNS);
      yield* more;
    }
    yield '';
    yield* confusionLines(relevance.grades.confusion);
  }
  if (used !== undefined) {
    yield '';
    yield* rateLines('used', used);
  }
  yield '';
  yield costLine(measured);
  if (unlabelled > 0) yield `${column('unlabelled', NAME_COLUMNS)} ${plural(unlabelled, 'row')}, left out`;
  if (problems.length > 0)
    yield `${column('not judged', NAME_COLUMNS)} ${missingOf(problems)} of ${pairs + missingOf(problems)}, left out:`;
  for (const problem of problems) yield* wrapped(told(problem), columns, ' '.repeat(NAME_COLUMNS + 1));
}

function judgeOf({ judge }: Measured): string {
  return judge.id === 'lexical' ? 'the lexical judge, a heuristic' : `judge ${judge.id} ${judge.version}`;
}

/** And where there are several languages, a line for each. */
function* figuresLines(name: string, whole: Figures, byLanguage: readonly (readonly [string, Figures | undefined])[]): Iterable<string> {
  yield figuresLine(name, whole);
  if (byLanguage.length < 2) return;
  for (const [lang, own] of byLanguage) if (own !== undefined && own.pairs > 0) yield figuresLine(`  ${lang}`, own);
}

function figuresLine(name: string, { auc, ci, kappa, kappaCi, best }: Figures): string {
  const from = best.from === null ? '' : ` from ${best.from.toFixed(2)} up`;
  return `${column(name, NAME_COLUMNS)} ${column(`${shown(auc)} ${interval(ci)}`, FIGURE_COLUMNS)} ${column(`${shown(kappa)} ${interval(kappaCi)}`, FIGURE_COLUMNS)} ${shown(best.kappa)}${from}`;
}

function* rateLines(what: string, { pairs, positives, rates }: Figures): Iterable<string> {
  yield rateLine('agreement', rates.agreement, `of ${plural(pairs, 'pair')}: the same is said`);
  yield rateLine('found', rates.found, `of ${positives} ${what} ones`);
  yield rateLine('rejected', rates.rejected, `of ${pairs - positives} others`);
}

function rateLine(name: string, { share, ci }: Rate, of: string): string {
  return `${column(name, NAME_COLUMNS)} ${column(`${shown(share)} ${interval(ci)}`, FIGURE_COLUMNS)} ${of}`;
}

function* confusionLines({ labels, levels, counts }: Confusion): Iterable<string> {
  const cell = (text: string): string => ' '.repeat(Math.max(1, 8 - width(text))) + text;
  yield `${column('label', NAME_COLUMNS)}${levels.map(cell).join('')}`;
  for (const [row, label] of labels.entries()) {
    yield `${column(String(label), NAME_COLUMNS)}${(counts[row] ?? []).map((count) => cell(String(count))).join('')}`;
  }
}

function costLine(measured: Measured): string {
  const { calls, usage } = measured.took;
  const ms = msPerPair(measured);
  const time = ms === undefined ? 'nobody was asked' : `${ms.toFixed(ms < 10 ? 2 : 0)} ms a pair, ${plural(calls, 'call')}`;
  const tokens = usage.inputTokens === undefined ? '' : `, ${usage.inputTokens} tokens in, ${usage.outputTokens ?? 0} out`;
  const money = usage.cost === undefined ? '' : `, ${usage.cost.toFixed(4)} USD`;
  return `${column('cost', NAME_COLUMNS)} ${time}${tokens}${money}`;
}

function told({ what, count, where, message }: Problem): string {
  const more = count > where.length ? ', …' : '';
  return `${count} ${what} (${where.join(', ')}${more})${message === undefined ? '' : `: ${message}`}`;
}

function shown(value: number | null): string {
  return value === null ? '-' : value.toFixed(2);
}

function interval(ci: Interval | null): string {
  return ci === null ? '' : `[${ci[0].toFixed(2)}, ${ci[1].toFixed(2)}]`;
}
