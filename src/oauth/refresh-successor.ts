import { SECOND_MS } from '../clock.ts';
import { fromBase64Url, toBase64Url } from '../storage/base64url.ts';
import { sha256Hex } from '../storage/digest.ts';

/**
 * Answers one used refresh token with one successor, however often it comes within the grace.
 *
 * Two servers of one client may refresh at the same moment, and a client may lose the answer and ask again: both
 * must end with the one token that lives. Tokens are stored as hashes only, so the successor cannot be read back;
 * and the authorization server draws it at random, so it cannot be derived again. What is stored is a copy of it,
 * encrypted with a key that is made from the used token (which nobody keeps but the client) and the service's
 * signing secret: neither the database alone, nor the database with a stolen old token, gives the successor. The
 * copy is read for 30 seconds, which is longer than a request and its retry take and too short to live on; the
 * purge removes it. After that a used token can only be a stolen one or its thief's victim's, and ends the grant
 * (RFC 9700 §4.14.2).
 */
export const GRACE_MS = 30 * SECOND_MS;

const IV_BYTES = 12;
const encoder = new TextEncoder();

export interface Successor {
  /** SHA-256 of the used token, as the authorization server names it too. */
  readonly usedTokenId: string;
  readonly usedAtMs: number;
  readonly sealed: string;
}

/** Encrypts the successor of a token that is being used now. */
export async function sealSuccessor(
  signingSecret: string,
  usedToken: string,
  successor: string,
  nowMs: number,
): Promise<Successor> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const key = await keyOf(signingSecret, usedToken);
  const text = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, encoder.encode(successor));
  const sealed = toBase64Url(new Uint8Array([...iv, ...new Uint8Array(text)]));
  return { usedTokenId: await sha256Hex(usedToken), usedAtMs: nowMs, sealed };
}

/** Decrypts the successor of a used token; null if the record is another token's or the grace is over. */
export async function openSuccessor(
  signingSecret: string,
  usedToken: string,
  stored: Successor | null,
  nowMs: number,
): Promise<string | null> {
  if (stored === null || nowMs >= stored.usedAtMs + GRACE_MS) return null;
  if (stored.usedTokenId !== (await sha256Hex(usedToken))) return null;
  const bytes = fromBase64Url(stored.sealed);
  if (bytes === null) throw new Error('a sealed successor is not base64url');
  const key = await keyOf(signingSecret, usedToken);
  const iv = bytes.slice(0, IV_BYTES);
  const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes.slice(IV_BYTES));
  return new TextDecoder().decode(text);
}

async function keyOf(signingSecret: string, usedToken: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', encoder.encode(usedToken), 'HKDF', false, [
    'deriveKey',
  ]);
  return crypto.subtle.deriveKey(
    {
      name: 'HKDF',
      hash: 'SHA-256',
      salt: encoder.encode(signingSecret),
      info: encoder.encode('refresh-successor'),
    },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}
