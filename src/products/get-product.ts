import { databaseOfAthlete, type PartnerContext } from '../http/context.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import type { AthleteRow } from '../storage/athlete-schema.ts';
import { selectLiveAthlete } from '../storage/live-athlete.ts';
import { catalogueOf, type Product } from './catalogue-copy.ts';
import { guardProductAccess } from './guard-access.ts';

/**
 * Returns one product for one athlete. A withdrawn one can still be read by its identifier, because plans may
 * name it. A missing product costs the same, so that identifiers cannot be guessed for free.
 */
export async function getProduct(
  ctx: PartnerContext,
  athleteId: string,
  productId: string,
  query: string,
): Promise<{ readonly athlete: AthleteRow; readonly product: Product } | Failure> {
  const found = await readAthleteAndCatalogue(ctx, athleteId);
  if (isFailure(found)) return found;
  const product = found.catalogue.byId.get(productId);
  const refusal = await guardProductAccess(ctx, found.db, {
    athleteId,
    query,
    reservedRecords: 1,
    usedRecords: product ? 1 : 0,
  });
  if (refusal) return refusal;
  return product ? { athlete: found.athlete, product } : fail('product_not_found');
}

/** Counts the products of every category. Costs a request but no record. */
export async function listCategories(
  ctx: PartnerContext,
  athleteId: string,
  query: string,
): Promise<
  { readonly athlete: AthleteRow; readonly counts: ReadonlyMap<Product['category'], number> } | Failure
> {
  const found = await readAthleteAndCatalogue(ctx, athleteId);
  if (isFailure(found)) return found;
  const refusal = await guardProductAccess(ctx, found.db, {
    athleteId,
    query,
    reservedRecords: 0,
    usedRecords: 0,
  });
  if (refusal) return refusal;
  const counts = new Map<Product['category'], number>();
  for (const { category } of found.catalogue.visible) counts.set(category, (counts.get(category) ?? 0) + 1);
  return { athlete: found.athlete, counts };
}

/**
 * Reads the athlete of a product request together with the catalogue; `athlete_not_found` if it is missing.
 */
export async function readAthleteAndCatalogue(ctx: PartnerContext, athleteId: string) {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const [[[athlete]], catalogue] = await Promise.all([
    db.batch([selectLiveAthlete(db, ctx.principal.partnerId, athleteId)]),
    catalogueOf(ctx),
  ]);
  return athlete ? { db, athlete, catalogue } : fail('athlete_not_found');
}
