import { expected, messageOf, RagmeterError } from '../model/errors.ts';
import type { Judge } from '../model/judge.ts';
import type { TextFile } from '../model/text-file.ts';
import { contentHash } from './content-hash.ts';
import { parseRecording } from './recording-line.ts';

/**
 * Says what another judge said before, as `recording` wrote it down, and goes by that judge's name and version. The file is read now. A turn that
 * is not in it has failed: nothing is guessed. Of two lines on the same turn the later counts.
 */
export function recordedJudge(file: TextFile): Judge {
  const lines = parseRecording(contentOf(file), file.path);
  const [first] = lines;
  if (first === undefined) throw expected(`recorded verdicts in ${file.path}`, 'none');
  const { judge } = first;
  const other = lines.find((line) => line.judge.id !== judge.id || line.judge.version !== judge.version);
  if (other !== undefined) {
    throw expected(`one judge in ${file.path}`, `${judge.id}@${judge.version} and ${other.judge.id}@${other.judge.version}`);
  }
  const known = new Map(lines.map(({ key, verdicts }) => [key, verdicts]));
  return {
    ...judge,
    ask(turn, needs) {
      const verdicts = known.get(contentHash(judge, turn, needs));
      if (verdicts !== undefined) return Promise.resolve({ status: 'answered', verdicts });
      const message = `Expected verdicts on ${needs.join(', ')} of this turn in ${file.path}, got none: record it again`;
      return Promise.resolve({ status: 'failed', reason: 'judge_error', retryable: false, message });
    },
  };
}

function contentOf(file: TextFile): string {
  try {
    return file.read();
  } catch (cause) {
    throw new RagmeterError('invalid_recording', `Expected a recording at ${file.path}, got ${messageOf(cause)}`, { cause });
  }
}
