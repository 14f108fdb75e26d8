import { type CacheOptions, cached as cachedJudge } from './judge/cached.ts';
import { type LimitOptions, limited as limitedJudge } from './judge/limited.ts';
import { installedPackages } from './judge/llm/ai-sdk.ts';
import type { LlmJudge, LlmPorts } from './judge/llm/llm-judge.ts';
import { type LlmJudgeOptions, llmJudge as llmJudgeWith } from './judge/llm/wrapped.ts';
import { recordedJudge as recordedIn } from './judge/recorded.ts';
import { recording as recordingTo } from './judge/recording.ts';
import { type RetryOptions, retrying as retryingJudge } from './judge/retrying.ts';
import { type GivenJudge, toJudge } from './judge/to-judge.ts';
import type { Judge } from './model/judge.ts';
import { systemClock } from './runtime/clock.ts';
import { systemEnvironment } from './runtime/environment.ts';
import { systemRandom } from './runtime/random.ts';
import { textFile } from './runtime/text-file.ts';

const PORTS: LlmPorts = { clock: systemClock, random: systemRandom, environment: systemEnvironment, packages: installedPackages };

/**
 * A judge that asks a language model through the AI SDK (`npm install ai`, versions 5 to 7): once per turn, whatever is to be scored. Remembers
 * verdicts, tries again what may pass, and keeps to 60 calls a minute.
 *
 *     llmJudge({ model: 'openai/gpt-4.1-mini' })      // OPENAI_API_KEY, OPENAI_BASE_URL; npm install ai @ai-sdk/openai
 *     llmJudge({ model: anthropic('claude-haiku-4-5') })
 */
export function llmJudge(options: LlmJudgeOptions): LlmJudge {
  return llmJudgeWith(options, PORTS);
}

/** The judge of a model's name, as a configuration gives it. */
export function modelJudge(model: string, options: Omit<LlmJudgeOptions, 'model'> = {}): LlmJudge {
  return llmJudge({ ...options, model });
}

/** Remembers what a judge said, by what it was shown, in memory. */
export function cached(judge: GivenJudge, options: CacheOptions = {}): Judge {
  return cachedJudge(toJudge(judge, modelJudge), options);
}

/** Asks a judge again where time may heal: 429, 5xx, timeouts. Keeps to Retry-After. */
export function retrying(judge: GivenJudge, options: RetryOptions = {}): Judge {
  return retryingJudge(toJudge(judge, modelJudge), options, PORTS);
}

/** Bounds how often, and how many at a time, a judge is called; leaves it alone while it is down. */
export function limited(judge: GivenJudge, options: LimitOptions = {}): Judge {
  return limitedJudge(toJudge(judge, modelJudge), options, systemClock);
}

/** Says what another judge said before: see `recording`. For demos and tests. */
export function recordedJudge(file: string): Judge {
  return recordedIn(textFile(file));
}

/** Adds what a judge answers to a file of JSON lines. The texts of the turns are not in it, only hashes of them. */
export function recording(judge: GivenJudge, file: string): Judge {
  return recordingTo(toJudge(judge, modelJudge), textFile(file));
}
