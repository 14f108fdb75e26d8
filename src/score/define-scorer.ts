import { expected } from '../model/errors.ts';
import type { Scorer } from '../model/evaluation.ts';
import { NEEDS } from '../model/verdicts.ts';

/** Names become values of metric attributes and keys of `stats()`. */
const NAME = /^[a-z][a-z0-9_]{0,63}$/;

/**
 * A scorer of your own, wherever a scorer is taken: `evaluations: [{ scorer: defineScorer({ … }) }]`.
 *
 * `name` is snake_case; `version` changes whenever the numbers would, and starts a new baseline; `needs` is what a judge must give, `wants` what
 * is used where it gives it; `score` is pure and synchronous and gives a number in [0,1] with its parts, or `{ skipped: reason }`. It is given
 * only what it needs and wants. What it throws, and a number outside [0,1], is a `failed(scorer_error)`.
 *
 * Throws a RagmeterError (`invalid_option`) that says what was expected and what came.
 */
export function defineScorer(scorer: Scorer): Scorer {
  return Object.freeze({ ...checkedScorer(scorer) });
}

/** The scorer itself, if it is one. */
export function checkedScorer(scorer: Scorer): Scorer {
  if (typeof scorer !== 'object' || scorer === null) throw expected('a scorer with name, version, needs and score', scorer);
  const { name, version, needs, wants, needsAnswer, score } = scorer;
  if (typeof name !== 'string' || !NAME.test(name)) throw expected("a scorer's name to be snake_case, 64 characters at most", name);
  if (typeof version !== 'string' || version === '') throw expected(`version of scorer ${name} to be a text`, version);
  checkNeeds(name, 'needs', needs);
  if (wants !== undefined) checkNeeds(name, 'wants', wants);
  if (needsAnswer !== undefined && typeof needsAnswer !== 'boolean') {
    throw expected(`needsAnswer of scorer ${name} to be true or false`, needsAnswer);
  }
  if (typeof score !== 'function') throw expected(`score of scorer ${name} to be a function`, score);
  return scorer;
}

function checkNeeds(name: string, key: 'needs' | 'wants', given: readonly unknown[]): void {
  const isList = Array.isArray(given) && given.every((need) => (NEEDS as readonly unknown[]).includes(need));
  if (!isList) throw expected(`${key} of scorer ${name} to be a list of ${NEEDS.join(', ')}`, given);
}
