/** What the built-in redactor looks for, and the type in its marker. */
export interface Pattern {
  readonly type: 'EMAIL' | 'PHONE' | 'CARD' | 'KEY' | 'TOKEN';
  /** Global. The part named `value` goes, or all that matched. Bounded in length everywhere: no text makes it slow. */
  readonly expression: RegExp;
  readonly isOne?: (value: string) => boolean;
  /** Two values that are written differently and mean the same have the same identity. */
  readonly identity?: (value: string) => string;
}

const digitsOf = (value: string): string => value.replace(/\D/g, '');

/** Prefixes by which services mark their own secrets: https://github.com/gitleaks/gitleaks has more. */
const MARKED_TOKENS = [
  'sk-[\\w-]{16,200}',
  '(?:sk|pk|rk)_(?:live|test)_\\w{10,200}',
  'gh[opsur]_\\w{20,255}',
  'github_pat_\\w{20,255}',
  'glpat-[\\w-]{16,200}',
  'xox[abeprs]-[\\w-]{10,250}',
  'A(?:KIA|SIA)[0-9A-Z]{16}',
  'AIza[\\w-]{30,60}',
  'ya29\\.[\\w-]{20,500}',
  'hf_\\w{20,100}',
  'npm_\\w{30,100}',
  'SG\\.[\\w-]{16,100}\\.[\\w-]{16,100}',
  'eyJ[\\w-]{8,4000}\\.[\\w-]{8,8000}\\.[\\w-]{0,2000}',
].join('|');

/** In this order: what an earlier one has taken is gone for the later ones. */
export const PATTERNS: readonly Pattern[] = [
  {
    type: 'KEY',
    expression: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:(?!-----)[\s\S]){0,8000}(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
  },
  { type: 'TOKEN', expression: new RegExp(`(?<![\\w-])(?:${MARKED_TOKENS})(?![\\w-])`, 'g') },
  { type: 'TOKEN', expression: /\b(?:bearer|basic)\s+(?<value>[\w.~+/-]{12,4000}={0,2})/gi },
  {
    type: 'KEY',
    expression:
      /(?:api[ _-]?key|access[ _-]?key|secret|token|password|passwd|passwort|pwd|contraseña|mot de passe|パスワード|密码|비밀번호)["']?\s{0,3}[:=：]\s{0,3}["']?(?<value>[^\s"'`,;<>[\](){}]{6,400})/giu,
  },
  {
    type: 'KEY',
    expression: /\b(?:password|passwd|passwort|pwd)\s{1,3}(?:is|ist)\s{1,3}["']?(?<value>(?=\D{0,100}\d)[^\s"'`,;]{6,100})/gi,
  },
  {
    type: 'EMAIL',
    // Scripts that set no blanks between words are left out: the words before an address would go with it.
    expression:
      /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Devanagari}\p{N}._%+-]{1,64}@(?:[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Devanagari}\p{N}-]{1,63}\.){1,8}[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Devanagari}\p{N}-]{2,63}/gu,
    identity: (value) => value.toLowerCase(),
  },
  {
    type: 'CARD',
    expression: /(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d-])/g,
    isOne: (value) => isLuhn(digitsOf(value)),
    identity: digitsOf,
  },
  {
    type: 'PHONE',
    expression:
      /(?<![\w.+-])(?:(?:\+|00)\d(?:[ ()./-]{0,3}\d){7,14}|\(\d{2,5}\)[ -]?\d{3,4}[ -]?\d{3,5}|0\d{1,4}[ /-]\d{3,4}[ -]?\d{3,5}|\d{3}[ -]\d{3,4}[ -]\d{4}|\d{3}\.\d{3}\.\d{4})(?![\w-])/g,
    identity: digitsOf,
  },
];

/** The check digit that payment cards have: ISO/IEC 7812-1, annex B. */
function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = digit * 2;
    sum += place % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
