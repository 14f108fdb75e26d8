import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasSentence, MAX_SENTENCES, sentencesOf } from '../../src/model/sentences.ts';

/** The same four sentences in each language, with a decimal, a question and an exclamation in them. */
const TWINS: readonly { readonly language: string; readonly text: string }[] = [
  { language: 'English', text: 'Paris is the capital of France. It has 2.1 million inhabitants! Is the city old? Yes, it is very old.' },
  { language: 'Japanese', text: 'パリはフランスの首都です。人口は2.1百万人です！この街は古いですか？はい、とても古いです。' },
  { language: 'Chinese', text: '巴黎是法国的首都。它有2.1百万居民！这座城市古老吗？是的，非常古老。' },
  { language: 'Arabic', text: 'باريس هي عاصمة فرنسا. يبلغ عدد سكانها 2.1 مليون نسمة! هل المدينة قديمة؟ نعم، هي قديمة جدا.' },
  { language: 'Hindi', text: 'पेरिस फ्रांस की राजधानी है। इसकी आबादी 2.1 मिलियन है! क्या शहर पुराना है? हाँ, यह बहुत पुराना है।' },
  { language: 'Thai', text: 'ปารีสเป็นเมืองหลวงของประเทศฝรั่งเศส มีประชากรทั้งหมด 2.1 ล้านคน เมืองนี้เก่าแก่หรือไม่ ใช่แล้วเมืองนี้เก่าแก่มาก' },
  { language: 'Korean', text: '파리는 프랑스의 수도입니다. 인구는 2.1백만 명입니다! 이 도시는 오래되었습니까? 네, 매우 오래되었습니다.' },
  {
    language: 'German',
    text: 'Paris ist die Hauptstadt Frankreichs. Es hat 2,1 Millionen Einwohner! Ist die Stadt alt? Ja, sie ist sehr alt.',
  },
  { language: 'Urdu', text: 'پیرس فرانس کا دارالحکومت ہے۔ اس کی آبادی 2.1 ملین ہے! کیا شہر پرانا ہے؟ جی ہاں، یہ بہت پرانا ہے۔' },
];

test.for(TWINS)('$language has as many sentences as its English twin', ({ text }) => {
  expect(sentencesOf(text)).toHaveLength(4);
});

test.for<{ name: string; text: string; sentences: readonly string[] }>([
  { name: 'nothing', text: '', sentences: [] },
  { name: 'space', text: ' \n\t ', sentences: [] },
  { name: 'no letter and no digit', text: '---\n***\n... !? 🙂', sentences: [] },
  { name: 'one without an end', text: 'Paris', sentences: ['Paris'] },
  { name: 'a number', text: '42', sentences: ['42'] },
  { name: 'space around and inside', text: '  Paris\tis   big. \r\n\r\n So is Rome.\n', sentences: ['Paris is big.', 'So is Rome.'] },
  {
    name: 'decimals',
    text: 'It costs 3.50 dollars. Version 2.4.1 is out.',
    sentences: ['It costs 3.50 dollars.', 'Version 2.4.1 is out.'],
  },
  {
    name: 'initials',
    text: 'J. R. R. Tolkien wrote it. He lived in the U.S. for no day.',
    sentences: ['J. R. R. Tolkien wrote it.', 'He lived in the U.S. for no day.'],
  },
  { name: 'titles', text: 'Ask Dr. Smith. Not Mr. Jones.', sentences: ['Ask Dr. Smith.', 'Not Mr. Jones.'] },
  { name: 'an answer of one word', text: 'Is it free? No. It costs 5 dollars.', sentences: ['Is it free?', 'No.', 'It costs 5 dollars.'] },
  {
    name: 'a numbered list',
    text: 'Steps:\n1. Open the box.\n2) Take it out.\n(c) Done',
    sentences: ['Steps:', '1. Open the box.', '2) Take it out.', '(c) Done'],
  },
  { name: 'a list with marks', text: '- red\n- green\n\n---\n* blue', sentences: ['- red', '- green', '* blue'] },
  {
    name: 'a text that was wrapped',
    text: 'Tents can be returned within sixty days of\nthe purchase, if they were never pitched.\nStoves cannot.',
    sentences: ['Tents can be returned within sixty days of the purchase, if they were never pitched.', 'Stoves cannot.'],
  },
  { name: 'a line of 40 characters may have been wrapped', text: `${'a'.repeat(40)}\nblue`, sentences: [`${'a'.repeat(40)} blue`] },
  { name: 'a line of 39 characters has not been', text: `${'a'.repeat(39)}\nblue`, sentences: ['a'.repeat(39), 'blue'] },
  { name: 'short lines in lower case', text: 'red\ngreen\nblue', sentences: ['red', 'green', 'blue'] },
  {
    name: 'a long line that ends, and lower case below',
    text: `${'word '.repeat(12)}end.\niPhones too.`,
    sentences: [`${'word '.repeat(12)}end.`, 'iPhones too.'],
  },
  {
    name: 'Japanese in brackets',
    text: '彼は来ました（昨日）。「はい」と言いました。',
    sentences: ['彼は来ました（昨日）。', '「はい」と言いました。'],
  },
  {
    name: 'Thai clauses, not before a word that goes on, nor beside a number',
    text: 'เมืองนี้เก่าแก่มากที่สุด และมีชื่อเสียงมากในโลก หอไอเฟลสร้างขึ้นในปี ค.ศ. 1889 โดยวิศวกรชาวฝรั่งเศส',
    sentences: ['เมืองนี้เก่าแก่มากที่สุด และมีชื่อเสียงมากในโลก', 'หอไอเฟลสร้างขึ้นในปี ค.ศ. 1889 โดยวิศวกรชาวฝรั่งเศส'],
  },
])('$name', ({ text, sentences }) => {
  expect(sentencesOf(text)).toEqual(sentences);
});

test('what lies beyond the last that is asked for is one sentence, nothing is left out', () => {
  const text = Array.from({ length: 1000 }, (_, number) => `This is number ${number}.`).join(' ');
  const sentences = sentencesOf(text);
  expect(sentences).toHaveLength(MAX_SENTENCES);
  expect(sentences.join(' ')).toBe(text);
});

test('a sentence without an end is cut at spaces', () => {
  const sentences = sentencesOf('word '.repeat(1000));
  expect(sentences.length).toBeGreaterThan(1);
  expect(sentences.every((sentence) => /^word( word)*$/.test(sentence))).toBe(true);
});

test('a cut never splits a character in two', () => {
  expect(sentencesOf(`a${'𠮷'.repeat(2000)}`).join('')).toBe(`a${'𠮷'.repeat(2000)}`);
});

test.for(['a. ', 'a. b! ', '1. ', '. ', '\n', 'x\n', `${'w '.repeat(25)}\n`, 'ก ', 'ที่นี่คือเมืองหลวงของ ', ' ', '？', 'a'])(
  '%j a hundred thousand times over is no trouble',
  (unit) => {
    const startedMs = performance.now();
    expect(sentencesOf(unit.repeat(100_000)).length).toBeLessThanOrEqual(MAX_SENTENCES);
    // Quadratic would be minutes.
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  },
);

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('a', 'Dr', '1', '.', '. ', '! ', '。', '\n', '\r\n', ' ', 'ที่', 'เมือง', '🙂', '\ud800', '(', ')'), {
      maxLength: 200,
    })
    .map((parts) => parts.join('')),
);

test('of any text every letter and digit is in exactly one sentence, in order', () => {
  const words = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');
  fc.assert(
    fc.property(anyText, (text) => {
      const sentences = sentencesOf(text);
      expect(words(sentences.join(''))).toBe(words(text));
      expect(sentences.every((sentence) => sentence === sentence.trim() && words(sentence) !== '')).toBe(true);
      expect(sentences.length > 0).toBe(hasSentence(text));
    }),
  );
});
