import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { honest, startChatServer } from '../../compat-matrix/app/chat-server.mjs';
import { startSink } from '../../compat-matrix/otlp-sink.mjs';
import { here } from '../files.mjs';
import { scored, total } from '../metrics.mjs';
import { freeAddresses, until } from '../processes.mjs';
import { answering, rag, requestOf, send } from '../traces.mjs';

/** A gateway before the judge's model traces what it is asked, under the name of a RAG service. What a judge is asked is no turn. */
export const judgeSpans = {
  name: 'judge-spans',
  needs: ['collector'],

  async run({ stack, check }) {
    const sink = await startSink();
    const calls = [];
    const gateway = await startChatServer((body) => {
      const reply = honest(body, 'A tent');
      calls.push(requestOf('shop-assistant', 1000 + calls.length, [answering(promptOf(body), reply.text)]));
      return reply;
    });
    try {
      const [listen] = await freeAddresses(1);
      const { url } = await stack.collector(['tee.yaml', here('to-sinks.yaml')], {
        RAGMETER_ENDPOINT: `http://${listen}`,
        BACKEND_ENDPOINT: `${sink.url}/backend`,
      });
      const config = join(stack.folder, 'ragmeter.yaml');
      writeFileSync(config, 'judge: openai/model\n');
      await stack.ragmeter({ OPENAI_BASE_URL: `${gateway.url}/v1` }, { listen, args: ['--config', config] });

      await send(url, [requestOf('shop-assistant', 1)]);
      await until('a first score', async () => ((await scored(listen)) === 1 ? true : undefined));
      check('the calls of the judge', calls.length, 1);
      // In one body with a request that is scored: when that one has its score, a turn made of the call would have been seen.
      await send(url, [...calls, requestOf('shop-assistant', 2, rag({ question: 'Until when can I bring my tent back?' }))]);
      await until('a second score', async () => ((await scored(listen)) === 2 ? true : undefined));
      check('the turns that were seen', await total(listen, 'ragmeter_turns_seen_total'), 2);
      check('the calls of the judge after that', calls.length, 2);
    } finally {
      gateway.stop();
      sink.stop();
    }
  },
};

function promptOf({ messages }) {
  return messages.map(({ content }) => (typeof content === 'string' ? content : content.map(({ text }) => text).join(''))).join('\n');
}
