const ARABIC_ORNAMENTS = /[\u064b-\u0652\u0670\u0640]/g;
const ARABIC_ALEF = /[أإآٱ]/g;
const ARABIC = /[\u0600-\u06ff]/;

/** NFKC makes one character up to eighteen: a long text is folded in pieces, and no more of them than are needed. */
const PIECE_CHARACTERS = 4_096;

/**
 * Text as it is compared: NFKC, lower case, Arabic without vowel signs. Reads at most `maxCharacters` UTF-16 units and returns no more.
 * Any string is fine, lone surrogates too.
 */
export function fold(text: string, maxCharacters: number): string {
  const end = Math.min(text.length, maxCharacters);
  let folded = '';
  for (let at = 0; at < end && folded.length < maxCharacters; at += PIECE_CHARACTERS) {
    folded += foldPiece(text.slice(at, Math.min(at + PIECE_CHARACTERS, end)));
  }
  return folded.slice(0, maxCharacters);
}

function foldPiece(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase();
  return ARABIC.test(folded) ? folded.replace(ARABIC_ORNAMENTS, '').replace(ARABIC_ALEF, 'ا') : folded;
}
