import type { Environment } from '../env.ts';
import { fromBase64Url, toBase64Url } from '../storage/base64url.ts';
import { parseAthleteId } from '../storage/ids.ts';

/**
 * The kind of an OAuth token: access or refresh. The authorization server's own tokens are `athlete:grant:secret`. On the
 * wire they are `oat_test_…` (access) or `ort_live_…` (refresh) followed by that text in base64url. People and secret
 * scanners recognize them, they are valid bearer tokens (RFC 6750 allows no colon), and they identify their database.
 */
export type TokenKind = 'oat' | 'ort';

const WIRE_TOKEN = /^(oat|ort)_(test|live)_([A-Za-z0-9_-]{1,400})$/;
const RAW_TOKEN = /^(ath_[0-9a-z]+):([A-Za-z0-9_-]+):([A-Za-z0-9_-]+)$/;

export interface RawToken {
  readonly raw: string;
  readonly kind: TokenKind;
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
  // Each token has exactly one spelling. A prefix of the other environment is also rejected.
  if (address === null || address.environment !== match[2] || toWireToken(kind, raw) !== token) return null;
  return { raw, kind, athleteId, grantId, ...address };
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
