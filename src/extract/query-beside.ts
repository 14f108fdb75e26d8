import type { Attributes } from '../model/span.ts';
import { plainText, structure } from './attributes.ts';

/** Last parts of keys that hold what a retriever was asked, the plainest first. */
const QUERY_KEY =
  /(?:^|[._])(?:query|question|search_query|query_text|search_text|search_term|user_query)$|(?:^|[._])(?:query|question)[._]?text$|(?:Query|Question)$/u;
/** Namespaces in which a query is no question: SQL, addresses, vectors. */
const OTHER_QUERY = /^(?:db|url|http|graphql|messaging|rpc|sql)\./u;
/** What a step was given, where that is a text and nothing else. */
const INPUT_KEY = /(?:^|[._])(?:input|prompt|request)(?:[._](?:value|text))?$/u;
const MAX_QUERY_CHARACTERS = 10_000;

/** The question that stands on a span beside what it returned, in an attribute that nobody but the application named. */
export function queryBeside(attributes: Attributes): string | undefined {
  return textUnder(attributes, QUERY_KEY) ?? textUnder(attributes, INPUT_KEY);
}

function textUnder(attributes: Attributes, pattern: RegExp): string | undefined {
  for (const key of Object.keys(attributes)) {
    if (!pattern.test(key) || OTHER_QUERY.test(key)) continue;
    const query = plainText(attributes[key]);
    if (query !== undefined && query.length <= MAX_QUERY_CHARACTERS && structure(query) === undefined) return query;
  }
  return undefined;
}
