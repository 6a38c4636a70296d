import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { type RequestContext, registryOf } from '../http/context.ts';
import { sha256Hex } from '../storage/digest.ts';
import { loginCodes } from '../storage/registry-schema.ts';
import { startSession } from './athlete-session.ts';
import { decryptPendingSignIn } from './pending-sign-in.ts';
import { SIGN_IN } from './sign-in-rules.ts';
import { SECRET_PATTERN } from './sign-in-secret.ts';
import { hashCode } from './start-sign-in.ts';

/** Outcome of entering a sign-in code. */
export type SignInResult =
  | {
      readonly outcome: 'signed-in';
      readonly sessionCookie: string;
      readonly authorizationQuery: string | null;
      /** Keyed hash of the address that was proved. */
      readonly addressHash: string;
    }
  /** The code was wrong, but there are tries left. */
  | { readonly outcome: 'wrong-code' }
  /** This browser has no sign-in that waits for a code: used, expired, tried too often or never started. */
  | { readonly outcome: 'no-sign-in' };

/**
 * Verifies the code of the sign-in that this browser started, and starts a session. One statement counts the
 * try and, if the code is right, marks it used, so that concurrent requests cannot exceed the limits.
 */
export async function verifySignIn(
  ctx: RequestContext,
  signInCookie: string | undefined,
  code: string,
): Promise<SignInResult> {
  if (signInCookie === undefined || !SECRET_PATTERN.test(signInCookie)) return { outcome: 'no-sign-in' };
  const id = await sha256Hex(signInCookie);
  const codeHash = await hashCode(ctx, id, code);
  const registry = registryOf(ctx);
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
          lt(loginCodes.tries, SIGN_IN.triesMax),
          gt(loginCodes.expiresAt, ctx.nowMs),
        ),
      )
      .returning(),
  ]);
  if (!tried) return { outcome: 'no-sign-in' };
  if (tried.usedAt === null) {
    return { outcome: tried.tries < SIGN_IN.triesMax ? 'wrong-code' : 'no-sign-in' };
  }
  const { email, databaseAddress, authorizationQuery } = await decryptPendingSignIn(
    signInCookie,
    id,
    tried.sealed,
  );
  const sessionCookie = await startSession(ctx, databaseAddress, email);
  return { outcome: 'signed-in', sessionCookie, authorizationQuery, addressHash: tried.addressHash };
}
