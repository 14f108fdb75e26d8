import type { DocumentVerdict, Level } from '../model/verdicts.ts';
import { bestCuts } from './best-cuts.ts';
import { type Compared, type Figures, figuresOf } from './figures.ts';
import { groupsOf } from './groups.ts';
import { gradeTable, kappa, quadratic } from './kappa.ts';
import { type LabelledPair, tellsRelevance, tellsUse, unitOf } from './labelled-pair.ts';
import { gradeOf, RISING_LEVELS, rankOf } from './level-grades.ts';
import { seededRandom } from './seeded-random.ts';

/** A labelled pair and what a judge said of it. */
export interface JudgedPair {
  readonly pair: LabelledPair;
  readonly verdict: DocumentVerdict;
}

/** How often people gave each label where the judge gave each level. */
export interface Confusion {
  readonly labels: readonly number[];
  readonly levels: readonly Level[];
  /** A row for each label, in it a count for each level. */
  readonly counts: readonly (readonly number[])[];
}

/** Relevance on all its grades. */
export interface Grades {
  /** Quadratic kappa of labels and levels, each level taken as the nearest grade; that of two grades is the unweighted one. */
  readonly kappaQuadratic: number | null;
  /** At the cuts of the judge's values that are best for these very pairs; `null` for a cut that no value reaches. */
  readonly best: { readonly cuts: readonly (number | null)[]; readonly kappaQuadratic: number | null };
  readonly confusion: Confusion;
}

export interface Agreement {
  readonly relevance: Figures & { readonly grades: Grades };
  /** Only the positives that people labelled against passages of other queries, where such were added. */
  readonly offTopic?: Figures;
  /** Whether the passage was used for the answer, where people and the judge said so. */
  readonly used?: Figures;
  readonly languages: Readonly<Record<string, { readonly relevance: Figures; readonly used?: Figures }>>;
}

/** Which labels are a yes. */
export type IsPositive = (label: number) => boolean;

/** Labels of more values than this are measures, and no grades: then they count as relevant or not. */
const MOST_GRADES = 10;

/** Any: the figures are the same each time, and no better for it. */
const SEED = 1;

/** How far a judge and the people who labelled agree. Pure: the same pairs, the same figures. */
export function agreementOf(judged: readonly JudgedPair[], isPositive: IsPositive): Agreement {
  const whole = figures(judged, isPositive);
  const { relevance, used } = whole;
  const added = judged.filter(({ pair }) => pair.isOffTopic === true);
  const positives = judged.filter(({ pair }) => pair.isOffTopic !== true && isPositive(pair.label ?? 0));
  const byLanguage = [...groupsOf(judged, ({ pair }) => pair.lang ?? '')].filter(([lang]) => lang !== '');
  return {
    relevance: { ...relevance, grades: gradesOf(judged, isPositive) },
    ...(added.length === 0 ? {} : { offTopic: figures([...positives, ...added], isPositive).relevance }),
    ...(used === undefined ? {} : { used }),
    // Of one language alone the figures are those of all.
    languages: Object.fromEntries(byLanguage.map(([lang, own]) => [lang, own.length === judged.length ? whole : figures(own, isPositive)])),
  };
}

function figures(judged: readonly JudgedPair[], isPositive: IsPositive): { readonly relevance: Figures; readonly used?: Figures } {
  const relevant = judged.filter(({ pair }) => tellsRelevance(pair));
  const measureOf = relevanceOf(relevant);
  const relevance = relevant.map(
    (one): Compared => ({
      value: measureOf(one),
      said: gradeOf(one.verdict.level, 2) === 1,
      isPositive: isPositive(one.pair.label ?? 0),
      unit: unitOf(one.pair),
    }),
  );
  const use = judged.filter(({ pair, verdict }) => tellsUse(pair) && verdict.used !== undefined);
  const isMeasured = use.every(({ verdict }) => verdict.usage !== undefined);
  const used = use.map(
    ({ pair, verdict }): Compared => ({
      value: isMeasured ? (verdict.usage ?? 0) : Number(verdict.used),
      said: verdict.used === true,
      isPositive: pair.used === true,
      unit: unitOf(pair),
    }),
  );
  return {
    relevance: figuresOf(relevance, seededRandom(SEED)),
    ...(used.length === 0 ? {} : { used: figuresOf(used, seededRandom(SEED)) }),
  };
}

/** The judge's own measure where it gives one for all of these; else the level: the two are not comparable. */
function relevanceOf(judged: readonly JudgedPair[]): (one: JudgedPair) => number {
  const isMeasured = judged.every(({ verdict }) => verdict.relevance !== undefined);
  return ({ verdict }) => (isMeasured ? (verdict.relevance ?? 0) : rankOf(verdict.level));
}

function gradesOf(judged: readonly JudgedPair[], isPositive: IsPositive): Grades {
  const relevant = judged.filter(({ pair }) => tellsRelevance(pair));
  const given = new Set(relevant.map(({ pair }) => pair.label ?? 0));
  const labelOf = ({ pair: { label = 0 } }: JudgedPair): number => (given.size <= MOST_GRADES ? label : Number(isPositive(label)));
  const labels = [...new Set(relevant.map(labelOf))].sort((a, b) => a - b);
  const measureOf = relevanceOf(relevant);
  const graded = relevant.map((one) => ({ grade: labels.indexOf(labelOf(one)), level: one.verdict.level, value: measureOf(one) }));
  const table = gradeTable(
    labels.length,
    graded.map(({ grade, level }) => [grade, gradeOf(level, labels.length)] as const),
  );
  const best = bestCuts(graded, labels.length, quadratic);
  return {
    kappaQuadratic: kappa(table, quadratic) ?? null,
    best: { cuts: (best?.cuts ?? []).map((cut) => (Number.isFinite(cut) ? cut : null)), kappaQuadratic: best?.kappa ?? null },
    confusion: {
      labels,
      levels: RISING_LEVELS,
      counts: labels.map((_, row) =>
        RISING_LEVELS.map((level) => graded.filter(({ grade, level: said }) => grade === row && said === level).length),
      ),
    },
  };
}
