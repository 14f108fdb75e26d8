#!/usr/bin/env node
/**
 * What the lexical judge costs: `npm run -s build && node bench/lexical-cost.mjs`
 * Milliseconds of processor time for a turn of one document, with an answer, for documents of several lengths and scripts, and for texts
 * made to be slow. Processor time, so that what else runs on the machine counts less.
 */
import { lexicalJudge } from '../dist/judge/lexical/lexical-judge.js';

const ROUNDS = 400;
const WARM_UP = 200;

const TEXTS = {
  english:
    'Unopened tents can be returned within 60 days of delivery; the Summit tent withstands winds of 110 km/h. Check every pole for cracks. ',
  german: 'Ein ungeöffnetes Zelt können Sie 60 Tage nach der Lieferung zurückgeben, geöffnete Zelte nur mit einer Rücknahmegebühr. ',
  japanese: '濡れたテントは風通しの良い日陰で完全に乾かしてから保管してください。未開封の商品は六十日以内に返品できます。',
  korean: '개봉하지 않은 텐트를 반품하려면 배송일로부터 60일 이내에 신청해야 합니다. 젖은 텐트는 완전히 말려서 보관하세요. ',
  thai: 'เต็นท์ที่ยังไม่เปิดสามารถคืนสินค้าได้ภายในหกสิบวันหลังจัดส่ง กรุณาตากให้แห้งก่อนเก็บ ',
};
const QUESTIONS = {
  english: 'How many days do I have to return an unopened Summit tent after delivery?',
  german: 'Wie viele Tage habe ich, um ein ungeöffnetes Zelt zurückzugeben?',
  japanese: '未開封のテントは何日以内に返品できますか？',
  korean: '개봉하지 않은 텐트는 며칠 안에 반품할 수 있나요?',
  thai: 'เต็นท์ที่ยังไม่เปิดคืนสินค้าได้ภายในกี่วัน',
};

/** Words that never repeat are the worst for tables; the seed makes them the same in every run. */
function manyWords(characters) {
  let seed = 7;
  let text = '';
  while (text.length < characters) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    text += `${seed.toString(36)} `;
  }
  return text;
}

function cases() {
  const rows = [];
  for (const [language, unit] of Object.entries(TEXTS)) {
    for (const length of [300, 900, 3_000, 12_000, 1_000_000]) {
      rows.push({
        name: `${language} ${length}`,
        query: QUESTIONS[language],
        text: unit.repeat(Math.ceil(length / unit.length)).slice(0, length),
      });
    }
  }
  const words = manyWords(1_000_000);
  const question = 'the tent '.repeat(300);
  return [
    ...rows,
    { name: 'a million of one word', query: 'the tent', text: 'tent '.repeat(200_000) },
    { name: 'words that never repeat', query: words.slice(0, 2_000), text: words },
    { name: 'a long question', query: question, text: TEXTS.english.repeat(90) },
    { name: 'no space at all', query: 'aaaa', text: 'a'.repeat(1_000_000) },
  ];
}

function percentile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

const judge = lexicalJudge();
const signal = new AbortController().signal;
console.log(`${'document'.padEnd(26)} ${'p50 ms'.padStart(8)} ${'p95 ms'.padStart(8)} ${'max ms'.padStart(8)}`);
for (const { name, query, text } of cases()) {
  const turn = { query, documents: [{ text, rank: 0 }], answer: text.slice(0, 400), retrievals: [], flags: [] };
  const taken = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const start = process.cpuUsage();
    await judge.ask(turn, ['documents'], signal);
    const { user, system } = process.cpuUsage(start);
    if (round >= WARM_UP) taken.push((user + system) / 1_000);
  }
  taken.sort((a, b) => a - b);
  const cells = [0.5, 0.95, 1].map((share) => percentile(taken, share).toFixed(2).padStart(8));
  console.log(`${name.padEnd(26)} ${cells.join(' ')}`);
}
