import type { PartnerContext } from '#platform/http/context.ts';
import { type Failure, fail, invalid, isFailure } from '#platform/http/errors.ts';
import type { PageRequest } from '#platform/http/pagination.ts';
import type { AthleteRow } from '#platform/storage/athlete-schema.ts';
import { type Catalogue, catalogueOf, compareText, listKey, type Product } from './catalogue-copy.ts';
import { accessProducts } from './guard-access.ts';
import { brandKey } from './product-names.ts';
import type { SearchHit } from './search-products.ts';

/** Filters of a product listing. */
export interface ProductFilter {
  readonly q: string | undefined;
  readonly brand: string | undefined;
  readonly category: Product['category'] | undefined;
  readonly caffeine: 'none' | 'any' | undefined;
  readonly vegan: boolean | undefined;
  readonly glutenFree: boolean | undefined;
  readonly minCarbG: number | undefined;
}

/** A product with its position in the list, which cursors store. */
interface ListedProduct {
  readonly product: Product;
  readonly position: readonly [number | string, string];
}

/** A page of products for one athlete. */
interface ProductListing {
  readonly athlete: AthleteRow;
  readonly rows: readonly ListedProduct[];
}

interface ListRequest {
  readonly athleteId: string;
  readonly filter: ProductFilter;
  readonly page: PageRequest;
  /** The request as shown in the access log. */
  readonly query: string;
}

/** Lists a page of the catalogue for one athlete, charges it to the athlete's budgets and logs it. */
export async function listProducts(
  ctx: PartnerContext,
  { athleteId, filter, page, query }: ListRequest,
): Promise<ProductListing | Failure> {
  const catalogue = await catalogueOf(ctx);
  const hits = filter.q === undefined ? null : (await catalogue.searchIndex()).search(filter.q);
  const rows = findProducts(catalogue, filter, hits, page);
  const access = {
    athleteId,
    query,
    productIds: rows.slice(0, page.limit - 1).map(({ product }) => product.id),
  };
  const athlete = await accessProducts(
    ctx,
    access,
    filter.minCarbG === undefined ? null : minCarbNotInTeaser,
  );
  return isFailure(athlete) ? athlete : { athlete, rows };
}

/**
 * Refuses the bound in teaser tier, because repeated requests with different bounds would reveal the figures.
 */
const minCarbNotInTeaser = invalid({
  pointer: '?min_carb_g',
  code: 'not_in_tier',
  message: 'is for full-tier athletes; diet and caffeine filters work in every tier',
});

/** Finds the products of a page that pass the filter, by brand and name or, for a query, best match first. */
function findProducts(
  catalogue: Catalogue,
  filter: ProductFilter,
  hits: readonly SearchHit[] | null,
  { after, limit }: PageRequest,
): readonly ListedProduct[] {
  return ordered(catalogue, hits)
    .filter(({ product }) => passes(product, filter))
    .filter(({ position }) => after === null || isAfter(position, after))
    .slice(0, limit);
}

function ordered(catalogue: Catalogue, hits: readonly SearchHit[] | null): readonly ListedProduct[] {
  if (hits === null) {
    return catalogue.visible.map((product) => ({ product, position: [listKey(product), product.id] }));
  }
  return hits.flatMap(({ id, score }) => {
    const product = catalogue.byId.get(id);
    // A negated score sorts in ascending order, like text.
    return product ? [{ product, position: [-score, id] as const }] : [];
  });
}

function isAfter(position: ListedProduct['position'], after: readonly (string | number)[]): boolean {
  const [key, id] = position;
  const [afterKey, afterId] = after;
  if (key !== afterKey) {
    return typeof key === 'number' ? key > Number(afterKey) : compareText(key, String(afterKey)) > 0;
  }
  return compareText(id, String(afterId)) > 0;
}

function passes(product: Product, filter: ProductFilter): boolean {
  return (
    (filter.brand === undefined || brandKey(product.brand) === brandKey(filter.brand)) &&
    (filter.category === undefined || product.category === filter.category) &&
    (filter.caffeine === undefined || hasCaffeine(product) === (filter.caffeine === 'any')) &&
    (filter.vegan === undefined || product.vegan === filter.vegan) &&
    (filter.glutenFree === undefined || product.glutenFree === filter.glutenFree) &&
    (filter.minCarbG === undefined || (product.carbG !== null && product.carbG >= filter.minCarbG))
  );
}

/** Returns null if the amount is unknown: such a product matches neither filter value. */
function hasCaffeine({ caffeineMg }: Product): boolean | null {
  return caffeineMg === null ? null : caffeineMg > 0;
}

/**
 * Returns one product for one athlete. A withdrawn product can still be read by identifier, because plans may
 * name it. A missing product costs a request, so that identifiers cannot be guessed for free.
 */
export async function getProduct(
  ctx: PartnerContext,
  athleteId: string,
  productId: string,
  query: string,
): Promise<{ readonly athlete: AthleteRow; readonly product: Product } | Failure> {
  const product = (await catalogueOf(ctx)).byId.get(productId);
  const athlete = await accessProducts(ctx, {
    athleteId,
    query,
    productIds: product ? [product.id] : [],
  });
  if (isFailure(athlete)) return athlete;
  return product ? { athlete, product } : fail('product_not_found');
}

/** Counts the products of every category. Costs a request but no product. */
export async function listCategories(
  ctx: PartnerContext,
  athleteId: string,
  query: string,
): Promise<
  { readonly athlete: AthleteRow; readonly counts: ReadonlyMap<Product['category'], number> } | Failure
> {
  const { visible } = await catalogueOf(ctx);
  const athlete = await accessProducts(ctx, { athleteId, query, productIds: [] });
  if (isFailure(athlete)) return athlete;
  const counts = new Map<Product['category'], number>();
  for (const { category } of visible) counts.set(category, (counts.get(category) ?? 0) + 1);
  return { athlete, counts };
}
