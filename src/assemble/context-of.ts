import type { SpanNode } from '../model/facts.ts';
import type { Flag, Retrieval, RetrievedDocument } from '../model/turn.ts';
import { distinct, documentsOf } from './documents-of.ts';
import type { Group } from './groups.ts';

export interface FoundContext {
  readonly documents: readonly RetrievedDocument[];
  readonly retrievals: readonly Retrieval[];
  readonly flags: readonly Flag[];
  /** The question that stands with the context in one message. */
  readonly question?: string | undefined;
}

/** The context of a group: from spans where there are any; else from tool results in the messages, the text of the prompt, or the response. */
export function contextOf(group: Group, generation: SpanNode | undefined): FoundContext {
  switch (group.source) {
    case 'spans':
      return fromSpans(group, generation);
    case 'messages':
      return fromMessages(generation);
    case 'prompt': {
      const prompt = generation?.facts?.generation?.prompt;
      const documents = (prompt?.documents ?? []).map((document) => ({ ...document, spanId: generation?.spanId ?? '' }));
      return { documents, retrievals: [], flags: ['from_prompt'], question: prompt?.question };
    }
    case 'response':
      return { documents: group.anchor?.facts?.cited ?? [], retrievals: [], flags: [] };
    case 'question':
      return { documents: [], retrievals: [], flags: [] };
  }
}

function fromSpans(group: Group, generation: SpanNode | undefined): FoundContext {
  const { retrievals, reranks } = group;
  const flags: Flag[] = [];
  if (retrievals.some((node) => node.facts?.retrieval?.tool !== undefined)) flags.push('from_tool');
  if (retrievals.some((node) => node.facts?.retrieval?.isCut === true)) flags.push('truncated');
  const found = documentsOf(group, generation);
  const prompt = generation?.facts?.generation?.prompt?.documents;
  // The retriever gave only ids or scores, and the texts were put into the prompt.
  const isByReference = prompt !== undefined && found.length > 0 && found.every((document) => document.text === undefined);
  if (isByReference) flags.push('by_reference', 'from_prompt');
  return {
    documents: isByReference ? prompt.map((document) => ({ ...document, spanId: generation?.spanId ?? '' })) : found,
    retrievals: (retrievals.length > 0 ? retrievals : reranks).flatMap(retrievalOf),
    flags,
  };
}

function fromMessages(generation: SpanNode | undefined): FoundContext {
  const { spanId = '', facts } = generation ?? {};
  const told = facts?.generation?.toolRetrievals ?? [];
  return {
    documents: distinct(told.flatMap((retrieval) => retrieval.documents)).map((document, rank) => ({ ...document, rank, spanId })),
    retrievals: told.map(({ query, documents }) => ({
      spanId,
      ...(query === undefined ? {} : { query }),
      documents,
      convention: facts?.convention ?? '',
    })),
    flags: told.some((retrieval) => retrieval.isCut === true) ? ['from_tool', 'truncated'] : ['from_tool'],
  };
}

function retrievalOf(node: SpanNode): readonly Retrieval[] {
  const fact = node.facts?.retrieval ?? node.facts?.rerank;
  if (fact === undefined) return [];
  return [
    {
      spanId: node.spanId,
      ...(fact.query === undefined ? {} : { query: fact.query }),
      documents: fact.documents,
      convention: node.facts?.convention ?? '',
    },
  ];
}
