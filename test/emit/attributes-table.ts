import { RETRIEVAL_SPAN_ID, TRACE_ID } from './results.ts';

const COMMON = {
  'gen_ai.evaluation.name': 'context_relevance',
  'gen_ai.evaluation.evaluator.id': 'lexical',
  'gen_ai.evaluation.evaluator.version': '1+lexical@1',
  'gen_ai.evaluation.evaluator.type': 'heuristic',
  'ragmeter.evaluation.id': `${TRACE_ID}:${RETRIEVAL_SPAN_ID}:context_relevance@1+lexical@1`,
  'ragmeter.sample': 'random',
  'ragmeter.sample.probability': 1,
  'ragmeter.service': 'shop',
  'deployment.environment.name': 'production',
  'http.route': '/ask',
};

/** What event and span say of `result()`. */
export const SCORED_ATTRIBUTES: Record<string, unknown> = {
  ...COMMON,
  'gen_ai.evaluation.score.value': 0.75,
  'gen_ai.evaluation.score.label': 'good',
  'gen_ai.evaluation.explanation': 'Two of three documents are relevant.',
  'ragmeter.documents.levels': ['high', 'low', 'none'],
  'ragmeter.documents.used': ['true', 'false', 'unknown'],
  'ragmeter.missing.count': 2,
};

/** What event and span say of `result({ outcome: FAILED })`. */
export const FAILED_ATTRIBUTES: Record<string, unknown> = { ...COMMON, 'error.type': 'judge_timeout' };
