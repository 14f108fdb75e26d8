import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nodeFrom } from '../../src/extract/extract.ts';
import { CONVENTIONS } from '../../src/extract/registry.ts';
import { CAPTURES, spansOf } from '../support/fixtures.ts';

const README = readFileSync(new URL('../fixtures/README.md', import.meta.url), 'utf8');

test.for(CONVENTIONS.filter(({ name }) => name !== 'generic'))('there is a fixture that the convention $name reads', (convention) => {
  const reads = CAPTURES.filter((capture) =>
    spansOf(capture).some((span) => nodeFrom(span, CONVENTIONS).facts?.convention === convention.name),
  );
  expect(reads).not.toEqual([]);
});

test.for(CAPTURES)('the fixtures say which library wrote %s', (capture) => {
  expect(README).toMatch(new RegExp(`^\\| \`${capture}\` *\\| .+ \\d+\\.\\d+|^\\| \`${capture}\` *\\| hand-made`, 'm'));
});

test.for(CONVENTIONS)('$name names the document that it reads', ({ name }) => {
  if (name === 'generic') return;
  const source = readFileSync(new URL(`../../src/extract/conventions/${name}.ts`, import.meta.url), 'utf8');
  expect(source).toMatch(/https:\/\/\S+/);
});
