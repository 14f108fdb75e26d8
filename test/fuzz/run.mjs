// The fuzz test with many inputs: npm run fuzz -- --runs 100000 --seed 7. What fails is shrunk, and printed with its seed.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '100000' }, seed: { type: 'string' } } });
const seed = values.seed ?? String(Date.now() % 2 ** 31);
for (const [name, value] of Object.entries({ runs: values.runs, seed })) {
  if (/^[1-9]\d*$/.test(value)) continue;
  console.error(`Expected --${name} to be a whole number above 0, got ${value}`);
  process.exit(2);
}
console.log(`${values.runs} inputs, seed ${seed}`);

const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/fuzz/fuzz.test.ts', '--typecheck.enabled=false'], {
  stdio: 'inherit',
  env: { ...process.env, FUZZ_RUNS: values.runs, FUZZ_SEED: seed },
});
process.exitCode = status ?? 1;
