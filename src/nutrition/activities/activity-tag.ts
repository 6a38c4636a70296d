import { entityTag, type TagPart } from '#platform/http/answer.ts';
import type { PartnerContext } from '#platform/http/context.ts';
import { catalogueOf } from '../catalogue/catalogue-copy.ts';
import { type ActivityDetails, tagPartsOf } from '../records/read-activity.ts';

/**
 * Computes the entity tag of an activity as the caller sees it: its own fields and prescription, the sources
 * of its products and their coverage (servings, the diet that warnings read, the catalogue's facts), and its
 * feedback with what was learned from it, which any change to the athlete's history may change.
 */
export async function activityTag(ctx: PartnerContext, details: ActivityDetails): Promise<string> {
  const catalogueVersion = details.products.length === 0 ? null : (await catalogueOf(ctx)).version;
  return entityTag(activityTagParts(details, catalogueVersion, ctx.principal.scopes));
}

/**
 * Returns the parts of that tag. `catalogueVersion` is null without products, `scopes` if all are granted.
 */
export function activityTagParts(
  details: ActivityDetails,
  catalogueVersion: string | null,
  scopes: readonly string[] | null,
): readonly TagPart[] {
  const { products, athlete, feedback, learned } = details;
  const attached = products.map(({ productId, servings }) => `${productId}*${servings}`);
  const taught = feedback === null ? [] : [feedback.id, feedback.revision, learned?.revision ?? null];
  return [
    ...tagPartsOf(details),
    catalogueVersion,
    JSON.stringify(athlete.diet),
    ...attached,
    ...taught,
    // Two tokens that see different members must not share a cached answer.
    ...(scopes === null ? [] : [[...scopes].sort().join(' ')]),
  ];
}
