const EMPTY_WORDS = new Set(
  'a also an and any are at can do does e for from have how i if in is it long many much my need of on or our that the there they to was we what when which who with you your'.split(
    ' ',
  ),
);

/** The words of a text in lower case, without those that tell nothing about its subject. */
export function wordsOf(text) {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !EMPTY_WORDS.has(word));
}
