import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import { activityProducts, type OwnProductRow, ownProducts } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { toStoredData } from '#platform/storage/event-types.ts';
import { whereAthleteIsLive } from '#platform/storage/live-athlete.ts';
import { noteEvent, type Reporter, recordEventsOfRows } from '#platform/storage/record-events.ts';
import { insertWhere } from '#platform/storage/statements.ts';

/** Builds the condition that an athlete is live and has fewer than this many products. */
export function mayTakeProduct(partnerId: string, athleteId: string, most: number): SQL {
  return sql`${whereAthleteIsLive(partnerId, athleteId)} AND (SELECT count(*) FROM own_products WHERE athlete_id = ${athleteId}) < ${most}`;
}

/** Inserts a product if `condition` holds. Otherwise `meta.changes` is 0. */
export function insertOwnProduct(db: Database, row: OwnProductRow, condition: SQL) {
  return insertWhere(db, ownProducts, row, condition);
}

const whichProduct = (athleteId: string, id: string) =>
  and(eq(ownProducts.id, id), eq(ownProducts.athleteId, athleteId));

/** Selects one product of an athlete. */
export function selectOwnProduct(db: Database, athleteId: string, id: string) {
  return db.select().from(ownProducts).where(whichProduct(athleteId, id));
}

/** Counts the products of an athlete. */
export function countOwnProducts(db: Database, athleteId: string) {
  return db
    .select({ count: sql<number>`count(*)` })
    .from(ownProducts)
    .where(eq(ownProducts.athleteId, athleteId));
}

/** Identifiers that a list is limited to. A barcode has 14 digits (`gtin14`). */
export interface ProductFilters {
  readonly externalId: string | undefined;
  readonly gtin: string | undefined;
}

/** The 14 digits of a stored barcode, which is kept as it was sent. */
const storedGtin14 = sql`substr('00000000000000' || json_extract(${ownProducts.definition}, '$.gtin'), -14)`;

/** Selects a page of an athlete's products, newest first. */
export function selectPageOfOwnProducts(
  db: Database,
  athleteId: string,
  page: { readonly afterId: string | null; readonly limit: number } & ProductFilters,
) {
  return db
    .select()
    .from(ownProducts)
    .where(
      and(
        eq(ownProducts.athleteId, athleteId),
        page.afterId === null ? undefined : lt(ownProducts.id, page.afterId),
        page.externalId === undefined ? undefined : eq(ownProducts.externalId, page.externalId),
        page.gtin === undefined ? undefined : eq(storedGtin14, page.gtin),
      ),
    )
    .orderBy(desc(ownProducts.id))
    .limit(page.limit);
}

/** Selects this athlete's product with an `external_id`. */
export function selectHolder(db: Database, athleteId: string, externalId: string) {
  return db
    .select({ id: ownProducts.id })
    .from(ownProducts)
    .where(and(eq(ownProducts.athleteId, athleteId), eq(ownProducts.externalId, externalId)));
}

/** Updates a product if it is unchanged since it was read. Returns the new row, if any. */
export function updateOwnProduct(
  db: Database,
  partnerId: string,
  { id, athleteId, revision }: OwnProductRow,
  changes: Pick<OwnProductRow, 'externalId' | 'definition' | 'updatedAt'>,
) {
  return db
    .update(ownProducts)
    .set({ ...changes, revision: revision + 1 })
    .where(
      and(
        whichProduct(athleteId, id),
        eq(ownProducts.revision, revision),
        whereAthleteIsLive(partnerId, athleteId),
      ),
    )
    .returning();
}

/** Builds the condition that a product is unchanged since it was read, and its athlete live. */
export function isAsRead(partnerId: string, { id, athleteId, revision }: OwnProductRow): SQL {
  return sql`EXISTS (SELECT 1 FROM own_products WHERE id = ${id} AND athlete_id = ${athleteId} AND revision = ${revision}) AND ${whereAthleteIsLive(partnerId, athleteId)}`;
}

/** Deletes a product if `condition` holds. Otherwise `meta.changes` is 0. */
export function deleteOwnProduct(db: Database, { id, athleteId }: OwnProductRow, condition: SQL) {
  return db.delete(ownProducts).where(and(whichProduct(athleteId, id), condition));
}

/** Records the change of each activity that a product is attached to, if `condition` holds. */
export function recordDetached(
  db: Database,
  reporter: Reporter,
  { id, athleteId }: OwnProductRow,
  condition: SQL,
) {
  noteEvent(reporter, 'activity.updated', athleteId);
  const { principal, nowMs } = reporter;
  const changed = JSON.stringify(toStoredData({ changed: ['products'] }));
  const named = toStoredData({
    externalId: 'externalId',
    activityId: 'id',
    activityExternalId: 'activityExternalId',
  });
  const [externalId, activityId, activityExternalId] = Object.keys(named).map((each) =>
    sql.raw(`'$.${each}'`),
  );
  return recordEventsOfRows(
    db,
    'activity.updated',
    {
      partnerId: sql`${principal.partnerId}`,
      environment: sql`${principal.environment}`,
      athleteId: sql`activities.athlete_id`,
      data: sql`json_set(${changed}, ${activityId}, activities.id, ${activityExternalId}, activities.external_id, ${externalId}, (SELECT external_id FROM athletes WHERE id = activities.athlete_id))`,
    },
    sql`FROM ${activityProducts} JOIN activities ON activities.id = ${activityProducts.activityId} WHERE ${activityProducts.athleteId} = ${athleteId} AND ${activityProducts.productId} = ${id} AND ${condition}`,
    nowMs,
  );
}
