import type { Result } from '../model/result.ts';
import { levelsOf } from './result-line.ts';
import { cut, plural } from './text.ts';

/** What came of many turns: outcomes by reason, the mean, and the worst turn explained. */
export function summary(results: readonly Result[], columns: number): readonly string[] {
  const scored = results.filter((result) => result.score !== undefined);
  const mean = scored.reduce((sum, { score = 0 }) => sum + score, 0) / scored.length;
  const lines = [`${plural(results.length, 'turn')}: ${outcomes(results)}`];
  if (scored.length > 0)
    lines.push(`mean context relevance ${mean.toFixed(2)} over ${plural(scored.length, 'score')} (${judgeOf(scored)})`);
  const worst = scored.toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0) || a.traceId.localeCompare(b.traceId))[0];
  if (worst !== undefined) lines.push('', ...explained(worst, columns));
  return lines;
}

function outcomes(results: readonly Result[]): string {
  const counts = new Map<string, number>();
  for (const { outcome, reason } of results) {
    const name = reason === undefined ? outcome : `${outcome}(${reason})`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const names = [...counts.keys()].sort((a, b) => rankOf(a) - rankOf(b) || a.localeCompare(b));
  return names.map((name) => `${counts.get(name)} ${name}`).join(', ') || 'none';
}

/** Results land in any order; what is told of them is always in this one. */
const OUTCOMES = ['scored', 'skipped', 'failed', 'dropped'];

function rankOf(name: string): number {
  return OUTCOMES.findIndex((outcome) => name.startsWith(outcome));
}

function judgeOf(results: readonly Result[]): string {
  return [...new Set(results.map(({ judge }) => (judge.id === 'lexical' ? 'lexical judge, a heuristic' : `judge ${judge.id}`)))].join('; ');
}

function explained(result: Result, columns: number): readonly string[] {
  const { turn } = result;
  return [
    `worst turn: ${result.score?.toFixed(2)} ${result.label}, trace ${result.traceId}`,
    `  question   ${result.query ?? ''}`,
    ...turn.documents.map((document, index) => {
      const verdict = result.verdicts?.documents?.find((one) => one.index === index);
      return `  #${index + 1} ${(verdict?.level ?? '-').padEnd(6)}  ${document.text ?? '(no text)'}`;
    }),
    `  answer     ${turn.answer ?? '(none)'}`,
    `  why        ${result.explanation ?? levelsOf(result)}`,
  ].map((line) => cut(line, columns));
}
