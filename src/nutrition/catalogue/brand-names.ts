/** Short names of brands. */
export const BRAND_ALIASES: Readonly<Record<string, readonly string[]>> = {
  'Science in Sport': ['sis'],
  'Precision Fuel & Hydration': ['pfh', 'pf&h', 'pfandh', 'precision hydration', 'ph'],
  'GU Energy': ['gu', 'roctane'],
  'Honey Stinger': ['honeystinger'],
  Näak: ['naak', 'nak'],
  Hüma: ['huma'],
  'Hammer Nutrition': ['hammergel'],
  'Skratch Labs': ['scratch'],
  'Military Energy Gum': ['meg'],
  'Liquid I.V.': ['liquid iv', 'liquidiv'],
  Neversecond: ['never second', 'never2', 'nvr2'],
  PowerBar: ['power bar'],
  Nduranz: ['endurance nduranz'],
  'Overstim.s': ['overstims', 'overstim'],
  SaltStick: ['salt stick'],
  'Bonk Breaker': ['bonkbreaker'],
};

/**
 * Splits a text into unique lower-case words without accents, so that a name that repeats a word ("Gel 100
 * CAF 100") does not match better than the plain one. Like people do, treats `PF&H` as one word and `gel100`
 * as two.
 */
export function words(text: string): string[] {
  const found = text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll('pf&h', 'pfh')
    .match(/\p{Letter}+|\p{Number}+/gu);
  return [...new Set(found)];
}

/** Normalizes a brand for the filter: resolves short names and ignores accents, case and spaces. */
export function brandKey(brand: string): string {
  const key = words(brand).join('');
  return BRAND_OF_ALIAS.get(key) ?? key;
}

const BRAND_OF_ALIAS = new Map(
  Object.entries(BRAND_ALIASES).flatMap(([brand, aliases]) =>
    aliases.map((alias) => [words(alias).join(''), words(brand).join('')] as const),
  ),
);
