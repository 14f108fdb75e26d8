/** More than this is not named one by one. */
const MAX_NAMED = 50;

/** `a, b, c and 4 more`: names in an explanation, which stays short whatever the number of documents or sentences. */
export function listed(names: readonly string[], separator = ', '): string {
  const named = names.slice(0, MAX_NAMED).join(separator);
  return names.length > MAX_NAMED ? `${named} and ${names.length - MAX_NAMED} more` : named;
}
