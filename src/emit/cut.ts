/** At most `maxCharacters` UTF-16 units of a text, and never half of a surrogate pair. */
export function cut(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const last = text.charCodeAt(maxCharacters - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? maxCharacters - 1 : maxCharacters);
}
