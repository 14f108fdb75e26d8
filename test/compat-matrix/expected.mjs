import { ANSWER } from './models.mjs';
import { attributesOf } from './otlp-sink.mjs';

const QUESTION = 'How long do I have to return a tent?';
const SCORED_ONCE = { seen: 1, waiting: 0, scored: 1, skipped: {}, failed: {}, dropped: {} };
const DUPLICATE = { ...SCORED_ONCE, scored: 0, dropped: { duplicate: 1 } };

/** What must be true of a host that ran: `said` is what it printed, the rest what came over the wire. */
export const EXPECTED = {
  turn(check, { said, spans, events, metrics, shopCalls, judgeCalls }) {
    const [{ traceId, spanId }] = [...said.results, {}];
    const evaluated = spans.find((span) => span.spanId === spanId);
    const ours = spans.filter(({ scope }) => scope === 'ragmeter');
    const scores = metrics.findLast(({ name }) => name === 'ragmeter.score')?.histogram.dataPoints ?? [];
    const judges = ['function', 'lexical', 'llm'];

    check('answer', said.answer, ANSWER);
    check(
      'results',
      said.results.toSorted((a, b) => (a.judge < b.judge ? -1 : 1)),
      judges.map((judge) => ({ traceId, spanId, outcome: 'scored', judge, query: QUESTION, documentCount: 2 })),
    );
    check('stats', said.stats, Object.fromEntries(['lexical', 'llm', 'function'].map((id) => [`context_relevance (${id})`, SCORED_ONCE])));
    check('the evaluated span is the tool that retrieved', Object.values(attributesOf(evaluated ?? {})).includes('searchHelp'), true);
    check(
      'spans',
      ours.map(({ name, parentSpanId }) => [name, parentSpanId]),
      Array(3).fill(['evaluate context_relevance', spanId]),
    );
    check(
      'events',
      events.map((event) => [event.scope, event.eventName, event.traceId, event.spanId]),
      Array(3).fill(['ragmeter', 'gen_ai.evaluation.result', traceId, spanId]),
    );
    check(
      'metric',
      scores.map((point) => [attributesOf(point)['gen_ai.evaluation.evaluator.id'], Number(point.count)]).toSorted(),
      judges.map((judge) => [judge, 1]),
    );
    check('service of the metric', new Set(scores.map((point) => attributesOf(point)['ragmeter.service'])), new Set(['tent-shop']));

    // The shop's calls are traced by everything that traces, the judges' by nothing.
    check(
      'calls of the shop',
      shopCalls.map(({ headers }) => headers.traceparent?.slice(3, 35)),
      [traceId, traceId],
    );
    check(
      'calls of the judges',
      judgeCalls.map(({ headers }) => headers.traceparent),
      [undefined, undefined],
    );
    check('calls of the shop on spans of HTTP', spans.filter(isHttp).length, 2);
    check(
      'spans of the calls of judges',
      spans.filter(isOfJudge).map(({ name }) => name),
      [],
    );
    check('traces', new Set(spans.map((span) => span.traceId)), new Set([traceId]));
  },

  /** The judge's calls are traced here: what is checked is that nothing is made of them. */
  'no-context'(check, { said, spans, judgeCalls }) {
    const judgeTraces = new Set(spans.filter(isOfJudge).map(({ traceId }) => traceId));
    const scored = said.results.filter(({ outcome }) => outcome === 'scored');
    const ofLlm = scored.filter(({ judge }) => judge === 'llm');

    check('answer', said.answer, ANSWER);
    // By the instrumentation of HTTP and by the vendor's wrapper. The AI SDK and its integrations do not hear of them even so.
    check(
      'spans of the calls of the judge',
      new Set(spans.filter(isOfJudge).map(({ name, scope }) => `${name} of ${scope}`)),
      new Set(['POST of @opentelemetry/instrumentation-undici', 'chat judge of tent-shop']),
    );
    check('number of them', spans.filter(isOfJudge).length, 2 * judgeCalls.length);
    check('the judge was asked once a turn', [judgeCalls.length > 0, judgeCalls.length], [true, ofLlm.length]);
    check('all is scored', scored.length, said.results.length);
    check(
      'results of the judge’s own calls',
      said.results.filter(({ traceId }) => judgeTraces.has(traceId)),
      [],
    );
  },

  twins(check, { said, spans, events }) {
    const told = (evaluations) => evaluations.map(({ context_relevance: stats }) => stats);
    const [{ traceId }] = [...spans, {}];

    check('copies', said.copies, 2);
    check('one copy scores, the other says duplicate', told(said.both), [SCORED_ONCE, DUPLICATE]);
    check('each reads its own spans', told(said.second), [SCORED_ONCE, { ...DUPLICATE, seen: 2, scored: 1 }]);
    check('events of the turn that both saw', events.filter((event) => event.traceId === traceId).length, 1);
    check('events', events.length, 2);
  },
};

function isHttp({ scope }) {
  return scope === '@opentelemetry/instrumentation-undici';
}

/** A span of a call that a judge made, by whatever traces. */
export function isOfJudge(span) {
  if (span.scope === 'ragmeter') return false;
  const isNamed = (value) => value === 'judge' || (typeof value === 'string' && value.includes('/judge/v1'));
  return span.name.endsWith(' judge') || Object.values(attributesOf(span)).some(isNamed);
}
