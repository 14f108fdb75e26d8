import type { Evaluation, Scorer, Settlement } from '../../src/model/evaluation.ts';
import type { Judge } from '../../src/model/judge.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import type { Turn } from '../../src/model/turn.ts';
import type { Verdicts } from '../../src/model/verdicts.ts';

export const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
export const SPAN_ID = 'b7ad6b7169203331';
export const RETRIEVAL_SPAN_ID = '00f067aa0ba902b7';
/** 2025-01-01T00:00:00.123456789Z */
export const TURN_END: bigint = 1_735_689_600_123_456_789n;

export function judge(overrides: Partial<Judge> = {}): Judge {
  return {
    id: 'lexical',
    version: '1',
    gives: ['documents'],
    ask: () => Promise.resolve({ status: 'answered', verdicts: {} }),
    ...overrides,
  };
}

export function evaluation(overrides: Partial<Evaluation> = {}): Evaluation {
  const scorer: Scorer = { name: 'context_relevance', version: '1', needs: ['documents'], score: () => ({ skipped: 'no_documents' }) };
  return { name: 'context_relevance', version: '1+lexical@1', scorer, judge: judge(), ratio: 1, ...overrides };
}

export function turn(overrides: Partial<Turn> = {}): Turn {
  const documents = [
    { text: 'Paris is the capital of France.', id: 'd1', rank: 0 },
    { text: 'Lyon is a city.', id: 'd2', rank: 1 },
    { text: 'Bananas are yellow.', id: 'd3', rank: 2 },
  ];
  return {
    traceId: TRACE_ID,
    evaluatedSpan: { traceId: TRACE_ID, spanId: SPAN_ID, sampled: true },
    service: 'shop',
    environment: 'production',
    route: '/ask',
    endTimeUnixNano: TURN_END,
    query: 'What is the capital of France?',
    documents,
    answer: 'Paris.',
    retrievals: [{ spanId: RETRIEVAL_SPAN_ID, query: 'capital France', documents, convention: 'openinference' }],
    flags: [],
    ...overrides,
  };
}

/** Not in document order on purpose: carriers put them there. */
export const VERDICTS: Verdicts = {
  documents: [
    { index: 2, level: 'none' },
    { index: 0, level: 'high', used: true },
    { index: 1, level: 'low', used: false },
  ],
  missing: ['its population', 'its mayor'],
};

export const SCORED: Outcome = { status: 'scored', score: 0.75, parts: {}, explanation: 'Two of three documents are relevant.' };
export const SKIPPED: Outcome = { status: 'skipped', reason: 'no_documents' };
export const FAILED: Outcome = { status: 'failed', reason: 'judge_timeout', message: 'No answer within 60 s' };
export const DROPPED: Outcome = { status: 'dropped', reason: 'queue_full' };

export function result(overrides: Partial<Settlement> = {}): Settlement {
  const outcome = overrides.outcome ?? SCORED;
  const verdicts = outcome.status === 'scored' ? { verdicts: VERDICTS } : {};
  return { turn: turn(), evaluation: evaluation(), outcome, ...verdicts, sample: 'random', sampleProbability: 1, ...overrides };
}
