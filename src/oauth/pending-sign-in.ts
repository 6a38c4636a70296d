import * as z from 'zod/mini';
import { decryptText, encryptText } from '../storage/encrypt-text.ts';
import { signInKey } from './sign-in-secret.ts';

const PendingSignIn = z.strictObject({
  /** Normalized. */
  email: z.string(),
  /** The athlete database that will hold the session. */
  databaseAddress: z.strictObject({ environment: z.enum(['test', 'live']), shard: z.string() }),
  /**
   * The query of the authorization request that the sign-in leads to; null if it leads to the account page.
   */
  authorizationQuery: z.nullable(z.string()),
});

/** A sign-in that waits for its code. Only the browser that started it can read it back. */
export type PendingSignIn = z.output<typeof PendingSignIn>;

/** Encrypts a pending sign-in for the browser that holds `secret`. */
export function encryptPendingSignIn(secret: string, rowId: string, pending: PendingSignIn): Promise<string> {
  return encryptText(signInKey(secret, rowId), JSON.stringify(pending));
}

/** Decrypts a pending sign-in. Throws if it was encrypted with another secret or for another row. */
export async function decryptPendingSignIn(
  secret: string,
  rowId: string,
  encrypted: string,
): Promise<PendingSignIn> {
  return PendingSignIn.parse(JSON.parse(await decryptText(signInKey(secret, rowId), encrypted)));
}
