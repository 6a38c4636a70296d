/**
 * Cuts any text into words, numbers, symbols and single CJK characters, in one pass and linear time.
 *
 * Letters are folded to lower case without accents; "2h30", "Z2" and "VirtualRide" are split where the class changes,
 * and the later part is marked `glued`. Hyphen, underscore and apostrophe between letters separate words without a
 * token of their own.
 */

import { FOLDED, folded, isCjk, SYMBOL_BY_CODE } from './letters.ts';

export type TokenKind = 'word' | 'number' | 'symbol' | 'cjk';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** The number's value; 0 for other kinds. */
  readonly value: number;
  /** No separator stands between this token and the one before. */
  readonly glued: boolean;
  /** A hyphen or dash joins it to the one before ("Bike-Run"). */
  readonly hyphened: boolean;
  readonly katakana: boolean;
  /** A Latin word that is written with accents or letters beyond a to z. */
  readonly isAccented: boolean;
}

/**
 * Text after this many characters is not read, which bounds the work on a hostile request. Titles, and descriptions as
 * far as they name their sport, are much shorter.
 */
export const MAX_READ_CHARACTERS = 4000;

const SEPARATOR = 0;
const LETTER = 1;
const DIGIT = 2;
const SYMBOL = 3;
const CJK = 4;
const JOINER = 5;
const IGNORED = 6;

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
 * Replaces compatibility forms (full-width digits, half-width kana, ㎞) with ordinary ones; primes and ™ first, because
 * NFKC breaks them.
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
  const kept = read.replaceAll('´', "'").replaceAll('″', '"').replaceAll('™', ' ').replaceAll('º', ' ');
  const normal = kept.normalize('NFKC');
  return normal.length > MAX_READ_CHARACTERS ? normal.slice(0, MAX_READ_CHARACTERS) : normal;
}

/** Splits any string into its tokens, in order; never throws. Work is linear in the text's length. */
export function tokenize(text: string): Token[] {
  const source = plain(text);
  const length = source.length;
  const tokens: Token[] = [];
  let glued = false;
  let hyphened = false;
  let at = 0;
  while (at < length) {
    const code = source.codePointAt(at) ?? 0;
    const width = code > 0xffff ? 2 : 1;
    switch (classOf(code)) {
      case LETTER: {
        const end = endOfWord(source, at);
        tokens.push({
          kind: 'word',
          text: foldRange(source, at, end),
          value: 0,
          glued,
          hyphened,
          katakana: false,
          isAccented: hasAccent(source, at, end),
        });
        at = end;
        glued = true;
        hyphened = false;
        break;
      }
      case DIGIT: {
        const end = endOfNumber(source, at);
        const digits = source.slice(at, Math.min(end, at + 15)).replace(',', '.');
        tokens.push({
          kind: 'number',
          text: digits,
          value: Number(digits),
          glued,
          hyphened,
          katakana: false,
          isAccented: false,
        });
        at = end;
        glued = true;
        hyphened = false;
        break;
      }
      case CJK: {
        const katakana = code >= 0x30a0 && code <= 0x30ff;
        tokens.push({
          kind: 'cjk',
          text: source.charAt(at),
          value: 0,
          glued,
          hyphened,
          katakana,
          isAccented: false,
        });
        at += 1;
        glued = true;
        hyphened = false;
        break;
      }
      case SYMBOL: {
        const meaning = SYMBOL_BY_CODE.get(code) ?? String.fromCodePoint(code);
        if (meaning === '-') {
          pushDash(source, at, tokens);
          hyphened = tokens.at(-1)?.text !== '-';
          glued = false;
        } else if (meaning === "'" && isLetterAt(source, at - 1) && isLetterAt(source, at + width)) {
          glued = false;
        } else {
          tokens.push({
            kind: 'symbol',
            text: meaning,
            value: 0,
            glued,
            hyphened,
            katakana: false,
            isAccented: false,
          });
          glued = true;
          hyphened = false;
        }
        at += width;
        break;
      }
      case JOINER:
        if (code === 45) {
          if (source.charCodeAt(at + 1) === 62) {
            at += 1;
            glued = false;
            break;
          }
          pushDash(source, at, tokens);
          hyphened = tokens.at(-1)?.text !== '-';
        }
        glued = false;
        at += 1;
        break;
      case IGNORED:
        at += width;
        break;
      default:
        glued = false;
        hyphened = false;
        at += width;
    }
  }
  return tokens;
}

/**
 * Adds a token for a dash with a space on either side, which separates parts of a title. Inside a word a dash only
 * joins.
 */
function pushDash(source: string, at: number, tokens: Token[]): void {
  const before = at === 0 || source.charCodeAt(at - 1) <= 32;
  const after = at + 1 >= source.length || source.charCodeAt(at + 1) <= 32;
  if (before || after) {
    tokens.push({
      kind: 'symbol',
      text: '-',
      value: 0,
      glued: false,
      hyphened: false,
      katakana: false,
      isAccented: false,
    });
  }
}

function isLetterAt(source: string, at: number): boolean {
  return at >= 0 && at < source.length && classOf(source.charCodeAt(at)) === LETTER;
}

/** Returns the end of a word: where the class changes, or a capital follows a lower-case letter ("Virtual|Ride"). */
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
