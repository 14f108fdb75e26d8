import { type CacheOptions, cached } from '../cached.ts';
import { type LimitOptions, limited } from '../limited.ts';
import { type RetryOptions, retrying } from '../retrying.ts';
import { type LlmJudge, type LlmOptions, type LlmPorts, plainLlmJudge } from './llm-judge.ts';

export interface LlmJudgeOptions extends LlmOptions {
  /** How verdicts are remembered; false: not at all. */
  readonly cache?: CacheOptions | false;
  /** How calls that failed are tried again; false: not at all. */
  readonly retry?: RetryOptions | false;
  /** How often it is called: 60 times a minute at most, unless told otherwise; false: without any limit. */
  readonly limit?: LimitOptions | false;
}

/** An LLM judge as it is used: what is remembered asks nobody, and each attempt counts for the limits. */
export function llmJudge({ cache = {}, retry = {}, limit = {}, ...options }: LlmJudgeOptions, ports: LlmPorts): LlmJudge {
  const plain = plainLlmJudge(options, ports);
  const bounded = limit === false ? plain : limited(plain, limit, ports.clock);
  const patient = retry === false ? bounded : retrying(bounded, retry, ports);
  const judge = cache === false ? patient : cached(patient, cache);
  return { ...judge, replyForm: plain.replyForm };
}
