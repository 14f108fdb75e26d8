import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { variableOf } from '../src/config/environment.ts';
import { ROOT } from './cli/ragmeter.ts';

// Nothing is started here: that needs an engine. What can be told without one is; test/stack runs the programs as this file would.

interface Service {
  readonly image: string;
  readonly build?: string;
  readonly network_mode?: string;
  readonly restart?: string;
  readonly read_only?: boolean;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
}

const COLLECTOR = join(ROOT, 'collector');
const textOf = (path: string): string => readFileSync(join(COLLECTOR, path), 'utf8');
const yamlOf = <T>(path: string): T => parse(textOf(path), { merge: true }) as T;

const COMPOSE = yamlOf<{ readonly services: Readonly<Record<string, Service>>; readonly volumes: object }>('compose.yaml');
const SERVICES = Object.entries(COMPOSE.services).map(([name, service]) => ({ name, ...service }));
const serviceOf = (name: string): Service => COMPOSE.services[name] ?? { image: '' };

/** What is mounted where, by service. Volumes that Compose keeps have no path here. */
const MOUNTS = SERVICES.flatMap(({ name, volumes = [] }) =>
  volumes.map((volume) => {
    const [source = '', target = '', mode = ''] = volume.split(':');
    return { name, source, target, mode };
  }),
);
const FILES = MOUNTS.filter(({ source }) => source.startsWith('.'));

/** The variables that a config reads, with what holds where they are not set. */
function variablesIn(config: string): ReadonlyMap<string, string> {
  return new Map([...textOf(config).matchAll(/\$\{env:(\w+):-([^}]*)\}/g)].map(([, name = '', value = '']) => [name, value]));
}

/** A file of this folder, as a container sees it at that path. */
function mounted(service: string, path: string): string | undefined {
  const mount = FILES.find(({ name, target }) => name === service && (path === target || path.startsWith(`${target}/`)));
  return mount && join(COLLECTOR, mount.source, path.slice(mount.target.length));
}

/** Who listens where in the one network, by port. */
function listeners(): ReadonlyMap<string, string> {
  const configured = (service: string, config: string): string[] => {
    const values = { ...Object.fromEntries(variablesIn(config)), ...serviceOf(service).environment };
    return Object.entries(values).flatMap(([name, value]) =>
      /LISTEN$/.test(name) ? value : /PORT$/.test(name) ? `127.0.0.1:${value}` : [],
    );
  };
  const all = [
    ...configured('collector', 'tee.yaml'),
    ...configured('jaeger', 'jaeger/jaeger.yaml'),
    ...(serviceOf('ragmeter').command?.slice(-1) ?? []),
    // By default.
    ...['0.0.0.0:9090', '0.0.0.0:9093', '0.0.0.0:3000'],
  ];
  const byPort = new Map(all.map((address) => [address.split(':')[1] ?? '', address]));
  expect(byPort.size, 'each port has one listener').toBe(all.length);
  return byPort;
}

test('it is a Compose file', () => {
  const schema = JSON.parse(readFileSync(join(ROOT, 'test/fixtures/compose-spec.json'), 'utf8')) as object;
  const validate = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).compile(schema);

  expect(validate(COMPOSE) ? [] : validate.errors).toEqual([]);
  // The schema says no to something.
  expect(validate({ services: { one: { image: 'a:1', depends_on: { other: { condition: 'service_well' } } } } })).toBe(false);
});

test('what it starts is pinned, and built from the Dockerfile where it is ours', () => {
  for (const { name, image, build } of SERVICES) {
    if (build === undefined) expect(image, name).toMatch(/:v?\d+\.\d+(\.\d+)?$/);
    else expect(existsSync(join(COLLECTOR, build, 'Dockerfile')), name).toBe(true);
  }
  expect(SERVICES.map(({ name }) => name)).toEqual([
    ...['network', 'ragmeter', 'collector', 'jaeger', 'prometheus', 'alertmanager', 'grafana'],
  ]);
});

test('its Collector knows the names of components, from 0.154', () => {
  const [, minor] = /:0\.(\d+)\.\d+$/.exec(serviceOf('collector').image) ?? [];
  expect(Number(minor)).toBeGreaterThanOrEqual(154);
});

test('all containers have one network, start again, and write nowhere but into volumes', () => {
  for (const { name, network_mode, restart, read_only } of SERVICES) {
    expect({ restart, read_only }, name).toEqual({ restart: 'unless-stopped', read_only: true });
    expect(network_mode, name).toBe(name === 'network' ? undefined : 'service:network');
  }
});

test('ports are published on loopback only, and somebody listens at each', () => {
  const published = SERVICES.flatMap(({ ports = [] }) => ports);
  const byPort = listeners();

  expect(published.length).toBeGreaterThanOrEqual(6);
  for (const port of published) {
    const [, outer, inner = ''] = /^127\.0\.0\.1:(\d+):(\d+)$/.exec(port) ?? [];
    expect(outer, port).toBe(inner);
    // An engine forwards to the network's own address, never to its loopback.
    expect(byPort.get(inner), port).toBe(`0.0.0.0:${inner}`);
  }
  // Without a token nobody outside may reach the scorer.
  expect(byPort.get('4328')).toBe('127.0.0.1:4328');
});

test('whoever calls another in the one network calls somebody who is there', () => {
  const calls = [
    ...['tee.yaml', 'prometheus.yaml', 'grafana/datasources/datasources.yaml', 'jaeger/ui-config.json', 'compose.yaml'].flatMap((file) =>
      [...textOf(file).matchAll(/(?:http:\/\/|targets: \[)127\.0\.0\.1:(\d+)/g)].map(([, port = '']) => port),
    ),
  ];
  const byPort = listeners();

  expect(calls.length).toBeGreaterThanOrEqual(15);
  // Loki is not started; that is said there.
  expect([...new Set(calls.filter((port) => !byPort.has(port)))]).toEqual(['3100']);
});

test('every file that it mounts is there, and mounted to be read', () => {
  expect(FILES.length).toBeGreaterThanOrEqual(9);
  expect(FILES.filter(({ source }) => !existsSync(join(COLLECTOR, source)))).toEqual([]);
  expect(FILES.filter(({ mode }) => mode !== 'ro')).toEqual([]);
  const kept = MOUNTS.filter(({ source }) => !source.startsWith('.')).map(({ source }) => source);
  expect(new Set(kept)).toEqual(new Set(Object.keys(COMPOSE.volumes)));
});

test('every path that a program is given is one that it has', () => {
  const given = SERVICES.flatMap(({ name, command = [], environment = {} }) =>
    [...command, ...Object.values(environment)].flatMap((text) =>
      [...text.matchAll(/\/etc\/[\w./-]+/g)].map(([path]) => ({ name, path, file: mounted(name, path) })),
    ),
  );
  const { rule_files } = yamlOf<{ readonly rule_files: readonly string[] }>('prometheus.yaml');
  const rules = rule_files.map((file) => mounted('prometheus', posix.join('/etc/prometheus', dirname(file))));
  const { providers } = yamlOf<{ readonly providers: readonly { readonly options: { readonly path: string } }[] }>(
    'grafana/dashboards/provider.yaml',
  );
  const dashboards = providers.map(({ options }) => mounted('grafana', options.path));

  expect(given.length).toBeGreaterThanOrEqual(7);
  expect(given.filter(({ file }) => file === undefined || !existsSync(file))).toEqual([]);
  for (const folder of [...rules, ...dashboards]) expect(folder !== undefined && existsSync(folder), folder).toBe(true);
});

test('every variable that it sets is one that is read', () => {
  const names = (service: string): string[] => Object.keys(serviceOf(service).environment ?? {});
  const ours = names('ragmeter').filter((name) => name.startsWith('RAGMETER_'));

  expect(names('collector').filter((name) => !variablesIn('tee.yaml').has(name))).toEqual([]);
  expect(names('jaeger').filter((name) => !variablesIn('jaeger/jaeger.yaml').has(name))).toEqual([]);
  expect(ours).toEqual([variableOf(['judge'])]);
  expect(names('ragmeter').filter((name) => !/^(RAGMETER|OTEL|OPENAI)_/.test(name))).toEqual([]);
  expect(names('grafana').filter((name) => !name.startsWith('GF_'))).toEqual([]);
});

test('who is waited for says when it is well', () => {
  const waits = SERVICES.flatMap(({ depends_on = {} }) => Object.entries(depends_on));

  expect(waits.length).toBeGreaterThanOrEqual(4);
  for (const [name, { condition }] of waits) {
    // The Collector's image has nothing to check it with.
    expect(condition).toBe(name === 'collector' ? 'service_started' : 'service_healthy');
    if (condition === 'service_healthy') expect(serviceOf(name).healthcheck?.test.length, name).toBeGreaterThan(1);
  }
});

test('nobody can log in to Grafana, and a trace id opens a trace', () => {
  const { environment = {} } = serviceOf('grafana');
  const { datasources } = yamlOf<{
    readonly datasources: readonly {
      readonly jsonData?: { readonly exemplarTraceIdDestinations: readonly { name: string; url: string }[] };
    }[];
  }>('grafana/datasources/datasources.yaml');
  const [destination] = datasources.flatMap(({ jsonData }) => jsonData?.exemplarTraceIdDestinations ?? []);

  expect(environment).toMatchObject({
    GF_AUTH_ANONYMOUS_ORG_ROLE: 'Viewer',
    GF_AUTH_DISABLE_LOGIN_FORM: 'true',
    GF_AUTH_BASIC_ENABLED: 'false',
  });
  // `$$` is how its provisioning writes a `$`.
  expect(destination).toMatchObject({ name: 'trace_id', url: `http://127.0.0.1:16686/trace/$\${__value.raw}` });
});
