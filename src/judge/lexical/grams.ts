import type { Run } from './runs.ts';

/** Adds the character n-grams of a run to `into`, in order of their start, each as a 32-bit hash. */
export function pushGrams(run: Run, into: number[]): void {
  // A mark before a spaced word lets its beginning weigh more than its ending, where inflection sits.
  const text = run.script === 'spaced' ? `\u0001${run.text}` : run.text;
  const size = Math.min(gramSize(run.text), text.length);
  for (let start = 0; start + size <= text.length; start += 1) into.push(hash(text, start, start + size));
}

/** How many UTF-16 units a gram has: 2 where one character is a syllable or an idea (Han, kana, Hangul), 5 for Latin, Greek and Cyrillic, else 3. */
export function gramSize(run: string): number {
  const first = run.charCodeAt(0);
  if (first >= 0x2e80) return 2;
  return first < 0x0590 ? 5 : 3;
}

// Two grams that collide only count as one: with some hundred grams of a question in 32 bits that is nothing.
function hash(text: string, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) value = (Math.imul(value, 65_599) + text.charCodeAt(at)) | 0;
  return value;
}
