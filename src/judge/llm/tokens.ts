/**
 * About how many tokens a text has, rather too many than too few: a third for a letter or a blank of English, one for a sign (code and tables
 * are full of them), two thirds and one for letters of other scripts. Loads no tokenizer, and knows none of the model's.
 */
export function tokensIn(text: string): number {
  let thirds = 0;
  for (let at = 0; at < text.length; at += 1) thirds += thirdsOf(text.charCodeAt(at));
  return Math.ceil(thirds / 3);
}

function thirdsOf(unit: number): number {
  if (unit >= 0x80) return unit < 0x800 || isHalfOfPair(unit) ? 2 : 3;
  const isLetter = (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
  return isLetter || unit === 0x20 ? 1 : 3;
}

function isHalfOfPair(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
