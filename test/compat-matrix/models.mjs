import { honest, startChatServer } from './app/chat-server.mjs';

export const ANSWER = 'You have sixty days to return a tent.';

/** The models of the host applications: the shop's calls a tool and answers from its result, the judge's grades. Each sender has paths of its own. */
export async function startModels() {
  const server = await startChatServer((body, path) => {
    if (path.includes('/judge/')) return honest(body, 'You have');
    return body.messages.some(({ role }) => role === 'tool') ? { text: ANSWER } : TOOL_CALL;
  });
  return {
    urlOf: (sender, model) => `${server.url}/${sender}/${model}/v1`,
    requestsOf: (sender, model) => server.requests.filter(({ path }) => path.startsWith(`/${sender}/${model}/`)),
    stop: server.stop,
  };
}

const TOOL_CALL = {
  message: {
    tool_calls: [
      { id: 'call-1', type: 'function', function: { name: 'searchHelp', arguments: JSON.stringify({ query: 'return a tent' }) } },
    ],
  },
  finish: 'tool_calls',
};
