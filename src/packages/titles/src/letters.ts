/** Maps letters and signs of all scripts: their folded form, and the meaning of the signs. */

const FOLD_SPECIAL: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};

function foldOne(character: string): string {
  const lower = character.toLowerCase();
  const base = lower.normalize('NFD').charAt(0);
  return FOLD_SPECIAL[base] ?? base;
}

/** Folded letters for Latin-1 … Latin Extended-B and Latin Extended Additional; '' is not a letter. */
export const FOLDED: readonly string[] = Array.from({ length: 0x250 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /\p{L}/u.test(character) ? foldOne(character) : '';
});
const FOLDED_ADDITIONAL: readonly string[] = Array.from({ length: 0x100 }, (_, offset) =>
  foldOne(String.fromCharCode(0x1e00 + offset)),
);
/** Symbols used by the grammar, by meaning. Any other symbol separates. */
const SYMBOL_MEANING: Readonly<Record<string, string>> = {
  '+': '+',
  '/': '/',
  '⁄': '/',
  '|': '|',
  '&': '&',
  '>': '→',
  '→': '→',
  '➡': '→',
  '➔': '→',
  '➜': '→',
  '➝': '→',
  '⇒': '→',
  '⟶': '→',
  '»': '→',
  '›': '→',
  "'": "'",
  '’': "'",
  '‘': "'",
  '′': "'",
  '´': "'",
  '`': "'",
  '"': '"',
  '″': '"',
  '”': '"',
  '“': '"',
  ',': ',',
  '、': ',',
  '，': ',',
  ';': ';',
  '；': ';',
  '\n': ';',
  ':': ':',
  '(': '(',
  ')': ')',
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
  '#': '#',
  '@': '@',
  '×': 'x',
  '✕': 'x',
  '✖': 'x',
  '*': 'x',
  '%': '%',
  '~': '~',
  '=': '=',
  '°': '°',
  '-': '-',
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '−': '-',
  '・': ',',
  '.': '.',
  '!': '!',
  '?': '?',
  '？': '?',
  '！': '!',
};
/** Meaning of a symbol by its code point. */
export const SYMBOL_BY_CODE = new Map<number, string>(
  Object.entries(SYMBOL_MEANING).map(([symbol, meaning]) => [symbol.codePointAt(0) ?? 0, meaning]),
);

/**
 * Returns whether a character belongs to a script without spaces between words, or whose syllables form
 * words.
 */
export function isCjk(code: number): boolean {
  return (
    (code >= 0x3040 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7af) ||
    code === 0x3005
  );
}

/** Returns the letter in lower case without accents. */
export function folded(code: number): string {
  if (code >= 97 && code <= 122) return String.fromCharCode(code);
  if (code >= 65 && code <= 90) return String.fromCharCode(code + 32);
  if (code < 0x250) return FOLDED[code] ?? '';
  if (code >= 0x1e00 && code <= 0x1eff) return FOLDED_ADDITIONAL[code - 0x1e00] ?? '';
  // Russian writes ё and е for the same letter.
  if (code === 0x451 || code === 0x401) return 'е';
  return String.fromCharCode(code).toLowerCase();
}
