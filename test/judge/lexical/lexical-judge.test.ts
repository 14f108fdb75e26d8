import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { lexicalJudge } from '../../../src/judge/lexical/lexical-judge.ts';
import { LEVELS } from '../../../src/model/verdicts.ts';
import { judge, verdictOn, verdictsOn } from './asked.ts';

const LANGUAGES = [
  {
    language: 'English',
    query: 'How long do I have to return an unopened tent?',
    right: 'Unopened tents can be returned within 60 days of delivery for a full refund.',
    wrong: 'A moka pot brews at low pressure; take it off the heat as soon as you hear it gurgle.',
    answer: 'You have 60 days from delivery and get a full refund.',
  },
  {
    language: 'German',
    query: 'Wie lange kann ich ein ungeöffnetes Zelt zurückgeben?',
    right: 'Ein ungeöffnetes Zelt können Sie 60 Tage nach der Lieferung zurückgeben.',
    wrong: 'Die Kanne brüht bei niedrigem Druck, nehmen Sie sie früh genug vom Herd.',
    answer: 'Sie haben 60 Tage nach der Lieferung.',
  },
  {
    language: 'French',
    query: 'Comment ranger une tente mouillée ?',
    right: 'Les tentes mouillées doivent sécher complètement avant d’être rangées.',
    wrong: 'La cafetière italienne chauffe à basse pression ; retirez-la du feu assez tôt.',
    answer: 'Elles doivent sécher complètement.',
  },
  {
    language: 'Spanish',
    query: '¿Cómo guardo una tienda mojada?',
    right: 'Las tiendas mojadas deben secarse por completo antes de guardarlas.',
    wrong: 'La cafetera italiana trabaja a baja presión; retírela del fuego a tiempo.',
    answer: 'Deben secarse por completo.',
  },
  {
    language: 'Russian',
    query: 'Как хранить мокрую палатку?',
    right: 'Мокрые палатки сначала полностью высушите, а потом храните в сухом месте.',
    wrong: 'Снимите кофейник с огня, как только услышите бульканье.',
    answer: 'Полностью высушите и храните в сухом месте.',
  },
  {
    language: 'Greek',
    query: 'Πώς αποθηκεύω μια βρεγμένη σκηνή;',
    right: 'Οι βρεγμένες σκηνές πρέπει να στεγνώσουν πριν αποθηκευτούν.',
    wrong: 'Η μόκα φτιάχνει καφέ με χαμηλή πίεση.',
    answer: 'Πρέπει να στεγνώσουν πριν αποθηκευτούν.',
  },
  {
    language: 'Korean',
    query: '개봉하지 않은 텐트는 며칠 안에 반품할 수 있나요?',
    right: '개봉하지 않은 텐트를 반품하려면 배송일로부터 60일 이내에 신청해야 합니다.',
    wrong: '모카 포트는 낮은 압력으로 커피를 추출합니다.',
    answer: '배송일로부터 60일 이내입니다.',
  },
  {
    language: 'Japanese',
    query: '濡れたテントはどうやって保管すればいいですか？',
    right: '濡れたテントは風通しの良い日陰で完全に乾かしてから保管してください。',
    wrong: '通常配送は3〜5営業日で、75ユーロ以上のご注文は送料無料です。',
    answer: '風通しの良い日陰で完全に乾かします。',
  },
  {
    language: 'Chinese',
    query: '未开封的帐篷可以在几天内退货？',
    right: '未开封的帐篷可以在收货后六十天内退货并获得全额退款。',
    wrong: '摩卡壶以较低的压力煮咖啡，听到声音就离火。',
    answer: '收货后六十天内可获得全额退款。',
  },
  {
    language: 'Arabic',
    query: 'متى يمكن إرجاع الخيمة غير المفتوحة؟',
    right: 'يمكن إرجاع الخيمة غير المفتوحة خلال ستين يوما من تاريخ التسليم.',
    wrong: 'تعمل القهوة على ضغط منخفض فارفعها عن النار بسرعة.',
    answer: 'خلال ستين يوما من تاريخ التسليم.',
  },
  {
    language: 'Hindi',
    query: 'बिना खुला तंबू कितने दिनों में वापस कर सकते हैं?',
    right: 'बिना खुला तंबू डिलीवरी के साठ दिनों के भीतर वापस किया जा सकता है।',
    wrong: 'कॉफी को कम दबाव पर पकाएं और आवाज़ सुनते ही आंच से हटा लें।',
    answer: 'डिलीवरी के साठ दिनों के भीतर।',
  },
  {
    language: 'Thai',
    query: 'เต็นท์ที่ยังไม่เปิดคืนสินค้าได้ภายในกี่วัน',
    right: 'เต็นท์ที่ยังไม่เปิดสามารถคืนสินค้าได้ภายในหกสิบวันหลังจัดส่ง',
    wrong: 'หม้อกาแฟใช้แรงดันต่ำ ยกออกจากเตาเมื่อได้ยินเสียง',
    answer: 'ภายในหกสิบวันหลังจัดส่ง',
  },
];

test.for(LANGUAGES)('$language: a passage that answers is told from one of another topic', async ({ query, right, wrong, answer }) => {
  const [first, second] = await verdictsOn({ query, documents: [right, wrong], answer });

  expect(first).toMatchObject({ index: 0, used: true });
  expect(['high', 'medium']).toContain(first!.level);
  expect(second).toMatchObject({ index: 1, used: false, level: 'none' });
  expect(first!.relevance).toBeGreaterThan(0.3);
  expect(second!.relevance).toBeLessThan(0.15);
});

test.for(LANGUAGES)('$language: relevance does not need the answer, and used does', async ({ query, right, answer }) => {
  const without = await verdictOn(query, right);
  const withAnswer = await verdictOn(query, right, answer);

  expect(without).not.toHaveProperty('used');
  expect(without).not.toHaveProperty('usage');
  expect(withAnswer.relevance).toBe(without.relevance);
});

test.for([
  {
    name: 'function words',
    query: 'What is the name of the river that is in the city?',
    document: 'It was the end of what they had, and that is the way it is.',
  },
  { name: 'Japanese particles', query: '犬はどこにいますか', document: 'これはそのためにあるのですが、とてもよいものです。' },
  { name: 'another language', query: 'How do I store a wet tent?', document: 'テントを濡れたまま保管しないでください。' },
  { name: 'punctuation', query: 'Where is it?', document: '?!... --- ??? !!!' },
  { name: 'no text', query: 'Where is the river?', document: '' },
])('$name alone do not make a document relevant', async ({ query, document }) => {
  expect(await verdictOn(query, document)).toMatchObject({ level: 'none' });
});

test.for([
  { name: 'plurals', query: 'gas canisters', document: 'Send one gas canister.' },
  { name: '-ed and -ing', query: 'storing tents', document: 'A tent is stored dry.' },
  { name: '-ed and -ion', query: 'What is generated?', document: 'Generation in all plants.' },
  { name: 'case and width', query: 'ＫＡＮＴ', document: 'kant' },
  { name: 'thousands', query: 'cost 1,320', document: 'It will cost 1320.' },
  { name: 'Korean particles', query: '텐트는', document: '젖은 텐트를 말린다' },
  { name: 'the Arabic article', query: 'خيمة', document: 'نصبنا الخيمة' },
  { name: 'German plurals', query: 'Wo sind die Quittungen?', document: 'Die Quittung liegt im Paket.' },
  { name: 'Russian cases', query: 'палатка', document: 'Сушите палатку.' },
  { name: 'Hindi plurals', query: 'किताब', document: 'किताबें सूखी रखें।' },
])('words meet across $name', async ({ query, document }) => {
  expect((await verdictOn(query, document)).relevance).toBeGreaterThan(0.3);
});

test.for([
  { name: 'numbers', query: 'Wo ist die Bestellung 48217?', document: 'Mit 48219 ist alles gut.' },
  { name: 'words that only begin alike', query: 'Wo ist der Vertrag?', document: 'Der Verlust ist groß.' },
])('words do not meet that are different: $name', async ({ query, document }) => {
  expect(await verdictOn(query, document)).toMatchObject({ evidence: 'no word in common' });
});

test('the last word of an English question weighs more than the others', async () => {
  const query = 'Where is the oil of this dressing sourced?';
  const relevanceOf = async (document: string): Promise<number> => (await verdictOn(query, document)).relevance!;

  expect(await relevanceOf('It is sourced in Provence.')).toBeGreaterThan(1.2 * (await relevanceOf('Our dressing is green and mild.')));
  expect(await relevanceOf('It is sourced in Provence.')).toBeGreaterThan(1.2 * (await relevanceOf('Our oil is green and so mild.')));
});

test('a long question need not be found whole', async () => {
  const words = 'amber basil cedar delta ember fjord grove haven inlet jewel knoll lilac maple north olive pearl'.split(' ');
  const halfOf = (question: readonly string[]): string => question.slice(0, question.length / 2).join(' ');
  const [short, long] = [words.slice(0, 8), words];

  const ofLong = await verdictOn(long.join(' '), halfOf(long));

  expect(ofLong.relevance).toBeGreaterThan((await verdictOn(short.join(' '), halfOf(short))).relevance!);
  expect(ofLong.relevance).toBeLessThan(1);
});

test('a table names a thing once, and prose of the same length has to name it more often', async () => {
  const query = 'How many laptops are in stock?';
  const head = 'The laptop. ';
  const table = `${head}${'| 0417 | 150,000 | 30 | 12/05 |\n'.repeat(25)}`;
  const prose = `${head}${'Orders are packed by hand and leave the house at noon. '.repeat(25)}`.slice(0, table.length);
  const often = `${head.repeat(8)}${prose}`.slice(0, table.length);
  const [inTable, once, manyTimes] = await Promise.all(
    [table, prose, often].map(async (text) => (await verdictOn(query, text)).relevance!),
  );

  expect(inTable).toBeGreaterThan(once! * 1.5);
  expect(manyTimes).toBeGreaterThan(once! * 1.5);
});

test.for([
  { name: 'laptop', query: 'laptop stock', rows: ['Laptop', 'Stock', 'Smartphone', 'Refrigerator', 'Washing Machine', 'Television'] },
  {
    name: 'ノートパソコン',
    query: 'ノートパソコンの在庫',
    rows: ['ノートパソコン', '在庫', 'スマートフォン', '冷蔵庫', '洗濯機', 'テレビ'],
  },
])('markup makes a document no longer: $name', async ({ query, rows }) => {
  const plain = await verdictOn(query, rows.join('\n'));
  const marked = await verdictOn(query, rows.map((row) => `<tr><td class="name">${row}</td></tr>`).join('\n'));

  expect(marked.relevance).toBeGreaterThanOrEqual(plain.relevance!);
});

test('the text of the question itself is highly relevant', async () => {
  const query = 'Which storm guylines hold the Summit tent?';

  expect(await verdictOn(query, query)).toMatchObject({ level: 'high' });
});

test('a used document is at least medium, even where it shares no word with the question', async () => {
  const answer = 'Within 30 days, and a 15% restocking fee applies.';
  const verdict = await verdictOn('And what about mine?', answer, answer);

  expect(verdict).toMatchObject({ level: 'medium', used: true, usage: 1 });
  expect(verdict.relevance).toBeLessThan(0.15);
});

test('an answer that only repeats the question does not use an unrelated document', async () => {
  const verdict = await verdictOn('Who founded Larkfield?', 'Clean the burner with a dry brush.', 'I do not know who founded Larkfield.');

  expect(verdict).toMatchObject({ used: false, level: 'none' });
});

test('a word that every document has tells them apart no more', async () => {
  const query = 'tent waterproof';
  const both = ['Make the tent waterproof.', 'Fold the tent neatly.', 'Dry the tent slowly.'];
  const [, alone] = await verdictsOn({ query, documents: [both[0], both[1]].map((text) => text!.replace('Make the tent', 'Make it')) });
  const [first, second] = await verdictsOn({ query, documents: both });

  expect(second!.relevance).toBeLessThan(alone!.relevance!);
  expect(first!.relevance).toBeGreaterThan(second!.relevance! * 2);
});

test('equally good documents are judged as each would be alone', async () => {
  const query = 'How long can I return an unopened tent in winter?';
  const document = 'Unopened tents can be returned within 60 days.';
  const alone = await verdictOn(query, document);

  for (const verdict of await verdictsOn({ query, documents: [document, document, document] })) {
    expect(verdict.relevance).toBeCloseTo(alone.relevance!, 10);
  }
});

test('a passage deep inside a long document is found', async () => {
  const filler = 'Check every pole for cracks and wipe it with a dry cloth. ';
  const document = `${filler.repeat(150)}The Summit tent withstands winds of 110 km/h. ${filler.repeat(100)}`;
  const verdict = await verdictOn('What wind speed does the Summit tent withstand?', document, 'It withstands winds of 110 km/h.');

  expect(verdict.used).toBe(true);
  expect(['high', 'medium']).toContain(verdict.level);
  expect(verdict.evidence).toContain('the summit tent withstands winds');
});

test('evidence names the shared words and the best sentence, in at most 120 characters', async () => {
  const document = `Nothing here. Unopened tents can be returned within 60 days ${'of delivery '.repeat(50)}`;
  const { evidence } = await verdictOn('Return an unopened tent?', document);

  expect(evidence).toMatch(/^has return, unopened, tent: "unopened tents can be returned/);
  expect(evidence!.length).toBeLessThanOrEqual(120);
  expect((await verdictOn('Return an unopened tent?', 'Boil coffee.')).evidence).toBe('no word in common');
});

test('evidence of a document that counts only as used is what the answer has of it', async () => {
  const document = 'Send it to our shop. A fee of 15% applies to opened tents. Ask for Paul.';
  const { level, evidence } = await verdictOn('And what about mine?', document, 'A fee of 15% applies to opened tents, ask for Paul.');

  expect(level).toBe('medium');
  expect(evidence).toBe('in the answer: "a fee of 15% applies to opened tents."');
});

test('a document without text is none, and keeps its place', async () => {
  const verdicts = await verdictsOn({ query: 'unopened tent', documents: [undefined, 'An unopened tent.'] });

  expect(verdicts.map(({ index, level }) => [index, level])).toEqual([
    [0, 'none'],
    [1, 'high'],
  ]);
});

test('introduces itself', () => {
  expect(judge).toMatchObject({ id: 'lexical', version: '2', gives: ['documents'] });
});

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  // Lone surrogates.
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.constantFrom('', ' ', '?!.', '\ud800', '\udc00a', '漢字', 'ก', 'a. b. c.', '\ufdfa'),
  fc
    .tuple(
      fc.constantFrom('the tent. ', '."', '\n', '漢', '\ud83d\ude00', '1.', '1,', 'é́', 'テント。', '텐트 '),
      fc.integer({ min: 1, max: 4_000 }),
    )
    .map(([unit, times]) => unit.repeat(times)),
);

test('any texts get one verdict a document, with numbers in [0, 1] that agree with the levels, the same when asked again and in any order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.option(anyText, { nil: undefined }),
      fc.array(fc.option(anyText, { nil: undefined }), { maxLength: 4 }),
      fc.option(anyText, { nil: undefined }),
      async (query, documents, answer) => {
        const asked = { documents, ...(query === undefined ? {} : { query }), ...(answer === undefined ? {} : { answer }) };
        const verdicts = await verdictsOn(asked);

        expect(verdicts.map(({ index }) => index)).toEqual([...documents.keys()]);
        for (const { relevance, usage, used, level, evidence } of verdicts) {
          expect(relevance).toBeGreaterThanOrEqual(0);
          expect(relevance).toBeLessThanOrEqual(1);
          expect(LEVELS).toContain(level);
          expect(evidence!.length).toBeLessThanOrEqual(120);
          if (answer === undefined) {
            expect([used, usage]).toEqual([undefined, undefined]);
          } else {
            expect(usage).toBeGreaterThanOrEqual(0);
            expect(usage).toBeLessThanOrEqual(1);
          }
          if (used) expect(['high', 'medium']).toContain(level);
        }
        expect(await verdictsOn(asked, lexicalJudge())).toEqual(verdicts);

        const reversed = await verdictsOn({ ...asked, documents: documents.toReversed() });
        const inPlace = reversed.toReversed().map((verdict, index) => ({ ...verdict, index }));
        expect(inPlace).toEqual(verdicts);
      },
    ),
    { numRuns: 150 },
  );
});

test.for(['."', '.', 'a', '漢', '\ud800', '1.', '\n', '\ufdfa', 'ก', 'a b ', 'a漢', '"'])('a megabyte of %j is survived', async (unit) => {
  const text = unit.repeat(1_000_000 / unit.length);
  const [verdict] = await verdictsOn({ query: text, documents: [text], answer: text });

  expect(verdict!.relevance).toBeGreaterThanOrEqual(0);
  expect(verdict!.relevance).toBeLessThanOrEqual(1);
  expect(verdict!.usage).toBeGreaterThanOrEqual(0);
  expect(verdict!.usage).toBeLessThanOrEqual(1);
});

test('what lies beyond the characters that are read changes nothing', async () => {
  const start = 'The quick brown fox. '.repeat(1_000);

  expect(await verdictOn('unopened tent', `${start} An unopened tent.`, 'An unopened tent.')).toEqual(
    await verdictOn('unopened tent', start, 'An unopened tent.'),
  );
});

test.for(['An unopened tent. ', 'tent ', '濡れたテントは乾かす。', '\ufdfa'])(
  'of a megabyte of %j no more is folded than is read',
  async (unit) => {
    const text = unit.repeat(1_000_000 / unit.length);
    const normalize = vi.spyOn(String.prototype, 'normalize');
    await verdictsOn({ query: text, documents: [text, text], answer: text });
    const folded = normalize.mock.contexts.reduce<number>((sum, piece) => sum + String(piece).length, 0);
    normalize.mockRestore();

    // A question, an answer and two documents, each in pieces of which the last may reach beyond.
    expect(folded).toBeGreaterThan(0);
    expect(folded).toBeLessThanOrEqual(2_000 + 4_000 + 2 * 12_288);
  },
);
