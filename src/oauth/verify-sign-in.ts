import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { RequestContext } from '../http/context.ts';
import { athleteSessions, loginCodes } from '../storage/athlete-schema.ts';
import { sha256Hex } from '../storage/digest.ts';
import { fromCookieValue, openHome, toCookieValue } from './home.ts';
import { SIGN_IN } from './sign-in-rules.ts';
import { hashCode, newSecret } from './start-sign-in.ts';

export type SignInResult =
  | {
      readonly outcome: 'signed-in';
      readonly sessionCookie: string;
      readonly authorizationQuery: string | null;
    }
  /** Not this code, but there are tries left. */
  | { readonly outcome: 'wrong-code' }
  /** No sign-in of this browser is waiting for a code: used, too old, tried too often or never started. */
  | { readonly outcome: 'no-sign-in' };

/**
 * Takes the code of the sign-in that this browser started. One statement counts the try and, where the code
 * is right, uses it up, so that neither two browsers nor two hundred requests at once get past the rules.
 */
export async function verifySignIn(
  ctx: RequestContext,
  cookie: string | undefined,
  code: string,
): Promise<SignInResult> {
  const started = fromCookieValue(ctx.env, cookie);
  if (!started) return { outcome: 'no-sign-in' };
  const id = await sha256Hex(started.secret);
  const codeHash = await hashCode(ctx, id, code);
  const db = openHome(ctx, started.home);
  const [[tried]] = await db.batch([
    db
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
  const secret = newSecret();
  await db.batch([
    db.insert(athleteSessions).values({
      id: await sha256Hex(secret),
      email: tried.email,
      createdAt: ctx.nowMs,
      expiresAt: ctx.nowMs + SIGN_IN.sessionLivesMs,
    }),
  ]);
  return {
    outcome: 'signed-in',
    sessionCookie: toCookieValue(started.home, secret),
    authorizationQuery: tried.authorizationQuery,
  };
}
