/** What the name of a tool says of its results. `maybe`: it looks something up, which may be anything. `never`: whatever it returns is no retrieval. */
export type Naming = 'retrieves' | 'maybe' | 'other' | 'never';

/** Words that say by themselves that documents are retrieved. */
const RETRIEVERS = words(`
  retrieve retriever retrieval retrieves rag knowledge knowledgebase kb vector vectorstore vectordb embedding embeddings
  semantic faq faqs wiki wikipedia corpus grounding passages passage
`);
const SEARCHES = words('search searches searcher lookup google bing tavily exa duckduckgo brave serper perplexity');
/** Verbs that may look up anything: `query` is as often SQL. */
const LOOKS_UP = words('find query ask fetch get consult check browse look context');
/** What is made of passages, whatever it is about. */
const DEFINITE_TEXTS = words(`
  docs documents documentation articles manual manuals handbook handbooks guide guides guidelines policy policies papers
  arxiv pubmed literature
`);
/** What may be made of text, or be a thing. */
const TEXTS = words(`
  doc document article paper context content contents text texts pages page site website web internet online news file help
  support
`);
/** Who looks up what is relevant does not list it. */
const RELEVANT = words('relevant similar related matching');
/** What says nothing of what is searched. */
const FILLERS = words(`
  tool engine index results result top similarity hybrid full fulltext the in for my our internal company center api json
  info information azure ai elastic elasticsearch preview run call execute default v1 v2
`);
/** Verbs that change or list things. */
const WRITES = words(`
  embed split load parse convert create update delete remove write insert upsert add save ingest upload send edit append
  move rename publish submit post put set patch store generate translate summarize summarise list count
`);
const WRITES_AT_THE_END = words('create update delete remove insert upsert upload write list');
/** What an assistant remembers of its user is no retrieval. */
const MEMORY = words('memory memories remember recall forget');

const MAX_NAME_CHARACTERS = 200;

/** What a name, in any case style, says of what the tool returns. */
export function namingOf(name: string): Naming {
  const said = wordsIn(name);
  const [first] = said;
  if (first === undefined) return 'other';
  const searches = said.some((word) => SEARCHES.has(word));
  if (said.some((word) => MEMORY.has(word)) || WRITES.has(first) || (first === 'index' && !searches)) return 'never';
  if (said.length > 1 && WRITES_AT_THE_END.has(said.at(-1) ?? '')) return 'never';
  if (said.some((word) => RETRIEVERS.has(word))) return 'retrieves';
  const isOfTexts = said.some((word) => DEFINITE_TEXTS.has(word));
  if (isOfTexts && (searches || said.some((word) => RELEVANT.has(word)))) return 'retrieves';
  const isOfAnyText = said.every((word) => SEARCHES.has(word) || TEXTS.has(word) || FILLERS.has(word) || RELEVANT.has(word));
  if (searches && isOfAnyText && first !== 'tool') return 'retrieves';
  return searches || said.some((word) => LOOKS_UP.has(word)) ? 'maybe' : 'other';
}

function wordsIn(name: string): readonly string[] {
  return name
    .slice(0, MAX_NAME_CHARACTERS)
    .replace(/([a-z0-9])([A-Z])/gu, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/gu, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/u)
    .filter((word) => word !== '');
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/u));
}
