import { gunzipSync } from 'node:zlib';
import { bytesOf } from './fixtures.ts';

/** A passage that a person judged. */
export interface Labelled {
  readonly id: string;
  readonly query: string;
  readonly passage: string;
  /** Above 0: relevant. */
  readonly label: number;
  readonly answer?: string;
  /** Whether the answer was written from this passage. */
  readonly used?: boolean;
}

export function labelsOf(name: string): readonly Labelled[] {
  const lines = gunzipSync(bytesOf(`labels-${name}.jsonl.gz`))
    .toString()
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as Labelled);
}

/** The chance that one of `right` is above one of `wrong`; ties count half. */
export function auc(right: readonly number[], wrong: readonly number[]): number {
  let above = 0;
  for (const high of right) {
    for (const low of wrong) above += high > low ? 1 : high === low ? 0.5 : 0;
  }
  return above / (right.length * wrong.length);
}
