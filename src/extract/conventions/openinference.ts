import type { Facts, GenerationFact } from '../../model/facts.ts';
import type { Attributes } from '../../model/span.ts';
import type { Flag, Message, RetrievedDocument } from '../../model/turn.ts';
import { indexed, isRedactionMark, plainText, text } from '../attributes.ts';
import { documentFrom, documentsFrom } from '../documents.ts';
import type { Extractor } from '../extractor.ts';
import { answerFrom, contentText, questionFrom, role } from '../messages.ts';

/** OpenInference semantic conventions: https://github.com/Arize-ai/openinference/tree/main/spec */
export const openinference: Extractor = {
  name: 'openinference',

  extract(span) {
    const { attributes } = span;
    const kind = text(attributes, 'openinference.span.kind')?.toUpperCase();
    const flags: Flag[] = [];
    const retrieved = listed(attributes, 'retrieval.documents', flags);

    if (retrieved !== undefined || kind === 'RETRIEVER') {
      const query = questionFrom(attributes['input.value']) ?? firstArgument(attributes['input.value']);
      const documents = retrieved ?? documentsFrom(attributes['output.value']);
      if (documents === undefined && query === undefined && !hidden(attributes)) return undefined;
      return facts(flags, { retrieval: { ...(query === undefined ? {} : { query }), documents: documents ?? [] } });
    }

    const reranked = listed(attributes, 'reranker.output_documents', flags);
    if (reranked !== undefined) {
      const query = text(attributes, 'reranker.query');
      return facts(flags, { rerank: { ...(query === undefined ? {} : { query }), documents: reranked } });
    }

    if (kind === 'LLM') return facts(flags, { generation: generation(attributes) });

    if (kind === 'CHAIN' || kind === 'AGENT') {
      const question = questionFrom(attributes['input.value']);
      const answer = answerFrom(attributes['output.value']);
      return facts(flags, { ...(question === undefined ? {} : { question }), ...(answer === undefined ? {} : { answer }) });
    }
    return undefined;
  },
};

function facts(flags: readonly Flag[], said: Omit<Facts, 'convention' | 'flags'>): Facts {
  return { convention: openinference.name, ...said, flags };
}

/** Documents under flattened keys, or as one list (JSON text or array) under the prefix itself. */
function listed(attributes: Attributes, prefix: string, flags: Flag[]): readonly RetrievedDocument[] | undefined {
  const entries = indexed(attributes, prefix);
  if (entries.length === 0) return documentsFrom(attributes[prefix]);
  return entries.flatMap((entry, rank) => {
    if (typeof entry['document.content'] === 'string' && isRedactionMark(entry['document.content'])) flags.push('redacted');
    return documentFrom(entry, rank) ?? [{ rank }];
  });
}

/** Helpers without a mapping write the list of the function's arguments. */
function firstArgument(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('["')) return undefined;
  try {
    return plainText((JSON.parse(value) as unknown[])[0]);
  } catch {
    return undefined;
  }
}

function hidden(attributes: Attributes): boolean {
  const value = attributes['input.value'];
  return typeof value === 'string' && isRedactionMark(value);
}

function generation(attributes: Attributes): GenerationFact {
  const messages = conversation(attributes, 'llm.input_messages');
  const output = conversation(attributes, 'llm.output_messages').at(-1)?.content ?? spokenOutput(attributes);
  return { messages, ...(output === undefined ? {} : { output }) };
}

/** A streamed answer is on some spans only as the plain output value. */
function spokenOutput(attributes: Attributes): string | undefined {
  return text(attributes, 'output.mime_type') === 'application/json' ? undefined : text(attributes, 'output.value');
}

function conversation(attributes: Attributes, prefix: string): readonly Message[] {
  return indexed(attributes, prefix).flatMap((entry) => {
    const parts = indexed(entry, 'message.contents').map((part) => ({
      type: part['message_content.type'],
      text: part['message_content.text'],
    }));
    const content = contentText(entry['message.content']) ?? contentText(parts);
    return content === undefined ? [] : [{ role: role(entry['message.role']), content }];
  });
}
