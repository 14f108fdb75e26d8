import { once } from 'node:events';
import { createServer } from 'node:http';

/** Takes OTLP over HTTP as JSON, and keeps what each sender brought, told apart by the first part of the path. */
export async function startSink() {
  const received = new Map();
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const [, sender, , signal] = request.url.split('/');
    const bodies = received.get(sender) ?? { traces: [], logs: [], metrics: [] };
    received.set(sender, bodies);
    bodies[signal].push(text);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    bodies: (sender) => received.get(sender) ?? { traces: [], logs: [], metrics: [] },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** What bodies hold: spans with the name of their scope, log records, metrics. */
export function contentOf({ traces, logs, metrics }) {
  return {
    spans: read(traces, 'resourceSpans', 'scopeSpans', 'spans'),
    events: read(logs, 'resourceLogs', 'scopeLogs', 'logRecords'),
    metrics: read(metrics, 'resourceMetrics', 'scopeMetrics', 'metrics'),
  };
}

function read(bodies, resources, scopes, items) {
  return bodies.flatMap((body) =>
    JSON.parse(body)[resources].flatMap((resource) =>
      resource[scopes].flatMap((scope) => scope[items].map((item) => ({ ...item, scope: scope.scope?.name }))),
    ),
  );
}

/** The attributes of a span, a record or a data point as a plain object. */
export function attributesOf({ attributes = [] }) {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
