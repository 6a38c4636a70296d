/** Detects the languages of a request from the locale, the script and the words of all its parts. */
import type { CompiledLexicon, Entry } from './compiled-lexicon.ts';
import type { Cue } from './find-cues.ts';
import type { Token } from './tokenize.ts';

interface TextPart {
  readonly tokens: readonly Token[];
  readonly cues: readonly Cue[];
}

/** The languages of a request, from all of its parts. */
export interface Languages {
  /** The locale's language, or null. */
  readonly stated: string | null;
  readonly support: Map<string, number>;
  /** Number of words per language, once each word has one. */
  readonly spoken: Map<string, number>;
  hasKana: boolean;
  /** Words missing from the lexicon. */
  unknownWords: number;
  /** Words and phrases in the lexicon. */
  knownWords: number;
  /** Returns whether there is a number with a unit at a position. */
  readonly isAmount: (tokens: readonly Token[], at: number) => boolean;
}

/** A locale outweighs this many words of another language (engineering choice). */
const LOCALE_SUPPORT = 2.5;
/** English words appear in titles of every language, so English wins a tie (engineering choice). */
export const ENGLISH_SUPPORT = 0.3;
/** A word in more languages than this counts as if it were in this many. */
const MOST_SHARING = 3;
/** Words of this many letters or fewer may be abbreviations. */
export const LONGEST_ABBREVIATION = 3;

/** Detects the languages of a request from all of its parts. */
export function readLanguages(
  parts: readonly TextPart[],
  locale: string | null,
  lexicon: CompiledLexicon,
): Languages {
  const languages: Languages = {
    stated: languageOf(locale, lexicon),
    support: new Map([['en', ENGLISH_SUPPORT]]),
    spoken: new Map(),
    hasKana: false,
    unknownWords: 0,
    knownWords: 0,
    isAmount: (tokens, at) => tokens[at]?.kind === 'number' && isUnit(tokens, at + 1, lexicon),
  };
  const { support, stated } = languages;
  const add = (language: string, amount: number) =>
    support.set(language, (support.get(language) ?? 0) + amount);
  if (stated !== null) add(stated, LOCALE_SUPPORT);
  for (const { tokens, cues } of parts) countWords(tokens, cues, languages, lexicon);
  if (languages.hasKana) add('ja', LOCALE_SUPPORT);
  for (const { tokens, cues } of parts) {
    for (const { entries, to, from } of cues) {
      if (isLoneCharacter(tokens, from, to)) continue;
      const spoken = entries.filter(({ language }) => language !== '*');
      for (const { language } of spoken) add(language, (to - from) / Math.min(MOST_SHARING, spoken.length));
    }
  }
  for (const { cues, tokens } of parts) {
    for (const cue of cues) {
      // "10 km" belongs to every language.
      if (tokens[cue.from]?.kind === 'number' || isUnit(tokens, cue.from, lexicon)) continue;
      if (cue.text.length >= LONGEST_ABBREVIATION) languages.knownWords += 1;
      const { language } = likeliest(cue.entries, support).best ?? { language: '*' };
      languages.spoken.set(language, (languages.spoken.get(language) ?? 0) + 1);
    }
  }
  return languages;
}

/** Counts words outside of cues that are neither units nor single letters, and looks for kana. */
function countWords(
  tokens: readonly Token[],
  cues: readonly Cue[],
  languages: Languages,
  lexicon: CompiledLexicon,
): void {
  let next = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    while ((cues[next]?.to ?? Number.POSITIVE_INFINITY) <= at) next += 1;
    const token = tokens[at];
    if (token === undefined) break;
    if (token.kind === 'cjk') languages.hasKana ||= isKana(token.text);
    const inCue = at >= (cues[next]?.from ?? Number.POSITIVE_INFINITY);
    if (inCue || token.kind !== 'word' || token.text.length < 2) continue;
    if (isUnit(tokens, at, lexicon)) continue;
    languages.unknownWords += 1;
  }
}

function isUnit(tokens: readonly Token[], at: number, { grammar }: CompiledLexicon): boolean {
  if (tokens[at - 1]?.kind !== 'number') return false;
  const text = tokens[at]?.text ?? '';
  const pair = text + (tokens[at + 1]?.text ?? '');
  return UNIT_ROLES.some((role) => grammar.words[role].has(text) || grammar.words[role].has(pair));
}

const UNIT_ROLES = [
  'hours',
  'minutes',
  'seconds',
  'kilometres',
  'miles',
  'metres',
  'yards',
  'watts',
] as const;

function isKana(character: string): boolean {
  const code = character.charCodeAt(0);
  return code >= 0x3040 && code <= 0x30ff && code !== 0x30fb;
}

/** Returns the language of a locale: `pt-BR` → `pt`. */
function languageOf(locale: string | null, { grammar }: CompiledLexicon): string | null {
  if (locale === null || locale === '') return null;
  const language = locale.slice(0, 2).toLowerCase();
  return grammar.languages.get(language) ?? language;
}

interface Likeliest {
  readonly best: Entry | undefined;
  readonly bestSupport: number;
  readonly rival: Entry | undefined;
  readonly rivalSupport: number;
}

/** Returns the entry whose language has the most support, and the runner-up. */
export function likeliest(entries: readonly Entry[], support: ReadonlyMap<string, number>): Likeliest {
  let best: Entry | undefined;
  let bestSupport = -1;
  let rival: Entry | undefined;
  let rivalSupport = -1;
  for (const entry of entries) {
    const amount = entry.language === '*' ? 0.5 : (support.get(entry.language) ?? 0);
    if (amount > bestSupport) {
      rival = best;
      rivalSupport = bestSupport;
      best = entry;
      bestSupport = amount;
    } else if (amount > rivalSupport) {
      rival = entry;
      rivalSupport = amount;
    }
  }
  return { best, bestSupport, rival, rivalSupport };
}

/**
 * Returns true if a cue is a single Chinese, Japanese or Korean character: words for running and for walking have 走,
 * words for swimming and for visiting 游.
 */
export function isLoneCharacter(tokens: readonly Token[], from: number, to: number): boolean {
  return to - from === 1 && tokens[from]?.kind === 'cjk';
}
