import { JUDGE_MARK } from '../../model/judge-mark.ts';
import type { Need } from '../../model/verdicts.ts';
import { rubricFor } from './rubric.ts';
import type { Item, Sheet } from './sheet.ts';

export interface Prompt {
  readonly system: string;
  readonly user: string;
}

/** What is said to the model: the rubric, and the turn as JSON. Asks for the `wanted` ids only. */
export function promptFor(sheet: Sheet, wanted: ReadonlyMap<string, Item>): Prompt {
  const kinds = new Set([...wanted.values()].map(({ kind }) => kind));
  // A sentence may be supported by any document; what is asked of one document concerns no other.
  const needsAll = kinds.has('claim') || kinds.has('reference') || kinds.has('missing');
  const asked = new Set([...wanted.values()].flatMap((item) => ('document' in item ? [item.document] : [])));
  const shown = sheet.documents.filter(({ index }) => needsAll || asked.has(index));
  const data = {
    // First: the text begins with JUDGE_DATA_MARK.
    for: JUDGE_MARK,
    question: sheet.question,
    documents: Object.fromEntries(shown.map(({ id, passage }) => [id, passage])),
    ...(sheet.answer === undefined ? {} : { answer: sheet.answer }),
    ...(sheet.reference === undefined || !kinds.has('reference') ? {} : { reference: sheet.reference }),
    ...(kinds.has('missing') ? { missing: sheet.missingId } : {}),
    ids: [...wanted.keys()].join(' '),
  };
  return { system: rubricFor(needsOf(kinds), sheet.answer !== undefined), user: JSON.stringify(data) };
}

const NEED_OF: Readonly<Record<Item['kind'], Need>> = {
  document: 'documents',
  statement: 'statements',
  claim: 'claims',
  reference: 'reference',
  missing: 'missing',
};

function needsOf(kinds: ReadonlySet<Item['kind']>): readonly Need[] {
  return Object.entries(NEED_OF).flatMap(([kind, need]) => (kinds.has(kind as Item['kind']) ? [need] : []));
}
