import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { processIo } from '../../src/runtime/io.ts';
import { folderWith } from '../cli/recordings.ts';

const folder = folderWith({ 'write.txt': 'before' });
afterAll(() => rmSync(folder, { recursive: true }));

test.for(['write', 'create'] as const)('%s leaves a whole file, even where the process ends right after', async (name) => {
  const path = join(folder, `${name}.txt`);
  const written = processIo()[name](path, 'after');
  expect(readFileSync(path, 'utf8')).toBe('after');
  await written;
});

test('create does not touch a file that is there', async () => {
  const path = join(folder, 'there.txt');
  await processIo().create(path, 'first');
  await expect(processIo().create(path, 'second')).rejects.toMatchObject({ code: 'EEXIST' });
  expect(readFileSync(path, 'utf8')).toBe('first');
});
