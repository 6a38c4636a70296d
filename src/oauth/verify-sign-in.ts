import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { type RequestContext, registryOf } from '../http/context.ts';
import { athleteSessions } from '../storage/athlete-schema.ts';
import { sha256Hex } from '../storage/digest.ts';
import { loginCodes } from '../storage/registry-schema.ts';
import { type Home, openHome, toCookieValue } from './home.ts';
import { unsealPending } from './pending-sign-in.ts';
import { seal } from './seal.ts';
import { SIGN_IN } from './sign-in-rules.ts';
import { hashCode, newSecret } from './start-sign-in.ts';

/** The form of what `newSecret` makes. */
const SECRET = /^[A-Za-z0-9_-]{43}$/;

export type SignInResult =
  | {
      readonly outcome: 'signed-in';
      readonly sessionCookie: string;
      readonly authorizationQuery: string | null;
      /** Names the address that was proved. */
      readonly addressHash: string;
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
  signInCookie: string | undefined,
  code: string,
): Promise<SignInResult> {
  if (signInCookie === undefined || !SECRET.test(signInCookie)) return { outcome: 'no-sign-in' };
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
  const { email, home, authorizationQuery } = await unsealPending(signInCookie, id, tried.sealed);
  const sessionCookie = await beginSession(ctx, home, email);
  return { outcome: 'signed-in', sessionCookie, authorizationQuery, addressHash: tried.addressHash };
}

async function beginSession(ctx: RequestContext, home: Home, email: string): Promise<string> {
  const secret = newSecret();
  const id = await sha256Hex(secret);
  const db = openHome(ctx, home);
  await db.batch([
    db.insert(athleteSessions).values({
      id,
      sealedEmail: await seal(secret, id, email),
      createdAt: ctx.nowMs,
      expiresAt: ctx.nowMs + SIGN_IN.sessionLivesMs,
    }),
  ]);
  return toCookieValue(home, secret);
}
