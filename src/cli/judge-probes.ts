import type { Turn } from '../model/turn.ts';

/** A question, a passage that answers it, and one that has nothing to do with it. */
export interface Probe {
  readonly language: string;
  readonly question: string;
  readonly answering: string;
  readonly unrelated: string;
  readonly answer: string;
}

/** Plain enough that people agree on every one; the unrelated passage of one is never on the topic of its question. */
export const PROBES: readonly Probe[] = [
  {
    language: 'en',
    question: 'How long is the warranty on the R2 stove?',
    answering: 'The R2 stove comes with a warranty of five years from the day of purchase.',
    unrelated: 'The library closes at six on Saturdays and stays shut on Sundays.',
    answer: 'Five years.',
  },
  {
    language: 'en',
    question: 'Which port does the metrics endpoint listen on?',
    answering: 'Metrics are served over HTTP; the endpoint listens on port 9464 by default.',
    unrelated: 'Knead the dough for ten minutes and let it rest overnight.',
    answer: 'Port 9464.',
  },
  {
    language: 'de',
    question: 'Wann muss die Kündigung spätestens eingehen?',
    answering: 'Eine Kündigung muss spätestens vier Wochen vor Ende der Laufzeit bei uns eingehen.',
    unrelated: 'Der Wanderweg führt an drei kleinen Seen vorbei und ist gut beschildert.',
    answer: 'Vier Wochen vor Ende der Laufzeit.',
  },
  {
    language: 'fr',
    question: 'Combien de bagages puis-je emporter en classe standard ?',
    answering: 'En classe standard, chaque voyageur peut emporter deux bagages et un sac à main.',
    unrelated: 'Le potager doit être arrosé tôt le matin pendant les mois chauds.',
    answer: 'Deux bagages et un sac à main.',
  },
  {
    language: 'es',
    question: '¿Cuánto cuesta renovar el carné de socio?',
    answering: 'La renovación del carné de socio cuesta 25 euros al año.',
    unrelated: 'El volcán entró en erupción por última vez en el siglo XVIII.',
    answer: '25 euros al año.',
  },
  {
    language: 'ja',
    question: '返品の送料は誰が負担しますか。',
    answering: '不良品を除き、返品の送料はお客様のご負担となります。',
    unrelated: 'この山の登山道は十一月から四月まで閉鎖されます。',
    answer: 'お客様の負担です。',
  },
  {
    language: 'ko',
    question: '회의실은 몇 명까지 사용할 수 있나요?',
    answering: '회의실은 한 번에 최대 열두 명까지 사용할 수 있습니다.',
    unrelated: '사과나무는 이른 봄에 가지치기를 해 주어야 합니다.',
    answer: '최대 열두 명입니다.',
  },
  {
    language: 'ar',
    question: 'ما هي ساعات عمل العيادة يوم الخميس؟',
    answering: 'تعمل العيادة يوم الخميس من الساعة التاسعة صباحًا حتى الثانية ظهرًا.',
    unrelated: 'يُصنع هذا النوع من الورق من ألياف نبات القطن.',
    answer: 'من التاسعة صباحًا حتى الثانية ظهرًا.',
  },
];

/** The probe as a turn: the answering passage first in every other one, so that no judge is right by its place. */
export function turnOf({ question, answering, unrelated, answer }: Probe, index: number): Turn {
  const texts = index % 2 === 0 ? [answering, unrelated] : [unrelated, answering];
  const traceId = (index + 1).toString(16).padStart(32, '0');
  return {
    traceId,
    evaluatedSpan: { traceId, spanId: '1'.padStart(16, '0'), sampled: false },
    endTimeUnixNano: 0n,
    query: question,
    documents: texts.map((text, rank) => ({ text, rank })),
    answer,
    retrievals: [],
    flags: [],
  };
}

/** Where the answering passage stands in `turnOf`. */
export function answeringIndex(index: number): number {
  return index % 2 === 0 ? 0 : 1;
}
