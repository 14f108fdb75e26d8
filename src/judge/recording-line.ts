import { RagmeterError, show } from '../model/errors.ts';
import type { Need, Verdicts } from '../model/verdicts.ts';

/** One line of a recording: what one judge said of one turn. */
export interface RecordingLine {
  /** Hash of the judge and of what it was shown; the texts themselves are not in the file. */
  readonly key: string;
  readonly judge: { readonly id: string; readonly version: string; readonly gives: readonly Need[] };
  readonly verdicts: Verdicts;
}

/** Reads JSON lines. Throws `invalid_recording` where a line is something else. */
export function parseRecording(text: string, path: string): readonly RecordingLine[] {
  return text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [parseLine(line, `${path}, line ${index + 1}`)]));
}

function parseLine(line: string, where: string): RecordingLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw invalid(where, 'JSON', line, cause);
  }
  const { key, judge, verdicts } = (value ?? {}) as Partial<RecordingLine>;
  const isJudge = typeof judge?.id === 'string' && typeof judge.version === 'string' && Array.isArray(judge.gives);
  if (typeof key !== 'string' || !isJudge || typeof verdicts !== 'object') throw invalid(where, 'key, judge and verdicts', value);
  return { key, judge, verdicts };
}

function invalid(where: string, what: string, got: unknown, cause?: unknown): RagmeterError {
  return new RagmeterError('invalid_recording', `${where}: expected ${what}, got ${show(got)}`, { cause });
}
