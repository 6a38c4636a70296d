import * as z from 'zod/mini';
import { decryptText, encryptText } from '#platform/storage/encrypt-text.ts';
import { signInKey } from './sign-in-rules.ts';

const PendingSignIn = z.discriminatedUnion('purpose', [
  z.strictObject({
    purpose: z.literal('athlete'),
    /** Normalized. */
    email: z.string(),
    /** The athlete database that will hold the session. */
    databaseAddress: z.strictObject({ environment: z.enum(['test', 'live']), shard: z.string() }),
    /**
     * The query of the authorization request that follows the sign-in, or null if the account page follows.
     */
    authorizationQuery: z.nullable(z.string()),
  }),
  z.strictObject({
    purpose: z.literal('console'),
    /** Normalized. */
    email: z.string(),
    /** The session that performs the act confirmed by the code, or null if the code starts a session. */
    sessionId: z.nullable(z.string()),
  }),
]);

/** A sign-in that waits for its code. Only the browser that started it can decrypt it. */
export type PendingSignIn = z.output<typeof PendingSignIn>;
export type SignInPurpose = PendingSignIn['purpose'];
export type PendingFor<Purpose extends SignInPurpose> = Extract<PendingSignIn, { readonly purpose: Purpose }>;

/** Encrypts a pending sign-in for the browser that holds `secret`. */
export function encryptPendingSignIn(secret: string, rowId: string, pending: PendingSignIn): Promise<string> {
  return encryptText(signInKey(secret, rowId), JSON.stringify(pending));
}

/**
 * Decrypts a pending sign-in. Returns null if it was started for another purpose. Throws if it was encrypted
 * with another secret or for another row.
 */
export async function decryptPendingSignIn<Purpose extends SignInPurpose>(
  purpose: Purpose,
  key: { readonly secret: string; readonly rowId: string },
  encrypted: string,
): Promise<PendingFor<Purpose> | null> {
  const text = await decryptText(signInKey(key.secret, key.rowId), encrypted);
  const pending = PendingSignIn.parse(JSON.parse(text));
  return isFor(pending, purpose) ? pending : null;
}

function isFor<Purpose extends SignInPurpose>(
  pending: PendingSignIn,
  purpose: Purpose,
): pending is PendingFor<Purpose> {
  return pending.purpose === purpose;
}
