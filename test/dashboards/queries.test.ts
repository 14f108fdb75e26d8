import { describe, expect, test } from 'vitest';
import { filledIn, QUERIES } from './panels.ts';
import { faultsOf } from './query-faults.ts';

test.for(QUERIES)('$name parses, and asks for what there is', ({ type, query }) => {
  expect(faultsOf(type, filledIn(query))).toEqual([]);
});

test('queries of all three kinds were looked at', () => {
  expect(new Set(QUERIES.map(({ type }) => type))).toEqual(new Set(['prometheus', 'loki', 'tempo']));
});

describe('a query is refused', () => {
  test.for([
    { name: 'that has no end', type: 'prometheus', query: 'sum(ragmeter_score_count', says: 'an error' },
    { name: 'with a matcher of no kind', type: 'prometheus', query: 'ragmeter_score_count{ragmeter_service~"a"}', says: 'an error' },
    {
      name: 'for a metric that nobody writes',
      type: 'prometheus',
      query: 'rate(ragmeter_score_total[5m])',
      says: 'no metric ragmeter_score_total',
    },
    {
      name: 'for a record that there is none of',
      type: 'prometheus',
      query: 'ragmeter:score_mean:31m',
      says: 'no metric ragmeter:score_mean:31m',
    },
    { name: 'by a label that nobody writes', type: 'prometheus', query: 'sum by (tenant) (ragmeter_turns_total)', says: 'no label tenant' },
    {
      name: 'with a label of another metric',
      type: 'prometheus',
      query: 'sum(ragmeter_turns_total{ragmeter_reason="budget"}) / sum(ragmeter_retrievals_total{gen_ai_evaluation_name="a"})',
      says: 'no label gen_ai_evaluation_name there',
    },
    { name: 'for the whole of a histogram', type: 'prometheus', query: 'ragmeter_score', says: 'no metric ragmeter_score' },
    { name: 'for nothing', type: 'prometheus', query: '1', says: 'no metric at all' },
    { name: 'that is empty', type: 'prometheus', query: '', says: 'an empty query' },
    { name: 'for logs that has no end', type: 'loki', query: '{service_name="a"', says: 'an error' },
    {
      name: 'for logs by an attribute that nobody writes',
      type: 'loki',
      query: '{service_name="a"} | score="1"',
      says: 'no attribute score',
    },
    { name: 'for logs that shows one', type: 'loki', query: '{service_name="a"} | line_format "{{.score}}"', says: 'no attribute score' },
    { name: 'for traces that has no end', type: 'tempo', query: '{ name = "a"', says: 'an error' },
    { name: 'for traces by an attribute that nobody writes', type: 'tempo', query: '{ span.score < 1 }', says: 'no attribute span.score' },
    { name: 'for a data source that is none', type: 'mysql', query: 'select 1', says: 'no data source' },
  ])('$name', ({ type, query, says }) => {
    expect(faultsOf(type, query).join('; ')).toContain(says);
  });
});
