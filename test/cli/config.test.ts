import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { SERVICE_COMPLETION } from '../../src/config/defaults.ts';
import { parseConfig } from '../../src/config/file.ts';
import { resolve } from '../../src/config/resolve.ts';
import { optionsOf } from '../../src/config/values.ts';
import { linesOf, objectsOf, ROOT, run } from './ragmeter.ts';
import { folderWith, ragSpans, traces } from './recordings.ts';

const pem = (name: string) => readFileSync(new URL(`../fixtures/tls/${name}.pem`, import.meta.url));

const folder = folderWith({
  'ragmeter.yaml': 'ratio: 0.5\nlimits: { maxQueue: 7, workers: 2 }\nemit: { keys: [service.version] }\n',
  'server.pem': pem('server'),
  'server.key.pem': pem('server.key'),
  'client.key.pem': pem('client.key'),
  'ca.pem': pem('ca'),
  'tokens.txt': 'planted-token-of-old\nplanted-token-of-now\n',
  'empty.txt': '\n',
  'odd.txt': 'planted tökens\n',
  'throws.mjs': "throw new Error('no index today');\n",
  'named.mjs': 'export const extractor = () => [];\n',
  'value.cjs': 'module.exports = 7;\n',
  'extractor.mjs': "export default () => ['The answer is in this one: unopened tents, 60 days.'];\n",
  'extractor.yaml': 'contextExtractor: ./extractor.mjs\n',
  'recording.json': traces(ragSpans()),
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Mistake {
  readonly yaml?: string;
  readonly environment?: Record<string, string>;
  readonly says: string;
}

const TOP =
  'listen, judge, evaluations, ratio, conventions, tools, contextExtractor, completion, limits, redact, agreement, emit, auth, tls';

/** Every kind of mistake, in a file (then after its name) and in a variable. */
const MISTAKES: readonly Mistake[] = [
  { yaml: 'rate: 1', says: `FILE: unknown key "rate": expected one of ${TOP}` },
  { yaml: 'auth: { token: planted-token }', says: 'FILE: unknown key "token" under auth: expected one of tokenFile' },
  { yaml: 'auth: planted-token', says: 'FILE: auth: expected keys and values, got another value' },
  { yaml: 'ratio: [1', says: 'FILE: expected YAML, got something else: Flow sequence in block collection must be' },
  { yaml: 'judge: !file planted', says: 'FILE: expected YAML, got something else: Unresolved tag: !file at line 1, column 8' },
  { yaml: '? { a: 1 }\n: 2', says: 'FILE: unknown key "{ a: 1 }"' },
  { yaml: 'ratio: 2', says: 'FILE: ratio: expected 1 or less, got 2' },
  { yaml: 'redact: mails', says: 'FILE: redact: expected true or false, got "mails"' },
  { yaml: 'emit: { span: parent }', says: 'FILE: emit.span: expected "child" or "link" or "off", got "parent"' },
  { yaml: 'emit: { keys: [service.name] }', says: 'Expected emit.keys to name none of the keys that are there anyway' },
  { yaml: 'evaluations: [{ scorer: vibes }]', says: 'Expected evaluations[].scorer to be one of context_relevance, statement_relevance,' },
  {
    yaml: 'evaluations: [{ scorer: faithfulness }]',
    says: 'Expected judge to give claims for faithfulness, got "lexical, which lacks claims"',
  },
  {
    yaml: 'evaluations: [{ scorer: context_relevance }, { scorer: context_relevance }]',
    says: 'Expected evaluations that differ in scorer or in the id or version of the judge, got "context_relevance',
  },
  {
    yaml: 'conventions: [{ name: ours, match: { a: 1 } }]',
    says: 'Expected conventions[] of ours to have a path for query, documents or answer, got {"name":"ours","match":{"a":1}}',
  },
  { yaml: 'agreement: missing.json', says: 'Expected missing.json to be a file that ragmeter calibrate --out wrote, got "ENOENT: ' },
  {
    yaml: 'agreement: recording.json',
    says: 'Expected recording.json to be a file that ragmeter calibrate --out wrote, got {"resourceSpans"',
  },
  { yaml: 'listen: nowhere', says: 'FILE: listen: expected HOST:PORT such as 127.0.0.1:4328, got nowhere' },
  {
    yaml: 'contextExtractor: missing.mjs',
    says: 'FILE: contextExtractor: expected a module that can be loaded, got missing.mjs: Cannot find module',
  },
  {
    yaml: 'contextExtractor: throws.mjs',
    says: 'FILE: contextExtractor: expected a module that can be loaded, got throws.mjs: no index today',
  },
  {
    yaml: 'contextExtractor: named.mjs',
    says: 'FILE: contextExtractor: expected a module whose default export is a function, got no default export',
  },
  {
    yaml: 'contextExtractor: value.cjs',
    says: 'FILE: contextExtractor: expected a module whose default export is a function, got a default export that is a number',
  },
  {
    yaml: 'auth: { tokenFile: planted-token }',
    says: 'FILE: auth.tokenFile: expected a file, got a path where nothing is: check the name',
  },
  { yaml: 'auth: { tokenFile: empty.txt }', says: 'FILE: auth.tokenFile: expected tokens of letters, digits and ._~+/-, got nothing' },
  {
    yaml: 'auth: { tokenFile: odd.txt }',
    says: 'FILE: auth.tokenFile: expected tokens of letters, digits and ._~+/-, got one with other characters',
  },
  {
    yaml: 'auth: { tokenFile: server.key.pem }',
    says: 'FILE: auth.tokenFile: expected tokens of letters, digits and ._~+/-, got a key or certificate as PEM',
  },
  { yaml: 'auth: {}', says: 'auth.tokenFile: expected auth to have a tokenFile, got none' },
  { yaml: 'tls: { cert: server.pem }', says: 'tls.key: expected tls to have a cert and a key, got none' },
  {
    yaml: 'tls: { cert: server.pem, key: missing.pem }',
    says: 'FILE: tls.key: expected a file, got a path where nothing is: check the name',
  },
  {
    yaml: 'tls: { cert: server.pem, key: "-----BEGIN PRIVATE KEY-----\\nplanted-token" }',
    says: 'FILE: tls.key: expected the path of a file, got another value',
  },
  {
    yaml: 'tls: { cert: server.pem, key: client.key.pem }',
    says: 'Expected a certificate and its key as PEM (tls.cert, tls.key), got files that do not do (',
  },
  {
    yaml: 'tls: { cert: server.pem, key: server.key.pem, clientCa: tokens.txt }',
    says: 'Expected the certificates of those who sign for clients as PEM (tls.clientCa), got a file that does not do',
  },
  {
    yaml: 'tls: { cert: server.pem, key: server.key.pem, clientCa: client.key.pem }',
    says: 'Expected the certificates of those who sign for clients as PEM (tls.clientCa), got a file that does not do',
  },
  { environment: { RAGMETER_RATE: '1' }, says: 'unknown variable RAGMETER_RATE: expected one of RAGMETER_TOKEN, RAGMETER_CONFIG, ' },
  { environment: { RAGMETER_RATIO: '25%' }, says: 'RAGMETER_RATIO: expected a number, got "25%"' },
  { environment: { RAGMETER_LIMITS_MAX_QUEUE: '0' }, says: 'RAGMETER_LIMITS_MAX_QUEUE: expected 1 or more, got 0' },
  { environment: { RAGMETER_LIMITS_WORKERS: '1.5' }, says: 'RAGMETER_LIMITS_WORKERS: expected a whole number, got 1.5' },
  { environment: { RAGMETER_REDACT: 'yes' }, says: 'RAGMETER_REDACT: expected true or false, got "yes"' },
  { environment: { RAGMETER_EMIT_SPAN: 'parent' }, says: 'RAGMETER_EMIT_SPAN: expected "child" or "link" or "off", got "parent"' },
  { environment: { RAGMETER_EVALUATIONS: 'faithfulness' }, says: 'RAGMETER_EVALUATIONS: expected a list, got "faithfulness"' },
  { environment: { RAGMETER_EVALUATIONS: '[{' }, says: 'RAGMETER_EVALUATIONS: expected a list as YAML or JSON, got something else' },
  {
    environment: { RAGMETER_EVALUATIONS: '!file [planted]' },
    says: 'RAGMETER_EVALUATIONS: expected a list as YAML or JSON, got something else',
  },
  { environment: { RAGMETER_EVALUATIONS: '[{ ratio: 1 }]' }, says: 'RAGMETER_EVALUATIONS.0.scorer: expected a text, got nothing' },
  { environment: { RAGMETER_LISTEN: '4328x' }, says: 'RAGMETER_LISTEN: expected HOST:PORT such as 127.0.0.1:4328, got 4328x' },
  { environment: { RAGMETER_TOKEN: '' }, says: 'RAGMETER_TOKEN: expected tokens of letters, digits and ._~+/-, got nothing' },
  {
    environment: { RAGMETER_TOKEN: 'planted-token "' },
    says: 'RAGMETER_TOKEN: expected tokens of letters, digits and ._~+/-, got one with other characters',
  },
  { environment: { RAGMETER_TOKEN_FILE: 'planted-token' }, says: 'RAGMETER_TOKEN_FILE: expected a file, got a path where nothing is' },
  {
    environment: { RAGMETER_TLS_CERT: 'no.pem', RAGMETER_TLS_KEY: 'server.key.pem' },
    says: 'RAGMETER_TLS_CERT: expected a file, got a path',
  },
  { environment: { RAGMETER_CONFIG: '.' }, says: '.: Expected a file, got a directory: name a file in it' },
  { environment: { RAGMETER_TOKEN_FILE: '.' }, says: 'RAGMETER_TOKEN_FILE: expected a file, got a directory: name a file in it' },
  { environment: { RAGMETER_CONFIG: 'no.yaml' }, says: 'no.yaml: Expected a file, got a path where nothing is: check the name' },
  {
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://user:planted-token@127.0.0.1:4328' },
    says: 'Expected an OTEL_EXPORTER_OTLP_* endpoint other than our own listener, got http://127.0.0.1:4328;',
  },
  {
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: 'user:planted-token@collector:4318' },
    says: 'Expected OTEL_EXPORTER_OTLP_ENDPOINT to be a URL such as http://127.0.0.1:4318, got "collector:4318"',
  },
];

describe('a mistake says key, what was expected and what came, with exit code 2 and no secret:', () => {
  test.for(MISTAKES)('$says', async ({ yaml, environment = {}, says }) => {
    const args = yaml === undefined ? [] : ['-'];
    // From standard input, which stands in for a file in this folder.
    const { code, stdout, stderr } = await run(['config', 'check', ...args], { folder, environment, ...(yaml && { input: yaml }) });

    expect(stderr).toContain(`ragmeter: ${says.replace(/^FILE/, '-')}`);
    expect(linesOf(stderr)).toHaveLength(1);
    expect(stderr).not.toContain('planted');
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });
});

test.for([
  { command: ['serve', '--config', '-'] },
  { command: ['score', 'recording.json', '--config', '-'] },
  { command: ['config', 'print', '-'] },
])('$command refuses it likewise', async ({ command }) => {
  const { code, stdout, stderr } = await run(command, { folder, input: 'ratio: 2', environment: { RAGMETER_RATIO: '3' } });

  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: 'ragmeter: -: ratio: expected 1 or less, got 2\n' });
});

test.for<{ name: string; args: string[]; environment?: Record<string, string>; says: string }>([
  { name: 'nothing at all', args: [], says: 'the environment: can be used' },
  { name: 'a file', args: ['ragmeter.yaml'], says: 'ragmeter.yaml: can be used' },
  { name: 'an extractor', args: ['extractor.yaml'], says: 'extractor.yaml: can be used' },
  {
    name: 'TLS and tokens by files',
    args: [],
    environment: {
      RAGMETER_LISTEN: '0.0.0.0:4328',
      RAGMETER_TOKEN_FILE: 'tokens.txt',
      RAGMETER_TLS_CERT: 'server.pem',
      RAGMETER_TLS_KEY: 'server.key.pem',
      RAGMETER_TLS_CLIENT_CA: 'ca.pem',
    },
    says: 'the environment: can be used',
  },
])('config check: $name', async ({ args, environment = {}, says }) => {
  expect(await run(['config', 'check', ...args], { folder, environment })).toEqual({ code: 0, stdout: `${says}\n`, stderr: '' });
});

test('config check warns of a service that is open to the network', async () => {
  const { code, stderr } = await run(['config', 'check'], { folder, environment: { RAGMETER_LISTEN: '0.0.0.0:4328' } });

  expect(stderr).toMatch(
    /^ragmeter: WARNING: 0\.0\.0\.0 can be reached from other machines, and there is no token: .+; set RAGMETER_TOKEN\n$/,
  );
  expect(code).toBe(0);
});

describe('config print', () => {
  const environment = {
    RAGMETER_CONFIG: 'ragmeter.yaml',
    RAGMETER_LIMITS_MAX_QUEUE: '9',
    RAGMETER_TOKEN: 'planted-token',
    RAGMETER_TLS_CERT: 'server.pem',
    RAGMETER_TLS_KEY: 'server.key.pem',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=planted',
  };

  test('says each value that holds and where it comes from, and no secret', async () => {
    const { code, stdout, stderr } = await run(['config', 'print'], { folder, environment });

    const rows = linesOf(stdout).map((line) => line.replace(/ +# /, ' # '));
    expect(rows).toEqual(
      expect.arrayContaining([
        'ratio: 0.5 # ragmeter.yaml',
        'listen: "127.0.0.1:4328" # default',
        '  maxQueue: 9 # RAGMETER_LIMITS_MAX_QUEUE',
        '  workers: 2 # ragmeter.yaml',
        '  maxTraces: 10000 # default',
        '  keys: ["service.version"] # ragmeter.yaml',
        '  key: "server.key.pem" # RAGMETER_TLS_KEY',
        '# tokens are in RAGMETER_TOKEN',
      ]),
    );
    expect(stdout).not.toMatch(/planted|PRIVATE/);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  test('what it prints is a configuration that says the same', async () => {
    const { stdout } = await run(['config', 'print'], { folder, environment });
    const again = await run(['config', 'print', '-'], { folder, input: stdout });
    const settings = resolve(optionsOf(parseConfig(stdout, 'printed')), SERVICE_COMPLETION);

    const values = (text: string) => linesOf(text).flatMap((line) => (line.startsWith('#') ? [] : line.replace(/ +# .*/, '')));
    expect(values(again.stdout)).toEqual(values(stdout));
    expect(settings).toEqual(
      resolve({ ratio: 0.5, limits: { maxQueue: 9, workers: 2 }, emit: { keys: ['service.version'] } }, SERVICE_COMPLETION),
    );
  });
});

test('the committed JSON schema is the one that config schema prints: npm run -s ragmeter -- config schema > docs/ragmeter.schema.json', async () => {
  const { stdout } = await run(['config', 'schema']);

  expect(JSON.parse(readFileSync(join(ROOT, 'docs/ragmeter.schema.json'), 'utf8'))).toEqual(JSON.parse(stdout));
});

test('a context extractor is found beside the file that names it, wherever the command runs', async () => {
  const { stdout, stderr } = await run(['score', '--json', '--config', join(folder, 'extractor.yaml'), join(folder, 'recording.json')]);

  expect(stderr).toBe('');
  const [result] = objectsOf<{ outcome: string; verdicts: { documents: readonly object[] } }>(stdout);
  // Of the two documents on the spans none is left.
  expect(result?.verdicts.documents).toHaveLength(1);
  expect(result?.outcome).toBe('scored');
});

test.for([{ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', RAGMETER_JUDGE: 'openai/m' } }])(
  'config check of what needs packages passes where they are installed',
  async ({ environment }) => {
    expect(await run(['config', 'check'], { folder, environment })).toMatchObject({ code: 0, stderr: '' });
  },
);
