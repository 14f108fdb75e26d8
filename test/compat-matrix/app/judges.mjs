/** The judge's model as vendors wrap it: prompt and reply are written on a span, whatever is said of telemetry. */
export function tracedModel({ ai }) {
  return ai.wrapLanguageModel({
    model: ai.judgeModel,
    middleware: {
      async wrapGenerate({ doGenerate, params }) {
        const span = ai.tracer().startSpan('chat judge');
        try {
          const generated = await doGenerate();
          span.setAttributes({
            'gen_ai.operation.name': 'chat',
            'gen_ai.request.model': 'judge',
            'gen_ai.input.messages': JSON.stringify(params.prompt.map(({ role, content }) => ({ role, parts: partsOf(content) }))),
            'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts: partsOf(generated.content), finish_reason: 'stop' }]),
          });
          return generated;
        } finally {
          span.end();
        }
      },
    },
  });
}

function partsOf(content) {
  return (typeof content === 'string' ? [{ text: content }] : content).map(({ text }) => ({ type: 'text', content: text }));
}

/** A judge that a user wrote: it asks by the AI SDK, and telemetry is on as in the rest of the service. */
export function functionJudge({ ai }) {
  return async ({ query, documents }) => {
    const ids = documents.map((_, index) => `d${index}`);
    const passages = Object.fromEntries(documents.map(({ text }, index) => [ids[index], text]));
    const { text } = await ai.generateText({
      model: ai.judgeModel,
      system: 'Grade each document.',
      prompt: JSON.stringify({ question: query, documents: passages, ids: ids.join(' ') }),
      ...ai.telemetry(),
    });
    const verdicts = JSON.parse(text);
    return { status: 'answered', verdicts: { documents: ids.map((id, index) => ({ index, level: verdicts[id].split(' ')[0] })) } };
  };
}
