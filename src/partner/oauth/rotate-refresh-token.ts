import type { RequestContext } from '#platform/http/context.ts';
import { protocolError } from '#platform/http/failure-format.ts';
import { sha256Hex } from '#platform/storage/digest.ts';
import { authorizationServer, serverEnv } from './authorization-server.ts';
import { readJsonObject } from './messages.ts';
import { decryptSuccessor, encryptSuccessor } from './refresh-successor.ts';
import type { StoredGrant, TokenRecords } from './token-records.ts';

/**
 * Applies refresh token rotation to the authorization server's answer. The server accepts the current refresh
 * token and the previous one, and would give each its own successor. Here the current token's successor is
 * stored, and during the grace period the previous token gets the same successor. Any other token of the
 * grant, or the previous one after the grace period, counts as reuse and revokes the grant (RFC 9700
 * §4.14.2).
 */
export async function rotateRefreshToken(
  ctx: RequestContext,
  records: TokenRecords,
  presented: string,
  response: Response,
): Promise<Response> {
  const { client, grant } = records;
  // An attempt by another client must not affect this grant. The server has rejected it.
  if (!grant || grant.clientId !== client?.clientId) return response;
  const tokenId = await sha256Hex(presented);
  const used = { token: presented, signingSecret: ctx.env.signingSecret, nowMs: ctx.nowMs };
  if (tokenId === grant.refreshTokenId) {
    if (!response.ok) return response;
    const successor = await readRefreshToken(response.clone());
    await records.commitRotation(await encryptSuccessor(used, successor));
    return response;
  }
  const successor =
    tokenId === grant.previousRefreshTokenId
      ? await decryptSuccessor(used, await records.readSuccessor(grant))
      : null;
  if (successor === null) return revokeReusedGrant(ctx, grant);
  return response.ok ? repeatSuccessor(records, successor, response) : response;
}

async function readRefreshToken(response: Response): Promise<string> {
  const body = await readJsonObject(response);
  if (body === null || !('refresh_token' in body)) {
    throw new Error('the authorization server answered a refresh without a refresh token');
  }
  return String(body.refresh_token);
}

async function repeatSuccessor(
  records: TokenRecords,
  successor: string,
  response: Response,
): Promise<Response> {
  const body = await readJsonObject(response);
  await records.commitRepeatedRefresh();
  return new Response(JSON.stringify({ ...body, refresh_token: successor }), response);
}

async function revokeReusedGrant(ctx: RequestContext, { key }: StoredGrant): Promise<Response> {
  const [, athleteId = '', grantId = ''] = key.split(':');
  const api = authorizationServer(ctx.env.baseUrl).getOAuthApi(serverEnv(ctx));
  await api.revokeGrant(grantId, athleteId);
  return protocolError(
    ctx,
    400,
    'invalid_grant',
    'This refresh token was used before, so the connection has ended; ask the athlete to connect again',
  );
}
