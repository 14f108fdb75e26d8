/** Endings of inflection are seldom longer. */
const LONGEST_ENDING = 3;
const SHORTEST_BEGINNING = 4;
/** Of the longer word. With less, more words meet that only begin alike. */
const LEAST_SHARE = 0.66;

/** What all forms of a word begin with, to look them up by; undefined for words too short to have any. */
export function beginningOf(word: string): string | undefined {
  return word.length < SHORTEST_BEGINNING ? undefined : word.slice(0, SHORTEST_BEGINNING);
}

/** Whether two words look like forms of one, as "палатка" and "палатками", "Kündigung" and "Kündigungen" do. */
export function areKin(one: string, other: string): boolean {
  const longer = Math.max(one.length, other.length);
  let common = 0;
  while (common < one.length && one.charCodeAt(common) === other.charCodeAt(common)) common += 1;
  return longer - common <= LONGEST_ENDING && common >= SHORTEST_BEGINNING && common >= LEAST_SHARE * longer;
}
