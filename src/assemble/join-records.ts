import type { ContentRecord, GenerationFact, SpanNode, TraceFacts } from '../model/facts.ts';

/** The spans of a trace with the messages that log records keep for them. A record whose span never came is left out. */
export function joinRecords(trace: TraceFacts): readonly SpanNode[] {
  if (trace.records.length === 0) return trace.nodes;
  const bySpan = new Map<string, ContentRecord[]>();
  for (const record of trace.records) {
    const records = bySpan.get(record.spanId);
    if (records === undefined) bySpan.set(record.spanId, [record]);
    else records.push(record);
  }
  return trace.nodes.map((node) => {
    const records = bySpan.get(node.spanId);
    return records === undefined ? node : withRecords(node, records);
  });
}

function withRecords(node: SpanNode, records: readonly ContentRecord[]): SpanNode {
  const inTime = records.toSorted((a, b) => Number(a.timeUnixNano - b.timeUnixNano));
  const said: GenerationFact = node.facts?.generation ?? { messages: [] };
  const output = said.output ?? inTime.findLast((record) => record.direction === 'output')?.message.content;
  const input = inTime.filter((record) => record.direction === 'input').map((record) => record.message);
  const prompt = said.prompt ?? inTime.findLast((record) => record.prompt !== undefined)?.prompt;
  const generation = {
    ...said,
    ...(prompt === undefined ? {} : { prompt }),
    messages: [...said.messages, ...input],
    ...(output === undefined ? {} : { output }),
  };
  const convention = node.facts?.convention ?? (records[0] as ContentRecord).convention;
  return { ...node, facts: { flags: [], ...node.facts, convention, generation } };
}
