import { type RequestContext, registryOf } from '#platform/http/context.ts';
import { sha256Hex } from '#platform/storage/digest.ts';
import { decryptPendingSignIn, type PendingFor, type SignInPurpose } from './pending-sign-in.ts';
import { hashCode } from './sign-in.ts';
import { startSession } from './sign-in-cookies.ts';
import { countWrongCode, tryCode } from './sign-in-repository.ts';
import { SECRET_PATTERN } from './sign-in-rules.ts';

/** Outcomes of a code that does not work. */
type Rejected =
  /** The code was wrong, but attempts remain. */
  | { readonly outcome: 'wrong-code' }
  /** This browser has no pending sign-in: used, expired, tried too often or never started. */
  | { readonly outcome: 'no-sign-in' };

/** Outcome of entering a code. */
export type CodeResult<Purpose extends SignInPurpose> =
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
