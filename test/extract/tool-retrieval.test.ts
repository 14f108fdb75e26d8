import { describe, expect, test } from 'vitest';
import { retrievalOf, type ToolCall } from '../../src/extract/tool-retrieval.ts';
import { BOTH, FIRST, SECOND } from './passages.ts';

function textsOf(call: ToolCall): readonly (string | undefined)[] | undefined {
  return retrievalOf(call)?.documents.map(({ text }) => text);
}

const chunk = (text: string, at: number) => ({ id: `c${at}`, text, score: 0.9 - at / 10 });

/** Shapes that can be nothing but documents: the name of the tool need not help. */
const PLAIN_SHAPES: readonly { readonly shape: string; readonly result: unknown }[] = [
  { shape: 'id, text and score', result: BOTH.map(chunk) },
  {
    shape: 'wrapped results with metadata',
    result: { results: BOTH.map((content, at) => ({ content, metadata: { page: at }, similarity: 0.8 })), count: 2 },
  },
  {
    shape: 'Pinecone',
    result: { matches: BOTH.map((text, at) => ({ id: `v${at}`, score: 0.8, values: [], metadata: { text, price: 3 } })), namespace: '' },
  },
  {
    shape: 'Chroma, one query',
    result: { ids: [['a', 'b']], documents: [BOTH], metadatas: [[{ source: 'a.md' }, null]], distances: [[0.1, 0.3]] },
  },
  { shape: 'Chroma, as kept', result: { ids: ['a', 'b'], documents: BOTH, metadatas: [{ source: 'a.md' }, { source: 'b.md' }] } },
  {
    shape: 'Elasticsearch',
    result: {
      took: 3,
      hits: {
        total: { value: 2 },
        hits: BOTH.map((content, at) => ({ _index: 'i', _id: `e${at}`, _score: 12.5 - at, _source: { content } })),
      },
    },
  },
  {
    shape: 'Elasticsearch, a field of any name',
    result: { hits: { hits: BOTH.map((policy_body, at) => ({ _id: `e${at}`, _score: 12.5, _source: { policy_body, version: 2 } })) } },
  },
  {
    shape: 'Qdrant',
    result: { points: BOTH.map((text, at) => ({ id: at, version: 1, score: 0.7, payload: { page_content: text, metadata: { a: 1 } } })) },
  },
  {
    shape: 'Weaviate, GraphQL',
    result: { data: { Get: { Policy: BOTH.map((answer) => ({ answer, _additional: { certainty: 0.91, id: 'w' } })) } } },
  },
  {
    shape: 'Weaviate, client 3',
    result: { objects: BOTH.map((content, at) => ({ uuid: `u${at}`, properties: { content }, metadata: { distance: 0.2 } })) },
  },
  { shape: 'LlamaIndex', result: BOTH.map((text, at) => ({ node: { id_: `n${at}`, text, metadata: {} }, score: 0.66 })) },
  {
    shape: 'LlamaIndex, later',
    result: BOTH.map((text, at) => ({ node: { id_: `n${at}`, text_resource: { text }, metadata: { file_name: 'a.md' } }, score: 0.66 })),
  },
  {
    shape: 'LlamaIndex, an answer with its sources',
    result: { response: 'Within 60 days.', source_nodes: BOTH.map((text) => ({ node: { text }, score: 0.5 })) },
  },
  { shape: 'document and score', result: BOTH.map((pageContent, at) => [{ pageContent, metadata: { source: 'a' } }, 0.5 - at / 10]) },
  { shape: 'text and score', result: BOTH.map((text, at) => [text, 0.51 - at / 10]) },
  {
    shape: 'LangChain documents, serialised',
    result: BOTH.map((page_content) => ({
      lc: 1,
      type: 'constructor',
      id: ['langchain_core', 'documents', 'Document'],
      kwargs: { page_content, metadata: {} },
    })),
  },
  { shape: 'LangChain content and artifact', result: ['2 documents', BOTH.map((pageContent) => ({ pageContent, metadata: {} }))] },
  {
    shape: 'LangChain tool message with an artifact',
    result: {
      lc: 1,
      type: 'constructor',
      id: ['ToolMessage'],
      kwargs: {
        content: 'made of two',
        name: 't',
        tool_call_id: '1',
        artifact: BOTH.map((pageContent) => ({ pageContent, metadata: {} })),
      },
    },
  },
  {
    shape: 'MCP, structured content beside text',
    result: { content: [{ type: 'text', text: 'Found 2' }], structuredContent: { result: BOTH.map(chunk) } },
  },
  {
    shape: 'MCP, a text part for each',
    result: { content: BOTH.map((text, at) => ({ type: 'text', text: JSON.stringify(chunk(text, at)) })), isError: false },
  },
  { shape: 'MCP, one text part with JSON', result: { content: [{ type: 'text', text: JSON.stringify({ results: BOTH.map(chunk) }) }] } },
  {
    shape: 'OpenAI file search',
    result: {
      id: 'fs_1',
      type: 'file_search_call',
      status: 'completed',
      queries: ['q'],
      results: BOTH.map((text, at) => ({ file_id: `f${at}`, filename: 'a.pdf', score: 0.83, text, attributes: {} })),
    },
  },
  {
    shape: 'OpenAI vector store search',
    result: {
      object: 'vector_store.search_results.page',
      data: BOTH.map((text, at) => ({ file_id: `f${at}`, filename: 'a.pdf', score: 0.83, content: [{ type: 'text', text }] })),
      has_more: false,
    },
  },
  {
    shape: 'Bedrock',
    result: {
      retrievalResults: BOTH.map((text) => ({
        content: { text, type: 'TEXT' },
        location: { type: 'S3', s3Location: { uri: 's3://b/a.pdf' } },
        score: 0.51,
      })),
    },
  },
  { shape: 'Vertex contexts', result: { contexts: { contexts: BOTH.map((text) => ({ sourceUri: 'gs://b/a.txt', text, score: 0.4 })) } } },
  { shape: 'Vertex retrieved contexts', result: { retrievedContexts: BOTH.map((text) => ({ uri: 'gs://b/a.txt', text })) } },
  {
    shape: 'Gemini grounding chunks',
    result: { groundingChunks: BOTH.map((text) => ({ retrievedContext: { uri: 'gs://b/a.txt', title: 'a', text } })) },
  },
  {
    shape: 'Azure AI Search',
    result: { '@odata.count': 2, value: BOTH.map((chunk, at) => ({ '@search.score': 12.1 - at, chunk, parent_id: 'p' })) },
  },
  { shape: 'Cohere rerank', result: { results: BOTH.map((text, index) => ({ index, relevance_score: 0.98, document: { text } })) } },
  { shape: 'a text of any name beside its similarity', result: BOTH.map((name, at) => ({ name, similarity: 0.71 - at / 10 })) },
  { shape: 'JSON twice encoded', result: JSON.stringify(JSON.stringify(BOTH.map(chunk))) },
  { shape: 'text with source labels', result: BOTH.map((text, at) => `Source: policies/${at}.md\nContent: ${text}`).join('\n\n') },
  { shape: 'text with source labels and rules', result: BOTH.map((text, at) => `Source: policies/${at}.md\n${text}`).join('\n---\n') },
  { shape: 'tagged passages', result: BOTH.map((text, at) => `<document id="${at}">${text}</document>`).join('\n') },
  { shape: 'JSON lines', result: BOTH.map((text, at) => JSON.stringify(chunk(text, at))).join('\n') },
  { shape: 'a list of any name', result: { total: 2, policies_found: BOTH.map(chunk), query: 'return' } },
  {
    shape: 'citations of Azure OpenAI',
    result: { citations: BOTH.map((content) => ({ content, title: 'T', url: null, filepath: 'a.md', chunk_id: '0' })), intent: '["q"]' },
  },
  {
    shape: 'n8n',
    result: { response: BOTH.map((pageContent) => ({ type: 'text', text: JSON.stringify({ pageContent, metadata: {} }) })) },
  },
];

test.for(PLAIN_SHAPES)('a tool with an unhelpful name: $shape', ({ result }) => {
  for (const written of [result, typeof result === 'string' ? result : JSON.stringify(result)]) {
    expect(textsOf({ name: 'step_7', result: written })).toEqual(BOTH);
  }
});

/** Shapes that could be something else: the name of the tool has to say that it retrieves. */
const NAMED_SHAPES: readonly { readonly shape: string; readonly name: string; readonly result: unknown }[] = [
  { shape: 'plain texts', name: 'search_docs', result: BOTH },
  {
    shape: 'a web search',
    name: 'web_search',
    result: BOTH.map((snippet, at) => ({ title: 'Returns', url: `https://a.example/${at}`, snippet })),
  },
  {
    shape: 'a web search, Tavily',
    name: 'tavily_search_results_json',
    result: {
      query: 'q',
      answer: null,
      results: BOTH.map((content) => ({ title: 'T', url: 'https://a.example', content, raw_content: null })),
    },
  },
  {
    shape: 'Anthropic search results',
    name: 'search',
    result: BOTH.map((text) => ({
      type: 'search_result',
      source: 'https://a.example',
      title: 'T',
      content: [{ type: 'text', text }],
      citations: { enabled: true },
    })),
  },
  {
    shape: 'Anthropic documents',
    name: 'searchDocs',
    result: BOTH.map((data) => ({ type: 'document', source: { type: 'text', media_type: 'text/plain', data }, title: 'T' })),
  },
  {
    shape: 'Cohere documents',
    name: 'retrieve',
    result: { documents: BOTH.map((snippet, at) => ({ id: `d${at}`, data: { title: 'T', snippet } })) },
  },
  { shape: 'text numbered in brackets', name: 'knowledge_base', result: BOTH.map((text, at) => `[${at + 1}] ${text}`).join('\n') },
  { shape: 'text numbered with dots', name: 'searchKnowledge', result: BOTH.map((text, at) => `${at + 1}. ${text}`).join('\n') },
  {
    shape: 'text numbered under a heading line',
    name: 'kb_lookup',
    result: `Found 2 results:\n\n${BOTH.map((text, at) => `${at + 1}. ${text}`).join('\n\n')}`,
  },
  { shape: 'text with rules', name: 'retrieve_policies', result: BOTH.join('\n\n---\n\n') },
  {
    shape: 'text with Markdown headings',
    name: 'vectorQuery',
    result: BOTH.map((text, at) => `## Policy number ${'AB'[at]}\n${text}`).join('\n\n'),
  },
  { shape: 'text with named rules', name: 'docs_search', result: BOTH.map((text, at) => `--- policies/${at}.md ---\n${text}`).join('\n') },
  {
    shape: 'text with titles and addresses',
    name: 'web_search',
    result: BOTH.map((text, at) => `[${at + 1}] Returns\nURL: https://a.example/${at}\n${text}`)
      .join('\n\n')
      .replaceAll('] Returns\n', '] Title: Returns\n'),
  },
  { shape: 'Bedrock converse content', name: 'search', result: [{ json: { results: BOTH.map((content) => ({ content, title: 'T' })) } }] },
  { shape: 'MCP, a text part for each', name: 'search_documentation', result: { content: BOTH.map((text) => ({ type: 'text', text })) } },
  {
    shape: 'a text in a map',
    name: 'search_docs',
    result: { context: BOTH.map((text, at) => `[${at + 1}] ${text}`).join('\n\n'), count: 2 },
  },
  {
    shape: 'a name that only says that it looks something up',
    name: 'search_intranet',
    result: BOTH.map((content, at) => ({ title: `T${at}`, content, url: 'https://a.example' })),
  },
  {
    shape: 'a name that only says that it gets something',
    name: 'getInformation',
    result: BOTH.map((name, at) => ({ name, similarity: 0.71 - at / 10 })),
  },
  {
    shape: 'a web search with descriptions',
    name: 'brave_search',
    result: { results: BOTH.map((description) => ({ title: 'T', url: 'https://a.example', description })) },
  },
  {
    shape: 'organic results',
    name: 'google_search',
    result: {
      searchParameters: {},
      organic: BOTH.map((snippet, position) => ({ position, title: 'T', link: 'https://a.example', snippet })),
      peopleAlsoAsk: [],
    },
  },
  { shape: 'pages with summaries', name: 'wikipedia', result: BOTH.map((text, at) => `Page: Tent ${at}\nSummary: ${text}`).join('\n\n') },
];

test.for(NAMED_SHAPES)('a tool that says what it does: $shape', ({ name, result }) => {
  for (const written of [result, typeof result === 'string' ? result : JSON.stringify(result)])
    expect(textsOf({ name, result: written })).toEqual(BOTH);
});

test.for([
  { name: 'a list with one entry', result: [chunk(FIRST, 0)], texts: [FIRST] },
  { name: 'the best match alone', result: { id: 'c0', text: FIRST, score: 0.8 }, texts: [FIRST] },
  { name: 'one tagged passage', result: `<document id="1">\n${FIRST}\n</document>`, texts: [FIRST] },
  { name: 'nothing found, as text', result: 'No results found.', texts: [] },
  { name: 'nothing found, as MCP writes it', result: { content: [{ type: 'text', text: 'No matching pages.' }] }, texts: [] },
  { name: 'an empty list', result: '[]', texts: [] },
  { name: 'an empty list in a map', result: { results: [], total: 0 }, texts: [] },
  { name: 'an error', result: { isError: true, content: [{ type: 'text', text: `[1] ${FIRST}` }] }, texts: [] },
  { name: 'an error of LangChain', result: { lc: 1, kwargs: { status: 'error', content: `1. ${FIRST}`, tool_call_id: 'x' } }, texts: [] },
  // Encrypted: the model can read them, nobody else can.
  {
    name: 'Anthropic web search results',
    result: [{ type: 'web_search_result', url: 'https://a.example', title: 'T', encrypted_content: 'Eo8=' }],
    texts: [undefined],
  },
  // An answer with the names of its sources: what was retrieved is not there.
  { name: 'names of sources', result: { answer: FIRST, sources: ['a.md', 'b.md'] }, texts: [undefined] },
  // Where the passages of a long text begin is not plain: something was found, but no text can be told. Blank lines alone part nothing.
  { name: 'a long text without marks', result: `${BOTH.join('\n\n')}\n\n${BOTH.join('\n\n')}\n\n${BOTH.join('\n\n')}`, texts: [undefined] },
])('a tool that is known to retrieve: $name', ({ result, texts }) => {
  expect(textsOf({ name: 'search_docs', result })).toEqual(texts);
});

test.for([
  {
    name: 'orders',
    tool: 'get_orders',
    result: [{ id: 'o1', status: 'shipped', note: 'Left our warehouse early yesterday morning.', metadata: {} }],
  },
  {
    name: 'an order',
    tool: 'lookup_order',
    result: { orderId: 'o1', status: 'shipped', note: 'Left our warehouse early yesterday morning.' },
  },
  { name: 'weather', tool: 'get_weather', result: { temperature: 12.5, summary: 'Cloudy with a little rain in the evening.' } },
  { name: 'forecasts', tool: 'search_weather', result: [{ day: 'Mon', summary: 'Cloudy with a little rain in the evening.', score: 3 }] },
  {
    name: 'flights',
    tool: 'search_flights',
    result: { results: [{ id: 'f1', airline: 'LH', price: 120.5, content: 'Direct flight from Oslo to Berlin', source: 'gds' }] },
  },
  {
    name: 'flights as text',
    tool: 'search_flights',
    result: '1. LH 12 from Oslo to Berlin at 10:00\n2. LH 14 from Oslo to Berlin at 12:00',
  },
  { name: 'no flights', tool: 'search_flights', result: [] },
  { name: 'no orders', tool: 'searchOrders', result: { results: [] } },
  {
    name: 'calendar',
    tool: 'find_events',
    result: [{ id: 'e', summary: 'Meeting with the design team', start: '10:00', end: '11:00', metadata: {} }],
  },
  {
    name: 'emails',
    tool: 'search_emails',
    result: [{ id: 'm', from: 'a@b.example', subject: 'Tent', body: 'Where is the tent that I ordered?', score: 0.5 }],
  },
  {
    name: 'emails as text',
    tool: 'search_inbox',
    result: 'From: a@b.example\nTitle: Tent\nWhere is my tent, please?\n\nFrom: c@d.example\nTitle: Stove\nWhere is my stove, please?',
  },
  {
    name: 'users',
    tool: 'find_user',
    result: [{ id: 'u', name: 'Ada Lovelace', email: 'a@b.example', bio: 'She wrote the first program.', score: 0.5 }],
  },
  {
    name: 'users as text',
    tool: 'list_users',
    result: 'Name: Ada Lovelace\nAbout: She wrote the first program.\n\nName: Alan Turing\nAbout: He broke the code.',
  },
  {
    name: 'users as text with rules',
    tool: 'step',
    result: 'Name: Ada Lovelace who wrote the program\n---\nName: Alan Turing who broke the code',
  },
  {
    name: 'messages',
    tool: 'get_messages',
    result: [{ id: '1', role: 'user', content: 'Where is the tent that I ordered?', metadata: {} }],
  },
  {
    name: 'channel messages',
    tool: 'search_messages',
    result: [{ ts: '1.2', user: 'U1', text: 'The stove is out of stock again.', metadata: {}, score: 0.5 }],
  },
  {
    name: 'reviews',
    tool: 'search_reviews',
    result: [{ id: 1, content: 'A fine tent, but heavy to carry.', rating: 4.5, source: 'shop/web' }],
  },
  {
    name: 'reviews with half points',
    tool: 'get_feedback',
    result: [
      { id: 1, content: 'A fine tent, but heavy to carry.', score: 4.5 },
      { id: 2, content: 'It leaks when it rains.', score: 1.5 },
    ],
  },
  { name: 'sentiments', tool: 'classify', result: [{ text: 'A fine tent, but heavy to carry.', label: 'POSITIVE', score: 0.98 }] },
  {
    name: 'issues',
    tool: 'search_issues',
    result: {
      total_count: 1,
      items: [
        { id: 1, number: 7, title: 'Crash', body: 'It crashes when I open it.', state: 'open', score: 1, html_url: 'https://a.example/7' },
      ],
    },
  },
  {
    name: 'rows',
    tool: 'run_sql',
    result: [
      { id: 1, name: 'Tent', total: 12.5 },
      { id: 2, name: 'Stove', total: 3 },
    ],
  },
  {
    name: 'rows in a map',
    tool: 'query_database',
    result: { rows: [{ id: 1, description: 'A tent for two people and a dog' }], rowCount: 1 },
  },
  {
    name: 'products',
    tool: 'search_products',
    result: [{ id: 'p', name: 'Tent', description: 'A tent for two people and a dog', price: 99.5 }],
  },
  // A product search by vectors could be called retrieval; what it finds are things with a price, not passages.
  {
    name: 'products with similarities',
    tool: 'find_products',
    result: [{ id: 'p', text: 'A tent for two people and a dog', price: 99.5, similarity: 0.8 }],
  },
  { name: 'output of code', tool: 'run_python', result: { stdout: '[1] 3 4 5\n[2] 6 7 8', stderr: '', exit_code: 0 } },
  { name: 'output of code as text', tool: 'execute_code', result: '[1] all is well in here\n[2] and in here as well' },
  { name: 'files', tool: 'list_directory', result: [{ name: 'a.md', path: '/a.md', size: 3 }] },
  { name: 'files as text', tool: 'list_documents', result: '1. Returns policy of the shop\n2. Shipping policy of the shop' },
  { name: 'matches in code', tool: 'search_code', result: [{ path: 'src/a.ts', line: 3, text: 'const total = price * count + tax' }] },
  { name: 'a created document', tool: 'create_document', result: { id: 'd', content: FIRST, metadata: {} } },
  { name: 'created documents', tool: 'createDocuments', result: BOTH.map(chunk) },
  { name: 'an updated page', tool: 'update_wiki_page', result: { documents: BOTH.map(chunk) } },
  { name: 'what is indexed', tool: 'index_documents', result: BOTH.map(chunk) },
  { name: 'an upload', tool: 'knowledge_base_upload', result: BOTH.map(chunk) },
  { name: 'memories', tool: 'search_memory', result: BOTH.map(chunk) },
  { name: 'memories in a map', tool: 'recall', result: { results: BOTH.map((memory, at) => ({ id: `m${at}`, memory, score: 0.8 })) } },
  { name: 'memories by structure', tool: 'step_7', result: { results: BOTH.map((memory, at) => ({ id: `m${at}`, memory, score: 0.8 })) } },
  { name: 'a sum', tool: 'calculator', result: '42' },
  // A page that is fetched by its address was not found by a retriever: nothing was ranked, so there is no retrieval to score.
  {
    name: 'a fetched page',
    tool: 'fetch_url',
    result: { url: 'https://a.example', title: 'T', content: `${FIRST} ${SECOND}`, metadata: { language: 'en' } },
  },
  { name: 'a fetched page as text', tool: 'web_fetch', result: `# Returns\n${FIRST}\n\n# Shipping\n${SECOND}` },
  { name: 'a page of HTML', tool: 'step', result: `<html><article>${FIRST}</article><article>${SECOND}</article></html>` },
  {
    name: 'things in tags',
    tool: 'step',
    result: '<result><name>Tent for two people</name></result><result><name>Stove for two people</name></result>',
  },
  { name: 'numbered text without a source', tool: 'plan_trip', result: BOTH.map((text, at) => `[${at + 1}] ${text}`).join('\n') },
  { name: 'plain texts', tool: 'suggest', result: BOTH },
  {
    name: 'lines of a log',
    tool: 'query_logs',
    result: [{ timestamp: '1', level: 'info', text: 'The server has started without any trouble.', metadata: {} }],
  },
  { name: 'embeddings', tool: 'embed_documents', result: [{ embedding: [1, 2], text: FIRST }] },
  { name: 'a transcript', tool: 'get_transcript', result: [{ text: FIRST, start: 0.5, duration: 2 }] },
  { name: 'a translation', tool: 'translate_text', result: [{ text: FIRST, source: 'en', score: 0.9 }] },
  { name: 'tickets', tool: 'jira_search', result: { issues: [{ key: 'A-1', fields: { summary: FIRST, status: { name: 'Open' } } }] } },
  {
    name: 'repositories',
    tool: 'search_repositories',
    result: { items: [{ id: 1, full_name: 'a/b', description: FIRST, url: 'https://a.example', score: 1 }] },
  },
  // Tools that take a name from a retriever's vocabulary, and return no passages.
  { name: 'the status of a knowledge base', tool: 'get_knowledge_base_orders', result: [{ id: 'o', status: 'ready' }] },
])('no retrieval: $name', ({ tool, result }) => {
  for (const written of [result, typeof result === 'string' ? result : JSON.stringify(result)])
    expect(retrievalOf({ name: tool, result: written })).toBeUndefined();
});

describe('what is kept beside the texts', () => {
  test.for([
    {
      name: 'Pinecone',
      result: { matches: [{ id: 'v1', score: 0.8, metadata: { text: FIRST } }] },
      document: { id: 'v1', score: 0.8, text: FIRST, rank: 0 },
    },
    {
      name: 'Weaviate',
      result: { data: { Get: { P: [{ answer: FIRST, _additional: { certainty: 0.9 } }] } } },
      document: { score: 0.9, text: FIRST, rank: 0 },
    },
    {
      name: 'Elasticsearch',
      result: { hits: { hits: [{ _id: 'e', _score: 9.5, _source: { content: FIRST } }] } },
      document: { id: 'e', score: 9.5, text: FIRST, rank: 0 },
    },
    { name: 'Chroma', result: { ids: [['a']], documents: [[FIRST]], distances: [[0.2]] }, document: { id: 'a', text: FIRST, rank: 0 } },
    {
      name: 'OpenAI',
      result: { results: [{ file_id: 'f', filename: 'a.pdf', score: 0.7, text: FIRST }] },
      document: { id: 'f', score: 0.7, text: FIRST, rank: 0 },
    },
  ])('$name', ({ result, document }) => {
    expect(retrievalOf({ name: 'search', result })?.documents).toEqual([document]);
  });

  test.for([
    { name: 'a map with a usual name', input: { query: 'q', limit: 3 }, query: 'q' },
    { name: 'JSON', input: '{"searchQuery":"q"}', query: 'q' },
    { name: 'the only text', input: { topic_of_interest: 'q', limit: 3 }, query: 'q' },
    { name: 'a plain text', input: 'q', query: 'q' },
    { name: 'a JSON text', input: '"q"', query: 'q' },
    { name: 'a list of arguments', input: ['q', 3], query: 'q' },
    { name: 'nothing', input: undefined, query: undefined },
  ])('the query from $name', ({ input, query }) => {
    expect(retrievalOf({ name: 'search', input, result: [chunk(FIRST, 0)] })?.query).toBe(query);
  });
});

describe('JSON that was cut', () => {
  const whole = JSON.stringify({ results: [...BOTH.map(chunk), chunk('A third passage that is cut.', 2)] });

  test('keeps whole documents only, wherever it is cut', () => {
    for (let length = 1; length < whole.length; length += 1) {
      const found = retrievalOf({ name: 'search', result: whole.slice(0, length) });
      const texts = found?.documents.map(({ text }) => text) ?? [];
      expect([...BOTH, 'A third passage that is cut.'].slice(0, texts.length)).toEqual(texts);
      expect(found?.isCut === true || texts.length === 0, `${length}`).toBe(true);
    }
    expect(textsOf({ name: 'search', result: whole.slice(0, -30) })?.length).toBe(2);
  });

  test('also where it was encoded as a text', () => {
    expect(textsOf({ name: 'step', result: JSON.stringify(whole).slice(0, -40) })?.slice(0, 2)).toEqual(BOTH);
  });

  test('a text that only begins like JSON was not cut', () => {
    expect(retrievalOf({ name: 'search', result: `[1] ${FIRST}\n[2] ${SECOND}` })).toMatchObject({
      documents: [{ text: FIRST }, { text: SECOND }],
    });
    expect(retrievalOf({ name: 'search', result: `[1] ${FIRST}` })).not.toHaveProperty('isCut');
  });
});
