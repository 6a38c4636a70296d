import MiniSearch from 'minisearch';
import { BRAND_ALIASES, words } from './product-names.ts';

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
  /** Higher is better. Comparable only within one query and one catalogue version. */
  readonly score: number;
}

/** An in-memory index of one catalogue version. */
export interface SearchIndex {
  /** Finds the products that match a query, best first. Equal scores sort by identifier. */
  readonly search: (query: string) => readonly SearchHit[];
}

/** Longer words may have a typo or two. Short words ("gel", "gu") must match exactly. */
const FUZZY_SHARE = 0.25;
const FUZZY_FROM_LETTERS = 4;

/**
 * Builds an in-memory index over names, brands and short names. Every word of a query must match the
 * beginning of a word, or match it with a typo. If no product matches all words, returns those that match
 * some.
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

/** Returns the initials of a brand, such as "sis" for "Science in Sport". Empty for a single word. */
function initials(brand: string): string {
  const letters = words(brand).map((word) => word[0] ?? '');
  return letters.length > 1 ? letters.join('') : '';
}
