import { expect, test } from 'vitest';
import { evaluationId } from '../../src/emit/evaluation-id.ts';
import { evaluation, RETRIEVAL_SPAN_ID, SPAN_ID, TRACE_ID, turn } from './results.ts';

const retrieval = { documents: [], convention: 'openinference' };
test.for([
  {
    name: 'the first retrieval names it',
    retrievals: [
      { ...retrieval, spanId: RETRIEVAL_SPAN_ID },
      { ...retrieval, spanId: 'f'.repeat(16) },
    ],
    spanId: RETRIEVAL_SPAN_ID,
  },
  { name: 'without retrievals the evaluated span does', retrievals: [], spanId: SPAN_ID },
])('evaluation id: $name', ({ retrievals, spanId }) => {
  expect(evaluationId(turn({ retrievals }), evaluation({ name: 'faithfulness', version: '2' }))).toBe(
    `${TRACE_ID}:${spanId}:faithfulness@2`,
  );
});
