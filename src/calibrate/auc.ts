/** What a judge gave one thing, and what people say of it. */
export interface Ranked {
  readonly value: number;
  readonly isPositive: boolean;
}

/** How often each thing counts, by its index. */
export type Weights = ArrayLike<number>;

/**
 * The area under the ROC curve: the chance that a positive is valued above a negative, where a tie counts a half. 0..1, .5 is chance; undefined
 * where there is no positive or no negative. Sorts once, for many weights.
 */
export function aucOf(items: readonly Ranked[]): (weights: Weights) => number | undefined {
  const order = items.map((_, index) => index).sort((a, b) => valueAt(a) - valueAt(b));

  function valueAt(index: number): number {
    return items[index]?.value ?? Number.NaN;
  }

  return (weights) => {
    let positives = 0;
    let negativesBelow = 0;
    let wins = 0;
    for (let at = 0; at < order.length; ) {
      const value = valueAt(order[at] ?? -1);
      let tiedPositives = 0;
      let tiedNegatives = 0;
      for (; at < order.length && valueAt(order[at] ?? -1) === value; at += 1) {
        const index = order[at] ?? -1;
        const weight = weights[index] ?? 0;
        if (items[index]?.isPositive === true) tiedPositives += weight;
        else tiedNegatives += weight;
      }
      wins += tiedPositives * (negativesBelow + tiedNegatives / 2);
      positives += tiedPositives;
      negativesBelow += tiedNegatives;
    }
    return positives === 0 || negativesBelow === 0 ? undefined : wins / (positives * negativesBelow);
  };
}

/** Everything counts once. */
export function once(items: ArrayLike<unknown>): Weights {
  return new Uint8Array(items.length).fill(1);
}
