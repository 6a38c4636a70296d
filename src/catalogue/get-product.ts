import type { PartnerContext } from '../http/context.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import type { AthleteRow } from '../storage/athlete-schema.ts';
import { catalogueOf, type Product } from './catalogue-copy.ts';
import { accessProducts } from './guard-access.ts';

/**
 * Returns one product for one athlete. A withdrawn one can still be read by its identifier, because plans may
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
