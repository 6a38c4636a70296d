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

/** Lists the languages, each once, of a response about athletes with these locales. */
export function languagesFor(headers: Headers, locales: readonly (string | null)[]): readonly Language[] {
  const acceptLanguage = headers.get('Accept-Language');
  return [...new Set(locales.map((locale) => chooseLanguage(acceptLanguage, locale)))];
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
