import type { LogView, SpanView } from '../model/span.ts';
import { ProblemList } from './problem-list.ts';

/** What one batch of OTLP held, in the order in which it was written. Every encoding of OTLP decodes to this. */
export interface Decoded {
  spans: SpanView[];
  logs: LogView[];
  rejectedSpans: number;
  rejectedLogs: number;
  /** One line each: what was expected, what came, what to do. The last one may read "and 12 more". */
  problems: string[];
}

/** Fills up while batches are decoded. */
export class Decoding {
  readonly spans: SpanView[] = [];
  readonly logs: LogView[] = [];
  readonly problems: ProblemList = new ProblemList();
  #rejectedSpans = 0;
  #rejectedLogs = 0;

  /** Takes a span, or the problem for which it is rejected. */
  addSpan(span: SpanView | string): void {
    if (typeof span !== 'string') {
      this.spans.push(span);
      return;
    }
    this.#rejectedSpans += 1;
    this.problems.add(span);
  }

  /** Takes a log record, or the problem for which it is rejected; nothing where it is none of ours. */
  addLog(log: LogView | string | undefined): void {
    if (log === undefined) return;
    if (typeof log !== 'string') {
      this.logs.push(log);
      return;
    }
    this.#rejectedLogs += 1;
    this.problems.add(log);
  }

  finish(): Decoded {
    return {
      spans: this.spans,
      logs: this.logs,
      rejectedSpans: this.#rejectedSpans,
      rejectedLogs: this.#rejectedLogs,
      problems: this.problems.toLines(),
    };
  }
}
