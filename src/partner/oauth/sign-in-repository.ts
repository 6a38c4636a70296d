import { and, desc, eq, getTableColumns, gt, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/clock.ts';
import { athleteSessions } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { PRECEDING_CHANGED } from '#platform/storage/record-events.ts';
import { loginCodes, wrongCodes } from '#platform/storage/registry-schema.ts';
import { deleteSome, insertWhere } from '#platform/storage/statements.ts';
import { SIGN_IN } from './sign-in-rules.ts';

/** Codes that count against the limits: of an address and kind of browser, of a caller, and of a caller's network. */
export interface CodeGroup {
  readonly addressHash: string;
  readonly callerHash: string;
  /** Null unless the caller has an IPv6 address. */
  readonly networkHash: string | null;
  readonly isKnownBrowser: boolean;
  readonly nowMs: number;
}

/** The periods over which an address's unused codes are counted, with the limit of each. */
export const LIMITS = {
  hour: { periodMs: HOUR_MS, unusedMax: SIGN_IN.unusedPerHour },
  day: { periodMs: DAY_MS, unusedMax: SIGN_IN.unusedPerDay },
} as const;
export type Limit = (typeof LIMITS)[keyof typeof LIMITS];

/** Selects the unused code that blocks another one, if any. */
export function selectBlockingCode(registry: Database, group: CodeGroup, { periodMs, unusedMax }: Limit) {
  return registry
    .select({ createdAt: loginCodes.createdAt })
    .from(loginCodes)
    .where(
      and(
        eq(loginCodes.addressHash, group.addressHash),
        eq(loginCodes.isKnownBrowser, group.isKnownBrowser),
        gt(loginCodes.createdAt, group.nowMs - periodMs),
        isNull(loginCodes.usedAt),
      ),
    )
    .orderBy(desc(loginCodes.createdAt))
    .limit(1)
    .offset(unusedMax - 1);
}

/**
 * Selects the unused code that blocks another one to any address by this caller, as `selectBlockingCode`
 * does.
 */
export function selectBlockingCodeOfCaller(registry: Database, { callerHash, nowMs }: CodeGroup) {
  return registry
    .select({ createdAt: loginCodes.createdAt })
    .from(loginCodes)
    .where(
      and(
        eq(loginCodes.callerHash, callerHash),
        gt(loginCodes.createdAt, nowMs - HOUR_MS),
        isNull(loginCodes.usedAt),
      ),
    )
    .orderBy(desc(loginCodes.createdAt))
    .limit(1)
    .offset(SIGN_IN.unusedPerCallerAndHour - 1);
}

/**
 * Selects the unused code that blocks another one to any address by any caller of this network, as
 * `selectBlockingCode` does.
 */
export function selectBlockingCodeOfNetwork(registry: Database, { networkHash, nowMs }: CodeGroup) {
  return registry
    .select({ createdAt: loginCodes.createdAt })
    .from(loginCodes)
    .where(
      and(
        // Null equals nothing.
        sql`${loginCodes.networkHash} = ${networkHash}`,
        gt(loginCodes.createdAt, nowMs - HOUR_MS),
        isNull(loginCodes.usedAt),
      ),
    )
    .orderBy(desc(loginCodes.createdAt))
    .limit(1)
    .offset(SIGN_IN.unusedPerNetworkAndHour - 1);
}

/**
 * Inserts a sign-in code unless its address or its caller has too many. Then `meta.changes` is 0. If `isExempt` holds, inserts
 * it in any case.
 */
export function insertCode(
  registry: Database,
  group: CodeGroup,
  row: typeof loginCodes.$inferInsert,
  isExempt?: SQL,
) {
  const mayTake = mayTakeCode(registry, group);
  return insertWhere(registry, loginCodes, row, isExempt ? sql`((${mayTake}) OR ${isExempt})` : mayTake);
}

/** Builds the condition that `insertCode` inserts nothing. */
export function mayTakeNoCode(registry: Database, group: CodeGroup): SQL {
  return sql`NOT (${mayTakeCode(registry, group)})`;
}

function mayTakeCode(registry: Database, group: CodeGroup): SQL {
  const blocking = [
    selectBlockingCode(registry, group, LIMITS.hour),
    selectBlockingCode(registry, group, LIMITS.day),
    // Others on the same network address cannot lock out a browser that has proved the mailbox.
    ...(group.isKnownBrowser
      ? []
      : [selectBlockingCodeOfCaller(registry, group), selectBlockingCodeOfNetwork(registry, group)]),
  ];
  return sql.join(
    blocking.map((code) => sql`NOT EXISTS ${code}`),
    sql` AND `,
  );
}

/**
 * Counts an attempt at a pending sign-in and marks it used if the code is right. Returns it with its number
 * of attempts, or nothing if it was used, has expired or has no attempts left.
 */
export function tryCode(registry: Database, id: string, codeHash: string, nowMs: number) {
  const triesMax = triesMaxAt(nowMs);
  return registry
    .update(loginCodes)
    .set({
      tries: sql`${loginCodes.tries} + 1`,
      usedAt: sql`CASE WHEN ${loginCodes.codeHash} = ${codeHash} THEN ${nowMs} END`,
    })
    .where(
      and(
        eq(loginCodes.id, id),
        isNull(loginCodes.usedAt),
        sql`${loginCodes.tries} < ${triesMax}`,
        gt(loginCodes.expiresAt, nowMs),
      ),
    )
    .returning({ ...getTableColumns(loginCodes), triesMax: sql<number>`${triesMax}` });
}

/**
 * Builds the number of attempts that a sign-in has now: fewer during code spraying if its browser is unknown.
 */
function triesMaxAt(nowMs: number): SQL {
  const inLastHour = sql`SELECT coalesce(sum(${wrongCodes.tries}), 0) FROM ${wrongCodes} WHERE ${wrongCodes.minute} > ${minuteOf(nowMs - HOUR_MS)}`;
  return sql`CASE WHEN ${loginCodes.isKnownBrowser} = 0 AND (${inLastHour}) >= ${SIGN_IN.sprayedPerHour}
    THEN ${SIGN_IN.triesMaxWhenSprayed} ELSE ${SIGN_IN.triesMax} END`;
}

/** Counts the preceding attempt in the batch if its code was wrong. */
export function countWrongCode(registry: Database, id: string, nowMs: number) {
  const wasWrong = sql`${PRECEDING_CHANGED} AND EXISTS (SELECT 1 FROM ${loginCodes} WHERE ${loginCodes.id} = ${id} AND ${loginCodes.usedAt} IS NULL)`;
  return insertWhere(
    registry,
    wrongCodes,
    { minute: minuteOf(nowMs), tries: 1 },
    wasWrong,
  ).onConflictDoUpdate({ target: wrongCodes.minute, set: { tries: sql`${wrongCodes.tries} + 1` } });
}

/** Removes at most 1,000 codes created by this time. */
export function deleteOldCodes(registry: Database, atMs: number) {
  return deleteSome(registry, { table: loginCodes, key: [loginCodes.id] }, lte(loginCodes.createdAt, atMs));
}

/** Removes at most 1,000 counts of wrong codes from the minutes before this time. */
export function deleteWrongCodes(registry: Database, beforeMs: number) {
  const minutes = { table: wrongCodes, key: [wrongCodes.minute] };
  return deleteSome(registry, minutes, lt(wrongCodes.minute, minuteOf(beforeMs)));
}

/** Inserts the session of an athlete. */
export function insertSession(db: Database, row: typeof athleteSessions.$inferInsert) {
  return db.insert(athleteSessions).values(row);
}

/** Selects a session that has not expired. */
export function selectSession(db: Database, id: string, nowMs: number) {
  return db
    .select()
    .from(athleteSessions)
    .where(and(eq(athleteSessions.id, id), gt(athleteSessions.expiresAt, nowMs)));
}

/** Removes at most 1,000 expired sessions. */
export function deleteExpiredSessions(db: Database, nowMs: number) {
  const sessions = { table: athleteSessions, key: [athleteSessions.id] };
  return deleteSome(db, sessions, lt(athleteSessions.expiresAt, nowMs));
}

/** Removes a session. */
export function deleteSession(db: Database, id: string) {
  return db.delete(athleteSessions).where(eq(athleteSessions.id, id));
}

/** Returns the minute of a time, counted from 1970, as in `wrong_codes`. */
export function minuteOf(nowMs: number): number {
  return Math.floor(nowMs / MINUTE_MS);
}
