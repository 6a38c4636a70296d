import { snakeName } from '#platform/http/wire-case.ts';
import type { CatalogueEntry } from './entries.ts';

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
