/** A text as it is compared: white space does not count. */
export function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
