import MiniSearch from 'minisearch';

/** Short names of brands. */
const BRAND_ALIASES: Readonly<Record<string, readonly string[]>> = {
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

const CATEGORY_WORDS: Readonly<Record<string, string>> = {
  isotonic_gel: 'isotonic gel',
  drink_mix: 'drink mix powder',
  ready_to_drink: 'ready to drink bottle can',
  electrolyte_drink: 'electrolyte drink hydration',
  electrolyte_tablet: 'electrolyte tablet tab hydration',
  electrolyte_capsule: 'electrolyte capsule salt cap',
  electrolyte_chew: 'electrolyte chew',
  caffeine_chew: 'caffeine gum chew',
  real_food: 'real food',
};

interface Searchable {
  readonly id: string;
  readonly brand: string;
  readonly name: string;
  readonly category: string;
}

/** A product that matches a query. */
export interface SearchHit {
  readonly id: string;
  /** Higher is better; comparable within one query and one catalogue version only. */
  readonly score: number;
}

/** An in-memory index of one catalogue version. */
export interface SearchIndex {
  /** Finds the products that match a query, best first; equal scores by identifier. */
  readonly search: (query: string) => readonly SearchHit[];
}

/** Longer words may have a typing error or two; short words ("gel", "gu") must match exactly. */
const FUZZY_SHARE = 0.25;
const FUZZY_FROM_LETTERS = 4;

/**
 * Builds an in-memory index over names, brands and short names. Every word of a query must match, as the
 * beginning of a word or with a typing error; if no product matches all words, those that match some are
 * found.
 */
export function buildSearchIndex(products: readonly Searchable[]): SearchIndex {
  const index = new MiniSearch<Searchable>({
    fields: ['name', 'brand', 'aliases', 'category'],
    extractField: (product, field) => textOf(product, field),
    tokenize: words,
    processTerm: (term) => term,
    searchOptions: {
      boost: { name: 2, brand: 2, aliases: 2, category: 0.5 },
      prefix: (term) => term.length >= 2,
      fuzzy: (term) => (term.length >= FUZZY_FROM_LETTERS ? FUZZY_SHARE : false),
    },
  });
  index.addAll(products);
  return {
    search(query) {
      const every = index.search(query, { combineWith: 'AND' });
      const found = every.length > 0 ? every : index.search(query, { combineWith: 'OR' });
      return found
        .map((hit): SearchHit => ({ id: String(hit.id), score: hit.score }))
        .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
    },
  };
}

function textOf(product: Searchable, field: string): string {
  switch (field) {
    case 'id':
      return product.id;
    case 'name':
      return product.name;
    case 'brand':
      return product.brand;
    case 'aliases':
      return [...(BRAND_ALIASES[product.brand] ?? []), initials(product.brand)].join(' ');
    default:
      return CATEGORY_WORDS[product.category] ?? product.category;
  }
}

/** Returns the initials of a brand, such as "sis" for "Science in Sport"; empty for one word. */
function initials(brand: string): string {
  const letters = words(brand).map((word) => word[0] ?? '');
  return letters.length > 1 ? letters.join('') : '';
}

/**
 * Splits a text into lower-case words without accents, each once, so that a name that repeats a word ("Gel
 * 100 CAF 100") does not match better than the plain one. `PF&H` is one word and `gel100` two, as people
 * write them.
 */
function words(text: string): string[] {
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
