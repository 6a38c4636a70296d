import { entityTag } from '../http/conditional.ts';
import type { PartnerContext } from '../http/context.ts';
import { catalogueOf } from '../products/catalogue-copy.ts';
import { type ActivityDetails, tagPartsOf } from '../records/read-activity.ts';

/**
 * The tag of an activity as it is shown: of its own state and prescription, of what its products and
 * their coverage are made from (servings, the diet that warnings read, the catalogue's facts), and of its feedback.
 * What feedback moved is shown with it, and any change of the athlete's history may change that.
 */
export async function activityTag(ctx: PartnerContext, bundle: ActivityDetails): Promise<string> {
  const { scopes } = ctx.principal;
  const { products, athlete, feedback, learned } = bundle;
  const catalogueVersion = products.length === 0 ? null : (await catalogueOf(ctx)).version;
  const attached = products.map(({ productId, servings }) => `${productId}*${servings}`);
  const told = feedback === null ? [] : [feedback.id, feedback.revision, learned?.revision ?? null];
  return entityTag([
    ...tagPartsOf(bundle),
    catalogueVersion,
    JSON.stringify(athlete.diet),
    ...attached,
    ...told,
    // Two tokens that may see different members must not share a cached answer.
    ...(scopes === null ? [] : [[...scopes].sort().join(' ')]),
  ]);
}
