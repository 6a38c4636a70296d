import type { PartnerContext, RequestContext } from '../http/context.ts';
import { maySee } from '../http/scopes.ts';
import { toWire } from '../http/wire-case.ts';
import type { ActivityDetails } from '../records/read-activity.ts';
import { StorageUnavailable } from '../storage/database.ts';
import { type Catalogue, catalogueOf } from './catalogue-copy.ts';
import { type Coverage, coverageOf } from './coverage.ts';
import { limitsOfAthlete } from './limits-of-athlete.ts';
import type { Portion } from './portions.ts';
import { targetsOf } from './targets.ts';

/** The products of an activity with their facts, in the order in which they were attached. */
export async function portionsOf(
  ctx: RequestContext,
  attached: ActivityDetails['products'],
): Promise<readonly Portion[]> {
  if (attached.length === 0) return [];
  return joinCatalogue(await catalogueOf(ctx), attached);
}

export function joinCatalogue(
  catalogue: Catalogue,
  attached: readonly { readonly productId: string; readonly servings: number }[],
): readonly Portion[] {
  return attached.map(({ productId, servings }) => {
    const product = catalogue.byId.get(productId);
    // Withdrawn products stay in the catalogue, so this is a registry that was not loaded.
    if (!product) throw new StorageUnavailable('the catalogue lacks a product that is attached');
    return { product, servings };
  });
}

/**
 * `products` and `coverage` of an activity as this caller may see them: products by name, for their facts are shown
 * only where the athlete's budgets and the access log are; coverage is for the full tier, and for those who may see the
 * prescription that it measures against.
 */
export async function activityProductsToWire(
  ctx: PartnerContext,
  bundle: ActivityDetails,
): Promise<{ readonly products: readonly unknown[] | null; readonly coverage: unknown }> {
  if (!maySee(ctx.principal, 'activities:read', 'products:read')) return { products: null, coverage: null };
  const portions = await portionsOf(ctx, bundle.products);
  const { tier } = bundle.athlete;
  const showsCoverage = tier === 'full' && maySee(ctx.principal, 'prescriptions:read');
  return {
    products: portions.map(attachedToWire),
    coverage: showsCoverage ? coverageToWire(coverageOfActivity(bundle, portions)) : null,
  };
}

export function coverageOfActivity(bundle: ActivityDetails, portions: readonly Portion[]): Coverage {
  return coverageOf(
    portions,
    bundle.activity.durationMin / 60,
    targetsOf(bundle),
    limitsOfAthlete(bundle.athlete, bundle.activity.effectiveAt),
  );
}

function attachedToWire({ product, servings }: Portion) {
  const { id, brand, name, category } = product;
  return { product_id: id, id, brand, name, category, servings };
}

export function coverageToWire(coverage: Coverage): unknown {
  return toWire(coverage);
}
