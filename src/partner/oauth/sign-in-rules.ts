import * as z from 'zod/mini';
import { HOUR_MS, MINUTE_MS } from '#platform/clock.ts';
import { ENVIRONMENTS } from '#platform/env.ts';
import { decryptText, encryptText, type TextKey, toBase64Url } from '#platform/storage/cryptography.ts';

/** Limits that prevent guessing of codes, even of very many, and flooding of mailboxes. */
export const SIGN_IN = {
  codeDigits: 8,
  codeLivesMs: 10 * MINUTE_MS,
  /** Wrong codes that one sign-in accepts. */
  triesMax: 5,
  /**
   * Wrong codes that one sign-in accepts during code spraying, unless its browser has proved the address
   * before. A typo locks nobody out, and a code is worth less than half as much to a guesser.
   */
  triesMaxWhenSprayed: 2,
  /**
   * Wrong codes of all addresses within an hour that count as spraying. All of them together hit once in 11
   * years.
   */
  sprayedPerHour: 1000,
  /**
   * Unused codes that may be sent to one address, and again as many to browsers that have proved the address
   * before. Used codes do not count, because their user owns the mailbox. Five attempts per code leave a
   * guesser 25 in 100 million per hour.
   */
  unusedPerHour: 5,
  unusedPerDay: 20,
  /**
   * Unused codes that one network address may request, for any mailboxes, unless its browser has proved the
   * mailbox before. Enough for a race expo behind one address, where most codes are used.
   */
  unusedPerCallerAndHour: 100,
  /** The same for an IPv6 /48, which one attacker can rent whole. */
  unusedPerNetworkAndHour: 300,
  sessionLivesMs: HOUR_MS,
} as const;

/** Trims and lowercases an email address for comparison at sign-in. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

const SECRET_BYTES = 32;

/** Matches the secrets that `newSecret` returns. */
export const SECRET_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/** Draws 256 random bits for a cookie, as base64url. */
export function newSecret(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

/**
 * Returns the key that encrypts the stored text of a sign-in or a session. The database keeps the encrypted
 * text and a hash of the secret. The browser's cookie keeps the secret. Neither alone reveals the text.
 */
export function signInKey(secret: string, rowId: string): TextKey {
  return { secret, salt: '', purpose: 'sign-in', boundTo: rowId };
}

const PendingSignIn = z.discriminatedUnion('purpose', [
  z.strictObject({
    purpose: z.literal('athlete'),
    /** Normalized. */
    email: z.string(),
    /** The athlete database that will hold the session. */
    databaseAddress: z.strictObject({ environment: z.enum(ENVIRONMENTS), shard: z.string() }),
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
