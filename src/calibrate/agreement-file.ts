import type { JudgeAgreement } from '../model/agreement.ts';
import { expected, messageOf } from '../model/errors.ts';
import type { TextFile } from '../model/text-file.ts';

/** One judge in the file that `ragmeter calibrate --out` writes. */
export interface FiledAgreement extends JudgeAgreement {
  /** The files of labels; `kappa` is the mean of theirs. */
  readonly files: readonly MeasuredFile[];
}

export interface MeasuredFile {
  readonly file: string;
  readonly pairs: number;
  readonly kappa: number;
  readonly auc: number | null;
}

/** The text of the file: the judges that it told of before, and this one anew. A large file of labels counts no more than a small one. */
export function agreementText(before: readonly FiledAgreement[], judge: JudgeAgreement['judge'], files: readonly MeasuredFile[]): string {
  const kappa = files.reduce((sum, file) => sum + file.kappa, 0) / files.length;
  const others = before.filter((one) => one.judge.id !== judge.id || one.judge.version !== judge.version);
  return `${JSON.stringify({ agreement: [...others, { judge, kappa, files }] }, undefined, 2)}\n`;
}

/** Reads such a file. Throws `invalid_option` where there is none, or another one. */
export function agreementIn(file: TextFile): readonly FiledAgreement[] {
  let text: string;
  try {
    text = file.read();
  } catch (cause) {
    throw expected(`${file.path} to be ${WHAT}`, messageOf(cause));
  }
  return parseAgreement(text, file.path);
}

/** Throws `invalid_option` where the text is that of another file. */
export function parseAgreement(text: string, path: string): readonly FiledAgreement[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw expected(`${path} to be ${WHAT}`, messageOf(cause));
  }
  const { agreement } = (value ?? {}) as { readonly agreement?: unknown };
  if (!Array.isArray(agreement) || !agreement.every(isFiled)) throw expected(`${path} to be ${WHAT}`, value);
  return agreement;
}

const WHAT = 'a file that ragmeter calibrate --out wrote';

function isFiled(value: unknown): value is FiledAgreement {
  const { judge, kappa, files } = (value ?? {}) as Partial<FiledAgreement>;
  const isJudge = typeof judge?.id === 'string' && typeof judge.version === 'string';
  return isJudge && typeof kappa === 'number' && kappa >= -1 && kappa <= 1 && Array.isArray(files);
}
