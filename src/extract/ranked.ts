import type { RetrievedDocument } from '../model/turn.ts';
import { finiteNumber, record, structure, unquoted } from './attributes.ts';
import { documentFrom } from './documents.ts';

/**
 * What a reranker kept, best first. Where its output names only places in its input, as in `{ "index": 3, "relevanceScore": 0.8 }`, the
 * texts are read there.
 */
export function ranked(output: readonly unknown[], input: readonly unknown[]): readonly RetrievedDocument[] {
  return output.flatMap((entry, rank): readonly RetrievedDocument[] => {
    const said = record(structure(entry));
    const place = record(structure(said?.text)) ?? said;
    const index = finiteNumber(place?.index ?? place?.originalIndex);
    const score = finiteNumber(place?.relevanceScore ?? place?.relevance_score ?? place?.score);
    const pointed = index === undefined ? undefined : documentFrom(decodedOnce(input[index]), rank);
    if (pointed !== undefined) return [{ ...pointed, ...(score === undefined ? {} : { score }), rank }];
    const own = documentFrom(entry, rank);
    return own === undefined ? [] : [own];
  });
}

/** Who writes places writes every document of the input as JSON, texts and maps alike. */
function decodedOnce(entry: unknown): unknown {
  const written = record(entry)?.text ?? entry;
  return typeof written === 'string' ? (record(structure(written)) ?? unquoted(written)) : written;
}
