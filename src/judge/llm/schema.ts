import { LEVELS } from '../../model/verdicts.ts';
import type { Item } from './sheet.ts';

/** A JSON schema, as far as we need one. */
export interface JsonSchema {
  readonly type: 'object' | 'string' | 'array';
  readonly enum?: readonly string[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
}

/**
 * Beyond this many ids the words of a verdict are left to the rubric: spelled out for each id they would cost more tokens than the
 * documents, and references between parts of a schema are not understood everywhere.
 */
const MAX_SPELLED_OUT = 8;

/**
 * What the reply must look like: each id once. Built as plain JSON schema, because the ids are drawn for each call and every version of the
 * AI SDK takes it without loading anything.
 */
export function schemaFor(wanted: ReadonlyMap<string, Item>, hasAnswer: boolean): JsonSchema {
  const isSpelledOut = wanted.size <= MAX_SPELLED_OUT;
  const level: JsonSchema = isSpelledOut ? { type: 'string', enum: levelWords(hasAnswer) } : { type: 'string' };
  const yesOrNo: JsonSchema = isSpelledOut ? { type: 'string', enum: ['yes', 'no'] } : { type: 'string' };
  const entries = [...wanted].map(([id, { kind }]): [string, JsonSchema] => {
    if (kind === 'missing') return [id, { type: 'array', items: { type: 'string' } }];
    return [id, kind === 'document' ? level : yesOrNo];
  });
  return { type: 'object', properties: Object.fromEntries(entries), required: [...wanted.keys()], additionalProperties: false };
}

function levelWords(hasAnswer: boolean): readonly string[] {
  return hasAnswer ? LEVELS.flatMap((level) => [`${level} used`, `${level} unused`]) : LEVELS;
}
