import { type RequestContext, registryOf } from '../http/context.ts';
import { sha256Hex } from '../storage/digest.ts';
import { startSession } from './athlete-session.ts';
import { decryptPendingSignIn } from './pending-sign-in.ts';
import { countWrongCode, tryCode } from './sign-in-repository.ts';
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
 * try and, if the code is right, marks it used, so that concurrent requests cannot exceed the limits. A wrong
 * code also counts in its minute (`wrong_codes`), and many of them within an hour leave later sign-ins fewer tries.
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
    tryCode(registry, id, codeHash, ctx.nowMs),
    countWrongCode(registry, id, ctx.nowMs),
  ]);
  if (!tried) return { outcome: 'no-sign-in' };
  if (tried.usedAt === null) {
    ctx.log.errorCode = 'wrong_code';
    return { outcome: tried.tries < tried.triesMax ? 'wrong-code' : 'no-sign-in' };
  }
  const { email, databaseAddress, authorizationQuery } = await decryptPendingSignIn(
    signInCookie,
    id,
    tried.sealed,
  );
  const sessionCookie = await startSession(ctx, databaseAddress, email);
  return { outcome: 'signed-in', sessionCookie, authorizationQuery, addressHash: tried.addressHash };
}
