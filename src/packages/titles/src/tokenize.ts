/**
 * Cuts any text into words, numbers, symbols and single CJK characters, in one pass and linear time.
 *
 * Letters are folded to lower case without accents. "2h30", "Z2" and "VirtualRide" are split where the class
 * changes, and the later part is marked `glued`. Hyphen, underscore and apostrophe between letters separate
 * words without becoming tokens.
 */

import { FOLDED, folded, isCjk, SYMBOL_BY_CODE } from './letters.ts';

type TokenKind = 'word' | 'number' | 'symbol' | 'cjk';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** The number's value, 0 for other kinds. */
  readonly value: number;
  /** True if no separator precedes this token. */
  readonly glued: boolean;
  /** True if a hyphen or dash joins it to the preceding token ("Bike-Run"). */
  readonly hyphened: boolean;
  readonly katakana: boolean;
  /** True for a Latin word with accents or letters beyond a to z. */
  readonly isAccented: boolean;
}

/**
 * Text after this many characters is not read, which bounds the work of a hostile request. Titles, and
 * descriptions up to their sport, are much shorter.
 */
export const MAX_READ_CHARACTERS = 4000;

const SEPARATOR = 0;
const LETTER = 1;
const DIGIT = 2;
const SYMBOL = 3;
const CJK = 4;
const JOINER = 5;
const IGNORED = 6;

const HYPHEN = 45;
const GREATER_THAN = 62;
/** Longer numbers are not read, because no amount has that many digits. */
const DIGITS_MAX = 15;

const UPPER: readonly boolean[] = Array.from({ length: 0x250 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /\p{Lu}/u.test(character);
});

function classOf(code: number): number {
  if (code < 0x80) {
    if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return LETTER;
    if (code >= 48 && code <= 57) return DIGIT;
    if (code === 45 || code === 95) return JOINER;
    return SYMBOL_BY_CODE.has(code) ? SYMBOL : SEPARATOR;
  }
  if (code >= 0x300 && code <= 0x36f) return IGNORED;
  if (code === 0x200d || code === 0xfe0f || code === 0x200b || code === 0xfeff || code === 0xad)
    return IGNORED;
  if (code >= 0x1f3fb && code <= 0x1f3ff) return IGNORED;
  if (SYMBOL_BY_CODE.has(code)) return SYMBOL;
  if (code < 0x250) return FOLDED[code] === '' ? SEPARATOR : LETTER;
  if (isCjk(code)) return CJK;
  if (code >= 0x2000 && code <= 0x206f) return SEPARATOR;
  if (code >= 0x2070 && code <= 0x2bff) return SYMBOL;
  if (code >= 0x3000 && code <= 0x303f) return SEPARATOR;
  if (code >= 0xd800 && code <= 0xdfff) return SEPARATOR;
  if (code >= 0xff00 && code <= 0xffef) return SEPARATOR;
  if (code >= 0x1f000 && code <= 0x1faff) return SYMBOL;
  if (code > 0xffff) return SEPARATOR;
  return LETTER;
}

function isUpper(code: number): boolean {
  return code < 0x250 && UPPER[code] === true;
}

/**
 * Replaces compatibility forms (full-width digits, half-width kana, ㎞) with ordinary ones. Handles primes and
 * ™ first, because NFKC breaks them.
 */
function plain(text: string): string {
  const read = text.length > MAX_READ_CHARACTERS ? text.slice(0, MAX_READ_CHARACTERS) : text;
  let ascii = true;
  for (let i = 0; i < read.length; i += 1) {
    if (read.charCodeAt(i) > 0x7f) {
      ascii = false;
      break;
    }
  }
  if (ascii) return read;
  const replaced = read
    .replaceAll('´', "'")
    .replaceAll('″', '"')
    .replaceAll('™', ' ')
    .replaceAll('º', ' ')
    .replaceAll('…', ' ')
    .replaceAll(
      /(\d?) ?([½¼¾])/g,
      (_, digit: string, part: string) => `${digit || 0}.${DECIMALS_OF[part] ?? 5}`,
    );
  const normal = replaced.normalize('NFKC');
  return normal.length > MAX_READ_CHARACTERS ? normal.slice(0, MAX_READ_CHARACTERS) : normal;
}

/** Halves and quarters, which compatibility forms would join to the number before them: "1½" to "11/2". */
const DECIMALS_OF: Readonly<Record<string, number>> = { '½': 5, '¼': 25, '¾': 75 };

/** Splits any string into its tokens, in order. Never throws. Work is linear in the text's length. */
export function tokenize(text: string): Token[] {
  return new Tokenizer(plain(text)).read();
}

/** Features that only some kinds of tokens have. */
interface Features {
  readonly value?: number;
  readonly katakana?: boolean;
  readonly isAccented?: boolean;
}

/** Reads a text from left to right. Each reading method returns the position after what it has read. */
class Tokenizer {
  readonly #source: string;
  readonly #tokens: Token[] = [];
  /** Flags of the next token. */
  #glued = false;
  #hyphened = false;

  constructor(source: string) {
    this.#source = source;
  }

  read(): Token[] {
    let at = 0;
    while (at < this.#source.length) at = this.#readFrom(at);
    return this.#tokens;
  }

  #readFrom(at: number): number {
    const code = this.#source.codePointAt(at) ?? 0;
    const end = at + (code > 0xffff ? 2 : 1);
    switch (classOf(code)) {
      case LETTER:
        return this.#readWord(at);
      case DIGIT:
        return this.#readNumber(at);
      case CJK:
        this.#add('cjk', this.#source.charAt(at), { katakana: code >= 0x30a0 && code <= 0x30ff });
        return end;
      case SYMBOL:
        this.#readSymbol(SYMBOL_BY_CODE.get(code) ?? String.fromCodePoint(code), at, end);
        return end;
      case JOINER:
        this.#readJoiner(code, at);
        return end;
      case IGNORED:
        return end;
      default:
        this.#glued = this.#hyphened = false;
        return end;
    }
  }

  #readWord(at: number): number {
    const end = endOfWord(this.#source, at);
    this.#add('word', foldRange(this.#source, at, end), { isAccented: hasAccent(this.#source, at, end) });
    return end;
  }

  #readNumber(at: number): number {
    const end = endOfNumber(this.#source, at);
    const digits = this.#source.slice(at, Math.min(end, at + DIGITS_MAX)).replace(',', '.');
    this.#add('number', digits, { value: Number(digits) });
    return end;
  }

  #readSymbol(meaning: string, at: number, end: number): void {
    if (meaning === '-') this.#readDash(at);
    else if (meaning === "'" && isLetterAt(this.#source, at - 1) && isLetterAt(this.#source, end))
      this.#glued = false;
    else this.#add('symbol', meaning, {});
  }

  /** Reads "-" and "_". In "->" it is part of an arrow, whose point is the symbol. */
  #readJoiner(code: number, at: number): void {
    if (code === HYPHEN && this.#source.charCodeAt(at + 1) !== GREATER_THAN) this.#readDash(at);
    this.#glued = false;
  }

  /**
   * Adds a token for a dash with spaces around it, which separates parts of a title. Inside a word a dash
   * only joins.
   */
  #readDash(at: number): void {
    this.#glued = this.#hyphened = false;
    const isApart = isSpaceAt(this.#source, at - 1) || isSpaceAt(this.#source, at + 1);
    if (isApart) this.#add('symbol', '-', {});
    this.#hyphened = this.#tokens.at(-1)?.text !== '-';
    this.#glued = false;
  }

  #add(kind: TokenKind, text: string, { value = 0, katakana = false, isAccented = false }: Features): void {
    const [glued, hyphened] = [this.#glued, this.#hyphened];
    this.#tokens.push({ kind, text, value, glued, hyphened, katakana, isAccented });
    this.#glued = true;
    this.#hyphened = false;
  }
}

/** Returns true for a space or control character, and beyond either end of the text. */
function isSpaceAt(source: string, at: number): boolean {
  return at < 0 || at >= source.length || source.charCodeAt(at) <= 32;
}

function isLetterAt(source: string, at: number): boolean {
  return at >= 0 && at < source.length && classOf(source.charCodeAt(at)) === LETTER;
}

/**
 * Returns the end of a word: where the class changes, or a capital follows a lower-case letter
 * ("Virtual|Ride").
 */
function endOfWord(source: string, start: number): number {
  let at = start;
  let previousLower = false;
  while (at < source.length) {
    const code = source.charCodeAt(at);
    const kind = classOf(code);
    if (kind === IGNORED) {
      at += 1;
      continue;
    }
    if (kind !== LETTER) break;
    const upper = isUpper(code);
    if (upper && previousLower) break;
    previousLower = !upper;
    at += 1;
  }
  return at;
}

function hasAccent(source: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const code = source.charCodeAt(at);
    if (code >= 0x80 && code < 0x370) return true;
  }
  return false;
}

function foldRange(source: string, start: number, end: number): string {
  let word = '';
  for (let at = start; at < end; at += 1) {
    const code = source.charCodeAt(at);
    if (code >= 0x300 && code <= 0x36f) continue;
    word += folded(code);
  }
  return word;
}

/** Returns the end of a number: digits with at most one decimal point or comma between them. */
function endOfNumber(source: string, start: number): number {
  let at = start;
  let seenPoint = false;
  while (at < source.length) {
    const code = source.charCodeAt(at);
    if (code >= 48 && code <= 57) {
      at += 1;
      continue;
    }
    const next = source.charCodeAt(at + 1);
    if (!seenPoint && (code === 46 || code === 44) && next >= 48 && next <= 57) {
      seenPoint = true;
      at += 1;
      continue;
    }
    break;
  }
  return at;
}
