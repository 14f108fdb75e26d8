import { DoneTurns } from './assemble/done-turns.ts';
import { TraceBuffer } from './assemble/trace-buffer.ts';
import { type Candidate, candidatesOf } from './assemble/turns.ts';
import type { Options } from './config/options.ts';
import type { Settings } from './config/resolve.ts';
import type { Emitter } from './emit/emitter.ts';
import { evaluationId } from './emit/evaluation-id.ts';
import type { Metrics } from './emit/metrics.ts';
import { isMarked, isOwnScope } from './emit/names.ts';
import { resultOf } from './emit/result.ts';
import type { Stats } from './emit/stats.ts';
import { evaluate } from './evaluate.ts';
import { adviceOn } from './extract/advice.ts';
import { nodeFrom, recordFrom } from './extract/extract.ts';
import { conventionsFor } from './extract/registry.ts';
import { userContext } from './extract/user-context.ts';
import { type ModelJudge, toJudge } from './judge/to-judge.ts';
import { untracedJudge } from './judge/untraced-judge.ts';
import type { Clock } from './model/clock.ts';
import { expected, messageOf } from './model/errors.ts';
import type { Evaluation, Sample, Settlement } from './model/evaluation.ts';
import type { TraceFacts } from './model/facts.ts';
import { gavePromise } from './model/gave-promise.ts';
import type { Judge } from './model/judge.ts';
import type { Outcome } from './model/outcome.ts';
import type { LogView, SpanView } from './model/span.ts';
import type { Flag, Turn } from './model/turn.ts';
import type { Verdicts } from './model/verdicts.ts';
import { type Claims, createClaims } from './observe/claims.ts';
import type { Health } from './observe/health.ts';
import { oncePerBurst } from './observe/once-per-burst.ts';
import { watchResults } from './observe/result-watch.ts';
import { canBeUntraced, untraced } from './observe/untraced.ts';
import { WorkQueue } from './queue/queue.ts';
import { type Cover, covers, withoutTexts } from './redact/cover.ts';
import { ratioSampler } from './sample/ratio.ts';
import { checkedScorer } from './score/define-scorer.ts';
import { SCORERS } from './score/registry.ts';
import { isReadable, whyNot } from './score/why-not.ts';

/** What the pipeline is given from outside. */
export interface Ports {
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly emitters: readonly Emitter[];
  readonly claims: Claims;
  readonly health: Health;
  readonly warn: (message: string) => void;
  /**
   * In process every span is seen to start. A span with a remote parent is then the top of what we see, over OTLP only one without a parent; and
   * log records of a trace that is not held belong to spans that were not recorded.
   */
  readonly inProcess?: boolean;
}

export interface Pipeline {
  /** Whether spans of this trace and instrumentation scope are wanted at all. Cheap; asked before anything is kept. */
  readonly wants: (traceId: string, traceState?: string, scope?: string) => boolean;
  /** A span has started in this process: its trace waits for it. */
  readonly opened: (traceId: string) => void;
  /** A span that was opened has ended, and nothing more can be said of it; of some not even where it belongs. */
  readonly lost: (traceId?: string, isRoot?: boolean) => void;
  /** A span has ended. */
  readonly span: (span: SpanView) => void;
  /** A log record came in. */
  readonly log: (log: LogView) => void;
  /** Hands on the traces that only wait for their grace, and resolves when each turn so far has its outcome. Turns that come later are not waited for. */
  readonly flush: () => Promise<void>;
  /** Hands on every trace and resolves when each turn has its outcome; what has none at the deadline is `dropped(shutdown)`. */
  readonly drain: (deadlineMs: number) => Promise<void>;
  readonly stats: () => Stats;
  /** Traces that are held until they are complete. */
  readonly held: () => number;
  /** Turns that wait for a judge, and how many may. */
  readonly queue: { readonly size: number; readonly capacity: number };
}

/** One evaluation of one turn, as it was picked. */
interface Pick {
  readonly evaluation: Evaluation;
  readonly sample: Sample;
  readonly probability: number;
}

/** One question to one judge: all evaluations that it answers at once. */
interface Job {
  readonly turn: Turn;
  readonly judge: Judge;
  readonly picks: readonly Pick[];
}

/** A turn whose context a user's extractor is to find. */
interface Extraction {
  readonly candidate: Candidate;
  readonly jobs: readonly Job[];
  readonly spans: readonly SpanView[];
  readonly mustFit: boolean;
}

const SHUTDOWN = Symbol('shutdown');
/** The one calls nobody, and what the other says is marked. */
const KNOWN_JUDGES: ReadonlySet<string> = new Set(['lexical', 'llm']);
const NO_CONTEXT_MANAGER =
  'No context manager is registered, so what a judge or a context extractor calls cannot be kept out of traces: turns that may be its own (their documents stand only in a prompt) are not evaluated. NodeSDK registers one; with a tracer provider of your own call context.setGlobalContextManager.';
const DUPLICATE =
  'Another ragmeter of this process evaluates the same turns: here they are dropped as duplicates. One processor for each process is enough.';

/**
 * receive → extract → assemble → sample → queue → judge → score → emit. `docs/architecture.md` tells the same in prose.
 */
export function createPipeline(options: Options, settings: Settings, evaluations: readonly Evaluation[], ports: Ports): Pipeline {
  const { clock, metrics, emitters, claims, health, inProcess = false } = ports;
  const { completion, limits } = settings;
  const { contextExtractor } = options;
  const conventions = conventionsFor(options);
  const coverOf = covers(options.redact);
  const owner = Symbol('pipeline');
  /** Turns of ours: what comes of them later is late. */
  const done = new DoneTurns(limits.maxDone);
  /** Turns that another has, and that we said are duplicates. */
  const duplicates = createClaims(limits.maxDone);
  const warn = oncePerBurst(ports.warn, clock.elapsedMs);
  const warnOnce = oncePerBurst(ports.warn, clock.elapsedMs, Number.POSITIVE_INFINITY);
  const watch = watchResults(health);
  const door = ratioSampler(settings.ratio);
  const samplers = new Map(evaluations.map((evaluation) => [evaluation, ratioSampler(evaluation.ratio)]));
  const byJudge = [...new Set(evaluations.map((evaluation) => evaluation.judge))].map((judge) => ({
    judge,
    evaluations: evaluations.filter((evaluation) => evaluation.judge === judge),
  }));
  const buffer = new TraceBuffer({ ...completion, ...limits }, clock, assembled);
  const line = { capacity: limits.maxQueue, workers: limits.workers, deadlineMs: limits.judgeDeadlineMs };
  const extracting = new WorkQueue<Extraction>(line, clock, extracted);
  const queue = new WorkQueue<Job>(line, clock, judged);
  let isReleasing = false;

  // receive, extract

  function wants(traceId: string, traceState?: string, scope = ''): boolean {
    return !isOwnScope(scope) && door.isKept(traceId, traceState);
  }

  function span(span: SpanView): void {
    if (!wants(span.traceId, span.traceState, span.scope.name)) return;
    const isRoot = span.parentSpanId === undefined || (inProcess && span.parentIsRemote === true);
    if (isMarked(span.attributes)) {
      buffer.lost(span.traceId, isRoot);
      return;
    }
    const node = nodeFrom(span, conventions, settings.emit.keys);
    if (node.facts !== undefined) watch.read(node.facts, () => adviceOn(span));
    buffer.add(span.traceId, contextExtractor === undefined ? node : { ...node, span }, isRoot);
  }

  function lost(traceId?: string, isRoot = false): void {
    metrics.lost();
    if (traceId !== undefined) buffer.lost(traceId, isRoot);
  }

  function log(log: LogView): void {
    if (!wants(log.traceId, log.traceState) || (inProcess && !buffer.has(log.traceId))) return;
    const record = recordFrom(log, conventions);
    if (record !== undefined) buffer.addRecord(log.traceId, record);
  }

  // assemble, sample

  /** Runs from timers in the host's process: whatever goes wrong with one trace is said, and the others go on. */
  function assembled(trace: TraceFacts): void {
    try {
      takeTurns(trace);
    } catch (error) {
      warn('assembled', `A trace could not be put together, its turns are not evaluated; please report it: ${messageOf(error)}`);
    }
  }

  function takeTurns(trace: TraceFacts): void {
    const traceState = trace.nodes.find((node) => node.traceState !== undefined)?.traceState;
    const picked = picksOf(trace.traceId, traceState);
    const mayBeOurs = ownWork();
    const isWanted = (candidate: Candidate): boolean =>
      !mayBeOurs(candidate) && (contextExtractor === undefined ? candidate.source !== 'question' : candidate.turn.query !== undefined);
    const taken = candidatesOf(trace)
      .filter((candidate) => isWanted(candidate) && !done.isLate(candidate))
      .map((candidate) => ({ candidate, jobs: jobsOf(candidate.turn, picked) }))
      .filter(({ jobs }) => jobs.length > 0);
    if (taken.length === 0 && done.has(trace.traceId)) metrics.late(trace.nodes.length);
    for (const { candidate } of taken) done.take(candidate);
    const spans = trace.nodes.flatMap((node) => node.span ?? []);
    for (const { candidate, jobs } of taken) {
      if (contextExtractor === undefined) {
        begin(candidate.turn, jobs, isReleasing);
      } else if (!extracting.offer({ candidate, jobs, spans, mustFit: isReleasing }, isReleasing)) {
        settleAll(candidate.turn, jobs, { status: 'dropped', reason: 'queue_full' });
      }
    }
  }

  /**
   * Whether a turn may have been made by a judge or an extractor of the user's. Nothing of theirs is traced where a context manager is registered; where
   * none is, their prompts would be turns, the judge would be asked about these, and so on for ever.
   */
  function ownWork(): (candidate: Candidate) => boolean {
    const hasOwnJudge = evaluations.some(({ judge }) => !KNOWN_JUDGES.has(judge.id));
    if (!inProcess || (!hasOwnJudge && contextExtractor === undefined) || canBeUntraced()) {
      health.recovers('no_context_manager');
      return () => false;
    }
    return ({ source, askedBy }) => {
      const isOurs = (hasOwnJudge && source !== 'spans') || (contextExtractor !== undefined && askedBy === 'retriever');
      if (isOurs) health.suffers('no_context_manager', NO_CONTEXT_MANAGER);
      return isOurs;
    };
  }

  /** The context as the user's own extractor knows it. Where it says that this is no RAG turn, there is none, and nothing was seen. */
  async function extracted({ candidate, jobs, spans, mustFit }: Extraction, signal: AbortSignal): Promise<void> {
    if (contextExtractor === undefined) return;
    const context = await untraced(() => userContext(contextExtractor, { ...candidate, spans }, signal));
    const { turn } = candidate;
    if (context.status === 'found')
      begin({ ...turn, documents: context.documents, flags: turn.flags.filter(isAboutAnswer) }, jobs, mustFit);
    if (context.status !== 'failed') return;
    const isCutOff = signal.aborted && signal.reason === SHUTDOWN;
    const { message } = context;
    settleAll(turn, jobs, isCutOff ? { status: 'dropped', reason: 'shutdown' } : { status: 'failed', reason: 'extractor_error', message });
  }

  function begin(turn: Turn, jobs: readonly Job[], mustFit: boolean): void {
    metrics.retrieved(turn);
    for (const job of jobs) handOn({ ...job, turn }, mustFit);
  }

  function picksOf(traceId: string, traceState: string | undefined): ReadonlyMap<Evaluation, Pick> {
    const picks = new Map<Evaluation, Pick>();
    for (const [evaluation, sampler] of samplers) {
      if (!sampler.isKept(traceId, traceState)) continue;
      picks.set(evaluation, {
        evaluation,
        sample: 'random',
        probability: Math.min(door.probability(traceState), sampler.probability(traceState)),
      });
    }
    return picks;
  }

  /** What is still to be asked about a turn. A turn that another pipeline of this process has taken is a duplicate; one of our own is done. */
  function jobsOf(turn: Turn, picked: ReadonlyMap<Evaluation, Pick>): readonly Job[] {
    return byJudge.flatMap((group) => {
      const picks: Pick[] = [];
      for (const evaluation of group.evaluations) {
        const pick = picked.get(evaluation);
        if (pick === undefined) continue;
        const id = evaluationId(turn, evaluation);
        const claim = claims.claim(id, owner);
        if (claim === 'new') picks.push(pick);
        if (claim === 'other' && duplicates.claim(id, owner) === 'new')
          settleAtOnce(turn, pick, { status: 'dropped', reason: 'duplicate' });
        if (claim === 'other') warnOnce('duplicate', DUPLICATE);
      }
      return picks.length === 0 ? [] : [{ turn, judge: group.judge, picks }];
    });
  }

  // queue

  function handOn(job: Job, mustFit: boolean): void {
    const { turn } = job;
    const picks: Pick[] = [];
    for (const pick of job.picks) {
      const reason = whyNot(turn, pick.evaluation.scorer);
      if (isTooOld(turn)) settleAtOnce(turn, pick, { status: 'dropped', reason: 'too_old' });
      else if (reason === undefined) picks.push(pick);
      else if (turn.flags.includes('evicted')) settleAtOnce(turn, pick, { status: 'dropped', reason: 'evicted' });
      else settleAtOnce(turn, pick, { status: 'skipped', reason });
    }
    if (picks.length === 0) return;
    for (const pick of picks) metrics.seen(pick.evaluation, turn, pick.sample);
    if (queue.offer({ ...job, picks }, mustFit)) return;
    warn(
      'queue_full',
      `The queue is full (${queue.capacity} turns wait for a judge): turns are dropped. Lower the ratio, or raise limits.workers or limits.maxQueue.`,
    );
    for (const pick of picks) settle(turn, pick, { status: 'dropped', reason: 'queue_full' });
  }

  function isTooOld(turn: Turn): boolean {
    return completion.tooOldMs > 0 && clock.nowMs() - milliseconds(turn.endTimeUnixNano) > completion.tooOldMs;
  }

  // judge, score

  async function judged(job: Job, signal: AbortSignal): Promise<void> {
    const covered = coveredTurn(job);
    if (covered === undefined) return;
    const { judge, picks } = job;
    const { turn, cover } = covered;
    const startedMs = clock.elapsedMs();
    const scorers = picks.map(({ evaluation }) => evaluation.scorer);
    const { turn: told, reply, evaluated } = await evaluate(turn, judge, scorers, signal);
    metrics.judged(judge, (clock.elapsedMs() - startedMs) / 1000, reply);
    const isCutOff = signal.aborted && signal.reason === SHUTDOWN && reply.status !== 'answered';
    for (const [index, { outcome, verdicts }] of evaluated.entries()) {
      const pick = picks[index];
      if (pick !== undefined) settle(told, pick, isCutOff ? { status: 'dropped', reason: 'shutdown' } : outcome, verdicts, cover);
    }
  }

  /** The turn as it may leave. Undefined where it may not, or where nothing is left of it: then it is settled. */
  function coveredTurn({ turn, picks }: Job): { readonly turn: Turn; readonly cover?: Cover } | undefined {
    if (coverOf === undefined) return { turn };
    const cover = coverOf();
    let covered: Turn;
    try {
      covered = cover.turn(turn);
    } catch (error) {
      // What it threw may hold the very text that must not leave: only its kind is told.
      const message = `The redactor threw ${error instanceof Error ? error.name : typeof error}: the judge was not asked`;
      warn('redact', message);
      for (const pick of picks) settle(withoutTexts(turn), pick, { status: 'failed', reason: 'judge_error', message }, undefined, cover);
      return undefined;
    }
    if (covered.documents.some(isReadable)) return { turn: covered, cover };
    for (const pick of picks) settle(covered, pick, { status: 'skipped', reason: 'redacted' }, undefined, cover);
    return undefined;
  }

  // emit

  function settleAll(turn: Turn, jobs: readonly Job[], outcome: Outcome): void {
    for (const { picks } of jobs) for (const pick of picks) settleAtOnce(turn, pick, outcome);
  }

  /** For a turn that never waits. */
  function settleAtOnce(turn: Turn, pick: Pick, outcome: Outcome): void {
    metrics.seen(pick.evaluation, turn, pick.sample);
    settle(turn, pick, outcome);
  }

  /** The one place where a turn gets its one outcome for one evaluation. */
  function settle(given: Turn, { evaluation, sample, probability }: Pick, outcome: Outcome, verdicts?: Verdicts, cover?: Cover): void {
    const turn = coverOf === undefined || cover !== undefined ? given : coveredOrBare(given, coverOf());
    const settlement: Settlement = {
      turn,
      evaluation,
      outcome: coverOf === undefined ? outcome : (cover ?? coverOf()).outcome(outcome),
      ...(verdicts === undefined ? {} : { verdicts }),
      sample,
      sampleProbability: probability,
    };
    watch.settled(outcome);
    metrics.settled(settlement, (clock.nowMs() - milliseconds(turn.endTimeUnixNano)) / 1000);
    for (const emitter of emitters) emitter.emit(settlement);
    try {
      gavePromise(
        untraced(() => options.onResult?.(resultOf(settlement))),
        onResultFailed,
      );
    } catch (error) {
      onResultFailed(error);
    }
  }

  function onResultFailed(error: unknown): void {
    warn('onResult', `onResult threw, the result itself is counted and emitted: ${messageOf(error)}`);
  }

  async function drain(deadlineMs: number): Promise<void> {
    // All that is held comes at once. It is there anyway, and takes no more room in the line: none of it is dropped for that.
    isReleasing = true;
    buffer.releaseAll();
    isReleasing = false;
    const giveUp = (): void => {
      for (const { candidate, jobs } of extracting.clear(SHUTDOWN))
        settleAll(candidate.turn, jobs, { status: 'dropped', reason: 'shutdown' });
      for (const { turn, picks } of queue.clear(SHUTDOWN)) {
        for (const pick of picks) settle(turn, pick, { status: 'dropped', reason: 'shutdown' });
      }
    };
    const cancel = clock.after(deadlineMs, giveUp, true);
    await extracting.whenDone();
    await queue.whenDone();
    cancel();
  }

  async function flush(): Promise<void> {
    buffer.releaseWaiting();
    const cancel = clock.after(Number.POSITIVE_INFINITY, () => {}, true);
    await extracting.whenDone();
    await queue.whenDone();
    cancel();
  }

  return {
    wants,
    opened: (traceId) => buffer.opened(traceId),
    lost,
    span,
    log,
    flush,
    drain,
    stats: metrics.stats,
    held: () => buffer.size,
    queue,
  };
}

/**
 * The configured evaluations with their judges and scorers. Throws where a name is unknown, a judge does not give what a scorer needs, or two
 * could not be told apart: each result is named by scorer and judge, and two plain functions have the same name.
 */
export function evaluationsOf(options: Options, modelJudge?: ModelJudge): readonly Evaluation[] {
  const judges = new Map<unknown, Judge>();
  const taken = new Set<string>();
  return (options.evaluations ?? [{ scorer: 'context_relevance' }]).map((wanted) => {
    const given = wanted.judge ?? options.judge ?? 'lexical';
    const judge = judges.get(given) ?? untracedJudge(toJudge(given, modelJudge));
    judges.set(given, judge);
    const scorer = typeof wanted.scorer === 'string' ? SCORERS.get(wanted.scorer)?.() : checkedScorer(wanted.scorer);
    if (scorer === undefined) {
      throw expected(`evaluations[].scorer to be one of ${[...SCORERS.keys()].join(', ')}, or your own`, wanted.scorer);
    }
    const lacking = scorer.needs.filter((need) => !judge.gives.includes(need));
    if (lacking.length > 0)
      throw expected(`judge to give ${scorer.needs.join(' and ')} for ${scorer.name}`, `${judge.id}, which lacks ${lacking.join(' and ')}`);
    const version = `${scorer.version}/${judge.id}@${judge.version}`;
    const identity = `${scorer.name} ${version}`;
    if (taken.has(identity)) throw expected('evaluations that differ in scorer or in the id or version of the judge', `${identity} twice`);
    taken.add(identity);
    return { name: scorer.name, version, scorer, judge, ratio: wanted.ratio ?? 1 };
  });
}

/** For a turn that was never judged: what cannot be redacted is left out. */
function coveredOrBare(turn: Turn, cover: Cover): Turn {
  try {
    return cover.turn(turn);
  } catch {
    return withoutTexts(turn);
  }
}

/** What was said about built-in documents does not hold for a user's own. */
function isAboutAnswer(flag: Flag): boolean {
  return flag === 'no_answer' || flag === 'evicted' || flag === 'attributes_dropped';
}

function milliseconds(unixNano: bigint): number {
  return Number(unixNano / 1_000_000n);
}
