import { env } from 'cloudflare:workers';
import {
  type CatalogueEntry,
  catalogueStatements,
  parseCatalogue,
} from '#nutrition/catalogue/load-catalogue.ts';
import source from '#nutrition/catalogue/products.json';

/** The catalogue as a deployment loads it. */
export const CATALOGUE = parseCatalogue(source);

export async function loadTestCatalogue(
  entries: readonly CatalogueEntry[] = CATALOGUE,
  version = 'test',
): Promise<void> {
  const statements = catalogueStatements(entries, version, Date.now());
  await env.REGISTRY.batch(statements.map((statement) => env.REGISTRY.prepare(statement)));
}

/** The product of this brand and name; a test that names one means exactly it. */
export function productNamed(brand: string, name: string): CatalogueEntry {
  const found = CATALOGUE.find((entry) => entry.brand === brand && entry.name === name);
  if (!found) throw new Error(`the catalogue has no ${brand} ${name}`);
  return found;
}
