const ENGLISH = /^[a-z]+$/;
const VOWEL = /[aeiouy]/;
const SIBILANT_PLURAL = /(?:ss|sh|ch|x|z)es$/;
const SINGULAR_S = /(?:ss|us|is)$/;
const ACTION = /[st]ion$/;
const DOUBLED = /([bdfgmnprt])\1$/;
const KOREAN_PARTICLE =
  /(?:에서는|으로는|에게서|이라는|까지는|에서|으로|에게|부터|까지|처럼|보다|이나|라는|이란|하는|했던|하였|되는|되었|한테|와의|과의|은|는|이|가|을|를|의|에|로|와|과|도|만|란)$/;
const ARABIC_ARTICLE = /^(?:وال|بال|كال|فال|لل|ال)(?=.{3})/u;

/**
 * A word without its commonest endings, so that "canisters" meets "canister", "founded" meets "founding" and "generated" meets
 * "generation". Only ever compared with other stems: it need not be a word.
 */
export function stemOf(word: string): string {
  if (ENGLISH.test(word)) return word.length < 4 ? word : englishStem(word);
  if (word.startsWith('ا') || word.length > 4) return word.replace(ARABIC_ARTICLE, '').replaceAll(',', '');
  return word.replaceAll(',', '');
}

/** A Korean word without the particle that is glued to it: "텐트는" and "텐트를" are both "텐트". Two syllables stay at least, where there are two. */
export function withoutParticle(word: string): string {
  if (word.length < 3) return word;
  const bare = word.replace(KOREAN_PARTICLE, '');
  return bare.length < 2 ? word.slice(0, 2) : bare;
}

function englishStem(word: string): string {
  const singular = withoutPlural(word);
  const bare = withoutSuffix(singular);
  // A silent e goes too: "store", "stored" and "storing" become one.
  return bare.length > 4 && bare.endsWith('e') ? bare.slice(0, -1) : bare;
}

function withoutPlural(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (SIBILANT_PLURAL.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && !SINGULAR_S.test(word) ? word.slice(0, -1) : word;
}

function withoutSuffix(word: string): string {
  if (word.endsWith('ied') && word.length > 4) return `${word.slice(0, -3)}y`;
  const cut = suffixLength(word);
  const bare = word.slice(0, word.length - cut);
  if (cut === 0 || !VOWEL.test(bare)) return word;
  return DOUBLED.test(bare) ? bare.slice(0, -1) : bare;
}

function suffixLength(word: string): number {
  if (word.endsWith('ing') && word.length > 5) return 3;
  if (word.endsWith('ed') && word.length > 4) return 2;
  if (ACTION.test(word) && word.length > 7) return 3;
  return word.endsWith('ly') && word.length > 5 ? 2 : 0;
}
