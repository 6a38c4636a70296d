import { parseAccept } from 'hono/utils/accept';
import { LANGUAGES, type Language } from './tags.ts';
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

/**
 * Loads the texts in the language of a response.
 *
 * @param headers the request's headers
 * @param locale the athlete's BCP 47 tag, null if not provided
 */
export function textsFor(headers: Headers, locale: string | null): Promise<Texts> {
  return textsOf(chooseLanguage(headers.get('Accept-Language'), locale));
}

/**
 * Loads the texts of a response about several athletes, each language once.
 *
 * @returns the languages of the response, and a function that returns the texts for the locale of one of the athletes
 */
export async function textsForAll(headers: Headers, athletes: readonly { readonly locale: string | null }[]) {
  const acceptLanguage = headers.get('Accept-Language');
  const byLocale = new Map<string | null, Texts>();
  for (const locale of new Set(athletes.map(({ locale }) => locale))) {
    byLocale.set(locale, await textsOf(chooseLanguage(acceptLanguage, locale)));
  }
  return {
    languages: [...new Set([...byLocale.values()].map(({ language }) => language))],
    textsOfLocale(locale: string | null): Texts {
      const texts = byLocale.get(locale);
      if (!texts) throw new Error(`no texts were loaded for ${locale}`);
      return texts;
    },
  };
}

const loadedTexts = new Map<Language, Texts>();

/** Returns the texts of a language, loaded on first use to keep isolates quick to start. */
export async function textsOf(language: Language): Promise<Texts> {
  const loaded = loadedTexts.get(language);
  if (loaded) return loaded;
  const texts = await loadTexts(language);
  loadedTexts.set(language, texts);
  return texts;
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
