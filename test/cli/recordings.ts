import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const REQUEST_ID = '00000000000000a1';
export const RETRIEVAL_ID = '00000000000000a2';

interface Written {
  readonly traceId?: string;
  readonly service?: string;
  readonly query?: string;
  readonly documents?: readonly { readonly text: string; readonly id?: string; readonly score?: number }[];
  readonly answer?: string;
  readonly endMs?: number;
}

export interface OtlpTraces {
  readonly resourceSpans: { readonly resource: object; readonly scopeSpans: { readonly spans: Record<string, unknown>[] }[] }[];
}

/** A request that asks one question, as OpenInference writes it: its own span, and the retriever's below it. */
export function ragSpans(written: Written = {}): readonly [request: Record<string, unknown>, retriever: Record<string, unknown>] {
  const { traceId = TRACE_ID, query = QUESTION, documents = [RELEVANT, UNRELATED], answer = ANSWER, endMs = Date.now() } = written;
  const at = (beforeMs: number) => String(BigInt(endMs - beforeMs) * 1_000_000n);
  return [
    {
      traceId,
      spanId: REQUEST_ID,
      name: 'answer',
      startTimeUnixNano: at(100),
      endTimeUnixNano: at(0),
      attributes: attributes({ 'openinference.span.kind': 'CHAIN', 'input.value': query, 'output.value': answer }),
    },
    {
      traceId,
      spanId: RETRIEVAL_ID,
      parentSpanId: REQUEST_ID,
      name: 'search',
      startTimeUnixNano: at(90),
      endTimeUnixNano: at(50),
      attributes: attributes({
        'openinference.span.kind': 'RETRIEVER',
        'input.value': query,
        ...Object.fromEntries(
          documents.flatMap(({ text, id, score }, index) => {
            const key = `retrieval.documents.${index}.document`;
            return [
              [`${key}.content`, text],
              ...(id === undefined ? [] : [[`${key}.id`, id]]),
              ...(score === undefined ? [] : [[`${key}.score`, score]]),
            ];
          }),
        ),
      }),
    },
  ];
}

/** A span of a request that retrieves nothing. */
export function plainSpan(traceId: string): Record<string, unknown> {
  return { traceId, spanId: REQUEST_ID, name: 'GET /', startTimeUnixNano: '1000', endTimeUnixNano: '2000' };
}

export function traces(spans: readonly unknown[], service = 'helpdesk'): OtlpTraces {
  return {
    resourceSpans: [{ resource: { attributes: attributes({ 'service.name': service }) }, scopeSpans: [{ spans: [...spans] as never }] }],
  };
}

export const QUESTION = 'How long can an unopened tent be returned?';
export const RELEVANT = { text: 'An unopened tent can be returned within 60 days of delivery.', id: 'returns-1', score: 0.75 };
export const UNRELATED = { text: 'Our summer photo contest closes in August.', id: 'contest-1', score: 0.25 };
export const ANSWER = 'It can be returned within 60 days of delivery.';

function attributes(values: Readonly<Record<string, string | number>>): readonly object[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { doubleValue: value } : { stringValue: value },
  }));
}

/** Writes files into a new folder of the system's own for temporary ones. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array | object>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'ragmeter-test-'));
  for (const [name, content] of Object.entries(files)) {
    const isBytes = typeof content === 'string' || content instanceof Uint8Array;
    writeFileSync(join(folder, name), isBytes ? content : JSON.stringify(content));
  }
  return folder;
}
