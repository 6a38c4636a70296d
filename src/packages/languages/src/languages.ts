import { parseAccept } from 'hono/utils/accept';
import { LANGUAGES, type Language, type Units } from './tags.ts';
import type { Texts } from './texts.ts';

/**
 * Chooses the language of a response: the first supported one that the caller accepts, else the athlete's, else
 * English. `de-AT` gets German; `*` counts as no preference.
 *
 * @param acceptLanguage the `Accept-Language` header, null if absent
 * @param locale the athlete's BCP 47 tag, null if not provided
 */
export function chooseLanguage(acceptLanguage: string | null, locale: string | null): Language {
  const accepted = parseAccept(acceptLanguage ?? '')
    .filter(({ q }) => q > 0)
    .map(({ type }) => type);
  for (const tag of locale === null ? accepted : [...accepted, locale]) {
    const language = languageOf(tag);
    if (language) return language;
  }
  return 'en';
}

function languageOf(tag: string): Language | undefined {
  const [primary] = tag.trim().toLowerCase().split('-');
  return LANGUAGES.find((language) => language === primary);
}

/** The person whose texts these are. */
export interface Reader {
  /** BCP 47 tag, null if not provided. */
  readonly locale: string | null;
  /** Null follows the locale. */
  readonly units: Units | null;
}

/** Locales whose region uses units of the United States in the languages that we have there. */
const US_LOCALE = /^(en|es)(-latn)?-us(-|$)/i;

/** Chooses the units of texts: those asked for, else the reader's, never by `Accept-Language`. */
export function unitsFor(reader: Reader | null, asked: Units | null = null): Units {
  const byLocale = US_LOCALE.test(reader?.locale ?? '') ? 'us' : 'metric';
  return asked ?? reader?.units ?? byLocale;
}

/**
 * Loads the texts of a response, in its language and in the reader's units.
 *
 * @param headers the request's headers
 * @param reader the athlete, null if the texts are for nobody in particular
 * @param asked the units that the request asks for
 */
export function textsFor(
  headers: Headers,
  reader: Reader | null,
  asked: Units | null = null,
): Promise<Texts> {
  const language = chooseLanguage(headers.get('Accept-Language'), reader?.locale ?? null);
  return textsOf(language, unitsFor(reader, asked));
}

/**
 * Loads the texts of a response about several athletes, each language and system of units once.
 *
 * @returns the tags of the texts, and a function that returns the texts for one of the athletes
 */
export async function textsForAll(headers: Headers, readers: readonly Reader[]) {
  const byReader = new Map<string, Texts>();
  const keyOf = ({ locale, units }: Reader) => `${locale} ${units}`;
  for (const reader of readers) {
    const key = keyOf(reader);
    if (!byReader.has(key)) byReader.set(key, await textsFor(headers, reader));
  }
  return {
    languages: [...new Set([...byReader.values()].map(({ tag }) => tag))],
    textsOfReader(reader: Reader): Texts {
      const texts = byReader.get(keyOf(reader));
      if (!texts) throw new Error(`no texts were loaded for ${keyOf(reader)}`);
      return texts;
    },
  };
}

const loadedTexts = new Map<string, Texts>();

/** Returns the texts of a language in units, loaded on first use to keep isolates quick to start. */
export async function textsOf(language: Language, units: Units = 'metric'): Promise<Texts> {
  const tag = textsTag(language, units);
  const loaded = loadedTexts.get(tag);
  if (loaded) return loaded;
  const texts = units === 'us' ? await inUsUnits(language, tag) : await loadTexts(language);
  loadedTexts.set(tag, texts);
  return texts;
}

async function inUsUnits(language: Language, tag: string): Promise<Texts> {
  const [metric, { usMeasures }] = await Promise.all([textsOf(language), import('./amounts.ts')]);
  return { ...metric, tag, measures: usMeasures(language) };
}

/** The extension of BCP 47 for units of the United States (UTS 35). */
const US_EXTENSION = '-u-ms-ussystem';

/** Returns a language with the units of its texts as one tag, which is part of entity tags. */
function textsTag(language: Language, units: Units): string {
  return units === 'us' ? `${language}${US_EXTENSION}` : language;
}

/** Returns the units in such a tag. */
export function unitsOfTag(tag: string): Units {
  return tag.endsWith(US_EXTENSION) ? 'us' : 'metric';
}

async function loadTexts(language: Language): Promise<Texts> {
  switch (language) {
    case 'en':
      return (await import('./en/index.ts')).ENGLISH;
    case 'de':
      return (await import('./de/index.ts')).GERMAN;
    case 'fr':
      return (await import('./fr/index.ts')).FRENCH;
    case 'es':
      return (await import('./es/index.ts')).SPANISH;
    case 'it':
      return (await import('./it/index.ts')).ITALIAN;
    case 'ja':
      return (await import('./ja/index.ts')).JAPANESE;
  }
}
