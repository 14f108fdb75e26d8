import { readdir, readFile } from 'node:fs/promises';

/** Beside `dist/` and `src/` alike. */
const TRACES = new URL('../../examples/traces/', import.meta.url);

/** The recorded traces that come with the package, by file name. */
export async function exampleTraces(): Promise<readonly { readonly name: string; readonly bytes: Uint8Array }[]> {
  const names = (await readdir(TRACES)).filter((name) => name.endsWith('.otlp.json.gz')).sort();
  return Promise.all(names.map(async (name) => ({ name, bytes: await readFile(new URL(name, TRACES)) })));
}
