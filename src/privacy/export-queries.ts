import { and, asc, desc, eq, getTableColumns, gt, inArray, sql } from 'drizzle-orm';
import type { Environment } from '../env.ts';
import {
  activities,
  activityProducts,
  connections,
  feedback,
  type ProductAccessRow,
  prescriptions,
  productAccessLog,
  type SweatTestRow,
  sweatTests,
  usedSubscribeLinks,
} from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { idempotencyKeys } from '../storage/idempotency-schema.ts';

/**
 * Rows that an export holds at a time. With an explanation of some 8 KB each that is 4 MB, and an athlete with
 * 100,000 activities is exported in 200 reads: D1 answers a thousand statements to one request.
 */
export const PAGE_ROWS = 500;

/** An explanation stays the text that it is stored as until it is shown, so that a page holds no tree of objects a row. */
const PRESCRIPTION = {
  ...getTableColumns(prescriptions),
  explanation: sql<string>`${prescriptions.explanation}`.as('explanation'),
};

/**
 * A page of activities in the order of their identifiers, which no change moves, with all that hangs on them,
 * from one moment.
 */
export async function readActivities(db: Database, athleteId: string, afterId: string) {
  const isShown = and(eq(activities.athleteId, athleteId), gt(activities.id, afterId));
  const shown = db
    .select({ id: activities.id })
    .from(activities)
    .where(isShown)
    .orderBy(activities.id)
    .limit(PAGE_ROWS);
  const [rows, calculated, attached, told] = await db.batch([
    db.select().from(activities).where(isShown).orderBy(activities.id).limit(PAGE_ROWS),
    db.select(PRESCRIPTION).from(prescriptions).where(inArray(prescriptions.activityId, shown)),
    db.select().from(activityProducts).where(inArray(activityProducts.activityId, shown)),
    db.select().from(feedback).where(inArray(feedback.activityId, shown)),
  ]);
  const prescriptionOf = new Map(calculated.map((row) => [row.activityId, row]));
  const feedbackOf = new Map(told.map((row) => [row.activityId, row]));
  const productsOf = Map.groupBy(attached, (row) => row.activityId);
  return rows.map((activity) => ({
    activity,
    prescription: prescriptionOf.get(activity.id) ?? null,
    products: productsOf.get(activity.id) ?? [],
    feedback: feedbackOf.get(activity.id) ?? null,
  }));
}

export type ExportedActivity = Awaited<ReturnType<typeof readActivities>>[number];

/** Oldest first. */
export async function readSweatTests(db: Database, athleteId: string, after: SweatTestRow | null) {
  const { testedAt, id } = sweatTests;
  const isLater = after && sql`(${testedAt}, ${id}) > (${after.testedAt}, ${after.id})`;
  const [rows] = await db.batch([
    db
      .select()
      .from(sweatTests)
      .where(and(eq(sweatTests.athleteId, athleteId), isLater ?? undefined))
      .orderBy(asc(testedAt), asc(id))
      .limit(PAGE_ROWS),
  ]);
  return rows;
}

/** Newest first. */
export async function readAccessLog(db: Database, athleteId: string, after: ProductAccessRow | null) {
  const { at, id } = productAccessLog;
  const isEarlier = after && sql`(${at}, ${id}) < (${after.at}, ${after.id})`;
  const [rows] = await db.batch([
    db
      .select()
      .from(productAccessLog)
      .where(and(eq(productAccessLog.athleteId, athleteId), isEarlier ?? undefined))
      .orderBy(desc(at), desc(id))
      .limit(PAGE_ROWS),
  ]);
  return rows;
}

export async function readConnections(db: Database, athleteId: string, afterClientId: string) {
  const [rows] = await db.batch([
    db
      .select()
      .from(connections)
      .where(and(eq(connections.athleteId, athleteId), gt(connections.clientId, afterClientId)))
      .orderBy(connections.clientId)
      .limit(PAGE_ROWS),
  ]);
  return rows;
}

export async function readUsedLinks(db: Database, athleteId: string, afterS: number) {
  const [rows] = await db.batch([
    db
      .select()
      .from(usedSubscribeLinks)
      .where(and(eq(usedSubscribeLinks.athleteId, athleteId), gt(usedSubscribeLinks.expiresAtS, afterS)))
      .orderBy(usedSubscribeLinks.expiresAtS)
      .limit(PAGE_ROWS),
  ]);
  return rows;
}

/** Answers that an Idempotency-Key would repeat. */
export async function readKeptAnswers(
  db: Database,
  owner: { readonly athleteId: string; readonly partnerId: string; readonly environment: Environment },
  afterHash: string,
) {
  const { athleteId, partnerId, environment, keyHash } = idempotencyKeys;
  const [rows] = await db.batch([
    db
      .select()
      .from(idempotencyKeys)
      .where(
        and(
          eq(athleteId, owner.athleteId),
          eq(partnerId, owner.partnerId),
          eq(environment, owner.environment),
          gt(keyHash, afterHash),
        ),
      )
      .orderBy(keyHash)
      .limit(PAGE_ROWS),
  ]);
  return rows;
}
