import { HOUR_MS, MINUTE_MS } from '#platform/clock.ts';
import { toBase64Url } from '#platform/storage/base64url.ts';
import type { TextKey } from '#platform/storage/encrypt-text.ts';

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
