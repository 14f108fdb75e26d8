import { LogsSortOrder } from '@grafana/grafana-foundation-sdk/common';
import { PanelBuilder as LogsBuilder } from '@grafana/grafana-foundation-sdk/logs';
import { DataqueryBuilder as LokiQueryBuilder, QueryEditorMode } from '@grafana/grafana-foundation-sdk/loki';
import { PanelBuilder as TableBuilder } from '@grafana/grafana-foundation-sdk/table';
import { SearchTableType, DataqueryBuilder as TempoQueryBuilder, TempoQueryType } from '@grafana/grafana-foundation-sdk/tempo';
import { ATTRIBUTE, EVENT_NAME, SCOPE, SPAN_NAME_PREFIX } from '../../../src/emit/names.ts';
import { LABEL, label } from '../../alerts/metrics.ts';
import { POOR_BELOW } from '../bands.ts';
import { LOKI, TEMPO } from '../data-sources.ts';
import { describe } from '../panels/about.ts';

/** What no program of ours could try. */
const UNTRIED = 'Checked by grammar and names only, against no';
const TOLD = [ATTRIBUTE.scoreValue, ATTRIBUTE.scoreLabel, ATTRIBUTE.explanation] as const;

export function events(): LogsBuilder {
  const about = {
    title: `Events ${EVENT_NAME} (Loki)`,
    description:
      `The result of each turn, and why: low scores, failures, the trace to open. Empty: is the scorer's service.name another than ragmeter, or do its events go elsewhere? ` +
      `${UNTRIED} Loki: as Loki 3 takes OTLP, attributes are structured metadata.`,
    empty: 'No events',
    unit: 'none',
    width: 24,
    height: 10,
  };
  // Attributes tell our events from other log records: older Lokis forget an event's name.
  const expr = [
    `{service_name=~"${SCOPE}|$service"}`,
    `${LABEL.evaluation}="$evaluation"`,
    `${LABEL.service}="$service"`,
    `${LABEL.judge}=~"$judge"`,
    `line_format "${[...TOLD, ATTRIBUTE.errorType].map((attribute) => `{{.${label(attribute)}}}`).join(' ')} trace {{.trace_id}}"`,
  ].join(' | ');
  return describe(new LogsBuilder(), about, LOKI)
    .withTarget(
      new LokiQueryBuilder().datasource(LOKI).editorMode(QueryEditorMode.Code).queryType('range').expr(expr).maxLines(200).refId('A'),
    )
    .showTime(true)
    .wrapLogMessage(true)
    .enableLogDetails(true)
    .sortOrder(LogsSortOrder.Descending);
}

export function spans(): TableBuilder {
  const about = {
    title: `Spans ${SPAN_NAME_PREFIX}$evaluation that score below ${POOR_BELOW} (Tempo)`,
    description:
      `Poor turns: open one, the retrieval stands above its evaluation. What do they have in common? ${UNTRIED} Tempo. ` +
      'With Jaeger: search the operation of this name, with the tag gen_ai.evaluation.score.label=poor or very_poor.',
    empty: 'No poor turns',
    unit: 'none',
    width: 24,
    height: 10,
  };
  const conditions = [
    `name = "${SPAN_NAME_PREFIX}$evaluation"`,
    `span.${ATTRIBUTE.service} = "$service"`,
    `span.${ATTRIBUTE.evaluatorId} =~ "$judge"`,
    `span.${ATTRIBUTE.scoreValue} < ${POOR_BELOW}`,
  ];
  const query = `{ ${conditions.join(' && ')} } | select(${TOLD.map((attribute) => `span.${attribute}`).join(', ')})`;
  const target = new TempoQueryBuilder()
    .datasource(TEMPO)
    .queryType(TempoQueryType.Traceql)
    .query(query)
    .tableType(SearchTableType.Spans)
    .limit(50)
    .filters([])
    .refId('A');
  return describe(new TableBuilder(), about, TEMPO).withTarget(target);
}
