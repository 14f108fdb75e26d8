import { lexicalJudge } from '../../../src/judge/lexical/lexical-judge.ts';
import type { DocumentVerdict } from '../../../src/model/verdicts.ts';

export const judge = lexicalJudge();

export interface Asked {
  readonly query?: string;
  readonly documents: readonly (string | undefined)[];
  readonly answer?: string;
}

/** One verdict a document. */
export async function verdictsOn({ query, documents, answer }: Asked, by = judge): Promise<readonly DocumentVerdict[]> {
  const reply = await by.ask(
    {
      traceId: '0'.repeat(32),
      evaluatedSpan: { traceId: '0'.repeat(32), spanId: '0'.repeat(16), sampled: true },
      endTimeUnixNano: 0n,
      documents: documents.map((text, rank) => (text === undefined ? { rank } : { text, rank })),
      retrievals: [],
      flags: [],
      ...(query === undefined ? {} : { query }),
      ...(answer === undefined ? {} : { answer }),
    },
    ['documents'],
    new AbortController().signal,
  );
  if (reply.status !== 'answered') throw new Error(`Expected an answer, got ${reply.status}`);
  return reply.verdicts.documents ?? [];
}

export async function verdictOn(query: string, document: string, answer?: string): Promise<DocumentVerdict> {
  const [verdict] = await verdictsOn({ query, documents: [document], ...(answer === undefined ? {} : { answer }) });
  return verdict!;
}
