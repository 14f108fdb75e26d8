import type { Scorer } from '../model/evaluation.ts';
import { contextPrecision } from './scorers/context-precision.ts';
import { contextRecall } from './scorers/context-recall.ts';
import { contextRelevance } from './scorers/context-relevance.ts';
import { contextUtilization } from './scorers/context-utilization.ts';
import { faithfulness } from './scorers/faithfulness.ts';
import { statementRelevance } from './scorers/statement-relevance.ts';

/** Every built-in scorer by its name. */
export const SCORERS: ReadonlyMap<string, () => Scorer> = new Map([
  ['context_relevance', () => contextRelevance()],
  ['statement_relevance', statementRelevance],
  ['context_precision', contextPrecision],
  ['context_utilization', contextUtilization],
  ['faithfulness', faithfulness],
  ['context_recall', contextRecall],
]);
