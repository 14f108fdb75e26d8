import { once } from 'node:events';
import { createServer } from 'node:http';

/** What Alertmanager tells, alert by alert. */
export async function startWebhook() {
  const alerts = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const told = JSON.parse(body);
    alerts.push(...told.alerts.map((alert) => ({ ...alert, receiver: told.receiver })));
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    all: () => alerts,
    told: (name) => alerts.filter(({ labels }) => labels.alertname === name),
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
