import { BASES, CATEGORIES, CONFIDENCES, PURPOSES } from '@musette/basics/products';
import * as z from 'zod/mini';
import { snakeName } from '#platform/http/wire-case.ts';

/** Optional amount per labelled serving, up to a plausible maximum. Engineering choices. */
const amount = (max: number) => z.optional(z.number().check(z.gte(0), z.lte(max)));

const Entry = z
  .strictObject({
    id: z.string().check(z.regex(/^prd_[0-7][0-9a-hjkmnp-tv-z]{25}$/)),
    brand: z.string().check(z.minLength(1), z.maxLength(60)),
    name: z.string().check(z.minLength(1), z.maxLength(100)),
    category: z.enum(CATEGORIES),
    servingLabel: z.string().check(z.minLength(1), z.maxLength(80)),
    massG: amount(250),
    volumeMl: amount(1000),
    mixWaterMl: amount(1000),
    energyKcal: amount(500),
    carbG: amount(120),
    sugarG: amount(120),
    sodiumMg: amount(2500),
    caffeineMg: amount(300),
    proteinG: amount(40),
    glucoseFructoseRatio: z.optional(z.string().check(z.regex(/^\d+(\.\d+)?:\d+(\.\d+)?$/))),
    purpose: z.enum(PURPOSES),
    fixedStrength: z.optional(z.boolean()),
    vegan: z.optional(z.boolean()),
    glutenFree: z.optional(z.boolean()),
    basis: z.enum(BASES),
    confidence: z.enum(CONFIDENCES),
    source: z.optional(z.string().check(z.minLength(1))),
    recalledFields: z.optional(z.array(z.string())),
    note: z.optional(z.string()),
  })
  .check(
    z.refine(
      (entry) => entry.basis === 'label-recalled' || entry.source !== undefined,
      'a seen label has a source',
    ),
  );

/** One product of the source file. A missing member is unknown. */
export interface CatalogueEntry extends z.output<typeof Entry> {
  readonly fixedStrength: boolean;
}

/**
 * Parses the entries of a source file. Throws if one is malformed, so that a broken catalogue is never
 * loaded.
 */
export function parseCatalogue(source: unknown): readonly CatalogueEntry[] {
  const entries = z.array(Entry).check(z.minLength(1)).parse(source);
  return entries.map((entry) => ({
    ...entry,
    fixedStrength: entry.fixedStrength ?? false,
  }));
}

/**
 * The most sodium in a labelled serving, by category, in mg: about 1.5 times the highest that a label of that kind shows.
 * Engineering choices, against a figure in the wrong unit.
 */
const SODIUM_MAX_MG: Readonly<Record<CatalogueEntry['category'], number>> = {
  gel: 400,
  isotonic_gel: 300,
  chew: 250,
  bar: 400,
  waffle: 250,
  drink_mix: 900,
  ready_to_drink: 800,
  electrolyte_drink: 2000,
  electrolyte_tablet: 1200,
  electrolyte_capsule: 400,
  electrolyte_chew: 200,
  caffeine_chew: 200,
  real_food: 600,
};

/** Grams of salt for a mg of sodium. */
const SALT_G_PER_SODIUM_MG = 2.54 / 1000;

/**
 * Returns what is implausible in a catalogue, a line for each problem. A schema accepts 75 g of carbohydrate in a gel of 10 g;
 * an athlete who follows it goes without.
 */
export function problemsOf(entries: readonly CatalogueEntry[]): readonly string[] {
  return [
    ...repeated(entries, ({ id }) => id),
    ...repeated(entries, (entry) => labelOf(entry).toLowerCase()),
    ...entries.flatMap((entry) => problemsOfEntry(entry).map((problem) => `${labelOf(entry)}: ${problem}`)),
  ];
}

/** Returns a product's brand and name. */
export function labelOf({ brand, name }: Pick<CatalogueEntry, 'brand' | 'name'>): string {
  return `${brand} ${name}`;
}

function repeated(
  entries: readonly CatalogueEntry[],
  keyOf: (entry: CatalogueEntry) => string,
): readonly string[] {
  const seen = new Set<string>();
  return entries.flatMap((entry) => {
    const key = keyOf(entry);
    if (seen.has(key)) return [`${labelOf(entry)}: ${key} is in the catalogue twice`];
    seen.add(key);
    return [];
  });
}

function problemsOfEntry(entry: CatalogueEntry): readonly string[] {
  const { carbG, sugarG = 0, proteinG = 0, sodiumMg = 0, massG = Number.POSITIVE_INFINITY } = entry;
  const solidG = (carbG ?? 0) + proteinG;
  const recalled: readonly string[] = entry.recalledFields ?? [];
  const problems: (readonly [isWrong: boolean, problem: string])[] = [
    [carbG !== undefined && sugarG > carbG, `${sugarG} g of sugar in ${carbG} g of carbohydrate`],
    [solidG > massG, `${solidG} g of carbohydrate and protein in ${massG} g`],
    [sodiumMg * SALT_G_PER_SODIUM_MG > 1.05 * massG, `${sodiumMg} mg of sodium is more salt than ${massG} g`],
    [
      sodiumMg > SODIUM_MAX_MG[entry.category],
      `${sodiumMg} mg of sodium; a serving of this category has ${SODIUM_MAX_MG[entry.category]} at most`,
    ],
    [
      !energyAgrees(entry) && entry.note === undefined,
      `${entry.energyKcal} kcal does not agree with ${carbG} g of carbohydrate and ${proteinG} g of protein, and no note says why`,
    ],
    [energyAgrees(entry) && entry.note !== undefined, 'a note about energy that agrees'],
    [entry.vegan === true && recalled.includes('vegan'), 'vegan is only recalled'],
    [entry.glutenFree === true && recalled.includes('glutenFree'), 'gluten-free is only recalled'],
    [entry.caffeineMg === 0 && recalled.includes('caffeineMg'), 'free of caffeine is only recalled'],
    ...recalled.map(
      (field) =>
        [Reflect.get(entry, field) === undefined, `recalls ${field}, which it does not have`] as const,
    ),
    [/verified|official/i.test(JSON.stringify(entry)), 'no product is verified or official'],
    [Object.values(entry).includes(''), 'an empty text; leave an unknown figure out'],
  ];
  return problems.filter(([isWrong]) => isWrong).map(([, problem]) => problem);
}

/** 4 kcal a gram; fat is unknown to us, so where it is plausible more energy than that is no contradiction. */
function energyAgrees(entry: CatalogueEntry): boolean {
  if (entry.energyKcal === undefined || entry.carbG === undefined) return true;
  const expected = 4 * (entry.carbG + (entry.proteinG ?? 0));
  const slack = Math.max(10, 0.12 * expected);
  const mayHaveFat = ['bar', 'waffle', 'real_food'].includes(entry.category);
  const difference = entry.energyKcal - expected;
  return difference >= -slack && (mayHaveFat || difference <= slack);
}

const COLUMNS = [
  'id',
  'brand',
  'name',
  'category',
  'servingLabel',
  'massG',
  'volumeMl',
  'mixWaterMl',
  'energyKcal',
  'carbG',
  'sugarG',
  'sodiumMg',
  'caffeineMg',
  'proteinG',
  'glucoseFructoseRatio',
  'purpose',
  'fixedStrength',
  'vegan',
  'glutenFree',
  'basis',
  'confidence',
  'source',
  'recalledFields',
  'note',
] as const satisfies readonly (keyof CatalogueEntry)[];

/**
 * Builds the SQL that syncs the registry's catalogue with these entries: it inserts and updates products,
 * hides those no longer listed, and writes the version last. Running it twice changes nothing.
 *
 * @returns one statement per element, without parameters, so that they can be run from a file
 */
export function catalogueStatements(
  entries: readonly CatalogueEntry[],
  version: string,
  nowMs: number,
): readonly string[] {
  const names = COLUMNS.map(snakeName);
  const overwrite = names.filter((name) => name !== 'id').map((name) => `${name} = excluded.${name}`);
  const ids = entries.map(({ id }) => literal(id)).join(', ');
  return [
    ...entries.map(
      (entry) =>
        `INSERT INTO products (${names.join(', ')}, hidden_at) VALUES (${values(entry)}, NULL) ` +
        `ON CONFLICT (id) DO UPDATE SET ${overwrite.join(', ')}, hidden_at = NULL`,
    ),
    `UPDATE products SET hidden_at = ${nowMs} WHERE hidden_at IS NULL AND id NOT IN (${ids})`,
    `INSERT INTO catalogue_version (id, version, loaded_at, product_count) VALUES (1, ${literal(version)}, ${nowMs}, ${entries.length}) ` +
      'ON CONFLICT (id) DO UPDATE SET version = excluded.version, loaded_at = excluded.loaded_at, product_count = excluded.product_count',
  ];
}

/** Returns a product's columns as the registry stores them, without `hidden_at`. */
export function storedRow(entry: CatalogueEntry): Readonly<Record<string, string | number | null>> {
  return Object.fromEntries(COLUMNS.map((column) => [snakeName(column), storedValue(entry, column)]));
}

function storedValue(entry: CatalogueEntry, column: (typeof COLUMNS)[number]): string | number | null {
  if (column === 'recalledFields') return JSON.stringify(entry.recalledFields ?? []);
  const value = entry[column] ?? null;
  return typeof value === 'boolean' ? Number(value) : value;
}

function values(entry: CatalogueEntry): string {
  return Object.values(storedRow(entry)).map(literal).join(', ');
}

function literal(value: string | number | null): string {
  if (value === null) return 'NULL';
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}
