import type { Facts } from '../model/facts.ts';
import type { Mapping } from '../model/mapping.ts';
import type { SpanView } from '../model/span.ts';
import type { RetrievedDocument } from '../model/turn.ts';
import { finiteNumber, indexed, plainText, structure, unquoted } from './attributes.ts';
import { documentFrom, documentsFrom } from './documents.ts';
import type { Extractor } from './extractor.ts';
import { factsOf } from './facts-of.ts';
import { valueAt } from './value-at.ts';

/** The extractor of a declared convention. What it names wins over everything built in. */
export function mapped(mapping: Mapping): Extractor {
  return {
    name: mapping.name,
    extract: (span) => (matches(span, mapping) ? read(span, mapping) : undefined),
  };
}

function matches({ name, scope, attributes }: SpanView, { match }: Mapping): boolean {
  return Object.entries(match).every(([key, wanted]) => {
    const value = key === 'span.name' ? name : key === 'scope.name' ? scope.name : attributes[key];
    return value === wanted || (value !== undefined && value !== null && typeof value !== 'object' && String(value) === String(wanted));
  });
}

function read({ attributes }: SpanView, mapping: Mapping): Facts | undefined {
  const textAt = (path: string | undefined): string | undefined => {
    const value = path === undefined ? undefined : valueAt(attributes, path);
    return plainText(typeof value === 'string' ? unquoted(value) : value);
  };
  const query = textAt(mapping.query);
  const documents = mapping.documents === undefined ? undefined : documentsAt(attributes, mapping.documents, mapping);
  const answer = textAt(mapping.answer);
  return factsOf(mapping.name, {
    retrieval: documents === undefined ? undefined : { ...(query === undefined ? {} : { query }), documents },
    // A span that also knows the answer is the whole request: what was asked there is the user's question.
    question: documents === undefined || answer !== undefined ? query : undefined,
    answer,
    reference: textAt(mapping.reference),
  });
}

function documentsAt(attributes: SpanView['attributes'], path: string, mapping: Mapping): readonly RetrievedDocument[] | undefined {
  const flattened = indexed(attributes, path);
  const list = flattened.length > 0 ? flattened : structure(valueAt(attributes, path));
  if (list === undefined) return undefined;
  if (mapping.text === undefined && mapping.id === undefined && mapping.score === undefined) return documentsFrom(list);
  if (!Array.isArray(list)) return undefined;
  return (list as readonly unknown[]).map((entry, rank) => {
    const at = (inner: string | undefined): unknown => (inner === undefined ? undefined : valueAt(structure(entry) ?? {}, inner));
    const usual = documentFrom(entry, rank);
    const text = mapping.text === undefined ? usual?.text : plainText(at(mapping.text));
    const idValue = at(mapping.id);
    const id = mapping.id === undefined ? usual?.id : typeof idValue === 'number' ? String(idValue) : plainText(idValue);
    const score = mapping.score === undefined ? usual?.score : finiteNumber(at(mapping.score));
    return {
      ...(text === undefined ? {} : { text }),
      ...(id === undefined ? {} : { id }),
      ...(score === undefined ? {} : { score }),
      rank,
    };
  });
}
