import { sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS } from '../clock.ts';
import type { RequestContext } from '../http/context.ts';
import { loginCodes } from '../storage/athlete-schema.ts';
import { toBase64Url } from '../storage/base64url.ts';
import { sha256Hex, sign } from '../storage/digest.ts';
import { insertWhere } from '../storage/guarded-insert.ts';
import { type Home, openHome, toCookieValue } from './home.ts';
import { sendCode } from './send-code.ts';
import { SIGN_IN } from './sign-in-rules.ts';

/**
 * Sends a one-time code to an address and returns the cookie that the code will only work with: a code that
 * somebody is talked out of is worth nothing in another browser, and nobody can be signed in to an account
 * that is not theirs. The answer is the same whether or not a mail is sent.
 *
 * @param email folded
 */
export async function startSignIn(
  ctx: RequestContext,
  home: Home,
  email: string,
  authorizationQuery: string | null,
): Promise<string> {
  const secret = newSecret();
  const id = await sha256Hex(secret);
  const code = newCode();
  const db = openHome(ctx, home);
  const [kept] = await db.batch([
    insertWhere(
      db,
      loginCodes,
      {
        id,
        email,
        codeHash: await hashCode(ctx, id, code),
        authorizationQuery,
        createdAt: ctx.nowMs,
        expiresAt: ctx.nowMs + SIGN_IN.codeLivesMs,
      },
      sql`${unusedSince(email, ctx.nowMs - HOUR_MS)} < ${SIGN_IN.unusedPerHour} AND ${unusedSince(email, ctx.nowMs - DAY_MS)} < ${SIGN_IN.unusedPerDay}`,
    ),
  ]);
  if (kept.meta.changes > 0) sendCode(ctx, email, code, SIGN_IN.codeLivesMs / 60_000);
  return toCookieValue(home, secret);
}

function unusedSince(email: string, sinceMs: number) {
  return sql`(SELECT count(*) FROM login_codes WHERE email = ${email} AND created_at > ${sinceMs} AND used_at IS NULL)`;
}

/** What is kept of a code: keyed, so that a copy of the table tells no code, and bound to its sign-in. */
export function hashCode(ctx: RequestContext, id: string, code: string): Promise<string> {
  return sign(ctx.env.signingSecret, 'sign-in-code', `${id}\n${code}`);
}

export function newSecret(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

function newCode(): string {
  const range = 10 ** SIGN_IN.codeDigits;
  // The largest multiple of the range below 2^32; numbers above it are drawn again, so that no code is likelier.
  const limit = Math.floor(2 ** 32 / range) * range;
  for (;;) {
    const [drawn = limit] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn < limit) return String(drawn % range).padStart(SIGN_IN.codeDigits, '0');
  }
}
