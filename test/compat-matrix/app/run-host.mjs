import { aiSdkOf } from './ai-sdk.mjs';
import { functionJudge, tracedModel } from './judges.mjs';
import { startTelemetry } from './telemetry.mjs';

const DEADLINE_MS = 10_000;
const QUESTION = 'How long do I have to return a tent?';

/**
 * A service with OpenTelemetry, an AI SDK and ragmeter in it, which answers a question. `load` brings packages in the host's own way. Where the models
 * and the OTLP receiver are is said by the environment; what to do, by the arguments. Prints what ragmeter said, as JSON.
 */
export async function runHost(ragmeter, load) {
  const [scenario, sdkLine, aiLine] = process.argv.slice(2);
  const host = { ragmeter, load, sdkLine: Number(sdkLine), ai: await aiSdkOf(load, Number(aiLine)) };
  console.log(JSON.stringify(await SCENARIOS[scenario](host)));
}

const SCENARIOS = {
  /** One turn, three judges: the built-in one, a model that a vendor traces, and a user's own that asks with telemetry on. */
  turn: (host) => oneTurn(host, { judges: ['lexical', llmJudge(host), functionJudge(host)] }),

  /** No context manager: nothing tells an instrumentation that a call is a judge's. */
  'no-context': (host) => oneTurn(host, { contextManager: null, judges: ['lexical', llmJudge(host)] }),

  /** Two copies of the package listen to one provider, and the second also to a provider of its own. */
  async twins({ ragmeter, load, sdkLine, ai }) {
    const twin = await load('ragmeter-twin');
    const processors = [new ragmeter.RagmeterSpanProcessor(), new twin.RagmeterSpanProcessor()];
    const telemetry = await startTelemetry(load, sdkLine, { processors });
    const other = telemetry.providerOf(processors.slice(1));
    ai.register();
    await ai.ask(QUESTION);
    const both = await drained(processors);
    await ai.ask(QUESTION, other.getTracer('ai'));
    const second = await drained(processors);
    await other.shutdown();
    await telemetry.sdk.shutdown();
    return { both, second, copies: new Set([ragmeter.RagmeterSpanProcessor, twin.RagmeterSpanProcessor]).size };
  },
};

function llmJudge(host) {
  return host.ragmeter.llmJudge({ model: tracedModel(host), retry: false });
}

async function oneTurn({ ragmeter, load, sdkLine, ai }, { judges, contextManager }) {
  const results = [];
  const processor = new ragmeter.RagmeterSpanProcessor({
    evaluations: judges.map((judge) => ({ scorer: 'context_relevance', judge })),
    onResult: (result) => results.push(told(result)),
  });
  const telemetry = await startTelemetry(load, sdkLine, { processors: [processor], contextManager });
  ai.register();
  const answer = await ai.ask(QUESTION);
  // Once for the turn, and once for what the judges' own calls may have left behind.
  await drained([processor]);
  const [stats] = await drained([processor]);
  await ragmeter.shutdownWith(telemetry.sdk, processor, { deadlineMs: DEADLINE_MS });
  return { answer, results, stats };
}

async function drained(processors) {
  await Promise.all(processors.map((processor) => processor.drain({ deadlineMs: DEADLINE_MS })));
  return processors.map((processor) => processor.stats().evaluations);
}

function told({ traceId, evaluatedSpanId, outcome, judge, query, documentCount }) {
  return { traceId, spanId: evaluatedSpanId, outcome, judge: judge.id, query, documentCount };
}
