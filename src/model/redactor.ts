/** What a text is that is about to leave. */
export type RedactedKind = 'query' | 'document' | 'answer' | 'reference' | 'explanation';

/** Gives a text without what must not leave. One that throws stops whatever was to be done with the text. */
export type Redactor = (text: string, kind: RedactedKind) => string;
