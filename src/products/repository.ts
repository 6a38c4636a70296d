import { and, eq, sql } from 'drizzle-orm';
import { type ActivityProductRow, activities, activityProducts } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { whereAthleteIsLive } from '../storage/live-athlete.ts';

/** Writes the products over their earlier servings, only while the activity and its athlete are there. One statement, however many. */
export function upsertProducts(
  db: Database,
  partnerId: string,
  athleteId: string,
  activityId: string,
  rows: readonly Pick<ActivityProductRow, 'productId' | 'servings' | 'attachedAt' | 'position'>[],
) {
  const member = (name: string) => sql.raw(`json_extract(json_each.value, '$.${name}')`);
  const isThere = sql`${whereAthleteIsLive(partnerId, athleteId)} AND EXISTS (SELECT 1 FROM activities WHERE id = ${activityId} AND athlete_id = ${athleteId})`;
  return db
    .insert(activityProducts)
    .select(
      sql`SELECT ${activityId}, ${member('productId')}, ${athleteId}, ${member('servings')}, ${member('attachedAt')}, ${member('position')} FROM json_each(${JSON.stringify(rows)}) WHERE ${isThere}`,
    )
    .onConflictDoUpdate({
      target: [activityProducts.activityId, activityProducts.productId],
      set: { servings: sql`excluded.servings` },
    });
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
export function touchActivity(db: Database, partnerId: string, athleteId: string, activityId: string) {
  return db
    .update(activities)
    .set({ revision: sql`${activities.revision} + 1` })
    .where(
      and(
        eq(activities.id, activityId),
        eq(activities.athleteId, athleteId),
        whereAthleteIsLive(partnerId, athleteId),
      ),
    )
    .returning();
}

export function selectAttached(db: Database, activityId: string) {
  return db.select().from(activityProducts).where(eq(activityProducts.activityId, activityId));
}
