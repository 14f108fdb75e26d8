import type { ContextExtractor } from '../model/context-extractor.ts';
import type { Scorer } from '../model/evaluation.ts';
import type { Judge, JudgeFunction, ModelName } from '../model/judge.ts';
import type { Mapping, ToolNames } from '../model/mapping.ts';
import type { Redactor } from '../model/redactor.ts';
import type { Result } from '../model/result.ts';

/** When a trace counts as complete. All in milliseconds. */
export interface CompletionOptions {
  /** How long after its last span a trace that has its root is taken as complete. */
  readonly graceMs?: number;
  /** How long after its last span a trace without a root is taken as complete (service only). */
  readonly idleMs?: number;
  /** How long a trace may be held at most, from the arrival of its first span. */
  readonly maxAgeMs?: number;
  /** A turn that ended longer ago than this is dropped as `too_old`; 0 = never. */
  readonly tooOldMs?: number;
}

/** What may be held at the same time, and for how long. At each bound something is counted, never lost in silence. */
export interface Limits {
  /** Traces that wait for completion. */
  readonly maxTraces?: number;
  /** Spans kept of one trace. */
  readonly maxSpansPerTrace?: number;
  /** Characters of text kept of one trace. */
  readonly maxCharactersPerTrace?: number;
  /** Turns that wait for the judge. */
  readonly maxQueue?: number;
  /** Judge calls at the same time. */
  readonly workers?: number;
  /** Milliseconds that one turn may take in the judge. */
  readonly judgeDeadlineMs?: number;
  /** Keys of done turns that are remembered, so that none is scored twice. */
  readonly maxDone?: number;
  /** Different attribute sets of one metric; beyond it they fall into one overflow set. */
  readonly maxSeries?: number;
}

export interface EvaluationOptions {
  /** A built-in name, or your own. */
  readonly scorer: string | Scorer;
  readonly judge?: 'lexical' | ModelName | Judge | JudgeFunction;
  /** Share of all traces, 0..1; not above what `ratio` lets in. */
  readonly ratio?: number;
  /** The mean score, 0..1, below which you want an alert: the metric `ragmeter.score.floor`. One for each scorer. */
  readonly floor?: number;
}

export interface EmitOptions {
  readonly metrics?: boolean;
  readonly event?: boolean;
  /** How the evaluation span hangs on the evaluated one. */
  readonly span?: 'child' | 'link' | 'off';
  /** Write question, answer and document texts too. Off unless asked for. */
  readonly content?: boolean;
  /** Resource attributes of the evaluated service to put on metrics, events and spans, such as `service.version`. None that has many values. */
  readonly keys?: readonly string[];
}

/** The processor's constructor takes these; `ragmeter.yaml` has the same keys. Everything is optional. */
export interface Options {
  /** `lexical` unless given. A text with a slash is a model, such as `openai/gpt-4.1-mini`. */
  readonly judge?: 'lexical' | ModelName | Judge | JudgeFunction;
  readonly evaluations?: readonly EvaluationOptions[];
  /** Share of all traces that are evaluated, 0..1, decided by trace id. */
  readonly ratio?: number;
  /** Conventions of your own, asked before the built-in ones. */
  readonly conventions?: readonly Mapping[];
  /** Tools of your own that retrieve, or do not. */
  readonly tools?: ToolNames;
  /** Your own way to the context of a turn. While one is given it wins over everything built in, and is called once for each question. */
  readonly contextExtractor?: ContextExtractor;
  readonly completion?: CompletionOptions;
  readonly limits?: Limits;
  /**
   * What must not leave, taken out of every text before a judge, an emitter or `onResult` gets it. Off unless given. `true`: mail addresses, phone
   * and card numbers, keys and tokens, by their looks. A redactor that throws stops the call: `failed(judge_error)`.
   */
  readonly redact?: boolean | Redactor;
  readonly emit?: EmitOptions;
  /** Path of a file that `ragmeter calibrate --out` wrote: how far the judges agree with people, for the metric `ragmeter.judge.agreement`. */
  readonly agreement?: string;
  /** Called with every result, whatever its outcome. What it throws is caught and said once. */
  readonly onResult?: (result: Result) => void;
}
