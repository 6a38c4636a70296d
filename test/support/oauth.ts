import { drizzle } from 'drizzle-orm/d1';
import * as oauth from 'oauth4webapi';
import { expect } from 'vitest';
import { SCOPES, type Scope } from '#platform/http/route.ts';
import { connections, oauthRecords } from '#platform/storage/athlete-schema.ts';
import { newId } from '#platform/storage/ids.ts';
import openApiDocument from '../../src/openapi.json' with { type: 'json' };
import { Browser, codeFor, fieldOf, plainFetch, tickedScopes } from './browser.ts';
import { BASE, call } from './client.ts';
import type { Identifiers } from './route-calls.ts';
import { TEST_HOME } from './shards.ts';

export const CALLBACK = 'https://platform.example/oauth/callback';

export interface TestClient {
  readonly client: oauth.Client;
  readonly secret: string;
  readonly auth: oauth.ClientAuth;
}

/** Connects oauth4webapi to the Worker under test, with bindings that replace those of the test environment. */
export function through(bindings: Partial<Cloudflare.Env>) {
  return {
    [oauth.customFetch]: (url: string, options: oauth.CustomFetchOptions<string, unknown>) =>
      plainFetch(url, options as RequestInit, bindings),
  };
}

export const toWorker = through({});

export async function discover(): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(BASE);
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...toWorker });
  return oauth.processDiscoveryResponse(issuer, response);
}

export async function makeClient(
  key: string,
  options: {
    readonly scopes?: readonly Scope[];
    readonly redirectUris?: readonly string[];
    readonly isPublic?: boolean;
    readonly bindings?: Partial<Cloudflare.Env>;
  } = {},
): Promise<TestClient> {
  const reply = await call('POST', '/v1/oauth/clients', {
    key,
    bindings: options.bindings ?? {},
    body: {
      name: 'Sample Platform & "friends"',
      redirect_uris: options.redirectUris ?? [CALLBACK],
      allowed_scopes: options.scopes ?? SCOPES,
      ...(options.isPublic ? { public: true } : {}),
    },
  });
  const secret: string = reply.json.client_secret ?? '';
  return {
    client: { client_id: reply.json.client_id },
    secret,
    auth: options.isPublic ? oauth.None() : oauth.ClientSecretBasic(secret),
  };
}

export interface Flow {
  readonly verifier: string;
  readonly state: string;
  readonly query: string;
}

/** A fresh authorization request; `changes` replaces parameters, or drops them where null. */
export async function newFlow(
  { client }: TestClient,
  scope: string,
  changes: Readonly<Record<string, string | null>> = {},
): Promise<Flow> {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const parameters: Record<string, string | null> = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: CALLBACK,
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...changes,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== null) query.set(name, value);
  return { verifier, state, query: query.toString() };
}

/** Signs a browser in on its way to an authorization request; ends on the consent page. */
export async function signIn(browser: Browser, flow: Flow, email: string): Promise<string> {
  const page = await browser.get(`/oauth/authorize?${flow.query}`);
  await browser.post('/oauth/login/start', [
    ['authorization_query', fieldOf(page.html, 'authorization_query')],
    ['email', email],
  ]);
  const verified = await browser.post('/oauth/login/verify', [
    ['code', await codeFor(email.toLowerCase().trim())],
  ]);
  const consent = await browser.get(verified.location ?? '');
  return consent.html;
}

/** Answers a consent page, with all of its boxes or with those given. */
export async function decide(
  browser: Browser,
  consentHtml: string,
  decision: 'allow' | 'deny',
  scopes: readonly string[] = tickedScopes(consentHtml),
): Promise<URL> {
  const reply = await browser.post('/oauth/authorize', [
    ['handle', fieldOf(consentHtml, 'handle')],
    ['record', fieldOf(consentHtml, 'record')],
    ['seal', fieldOf(consentHtml, 'seal')],
    ...scopes.map((scope) => ['scope', scope] as const),
    ['decision', decision],
  ]);
  if (reply.location === null)
    throw new Error(`the consent was answered with ${reply.status}: ${reply.html}`);
  return new URL(reply.location);
}

/** Sends a faulty request from a browser that nobody is signed in to, and returns where the button of its page leads. */
export async function wayBack(query: string): Promise<URL> {
  const reply = await new Browser().get(`/oauth/authorize?${query}`);
  expect([reply.status, reply.location]).toEqual([400, null]);
  const href = /<a class="button" href="([^"]+)"/.exec(reply.html)?.[1] ?? '';
  return new URL(href.replaceAll('&amp;', '&'));
}

export interface Grant {
  readonly flow: Flow;
  readonly callback: URLSearchParams;
}

/** Sign-in and consent, up to the code; checked by the strict client. */
export async function authorize(
  as: oauth.AuthorizationServer,
  client: TestClient,
  options: {
    readonly email?: string;
    readonly scope?: string;
    readonly resource?: string;
    readonly allow?: readonly string[];
    readonly browser?: Browser;
  } = {},
): Promise<Grant> {
  const browser = options.browser ?? new Browser();
  const flow = await newFlow(client, options.scope ?? 'profile:read activities:read', {
    resource: options.resource ?? null,
  });
  const consent = await signIn(browser, flow, options.email ?? newEmail());
  const location = await decide(browser, consent, 'allow', options.allow ?? tickedScopes(consent));
  return { flow, callback: oauth.validateAuthResponse(as, client.client, location, flow.state) };
}

export async function exchange(
  as: oauth.AuthorizationServer,
  client: TestClient,
  grant: Grant,
  bindings: Partial<Cloudflare.Env> = {},
): Promise<oauth.TokenEndpointResponse> {
  const response = await exchangeResponse(as, client, grant, { bindings });
  return oauth.processAuthorizationCodeResponse(as, client.client, response);
}

interface ExchangeChanges {
  readonly verifier?: string;
  readonly redirectUri?: string;
  readonly auth?: oauth.ClientAuth;
  readonly bindings?: Partial<Cloudflare.Env>;
}

export function exchangeResponse(
  as: oauth.AuthorizationServer,
  client: TestClient,
  grant: Grant,
  changes: ExchangeChanges = {},
): Promise<Response> {
  return oauth.authorizationCodeGrantRequest(
    as,
    client.client,
    changes.auth ?? client.auth,
    grant.callback,
    changes.redirectUri ?? CALLBACK,
    changes.verifier ?? grant.flow.verifier,
    through(changes.bindings ?? {}),
  );
}

/** A whole connection: sign-in, consent, exchange. */
export async function connect(
  as: oauth.AuthorizationServer,
  client: TestClient,
  options: Parameters<typeof authorize>[2] & { readonly bindings?: Partial<Cloudflare.Env> } = {},
): Promise<{ readonly accessToken: string; readonly refreshToken: string; readonly scope: string }> {
  const tokens = await exchange(as, client, await authorize(as, client, options), options.bindings);
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? '',
    scope: tokens.scope ?? '',
  };
}

let emails = 0;

export function newEmail(): string {
  emails += 1;
  return `athlete-${emails}-${crypto.randomUUID()}@example.test`;
}

/** The error of a token endpoint's answer, with its status, which is in the OpenAPI document. */
export async function tokenError(response: Response): Promise<[number, string]> {
  expect(openApiDocument.paths['/oauth/token'].post.responses).toHaveProperty([String(response.status)]);
  const body: { error?: string } = await response.json();
  return [response.status, body.error ?? ''];
}

/**
 * An athlete's consent to a client with a grant and a token, written as the protocol leaves them but without its
 * dozen requests: for tests that make hundreds. The token's secret exists nowhere.
 */
export async function connectDirectly(ids: Identifiers, scopes: readonly string[]): Promise<string> {
  const { athlete_id: athleteId = '', partner_id: partnerId = '', client_id: clientId = '' } = ids;
  const now = Date.now();
  const db = drizzle(TEST_HOME);
  const id = newId('con', now);
  const dates = { createdAt: now, connectedAt: now };
  await db.batch([
    db
      .insert(connections)
      .values({ id, athleteId, partnerId, clientId, scopes: [...scopes], grantId: 'grant', ...dates }),
    db.insert(oauthRecords).values({ key: `grant:${athleteId}:grant`, value: '{}', athleteId }),
    db.insert(oauthRecords).values({ key: `token:${athleteId}:grant:token`, value: '{}', athleteId }),
  ]);
  return id;
}
