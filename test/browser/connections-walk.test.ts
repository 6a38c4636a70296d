import { createServer, type Server } from 'node:http';
import {
  type OAuthClientProvider,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import * as oauth from 'oauth4webapi';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TOOLS } from '#delivery/agents/tools.ts';
import { failureOf, newAssistant, REVISIONS, type Revision, use } from '../support/assistant-calls.ts';
import { listen } from '../support/processes.ts';
import { inspect, isInstalled, startWalk } from './chromium.ts';

/** The athlete's side in one sandbox: a platform that is connected, and an assistant that finds its way by itself. */

const insecure = { [oauth.allowInsecureRequests]: true };

const SCOPES = [
  'activities:read',
  'activities:write',
  'prescriptions:read',
  'prescriptions:create',
  'products:read',
  'feedback:write',
  'profile:read',
] as const;

/** The state of an assistant on an athlete's machine: no secret, one verifier, the tokens. */
class LocalAssistant implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadata;
  readonly #clientId: string;
  readonly #state = crypto.randomUUID();
  authorizationUrl: URL | null = null;
  #verifier = '';
  saved: StoredOAuthTokens | undefined;

  constructor(clientId: string, redirectUrl: string, scopes: readonly string[]) {
    this.#clientId = clientId;
    this.redirectUrl = redirectUrl;
    this.clientMetadata = {
      redirect_uris: [redirectUrl],
      token_endpoint_auth_method: 'none',
      scope: scopes.join(' '),
    };
  }
  state = () => this.#state;
  clientInformation = () => ({ client_id: this.#clientId });
  tokens = () => this.saved;
  saveTokens = (tokens: StoredOAuthTokens) => {
    this.saved = tokens;
  };
  redirectToAuthorization = (url: URL) => {
    this.authorizationUrl = url;
  };
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  codeVerifier = () => this.#verifier;
  /** Forgets tokens that the service says are void, as the client asks of those who keep them. */
  invalidateCredentials = (scope: string) => {
    if (scope === 'tokens') this.saved = undefined;
  };
}

describe.skipIf(!isInstalled)('connections', () => {
  const walk = startWalk();
  /** A platform's or an assistant's side, where the athlete comes back to. */
  let server: Server;
  let callbackUrl: string;
  let arrived: ReturnType<typeof Promise.withResolvers<URL>>;

  beforeAll(async () => {
    server = createServer((req, res) => {
      const url = new URL(req.url ?? '/', callbackUrl);
      if (url.pathname === '/callback') {
        arrived.resolve(url);
        // Platforms send the browser on from their callback; the page's policy must let that through too.
        res.writeHead(302, { location: '/connected' }).end();
        return;
      }
      res.writeHead(200, { 'content-type': 'text/html' }).end('<title>Platform</title><h1>Connected</h1>');
    });
    callbackUrl = `http://127.0.0.1:${await listen(server)}/callback`;
  });
  beforeEach(() => {
    arrived = Promise.withResolvers<URL>();
  });
  afterAll(() => server?.close());

  /** Opens a page, and lists the errors of its console. */
  async function open(address: string) {
    const context = await walk.browser.newContext({ viewport: { width: 900, height: 900 } });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(address);
    return { context, page, complaints };
  }

  describe('an athlete in Chromium', () => {
    test('signs in, allows, comes back to the platform, is read with the token, and disconnects', async () => {
      const { codeFor, send } = walk.sandbox;
      const made = await send('POST', '/v1/oauth/clients', {
        name: 'Sample Training Platform',
        redirect_uris: [callbackUrl],
        allowed_scopes: ['profile:read', 'activities:read', 'activities:write', 'prescriptions:read'],
      });
      const email = 'rider@example.test';
      const athlete = await send('POST', '/v1/athletes', { email, name: 'A rider' });
      const issuer = new URL(walk.sandbox.baseUrl);
      const as = await oauth.processDiscoveryResponse(
        issuer,
        await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
      );
      const client: oauth.Client = { client_id: made.client_id };
      const verifier = oauth.generateRandomCodeVerifier();
      const state = oauth.generateRandomState();
      const authorization = new URL(as.authorization_endpoint ?? '');
      authorization.search = new URLSearchParams({
        response_type: 'code',
        client_id: made.client_id,
        redirect_uri: callbackUrl,
        scope: 'profile:read activities:read prescriptions:read',
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).toString();

      const { context, page, complaints } = await open(authorization.href);
      await inspect(page, '1-sign-in');
      // The keyboard alone, from the first field to the last button.
      await page.getByLabel('Email address').focus();
      await page.keyboard.type(` ${email.toUpperCase()}`);
      await page.keyboard.press('Enter');
      await page.getByLabel('Code', { exact: true }).waitFor();
      await inspect(page, '2-code');

      const outbox = await context.newPage();
      await outbox.goto(`${walk.sandbox.baseUrl}/dev/outbox`);
      await inspect(outbox, '3-outbox');
      const code = await codeFor(email);
      await page.bringToFront();
      await page.getByLabel('Code', { exact: true }).focus();
      await page.keyboard.type(code === '000000' ? '000001' : '000000');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      await inspect(page, '4-wrong-code');
      // The browser says 422 on its console; that is no complaint about the page.
      complaints.length = 0;
      await page.getByLabel('Code', { exact: true }).focus();
      await page.keyboard.type(`${code.slice(0, 3)} ${code.slice(3)}`);
      await page.keyboard.press('Enter');

      await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
      await inspect(page, '5-consent');
      await page.getByRole('checkbox', { name: /See your activities/ }).focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      const focused = await page.evaluate<string>('document.activeElement.textContent');
      expect(focused.trim()).toBe('Allow');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Connected' }).waitFor();
      expect(complaints).toEqual([]);

      const callback = oauth.validateAuthResponse(as, client, await arrived.promise, state);
      const tokens = await oauth.processAuthorizationCodeResponse(
        as,
        client,
        await oauth.authorizationCodeGrantRequest(
          as,
          client,
          oauth.ClientSecretBasic(made.client_secret),
          callback,
          callbackUrl,
          verifier,
          insecure,
        ),
      );
      expect(tokens.scope).toBe('profile:read prescriptions:read');
      const readMe = () => send('GET', '/v1/me', undefined, tokens.access_token);
      expect(await readMe()).toMatchObject({ id: athlete.id, name: 'A rider' });

      await page.goto(`${walk.sandbox.baseUrl}/account/connections`);
      await inspect(page, '6-connections');
      await page.getByRole('button', { name: 'Disconnect Sample Training Platform' }).click();
      await page.getByRole('status').waitFor();
      await inspect(page, '7-disconnected');
      await expect(readMe()).rejects.toThrow('GET /v1/me: 401');

      await page.goto(`${walk.sandbox.baseUrl}/oauth/authorize?client_id=unknown`);
      await inspect(page, '8-unknown-client');

      const unknown = await page.goto(`${walk.sandbox.baseUrl}/unknown`);
      expect(unknown?.status()).toBe(404);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      await inspect(page, '9-unknown-url');

      // A stranger floods the mailbox; the browser that has proved it is not locked out.
      const connections = `${walk.sandbox.baseUrl}/account/connections`;
      const { context: stranger, page: flood } = await open(connections);
      const ask = async (asking: Page) => {
        await asking.goto(connections);
        await asking.getByLabel('Email address').fill(email);
        await asking.keyboard.press('Enter');
        await asking.getByRole('heading', { name: /code/ }).waitFor();
      };
      for (let asked = 0; asked < 6; asked++) await ask(flood);
      await flood.getByRole('heading', { name: 'No code was sent' }).waitFor();
      await inspect(flood, '10-no-code-was-sent');
      await stranger.close();
      await context.clearCookies({ name: '__Host-musette-session' });
      await ask(page);
      await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
      await context.close();
    }, 240_000);
  });

  describe('an assistant that an athlete connects in Chromium', () => {
    const newTransport = (authProvider: OAuthClientProvider) =>
      new StreamableHTTPClientTransport(new URL(`${walk.sandbox.baseUrl}/mcp`), { authProvider });

    /** Signs the athlete in and allows everything but the boxes named. */
    async function consent(
      authorizationUrl: URL,
      email: string,
      picture: string,
      without: readonly RegExp[],
    ) {
      const { context, page, complaints } = await open(authorizationUrl.href);
      await page.getByLabel('Email address').fill(email);
      await page.keyboard.press('Enter');
      await page.getByLabel('Code', { exact: true }).waitFor();
      await page.getByLabel('Code', { exact: true }).fill(await walk.sandbox.codeFor(email));
      await page.keyboard.press('Enter');
      const allow = page.getByRole('button', { name: 'Allow', exact: true });
      await allow.waitFor();
      expect(await page.textContent('main')).toContain('This is an assistant that acts for you');
      await inspect(page, picture);
      for (const box of without) await page.getByRole('checkbox', { name: box }).uncheck();
      await allow.click();
      await page.getByRole('heading', { name: 'Connected' }).waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    }

    /** Connects as an assistant does: it is refused, finds the way by itself, and comes back with a code. */
    async function connected(revision: Revision, name: string, without: readonly RegExp[] = []) {
      const email = `${name}@example.test`;
      const { send } = walk.sandbox;
      const { id: athleteId } = await send('POST', '/v1/athletes', { email, body_mass_kg: 70 });
      const registered = await send('POST', '/v1/oauth/clients', {
        name: 'Sample assistant',
        redirect_uris: [callbackUrl],
        allowed_scopes: SCOPES,
        public: true,
      });
      expect(registered).not.toHaveProperty('client_secret');
      const assistant = new LocalAssistant(registered.client_id, callbackUrl, SCOPES);
      const transport = newTransport(assistant);
      await expect(newAssistant(revision).connect(transport)).rejects.toThrow(UnauthorizedError);
      const asked = assistant.authorizationUrl ?? new URL('about:blank');
      expect(Object.fromEntries(asked.searchParams)).toMatchObject({
        client_id: assistant.clientInformation().client_id,
        code_challenge_method: 'S256',
        resource: `${walk.sandbox.baseUrl}/mcp`,
      });
      await consent(asked, email, `assistant-consent-${name}`, without);
      const callback = await arrived.promise;
      expect(callback.searchParams.get('state')).toBe(assistant.state());
      await transport.finishAuth(callback.searchParams);
      const client = newAssistant(revision);
      await client.connect(newTransport(assistant));
      return { client, assistant, athleteId };
    }

    test.each(REVISIONS)(
      'is sent to the consent by itself, and acts for the athlete who allowed it, in revision %s',
      async (revision) => {
        const { client, athleteId } = await connected(revision, `runner-${revision}`);
        const names = (await client.listTools()).tools.map(({ name }) => name);
        expect(names).toEqual(TOOLS.map(({ name }) => name).filter((name) => name !== 'calculate_nutrition'));
        const made = await use(client, 'create_activity', { type: 'run', duration_min: 180 });
        expect(made.data.athlete_id).toBe(athleteId);
        await client.close();
      },
    );

    test('renews its token by itself, and is sent back to the athlete once the connection is ended', async () => {
      const { assistant, athleteId } = await connected('2026-07-28', 'renewing', [/Add and change/]);
      const first = assistant.saved;
      if (!first) throw new Error('no token was saved');
      assistant.saved = { ...first, access_token: `${first.access_token.slice(0, -4)}AAAA` };
      const client = newAssistant('2026-07-28');
      await client.connect(newTransport(assistant));
      expect(assistant.saved?.access_token).not.toBe(first.access_token);
      expect(assistant.saved?.refresh_token).not.toBe(first.refresh_token);
      const names = (await client.listTools()).tools.map(({ name }) => name);
      expect(names).not.toContain('create_activity');
      expect((await failureOf(client, 'create_activity', { type: 'run', duration_min: 60 })).code).toBe(
        'insufficient_scope',
      );
      await walk.sandbox.send('DELETE', `/v1/athletes/${athleteId}`);
      await expect(client.listTools()).rejects.toThrow();
      await expect(newAssistant('2026-07-28').connect(newTransport(assistant))).rejects.toThrow(
        UnauthorizedError,
      );
    }, 120_000);
  });
});
