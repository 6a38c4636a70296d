import { entityTag } from '../http/conditional.ts';
import type { RequestContext } from '../http/context.ts';
import { catalogueOf } from '../products/catalogue-copy.ts';
import { type ActivityBundle, bundleTag } from './read-bundle.ts';

/**
 * The tag of an activity as it is shown: of its own state and prescription, and of what its products and
 * their coverage are made from (servings, the diet that warnings read, the catalogue's facts).
 */
export async function activityTag(ctx: RequestContext, bundle: ActivityBundle): Promise<string> {
  const { products, athlete } = bundle;
  const own = await bundleTag(bundle);
  const catalogueVersion = products.length === 0 ? null : (await catalogueOf(ctx)).version;
  const attached = products.map(({ productId, servings }) => `${productId}*${servings}`);
  return entityTag([own, catalogueVersion, JSON.stringify(athlete.diet), ...attached]);
}
