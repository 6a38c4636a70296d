import { toBase64Url } from '../storage/base64url.ts';
import type { TextKey } from '../storage/encrypt-text.ts';

const SECRET_BYTES = 32;

/** Matches the secrets that `newSecret` returns. */
export const SECRET_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/** Draws 256 random bits for a cookie, as base64url. */
export function newSecret(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

/**
 * Returns the key that encrypts what is stored of a sign-in or a session. The database keeps the encrypted
 * text and a hash of the secret; the browser's cookie keeps the secret. Neither alone reveals the text.
 */
export function signInKey(secret: string, rowId: string): TextKey {
  return { secret, salt: '', purpose: 'sign-in', boundTo: rowId };
}
