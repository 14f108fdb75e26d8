import type { Random } from '../../model/random.ts';

/** Without vowels: no id is a word. */
const LETTERS = 'bcdfghjkmnpqrstvwxz';
const TRIES_PER_LENGTH = 200;

/** Digits come in threes: three are one token. */
const STEP = 3;
const MAX_DIGITS = 30;

/**
 * Draws short ids, each another, and none that stands in one of `texts`: whoever writes a document can neither guess an id nor say one.
 * A letter and three digits are two tokens.
 */
export function idDrawer(random: Random, texts: readonly string[]): () => string {
  const taken = idsIn(texts);
  return () => {
    // Texts may hold every short id; they do not hold every long one.
    for (let tries = 0; ; tries += 1) {
      const id = draw(random, STEP * (1 + Math.floor(tries / TRIES_PER_LENGTH)));
      if (taken.has(id)) continue;
      taken.add(id);
      return id;
    }
  };
}

/** Everything in the texts that could be drawn, found in one go: a turn may need a thousand ids. */
function idsIn(texts: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const text of texts) {
    for (const [run] of text.toLowerCase().matchAll(ID_LIKE)) {
      for (let digits = STEP; digits < run.length; digits += STEP) found.add(run.slice(0, 1 + digits));
    }
  }
  return found;
}

const ID_LIKE = new RegExp(`[${LETTERS}]\\d{${STEP},${MAX_DIGITS}}`, 'g');

function draw(random: Random, digits: number): string {
  const letter = LETTERS.charAt(Math.floor(random() * LETTERS.length));
  let id = letter;
  for (let digit = 0; digit < digits; digit += 1) id += Math.floor(random() * 10);
  return id;
}
