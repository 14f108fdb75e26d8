import type { JudgeAgreement } from '../model/agreement.ts';
import type { Evaluation } from '../model/evaluation.ts';
import type { GaugeReading } from './measure.ts';
import { ATTRIBUTE, METRIC } from './names.ts';

/** The agreement of each evaluation that goes by the relevance of documents, where its judge was measured in this very version. */
export function agreementReadings(evaluations: readonly Evaluation[], agreement: readonly JudgeAgreement[]): readonly GaugeReading[] {
  return evaluations.flatMap((evaluation) => {
    const known = isMeasurable(evaluation) ? agreement.find((one) => isOf(one, evaluation)) : undefined;
    if (known === undefined) return [];
    const keys = { [ATTRIBUTE.evaluationName]: evaluation.name, [ATTRIBUTE.evaluatorId]: evaluation.judge.id };
    return [{ name: METRIC.judgeAgreement, value: known.kappa, keys }];
  });
}

/** Which judges in use are not among those that were measured, in words: another version is another judge. */
export function unmeasured(evaluations: readonly Evaluation[], agreement: readonly JudgeAgreement[]): readonly string[] {
  if (agreement.length === 0) return [];
  const missing = evaluations.filter((evaluation) => isMeasurable(evaluation) && !agreement.some((one) => isOf(one, evaluation)));
  const measured = agreement.map(({ judge }) => nameOf(judge)).join(', ');
  return [...new Set(missing.map(({ judge }) => nameOf(judge)))].map(
    (name) => `the agreement with people is known of ${measured}, not of judge ${name}: calibrate it`,
  );
}

function isMeasurable({ scorer }: Evaluation): boolean {
  return scorer.needs.includes('documents');
}

function isOf({ judge }: JudgeAgreement, evaluation: Evaluation): boolean {
  return judge.id === evaluation.judge.id && judge.version === evaluation.judge.version;
}

function nameOf({ id, version }: JudgeAgreement['judge']): string {
  return `${id}@${version}`;
}
