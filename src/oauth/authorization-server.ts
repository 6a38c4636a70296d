import {
  OAuthAuthorizationServer,
  OAuthError,
  type TokenExchangeCallbackOptions,
} from '@cloudflare/workers-oauth-provider';
import { DAY_MS, machineNowMs, toSeconds } from '../clock.ts';
import type { RequestContext } from '../http/context.ts';
import { SCOPES } from '../http/route.ts';
import type { AthleteAddress } from '../storage/ids.ts';
import { recordStore } from './record-store.ts';

const DAY_S = toSeconds(DAY_MS);
export const ACCESS_TOKEN_S = 3600;
/** A connection that is not used for this long has to be made again. */
const REFRESH_IDLE_S = 90 * DAY_S;
/** However often it is refreshed, after this long the athlete is asked again. */
const CONSENT_MAX_S = 365 * DAY_S;

/** What a grant remembers of its consent; sealed by the server inside every token. */
export interface GrantProps {
  readonly connectionId: string;
  /** By the machine's clock, as the server's own times are. */
  readonly consentedAtS: number;
}

interface ServerEnv {
  readonly OAUTH_KV: KVNamespace;
  /** Asked by the server for the scopes of a new access token; only the token endpoint brings it. */
  readonly decideScopes?: (question: ScopeQuestion) => Promise<string[]>;
}

export type ScopeQuestion = Pick<
  TokenExchangeCallbackOptions,
  'grantType' | 'userId' | 'grantId' | 'scope' | 'requestedScope'
> & { readonly connectionId: string };

const servers = new Map<string, OAuthAuthorizationServer<ServerEnv>>();

/** The protocol engine of this issuer. Holds no state of requests, so one an isolate is enough. */
export function authorizationServer(baseUrl: string): OAuthAuthorizationServer<ServerEnv> {
  const known = servers.get(baseUrl);
  if (known) return known;
  const server = new OAuthAuthorizationServer<ServerEnv>({
    issuer: baseUrl,
    resources: [baseUrl],
    defaultResource: baseUrl,
    authorizeEndpoint: '/oauth/authorize',
    tokenEndpoint: '/oauth/token',
    scopesSupported: [...SCOPES],
    accessTokenTTL: ACCESS_TOKEN_S,
    refreshTokenTTL: REFRESH_IDLE_S,
    refreshTokenIdleTTL: REFRESH_IDLE_S,
    cookiePrefix: '__Host-musette-',
    tokenExchangeCallback: async ({ props, env, ...question }) => {
      const connectionId = refuseOldConsent(props);
      const scopes = await env.decideScopes?.({ ...question, connectionId });
      return scopes === undefined ? undefined : { accessTokenScope: scopes };
    },
    // Failures are counted in the request's own log line; the server's would repeat client identifiers.
    onError: () => undefined,
  });
  servers.set(baseUrl, server);
  return server;
}

/** The server's environment for one request: its store, and nothing else of ours. */
export function serverEnv(ctx: RequestContext, home: AthleteAddress | null = null): ServerEnv {
  return { OAUTH_KV: recordStore(ctx, home) };
}

/** The server's endpoints do nothing after their answer, so they are given nothing to do it with. */
export const NO_EXECUTION = {
  waitUntil: () => undefined,
  passThroughOnException: () => undefined,
  props: {},
} as unknown as ExecutionContext;

/**
 * The request as the server must see it: at the issuer's own address, whatever the Host header said. The body
 * is given, not taken, so that a request can be tried again.
 */
export function atIssuer(request: Request, baseUrl: string, path?: string, body?: string): Request {
  const { pathname, search } = new URL(request.url);
  const url = new URL((path ?? pathname) + (path === undefined ? search : ''), baseUrl);
  return new Request(url, {
    method: request.method,
    headers: request.headers,
    ...(body === undefined ? {} : { body }),
  });
}

/** Returns the connection of a consent. Throws the protocol's own refusal if the consent is too old. */
function refuseOldConsent(props: unknown): string {
  if (typeof props === 'object' && props !== null && 'consentedAtS' in props && 'connectionId' in props) {
    const isOld = Number(props.consentedAtS) + CONSENT_MAX_S <= toSeconds(machineNowMs());
    if (!isOld) return String(props.connectionId);
  }
  throw new OAuthError('invalid_grant', { description: 'The consent has ended; ask the athlete again' });
}
