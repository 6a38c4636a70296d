/** Chooses the language of a word in a request, and its senses in that language. */
import type { Entry } from './compiled-lexicon.ts';
import type { Cue } from './find-cues.ts';
import type { Sense } from './lexicon/sense.ts';
import {
  ENGLISH_SUPPORT,
  isLoneCharacter,
  type Languages,
  LONGEST_ABBREVIATION,
  likeliest,
} from './read-languages.ts';
import { type Family, familyOf } from './sports.ts';
import type { Token } from './tokenize.ts';

interface Understood {
  readonly senses: readonly Sense[];
  readonly language: string;
  /** 1 if the language is clear, less if languages disagree about the word. */
  readonly certainty: number;
  /**
   * True if neither the locale nor another word confirms the language of a word that would name the session.
   */
  readonly isUnsupported: boolean;
}

/** Weight of a word that means different sports in two equally likely languages. */
const CONFLICT_CERTAINTY = 0.6;
/** Shorter English words are too often parts of names in other languages ("P'tit Train du Nord"). */
const SHORTEST_ENGLISH = 3;

/** Returns the senses of a cue in its most likely language. */
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

/**
 * Returns whether a single character names a session: only in a language confirmed by locale or kana, or next
 * to an amount ("跑10公里").
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
 * Returns true if a word that would name the session is in a language that nothing else confirms, in a title
 * of other words or under a locale of another language: the Norwegian "making" in "Making up for lost
 * mileage". Phrases of several words and compounds confirm themselves, and so does another script. Common
 * English words are used in every language.
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

/** Returns true for "tm", "oly" or "mp" among unknown words, where it is not an abbreviation of a sport. */
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

/** "Run Kowloon Victoria" is a run somewhere. With more unknown words, "run" is a coincidence. */
const MOST_STRANGE_WORDS = 2;
const LETTERS = /^[a-z]+$/;

function isLatin(text: string): boolean {
  return text.charCodeAt(0) < 0x250;
}

/**
 * Returns true for marks and fillers of a language that the rest of the text does not use: "am" before "swim"
 * is not German.
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
