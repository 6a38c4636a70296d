import { env } from 'cloudflare:workers';
import {
  type CatalogueEntry,
  catalogueStatements,
  parseCatalogue,
} from '#nutrition/catalogue/load-catalogue.ts';
import source from '#nutrition/catalogue/products.json';
import { makeAthlete } from './builders.ts';
import { call, type Reply } from './client.ts';
import { makePartner } from './partners.ts';

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

/** An athlete of a partner of its own, with searches of the catalogue for it and the partner's access log. */
export async function makeProductReader(fields: Readonly<Record<string, unknown>> = {}) {
  const partner = await makePartner();
  const key = partner.testKey;
  const { id: athleteId } = await makeAthlete(key, fields);
  const get = (query: string, bindings: Partial<Cloudflare.Env> = {}) =>
    call('GET', `/v1/products?athlete_id=${athleteId}${query}`, { key, bindings });
  const read = (id: string, bindings: Partial<Cloudflare.Env> = {}) =>
    call('GET', `/v1/products/${id}?athlete_id=${athleteId}`, { key, bindings });
  return { partner, key, athleteId, get, read, log: (query = '') => readAccessLog(key, query) };
}

export type ProductReader = Awaited<ReturnType<typeof makeProductReader>>;

/** Reads the first hundred rows of a partner's log of product requests. */
export async function readAccessLog(key: string, query = ''): Promise<Reply['json'][]> {
  return (await call('GET', `/v1/partner/access-log?limit=100${query}`, { key })).json.data;
}
