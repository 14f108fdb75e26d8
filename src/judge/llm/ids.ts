import type { Random } from '../../model/random.ts';

/** Without vowels: no id is a word. */
const LETTERS = 'bcdfghjkmnpqrstvwxz';
const TRIES_PER_LENGTH = 200;

/**
 * Draws short ids, each another, and none that stands in one of `texts`: whoever writes a document can neither guess an id nor say one.
 * A letter and three digits are two tokens.
 */
export function idDrawer(random: Random, texts: readonly string[]): () => string {
  const taken = new Set<string>();
  const isFree = (id: string): boolean => !taken.has(id) && !texts.some((text) => text.toLowerCase().includes(id));
  return () => {
    // A text that holds every short id does not hold every long one.
    for (let tries = 0; ; tries += 1) {
      const id = draw(random, 3 * (1 + Math.floor(tries / TRIES_PER_LENGTH)));
      if (!isFree(id)) continue;
      taken.add(id);
      return id;
    }
  };
}

function draw(random: Random, digits: number): string {
  const letter = LETTERS.charAt(Math.floor(random() * LETTERS.length));
  let id = letter;
  for (let digit = 0; digit < digits; digit += 1) id += Math.floor(random() * 10);
  return id;
}
