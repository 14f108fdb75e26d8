import { expect, test } from 'vitest';
import { run } from './ragmeter.ts';
import { serve } from './service.ts';

test('demo --to sends the recordings to a service, each time as new traces of now', async () => {
  const service = await serve(['--listen', '127.0.0.1:0', '--grace', '200ms', '--idle', '200ms']);
  try {
    const [, count = ''] = /^(\d+) turns: /m.exec((await run(['demo', '--once'])).stdout) ?? [];
    const turns = Number(count);
    expect(turns).toBeGreaterThanOrEqual(12);

    const first = await run(['demo', '--to', service.url]);
    expect(first.code).toBe(0);
    expect(first.stderr).toMatch(/^sent \d+ traces of \d+ recordings to http:\S+$/m);
    const once = await service.turns(turns);
    await run(['demo', '--to', `${service.url}/`]);
    const twice = await service.turns(2 * turns);

    // Neither too old nor duplicates: the same again.
    expect(once.scored).toBeGreaterThanOrEqual(10);
    expect(twice).toEqual(Object.fromEntries(Object.entries(once).map(([outcome, times]) => [outcome, 2 * times])));
  } finally {
    await service.kill();
  }
});

test.for([
  { name: 'nobody listens', path: '', got: /^ragmeter: Expected http:\S+ to take traces as OTLP\/HTTP, got connect ECONNREFUSED/ },
  { name: 'somebody else does', path: '/elsewhere', got: /^ragmeter: Expected http:\S+ to take traces as OTLP\/HTTP, got 404/ },
])('demo --to says so where $name', async ({ path, got }) => {
  const service = await serve(['--listen', '127.0.0.1:0']);
  if (path === '') await service.kill();
  try {
    const { code, stderr } = await run(['demo', '--to', service.url + path]);
    expect(code).toBe(1);
    expect(stderr).toMatch(got);
  } finally {
    await service.kill();
  }
});
