/** Names the trace that a measured value came from. */
export interface Exemplar {
  readonly traceId: string;
  readonly spanId: string;
}

/** Where the values of histograms go. Must not throw. */
export type Measure = (metric: string, value: number, keys: Readonly<Record<string, string>>, exemplar?: Exemplar) => void;

/** What a gauge says now. `name` is one of the metric table's gauges. */
export interface GaugeReading {
  readonly name: string;
  readonly value: number;
  readonly keys: Readonly<Record<string, string>>;
}

/** Asked at every collection. */
export type Gauges = () => Iterable<GaugeReading>;
