import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { type SweatTestRow, sweatTests } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { insertWhere } from '../storage/guarded-insert.ts';
import { isOlderThan } from '../storage/row-order.ts';

export function selectSweatTest(db: Database, athleteId: string, id: string) {
  return db
    .select()
    .from(sweatTests)
    .where(and(eq(sweatTests.id, id), eq(sweatTests.athleteId, athleteId)));
}

/** When the test took place, as a subquery for other statements of the batch; nothing where there is none. */
export function timeOfTest(athleteId: string, id: string): SQL<number> {
  return sql`(SELECT tested_at FROM sweat_tests WHERE id = ${id} AND athlete_id = ${athleteId})`;
}

export interface TestPage {
  readonly after: { readonly testedAt: number; readonly id: string } | null;
  readonly limit: number;
}

/** Newest test first, then newest identifier. */
export function selectSweatTests(db: Database, athleteId: string, { after, limit }: TestPage) {
  return db
    .select()
    .from(sweatTests)
    .where(
      and(
        eq(sweatTests.athleteId, athleteId),
        after === null
          ? undefined
          : isOlderThan([sweatTests.testedAt, sweatTests.id], { atMs: after.testedAt, id: after.id }),
      ),
    )
    .orderBy(desc(sweatTests.testedAt), desc(sweatTests.id))
    .limit(limit);
}

export function insertSweatTest(db: Database, row: SweatTestRow, condition: SQL) {
  return insertWhere(db, sweatTests, row, condition);
}

export function deleteSweatTest(db: Database, id: string, condition: SQL) {
  return db.delete(sweatTests).where(and(eq(sweatTests.id, id), condition));
}
