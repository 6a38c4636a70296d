import type { SQL } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { HOUR_MS, MINUTE_MS, startOf } from '#platform/clock.ts';
import { countedAddress, countedNetwork } from '#platform/guards/address-limit.ts';
import { type RequestContext, registryOf } from '#platform/http/context.ts';
import { sendEmail } from '#platform/http/outgoing.ts';
import { sha256Hex, sign } from '#platform/storage/cryptography.ts';
import type { Database } from '#platform/storage/database.ts';
import { countCodeToStranger, selectCodesToStrangers } from '#platform/storage/email-counts.ts';
import { PRECEDING_CHANGED } from '#platform/storage/record-events.ts';
import { isKnownBrowser, startSession } from './sign-in-cookies.ts';
import {
  type CodeGroup,
  countWrongCode,
  insertCode,
  LIMITS,
  type Limit,
  mayTakeNoCode,
  selectBlockingCode,
  selectBlockingCodeOfCaller,
  selectBlockingCodeOfNetwork,
  tryCode,
} from './sign-in-repository.ts';
import {
  decryptPendingSignIn,
  encryptPendingSignIn,
  newSecret,
  type PendingFor,
  type PendingSignIn,
  SECRET_PATTERN,
  SIGN_IN,
  type SignInPurpose,
} from './sign-in-rules.ts';

/** Outcome of a request for a sign-in code. */
export type StartedSignIn =
  | {
      readonly outcome: 'sent';
      readonly signInCookie: string;
      /** Whether this hour sends no more codes to strangers, and until when. The same for every address. */
      readonly crowdedUntilMs: number | null;
    }
  /** The address has too many unused codes. The next may be sent at `retryAtMs`. */
  | { readonly outcome: 'too-many-unused-codes'; readonly retryAtMs: number }
  /** The caller's network address has too many unused codes. The next may be sent at `retryAtMs`. */
  | { readonly outcome: 'too-many-from-caller'; readonly retryAtMs: number };

/** The browser that requests a code. */
export interface SignInCaller {
  readonly knownBrowserCookie: string | undefined;
  /** Its network address, or undefined if the platform provides none. */
  readonly networkAddress: string | undefined;
}

/**
 * Builds the statement that permits one code past the limits by changing a row, if `isRefused` holds. The code's own statement
 * follows it.
 */
export type Exemption = (registry: Database, isRefused: SQL) => BatchItem<'sqlite'>;

/**
 * Sends a one-time code to an address and returns the cookie that the code works with. The code is useless in
 * another browser, so it cannot be phished, and nobody can be signed in to another person's account. The
 * outcome depends only on the codes of the address and of strangers before, never on whether an athlete or a
 * member has the address. Athletes and the console have separate budgets.
 * Codes that confirm an act are counted by session, so that neither strangers nor another session of the
 * address can use them up.
 *
 * @param pending has a normalized address
 * @param texts null sends nothing: the console has no such address, and must not reveal that
 * @param exemption permits a code past the limits
 * @param isStranger whether no record names the address. Strangers get no email once their share of the hour is used up
 */
export async function startSignIn(
  ctx: RequestContext,
  pending: PendingSignIn,
  caller: SignInCaller,
  texts: CodeEmail | null,
  exemption: Exemption | null = null,
  isStranger = false,
): Promise<StartedSignIn> {
  const session = pending.purpose === 'console' ? pending.sessionId : null;
  const addressHash = await (session === null ? hashAddress(ctx, pending) : hashSession(ctx, session));
  const isKnown = session !== null || (await isKnownBrowser(ctx, caller.knownBrowserCookie, addressHash));
  const secret = newSecret();
  const id = await sha256Hex(secret);
  const code = newCode();
  const registry = registryOf(ctx);
  const callerHash = await hashCaller(ctx, pending.purpose, countedAddress(caller.networkAddress));
  const network = countedNetwork(caller.networkAddress);
  const networkHash = network === null ? null : await hashCaller(ctx, pending.purpose, network);
  const group = { addressHash, callerHash, networkHash, isKnownBrowser: isKnown, nowMs: ctx.nowMs };
  const row = {
    id,
    addressHash,
    isKnownBrowser: isKnown,
    codeHash: await hashCode(ctx, id, code),
    sealed: await encryptPendingSignIn(secret, id, pending),
    createdAt: ctx.nowMs,
    expiresAt: ctx.nowMs + SIGN_IN.codeLivesMs,
    callerHash,
    networkHash,
  };
  const floor = ctx.env.mailFloorPerHour;
  const before = selectCodesToStrangers(registry, ctx.nowMs, floor);
  const insertion = insertCode(registry, group, row, exemption ? PRECEDING_CHANGED : undefined);
  const counting = countCodeToStranger(registry, ctx.nowMs, floor, isStranger);
  const [[toStrangers], insertedCode] = exemption
    ? await registry
        .batch([before, exemption(registry, mayTakeNoCode(registry, group)), insertion, counting])
        .then(([strangers, , inserted]) => [strangers, inserted] as const)
    : await registry.batch([before, insertion, counting]);
  if (insertedCode.meta.changes === 0) {
    return refusalOf(registry, group);
  }
  // Decided before this code is counted, so that it is the same for a stranger and for everyone else.
  const isCrowded = toStrangers !== undefined && toStrangers.sent >= toStrangers.max;
  if (texts && !(isCrowded && isStranger)) {
    sendCode(ctx, texts, { to: pending.email, code, minutes: SIGN_IN.codeLivesMs / MINUTE_MS });
  }
  const hourEndsAtMs = startOf(HOUR_MS, ctx.nowMs) + HOUR_MS;
  return { outcome: 'sent', signInCookie: secret, crowdedUntilMs: isCrowded ? hourEndsAtMs : null };
}

async function refusalOf(registry: Database, group: CodeGroup): Promise<StartedSignIn> {
  const [[inHour], [inDay], [ofCaller], [ofNetwork]] = await registry.batch([
    selectBlockingCode(registry, group, LIMITS.hour),
    selectBlockingCode(registry, group, LIMITS.day),
    selectBlockingCodeOfCaller(registry, group),
    selectBlockingCodeOfNetwork(registry, group),
  ]);
  const { nowMs } = group;
  if (!inHour && !inDay && (ofCaller || ofNetwork)) {
    const times = [ofCaller, ofNetwork].map((code) => unblockedAtMs(code, LIMITS.hour));
    return { outcome: 'too-many-from-caller', retryAtMs: Math.max(...times) };
  }
  // All are missing if a code was used at the same moment.
  const retryAtMs = Math.max(nowMs, unblockedAtMs(inHour, LIMITS.hour), unblockedAtMs(inDay, LIMITS.day));
  return { outcome: 'too-many-unused-codes', retryAtMs };
}

function unblockedAtMs(blocking: { readonly createdAt: number } | undefined, { periodMs }: Limit): number {
  return blocking ? blocking.createdAt + periodMs : 0;
}

/**
 * Hashes an address for counting its codes of a purpose: nobody can use up a colleague's codes of the console at the
 * athletes' sign-in. Keyed, so that the hash cannot be matched against a list of addresses.
 */
function hashAddress(ctx: RequestContext, { purpose, email }: PendingSignIn): Promise<string> {
  return sign(ctx.env.signingSecret, 'sign-in-address', `${purpose}\n${email}`);
}

function hashSession(ctx: RequestContext, sessionId: string): Promise<string> {
  return sign(ctx.env.signingSecret, 'confirming-session', sessionId);
}

/** Hashes a caller's network address, or its network, for counting its unused codes of a purpose. */
function hashCaller(ctx: RequestContext, purpose: SignInPurpose, counted: string): Promise<string> {
  return sign(ctx.env.signingSecret, 'sign-in-caller', `${purpose}\n${counted}`);
}

/** Hashes a code for storage. Keyed, so that a copy of the table reveals none, and bound to its sign-in. */
function hashCode(ctx: RequestContext, id: string, code: string): Promise<string> {
  return sign(ctx.env.signingSecret, 'sign-in-code', `${id}\n${code}`);
}

function newCode(): string {
  const range = 10 ** SIGN_IN.codeDigits;
  // The largest multiple of the range below 2^32. Larger numbers are redrawn, so that all codes are equally
  // likely.
  const limit = Math.floor(2 ** 32 / range) * range;
  for (;;) {
    const [drawn = limit] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn < limit) return String(drawn % range).padStart(SIGN_IN.codeDigits, '0');
  }
}

/** Outcomes of a code that does not work. */
type Rejected =
  /** The code was wrong, but attempts remain. */
  | { readonly outcome: 'wrong-code' }
  /** This browser has no pending sign-in: used, expired, tried too often or never started. */
  | { readonly outcome: 'no-sign-in' };

type CodeResult<Purpose extends SignInPurpose> =
  | {
      readonly outcome: 'right-code';
      readonly pending: PendingFor<Purpose>;
      /** Keyed hash of the verified address. */
      readonly addressHash: string;
    }
  | Rejected;

/** Outcome of entering the code of an athlete's sign-in. */
export type SignInResult =
  | {
      readonly outcome: 'signed-in';
      readonly sessionCookie: string;
      readonly authorizationQuery: string | null;
      /** Keyed hash of the verified address. */
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
 * Verifies the code of a sign-in that this browser started. One statement counts the attempt and, if the code
 * is right, marks it used, so that concurrent requests cannot exceed the limits. A wrong code also counts in
 * its minute (`wrong_codes`). Many within an hour leave later sign-ins fewer attempts.
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
  const [[tried]] = await registry.batch([
    tryCode(registry, id, codeHash, ctx.nowMs),
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

/** Texts of the email with a sign-in code, in the athlete's language. */
export interface CodeEmail {
  readonly subject: (figures: { readonly code: string }) => string;
  readonly text: (figures: { readonly code: string; readonly minutes: number }) => string;
}

function sendCode(
  ctx: RequestContext,
  texts: CodeEmail,
  figures: { readonly to: string; readonly code: string; readonly minutes: number },
): void {
  const { to, code, minutes } = figures;
  sendEmail(ctx, { to, subject: texts.subject({ code }), text: texts.text({ code, minutes }) });
}
