import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type ActivityProductRow, activities, activityProducts } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { whereAthleteIsLive } from '../storage/live-athlete.ts';

/** A product that is planned for an activity, and whether it was not attached before. */
interface PlannedProduct
  extends Pick<ActivityProductRow, 'productId' | 'servings' | 'attachedAt' | 'position'> {
  readonly isNew: boolean;
}

/**
 * The condition that every statement of one attachment carries: the activity and its live athlete are there, exactly
 * those products are new of which the caller knows that they are, and the activity has room for them.
 */
export function whereStillNew(
  partnerId: string,
  athleteId: string,
  activityId: string,
  planned: readonly Pick<PlannedProduct, 'productId' | 'isNew'>[],
  attachedMax: number,
): SQL {
  const known = JSON.stringify(planned.map(({ productId, isNew }) => ({ productId, isNew })));
  const attachedBeforeMax = attachedMax - planned.filter(({ isNew }) => isNew).length;
  const isAttached = sql`EXISTS (SELECT 1 FROM activity_products WHERE activity_id = ${activityId} AND product_id = ${member('productId')})`;
  return sql`${whereAthleteIsLive(partnerId, athleteId)} AND EXISTS (SELECT 1 FROM activities WHERE id = ${activityId} AND athlete_id = ${athleteId}) AND NOT EXISTS (SELECT 1 FROM json_each(${known}) WHERE ${member('isNew')} = ${isAttached}) AND (SELECT count(*) FROM activity_products WHERE activity_id = ${activityId}) <= ${attachedBeforeMax}`;
}

/** Writes the products over their earlier servings, where `condition` holds. One statement, however many. */
export function upsertProducts(
  db: Database,
  athleteId: string,
  activityId: string,
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
  partnerId: string,
  athleteId: string,
  activityId: string,
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

/** A new revision of the activity: what is shown of it has changed, so caches and `If-Match` must notice. */
export function touchActivity(
  db: Database,
  partnerId: string,
  athleteId: string,
  activityId: string,
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
  return db.select().from(activityProducts).where(eq(activityProducts.activityId, activityId));
}
