import { fold, isUnspaced, type Meaning, vocabularyOfPoints } from './vocabulary.ts';

/** What separates a word from the one before it. A denial reaches over `none` only, an answer ("Drop bags: no") also over `colon` and `dash`. */
export type Gap = 'none' | 'colon' | 'dash' | 'comma' | 'clause';

/** A known phrase, an unknown word or a number of a text. */
export interface Unit {
  /** Folded. */
  readonly text: string;
  readonly meanings: ReadonlySet<Meaning>;
  readonly isNumber: boolean;
  /** Whether its first letter is a capital, as of a name. */
  readonly isCapital: boolean;
  /** Whether all its letters are capitals. */
  readonly isAllCapital: boolean;
  readonly gap: Gap;
  /** Whether nothing, or a hyphen, stands between it and the unit before. */
  readonly isGlued: boolean;
  readonly words: number;
}

interface Token {
  readonly raw: string;
  readonly text: string;
  readonly kind: 'word' | 'number' | 'join';
  readonly gap: Gap;
  readonly isGlued: boolean;
}

const NONE: ReadonlySet<Meaning> = new Set();
const JOIN: ReadonlySet<Meaning> = new Set(['joins']);
const TOKEN = /\p{L}[\p{L}\p{M}]*|\p{N}+(?:[.,:]\p{N}+)*|[&+/\u30fb]|\s+|[^\s]/gu;

/** Splits a text into units. */
export function unitsOf(text: string): readonly Unit[] {
  const tokens = tokensOf(text);
  const words = tokens.map(({ text: word }) => word);
  const vocabulary = vocabularyOfPoints();
  const units: Unit[] = [];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (!token) break;
    if (token.kind === 'word' && isUnspaced(token.text)) {
      for (const [index, part] of vocabulary.split(token.text).entries()) {
        const { gap, isGlued } = index === 0 ? token : { gap: 'none' as const, isGlued: true };
        units.push({ ...unitOf(token, part.meanings, 1), text: part.text, gap, isGlued });
      }
      at += 1;
      continue;
    }
    const found = token.kind === 'join' ? null : vocabulary.find(words.slice(at, endOfRun(tokens, at)));
    const meanings = token.kind === 'join' ? JOIN : (found?.meanings ?? NONE);
    units.push(unitOf(token, meanings, found?.length ?? 1));
    at += found?.length ?? 1;
  }
  return units;
}

function unitOf(token: Token, meanings: ReadonlySet<Meaning>, words: number): Unit {
  const { raw, text, kind, gap, isGlued } = token;
  return {
    text,
    meanings,
    isNumber: kind === 'number' && words === 1,
    isCapital: /^\p{Lu}/u.test(raw),
    isAllCapital: /^\p{Lu}+$/u.test(raw),
    gap,
    isGlued,
    words,
  };
}

/** The most words of a phrase. */
const PHRASE_WORDS_MAX = 6;

/** Returns the end of the words that may belong to one phrase. */
function endOfRun(tokens: readonly Token[], from: number): number {
  let to = from + 1;
  while (to < from + PHRASE_WORDS_MAX && tokens[to]?.gap === 'none' && tokens[to]?.kind !== 'join') to += 1;
  return to;
}

const GAPS: readonly (readonly [Gap, RegExp])[] = [
  ['clause', /[;!?\n\r\u3002\uff1b\uff01\uff1f]/u],
  ['comma', /[,\u3001\uff0c)\]|\u2022·\uff09\uff3d]/u],
  ['dash', /[([\u2013\u2014\uff08\uff3b]/u],
  ['colon', /[:=\uff1a]/u],
];
const STRENGTH: Readonly<Record<Gap, number>> = { none: 0, colon: 1, dash: 2, comma: 3, clause: 4 };

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let gap: Gap = 'none';
  let [isSpaced, isGlued] = [false, false];
  const widen = (to: Gap) => {
    if (STRENGTH[to] > STRENGTH[gap]) gap = to;
    isGlued = false;
  };
  const pieces = text.normalize('NFKC').match(TOKEN) ?? [];
  for (const [index, raw] of pieces.entries()) {
    const kind = kindOfPiece(raw);
    if (kind !== null) {
      tokens.push({ raw, text: fold(raw), kind, gap, isGlued: isGlued && gap === 'none' });
      [gap, isGlued, isSpaced] = ['none', true, false];
      continue;
    }
    const next = pieces[index + 1];
    if (/^\s/u.test(raw)) {
      if (/[\n\r]/u.test(raw)) widen('clause');
      isGlued = false;
      isSpaced = true;
    } else if (raw === '-' && isSpaced && (next === undefined || /^\s/u.test(next))) widen('dash');
    else if (raw === '.' && (next === undefined || /^\s/u.test(next))) {
      if (!isAbbreviation(tokens.at(-1)?.text, pieces[index + 2])) widen('clause');
    } else {
      const found = GAPS.find(([, pattern]) => pattern.test(raw));
      if (found) widen(found[0]);
    }
  }
  return tokens;
}

function kindOfPiece(raw: string): Token['kind'] | null {
  if (/^\p{L}/u.test(raw)) return 'word';
  if (/^\p{N}/u.test(raw)) return 'number';
  return /^[&+/\u30fb]$/u.test(raw) ? 'join' : null;
}

const ABBREVIATIONS: ReadonlySet<string> = new Set([
  'st',
  'km',
  'ca',
  'min',
  'approx',
  'pkt',
  'c',
  'mt',
  'av',
  'loc',
  'bzw',
]);
/** Abbreviations only before a number: "No. 5", but "Drop bags: no." */
const NUMBERS: ReadonlySet<string> = new Set(['no', 'nr', 'n', 'num']);

function isAbbreviation(word: string | undefined, next: string | undefined): boolean {
  if (word === undefined) return false;
  return ABBREVIATIONS.has(word) || (NUMBERS.has(word) && /^\p{N}/u.test(next ?? ''));
}
