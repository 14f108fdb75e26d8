import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { files } from '../../tools/alerts/files.ts';
import { PARAMETERS } from '../../tools/alerts/parameters.ts';
import { scenarioFile } from '../../tools/alerts/scenarios/file.ts';
import { SCENARIOS, SEED } from '../../tools/alerts/scenarios/index.ts';

const FOLDER = new URL('../../collector/alerts/', import.meta.url);
const GENERATED = [...files(PARAMETERS), ...SCENARIOS.map((scenario) => scenarioFile(scenario, SEED))];

// `npm run alerts` writes them: these are snapshots that users copy.
test.for(GENERATED)('$name is what tools/alerts makes', async ({ name, text }) => {
  await expect(text).toMatchFileSnapshot(`../../collector/alerts/${name}`);
});

test('no file is left over from what was made once', () => {
  const made = new Set(GENERATED.map(({ name }) => name));
  expect(readdirSync(FOLDER).filter((name) => name.endsWith('.yaml') && !made.has(name))).toEqual([]);
});
