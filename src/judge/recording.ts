import type { Judge } from '../model/judge.ts';
import type { TextFile } from '../model/text-file.ts';
import { contentHash } from './content-hash.ts';
import type { RecordingLine } from './recording-line.ts';
import { wrap } from './wrap.ts';

/** Writes down what a judge answers, a line each, for `recordedJudge`. Only answers: what failed is asked again next time. */
export function recording(inner: Judge, file: TextFile): Judge {
  const { id, version, gives } = inner;
  return wrap(inner, async (turn, needs, signal) => {
    const reply = await inner.ask(turn, needs, signal);
    if (reply.status === 'answered') {
      const line: RecordingLine = { key: contentHash(inner, turn, needs), judge: { id, version, gives }, verdicts: reply.verdicts };
      file.append(`${JSON.stringify(line)}\n`);
    }
    return reply;
  });
}
