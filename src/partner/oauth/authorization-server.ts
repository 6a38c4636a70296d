import {
  OAuthAuthorizationServer,
  OAuthError,
  type TokenExchangeCallbackOptions,
} from '@cloudflare/workers-oauth-provider';
import { DAY_MS, machineNowMs, toSeconds } from '#platform/clock.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { addressOf, RESOURCES, type Resource, SCOPES } from '#platform/http/route.ts';
import { isObject } from '#platform/members.ts';
import type { AthleteAddress } from '#platform/storage/ids.ts';
import { recordStore } from './record-store.ts';

const DAY_S = toSeconds(DAY_MS);
const ACCESS_TOKEN_S = 3600;
/** Refresh tokens expire after this long without use. The athlete must then connect again. */
const REFRESH_IDLE_S = 90 * DAY_S;
/** A consent ends after this long, no matter how often its tokens are refreshed. */
const CONSENT_MAX_S = 365 * DAY_S;

/** Facts of the consent behind a grant. The server encrypts them into every token. */
export interface GrantProps {
  readonly connectionId: string;
  /** The keyed hash of the address that consented. The registry lists the consent under it. */
  readonly addressHash: string;
  /** Read from the machine's clock, like the server's own times. */
  readonly consentedAtS: number;
}

interface ServerEnv {
  readonly OAUTH_KV: KVNamespace;
  /** Decides the scopes of a new access token. Only the token endpoint provides it. */
  readonly resolveTokenScopes?: (request: ScopeRequest) => Promise<string[]>;
}

/** The server's request for the scopes of a new access token. */
export type ScopeRequest = Pick<
  TokenExchangeCallbackOptions,
  'grantType' | 'userId' | 'grantId' | 'scope' | 'requestedScope'
> &
  Pick<GrantProps, 'connectionId' | 'addressHash'>;

const servers = new Map<string, OAuthAuthorizationServer<ServerEnv>>();

/**
 * Returns the authorization server of this issuer. It keeps no state between requests, so each isolate needs
 * only one.
 */
export function authorizationServer(baseUrl: string): OAuthAuthorizationServer<ServerEnv> {
  const known = servers.get(baseUrl);
  if (known) return known;
  const server = new OAuthAuthorizationServer<ServerEnv>({
    issuer: baseUrl,
    resources: RESOURCES.map((resource) => addressOf(baseUrl, resource)),
    // The default for authorization requests that name no resource.
    defaultResource: addressOf(baseUrl, 'api'),
    authorizeEndpoint: '/oauth/authorize',
    tokenEndpoint: '/oauth/token',
    scopesSupported: [...SCOPES],
    accessTokenTTL: ACCESS_TOKEN_S,
    refreshTokenTTL: REFRESH_IDLE_S,
    refreshTokenIdleTTL: REFRESH_IDLE_S,
    cookiePrefix: '__Host-musette-',
    tokenExchangeCallback: async ({ props, env, ...request }) => {
      const consent = freshConsent(props);
      const scopes = await env.resolveTokenScopes?.({ ...request, ...consent });
      return scopes === undefined ? undefined : { accessTokenScope: scopes };
    },
    // The request's own log line counts failures. The server's log would repeat client identifiers.
    onError: () => undefined,
  });
  servers.set(baseUrl, server);
  return server;
}

/** Returns the server's environment for one request, which contains only its store. */
export function serverEnv(ctx: RequestContext, databaseAddress: AthleteAddress | null = null): ServerEnv {
  return { OAUTH_KV: recordStore(ctx, databaseAddress) };
}

/** An empty execution context, because the server's endpoints do nothing after their answer. */
export const EMPTY_EXECUTION_CONTEXT = {
  waitUntil: () => undefined,
  passThroughOnException: () => undefined,
  props: {},
} as unknown as ExecutionContext;

/**
 * Copies a request to the issuer's own address and ignores its Host header. Takes the body as an argument, so
 * that a request can be run more than once.
 */
export function requestAtIssuer(
  { method, headers }: Request,
  baseUrl: string,
  { path, body }: { readonly path: string; readonly body: string },
): Request {
  return new Request(new URL(path, baseUrl), { method, headers, body });
}

/** Returns the facts of a consent. Throws the protocol's `invalid_grant` if the consent is too old. */
function freshConsent(props: unknown): Pick<GrantProps, 'connectionId' | 'addressHash'> {
  if (
    typeof props === 'object' &&
    props !== null &&
    'consentedAtS' in props &&
    'connectionId' in props &&
    'addressHash' in props
  ) {
    const isOld = Number(props.consentedAtS) + CONSENT_MAX_S <= toSeconds(machineNowMs());
    if (!isOld) return { connectionId: String(props.connectionId), addressHash: String(props.addressHash) };
  }
  throw new OAuthError('invalid_grant', {
    description: 'The consent has expired; ask the athlete to connect again',
  });
}

/** Returns the authorization server's metadata (RFC 8414), including the revocation endpoint. */
export async function serverMetadata(ctx: RequestContext): Promise<Record<string, unknown>> {
  const { baseUrl } = ctx.env;
  const request = new Request(new URL('/.well-known/oauth-authorization-server', baseUrl));
  const response = await authorizationServer(baseUrl).fetch(request, serverEnv(ctx), EMPTY_EXECUTION_CONTEXT);
  const metadata: Record<string, unknown> = await response.json();
  const methods = ['client_secret_basic', 'client_secret_post', 'none'];
  return {
    ...metadata,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    service_documentation: `${baseUrl}/docs`,
  };
}

/**
 * Returns the metadata of a protected resource (RFC 9728): who grants access to it, and which scopes exist.
 */
export function resourceMetadata(ctx: RequestContext, resource: Resource): Record<string, unknown> {
  const { baseUrl } = ctx.env;
  return {
    resource: addressOf(baseUrl, resource),
    authorization_servers: [baseUrl],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Musette',
    resource_documentation: `${baseUrl}/docs`,
  };
}

/**
 * Reads the parameters of an OAuth request from a query or a form. A parameter without a value counts as
 * omitted (RFC 6749 §3.1, §3.2).
 */
export function readParameters(text: string): URLSearchParams {
  const parameters = new URLSearchParams(text);
  for (const name of new Set(parameters.keys())) {
    if (parameters.getAll(name).every((value) => value === '')) parameters.delete(name);
  }
  return parameters;
}

/**
 * Reads the JSON object of a response from the authorization server, or null for an empty body. Throws on any
 * other JSON.
 */
export async function readJsonObject(response: Response): Promise<object | null> {
  const text = await response.text();
  if (text === '') return null;
  const body: unknown = JSON.parse(text);
  if (!isObject(body)) throw new Error('the authorization server answered JSON that is not an object');
  return body;
}
