import { parser as logql } from '@grafana/lezer-logql';
import { parser as traceql } from '@grafana/lezer-traceql';
import type { LRParser } from '@lezer/lr';
import { parser as promql } from '@prometheus-io/lezer-promql';
import { ATTRIBUTE, METRICS } from '../../src/emit/names.ts';
import { prometheusName } from '../../src/emit/prometheus.ts';
import { LABEL, label } from '../../tools/alerts/metrics.ts';
import { PARAMETERS } from '../../tools/alerts/parameters.ts';
import { labelsOf, recordings } from '../../tools/alerts/recordings.ts';

/** Prometheus's own. */
const SCRAPED = ['job', 'instance'];
const OF_ALERTS = ['alertname', 'alertstate', 'severity', LABEL.service, LABEL.evaluation, ...SCRAPED];
const OF_RECORDS = [...labelsOf(PARAMETERS), 'le', LABEL.outcome, LABEL.reason, LABEL.job];

/** The labels of every series that there can be, by its name. */
const SERIES = new Map<string, readonly string[]>([
  ...METRICS.flatMap((metric): readonly (readonly [string, readonly string[]])[] => {
    const name = prometheusName(metric);
    const labels = [...metric.keys.map(label), ...SCRAPED];
    if (metric.kind !== 'histogram') return [[name, labels]];
    return [
      [`${name}_bucket`, [...labels, 'le']],
      [`${name}_sum`, labels],
      [`${name}_count`, labels],
    ];
  }),
  ...recordings(PARAMETERS).map(({ record }) => [record, OF_RECORDS] as const),
  ['ALERTS', OF_ALERTS] as const,
]);
const LABELS = new Set([...SERIES.values()].flat());
/** What Loki makes of attributes, and what it adds. */
const IN_LOKI = new Set([...Object.values(ATTRIBUTE).map(label), 'service_name', 'trace_id']);
const IN_TEMPO = new Set<string>(Object.values(ATTRIBUTE).map((attribute) => `span.${attribute}`));

/** What is wrong with a query whose variables are filled in, by the language of its data source. */
export function faultsOf(type: string, query: string): readonly string[] {
  if (type === 'prometheus') return [...faultsOfSyntax(promql, query), ...faultsOfNames(query)];
  if (type === 'loki') return [...faultsOfSyntax(logql, query), ...unknown(query, /(?:\{|\| |\{\{\.)(\w+)(?=\s*[=~}])/g, IN_LOKI)];
  if (type === 'tempo') return [...faultsOfSyntax(traceql, query), ...unknown(query, /(?<!")\b(span\.[\w.]+)/g, IN_TEMPO)];
  return [`no data source of type ${type}`];
}

function faultsOfSyntax(parser: LRParser, query: string): readonly string[] {
  const faults: string[] = query.trim() === '' ? ['an empty query'] : [];
  parser.parse(query).iterate({
    enter({ type, from, to }) {
      if (type.isError) faults.push(`an error at ${from}: ${query.slice(from, to + 20)}`);
    },
  });
  return faults;
}

/** Metrics that nobody writes, labels that they do not have. */
function faultsOfNames(query: string): readonly string[] {
  const faults: string[] = [];
  let labels: readonly string[] = [];
  let named = 0;
  promql.parse(query).iterate({
    enter({ name, from, to, node: { parent } }) {
      const text = query.slice(from, to);
      if (name === 'Identifier' && parent?.name === 'VectorSelector') {
        named += 1;
        labels = SERIES.get(text) ?? [];
        if (!SERIES.has(text)) faults.push(`no metric ${text}`);
      }
      if (name !== 'LabelName') return;
      if (!LABELS.has(text)) faults.push(`no label ${text}`);
      else if (parent?.name === 'UnquotedLabelMatcher' && !labels.includes(text)) faults.push(`no label ${text} there`);
    },
  });
  return named === 0 ? [...faults, 'no metric at all'] : faults;
}

function unknown(query: string, pattern: RegExp, known: ReadonlySet<string>): readonly string[] {
  return [...query.matchAll(pattern)].flatMap(([, name = '']) => (known.has(name) ? [] : [`no attribute ${name}`]));
}
