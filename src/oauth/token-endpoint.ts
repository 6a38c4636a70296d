import { athleteOfRawToken, fromWireToken, toWireToken } from '../access/access-token.ts';
import { isOverAddressLimit } from '../guards/address-limit.ts';
import type { RequestContext } from '../http/context.ts';
import { protocolError } from '../http/protocol-error.ts';
import { atIssuer, authorizationServer, NO_EXECUTION, serverEnv } from './authorization-server.ts';
import { decideScopes, type TokenDecision } from './decide-scopes.ts';
import { StoreConflict } from './record-store.ts';
import { settleRefresh } from './settle-refresh.ts';
import { bodyOf } from './token-answer.ts';
import { TokenRecords } from './token-records.ts';

/** How often a request that lost a race is run again; the second time it sees what the winner wrote. */
const ATTEMPTS_MAX = 3;
const ADDRESS_RETRY_SECONDS = '60';
/** What no token of the server looks like: stands for every text that is no token of ours. */
const NO_TOKEN = 'none';
/** RFC 9110 §15.5.2: a 401 tells how to authenticate, to a client too that tried in the form or not at all. */
const CLIENT_CHALLENGE = 'Basic realm="Musette", charset="UTF-8"';

/**
 * Exchanges a code or refreshes (RFC 6749 §4.1.3, §6). The authorization server does the protocol; here its
 * tokens get the form that the wire has, and a race for one code or one refresh token is settled.
 */
export async function exchangeToken(ctx: RequestContext, request: Request, form: string): Promise<Response> {
  const fields = new URLSearchParams(form);
  // Without this the server's one endpoint would take a `token` for a revocation.
  if (!fields.has('grant_type')) fields.delete('token');
  unwrapField(fields, 'refresh_token');
  return answer(ctx, request, fields);
}

/** Revokes a token (RFC 7009): an access token alone, a refresh token with all of its grant. */
export async function revokeToken(ctx: RequestContext, request: Request, form: string): Promise<Response> {
  const fields = new URLSearchParams(form);
  if (!fields.get('token'))
    return protocolError(ctx, 400, 'invalid_request', 'The token parameter is required');
  fields.delete('grant_type');
  unwrapField(fields, 'token');
  return answer(ctx, request, fields);
}

async function answer(ctx: RequestContext, request: Request, fields: URLSearchParams): Promise<Response> {
  const response = await settleRace(ctx, request, fields);
  if (
    response.status === 401 &&
    (await isOverAddressLimit(ctx.env.failedAuthentications, addressOf(request)))
  ) {
    return protocolError(ctx, 429, 'temporarily_unavailable', 'Too many failed authentications', {
      'Retry-After': ADDRESS_RETRY_SECONDS,
    });
  }
  return inWireForm(ctx, response);
}

/**
 * Of any number of requests with one code, or a first use of one refresh token, the store lets one write. A loser
 * is run again: it now sees a code that was used, which revokes the grant (RFC 6749 §4.1.2), or a refresh token
 * that was used just now, which has the winner's successor.
 */
async function settleRace(ctx: RequestContext, request: Request, fields: URLSearchParams): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runProtocol(ctx, request, fields);
    } catch (cause) {
      if (!(cause instanceof StoreConflict)) throw cause;
      if (attempt < ATTEMPTS_MAX) continue;
      return protocolError(
        ctx,
        429,
        'temporarily_unavailable',
        'Another request is using this token; read your stored tokens again, then retry',
        { 'Retry-After': '1' },
      );
    }
  }
}

async function runProtocol(
  ctx: RequestContext,
  request: Request,
  fields: URLSearchParams,
): Promise<Response> {
  const { baseUrl } = ctx.env;
  const again = atIssuer(request, baseUrl, '/oauth/token', fields.toString());
  const server = authorizationServer(baseUrl);
  const grantType = fields.get('grant_type');
  if (grantType === null) return server.fetch(again, serverEnv(ctx), NO_EXECUTION);
  const records = new TokenRecords(ctx);
  const decided: { last: TokenDecision | null } = { last: null };
  const response = await server.fetch(
    again,
    {
      OAUTH_KV: records.namespace(),
      decideScopes: async (question) => {
        decided.last = await decideScopes(ctx, records, fields, question);
        return decided.last.scopes;
      },
    },
    NO_EXECUTION,
  );
  if (grantType === 'refresh_token') {
    return settleRefresh(ctx, records, fields.get('refresh_token') ?? '', response);
  }
  if (response.ok) {
    const redemption = decided.last?.redemption;
    if (!redemption) throw new Error('a code was exchanged that no decision was asked for');
    await records.commitRedemption(redemption);
  }
  return response;
}

/** Tokens of a success in their wire form, and none of the server's own headers for browsers. */
async function inWireForm(ctx: RequestContext, response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  for (const name of [...headers.keys()]) {
    if (name.startsWith('access-control-') || name === 'vary') headers.delete(name);
  }
  if (response.status === 401 && !headers.has('WWW-Authenticate')) {
    headers.set('WWW-Authenticate', CLIENT_CHALLENGE);
  }
  const body = await bodyOf(response);
  if (body === null) return new Response(null, { status: response.status, headers });
  if (!response.ok) ctx.log.errorCode = 'error' in body ? String(body.error) : null;
  return new Response(JSON.stringify(withWireTokens(body)), { status: response.status, headers });
}

/** The tokens as the wire has them, with the athlete they are about. */
function withWireTokens(body: object): object {
  return {
    ...body,
    ...('access_token' in body
      ? {
          access_token: toWireToken('oat', String(body.access_token)),
          athlete_id: athleteOfRawToken(String(body.access_token)),
        }
      : {}),
    ...('refresh_token' in body ? { refresh_token: toWireToken('ort', String(body.refresh_token)) } : {}),
  };
}

/** Repeated fields are left alone: refusing them is the server's. */
function unwrapField(fields: URLSearchParams, name: string): void {
  const values = fields.getAll(name);
  if (values.length === 1) fields.set(name, fromWireToken(values[0] ?? '')?.raw ?? NO_TOKEN);
}

function addressOf(request: Request): string | undefined {
  return request.headers.get('cf-connecting-ip') ?? undefined;
}
