import type { Env, Environment } from '../env.ts';
import { equalInConstantTime, fromBase64Url, sign, toBase64Url } from '../storage/cryptography.ts';
import { parseAthleteId } from '../storage/ids.ts';

/**
 * The kind of an OAuth token: access or refresh. The authorization server's own tokens are `athlete:grant:secret`. On the
 * wire they are `oat_test_…` (access) or `ort_live_…` (refresh) followed by that text in base64url. People and secret
 * scanners recognize them, they are valid bearer tokens (RFC 6750 allows no colon), and they identify their database.
 *
 * A refresh token ends in a signature of its text, after a dot. The text contains identifiers that its athlete, its client
 * and others may know, so without the signature anybody could make up a token that names a grant.
 */
export type TokenKind = 'oat' | 'ort';

const WIRE_TOKEN = /^(oat|ort)_(test|live)_([A-Za-z0-9_-]{1,400})(?:\.([A-Za-z0-9_-]{22}))?$/;
const RAW_TOKEN = /^(ath_[0-9a-z]+):([A-Za-z0-9_-]+):([A-Za-z0-9_-]+)$/;

export interface RawToken {
  readonly raw: string;
  readonly kind: TokenKind;
  /** The signature of a refresh token, which nobody has verified yet. Null if it has none. */
  readonly signature: string | null;
  readonly athleteId: string;
  readonly grantId: string;
  readonly environment: Environment;
  readonly shard: string;
}

/**
 * Encodes a token of the authorization server for callers.
 *
 * @throws Error if it is not one of the authorization server's tokens (a bug)
 */
export function toWireToken(kind: TokenKind, raw: string): string {
  const address = parseAthleteId(athleteOfRawToken(raw));
  if (!address) throw new Error('the authorization server issued a token of an unknown athlete');
  return `${kind}_${address.environment}_${toBase64Url(new TextEncoder().encode(raw))}`;
}

/**
 * Decodes a caller's token, or returns null if it is malformed. The token may still be expired or revoked.
 */
export function fromWireToken(token: string): RawToken | null {
  const match = WIRE_TOKEN.exec(token);
  const bytes = match?.[3] === undefined ? null : fromBase64Url(match[3]);
  if (!match || !bytes) return null;
  const raw = new TextDecoder().decode(bytes);
  const [, athleteId, grantId] = RAW_TOKEN.exec(raw) ?? [];
  if (athleteId === undefined || grantId === undefined) return null;
  const address = parseAthleteId(athleteId);
  const kind = match[1] === 'oat' ? 'oat' : 'ort';
  const signature = match[4] ?? null;
  // Each token has exactly one spelling. A prefix of the other environment is also rejected.
  const spelling = toWireToken(kind, raw) + (signature === null ? '' : `.${signature}`);
  if (address === null || address.environment !== match[2] || spelling !== token) return null;
  return kind === 'oat' && signature !== null
    ? null
    : { raw, kind, signature, athleteId, grantId, ...address };
}

const REFRESH_TOKEN = 'refresh-token';

/** Encodes a refresh token of the authorization server for callers, with its signature. */
export async function toSignedRefreshToken(
  { signingSecret }: Pick<Env, 'signingSecret'>,
  raw: string,
): Promise<string> {
  return `${toWireToken('ort', raw)}.${await sign(signingSecret, REFRESH_TOKEN, raw)}`;
}

/** Returns whether this service has issued a refresh token, by its signature. It may have ended since. */
export async function isOwnRefreshToken(
  { signingSecret, formerSigningSecret }: Pick<Env, 'signingSecret' | 'formerSigningSecret'>,
  { raw, signature }: Pick<RawToken, 'raw' | 'signature'>,
): Promise<boolean> {
  if (signature === null) return false;
  for (const secret of [signingSecret, formerSigningSecret]) {
    if (secret !== null && (await equalInConstantTime(signature, await sign(secret, REFRESH_TOKEN, raw)))) {
      return true;
    }
  }
  return false;
}

/**
 * Returns the athlete of one of the authorization server's tokens.
 *
 * @throws Error if it is not one of the authorization server's tokens (a bug)
 */
export function athleteOfRawToken(raw: string): string {
  const athleteId = RAW_TOKEN.exec(raw)?.[1];
  if (athleteId === undefined) throw new Error('the authorization server issued a token of an unknown form');
  return athleteId;
}

/** Returns the athlete and grant in a token or code of the authorization server, or null. */
export function grantOfRawToken(raw: string): Pick<RawToken, 'athleteId' | 'grantId'> | null {
  const [, athleteId, grantId] = RAW_TOKEN.exec(raw) ?? [];
  return athleteId === undefined || grantId === undefined ? null : { athleteId, grantId };
}

export function isAccessToken(secret: string): boolean {
  return secret.startsWith('oat_');
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const SECRET = /^(sk_(test|live)_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/**
 * Generates a key secret: `sk_test_` or `sk_live_`, 32 random base62 characters (190 bits) and a base62 CRC-32 of everything
 * before it. The checksum allows rejecting a mistyped or invented key without a look-up.
 */
export function newKeySecret(environment: Environment): string {
  const body = `sk_${environment}_${randomBase62(RANDOM_LENGTH)}`;
  return body + checksum(body);
}

/** Returns the environment of a well-formed secret, or null if its format or checksum is wrong. */
export function environmentOfSecret(secret: string): Environment | null {
  const match = SECRET.exec(secret);
  if (!match?.[1] || checksum(match[1]) !== match[3]) return null;
  return match[2] === 'live' ? 'live' : 'test';
}

/** Returns the parts of a secret shown in its record to distinguish keys. */
export function displayParts(secret: string): { prefix: string; last4: string } {
  return { prefix: secret.slice(0, 'sk_test_'.length + 4), last4: secret.slice(-4) };
}

function randomBase62(length: number): string {
  let text = '';
  // 248 is the largest multiple of 62 below 256. Larger bytes are dropped, so every character is equally likely.
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < 248 && text.length < length) text += ALPHABET.charAt(byte % 62);
    }
  }
  return text;
}

function checksum(text: string): string {
  let remainder = crc32(text);
  let result = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    result = ALPHABET.charAt(remainder % 62) + result;
    remainder = Math.floor(remainder / 62);
  }
  return result;
}

/** Computes the CRC-32 (IEEE 802.3, reflected, as in zlib) of an ASCII text. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
