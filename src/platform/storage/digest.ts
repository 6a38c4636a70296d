import { toBase64Url } from './base64url.ts';

const encoder = new TextEncoder();
/** Every byte in lower-case hexadecimal, because each request with a key writes 32 of them. */
const HEXADECIMAL = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
/** One for each of the service's two or three secrets. */
const signingKeys = new Map<string, Promise<CryptoKey>>();

/** Hashes a text with SHA-256, as lower-case hexadecimal (64 characters). */
export async function sha256Hex(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)));
  let hexadecimal = '';
  for (const byte of digest) hexadecimal += HEXADECIMAL[byte];
  return hexadecimal;
}

/** Hashes a text with SHA-256, shortened to 128 bits in base64url (22 characters), for fingerprints and ETags. */
export async function shortDigest(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(text));
  return toBase64Url(new Uint8Array(digest, 0, 16));
}

/** Signs a text with HMAC-SHA-256, shortened to 128 bits in base64url. A tag of one `purpose` is invalid for another. */
export async function sign(secret: string, purpose: string, text: string): Promise<string> {
  const known = signingKeys.get(secret);
  const key =
    known ??
    crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
    ]);
  if (!known) signingKeys.set(secret, key);
  const tag = await crypto.subtle.sign('HMAC', await key, encoder.encode(`${purpose}\n${text}`));
  return toBase64Url(new Uint8Array(tag, 0, 16));
}

/** Compares two texts in a time that does not depend on where they differ. */
export async function equalInConstantTime(left: string, right: string): Promise<boolean> {
  const [a, b] = await Promise.all([
    crypto.subtle.digest('SHA-256', encoder.encode(left)),
    crypto.subtle.digest('SHA-256', encoder.encode(right)),
  ]);
  return crypto.subtle.timingSafeEqual(a, b);
}
