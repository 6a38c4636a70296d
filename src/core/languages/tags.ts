/** The languages in which every text exists, as BCP 47 tags. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'ja'] as const;

/** A language in which every text exists. */
export type Language = (typeof LANGUAGES)[number];
