/** Words in the name of a tool that say that it retrieves documents. */
const RETRIEVES = new Set([
  'search',
  'retrieve',
  'retriever',
  'retrieval',
  'retrieves',
  'knowledge',
  'kb',
  'knowledgebase',
  'rag',
  'vector',
  'vectorstore',
  'semantic',
  'docs',
  'documents',
  'document',
  'passages',
  'passage',
  'context',
  'faq',
  'wiki',
  'wikipedia',
  'corpus',
  'grounding',
  'lookup',
  'articles',
]);
/** Words that say that it is something else, whatever other words are there. Memory is not retrieval. */
const DOES_NOT = new Set([
  'memory',
  'memories',
  'remember',
  'create',
  'update',
  'delete',
  'write',
  'insert',
  'upsert',
  'add',
  'save',
  'index',
  'ingest',
  'upload',
  'send',
  'order',
  'orders',
  'flight',
  'flights',
  'hotel',
  'hotels',
  'weather',
]);

/** Whether a name, in any case style, says that the tool retrieves documents. */
export function namesRetrieval(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/u);
  return words.some((word) => RETRIEVES.has(word)) && !words.some((word) => DOES_NOT.has(word));
}
