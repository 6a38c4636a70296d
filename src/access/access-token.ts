import type { Environment } from '../env.ts';
import { fromBase64Url, toBase64Url } from '../storage/base64url.ts';
import { parseAthleteId } from '../storage/ids.ts';

/**
 * The authorization server's own tokens are `athlete:grant:secret`. On the wire they are `oat_test_…` (access)
 * or `ort_live_…` (refresh) with that text in base64url: they tell what they are to people and secret
 * scanners, are valid bearer tokens (RFC 6750 has no colon), and name the database they are to be looked up in.
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

/** A token of the authorization server as callers see it. Throws where it is not one: that is a bug. */
export function toWireToken(kind: TokenKind, raw: string): string {
  const address = parseAthleteId(athleteOfRawToken(raw));
  if (!address) throw new Error('the authorization server issued a token of an unknown athlete');
  return `${kind}_${address.environment}_${toBase64Url(new TextEncoder().encode(raw))}`;
}

/** What a caller's token names, or null where its form is wrong in any way. Says nothing of its being alive. */
export function fromWireToken(token: string): RawToken | null {
  const match = WIRE_TOKEN.exec(token);
  const bytes = match?.[3] === undefined ? null : fromBase64Url(match[3]);
  if (!match || !bytes) return null;
  const raw = new TextDecoder().decode(bytes);
  const [, athleteId, grantId] = RAW_TOKEN.exec(raw) ?? [];
  if (athleteId === undefined || grantId === undefined) return null;
  const address = parseAthleteId(athleteId);
  const kind = match[1] === 'oat' ? 'oat' : 'ort';
  // One text a token: no second spelling passes, nor one environment's prefix on another's token.
  if (address === null || address.environment !== match[2] || toWireToken(kind, raw) !== token) return null;
  return { raw, kind, athleteId, grantId, ...address };
}

/** Returns whose token this is. Throws if it is not one of the authorization server's: that is a bug. */
export function athleteOfRawToken(raw: string): string {
  const athleteId = RAW_TOKEN.exec(raw)?.[1];
  if (athleteId === undefined) throw new Error('the authorization server issued a token of an unknown form');
  return athleteId;
}

export function isAccessToken(secret: string): boolean {
  return secret.startsWith('oat_');
}
