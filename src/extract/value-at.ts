import { structure } from './attributes.ts';

/**
 * The value at a path of names joined by dots. Keys may hold dots themselves: the longest key that fits is taken first, and the rest of the
 * path goes into its value, through JSON in texts. A number names a place in a list.
 */
export function valueAt(from: unknown, path: string, depth = 0): unknown {
  if (depth > 32 || typeof from !== 'object' || from === null) return undefined;
  if (Object.hasOwn(from, path)) return (from as Record<string, unknown>)[path];
  for (let end = path.lastIndexOf('.'); end > 0; end = path.lastIndexOf('.', end - 1)) {
    const key = path.slice(0, end);
    if (!Object.hasOwn(from, key)) continue;
    const value = (from as Record<string, unknown>)[key];
    const found = valueAt(structure(value), path.slice(end + 1), depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
