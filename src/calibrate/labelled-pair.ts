/** A question and a passage, and what a person said of them. One row of a file of labels. */
export interface LabelledPair {
  readonly id: string;
  /** Empty where there is none: then only `used` can be compared. */
  readonly query: string;
  readonly passage: string;
  /** How relevant the passage is, 0 for not at all. Undefined where nobody said. */
  readonly label?: number;
  readonly answer?: string;
  /** Whether the answer draws on the passage. Undefined where nobody said. */
  readonly used?: boolean;
  readonly lang?: string;
  /** Taken from another question to serve as a negative; no person labelled it. */
  readonly isOffTopic?: boolean;
}

/** Whether relevance can be compared on this pair. */
export function tellsRelevance(pair: LabelledPair): pair is LabelledPair & { readonly label: number } {
  return pair.query !== '' && pair.label !== undefined;
}

/** Whether use can be compared on this pair. */
export function tellsUse(pair: LabelledPair): pair is LabelledPair & { readonly used: boolean } {
  return pair.answer !== undefined && pair.used !== undefined;
}

/** Whether there is anything to compare; else the pair is only there to be judged beside others. */
export function tellsAnything(pair: LabelledPair): boolean {
  return tellsRelevance(pair) || tellsUse(pair);
}

/** What is drawn as one when chance is weighed: the rows of a query are alike, as are those of a passage where there is no query. */
export function unitOf({ query, passage }: LabelledPair): string {
  return query === '' ? `passage ${passage}` : `query ${query}`;
}
