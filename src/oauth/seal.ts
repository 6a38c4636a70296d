import { fromBase64Url, toBase64Url } from '../storage/base64url.ts';

const NONCE_BYTES = 12;
const encoder = new TextEncoder();

/**
 * Encrypts a text with a key that only the holder of `secret` can derive (HKDF, AES-256-GCM). The database keeps the
 * sealed text and a hash of the secret; the browser's cookie keeps the secret. Neither alone reveals the text.
 *
 * @param secret at least 256 random bits
 * @param rowId ties the sealed text to its row
 */
export async function seal(secret: string, rowId: string, text: string): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const key = await keyOf(secret);
  const sealed = await crypto.subtle.encrypt(algorithm(nonce, rowId), key, encoder.encode(text));
  return toBase64Url(new Uint8Array([...nonce, ...new Uint8Array(sealed)]));
}

/** Decrypts a sealed text. Throws if it was sealed with another secret or for another row. */
export async function unseal(secret: string, rowId: string, sealed: string): Promise<string> {
  const bytes = fromBase64Url(sealed);
  if (!bytes) throw new Error('a sealed text is not base64url');
  const nonce = bytes.slice(0, NONCE_BYTES);
  const key = await keyOf(secret);
  const text = await crypto.subtle.decrypt(algorithm(nonce, rowId), key, bytes.slice(NONCE_BYTES));
  return new TextDecoder().decode(text);
}

function algorithm(iv: Uint8Array, rowId: string) {
  return { name: 'AES-GCM', iv, additionalData: encoder.encode(rowId) };
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode('sign-in') },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}
