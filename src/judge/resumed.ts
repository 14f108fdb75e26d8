import type { Judge } from '../model/judge.ts';
import type { TextFile } from '../model/text-file.ts';
import { contentHash } from './content-hash.ts';
import { recording } from './recording.ts';
import { parseRecording } from './recording-line.ts';
import { wrap } from './wrap.ts';

/** How each line of ours begins. */
const BEGINNING = '{"key":"';

/**
 * Writes answers down as `recording` does, and asks nobody about what is in the file already: work that was broken off goes on where it was. What other
 * judges said in the same file is left alone. A line that was cut, as when the process is killed while it writes, is asked again.
 */
export function resumed(inner: Judge, file: TextFile): Judge {
  const text = contentOf(file);
  const whole = text.split('\n').map((line) => (isCut(line) ? '' : line));
  const known = new Map(parseRecording(whole.join('\n'), file.path).map(({ key, verdicts }) => [key, verdicts]));
  // What was cut must not become one line with what comes next.
  if (text !== '' && !text.endsWith('\n')) file.append('\n');
  const asking = recording(inner, file);
  return wrap(inner, (turn, needs, signal) => {
    const verdicts = known.get(contentHash(inner, turn, needs));
    return verdicts === undefined ? asking.ask(turn, needs, signal) : Promise.resolve({ status: 'answered', verdicts });
  });
}

/** Empty where there is none yet. */
function contentOf(file: TextFile): string {
  try {
    return file.read();
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return '';
    throw error;
  }
}

/** The beginning of one of our lines, and no more. Anything else that is not JSON shows that this is another file. */
function isCut(line: string): boolean {
  if (!line.startsWith(BEGINNING)) return line !== '' && BEGINNING.startsWith(line);
  try {
    JSON.parse(line);
    return false;
  } catch {
    return true;
  }
}
