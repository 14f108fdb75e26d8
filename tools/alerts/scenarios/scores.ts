import type { Random } from '../../../src/model/random.ts';

const LEVELS = [0.7, 0.3, 0];

/** A turn's score as context relevance makes it: the mean level of a few documents, whose mean over many turns is `mean`. */
export function drawScore(mean: number, documents: number, random: Random): number {
  let sum = 0;
  for (let document = 0; document < documents; document += 1) sum += drawLevel(mean, random);
  return Math.round((sum / documents) * 100) / 100;
}

function drawLevel(mean: number, random: Random): number {
  const other = LEVELS[Math.floor(random() * LEVELS.length)] ?? 0;
  const meanOfOthers = 1 / 3;
  if (mean >= meanOfOthers) return random() < (mean - meanOfOthers) / (1 - meanOfOthers) ? 1 : other;
  return random() < mean / meanOfOthers ? other : 0;
}
