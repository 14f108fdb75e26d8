import type { ContentRecord, Facts } from '../model/facts.ts';
import type { LogView, SpanView } from '../model/span.ts';

/** Reads one span convention. Pure: same span, same facts. Never throws on a bad value. */
export interface Extractor {
  readonly name: string;
  /** Facts of this span, or undefined where it does not speak this convention. */
  readonly extract: (span: SpanView) => Facts | undefined;
  /** The message in this log record, where the convention keeps content in log records. */
  readonly extractLog?: (log: LogView) => ContentRecord | undefined;
}
