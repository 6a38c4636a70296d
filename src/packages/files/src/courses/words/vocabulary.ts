import { GERMAN } from './de.ts';
import { ENGLISH } from './en.ts';
import { SPANISH } from './es.ts';
import { FRENCH } from './fr.ts';
import { ITALIAN } from './it.ts';
import { JAPANESE } from './ja.ts';
import { KOREAN } from './ko.ts';
import { DUTCH } from './nl.ts';
import { FINNISH, NORWEGIAN, SWEDISH } from './nordic.ts';
import { GREEK, HUNGARIAN, ROMANIAN, TURKISH } from './other-languages.ts';
import type { PointWords } from './point-words.ts';
import { PORTUGUESE } from './pt.ts';
import { CZECH, POLISH, RUSSIAN, SLOVENIAN } from './slavic.ts';
import { CHINESE } from './zh.ts';

/** What a phrase means: a list of a language, or an offer. */
export type Meaning = Exclude<keyof PointWords, 'offers'> | keyof PointWords['offers'];

const LANGUAGES: readonly PointWords[] = [
  ...[
    ENGLISH,
    GERMAN,
    FRENCH,
    ITALIAN,
    SPANISH,
    PORTUGUESE,
    DUTCH,
    SWEDISH,
    NORWEGIAN,
    FINNISH,
    POLISH,
    CZECH,
  ],
  ...[SLOVENIAN, RUSSIAN, HUNGARIAN, ROMANIAN, GREEK, TURKISH, JAPANESE, CHINESE, KOREAN],
];

/** Letters that have no accent to lose but are often written without. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ı: 'i', ς: 'σ' },
};
const SPECIAL_LETTER = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'gu');
const ACCENTS = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu;

/** Folds a word: lower case, without accents, one form of each letter. */
export function fold(word: string): string {
  return word
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replace(SPECIAL_LETTER, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Returns whether a text is in a script that does not separate its words. */
export function isUnspaced(text: string): boolean {
  return UNSPACED.test(text);
}

type Phrases = Map<string, Set<Meaning>>;

/** The words of all languages, by how they are looked up. */
class Vocabulary {
  /** Words and phrases, their words separated by a space. */
  readonly #phrases: Phrases = new Map();
  /** The most words of a phrase, by its first one. */
  readonly #longest = new Map<string, number>();
  readonly #beginnings: Phrases = new Map();
  readonly #endings: Phrases = new Map();
  readonly #unspaced: Phrases = new Map();
  readonly #unspacedMax: number;

  constructor(languages: readonly PointWords[]) {
    for (const { offers, ...lists } of languages) {
      for (const [meaning, phrases] of Object.entries({ ...lists, ...offers })) {
        for (const phrase of phrases) this.#add(phrase, meaning as Meaning);
      }
    }
    this.#unspacedMax = Math.max(...[...this.#unspaced.keys()].map((phrase) => phrase.length));
  }

  #add(phrase: string, meaning: Meaning): void {
    const [from, to] = [phrase.startsWith('*'), phrase.endsWith('*')];
    const words = wordsOf(phrase);
    const text = words.join(' ');
    if (isUnspaced(text)) {
      addTo(this.#unspaced, text.replaceAll(' ', ''), meaning);
      return;
    }
    if (from) addTo(this.#endings, text, meaning);
    if (to) addTo(this.#beginnings, text, meaning);
    addTo(this.#phrases, text, meaning);
    const [first = ''] = words;
    this.#longest.set(first, Math.max(words.length, this.#longest.get(first) ?? 0));
  }

  /** Returns the longest phrase that begins with the first of these words: how many it takes, and what it means. */
  find(
    words: readonly string[],
  ): { readonly length: number; readonly meanings: ReadonlySet<Meaning> } | null {
    const [first = ''] = words;
    for (let length = Math.min(words.length, this.#longest.get(first) ?? 0); length > 0; length--) {
      const meanings = this.#phrases.get(words.slice(0, length).join(' '));
      if (meanings) return { length, meanings };
    }
    const meanings = this.#findPart(first);
    return meanings && { length: 1, meanings };
  }

  #findPart(word: string): ReadonlySet<Meaning> | null {
    if (word.length > WORD_CHARACTERS_MAX) return null;
    for (let length = word.length - 1; length >= PART_CHARACTERS_MIN; length--) {
      const meanings = this.#endings.get(word.slice(-length)) ?? this.#beginnings.get(word.slice(0, length));
      if (meanings) return meanings;
    }
    return null;
  }

  /** Splits a text without spaces into known phrases and what is between them, the longest phrase first. */
  split(text: string): readonly { readonly text: string; readonly meanings: ReadonlySet<Meaning> }[] {
    const parts: { text: string; meanings: ReadonlySet<Meaning> }[] = [];
    let unknown = '';
    for (let at = 0; at < text.length; ) {
      const found = this.#unspacedAt(text, at);
      if (!found) {
        unknown += text[at];
        at += 1;
        continue;
      }
      if (unknown !== '') parts.push({ text: unknown, meanings: NONE });
      unknown = '';
      parts.push(found);
      at += found.text.length;
    }
    if (unknown !== '') parts.push({ text: unknown, meanings: NONE });
    return parts;
  }

  #unspacedAt(text: string, at: number) {
    for (let length = Math.min(this.#unspacedMax, text.length - at); length > 0; length--) {
      const phrase = text.slice(at, at + length);
      const meanings = this.#unspaced.get(phrase);
      if (meanings) return { text: phrase, meanings };
    }
    return null;
  }
}

const NONE: ReadonlySet<Meaning> = new Set();
/** The shortest part of a word that has a meaning, and the longest word in which one is looked for. */
const PART_CHARACTERS_MIN = 3;
const WORD_CHARACTERS_MAX = 40;

function addTo(phrases: Phrases, text: string, meaning: Meaning): void {
  const meanings = phrases.get(text) ?? new Set();
  phrases.set(text, meanings.add(meaning));
}

const WORD = /\p{L}[\p{L}\p{M}]*|\p{N}+/gu;

/** Returns the folded words of a phrase, without what stands between them. */
export function wordsOf(text: string): readonly string[] {
  return fold(text).match(WORD) ?? [];
}

let vocabulary: Vocabulary | null = null;

/** Returns the words of all languages, put together with the first course that is read. */
export function vocabularyOfPoints(): Vocabulary {
  vocabulary ??= new Vocabulary(LANGUAGES);
  return vocabulary;
}
