import type { RequestContext } from '#platform/http/context.ts';
import { toBase64Url } from '#platform/storage/base64url.ts';
import { equalInConstantTime, sha256Hex } from '#platform/storage/digest.ts';
import { REPEAT_MS, type StoredRedemption, type TokenRecords } from './token-records.ts';

/** The credentials of the client in a request at the token endpoint. */
interface Credentials {
  /** Null if the request names no client readably. */
  readonly clientId: string | null;
  /** Null if it presents no secret. */
  readonly secret: string | null;
}

/**
 * Returns whether a code is a harmless repetition: presented again within 10 seconds, by the client that exchanged it,
 * with the right verifier. It is refused and revokes nothing. Any other presentation of a used code (later, by another
 * client, without authentication or with another verifier) means that the code has leaked, so its grant is revoked here
 * (RFC 6749 §4.1.2); the authorization server then answers.
 *
 * Runs before the authorization server, which revokes a grant for every used code, and never for a code that another
 * client presents.
 */
export async function isRepeatedCode(
  ctx: RequestContext,
  records: TokenRecords,
  credentials: Credentials,
  fields: URLSearchParams,
): Promise<boolean> {
  const found = await records.readRedemption();
  if (!found?.grant.isCodeUsed || found.grant.codeHash !== (await sha256Hex(fields.get('code') ?? ''))) {
    return false;
  }
  const { grant, redemption } = found;
  const isHarmless =
    grant.clientId === credentials.clientId &&
    (await isRightVerifier(ctx, redemption, fields.get('code_verifier') ?? '')) &&
    (await isAuthenticated(records, grant.clientId, credentials.secret));
  if (!isHarmless) await records.revokeGrant(grant);
  return isHarmless;
}

async function isRightVerifier(
  ctx: RequestContext,
  redemption: StoredRedemption | null,
  verifier: string,
): Promise<boolean> {
  if (redemption === null || ctx.nowMs >= redemption.redeemedAtMs + REPEAT_MS) return false;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return equalInConstantTime(toBase64Url(new Uint8Array(digest)), redemption.codeChallenge);
}

/**
 * Returns whether a client proves who it is. A public client has no secret: the right verifier, 256 random bits that
 * never leave the instance which requested the code, proves that instance.
 */
async function isAuthenticated(
  records: TokenRecords,
  clientId: string,
  secret: string | null,
): Promise<boolean> {
  const client = await records.readClient(clientId);
  if (client?.isPublic) return secret === null;
  if (!client || secret === null) return false;
  return equalInConstantTime(await sha256Hex(secret), client.secretHash);
}

/** Reads what a request presents as its client. The authorization server verifies it. */
export function readCredentials(request: Request, fields: URLSearchParams): Credentials {
  const [, basic] = /^Basic +([A-Za-z0-9+/=]+)\s*$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  if (basic === undefined) {
    return { clientId: fields.get('client_id'), secret: fields.get('client_secret') || null };
  }
  try {
    const [, clientId = '', secret = ''] = /^([^:]*):?(.*)$/s.exec(atob(basic)) ?? [];
    return { clientId: decodeURIComponent(clientId), secret: decodeURIComponent(secret) };
  } catch {
    return { clientId: null, secret: null };
  }
}
