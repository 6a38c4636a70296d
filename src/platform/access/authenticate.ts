import type { HonoRequest } from 'hono';
import type { RequestContext } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { equalInConstantTime, sha256Hex } from '../storage/cryptography.ts';
import type { KeyRecord } from '../storage/key-projection.ts';
import { environmentOfSecret, fromWireToken, isAccessToken } from './credentials.ts';
import { refuseAddress } from './failed-attempts.ts';
import { findGrant, refuseToken, type TokenCaller, type VerifyAccessToken } from './find-grant.ts';
import { findKey } from './find-key.ts';

/** The headers that identify the caller and its address. */
export interface Credentials {
  readonly authorization: string | undefined;
  readonly address: string | undefined;
}

export function credentialsOf(req: HonoRequest): Credentials {
  return { authorization: req.header('authorization'), address: req.header('cf-connecting-ip') };
}

/**
 * Rejects an Authorization header that is missing, malformed or has a wrong checksum, without any look-up. Null if its key or
 * token may exist.
 */
export async function refuseMalformed(
  ctx: RequestContext,
  { authorization, address }: Credentials,
): Promise<Failure | null> {
  if (authorization === undefined || authorization.trim() === '') return fail('missing_authorization');
  const secret = bearerOf(authorization);
  if (secret === undefined) return refuseAddress(ctx, address, notBearer());
  if (isAccessToken(secret)) return fromWireToken(secret) === null ? refuseToken(ctx, address) : null;
  return environmentOfSecret(secret) === null ? refuseAddress(ctx, address, fail('invalid_api_key')) : null;
}

/**
 * Returns the key record or athlete's grant for the Authorization header, or a failure. Checks format and checksum before
 * any look-up. The record may be two minutes old, and a recalled grant older; `admit` then asks the key's guard or the
 * token's database, which are always current.
 */
export async function authenticate(
  ctx: RequestContext,
  credentials: Credentials,
  tokens: { readonly verifyAccessToken: VerifyAccessToken; readonly mayRecall: boolean },
): Promise<KeyRecord | TokenCaller | Failure> {
  const malformed = await refuseMalformed(ctx, credentials);
  if (malformed) return malformed;
  const { authorization = '', address } = credentials;
  const secret = bearerOf(authorization) ?? '';
  if (isAccessToken(secret)) return findGrant(ctx, secret, { address, ...tokens });
  return findKey(ctx, await sha256Hex(secret), address);
}

/**
 * Rejects every caller except the service's operator. Null means accepted. Without a configured operator token, the
 * operator API does not exist and its routes return 404 like unknown ones.
 */
export async function authenticateOperator(
  ctx: RequestContext,
  { authorization, address }: Credentials,
): Promise<Failure | null> {
  if (ctx.env.operatorToken === null) return fail('route_not_found');
  if (authorization === undefined || authorization.trim() === '') return fail('missing_authorization');
  // The operator may choose any token, including one with spaces.
  const token = /^Bearer +(.*\S)\s*$/i.exec(authorization)?.[1];
  if (token === undefined) return refuseAddress(ctx, address, notBearer());
  if (await equalInConstantTime(token, ctx.env.operatorToken)) return null;
  return refuseAddress(ctx, address, fail('invalid_api_key'));
}

function bearerOf(authorization: string): string | undefined {
  return /^Bearer +(\S+)\s*$/i.exec(authorization)?.[1];
}

/**
 * Returns the failure for a header that is not a single bearer credential. Does not quote it, because it may contain a
 * secret.
 */
function notBearer(): Failure {
  return fail('invalid_api_key', {
    message: 'The Authorization header must be exactly `Bearer`, a space and the API key.',
  });
}
