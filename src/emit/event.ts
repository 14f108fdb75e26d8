import { isTold, settlementAttributes } from './attributes.ts';
import { contextOf } from './context.ts';
import type { Emitter } from './emitter.ts';
import { createGuard } from './guard.ts';
import { loggerProvider } from './logs-api.ts';
import { EVENT_NAME, SCOPE, VERSION } from './names.ts';
import { timeOfMs, timeOfNano } from './time.ts';

export interface EventOptions {
  /** Write question, answer and document texts too. */
  readonly content: boolean;
  /** Unix time in milliseconds. */
  readonly nowMs: () => number;
}

/** `SeverityNumber.INFO`. */
const INFO = 9;

/**
 * Writes results as `gen_ai.evaluation.result` events: log records in the context of the evaluated span.
 * https://github.com/open-telemetry/semantic-conventions/blob/main/docs/gen-ai/gen-ai-events.md
 */
export function eventEmitter({ content, nowMs }: EventOptions): Emitter {
  const guard = createGuard();
  return {
    emit(settlement) {
      if (!isTold(settlement)) return;
      guard('events', () => {
        loggerProvider()
          ?.getLogger(SCOPE, VERSION)
          .emit({
            eventName: EVENT_NAME,
            timestamp: timeOfNano(settlement.turn.endTimeUnixNano),
            observedTimestamp: timeOfMs(nowMs()),
            severityNumber: INFO,
            severityText: 'INFO',
            attributes: settlementAttributes(settlement, content),
            context: contextOf(settlement.turn.evaluatedSpan),
          });
      });
    },
  };
}
