import { fromBase64Url, toBase64Url } from './base64url.ts';

const IV_BYTES = 12;
const encoder = new TextEncoder();

/** The inputs of a text's encryption key, and the place that the ciphertext is bound to. */
export interface TextKey {
  /** At least 256 random bits, not stored in the database. */
  readonly secret: string;
  /** A second secret required for the key, or empty. */
  readonly salt: string;
  /** Separates the keys of different uses, so that one cannot decrypt texts of another. */
  readonly purpose: 'sign-in' | 'refresh-successor' | 'webhook-secret';
  /**
   * Authenticated with the ciphertext, so it cannot be moved to another row. Empty if that is allowed.
   */
  readonly boundTo: string;
}

/**
 * Encrypts a text with a key that only the holder of the secret can derive (HKDF, AES-256-GCM). Returns base64url.
 */
export async function encryptText(textKey: TextKey, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const key = await deriveKey(textKey);
  const encrypted = await crypto.subtle.encrypt(algorithm(iv, textKey), key, encoder.encode(text));
  return toBase64Url(new Uint8Array([...iv, ...new Uint8Array(encrypted)]));
}

/** Decrypts the result of `encryptText`. Throws if any part of the key differs. */
export async function decryptText(textKey: TextKey, encrypted: string): Promise<string> {
  const bytes = fromBase64Url(encrypted);
  if (bytes === null) throw new Error('an encrypted text is not base64url');
  const iv = bytes.slice(0, IV_BYTES);
  const key = await deriveKey(textKey);
  const text = await crypto.subtle.decrypt(algorithm(iv, textKey), key, bytes.slice(IV_BYTES));
  return new TextDecoder().decode(text);
}

function algorithm(iv: Uint8Array, { boundTo }: TextKey) {
  return { name: 'AES-GCM', iv, additionalData: encoder.encode(boundTo) };
}

async function deriveKey({ secret, salt, purpose }: TextKey): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: encoder.encode(salt), info: encoder.encode(purpose) },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}
