import type { RequestContext } from '../http/context.ts';
import { protocolError } from '../http/protocol-error.ts';
import { sha256Hex } from '../storage/digest.ts';
import { authorizationServer, serverEnv } from './authorization-server.ts';
import { openSuccessor, sealSuccessor } from './refresh-successor.ts';
import { bodyOf } from './token-answer.ts';
import type { StoredGrant, TokenRecords } from './token-records.ts';

/**
 * Makes of the authorization server's answer to a refresh what rotation allows. The server takes the present token
 * and the one before it, and would give each a successor of its own. Here the present token's successor is written
 * down; the token before it gets the same successor within the grace; and any other token of the grant, or that
 * one later, is a reuse and ends the grant (RFC 9700 §4.14.2).
 */
export async function settleRefresh(
  ctx: RequestContext,
  records: TokenRecords,
  presented: string,
  response: Response,
): Promise<Response> {
  const { client, grant } = records;
  // Another client's attempt says nothing about this grant's own; the server has refused it.
  if (!grant || grant.clientId !== client?.clientId) return response;
  const tokenId = await sha256Hex(presented);
  if (tokenId === grant.refreshTokenId) {
    return response.ok ? rotate(ctx, records, presented, response) : response;
  }
  const successor =
    tokenId === grant.previousRefreshTokenId
      ? await openSuccessor(ctx.env.signingSecret, presented, await records.readSuccessor(grant), ctx.nowMs)
      : null;
  if (successor === null) return endGrant(ctx, grant);
  return response.ok ? repeat(records, successor, response) : response;
}

async function rotate(
  ctx: RequestContext,
  records: TokenRecords,
  presented: string,
  response: Response,
): Promise<Response> {
  const body = await bodyOf(response.clone());
  if (body === null || !('refresh_token' in body)) throw new Error('a refresh answered no refresh token');
  const successor = String(body.refresh_token);
  await records.commitRotation(await sealSuccessor(ctx.env.signingSecret, presented, successor, ctx.nowMs));
  return response;
}

async function repeat(records: TokenRecords, successor: string, response: Response): Promise<Response> {
  const body = await bodyOf(response);
  await records.commitRepetition();
  return new Response(JSON.stringify({ ...body, refresh_token: successor }), response);
}

async function endGrant(ctx: RequestContext, { key }: StoredGrant): Promise<Response> {
  const [, athleteId = '', grantId = ''] = key.split(':');
  const api = authorizationServer(ctx.env.baseUrl).getOAuthApi(serverEnv(ctx));
  await api.revokeGrant(grantId, athleteId);
  return protocolError(
    ctx,
    400,
    'invalid_grant',
    'This refresh token was used before; the connection has ended and the athlete has to connect again',
  );
}
