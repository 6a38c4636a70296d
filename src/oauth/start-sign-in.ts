import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts';
import { type RequestContext, registryOf } from '../http/context.ts';
import { toBase64Url } from '../storage/base64url.ts';
import type { Database } from '../storage/database.ts';
import { sha256Hex, sign } from '../storage/digest.ts';
import { insertWhere } from '../storage/guarded-insert.ts';
import { loginCodes } from '../storage/registry-schema.ts';
import { isKnownBrowser } from './known-browser.ts';
import { type PendingSignIn, sealPending } from './pending-sign-in.ts';
import { sendCode } from './send-code.ts';
import { SIGN_IN } from './sign-in-rules.ts';

export type StartedSignIn =
  | { readonly outcome: 'sent'; readonly signInCookie: string }
  /** The address has had too many codes that nobody used. `retryAtMs` is when the next may be sent. */
  | { readonly outcome: 'too-many-unused-codes'; readonly retryAtMs: number };

/**
 * Sends a one-time code to an address and returns the cookie that the code works with: in another browser the code
 * is worthless, so that it cannot be talked out of anybody and nobody is signed in to an account of somebody else.
 * The outcome depends on the codes of the address alone, never on whether an athlete has it.
 *
 * @param pending its address is folded
 */
export async function startSignIn(
  ctx: RequestContext,
  pending: PendingSignIn,
  knownBrowserCookie: string | undefined,
): Promise<StartedSignIn> {
  const addressHash = await hashAddress(ctx, pending.email);
  const isKnown = await isKnownBrowser(ctx, knownBrowserCookie, addressHash);
  const secret = newSecret();
  const id = await sha256Hex(secret);
  const code = newCode();
  const registry = registryOf(ctx);
  const count = { addressHash, isKnownBrowser: isKnown, nowMs: ctx.nowMs };
  const [kept] = await registry.batch([
    insertWhere(
      registry,
      loginCodes,
      {
        id,
        addressHash,
        isKnownBrowser: isKnown,
        codeHash: await hashCode(ctx, id, code),
        sealed: await sealPending(secret, id, pending),
        createdAt: ctx.nowMs,
        expiresAt: ctx.nowMs + SIGN_IN.codeLivesMs,
      },
      sql`NOT EXISTS ${lastAllowed(registry, count, LIMITS.hour)} AND NOT EXISTS ${lastAllowed(registry, count, LIMITS.day)}`,
    ),
  ]);
  if (kept.meta.changes === 0) {
    return { outcome: 'too-many-unused-codes', retryAtMs: await nextCodeAt(registry, count) };
  }
  sendCode(ctx, pending.email, code, SIGN_IN.codeLivesMs / MINUTE_MS);
  return { outcome: 'sent', signInCookie: secret };
}

interface Count {
  readonly addressHash: string;
  readonly isKnownBrowser: boolean;
  readonly nowMs: number;
}

const LIMITS = {
  hour: { periodMs: HOUR_MS, unusedMax: SIGN_IN.unusedPerHour },
  day: { periodMs: DAY_MS, unusedMax: SIGN_IN.unusedPerDay },
} as const;
type Limit = (typeof LIMITS)[keyof typeof LIMITS];

/** Selects the unused code that keeps a further one from being sent; nothing while one may be sent. */
function lastAllowed(registry: Database, count: Count, { periodMs, unusedMax }: Limit) {
  return registry
    .select({ createdAt: loginCodes.createdAt })
    .from(loginCodes)
    .where(
      and(
        eq(loginCodes.addressHash, count.addressHash),
        eq(loginCodes.isKnownBrowser, count.isKnownBrowser),
        gt(loginCodes.createdAt, count.nowMs - periodMs),
        isNull(loginCodes.usedAt),
      ),
    )
    .orderBy(desc(loginCodes.createdAt))
    .limit(1)
    .offset(unusedMax - 1);
}

async function nextCodeAt(registry: Database, count: Count): Promise<number> {
  const [[inHour], [inDay]] = await registry.batch([
    lastAllowed(registry, count, LIMITS.hour),
    lastAllowed(registry, count, LIMITS.day),
  ]);
  // Neither, if a code was used in this very moment.
  return Math.max(count.nowMs, endOf(inHour, LIMITS.hour), endOf(inDay, LIMITS.day));
}

function endOf(last: { readonly createdAt: number } | undefined, { periodMs }: Limit): number {
  return last ? last.createdAt + periodMs : 0;
}

/** Names an address where its codes are counted, without telling it: keyed, so that no list of addresses matches. */
function hashAddress(ctx: RequestContext, email: string): Promise<string> {
  return sign(ctx.env.signingSecret, 'sign-in-address', email);
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
