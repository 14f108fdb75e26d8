import {
  type BatchObservableCallback,
  createNoopMeter,
  type Histogram,
  type Meter,
  type MeterProvider,
  metrics,
  type Observable,
  ROOT_CONTEXT,
} from '@opentelemetry/api';
import type { Counters } from '../observe/counters.ts';
import { contextOf } from './context.ts';
import { createGuard, type Guard } from './guard.ts';
import type { Gauges, Measure } from './measure.ts';
import { METRICS, type MetricDefinition, SCOPE, VERSION } from './names.ts';

export interface MetricViewOptions {
  readonly counters: Counters;
  readonly gauges: Gauges;
}

export interface OtelMetrics {
  readonly measure: Measure;
  /** Moves to the global meter provider of now. Cheap where it is the one of before, so it may be called for every turn. Never throws. */
  readonly refresh: () => void;
  /** False while no meter provider is registered, so that nobody hears of what is measured. */
  readonly isHeard: () => boolean;
}

/** Our instruments at one meter. */
interface Instruments {
  readonly histograms: ReadonlyMap<string, Histogram>;
  readonly remove: () => void;
}

/**
 * Shows counters and gauges, and what is measured, through the OpenTelemetry metrics API.
 *
 * A meter that is taken before the SDK starts stays without effect for ever, so nothing is taken at construction, and everything is taken again when the
 * global provider changes. Counts are then whole, because they are read and not added up here; values measured before are gone.
 */
export function otelMetrics({ counters, gauges }: MetricViewOptions): OtelMetrics {
  const guard = createGuard();
  let provider: MeterProvider | undefined;
  let instruments: Instruments | undefined;
  let isHeard = false;

  function refresh(): void {
    guard('metrics', () => {
      const current = metrics.getMeterProvider();
      if (current === provider) return;
      const previous = instruments;
      // Set first: a provider that throws is not asked again for every turn.
      provider = current;
      instruments = undefined;
      guard('metrics', () => previous?.remove());
      const meter = current.getMeter(SCOPE, VERSION);
      isHeard = meter !== createNoopMeter();
      instruments = createInstruments(meter, { counters, gauges }, guard);
    });
  }

  return {
    refresh,
    isHeard: () => isHeard,
    measure(metric, value, keys, exemplar) {
      refresh();
      guard('metrics', () => {
        const context = exemplar === undefined ? ROOT_CONTEXT : contextOf({ ...exemplar, sampled: true });
        instruments?.histograms.get(metric)?.record(value, keys, context);
      });
    },
  };
}

function createInstruments(meter: Meter, { counters, gauges }: MetricViewOptions, guard: Guard): Instruments {
  const histograms = new Map<string, Histogram>();
  const counts = new Map<string, Observable>();
  const readings = new Map<string, Observable>();
  for (const metric of METRICS) {
    if (metric.kind === 'histogram') histograms.set(metric.name, createHistogram(meter, metric));
    else (metric.kind === 'gauge' ? readings : counts).set(metric.name, createObservable(meter, metric));
  }

  // One callback for all, so that one collection shows one moment.
  const observe: BatchObservableCallback = (result) => {
    for (const [name, observable] of counts) {
      for (const { keys, value } of counters.series(name)) result.observe(observable, value, keys);
    }
    // What throws here would cost the application its whole collection.
    guard('gauges', () => {
      for (const { name, value, keys } of gauges()) {
        const observable = readings.get(name);
        if (observable !== undefined) result.observe(observable, value, keys);
      }
    });
  };
  const observed = [...counts.values(), ...readings.values()];
  meter.addBatchObservableCallback(observe, observed);
  return { histograms, remove: () => meter.removeBatchObservableCallback(observe, observed) };
}

function createHistogram(meter: Meter, { name, unit, description, bounds = [] }: MetricDefinition): Histogram {
  return meter.createHistogram(name, { unit, description, advice: { explicitBucketBoundaries: [...bounds] } });
}

function createObservable(meter: Meter, { name, kind, unit, description }: MetricDefinition): Observable {
  const options = { unit, description };
  if (kind === 'counter') return meter.createObservableCounter(name, options);
  return kind === 'up-down' ? meter.createObservableUpDownCounter(name, options) : meter.createObservableGauge(name, options);
}
