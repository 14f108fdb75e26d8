#!/usr/bin/env node
/**
 * How well the lexical judge's relevance does on questions that its constants were not chosen on:
 * `npm run -s build && node bench/lexical-held-out.mjs FILE.jsonl...` (lines of `{ query, passage, label }`).
 * Again and again the questions of each set are parted into two halves by chance (seeded). The four constants of the formula are chosen anew on the one
 * half of all sets together, for the highest mean of the sets' AUC (as log-odds, so that .97 and .98 are as far apart as .67 and .75), and
 * measured on the other half. Printed: the mean and the spread of those AUC, and what the constants of the judge have on all rows.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { aucOf } from '../dist/calibrate/auc.js';
import { seededRandom } from '../dist/calibrate/seeded-random.js';
import { hitsIn } from '../dist/judge/lexical/hits.js';
import { askedBy } from '../dist/judge/lexical/question.js';
import { termWeights } from '../dist/judge/lexical/rarity.js';
import { read } from '../dist/judge/lexical/reading.js';
import { relevanceOf } from '../dist/judge/lexical/relevance.js';

const SPLITS = 60;
const READ_CHARACTERS = 12_288;
/** The passages that the judge does not window. */
const WHOLE_CHARACTERS = 2_000;
/** What the judge has. `prosePower`: how strongly what is no prose counts less as length. `lastWeight`: of an English question. */
const OURS = { halfCharacters: 500, prosePower: 3, densityWeight: 4, lastWeight: 1.5 };
const GRID = [150, 300, 500, 1_000].flatMap((halfCharacters) =>
  [0, 1, 2, 3, 4].flatMap((prosePower) =>
    [1, 2, 4, 8].flatMap((densityWeight) => [1, 1.5, 2].map((lastWeight) => ({ halfCharacters, prosePower, densityWeight, lastWeight }))),
  ),
);

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/** What the formula takes of one row, and what the judge itself makes of it. */
function featuresOf({ query, passage, label }) {
  const question = askedBy(query, segmenter);
  const hits = hitsIn(read(passage, question.isStopWord, READ_CHARACTERS), question);
  const weights = termWeights(question.terms, [hits]);
  const share = (sentences, gramsOnly) => {
    const terms = new Set(sentences.flatMap((sentence) => sentence.terms));
    const grams = new Set(sentences.flatMap((sentence) => sentence.grams));
    const total = (numbers, of) => [...numbers].reduce((sum, number) => sum + of(number), 0);
    const gramWeight = (gram) => weights[question.gramTerm[gram]];
    return gramsOnly
      ? total(grams, gramWeight) / (total(question.gramTerm.keys(), gramWeight) || 1)
      : total(terms, (term) => weights[term]) / (total(weights.keys(), (term) => weights[term]) || 1);
  };
  const best = hits.map((sentence) => [share([sentence], false), share([sentence], true)]).toSorted((a, b) => b[0] + b[1] - a[0] - a[1])[0];
  const length = hits.reduce((sum, sentence) => sum + sentence.length, 0);
  const prose = hits.reduce((sum, sentence) => sum + sentence.prose, 0);
  return {
    query,
    isRelevant: label > 0,
    judged: relevanceOf(hits, question, weights).value,
    isWhole: length <= WHOLE_CHARACTERS,
    length,
    letters: length === 0 ? 0 : Math.cbrt(prose / length),
    counts: weights.map((_, term) => hits.reduce((sum, sentence) => sum + sentence.terms.filter((hit) => hit === term).length, 0)),
    isLast: weights.map((weight) => weight > 1),
    // Grams belong to words, so the last word's weight is in them; they are a tenth of the formula, and kept.
    grams: share(hits, true),
    best: best ?? [0, 0],
  };
}

/** The judge's formula with other constants, for a passage that is read whole. */
function relevance({ counts, isLast, grams, best, length, letters }, { halfCharacters, prosePower, densityWeight, lastWeight }) {
  const halfAt = (length * letters ** prosePower) / halfCharacters;
  let all = 0;
  let words = 0;
  let density = 0;
  for (const [term, count] of counts.entries()) {
    const weight = isLast[term] ? lastWeight : 1;
    all += weight;
    if (count === 0) continue;
    words += weight;
    density += (weight * count) / (count + halfAt);
  }
  const wanted = (all || 1) * Math.min(1, (8 / counts.length) ** 0.4);
  const coverage = ((words / (all || 1) + grams + best[0] + best[1]) / 4) * ((all || 1) / wanted);
  return Math.min(1, (coverage + (densityWeight * density) / wanted) / (1 + densityWeight));
}

function halfOf(queries, random) {
  const shuffled = [...queries];
  for (let at = shuffled.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [shuffled[at], shuffled[other]] = [shuffled[other], shuffled[at]];
  }
  return new Set(shuffled.slice(0, shuffled.length >> 1));
}

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('Expected files of labels, got none: node bench/lexical-held-out.mjs FILE.jsonl...');
  process.exit(2);
}
const sets = files.map((file) => {
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => featuresOf(JSON.parse(line)));
  for (const row of rows) {
    const again = relevance(row, OURS);
    if (row.isWhole && Math.abs(again - row.judged) > 1e-9) {
      throw new Error(`Expected this formula to be the judge's, got ${again} and ${row.judged} for "${row.query}": bring it up to date`);
    }
  }
  const ranked = (scoreOf) => aucOf(rows.map((row) => ({ value: scoreOf(row), isPositive: row.isRelevant })));
  return {
    name: basename(file),
    rows,
    asItIs: ranked(({ judged }) => judged)(rows.map(() => 1)),
    aucs: GRID.map((constants) => ranked((row) => relevance(row, constants))),
    queries: [...new Set(rows.map(({ query }) => query))],
    heldOut: [],
  };
});

const chosen = new Map();
const random = seededRandom(1);
for (let split = 0; split < SPLITS; split += 1) {
  const tuned = sets.map(({ queries, rows }) => {
    const half = halfOf(queries, random);
    return rows.map(({ query }) => (half.has(query) ? 1 : 0));
  });
  const logOdds = (share) => Math.log(share / (1 - share));
  const worth = GRID.map((_, at) => sets.reduce((sum, { aucs }, index) => sum + logOdds(aucs[at](tuned[index])), 0));
  const best = worth.indexOf(Math.max(...worth));
  chosen.set(JSON.stringify(GRID[best]), (chosen.get(JSON.stringify(GRID[best])) ?? 0) + 1);
  for (const [index, { aucs, heldOut }] of sets.entries()) heldOut.push(aucs[best](tuned[index].map((isIn) => 1 - isIn)));
}
for (const { name, asItIs, heldOut } of sets) {
  const mean = heldOut.reduce((sum, value) => sum + value, 0) / SPLITS;
  const spread = Math.sqrt(heldOut.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (SPLITS - 1));
  console.log(`${name.padEnd(28)} held out ${mean.toFixed(3)} (sd ${spread.toFixed(3)})  as it is ${asItIs.toFixed(3)}`);
}
const [[often, times]] = [...chosen].toSorted(([, a], [, b]) => b - a);
console.log(`${chosen.size} choices; most often, ${times} of ${SPLITS} times: ${often}`);
