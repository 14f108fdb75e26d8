import { readFileSync } from 'node:fs';
import { Agent, createServer, get, type RequestListener } from 'node:http';
import { get as getOverTls } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { type Listening, type ListenOptions, listen } from '../../src/runtime/listen.ts';
import { listenError } from '../../src/runtime/listen-error.ts';

const LOCAL = { host: '127.0.0.1', port: 0 };
const hello: RequestListener = (_request, response) => response.end('hello');

async function listening(handler: RequestListener, options: ListenOptions = LOCAL): Promise<Listening> {
  const opened = await listen(handler, options);
  onTestFinished(opened.close);
  return opened;
}

test('answers on a free port', async () => {
  const { url, host, port } = await listening(hello);

  expect(port).toBeGreaterThan(0);
  expect(host).toBe('127.0.0.1');
  expect(url).toBe(`http://127.0.0.1:${port}`);
  expect(await (await fetch(url)).text()).toBe('hello');
});

test('says the address to which a name was bound', async () => {
  const { url, host, port } = await listening(hello, { host: 'localhost', port: 0 });

  expect(['127.0.0.1', '::1']).toContain(host);
  expect(url).toBe(host === '::1' ? `http://[::1]:${port}` : `http://127.0.0.1:${port}`);
  expect(await (await fetch(url)).text()).toBe('hello');
});

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1'));

test.skipIf(!hasIpv6)('prints an IPv6 address in brackets', async () => {
  const { url, host, port } = await listening(hello, { host: '::1', port: 0 });

  expect([url, host]).toEqual([`http://[::1]:${port}`, '::1']);
  expect(await (await fetch(url)).text()).toBe('hello');
});

test('a port in use is refused by name', async () => {
  const { port } = await listening(hello);

  await expect(listen(hello, { host: '127.0.0.1', port })).rejects.toMatchObject({
    name: 'RagmeterError',
    code: 'port_in_use',
    message: `Expected a free port, got 127.0.0.1:${port} already in use: give another --listen, or port 0 for any free one`,
    cause: { code: 'EADDRINUSE' },
  });
});

test('an address of another machine is refused by name', async () => {
  await expect(listen(hello, { host: '203.0.113.1', port: 0 })).rejects.toMatchObject({
    code: 'unknown_host',
    message: 'Expected an address of this machine, got 203.0.113.1: give --listen one of its own, such as 127.0.0.1',
  });
});

test.for([
  {
    system: 'EADDRINUSE',
    host: '::1',
    code: 'port_in_use',
    message: 'Expected a free port, got [::1]:80 already in use: give another --listen, or port 0 for any free one',
  },
  {
    system: 'EACCES',
    host: '127.0.0.1',
    code: 'port_forbidden',
    message: 'Expected a port that this user may open, got 127.0.0.1:80: give a --listen with a port above 1023',
  },
  {
    system: 'ENOTFOUND',
    host: 'nowhere.invalid',
    code: 'unknown_host',
    message: 'Expected a host name that can be resolved, got nowhere.invalid: give --listen an address of this machine, such as 127.0.0.1',
  },
  {
    system: 'EAI_AGAIN',
    host: 'nowhere.invalid',
    code: 'unknown_host',
    message: 'Expected a host name that can be resolved, got nowhere.invalid: give --listen an address of this machine, such as 127.0.0.1',
  },
  {
    system: 'EMFILE',
    host: '127.0.0.1',
    code: 'listen_failed',
    message: 'Expected to listen on 127.0.0.1:80, got the reason: give another --listen',
  },
])('$system reads as $code', ({ system, host, code, message }) => {
  const cause = Object.assign(new Error('the reason'), { code: system });

  expect(listenError(cause, host, 80)).toMatchObject({ name: 'RagmeterError', code, message, cause });
});

test.for([
  { options: { host: '', port: 0 }, message: 'Expected host to be a name or an address, such as 127.0.0.1, got ""' },
  { options: { host: '127.0.0.1', port: -1 }, message: 'Expected port to be a whole number from 0 to 65535, got -1' },
  { options: { host: '127.0.0.1', port: 65_536 }, message: 'Expected port to be a whole number from 0 to 65535, got 65536' },
  { options: { host: '127.0.0.1', port: 1.5 }, message: 'Expected port to be a whole number from 0 to 65535, got 1.5' },
  { options: { host: '127.0.0.1', port: Number.NaN }, message: 'Expected port to be a whole number from 0 to 65535, got NaN' },
])('$options is a mistake', async ({ options, message }) => {
  await expect(listen(hello, options)).rejects.toMatchObject({ code: 'invalid_option', message });
});

test('close() frees the port, and may be called twice', async () => {
  const { port, close } = await listen(hello, LOCAL);

  await Promise.all([close(), close()]);
  await close();

  const next = createServer(hello);
  await new Promise<void>((resolve, reject) => {
    next.on('error', reject);
    next.listen(port, '127.0.0.1', resolve);
  });
  expect((next.address() as AddressInfo).port).toBe(port);
  await new Promise((resolve) => next.close(resolve));
});

/** Long enough that a test which waits for it fails. */
const NEVER_MS = 60_000;

function text(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve(body));
    }).on('error', reject);
  });
}

test('close() does not wait for an idle connection', async () => {
  const { url, close } = await listen(hello, { ...LOCAL, closeGraceMs: NEVER_MS });
  const agent = new Agent({ keepAlive: true });

  expect(await text(url, agent)).toBe('hello');
  await close();
  agent.destroy();
});

test('close() lets a request that is under way end, and does not wait for its connection after that', async () => {
  let finish = () => {};
  let onRequest = () => {};
  const asked = new Promise<void>((resolve) => {
    onRequest = resolve;
  });
  const slow: RequestListener = (_request, response) => {
    finish = () => response.end('late');
    onRequest();
  };
  const { url, close } = await listen(slow, { ...LOCAL, closeGraceMs: NEVER_MS });
  const agent = new Agent({ keepAlive: true });
  const answer = text(url, agent);
  await asked;
  const closed = close();
  finish();

  expect(await answer).toBe('late');
  await closed;
  agent.destroy();
});

test('close() cuts off a client that hangs once its grace is over', async () => {
  let onRequest = () => {};
  const asked = new Promise<void>((resolve) => {
    onRequest = resolve;
  });
  const { port, close } = await listen(() => onRequest(), { ...LOCAL, closeGraceMs: 1 });
  const socket = connect(port, '127.0.0.1').resume();
  const cut = new Promise((resolve) => socket.on('close', resolve));
  socket.on('error', () => {});
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf');
  await asked;

  await close();
  await cut;
  expect(socket.destroyed).toBe(true);
});

test.for([
  { name: 'headers that never end', sent: 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ' },
  { name: 'a body that never ends', sent: 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf' },
])('a client is cut off that sends $name', async ({ sent }) => {
  const slow = { headersTimeoutMs: 20, requestTimeoutMs: 40, lookEveryMs: 10 };
  const { port } = await listening((request) => void request.resume(), { ...LOCAL, ...slow });
  const socket = connect(port, '127.0.0.1');
  const received = await new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
    socket.write(sent);
  });

  expect(received).toMatch(/^HTTP\/1\.1 408 /);
});

test('more connections than there may be are closed at once, and those that there are go on', async () => {
  const { port, url } = await listening(hello, { ...LOCAL, maxConnections: 1 });
  const agent = new Agent({ keepAlive: true });
  expect(await text(url, agent)).toBe('hello');
  const second = connect(port, '127.0.0.1').resume();
  second.on('error', () => {});
  await new Promise((resolve) => second.on('close', resolve));

  expect(await text(url, agent)).toBe('hello');
  agent.destroy();
});

const pem = (name: string) => readFileSync(new URL(`../fixtures/tls/${name}.pem`, import.meta.url));
const TLS = { cert: pem('server'), key: pem('server.key') };
const CLIENT = { cert: pem('client'), key: pem('client.key') };

function overTls(url: string, options: object): Promise<string> {
  return new Promise((resolve, reject) => {
    getOverTls(url, { agent: false, ca: pem('ca'), ...options }, (response) => {
      response.setEncoding('utf8').on('data', resolve);
      response.on('error', reject);
    }).on('error', reject);
  });
}

test('answers over TLS, and over nothing else', async () => {
  const { url } = await listening(hello, { ...LOCAL, tls: TLS });

  expect(url).toMatch(/^https:/);
  expect(await overTls(url, {})).toBe('hello');
  await expect(overTls(url, { ca: pem('client') })).rejects.toThrow();
  await expect(text(url.replace('https:', 'http:'), new Agent())).rejects.toThrow();
});

test('with an authority for clients, only a client with its certificate is let in', async () => {
  const { url } = await listening(hello, { ...LOCAL, tls: { ...TLS, clientCa: pem('ca') } });

  expect(await overTls(url, CLIENT)).toBe('hello');
  await expect(overTls(url, {})).rejects.toThrow();
});

test.for([
  { name: 'the key of another certificate', tls: { ...TLS, key: CLIENT.key } },
  { name: 'no PEM', tls: { ...TLS, cert: Buffer.from('planted') } },
])('$name is refused by name, and not repeated', async ({ tls }) => {
  const refused = listen(hello, { ...LOCAL, tls });

  await expect(refused).rejects.toMatchObject({
    code: 'invalid_tls',
    message: expect.stringMatching(/^Expected a certificate and its key/),
  });
  await expect(refused).rejects.not.toThrow(/planted/);
});

test('close() cuts off a client that never agrees on TLS', async () => {
  const { port, close } = await listen(hello, { ...LOCAL, tls: TLS, closeGraceMs: 1 });
  const socket = connect(port, '127.0.0.1').resume();
  const cut = new Promise((resolve) => socket.on('close', resolve));
  await new Promise<void>((resolve) => socket.on('connect', resolve));

  await close();
  await cut;
  expect(socket.destroyed).toBe(true);
});
