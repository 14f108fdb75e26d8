import { once } from 'node:events';
import { createServer } from 'node:http';

/** Stands for a Collector where none is configured: takes OTLP over HTTP as JSON, and keeps the spans, the events and the metrics. */
export async function startSink() {
  const received = { spans: [], events: [], metrics: [] };
  const server = createServer(async (request, response) => {
    const status = await take(request, received).then(
      () => 200,
      () => 400,
    );
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    received,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function take(request, received) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  const { resourceSpans = [], resourceLogs = [], resourceMetrics = [] } = JSON.parse(text);
  received.spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));
  received.events.push(...resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords)));
  received.metrics.push(...resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics)));
}
