import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { promptFor } from '../../../src/judge/llm/prompt.ts';
import { schemaFor } from '../../../src/judge/llm/schema.ts';
import { sheetOf } from '../../../src/judge/llm/sheet.ts';
import { tokensIn } from '../../../src/judge/llm/tokens.ts';
import { systemRandom } from '../../../src/runtime/random.ts';
import { turn } from '../../support/builders.ts';
import { verdictsFor } from '../../support/openai-server.ts';

const PROSE = [
  'Returns are accepted within 30 days of delivery, as long as the item is unused and in its original box.',
  'The pump must be primed before its first use: open valve B, fill the chamber with 200 ml of water, then close it again.',
  'Larkfield was founded in 1987 by two sisters who repaired tents for the local climbing club.',
  'A payment that was declined is tried again after one, three and seven days; after that the subscription is paused.',
  'Set "retention_days" to 0 if nothing is to be kept; the default is 90, and the maximum 400.',
  'The museum is closed on Mondays, on the first of January, and while the east wing is being rebuilt.',
  'Waterproofing wears off with washing, so treat the outer shell again every second season.',
  'Version 2.4.1 fixes a crash that came up when the cache directory could not be written to.',
];
const QUERY = 'How long do I have to return a tent that I have not opened, and who pays for the shipping?';
const ANSWER = 'You have 30 days from delivery, if the tent is unused and in its box. Shipping is paid by you. Exchanges are free.';

/** About 1 kB of prose, another for each number. */
function passage(number: number): string {
  let text = '';
  for (let at = number; text.length < 1_000; at += 1) text += `${PROSE[at % PROSE.length]} `;
  return text.slice(0, 1_000);
}

function measured(count: number) {
  const documents = Array.from({ length: count }, (_, rank) => ({ text: passage(rank), rank }));
  const about = turn({ query: QUERY, answer: ANSWER, documents });
  const sheet = sheetOf(about, ['documents', 'missing', 'claims'], systemRandom);
  const { system, user } = promptFor(sheet, sheet.items);
  const schema = JSON.stringify(schemaFor(sheet.items, true));
  const given = countTokens([QUERY, ANSWER, ...documents.map(({ text }) => text)].join('\n'));
  return { sheet, given, asked: countTokens(system) + countTokens(user) + countTokens(schema) };
}

test.for([
  { count: 5, atMost: 1.6 },
  { count: 20, atMost: 1.2 },
])('relevance and faithfulness over $count documents of 1 kB: at most $atMost times their tokens', ({ count, atMost }) => {
  const { asked, given } = measured(count);
  expect(asked / given).toBeLessThanOrEqual(atMost);
});

test('a verdict on a document takes at most 10 tokens', () => {
  const { sheet } = measured(20);
  const { system, user } = promptFor(sheet, sheet.items);
  const shown = { ...JSON.parse(user), ids: [...sheet.items.keys()], system } as Parameters<typeof verdictsFor>[0];
  const verdicts = verdictsFor(shown, { level: () => 'medium' });
  for (const { id } of sheet.documents)
    expect(countTokens(`"${id}":"${String(verdicts[id]).replace('used', 'unused')}",`)).toBeLessThanOrEqual(10);
});

test.for([
  { language: 'English', text: PROSE.join(' ') },
  {
    language: 'German',
    text: 'Die Rückgabe ist innerhalb von 30 Tagen nach Lieferung möglich, sofern der Artikel unbenutzt und originalverpackt ist.',
  },
  { language: 'Japanese', text: '未使用で元の箱に入っている場合に限り、お届けから30日以内の返品を承ります。' },
  { language: 'Korean', text: '개봉하지 않은 텐트는 배송일로부터 30일 이내에 반품할 수 있습니다.' },
  { language: 'Arabic', text: 'يمكن إرجاع المنتج خلال 30 يومًا من التسليم إذا كان غير مستخدم وفي علبته الأصلية.' },
  { language: 'code', text: PROSE.map((line) => `if (a[${line.length}] !== "x") { return f(${line.length}); }`).join('\n') },
])('the estimate of tokens is not below the truth, and not far above: $language', ({ text }) => {
  const ratio = tokensIn(text) / countTokens(text);
  expect(ratio).toBeGreaterThanOrEqual(1);
  expect(ratio).toBeLessThan(4);
});
