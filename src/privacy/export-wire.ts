import { activityFieldsToWire } from '../activities/wire.ts';
import type { RequestContext } from '../http/context.ts';
import { toWire } from '../http/wire-case.ts';
import { isoInstant } from '../http/wire-fields.ts';
import type { Texts } from '../languages/texts.ts';
import { feedbackToWire } from '../learning/wire.ts';
import { explanationToWire, outlookToWire } from '../prescriptions/outlook-wire.ts';
import { decompressExplanation } from '../prescriptions/stored-explanation.ts';
import { prescriptionToWire, safetyToWire } from '../prescriptions/wire.ts';
import { catalogueOf } from '../products/catalogue-copy.ts';
import type { usedSubscribeLinks } from '../storage/athlete-schema.ts';
import type { idempotencyKeys } from '../storage/idempotency-schema.ts';
import type { ExportedActivity } from './export-queries.ts';

/** Maps an activity with everything stored about it to the wire, with the full numbers in every tier. */
export async function exportedActivityToWire(ctx: RequestContext, exported: ExportedActivity, texts: Texts) {
  const { activity, prescription, products, feedback } = exported;
  return {
    ...activityFieldsToWire(activity),
    prescription: prescription && prescriptionToWire(prescription, 'full'),
    safety: prescription && safetyToWire(prescription, texts),
    engine_version: prescription?.engineVersion ?? null,
    missing_fields: prescription?.missingFields ?? null,
    ...outlookToWire(prescription?.outlook ?? null),
    legs: toWire(prescription?.legs ?? null),
    explanation:
      prescription && explanationToWire(await decompressExplanation(prescription.explanation), texts),
    products: await productsToWire(ctx, products),
    feedback: feedback && feedbackToWire(feedback, 'full', texts),
    created_at: isoInstant(activity.createdAt),
    updated_at: isoInstant(activity.updatedAt),
  };
}

/** Maps the attached products to the wire, by name: the catalogue's figures are not personal data. */
async function productsToWire(ctx: RequestContext, products: ExportedActivity['products']) {
  if (products.length === 0) return [];
  const catalogue = await catalogueOf(ctx);
  return products.map(({ productId, servings, attachedAt }) => ({
    product_id: productId,
    brand: catalogue.byId.get(productId)?.brand ?? null,
    name: catalogue.byId.get(productId)?.name ?? null,
    servings,
    attached_at: isoInstant(attachedAt),
  }));
}

export function usedLinkToWire(link: typeof usedSubscribeLinks.$inferSelect) {
  return { expires_at: isoInstant(link.expiresAtS * 1000), used_at: isoInstant(link.usedAt) };
}

export function keptAnswerToWire({ resourceId, expiresAt, answer }: typeof idempotencyKeys.$inferSelect) {
  const kept: unknown = answer === null ? null : JSON.parse(answer);
  const body = typeof kept === 'object' && kept !== null && 'body' in kept ? kept.body : null;
  return { resource_id: resourceId, expires_at: isoInstant(expiresAt), body };
}
