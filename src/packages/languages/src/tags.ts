/** The languages in which every text exists, as BCP 47 tags. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'ja'] as const;

/** The systems of units in texts for people. Numbers in JSON are metric in both. */
export const UNITS = ['metric', 'us'] as const;

export type Units = (typeof UNITS)[number];

/** A language in which every text exists. */
export type Language = (typeof LANGUAGES)[number];
