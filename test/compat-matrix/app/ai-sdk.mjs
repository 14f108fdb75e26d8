const PASSAGES = [
  // With marks in it as in prompts: the prompt of a judge must not be taken for one with passages.
  {
    id: 'returns',
    text: 'You have sixty days to return a tent. <documents><document id="1">Tents go back unopened.</document><document id="2">Stoves go back unlit.</document></documents>',
  },
  { id: 'coffee', text: 'The coffee beans are roasted on Tuesdays.' },
];
const NO_INPUT = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] };

/** One line of the AI SDK as an application uses it: a tool that retrieves, a model that calls it, telemetry on. */
export async function aiSdkOf(load, line) {
  const ai = await load('ai');
  const { createOpenAI } = await load('@ai-sdk/openai');
  const { trace } = await load('@opentelemetry/api');
  const { OpenTelemetry } = line === 7 ? await load('@ai-sdk/otel') : {};
  const modelAt = (baseURL, name) => createOpenAI({ apiKey: 'secret', baseURL }).chat(name);
  const shopModel = modelAt(process.env.SHOP_URL, 'shop');
  const searchHelp = ai.tool({
    description: 'Searches the passages of the shop.',
    inputSchema: ai.jsonSchema(NO_INPUT),
    execute: async () => PASSAGES,
  });
  const stopWhen = (ai.isStepCount ?? ai.stepCountIs)(3);

  /** Telemetry on, at the registered tracer provider or at a given tracer. */
  function telemetry(tracer) {
    if (line === 7) return tracer === undefined ? {} : { telemetry: { integrations: [new OpenTelemetry({ tracer })] } };
    return { experimental_telemetry: { isEnabled: true, ...(tracer === undefined ? {} : { tracer }) } };
  }

  return {
    generateText: ai.generateText,
    wrapLanguageModel: ai.wrapLanguageModel,
    judgeModel: modelAt(process.env.JUDGE_URL, 'judge'),
    telemetry,
    tracer: () => trace.getTracer('tent-shop'),

    /** Registers what traces every call of this line, asked for or not. */
    register() {
      if (line === 7) ai.registerTelemetry(new OpenTelemetry());
      else if (line === 6) ai.registerTelemetryIntegration(spansOfCalls(trace.getTracer('integration')));
    },

    async ask(question, tracer) {
      const { text } = await (tracer ?? trace.getTracer('tent-shop')).startActiveSpan('POST /ask', async (span) => {
        try {
          return await ai.generateText({
            model: shopModel,
            prompt: question,
            tools: { searchHelp },
            stopWhen,
            ...telemetry(tracer),
          });
        } finally {
          span.end();
        }
      });
      return text;
    },
  };
}

/** Version 6 has integrations, and none of them for OpenTelemetry: this one writes a span for each call. */
function spansOfCalls(tracer) {
  const started = [];
  return {
    onStart: ({ model }) => void started.push(tracer.startSpan(`integration ${model.modelId}`)),
    onFinish: () => started.pop()?.end(),
  };
}
