import { RagmeterError } from '../../model/errors.ts';
import { gunzipSync, isGzip } from '../../receive/gzip.ts';

/** A file of labels larger than this, unpacked, would not fit into one text. */
const MAX_BYTES = 512 * 1_024 * 1_024;

/** How workbooks begin: they are archives. */
const ARCHIVE = [0x50, 0x4b, 0x03, 0x04];

/**
 * The text of a file of labels, plain or gzipped, in UTF-8 or, behind its mark, UTF-16. Strict: throws `invalid_labels` for another encoding, as a
 * spreadsheet may write it. A judge would be shown words with holes, and blamed for not finding them.
 */
export function labelText(bytes: Uint8Array, isStrict: boolean): string {
  const plain = isGzip(bytes) ? gunzipSync(bytes, MAX_BYTES, 'split the file') : bytes;
  if (ARCHIVE.every((byte, index) => plain[index] === byte)) throw invalid('a workbook or another archive');
  try {
    return new TextDecoder(encodingOf(plain), { fatal: isStrict }).decode(plain);
  } catch {
    throw invalid('another encoding');
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

function invalid(got: string): RagmeterError {
  return new RagmeterError('invalid_labels', `Expected text in UTF-8, got ${got}: save it as CSV in UTF-8`);
}
