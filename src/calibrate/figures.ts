import type { Random } from '../model/random.ts';
import { aucOf, once, type Weights } from './auc.ts';
import { bestCuts } from './best-cuts.ts';
import { bootstrapInterval } from './bootstrap.ts';
import { gradeTable, kappa, unweighted } from './kappa.ts';
import { type Interval, wilson } from './wilson.ts';

/** One yes or no of a judge beside that of a person. */
export interface Compared {
  /** How sure the judge is, on any scale. */
  readonly value: number;
  /** What the judge said by its own threshold. */
  readonly said: boolean;
  /** What the person said. */
  readonly isPositive: boolean;
  /** What is drawn as one when chance is weighed. */
  readonly unit: string;
}

export interface Rate {
  readonly share: number | null;
  /** Wilson's, 95 %. */
  readonly ci: Interval | null;
}

/** How far a judge and people agree on one yes or no. `null` where it can't be told: people said only the one, or there is nothing. */
export interface Figures {
  readonly pairs: number;
  readonly positives: number;
  readonly units: number;
  readonly auc: number | null;
  /** Of the AUC, 95 %, by drawing units again. */
  readonly ci: Interval | null;
  /** At the judge's own threshold. */
  readonly kappa: number | null;
  readonly kappaCi: Interval | null;
  /** At the threshold that is best for these very pairs: more than to be hoped for on others. `from`: values from here up are a yes. */
  readonly best: { readonly from: number | null; readonly kappa: number | null };
  /** Of all pairs, those on which judge and person say the same; of the positives, those found; of the negatives, those rejected. */
  readonly rates: { readonly agreement: Rate; readonly found: Rate; readonly rejected: Rate };
}

export function figuresOf(compared: readonly Compared[], random: Random): Figures {
  const units = compared.map(({ unit }) => unit);
  const auc = aucOf(compared);
  const kappaOf = (weights: Weights): number | undefined => kappa(weighted(compared, weights));
  const best = bestCuts(
    compared.map(({ value, isPositive }) => ({ value, grade: isPositive ? 1 : 0 })),
    2,
    unweighted,
  );
  const positives = compared.filter(({ isPositive }) => isPositive);
  const negatives = compared.filter(({ isPositive }) => !isPositive);
  return {
    pairs: compared.length,
    positives: positives.length,
    units: new Set(units).size,
    auc: auc(once(compared)) ?? null,
    ci: bootstrapInterval(units, auc, random) ?? null,
    kappa: kappaOf(once(compared)) ?? null,
    kappaCi: bootstrapInterval(units, kappaOf, random) ?? null,
    best: { from: finite(best?.cuts[0]), kappa: best?.kappa ?? null },
    rates: {
      agreement: rateOf(compared, ({ said, isPositive }) => said === isPositive),
      found: rateOf(positives, ({ said }) => said),
      rejected: rateOf(negatives, ({ said }) => !said),
    },
  };
}

function weighted(compared: readonly Compared[], weights: Weights): readonly (readonly number[])[] {
  const table = gradeTable(2, []).map((row) => [...row]);
  for (const [index, { said, isPositive }] of compared.entries()) {
    const row = table[isPositive ? 1 : 0] as number[];
    row[said ? 1 : 0] = (row[said ? 1 : 0] ?? 0) + (weights[index] ?? 0);
  }
  return table;
}

function rateOf(compared: readonly Compared[], holds: (one: Compared) => boolean): Rate {
  const count = compared.filter(holds).length;
  return { share: compared.length === 0 ? null : count / compared.length, ci: wilson(count, compared.length) ?? null };
}

function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}
