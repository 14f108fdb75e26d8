import type { DocumentVerdict } from '../model/verdicts.ts';

/** Whether the answer used a document, as every carrier writes it. Text, because telemetry has no third boolean. */
export function usedText({ used }: Pick<DocumentVerdict, 'used'>): 'true' | 'false' | 'unknown' {
  if (used === undefined) return 'unknown';
  return used ? 'true' : 'false';
}
