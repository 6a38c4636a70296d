/**
 * Decides which language each word of a request is of, and which senses it has in it: by the locale, by the
 * script and by the other words.
 */
import type { CompiledLexicon, Entry } from './compiled-lexicon.ts';
import type { Cue } from './find-cues.ts';
import type { Sense } from './lexicon/sense.ts';
import { type Family, familyOf } from './sport-family.ts';
import type { Token } from './tokenize.ts';

export interface Part {
  readonly tokens: readonly Token[];
  readonly cues: readonly Cue[];
}

export interface Understood {
  readonly senses: readonly Sense[];
  readonly language: string;
  /** 1: the language is clear; less if languages disagree about the word. */
  readonly certainty: number;
  /**
   * True if neither the locale nor another word confirms the language of a word that would name the session.
   */
  readonly isUnsupported: boolean;
}

/** The languages of a request by all of its parts. */
export interface Languages {
  /** The locale's language, or null. */
  readonly stated: string | null;
  readonly support: Map<string, number>;
  /** The number of words of each language, once each word has one. */
  readonly spoken: Map<string, number>;
  hasKana: boolean;
  /** Words that the lexicon does not know. */
  unknownWords: number;
  /** Words and phrases that it knows. */
  knownWords: number;
  /** Whether a number with a unit stands at a place. */
  readonly isAmount: (tokens: readonly Token[], at: number) => boolean;
}

/** A locale outweighs this many words of another language (engineering choice). */
const LOCALE_SUPPORT = 2.5;
/** English words mix into titles of every language, so English wins a tie (engineering choice). */
const ENGLISH_SUPPORT = 0.3;
/** A word of more languages than this counts as if it belonged to this many. */
const MOST_SHARING = 3;
/** A word that two equally likely languages understand as different sports counts this much. */
const CONFLICT_CERTAINTY = 0.6;
/** Shorter English words are too often parts of names in other languages ("P'tit Train du Nord"). */
const SHORTEST_ENGLISH = 3;

/** Determines the languages of a request from all of its parts. */
export function readLanguages(
  parts: readonly Part[],
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
      // "10 km" is of every language.
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

/** Returns the senses of a cue in its likeliest language. */
export function understand(cue: Cue, tokens: readonly Token[], languages: Languages): Understood {
  const isLone = isLoneCharacter(tokens, cue.from, cue.to);
  const isCounted = isLone && languages.isAmount(tokens, cue.to);
  const entries =
    isLone && !(isCounted && cue.entries.length === 1)
      ? cue.entries.filter((entry) => hasLoneMeaning(entry, languages))
      : cue.entries;
  const isAccented = cue.to - cue.from === 1 && tokens[cue.from]?.isAccented === true;
  const spelt = isAccented ? entries.filter(({ language }) => language !== 'en') : entries;
  const { best, bestSupport, rival, rivalSupport } = likeliest(spelt, languages.support);
  if (best === undefined || isForeign(best, bestSupport, languages.support)) {
    return { senses: [], language: best?.language ?? '*', certainty: 1, isUnsupported: false };
  }
  const conflict = bestSupport - rivalSupport <= ENGLISH_SUPPORT + 0.05 && disagree(best, rival);
  return {
    senses: best.senses,
    language: best.language,
    certainty: conflict ? CONFLICT_CERTAINTY : 1,
    isUnsupported: isUnsupported(best, cue, tokens, languages),
  };
}

interface Likeliest {
  readonly best: Entry | undefined;
  readonly bestSupport: number;
  readonly rival: Entry | undefined;
  readonly rivalSupport: number;
}

function likeliest(entries: readonly Entry[], support: ReadonlyMap<string, number>): Likeliest {
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
 * Returns true if a cue is one Chinese, Japanese or Korean character: 走 is in words for running and walking, 游 in words
 * for swimming and visiting.
 */
function isLoneCharacter(tokens: readonly Token[], from: number, to: number): boolean {
  return to - from === 1 && tokens[from]?.kind === 'cjk';
}

/**
 * Returns whether a character alone names a session: only in a language that the locale or kana confirm, or beside an
 * amount ("跑10公里").
 */
function hasLoneMeaning({ language, senses }: Entry, { stated, hasKana }: Languages): boolean {
  if (language === '*' || language === stated) return true;
  if (language === 'ja' && hasKana && stated === null) return true;
  return senses.every(({ kind }) => !NAMING.has(kind));
}

const NAMING: ReadonlySet<Sense['kind']> = new Set([
  'sport',
  'event',
  'multi',
  'race',
  'intensity',
  'cancel',
]);

/**
 * Returns true if a word that would name the session is of a language that nothing else confirms, in a title of other
 * words or under a locale of another language: the Norwegian "making" in "Making up for lost mileage". Phrases of several
 * words and compounds confirm themselves, and so does another script; common English words are used in every language.
 */
function isUnsupported(entry: Entry, cue: Cue, tokens: readonly Token[], languages: Languages): boolean {
  const { language, senses } = entry;
  if (isStrayAbbreviation(entry, cue, languages)) return true;
  if (language === '*' || language === languages.stated) return false;
  if (!senses.some(({ kind }) => kind === 'sport' || kind === 'event' || kind === 'multi' || kind === 'race'))
    return false;
  const exact = cue.form === 'phrase' || cue.form === 'compound';
  if (exact && cue.to - cue.from > 1) return false;
  if (cue.form === 'compound') return false;
  if (!isLatin(tokens[cue.from]?.text ?? '')) return false;
  if (exact && language === 'en' && cue.text.length >= SHORTEST_ENGLISH) return false;
  const spoken = languages.spoken.get(language) ?? 0;
  if (spoken > 1) return false;
  const ofOthers = [...languages.spoken].some(
    ([other, count]) => other !== '*' && other !== language && count > 0,
  );
  return languages.stated !== null || languages.unknownWords > 0 || ofOthers;
}

/**
 * Returns true for "tm", "oly" or "mp" among words that no language knows: there it is not an abbreviation of
 * a sport.
 */
function isStrayAbbreviation({ language, senses }: Entry, cue: Cue, languages: Languages): boolean {
  const { length } = cue.text;
  if (length > LONGEST_ABBREVIATION || !LETTERS.test(cue.text)) return false;
  if (!senses.some(({ kind }) => kind === 'sport' || kind === 'event' || kind === 'multi')) return false;
  if (language !== '*' && language === languages.stated) return false;
  if (languages.knownWords > 1 && languages.unknownWords <= languages.knownWords) return false;
  const isPlain = senses.some((sense) => sense.kind === 'sport' && !sense.yields);
  if (length < LONGEST_ABBREVIATION) return true;
  return languages.unknownWords > (isPlain ? MOST_STRANGE_WORDS : 0);
}

const LONGEST_ABBREVIATION = 3;
/** "Run Kowloon Victoria" is a run somewhere; beside more unknown words, "run" is chance. */
const MOST_STRANGE_WORDS = 2;
const LETTERS = /^[a-z]+$/;

function isLatin(text: string): boolean {
  return text.charCodeAt(0) < 0x250;
}

/**
 * Returns true for marks and fillers of a language that the rest of the text does not use: "am" before "swim" is not
 * German.
 */
function isForeign(entry: Entry, amount: number, support: ReadonlyMap<string, number>): boolean {
  if (entry.language === '*' || entry.senses.some(({ kind }) => !MARKS.has(kind))) return false;
  let most = 0;
  for (const other of support.values()) most = Math.max(most, other);
  return amount < FOREIGN_SHARE * most;
}

const FOREIGN_SHARE = 0.5;
const MARKS: ReadonlySet<Sense['kind']> = new Set([
  'negate',
  'background',
  'towards',
  'or',
  'cancel',
  'not_race',
  'plan',
  'filler',
  'part',
  'noise',
]);

/** Returns true if both name sports and have no family in common. */
function disagree(one: Entry | undefined, other: Entry | undefined): boolean {
  const families = familiesOf(one);
  const others = familiesOf(other);
  return families.length > 0 && others.length > 0 && !families.some((family) => others.includes(family));
}

function familiesOf(entry: Entry | undefined): Family[] {
  return (entry?.senses ?? []).flatMap((sense) => (sense.kind === 'sport' ? [familyOf(sense.type)] : []));
}
