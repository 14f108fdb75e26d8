import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Input, inputs, MAX_BODY_BYTES } from './inputs.ts';
import { type Answer, receiver } from './receiver.ts';

/** `npm run fuzz` sets these; without them this is a short run that is always the same. */
const { FUZZ_RUNS = '300', FUZZ_SEED = '1' } = process.env;
const RUNS = Number(FUZZ_RUNS);
const STATUSES = [200, 400, 404, 405, 413, 415];
/** Far above what any number of inputs took; a hang is longer still. */
const TIMEOUT_MS = 60_000 + RUNS * 50;

function expectReadable({ status, contentType, body }: Answer, input: Input): void {
  expect(STATUSES).toContain(status);
  expect(['application/json', 'application/x-protobuf']).toContain(contentType);
  if (contentType === 'application/x-protobuf') {
    expect(input.headers['content-type']?.toLowerCase()).toMatch(/^application\/x-protobuf/);
    if (status !== 200) expect(body[0]).toBe(0x08);
    return;
  }
  const reply = JSON.parse(Buffer.from(body).toString()) as { message?: string };
  if (status !== 200) expect(reply.message).toMatch(/^Expected .+, got .+/);
}

test(
  `${RUNS} inputs, real and made up and damaged: each is answered, and the pipeline goes on`,
  async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(inputs(), async (input) => {
        const { ask, finish, stats, warnings, results } = receiver({ maxBodyBytes: MAX_BODY_BYTES });
        const answer = await ask(input);
        await finish();

        expectReadable(answer, input);
        expect(warnings.filter((warning) => /report/.test(warning))).toEqual([]);
        for (const { seen: turns, waiting, scored, skipped, failed, dropped } of Object.values(stats().evaluations)) {
          const settled = [skipped, failed, dropped]
            .flatMap((reasons) => Object.values(reasons))
            .reduce((sum, count) => sum + count, scored);
          expect([waiting, settled]).toEqual([0, turns]);
          expect(failed).toEqual({});
        }
        for (const { score = 0 } of results) expect(score >= 0 && score <= 1).toBe(true);
        expect({}).not.toHaveProperty('polluted');
        const kind = `${answer.status} ${results.length > 0 ? 'with turns' : ''}`;
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
      }),
      { numRuns: RUNS, seed: Number(FUZZ_SEED) },
    );
    // What is refused at once tries little: enough must have gone all the way.
    for (const status of STATUSES) expect([...seen.keys()].some((kind) => kind.startsWith(String(status)))).toBe(true);
    expect(seen.get('200 with turns')).toBeGreaterThan(RUNS / 6);
    if (process.env.FUZZ_RUNS !== undefined) console.info(Object.fromEntries(seen));
  },
  TIMEOUT_MS,
);
