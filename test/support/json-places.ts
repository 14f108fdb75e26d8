/** Every place in a document, as the keys that lead to it. */
export function placesIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, part]) => placesIn(part, [...path, key]))];
}

/** A copy of the document with something else in that place. */
export function replaceAt(document: unknown, path: readonly string[], replacement: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return replacement;
  // An earlier replacement may have taken the place away.
  if (typeof document !== 'object' || document === null || !Object.hasOwn(document, key)) return document;
  const copy = (Array.isArray(document) ? [...document] : { ...document }) as Record<string, unknown>;
  copy[key] = replaceAt(copy[key], rest, replacement);
  return copy;
}
