import type { HonoRequest } from 'hono';
import type { RequestContext } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { challenge } from '../http/scopes.ts';
import { sha256Hex } from '../storage/digest.ts';
import type { KeyRecord } from '../storage/key-projection.ts';
import type { AccessGrant, VerifyAccessToken } from './access-grant.ts';
import { isAccessToken } from './access-token.ts';
import { refuseAddress } from './failed-attempts.ts';
import { findKey } from './find-key.ts';
import { environmentOfSecret } from './key-secret.ts';

/** The headers that say who is calling, and from which address. */
export interface Credentials {
  readonly authorization: string | undefined;
  readonly address: string | undefined;
}

export function credentialsOf(req: HonoRequest): Credentials {
  return { authorization: req.header('authorization'), address: req.header('cf-connecting-ip') };
}

/**
 * Returns the key record or the athlete's grant that the Authorization header names, or its refusal. Checks
 * form and checksum before it looks anything up. The record may be two minutes old: `admit` then asks the
 * key's guard, which is always current.
 */
export async function authenticate(
  ctx: RequestContext,
  { authorization, address }: Credentials,
  verifyAccessToken: VerifyAccessToken,
): Promise<KeyRecord | AccessGrant | Failure> {
  if (authorization === undefined || authorization.trim() === '') return fail('missing_authorization');
  const secret = bearerOf(authorization);
  if (secret === undefined) return refuseAddress(ctx, address, notBearer());
  if (isAccessToken(secret)) {
    const grant = await verifyAccessToken(ctx, secret);
    return grant ? identifyInLog(ctx, grant) : refuseToken(ctx, address);
  }
  if (environmentOfSecret(secret) === null) return refuseAddress(ctx, address, fail('invalid_api_key'));
  return findKey(ctx, await sha256Hex(secret), address);
}

/**
 * Returns the access token of the Authorization header; null if the header holds another credential or none.
 */
export function accessTokenOf({ authorization }: Credentials): string | null {
  const secret = bearerOf(authorization ?? '');
  return secret !== undefined && isAccessToken(secret) ? secret : null;
}

function bearerOf(authorization: string): string | undefined {
  return /^Bearer +(\S+)\s*$/i.exec(authorization)?.[1];
}

/**
 * Returns the refusal of a header that is not one bearer credential. Does not repeat any part of it, because
 * it may hold a secret.
 */
export function notBearer(): Failure {
  return fail('invalid_api_key', {
    message: 'The Authorization header must be the word Bearer, a space and the API key, and nothing else.',
  });
}

function identifyInLog(ctx: RequestContext, grant: AccessGrant): AccessGrant {
  ctx.log.partnerId = grant.partnerId;
  ctx.log.keyId = grant.connectionId;
  ctx.log.environment = grant.environment;
  return grant;
}

function refuseToken(ctx: RequestContext, address: string | undefined): Promise<Failure> {
  const headers = { 'WWW-Authenticate': challenge('invalid_token') };
  return refuseAddress(ctx, address, fail('invalid_token', { headers }));
}
