import { agreementText, type FiledAgreement, type MeasuredFile, parseAgreement } from '../../calibrate/agreement-file.ts';
import { messageOf, RagmeterError } from '../../model/errors.ts';
import type { Io } from '../../runtime/io.ts';
import { ONE_FILE, reasonOf } from '../read-files.ts';
import type { Measured } from './measured.ts';

/**
 * What the file says of judges so far; nothing where there is none. Another kind of file is refused: it would be lost. So is one that cannot be
 * written: better to know before a judge is paid.
 */
export async function readAgreementOut(path: string, io: Io): Promise<readonly FiledAgreement[]> {
  await io.probe(path).catch((cause) => refuse(path, cause));
  let bytes: Uint8Array;
  try {
    bytes = await io.read(path);
  } catch (cause) {
    if ((cause as { code?: unknown }).code === 'ENOENT') return [];
    throw new RagmeterError('invalid_option', `${path}: ${reasonOf(cause, ONE_FILE)}`, { cause });
  }
  return parseAgreement(new TextDecoder().decode(bytes), path);
}

/** Writes what was measured, and leaves what the file says of other judges. */
export async function writeAgreement(
  path: string,
  before: readonly FiledAgreement[],
  measured: readonly Measured[],
  io: Io,
): Promise<void> {
  const files = measured.flatMap(({ file, agreement }): readonly MeasuredFile[] => {
    const { pairs, kappa, auc } = agreement.relevance;
    return kappa === null ? [] : [{ file, pairs, kappa, auc }];
  });
  const [first] = measured;
  if (first === undefined || files.length === 0) {
    throw new RagmeterError(
      'no_agreement',
      `Expected relevant and other passages among the labels, got only the one: ${path} was not written`,
    );
  }
  const { id, version } = first.judge;
  await io.write(path, agreementText(before, { id, version }, files)).catch((cause) => refuse(path, cause));
}

function refuse(path: string, cause: unknown): never {
  throw new RagmeterError('invalid_option', `Expected --out to be a file that can be written, got ${path}: ${messageOf(cause)}`, { cause });
}
