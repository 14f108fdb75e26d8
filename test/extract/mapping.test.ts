import { expect, test } from 'vitest';
import type { Mapping } from '../../src/model/mapping.ts';
import type { Attributes } from '../../src/model/span.ts';
import { assembleRecorded } from '../../src/recorded.ts';
import { virtualClock } from '../../src/testing/virtual-clock.ts';
import { span } from '../support/builders.ts';

const MATCH = { 'app.kind': 'search' };

function turnOf(mapping: Omit<Mapping, 'name' | 'match'> & Partial<Mapping>, attributes: Attributes) {
  const spans = [span('s', { attributes: { 'app.kind': 'search', ...attributes } })];
  const [trace] = assembleRecorded(
    { spans, logs: [], declared: { conventions: [{ name: 'ours', match: MATCH, ...mapping }] } },
    virtualClock(),
  );
  return trace?.turns[0];
}

const DOCUMENTS = [
  { body: 'Tents go back within 60 days.', ref: 'a', rank_score: 0.5 },
  { body: 'Stoves need a dry brush.', ref: 7, rank_score: '0.25' },
];
const READ = [
  { text: 'Tents go back within 60 days.', id: 'a', score: 0.5, rank: 0, spanId: 's' },
  { text: 'Stoves need a dry brush.', id: '7', score: 0.25, rank: 1, spanId: 's' },
];
const PATHS = { query: 'app.q', documents: 'app.found', text: 'body', id: 'ref', score: 'rank_score' };

test.for<{ name: string; attributes: Attributes; mapping?: Partial<Mapping> }>([
  { name: 'JSON in a text', attributes: { 'app.q': 'How long?', 'app.found': JSON.stringify(DOCUMENTS) } },
  { name: 'JSON in JSON', attributes: { 'app.q': 'How long?', 'app.found': JSON.stringify(JSON.stringify(DOCUMENTS)) } },
  { name: 'a list of maps', attributes: { 'app.q': 'How long?', 'app.found': DOCUMENTS } },
  {
    name: 'a path into JSON',
    attributes: { 'app.q': 'How long?', 'app.result': JSON.stringify({ page: { items: DOCUMENTS } }) },
    mapping: { documents: 'app.result.page.items' },
  },
  {
    name: 'flattened keys',
    attributes: {
      'app.q': 'How long?',
      ...Object.fromEntries(
        DOCUMENTS.flatMap((entry, place) => Object.entries(entry).map(([key, value]) => [`app.found.${place}.${key}`, value])),
      ),
    },
  },
  {
    name: 'question and documents in one attribute',
    attributes: { app: JSON.stringify({ q: 'How long?', found: DOCUMENTS }) },
  },
])('a declared convention reads documents from $name', ({ attributes, mapping = {} }) => {
  const turn = turnOf({ ...PATHS, ...mapping }, attributes);
  expect(turn?.query).toBe('How long?');
  expect(turn?.documents).toEqual(READ);
  expect(turn?.retrievals.map(({ convention }) => convention)).toEqual(['ours']);
});

test('without paths inside the documents the usual names are read', () => {
  const turn = turnOf(
    { documents: 'app.found', query: 'app.q' },
    { 'app.q': 'Why?', 'app.found': '[{"content":"Because it is.","id":"x","score":0.5}]' },
  );
  expect(turn?.documents).toEqual([{ text: 'Because it is.', id: 'x', score: 0.5, rank: 0, spanId: 's' }]);
});

test('a span that holds question, documents, answer and reference is a whole turn', () => {
  const turn = turnOf(
    { ...PATHS, answer: 'app.a', reference: 'app.truth' },
    { 'app.q': 'How long?', 'app.found': DOCUMENTS, 'app.a': '"60 days."', 'app.truth': 'Sixty days.' },
  );
  expect(turn).toMatchObject({ query: 'How long?', answer: '60 days.', reference: 'Sixty days.', flags: [] });
});

test('a declared convention wins over a built-in one', () => {
  const turn = turnOf(PATHS, {
    'app.q': 'How long?',
    'app.found': DOCUMENTS,
    'openinference.span.kind': 'RETRIEVER',
    'retrieval.documents.0.document.content': 'built in',
  });
  expect(turn?.documents).toEqual(READ);
});

test.for<{ name: string; match: Mapping['match']; isRead: boolean }>([
  { name: 'all values are there', match: { 'app.kind': 'search', 'app.version': 2 }, isRead: true },
  { name: 'a number was written as text', match: { 'app.version': '2' }, isRead: true },
  { name: 'the name of the span is', match: { 'span.name': 's' }, isRead: true },
  { name: 'the scope is', match: { 'scope.name': 'test' }, isRead: true },
  { name: 'one value is another', match: { 'app.kind': 'search', 'app.version': 3 }, isRead: false },
  { name: 'an attribute is absent', match: { 'app.else': 'x' }, isRead: false },
])('spans are matched where $name: $isRead', ({ match, isRead }) => {
  const turn = turnOf({ ...PATHS, match }, { 'app.version': 2, 'app.q': 'How long?', 'app.found': DOCUMENTS });
  expect(turn !== undefined).toBe(isRead);
});

test.for<{ name: string; value: unknown }>([
  { name: 'no list', value: '{"a":1}' },
  { name: 'a number', value: 3 },
  { name: 'cut JSON', value: '[{"body":"Tents' },
])('where there is $name instead of documents there is no retrieval', ({ value }) => {
  expect(turnOf(PATHS, { 'app.q': 'How long?', 'app.found': value })).toBeUndefined();
});

test('an empty list is an empty retrieval', () => {
  expect(turnOf(PATHS, { 'app.q': 'How long?', 'app.found': '[]' })).toMatchObject({ documents: [], retrievals: [{ documents: [] }] });
});
