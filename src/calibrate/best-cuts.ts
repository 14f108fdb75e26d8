import type { Disagreement } from './kappa.ts';

export interface BestCuts {
  /** Rising. A value has as its grade how many of these it reaches; `Infinity` where no value gets that grade. */
  readonly cuts: readonly number[];
  readonly kappa: number;
}

export interface Graded {
  readonly value: number;
  /** What people gave, from 0 to below the number of grades. */
  readonly grade: number;
}

/** Far more rounds than it takes: each one gets closer faster than the one before. */
const MOST_ROUNDS = 100;
const CLOSE_ENOUGH = 1e-12;

/**
 * Where to cut values into grades so that kappa is highest; undefined where people gave one grade only.
 *
 * Exact. Kappa is 1 - seen / by chance, and once the grades that people gave are known each value adds to both sums by itself. So the least ratio is
 * found by Dinkelbach's method (On nonlinear fractional programming, 1967): for a ratio that was reached, the cuts for which seen - ratio * by chance is
 * least (by dynamic programming over the sorted values) reach a lower one, until none does.
 */
export function bestCuts(items: readonly Graded[], grades: number, disagreement: Disagreement): BestCuts | undefined {
  const rows = new Array<number>(grades).fill(0);
  for (const { grade } of items) rows[grade] = (rows[grade] ?? 0) + 1;
  if (rows.filter((count) => count > 0).length < 2) return undefined;
  const byChance = rows.map((_, judge) => rows.reduce((sum, count, people) => sum + count * disagreement(people, judge), 0) / items.length);
  const steps = stepsOf(items, grades, disagreement, byChance);
  let ratio = 1;
  let cuts: readonly number[] = [];
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const found = leastCuts(steps, grades, ratio);
    if (cuts.length > 0 && found.seen / found.byChance >= ratio - CLOSE_ENOUGH) break;
    ratio = found.seen / found.byChance;
    cuts = found.cuts;
  }
  return { cuts, kappa: 1 - ratio };
}

/** All items of one value. */
interface Step {
  readonly value: number;
  /** What they add to either sum, by the grade that the judge would give them. */
  readonly seen: readonly number[];
  readonly byChance: readonly number[];
}

function stepsOf(items: readonly Graded[], grades: number, disagreement: Disagreement, byChance: readonly number[]): readonly Step[] {
  const gradesAt = new Map<number, number[]>();
  for (const { value, grade } of items) {
    const at = gradesAt.get(value);
    if (at === undefined) gradesAt.set(value, [grade]);
    else at.push(grade);
  }
  const all = Array.from({ length: grades }, (_, judge) => judge);
  return [...gradesAt]
    .sort(([a], [b]) => a - b)
    .map(([value, given]) => ({
      value,
      seen: all.map((judge) => given.reduce((sum, people) => sum + disagreement(people, judge), 0)),
      byChance: all.map((judge) => given.length * (byChance[judge] ?? 0)),
    }));
}

interface Found {
  readonly cuts: readonly number[];
  readonly seen: number;
  readonly byChance: number;
}

/** Grades never fall as values rise: for each grade of the last value so far, the least cost and where each grade began. */
function leastCuts(steps: readonly Step[], grades: number, ratio: number): Found {
  let best: { cost: number; seen: number; byChance: number; begins: readonly number[] }[] = Array.from({ length: grades }, (_, grade) => ({
    cost: 0,
    seen: 0,
    byChance: 0,
    begins: new Array<number>(grade).fill(0),
  }));
  for (const [at, { seen, byChance }] of steps.entries()) {
    let before = best[0];
    best = best.map((own, grade) => {
      // From a lower grade to this one: all grades between begin here.
      if (before === undefined || own.cost < before.cost) before = own;
      const begins = [...before.begins, ...new Array<number>(grade - before.begins.length).fill(at)];
      const [moreSeen = 0, moreByChance = 0] = [seen[grade], byChance[grade]];
      return {
        cost: before.cost + moreSeen - ratio * moreByChance,
        seen: before.seen + moreSeen,
        byChance: before.byChance + moreByChance,
        begins,
      };
    });
  }
  const [first, ...others] = best;
  const least = others.reduce((low, one) => (one.cost < (low?.cost ?? 0) ? one : low), first);
  const begins = [...(least?.begins ?? []), ...new Array<number>(grades).fill(steps.length)].slice(0, grades - 1);
  return {
    cuts: begins.map((at) => steps[at]?.value ?? Number.POSITIVE_INFINITY),
    seen: least?.seen ?? 0,
    byChance: least?.byChance ?? 0,
  };
}
