/** A text as it is compared: white space does not count. */
export function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * Looking for documents in a prompt reads the prompt once for each. Together they may read this much: about a fifth of a second, room for
 * a thousand documents in a prompt of 100,000 characters.
 */
export const MAX_COMPARED_CHARACTERS = 100_000_000;
