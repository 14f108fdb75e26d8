import type { Settlement } from '../model/evaluation.ts';
import { labelOf } from '../model/outcome.ts';
import type { Turn } from '../model/turn.ts';
import type { Verdicts } from '../model/verdicts.ts';
import { contentAttributes } from './content.ts';
import { cut } from './cut.ts';
import { evaluationId } from './evaluation-id.ts';
import { ATTRIBUTE } from './names.ts';
import { serviceOf } from './service.ts';
import { usedText } from './used-text.ts';

/** What an event and a span may carry. */
export type SettlementAttributes = Record<string, string | number | boolean | string[]>;

/** Explanations are built from templates and are short; a judge's or a scorer's own need not be. */
const MAX_EXPLANATION_CHARACTERS = 4_000;

/** Kinds of evaluators, by id. A judge does not say its kind, so only those that we know are named. */
const EVALUATOR_TYPES: Readonly<Record<string, string>> = { lexical: 'heuristic', llm: 'llm' };

/**
 * True for what becomes an event and a span: those that say something about the turn, and failures of the scoring. Skipped and dropped turns are
 * counted by metrics only; an event for each would say nothing, as often as a service answers without retrieving.
 */
export function isTold({ outcome }: Settlement): boolean {
  return outcome.status === 'scored' || outcome.status === 'failed';
}

/** A settlement as attributes, the same for event and span. `content`: question, answer and document texts too. */
export function settlementAttributes(settlement: Settlement, content: boolean): SettlementAttributes {
  const { turn, evaluation, outcome, verdicts } = settlement;
  const attributes: SettlementAttributes = {
    [ATTRIBUTE.evaluationName]: evaluation.name,
    [ATTRIBUTE.evaluatorId]: evaluation.judge.id,
    [ATTRIBUTE.evaluatorVersion]: evaluation.version,
    [ATTRIBUTE.evaluationId]: evaluationId(turn, evaluation),
    [ATTRIBUTE.sample]: settlement.sample,
    [ATTRIBUTE.sampleProbability]: settlement.sampleProbability,
    ...placeAttributes(turn),
  };
  const type = Object.hasOwn(EVALUATOR_TYPES, evaluation.judge.id) ? EVALUATOR_TYPES[evaluation.judge.id] : undefined;
  if (type !== undefined) attributes[ATTRIBUTE.evaluatorType] = type;
  if (turn.responseId !== undefined) attributes[ATTRIBUTE.responseId] = turn.responseId;
  if (turn.flags.length > 0) attributes[ATTRIBUTE.flags] = [...turn.flags];
  if (outcome.status === 'scored') {
    attributes[ATTRIBUTE.scoreValue] = outcome.score;
    attributes[ATTRIBUTE.scoreLabel] = labelOf(outcome.score);
    attributes[ATTRIBUTE.explanation] = cut(outcome.explanation, MAX_EXPLANATION_CHARACTERS);
    Object.assign(attributes, verdictAttributes(verdicts ?? {}));
  }
  if (outcome.status === 'failed') attributes[ATTRIBUTE.errorType] = outcome.reason;
  if (content) Object.assign(attributes, contentAttributes(turn));
  return attributes;
}

/** Where the turn was served. In the service the resource of events and spans is ours; with these a query on one of them finds it still. */
function placeAttributes(turn: Turn): Record<string, string> {
  const { environment, route, resource } = turn;
  return {
    ...resource,
    [ATTRIBUTE.service]: serviceOf(turn),
    ...(environment === undefined ? {} : { [ATTRIBUTE.environment]: environment }),
    ...(route === undefined ? {} : { [ATTRIBUTE.route]: route }),
  };
}

/** Only for scored turns: the verdicts of a failure are not to be trusted. */
function verdictAttributes({ documents, missing }: Verdicts): SettlementAttributes {
  const attributes: SettlementAttributes = {};
  if (documents !== undefined) {
    const inOrder = documents.toSorted((a, b) => a.index - b.index);
    attributes[ATTRIBUTE.documentsLevels] = inOrder.map(({ level }) => level);
    attributes[ATTRIBUTE.documentsUsed] = inOrder.map(usedText);
  }
  if (missing !== undefined) attributes[ATTRIBUTE.missingCount] = missing.length;
  return attributes;
}
