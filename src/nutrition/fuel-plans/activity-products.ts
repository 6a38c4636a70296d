import type { Texts } from '@musette/languages/texts';
import type { PartnerContext, RequestContext } from '#platform/http/context.ts';
import { maySee } from '#platform/http/scopes.ts';
import { StorageUnavailable } from '#platform/storage/database.ts';
import { type Catalogue, catalogueOf, type Product } from '../catalogue/catalogue-copy.ts';
import { genericFood, genericIdOf } from '../catalogue/generic-foods.ts';
import type { ActivityDetails } from '../records/read-activity.ts';
import { type Coverage as Compared, coverageOf } from './coverage.ts';
import { type AttachedProduct, attachedToWire, type Coverage, coverageToWire } from './coverage-shape.ts';
import { limitsOfAthlete } from './limits-of-athlete.ts';
import type { Portion } from './portions.ts';
import { targetsOf } from './targets.ts';

/** Reads the products of an activity with their facts, in the order in which they were attached. */
export async function portionsOf(
  ctx: RequestContext,
  attached: ActivityDetails['products'],
): Promise<readonly Portion[]> {
  if (attached.length === 0) return [];
  const catalogue = await catalogueOf(ctx);
  const own = attached.flatMap(({ productId, own: definition }) =>
    definition === null ? [] : [{ id: productId, definition }],
  );
  if (own.length === 0) return joinCatalogue(catalogue, attached);
  const { withOwnProducts } = await import('../own-products/figures.ts');
  return joinCatalogue(withOwnProducts(catalogue, own), attached);
}

/** Finds a product of the catalogue, withdrawn ones included, or an unbranded food. */
export function productById(catalogue: Catalogue, id: string): Product | undefined {
  const generic = genericIdOf({ id });
  return generic === null ? catalogue.byId.get(id) : genericFood(generic);
}

/** Joins attached products with their facts. Throws StorageUnavailable if the catalogue lacks one of them. */
export function joinCatalogue(
  catalogue: Catalogue,
  attached: readonly { readonly productId: string; readonly servings: number }[],
): readonly Portion[] {
  return attached.map(({ productId, servings }) => {
    const product = productById(catalogue, productId);
    // Withdrawn products stay in the catalogue, so a missing one means that the registry was not loaded.
    if (!product) throw new StorageUnavailable('the catalogue lacks a product that is attached');
    return { product, servings };
  });
}

/**
 * Returns `products` and `coverage` of an activity, as far as the caller may see them. Products come by name,
 * because facts count against the athlete's budgets and are logged. Coverage is for the full tier and for
 * callers who may see the prescription.
 */
export async function activityProductsToWire(
  ctx: PartnerContext,
  bundle: ActivityDetails,
  texts: Texts,
): Promise<{ readonly products: AttachedProduct[] | null; readonly coverage: Coverage | null }> {
  if (!maySee(ctx.principal, 'activities:read', 'products:read')) return { products: null, coverage: null };
  const portions = await portionsOf(ctx, bundle.products);
  const { tier } = bundle.athlete;
  const showsCoverage = tier === 'full' && maySee(ctx.principal, 'prescriptions:read');
  return {
    products: portions.map(attachedToWire),
    coverage: showsCoverage ? coverageToWire(coverageOfActivity(bundle, portions), texts) : null,
  };
}

/** Compares the products of an activity with its prescription and the limits of its athlete. */
export function coverageOfActivity(bundle: ActivityDetails, portions: readonly Portion[]): Compared {
  return coverageOf({
    portions,
    hours: bundle.activity.durationMin / 60,
    targets: targetsOf(bundle),
    athlete: limitsOfAthlete(bundle.athlete, bundle.activity),
  });
}
