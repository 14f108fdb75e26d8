#!/usr/bin/env node
/**
 * How far the lexical judge agrees with human labels: `npm run -s build && node bench/lexical-agreement.mjs FILE.jsonl…`
 *
 * Rows: { id, query, passage, label, answer?, used? }; above 0 is relevant. `relevant`: each row as a turn of one document, without its
 * answer; `grouped`: the rows of a query as one turn; `off topic`: relevant passages and those of three other queries; `used`: with the
 * answer. Columns: all rows, and the halves `tune` and `held out`, split by query, by passage where the query is empty.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { aucOf } from '../dist/calibrate/auc.js';
import { lexicalJudge } from '../dist/judge/lexical/lexical-judge.js';

const OTHERS = 3;
const LEVELS = ['none', 'low', 'medium', 'high'];
const judge = lexicalJudge();
const signal = new AbortController().signal;
const spentMs = [];

async function verdictsOn(query, texts, answer) {
  const turn = { query, documents: texts.map((text, rank) => ({ text, rank })), retrievals: [], flags: [] };
  const start = process.cpuUsage();
  const reply = await judge.ask(answer === undefined ? turn : { ...turn, answer }, ['documents'], signal);
  const { user, system } = process.cpuUsage(start);
  if (texts.length === 1) spentMs.push((user + system) / 1_000);
  return reply.verdicts.documents;
}

/** FNV-1a: which half a row belongs to has nothing to do with its place in the file. */
function hash(text) {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ character.codePointAt(0), 0x01000193) >>> 0;
  return value;
}

function rowsOf(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  const rows = lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line));
  return rows.map((row) => ({ ...row, heldOut: hash(row.query || row.passage) % 2 === 1 }));
}

function byQuery(rows) {
  const groups = new Map();
  for (const row of rows) groups.set(row.query, [...(groups.get(row.query) ?? []), row]);
  return [...groups];
}

function auc(pairs) {
  return aucOf(pairs.map(({ score, positive }) => ({ value: score, isPositive: positive })))(pairs.map(() => 1));
}

async function relevant(rows) {
  const pairs = [];
  for (const row of rows) {
    const [{ relevance, level }] = await verdictsOn(row.query, [row.passage]);
    pairs.push({ heldOut: row.heldOut, positive: row.label > 0, score: relevance, level });
  }
  return pairs;
}

async function grouped(rows) {
  const pairs = [];
  for (const [query, group] of byQuery(rows)) {
    const passages = group.map(({ passage }) => passage);
    for (const { index, relevance, level } of await verdictsOn(query, passages)) {
      pairs.push({ heldOut: group[index].heldOut, positive: group[index].label > 0, score: relevance, level });
    }
  }
  return pairs;
}

async function ofOthers(rows) {
  const pairs = [];
  for (const [index, row] of rows.entries()) {
    if (row.label === 0) continue;
    for (let step = 1; step <= OTHERS; step += 1) {
      const other = rows[(index + Math.floor((step * rows.length) / (OTHERS + 1))) % rows.length];
      if (other.query === row.query) continue;
      const [{ relevance, level }] = await verdictsOn(row.query, [other.passage]);
      pairs.push({ heldOut: row.heldOut, positive: false, score: relevance, level });
    }
  }
  return pairs;
}

async function used(rows) {
  const pairs = [];
  for (const row of rows) {
    const [verdict] = await verdictsOn(row.query, [row.passage], row.answer);
    pairs.push({ heldOut: row.heldOut, positive: row.used, score: verdict.usage, used: verdict.used });
  }
  return pairs;
}

function line(name, what, pairs) {
  const parts = [pairs, pairs.filter(({ heldOut }) => !heldOut), pairs.filter(({ heldOut }) => heldOut)];
  return `${name.padEnd(18)} ${what.padEnd(10)} ${String(pairs.length).padStart(6)} ${parts.map((part) => auc(part).toFixed(3).padStart(6)).join(' ')}`;
}

function percent(part, whole) {
  return `${Math.round((100 * part.length) / whole.length)} %`.padStart(6);
}

function levelsLine(name, what, pairs) {
  const heldOut = pairs.filter((pair) => pair.heldOut);
  const cells = LEVELS.map((level) =>
    percent(
      heldOut.filter((pair) => pair.level === level),
      heldOut,
    ),
  );
  return `${name.padEnd(18)} ${what.padEnd(10)} ${String(heldOut.length).padStart(6)} ${cells.join(' ')}`;
}

function usedLine(name, what, pairs) {
  const heldOut = pairs.filter((pair) => pair.heldOut);
  return `${name.padEnd(18)} ${what.padEnd(10)} ${String(heldOut.length).padStart(6)} ${percent(
    heldOut.filter((pair) => pair.used),
    heldOut,
  )}`;
}

const agreement = [];
const levels = [];
const uses = [];
for (const file of process.argv.slice(2)) {
  const name = basename(file, '.jsonl');
  const rows = rowsOf(file);
  const asked = rows.filter(({ query }) => query !== '');
  if (asked.length > 0) {
    const pairs = await relevant(asked);
    const right = pairs.filter(({ positive }) => positive);
    const others = await ofOthers(asked);
    agreement.push(line(name, 'relevant', pairs), line(name, 'off topic', [...right, ...others]));
    if (byQuery(asked).length < asked.length / 2) agreement.push(line(name, 'grouped', await grouped(asked)));
    const wrong = pairs.filter(({ positive }) => !positive);
    levels.push(levelsLine(name, 'relevant', right), levelsLine(name, 'not', wrong), levelsLine(name, 'off topic', others));
  }
  const answered = rows.filter((row) => row.used !== undefined && row.answer);
  if (answered.length > 0) {
    const pairs = await used(answered);
    agreement.push(line(name, 'used', pairs));
    const [yes, no] = [true, false].map((is) => pairs.filter(({ positive }) => positive === is));
    uses.push(usedLine(name, 'used', yes), usedLine(name, 'not used', no));
  }
}

const head = `${'file'.padEnd(18)} ${'rows are'.padEnd(10)} ${'rows'.padStart(6)}`;
console.log(`AUC\n${head} ${['all', 'tune', 'held out'].map((cell) => cell.padStart(6)).join(' ')}\n${agreement.join('\n')}\n`);
console.log(`levels, held out\n${head} ${LEVELS.map((level) => level.padStart(6)).join(' ')}\n${levels.join('\n')}\n`);
console.log(`said to be used, held out\n${head}\n${uses.join('\n')}\n`);
spentMs.sort((a, b) => a - b);
const at = (share) => (spentMs[Math.floor(share * (spentMs.length - 1))] ?? 0).toFixed(2);
console.log(`processor time a pair: median ${at(0.5)} ms, p95 ${at(0.95)} ms, ${spentMs.length} pairs`);
