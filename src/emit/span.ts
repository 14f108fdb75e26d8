import { ROOT_CONTEXT, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Settlement } from '../model/evaluation.ts';
import { isTold, type SettlementAttributes, settlementAttributes } from './attributes.ts';
import { contextOf, spanContextOf } from './context.ts';
import { cut } from './cut.ts';
import type { Emitter } from './emitter.ts';
import { createGuard } from './guard.ts';
import { SCOPE, SPAN_NAME_PREFIX, VERSION } from './names.ts';
import { timeOfMs } from './time.ts';

export interface SpanOptions {
  /** `child`: in the evaluated trace, under the evaluated span. `link`: a trace of its own, with a link to the evaluated span. */
  readonly mode: 'child' | 'link';
  /** Write question, answer and document texts too. */
  readonly content: boolean;
  /** Unix time in milliseconds. */
  readonly nowMs: () => number;
}

/** A span without any length is drawn as nothing by some viewers. */
const SHORTEST_MS = 1;
const MAX_MESSAGE_CHARACTERS = 500;

/**
 * Writes results as short spans named `evaluate <evaluation>`. None where the evaluated span was not sampled: it would hang in a trace that no backend has.
 * The evaluated span itself has ended and is never written to.
 */
export function spanEmitter({ mode, content, nowMs }: SpanOptions): Emitter {
  const guard = createGuard();
  return {
    emit(settlement) {
      if (!isTold(settlement) || !settlement.turn.evaluatedSpan.sampled) return;
      guard('spans', () => {
        const startMs = nowMs();
        const span = start(settlement, mode, startMs, settlementAttributes(settlement, content));
        const { outcome } = settlement;
        if (outcome.status === 'failed') {
          // What a judge or an extractor said may repeat what it was given: texts, or even its key.
          const message = content ? cut(outcome.message, MAX_MESSAGE_CHARACTERS) : outcome.reason;
          span.setStatus({ code: SpanStatusCode.ERROR, message });
        }
        span.end(timeOfMs(Math.max(nowMs(), startMs + SHORTEST_MS)));
      });
    },
  };
}

function start({ turn, evaluation }: Settlement, mode: SpanOptions['mode'], startMs: number, attributes: SettlementAttributes): Span {
  // Taken anew each time: a provider that was registered meanwhile counts from then on.
  const tracer = trace.getTracer(SCOPE, VERSION);
  const name = SPAN_NAME_PREFIX + evaluation.name;
  const options = { attributes, startTime: timeOfMs(startMs) };
  if (mode === 'child') return tracer.startSpan(name, options, contextOf(turn.evaluatedSpan));
  return tracer.startSpan(name, { ...options, links: [{ context: spanContextOf(turn.evaluatedSpan) }] }, ROOT_CONTEXT);
}
