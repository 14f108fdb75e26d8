import { readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { afterAll, afterEach, expect, test } from 'vitest';
import { linesOf, type Running, start } from './ragmeter.ts';
import { folderWith, ragSpans, traces } from './recordings.ts';
import { serve } from './service.ts';

const pem = (name: string) => readFileSync(new URL(`../fixtures/tls/${name}.pem`, import.meta.url));
const folder = folderWith({
  'server.pem': pem('server'),
  'server.key.pem': pem('server.key'),
  'ca.pem': pem('ca'),
  'tokens.txt': 'old-token\nnew-token\n',
});
afterAll(() => rmSync(folder, { recursive: true }));

let running: Running | undefined;
afterEach(() => running?.kill());

const json = { 'content-type': 'application/json' };
const body = () => JSON.stringify(traces(ragSpans()));

test('with a token from the environment, traces and metrics are for whoever has it; health is for everybody', async () => {
  const service = await serve(['--listen', '127.0.0.1:0', '--grace', '50ms'], { environment: { RAGMETER_TOKEN: 'new-token' } });
  running = service;
  const ask = (path: string, token?: string) =>
    service.send(path, {
      method: path.startsWith('/v1') ? 'POST' : 'GET',
      headers: { ...json, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      ...(path.startsWith('/v1') && { body: body() }),
    });

  for (const path of ['/v1/traces', '/v1/logs', '/metrics']) {
    expect(await ask(path)).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer realm="ragmeter"' } });
    expect(await ask(path, 'old-token')).toMatchObject({ status: 401 });
    expect(await ask(path, 'new-token')).toMatchObject({ status: 200 });
  }
  for (const path of ['/healthz', '/readyz']) expect(await ask(path)).toMatchObject({ status: 200 });
});

test('with files for TLS and tokens it speaks HTTPS only, and lets the holder of any of the tokens in', async () => {
  const environment = {
    RAGMETER_LISTEN: '0.0.0.0:0',
    RAGMETER_TOKEN_FILE: 'tokens.txt',
    RAGMETER_TLS_CERT: 'server.pem',
    RAGMETER_TLS_KEY: 'server.key.pem',
  };
  running = start(['serve'], { folder, environment });
  const [, port = ''] = await running.says(/listening on https:\/\/0\.0\.0\.0:(\d+)/);
  const ask = (token: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const options = { method: 'POST', agent: false, ca: pem('ca'), headers: { ...json, authorization: `Bearer ${token}` } };
      const sent = request(`https://127.0.0.1:${port}/v1/traces`, options, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      });
      sent.on('error', reject).end(body());
    });

  expect([await ask('old-token'), await ask('new-token'), await ask('no-token')]).toEqual([200, 200, 401]);
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  // There is a token: nothing to warn of.
  expect(running.stderr()).not.toContain('WARNING');
});

test('open to the network without a token, it says so', async () => {
  running = start(['serve', '--listen', '0.0.0.0:0']);
  await running.says(/results are at/);

  const warnings = linesOf(running.stderr()).filter((line) => line.includes('WARNING'));
  expect(warnings).toEqual([
    'ragmeter: WARNING: 0.0.0.0 can be reached from other machines, and there is no token: anybody may send traces and read /metrics; set RAGMETER_TOKEN',
  ]);
});
