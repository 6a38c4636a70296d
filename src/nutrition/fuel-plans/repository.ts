import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type ActivityProductRow, activities, activityProducts } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { whereAthleteIsLive } from '#platform/storage/live-athlete.ts';
import { attachedColumns } from '../records/read-activity.ts';

/** An activity of a partner's athlete. */
interface ActivityTarget {
  readonly partnerId: string;
  readonly athleteId: string;
  readonly activityId: string;
}

/** A product to attach to an activity; `isNew` if it was not attached before. */
interface PlannedProduct
  extends Pick<ActivityProductRow, 'productId' | 'servings' | 'attachedAt' | 'position'> {
  readonly isNew: boolean;
}

/**
 * Builds the condition that the activity and its live athlete exist, that exactly the products marked new in `planned`
 * are new, that none of them was deleted, and that the activity has room. Every statement of an attachment uses it.
 */
export function whereUnchanged(
  { partnerId, athleteId, activityId }: ActivityTarget,
  planned: readonly Pick<PlannedProduct, 'productId' | 'isNew'>[],
  attachedMax: number,
): SQL {
  const known = JSON.stringify(planned.map(({ productId, isNew }) => ({ productId, isNew })));
  const attachedBeforeMax = attachedMax - planned.filter(({ isNew }) => isNew).length;
  const isAttached = sql`EXISTS (SELECT 1 FROM activity_products WHERE activity_id = ${activityId} AND product_id = ${member('productId')})`;
  return sql`${whereAthleteIsLive(partnerId, athleteId)} AND EXISTS (SELECT 1 FROM activities WHERE id = ${activityId} AND athlete_id = ${athleteId}) AND NOT EXISTS (SELECT 1 FROM json_each(${known}) WHERE ${member('isNew')} = ${isAttached} OR ${isDeleted(member('productId'), athleteId)}) AND (SELECT count(*) FROM activity_products WHERE activity_id = ${activityId} AND NOT ${isDeleted(sql`product_id`, athleteId)}) <= ${attachedBeforeMax}`;
}

/** Builds the condition that a product of the athlete's own no longer exists. */
function isDeleted(productId: SQL, athleteId: string): SQL {
  return sql`(${productId} GLOB 'cpr_*' AND NOT EXISTS (SELECT 1 FROM own_products WHERE own_products.id = ${productId} AND own_products.athlete_id = ${athleteId}))`;
}

/** Removes what deleted products left in an activity, if `condition` holds: its products have changed. */
export function removeDeleted(
  db: Database,
  { partnerId, athleteId, activityId }: ActivityTarget,
  condition: SQL = whereAthleteIsLive(partnerId, athleteId),
) {
  return db
    .delete(activityProducts)
    .where(
      and(
        eq(activityProducts.activityId, activityId),
        eq(activityProducts.athleteId, athleteId),
        isDeleted(sql`${activityProducts.productId}`, athleteId),
        condition,
      ),
    );
}

/** Inserts the products or replaces their servings, if `condition` holds. One statement for any number. */
export function upsertProducts(
  db: Database,
  { athleteId, activityId }: Omit<ActivityTarget, 'partnerId'>,
  planned: readonly PlannedProduct[],
  condition: SQL,
) {
  return db
    .insert(activityProducts)
    .select(
      sql`SELECT ${activityId}, ${member('productId')}, ${athleteId}, ${member('servings')}, ${member('attachedAt')}, ${member('position')} FROM json_each(${JSON.stringify(planned)}) WHERE ${condition}`,
    )
    .onConflictDoUpdate({
      target: [activityProducts.activityId, activityProducts.productId],
      set: { servings: sql`excluded.servings` },
    });
}

function member(name: keyof PlannedProduct): SQL {
  return sql.raw(`json_extract(json_each.value, '$.${name}')`);
}

export function removeProduct(
  db: Database,
  { partnerId, athleteId, activityId }: ActivityTarget,
  productId: string,
) {
  return db
    .delete(activityProducts)
    .where(
      and(
        eq(activityProducts.activityId, activityId),
        eq(activityProducts.productId, productId),
        eq(activityProducts.athleteId, athleteId),
        whereAthleteIsLive(partnerId, athleteId),
      ),
    );
}

/** Raises the revision of an activity, so that caches and `If-Match` notice that its products changed. */
export function touchActivity(
  db: Database,
  { partnerId, athleteId, activityId }: ActivityTarget,
  condition?: SQL,
) {
  return db
    .update(activities)
    .set({ revision: sql`${activities.revision} + 1` })
    .where(
      and(
        eq(activities.id, activityId),
        eq(activities.athleteId, athleteId),
        whereAthleteIsLive(partnerId, athleteId),
        condition,
      ),
    )
    .returning();
}

export function selectAttached(db: Database, activityId: string) {
  return db.select(attachedColumns).from(activityProducts).where(eq(activityProducts.activityId, activityId));
}
