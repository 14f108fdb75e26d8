import type { Scorer } from '../model/evaluation.ts';
import { contextRelevance } from './scorers/context-relevance.ts';

/** Every built-in scorer by its name. */
export const SCORERS: ReadonlyMap<string, () => Scorer> = new Map([['context_relevance', () => contextRelevance()]]);
