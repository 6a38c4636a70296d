import { and, eq, getTableColumns, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { HOUR_MS, MINUTE_MS } from '../clock.ts';
import { type RequestContext, registryOf } from '../http/context.ts';
import type { Database } from '../storage/database.ts';
import { sha256Hex } from '../storage/digest.ts';
import { insertWhere } from '../storage/guarded-insert.ts';
import { PRECEDING_CHANGED } from '../storage/record-events.ts';
import { loginCodes, wrongCodes } from '../storage/registry-schema.ts';
import { startSession } from './athlete-session.ts';
import { decryptPendingSignIn, type PendingFor, type SignInPurpose } from './pending-sign-in.ts';
import { SIGN_IN } from './sign-in-rules.ts';
import { SECRET_PATTERN } from './sign-in-secret.ts';
import { hashCode } from './start-sign-in.ts';

/** Outcomes of a code that does not work. */
type Rejected =
  /** The code was wrong, but there are tries left. */
  | { readonly outcome: 'wrong-code' }
  /** This browser has no sign-in that waits for a code: used, expired, tried too often or never started. */
  | { readonly outcome: 'no-sign-in' };

/** Outcome of entering a code. */
export type CodeResult<Purpose extends SignInPurpose> =
  | {
      readonly outcome: 'right-code';
      readonly pending: PendingFor<Purpose>;
      /** Keyed hash of the address that was proved. */
      readonly addressHash: string;
    }
  | Rejected;

/** Outcome of entering the code of an athlete's sign-in. */
export type SignInResult =
  | {
      readonly outcome: 'signed-in';
      readonly sessionCookie: string;
      readonly authorizationQuery: string | null;
      /** Keyed hash of the address that was proved. */
      readonly addressHash: string;
    }
  | Rejected;

/** Verifies the code of the sign-in that this browser started, and starts an athlete's session. */
export async function verifySignIn(
  ctx: RequestContext,
  signInCookie: string | undefined,
  code: string,
): Promise<SignInResult> {
  const result = await verifyCode(ctx, 'athlete', signInCookie, code);
  if (result.outcome !== 'right-code') return result;
  const { email, databaseAddress, authorizationQuery } = result.pending;
  const sessionCookie = await startSession(ctx, databaseAddress, email);
  return { outcome: 'signed-in', sessionCookie, authorizationQuery, addressHash: result.addressHash };
}

/**
 * Verifies the code of a sign-in that this browser started. One statement counts the try and, if the code is right, marks
 * it used, so that concurrent requests cannot exceed the limits. A wrong code also counts in its minute (`wrong_codes`),
 * and many of them within an hour leave later sign-ins fewer tries.
 */
export async function verifyCode<Purpose extends SignInPurpose>(
  ctx: RequestContext,
  purpose: Purpose,
  signInCookie: string | undefined,
  code: string,
): Promise<CodeResult<Purpose>> {
  if (signInCookie === undefined || !SECRET_PATTERN.test(signInCookie)) return { outcome: 'no-sign-in' };
  const id = await sha256Hex(signInCookie);
  const codeHash = await hashCode(ctx, id, code);
  const registry = registryOf(ctx);
  const triesMax = triesMaxAt(ctx.nowMs);
  const [[tried]] = await registry.batch([
    registry
      .update(loginCodes)
      .set({
        tries: sql`${loginCodes.tries} + 1`,
        usedAt: sql`CASE WHEN ${loginCodes.codeHash} = ${codeHash} THEN ${ctx.nowMs} END`,
      })
      .where(
        and(
          eq(loginCodes.id, id),
          isNull(loginCodes.usedAt),
          sql`${loginCodes.tries} < ${triesMax}`,
          gt(loginCodes.expiresAt, ctx.nowMs),
        ),
      )
      .returning({ ...getTableColumns(loginCodes), triesMax: sql<number>`${triesMax}` }),
    countWrongCode(registry, id, ctx.nowMs),
  ]);
  if (!tried) return { outcome: 'no-sign-in' };
  if (tried.usedAt === null) {
    ctx.log.errorCode = 'wrong_code';
    return { outcome: tried.tries < tried.triesMax ? 'wrong-code' : 'no-sign-in' };
  }
  const pending = await decryptPendingSignIn(purpose, { secret: signInCookie, rowId: id }, tried.sealed);
  return pending
    ? { outcome: 'right-code', pending, addressHash: tried.addressHash }
    : { outcome: 'no-sign-in' };
}

/** Builds the tries that a sign-in has at this time: fewer while codes are sprayed and its browser is not known. */
function triesMaxAt(nowMs: number): SQL {
  const inLastHour = sql`SELECT coalesce(sum(${wrongCodes.tries}), 0) FROM ${wrongCodes} WHERE ${wrongCodes.minute} > ${minuteOf(nowMs - HOUR_MS)}`;
  return sql`CASE WHEN ${loginCodes.isKnownBrowser} = 0 AND (${inLastHour}) >= ${SIGN_IN.sprayedPerHour}
    THEN ${SIGN_IN.triesMaxWhenSprayed} ELSE ${SIGN_IN.triesMax} END`;
}

/** Counts the try before it in the batch, if it was a wrong code. */
function countWrongCode(registry: Database, id: string, nowMs: number) {
  const wasWrong = sql`${PRECEDING_CHANGED} AND EXISTS (SELECT 1 FROM ${loginCodes} WHERE ${loginCodes.id} = ${id} AND ${loginCodes.usedAt} IS NULL)`;
  return insertWhere(
    registry,
    wrongCodes,
    { minute: minuteOf(nowMs), tries: 1 },
    wasWrong,
  ).onConflictDoUpdate({ target: wrongCodes.minute, set: { tries: sql`${wrongCodes.tries} + 1` } });
}

/** Returns the minute of a time, counted from 1970, as `wrong_codes` names it. */
export function minuteOf(nowMs: number): number {
  return Math.floor(nowMs / MINUTE_MS);
}
