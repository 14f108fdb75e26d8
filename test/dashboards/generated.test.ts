import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { files } from '../../tools/dashboards/files.ts';

const FOLDER = new URL('../../collector/dashboards/', import.meta.url);
const GENERATED = files();

// `npm run dashboards` writes them: these are snapshots that users import.
test.for(GENERATED)('$name is what tools/dashboards makes', async ({ name, text }) => {
  await expect(text).toMatchFileSnapshot(`../../collector/dashboards/${name}`);
});

test('no dashboard is left over from what was made once', () => {
  const made = new Set(GENERATED.map(({ name }) => name));
  expect(readdirSync(FOLDER).filter((name) => name.endsWith('.json') && !made.has(name))).toEqual([]);
});
