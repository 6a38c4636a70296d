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

const IV_BYTES = 12;

/** The inputs of a text's encryption key, and the row that the ciphertext is bound to. */
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

/** Encodes bytes as base64url without padding (RFC 4648 §5). */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Encodes bytes as base64 with padding (RFC 4648 §4). */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Decodes base64url without padding; null if the text is not base64url. */
export function fromBase64Url(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return null;
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
