import type { Judge, JudgeReply } from '../../model/judge.ts';
import type { Turn } from '../../model/turn.ts';
import type { DocumentVerdict } from '../../model/verdicts.ts';
import { evidenceOf } from './evidence.ts';
import { hitsIn } from './hits.ts';
import { isUsed, levelOf } from './levels.ts';
import { askedBy } from './question.ts';
import { termWeights } from './rarity.ts';
import { read } from './reading.ts';
import { relevanceOf } from './relevance.ts';
import { answerOf, usageOf } from './usage.ts';

/** What lies beyond in a document is not read. About 2000 English words: more than a retrieved piece should have, and read in a few milliseconds. */
const MAX_DOCUMENT_CHARACTERS = 12_288;

/**
 * A heuristic judge: compares words and character n-grams, and needs no key, no network and no model. It tells unrelated documents from
 * related ones well, a document that answers from one that is merely on the topic only roughly; a paraphrase without a common word is
 * invisible to it, and so is a document in another language than the question.
 *
 * Deterministic. The first 12 288 characters of a document are read (2000 of a question, 4000 of an answer), and a document longer than
 * 2000 is judged by its best stretch of sentences of that length. Takes time linear in what is read.
 */
export function lexicalJudge(): Judge {
  // Building one costs more than judging a turn.
  const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });
  return {
    id: 'lexical',
    version: '2',
    gives: ['documents'],
    ask: (turn) => Promise.resolve(answered(turn, segmenter)),
  };
}

function answered(turn: Turn, segmenter: Intl.Segmenter): JudgeReply {
  return { status: 'answered', verdicts: { documents: verdictsOn(turn, segmenter) } };
}

function verdictsOn(turn: Turn, segmenter: Intl.Segmenter): readonly DocumentVerdict[] {
  const question = askedBy(turn.query ?? '', segmenter);
  const answer = turn.answer === undefined ? undefined : answerOf(turn.answer, question);
  const readings = turn.documents.map((document) => read(document.text ?? '', question.isStopWord, MAX_DOCUMENT_CHARACTERS));
  const hits = readings.map((reading) => hitsIn(reading, question));
  const weights = termWeights(question.terms, hits);
  return readings.map((reading, index) => {
    const relevance = relevanceOf(hits[index] ?? [], question, weights);
    const usage = answer === undefined ? undefined : usageOf(reading, answer);
    const used = usage !== undefined && isUsed(usage.value);
    const level = levelOf(relevance.value, used);
    return {
      index,
      level,
      relevance: relevance.value,
      ...(usage === undefined ? {} : { usage: usage.value, used }),
      // Where the level isn't that of the relevance, the answer made it so.
      evidence: evidenceOf(reading, question, relevance, level === levelOf(relevance.value, false) ? undefined : usage?.bestSentence),
    };
  });
}
