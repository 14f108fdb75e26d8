/** Attributes as they arrive: strings, numbers, booleans, and arrays or maps of them. Anything else may appear and must be survived. */
export type Attributes = Readonly<Record<string, unknown>>;

export interface SpanEvent {
  readonly name: string;
  readonly timeUnixNano: bigint;
  readonly attributes: Attributes;
}

/** One OpenTelemetry span in our one shape, whichever door it came in by. Read, never written. */
export interface SpanView {
  /** 32 lower-case hexadecimal digits. */
  readonly traceId: string;
  /** 16 lower-case hexadecimal digits. */
  readonly spanId: string;
  /** Absent for a root. */
  readonly parentSpanId?: string;
  /** True where the parent lives in another process; undefined where the sender does not say. */
  readonly parentIsRemote?: boolean;
  readonly name: string;
  readonly startTimeUnixNano: bigint;
  readonly endTimeUnixNano: bigint;
  readonly attributes: Attributes;
  readonly events: readonly SpanEvent[];
  readonly status: 'unset' | 'ok' | 'error';
  readonly scope: { readonly name: string; readonly version?: string };
  readonly resource: Attributes;
  /** The W3C `tracestate`, as text. */
  readonly traceState?: string;
  /** False only where the sender says that the span was not sampled. */
  readonly sampled: boolean;
  /** How many attributes were left out at a limit: the SDK's, or ours, which counts events with them. */
  readonly droppedAttributesCount: number;
}

/** A log record in our one shape. Belongs to a span by its ids. */
export interface LogView {
  readonly traceId: string;
  readonly spanId: string;
  readonly eventName: string;
  readonly timeUnixNano: bigint;
  readonly attributes: Attributes;
  readonly body: unknown;
  /** The W3C `tracestate`, as text. OTLP does not carry it. */
  readonly traceState?: string;
}

/** Names a span that was received, so that results can be hung on it. */
export interface SpanRef {
  readonly traceId: string;
  readonly spanId: string;
  readonly sampled: boolean;
}
