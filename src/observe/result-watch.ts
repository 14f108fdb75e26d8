import type { Facts } from '../model/facts.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Health } from './health.ts';

/** Turns without a text, or calls of a model without a message, that come before the first with one. By then it is no accident. */
const SILENT = 20;
/** Turns in a row that a judge failed. */
const FAILED = 10;

const CURES: Readonly<Record<string, string>> = {
  judge_auth: 'check its key',
  judge_rate_limited: 'lower the ratio, or its callsPerMinute',
  judge_timeout: 'check that it answers, or raise limits.judgeDeadlineMs',
  judge_unavailable: 'check that it can be reached from here',
};
const CHECK_JUDGE = 'ask it with "ragmeter judge check"';
const EXPLAIN = '"ragmeter explain FILE" says for a recording of your traces what to switch on, docs/conventions.md for each convention';

export interface ResultWatch {
  /** A span was read. `advice` says what could be switched on so that more can be read from it. */
  readonly read: (facts: Facts, advice: () => string | undefined) => void;
  readonly settled: (outcome: Outcome) => void;
}

/** Notices that nothing can be scored: no span holds a text, or the judge fails every time. */
export function watchResults(health: Health): ResultWatch {
  let silentCalls = 0;
  let silentTurns = 0;
  let failed = 0;
  let hasMessages = false;

  return {
    read({ generation }, advice) {
      if (generation === undefined || hasMessages) return;
      hasMessages = generation.messages.length > 0 || generation.output !== undefined;
      if (hasMessages) {
        if (silentCalls >= SILENT) health.recovers('no_content');
        return;
      }
      silentCalls += 1;
      if (silentCalls !== SILENT) return;
      health.suffers('no_content', `${SILENT} calls of a model came, and no message with any of them: ${advice() ?? `${EXPLAIN}.`}`);
    },

    settled(outcome) {
      if (outcome.status === 'scored') {
        silentTurns = 0;
        failed = 0;
        health.recovers('no_content');
        health.recovers('judge_failing');
      } else if (outcome.status === 'failed') {
        failed += 1;
        const { reason } = outcome;
        if (failed === FAILED) {
          health.suffers('judge_failing', `The last ${FAILED} turns failed, the last as ${reason}: ${CURES[reason] ?? CHECK_JUDGE}.`);
        }
      } else if (outcome.reason === 'text_missing' || outcome.reason === 'redacted') {
        silentTurns += 1;
        if (silentTurns !== SILENT) return;
        const message = `The last ${SILENT} turns have documents without their texts: content capture is off, or texts are hidden. ${EXPLAIN}.`;
        health.suffers('no_content', message);
      }
    },
  };
}
