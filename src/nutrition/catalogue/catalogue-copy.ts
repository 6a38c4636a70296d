import { MINUTE_MS } from '#platform/clock.ts';
import { type RequestContext, registryOf } from '#platform/http/context.ts';
import { StorageUnavailable } from '#platform/storage/database.ts';
import { catalogueVersion, type ProductRow, products } from '#platform/storage/registry-schema.ts';
import type { SearchIndex } from './search-products.ts';

/** A product of the catalogue. Null means unknown. */
export type Product = ProductRow;

/** One state of the catalogue, with the sort orders and the index for listings. */
export interface Catalogue {
  readonly version: string;
  /** Visible products in the order of listings: brand, name, identifier. */
  readonly visible: readonly Product[];
  /** Includes withdrawn products, because activities may refer to them. */
  readonly byId: ReadonlyMap<string, Product>;
  /** Returns the index of visible products, loaded and built on first use. */
  readonly searchIndex: () => Promise<SearchIndex>;
}

interface Copy {
  readonly catalogue: Catalogue;
  checkedAtMs: number;
}

/** Time that an isolate uses its copy before comparing its version with the registry's. */
const FRESH_MS = MINUTE_MS;

const copies = new WeakMap<D1Database, Copy>();
/** First reads by request, because one request cannot wait for another's. */
const firstReads = new WeakMap<RequestContext, Promise<Catalogue>>();

/**
 * Returns the catalogue from this isolate's copy. Only an isolate's first use waits for the registry. Later,
 * the version is compared once a minute after the answer, and a changed catalogue is reloaded in full.
 *
 * @throws StorageUnavailable if there is no copy yet and the registry does not answer or has no catalogue
 */
export async function catalogueOf(ctx: RequestContext): Promise<Catalogue> {
  const copy = copies.get(ctx.env.registry);
  if (!copy) return firstCopy(ctx);
  if (ctx.nowMs - copy.checkedAtMs >= FRESH_MS) {
    // Set first, so that only one of many requests compares.
    copy.checkedAtMs = ctx.nowMs;
    ctx.waitUntil(refresh(ctx, copy).catch(() => undefined));
  }
  return copy.catalogue;
}

/** Reads the catalogue once, even if an isolate's first request needs it for each of many items. */
function firstCopy(ctx: RequestContext): Promise<Catalogue> {
  const underWay = firstReads.get(ctx);
  if (underWay) return underWay;
  const read = readWhole(ctx);
  firstReads.set(ctx, read);
  return read;
}

async function refresh(ctx: RequestContext, copy: Copy): Promise<void> {
  const db = registryOf(ctx);
  const [[current]] = await db.batch([db.select().from(catalogueVersion)]);
  if (current && current.version !== copy.catalogue.version) await readWhole(ctx);
}

async function readWhole(ctx: RequestContext): Promise<Catalogue> {
  const db = registryOf(ctx);
  const [[current], rows] = await db.batch([db.select().from(catalogueVersion), db.select().from(products)]);
  if (!current || rows.length === 0) throw new StorageUnavailable('the registry holds no catalogue yet');
  const catalogue = toCatalogue(current.version, rows);
  copies.set(ctx.env.registry, { catalogue, checkedAtMs: ctx.nowMs });
  return catalogue;
}

/** Builds the sort orders of one version's products. */
export function toCatalogue(version: string, rows: readonly Product[]): Catalogue {
  const visible = rows.filter((row) => row.hiddenAt === null).sort(byListOrder);
  let index: SearchIndex | null = null;
  return {
    version,
    visible,
    byId: new Map(rows.map((row) => [row.id, row])),
    // Stores the index instead of its promise, because one request cannot wait for another's.
    searchIndex: async () => {
      const { buildSearchIndex } = await import('./search-products.ts');
      index ??= buildSearchIndex(visible);
      return index;
    },
  };
}

/** Compares code points, so that the order is the same on every machine and cursors stay valid. */
function byListOrder(a: Product, b: Product): number {
  return compareText(listKey(a), listKey(b)) || compareText(a.id, b.id);
}

/** Returns the text that listings sort by. Cursors store it together with the identifier. */
export function listKey({ brand, name }: Pick<Product, 'brand' | 'name'>): string {
  return `${brand.toLowerCase()}\n${name.toLowerCase()}`;
}

/** Compares two texts by code points, for sorting. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
