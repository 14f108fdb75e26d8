import { expect, test } from 'vitest';
import { agreementIn, agreementText, parseAgreement } from '../../src/calibrate/agreement-file.ts';

const LEXICAL = { id: 'lexical', version: '1' };
const LLM = { id: 'llm', version: '1:openai/a' };
const file = (kappa: number) => ({ file: 'labels.jsonl', pairs: 10, kappa, auc: 0.9 });

test('kappa is the mean of the files, however long they are', () => {
  const files = [file(0.2), { ...file(0.6), pairs: 1000 }];
  expect(parseAgreement(agreementText([], LEXICAL, files), 'a.json')).toEqual([{ judge: LEXICAL, kappa: 0.4, files }]);
});

test('measured again, a judge is told of anew, and the others stay', () => {
  let known = parseAgreement(agreementText([], LEXICAL, [file(0.2)]), 'a.json');
  known = parseAgreement(agreementText(known, LLM, [file(0.8)]), 'a.json');
  known = parseAgreement(agreementText(known, LEXICAL, [file(0.3)]), 'a.json');
  expect(known.map(({ judge, kappa }) => [judge.id, kappa])).toEqual([
    ['llm', 0.8],
    ['lexical', 0.3],
  ]);
});

test.for([
  { name: 'no JSON', text: 'kappa: 1' },
  { name: 'null', text: 'null' },
  { name: 'another object', text: '{"name":"ragmeter"}' },
  { name: 'a judge without a version', text: '{"agreement":[{"judge":{"id":"a"},"kappa":1,"files":[]}]}' },
  { name: 'kappa as text', text: '{"agreement":[{"judge":{"id":"a","version":"1"},"kappa":"1","files":[]}]}' },
  { name: 'kappa above 1', text: '{"agreement":[{"judge":{"id":"a","version":"1"},"kappa":1.1,"files":[]}]}' },
])('$name is refused', ({ text }) => {
  expect(() => agreementIn({ path: 'a.json', read: () => text, append: () => {} })).toThrow(
    /^Expected a\.json to be a file that ragmeter calibrate --out wrote, got /,
  );
});
