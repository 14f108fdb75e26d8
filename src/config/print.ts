import { leaves } from './schema.ts';
import { SERVICE_DEFAULTS } from './service-defaults.ts';
import { merged, type Values, valueAt } from './values.ts';

const DEFAULT = 'default';

/** The values that hold, as YAML that can be used again, each with where it came from. `sources` are by key with dots. */
export function printedConfig(values: Values, sources: ReadonlyMap<string, string>): readonly string[] {
  const effective = merged(SERVICE_DEFAULTS, values);
  const rows: { readonly text: string; readonly from?: string }[] = [];
  let group = '';
  for (const at of leaves()) {
    const value = valueAt(effective, at);
    if (value === undefined) continue;
    const [key = '', inner] = at;
    if (inner !== undefined && key !== group) rows.push({ text: `${key}:` });
    group = key;
    const said = `${inner === undefined ? key : `  ${inner}`}: ${JSON.stringify(value)}`;
    rows.push({ text: said, from: sources.get(at.join('.')) ?? DEFAULT });
  }
  const width = Math.max(...rows.map(({ text }) => text.length).filter((length) => length < 60));
  return rows.map(({ text, from }) => (from === undefined ? text : `${text.padEnd(width)}  # ${from}`));
}
