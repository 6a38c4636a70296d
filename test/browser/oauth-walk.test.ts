import { createServer, type Server } from 'node:http';
import * as oauth from 'oauth4webapi';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { inspect, isInstalled, launchChromium } from './chromium.ts';

const insecure = { [oauth.allowInsecureRequests]: true };

describe.skipIf(!isInstalled)('an athlete in Chromium', () => {
  let sandbox: Sandbox;
  let browser: Browser;
  let platform: Server;
  let callbackUrl: string;
  let arrived: ReturnType<typeof Promise.withResolvers<URL>>;

  beforeAll(async () => {
    sandbox = await startSandbox();
    browser = await launchChromium();
    arrived = Promise.withResolvers<URL>();
    platform = createServer((req, res) => {
      const url = new URL(req.url ?? '/', callbackUrl);
      if (url.pathname === '/callback') {
        arrived.resolve(url);
        // Platforms send the browser on from their callback; the page's policy must let that through too.
        res.writeHead(302, { location: '/connected' }).end();
        return;
      }
      res.writeHead(200, { 'content-type': 'text/html' }).end('<title>Platform</title><h1>Connected</h1>');
    });
    await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve));
    const address = platform.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    callbackUrl = `http://127.0.0.1:${port}/callback`;
  }, 240_000);

  afterAll(async () => {
    await browser?.close();
    platform?.close();
    await sandbox?.stop();
  });

  async function api(
    method: string,
    path: string,
    credential: string,
    body?: unknown,
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape; the API suites hold them to their schemas
  ): Promise<{ status: number; json: any }> {
    const response = await fetch(sandbox.baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, json: response.status === 204 ? null : await response.json() };
  }

  test('signs in, allows, comes back to the platform, is read with the token, and disconnects', async () => {
    const { json: made } = await api('POST', '/v1/oauth/clients', sandbox.key, {
      name: 'Sample Training Platform',
      redirect_uris: [callbackUrl],
      allowed_scopes: ['profile:read', 'activities:read', 'activities:write', 'prescriptions:read'],
    });
    const email = 'rider@example.test';
    const { json: athlete } = await api('POST', '/v1/athletes', sandbox.key, { email, name: 'A rider' });
    const issuer = new URL(sandbox.baseUrl);
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

    const context = await browser.newContext({ viewport: { width: 900, height: 900 } });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });

    await page.goto(authorization.href);
    await inspect(page, '1-sign-in');
    // The keyboard alone, from the first field to the last button.
    await page.getByLabel('E-mail address').focus();
    await page.keyboard.type(` ${email.toUpperCase()}`);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code', { exact: true }).waitFor();
    await inspect(page, '2-code');

    const outbox = await context.newPage();
    await outbox.goto(`${sandbox.baseUrl}/dev/outbox`);
    await inspect(outbox, '3-outbox');
    const code = /\b\d{8}\b/.exec((await outbox.locator('h2').first().textContent()) ?? '')?.[0] ?? '';
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
    const me = await api('GET', '/v1/me', tokens.access_token);
    expect(me).toMatchObject({ status: 200, json: { id: athlete.id, name: 'A rider' } });

    await page.goto(`${sandbox.baseUrl}/account/connections`);
    await inspect(page, '6-connections');
    await page.getByRole('button', { name: 'Disconnect Sample Training Platform' }).click();
    await page.getByRole('status').waitFor();
    await inspect(page, '7-disconnected');
    expect((await api('GET', '/v1/me', tokens.access_token)).status).toBe(401);

    await page.goto(`${sandbox.baseUrl}/oauth/authorize?client_id=unknown`);
    await inspect(page, '8-unknown-client');

    const unknown = await page.goto(`${sandbox.baseUrl}/unknown`);
    expect(unknown?.status()).toBe(404);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await inspect(page, '9-unknown-url');

    // A stranger floods the mailbox; the browser that has proved it is not locked out.
    const stranger = await browser.newContext({ viewport: { width: 900, height: 900 } });
    const flood = await stranger.newPage();
    const ask = async (asking: Page) => {
      await asking.goto(`${sandbox.baseUrl}/account/connections`);
      await asking.getByLabel('E-mail address').fill(email);
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
