import { createServer, type Server } from 'node:http';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen } from '../support/processes.ts';
import { inspect, isInstalled, startWalk } from './chromium.ts';

const DEMO = 'demo@musette.example';

describe.skipIf(!isInstalled)('a partner in Chromium', () => {
  const walk = startWalk();
  let receiver: Server;
  let receiverUrl: string;
  let context: BrowserContext;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    receiver = createServer((_req, res) => res.writeHead(204).end());
    receiverUrl = `http://127.0.0.1:${await listen(receiver)}/hook`;
    context = await walk.browser.newContext({ viewport: { width: 1280, height: 900 } });
    page = await context.newPage();
    page.on('console', (message) => {
      // A refusal's own status is no complaint about its page.
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
        complaints.push(message.text());
    });
  });

  afterAll(async () => {
    receiver?.close();
  });

  const open = (path: string) => page.goto(walk.sandbox.baseUrl + path);

  test('signs in, goes live and creates a live key by keyboard; every page passes axe, wide and on a phone', async () => {
    const { codeFor, demoKey, operate, send } = walk.sandbox;
    await open('/console');
    await inspect(page, 'console-sign-in');
    await page.getByLabel('Email address').focus();
    await page.keyboard.type(DEMO);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code', { exact: true }).waitFor();
    await inspect(page, 'console-code');
    await page.getByLabel('Code', { exact: true }).focus();
    await page.keyboard.type('00000000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await inspect(page, 'console-wrong-code');
    await page.getByLabel('Code', { exact: true }).focus();
    await page.keyboard.type(await codeFor(DEMO));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Going live' }).waitFor();
    await inspect(page, 'console-start');

    await send('GET', '/v1/athletes', undefined, demoKey);
    for (const name of ['keys', 'usage', 'webhooks', 'athletes', 'product-access', 'oauth-clients']) {
      await open(`/console/sandbox/${name}`);
      await inspect(page, `console-sandbox-${name}`);
    }
    await open('/console/sandbox/keys');
    await page.getByRole('rowheader').getByRole('link').first().click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await inspect(page, 'console-key');
    await open('/console/sandbox/athletes');
    await page
      .getByRole('row', { name: /sandbox-marathon/ })
      .getByRole('link')
      .click();
    await page.locator('img.plan').waitFor();
    const plan = "document.querySelector('img.plan')";
    const drawn = await page.evaluate<number>(`${plan}.decode().then(() => ${plan}.naturalWidth)`);
    expect(drawn).toBeGreaterThan(0);
    await inspect(page, 'console-sample-athlete');

    await open('/console/sandbox/webhooks');
    await page.getByLabel('Address').focus();
    await page.keyboard.type(receiverUrl);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Signing secret' }).waitFor();
    await inspect(page, 'console-webhook-secret');
    await page.getByRole('link', { name: 'Go to the webhook' }).click();
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByRole('heading', { name: 'Test event' }).waitFor();
    await page.getByRole('link', { name: 'Back to the webhook' }).click();
    await inspect(page, 'console-webhook');
    await page.getByRole('link', { name: 'Disable' }).click();
    await page.getByRole('heading', { name: 'Disable a webhook' }).waitFor();
    await inspect(page, 'console-disable-webhook');
    await page.getByRole('button', { name: /^Disable 127\.0\.0\.1/ }).click();
    await page.getByText('The webhook is disabled').waitFor();
    await open('/console/sandbox/oauth-clients');
    await page.getByLabel('Name').fill('Strider');
    await page.getByLabel('Redirect addresses').fill('https://strider.example/callback');
    await page.getByLabel('profile:read').check();
    await page.getByRole('button', { name: 'Create client' }).click();
    await page.getByRole('link', { name: 'All clients' }).click();
    await page.getByRole('link', { name: 'Delete: Strider' }).click();
    await inspect(page, 'console-delete-client');
    await page.getByLabel('To confirm, type Strider').fill('Strider');
    await page.keyboard.press('Enter');
    await page.getByText('The client was deleted').waitFor();

    await open('/console/production/keys');
    await page.getByRole('heading', { name: 'Production is not open yet' }).waitFor();
    await inspect(page, 'console-closed-production');
    await page.getByRole('link', { name: 'Request live access' }).click();
    await inspect(page, 'console-live-access');
    await page.getByLabel('Tier of your athletes').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.type('privacy@platform.example');
    await page.keyboard.press('Tab');
    await page.keyboard.type('50000');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page.getByRole('status').waitFor();
    await inspect(page, 'console-live-access-requested');

    const { data } = await operate('GET', '/live-access-requests');
    expect(data).toMatchObject([{ tier: 'full', expected_athletes: 50000, accepted_by: DEMO }]);
    await operate('POST', `/partners/${data[0].partner_id}/approve-live`, { tier: 'full' });
    for (const name of ['keys', 'usage', 'webhooks', 'product-access', 'oauth-clients']) {
      await open(`/console/production/${name}`);
      await inspect(page, `console-production-${name}`);
    }
    await open('/console/production/keys');
    await page.getByLabel('Name').focus();
    await page.keyboard.type('Backend');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your production key' }).waitFor();
    expect(await page.locator('#secret').textContent()).toMatch(/^sk_live_\w{38}$/);
    await inspect(page, 'console-live-key');

    for (const name of ['members', 'audit', 'account', 'confirm']) {
      await open(`/console/${name}`);
      await inspect(page, `console-${name}`);
    }
    await page.getByRole('button', { name: 'Send me a code' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Code', { exact: true }).waitFor();
    await page.getByLabel('Code', { exact: true }).fill(await codeFor(DEMO));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Going live' }).waitFor();

    await open('/console/members');
    await page.getByLabel('Email address').fill('colleague@platform.example');
    await page.keyboard.press('Enter');
    await page.getByRole('status').waitFor();
    await inspect(page, 'console-invited');
    await page.getByRole('link', { name: 'Withdraw: colleague@platform.example' }).click();
    await page
      .getByRole('button', { name: 'Withdraw the invitation of colleague@platform.example' })
      .waitFor();
    await inspect(page, 'console-withdraw');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByLabel('Email address').fill('colleague@platform.example');
    await page.keyboard.press('Enter');
    await page.getByLabel('Code', { exact: true }).waitFor();
    await page.getByLabel('Code', { exact: true }).fill(await codeFor('colleague@platform.example'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
    await inspect(page, 'console-choose');
    await page.getByRole('button', { name: /^Join/ }).click();
    await page.getByRole('heading', { name: 'Going live' }).waitFor();
    expect(await page.getByRole('link', { name: 'Members' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  }, 400_000);
});
