import { env } from 'cloudflare:workers';
import * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, test } from 'vitest';
import { hashConsentAddress } from '#partner/oauth/consents.ts';
import { parseEnv } from '#platform/env.ts';
import { countingBindings, failingBindings } from '../support/bindings.ts';
import { Browser, codeFor } from '../support/browser.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call, operator } from '../support/client.ts';
import { runSchedule } from '../support/crons.ts';
import {
  authorize,
  connect,
  discover,
  exchange,
  makeClient,
  newEmail,
  type TestClient,
  through,
} from '../support/oauth.ts';
import { makePartner, type TestPartner } from '../support/partners.ts';
import { databaseOf } from '../support/shards.ts';
import { later } from '../support/stopped-clock.ts';

/** Somebody else in the same database, whom no end of another connection may disconnect. */
let bystander: World;
let as: oauth.AuthorizationServer;

beforeAll(async () => {
  await loadTestCatalogue();
  as = await discover();
  bystander = await connected();
});

const HOURLY = '53 * * * *';
const cron = (seconds = 0) => runSchedule(HOURLY, { ...env, ...later(seconds) });

interface World {
  readonly partner: TestPartner;
  readonly client: TestClient;
  readonly email: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly athleteId: string;
  readonly connectionId: string;
}

async function connected(): Promise<World> {
  const partner = await makePartner();
  const client = await makeClient(partner.testKey);
  const email = newEmail();
  const tokens = await connect(as, client, { email });
  const me = await call('GET', '/v1/me', { key: tokens.accessToken });
  const athleteId: string = me.json.id;
  const list = await call('GET', `/v1/connections?athlete_id=${athleteId}`, { key: partner.testKey });
  return { partner, client, email, ...tokens, athleteId, connectionId: list.json.data[0].id };
}

/** Signs a browser in on the athletes' own page. */
async function ownPage(email: string, bindings: Partial<Cloudflare.Env> = {}): Promise<Browser> {
  const plain = new Browser();
  await plain.post('/oauth/login/start', [['email', email]]);
  await plain.post('/oauth/login/verify', [['code', await codeFor(email)]]);
  const browser = new Browser(bindings);
  for (const [name, value] of plain.cookies) browser.cookies.set(name, value);
  return browser;
}

const shown = async (browser: Browser) => {
  const { html } = await browser.get('/account/connections');
  return [...html.matchAll(/connections\/(con_[^/]+)\/disconnect/g)].map((match) => match[1]);
};
const disconnect = (browser: Browser, id: string) =>
  browser.post(`/account/connections/${id}/disconnect`, []);
const consentsOf = async (connectionId: string) => {
  const select = env.REGISTRY.prepare('SELECT * FROM consents WHERE connection_id = ?');
  return (await select.bind(connectionId).all()).results;
};
const statusOf = async (token: string) => (await call('GET', '/v1/me', { key: token })).status;
const change = ({ partner, athleteId }: World, email: string | null) =>
  call('PATCH', `/v1/athletes/${athleteId}`, { key: partner.testKey, body: { email } });
const refresh = (client: TestClient, refreshToken: string) =>
  oauth.refreshTokenGrantRequest(as, client.client, client.auth, refreshToken, through({}));

describe("the owner of a consent's address", () => {
  test.each([
    ['changes', newEmail()],
    ['removes', null],
  ])('sees and ends the connection after the partner %s the athlete’s email', async (_, email) => {
    const world = await connected();
    expect((await change(world, email)).status).toBe(200);
    const browser = await ownPage(world.email);
    expect(await shown(browser)).toEqual([world.connectionId]);
    // The owner of the new address has consented to nothing.
    if (email !== null) expect(await shown(await ownPage(email))).toEqual([]);
    expect(await statusOf(world.accessToken)).toBe(200);
    await disconnect(browser, bystander.connectionId);
    expect((await disconnect(browser, world.connectionId)).location).toBe('/account/connections?ended');
    expect(await statusOf(world.accessToken)).toBe(401);
    expect(await statusOf(bystander.accessToken)).toBe(200);
    expect((await refresh(world.client, world.refreshToken)).status).toBe(400);
    expect(await shown(browser)).toEqual([]);
    expect(await consentsOf(world.connectionId)).toEqual([]);
  });

  test('still sees the connection when the partner gives the record another address and connects with that', async () => {
    const world = await connected();
    const partners = newEmail();
    await change(world, partners);
    const again = await connect(as, world.client, { email: partners, scope: 'profile:read' });
    for (const email of [world.email, partners])
      expect(await shown(await ownPage(email))).toEqual([world.connectionId]);
    const { html } = await (await ownPage(world.email)).get('/account/connections');
    expect(html).toMatch(/since <time datetime="([\d-]+)">\1 UTC<\/time>/);
    // The connection's present permissions, not those that this address had allowed.
    expect(html).not.toContain('See your activities');
    await disconnect(await ownPage(world.email), world.connectionId);
    expect(await statusOf(again.accessToken)).toBe(401);
    expect(await shown(await ownPage(partners))).toEqual([]);
  });

  test('reads only the registry, in one round for the session and one for the page, however many databases exist', async () => {
    const world = await connected();
    const { bindings, counts, reset } = countingBindings();
    const browser = await ownPage(world.email, bindings);
    reset();
    expect(await shown(browser)).toEqual([world.connectionId]);
    // The session is in one athlete database.
    expect([counts.registryBatches, counts.athleteBatches]).toEqual([1, 1]);
  });

  test('finds a consent from before LOOKUP_KEY was rotated, while the previous key is known', async () => {
    const world = await connected();
    const rotated = { LOOKUP_KEY: 'another lookup key of 32 characters', FORMER_LOOKUP_KEY: env.LOOKUP_KEY };
    expect(await shown(await ownPage(world.email, rotated))).toEqual([world.connectionId]);
    expect(await shown(await ownPage(world.email, { LOOKUP_KEY: rotated.LOOKUP_KEY }))).toEqual([]);
    expect((await disconnect(await ownPage(world.email, rotated), world.connectionId)).status).toBe(303);
    expect(await consentsOf(world.connectionId)).toEqual([]);
  });

  test('is stored as a keyed hash only', async () => {
    const world = await connected();
    const [row] = await consentsOf(world.connectionId);
    expect(row).toMatchObject({ address_hash: await hashConsentAddress(parseEnv(env), world.email) });
    expect(JSON.stringify(row)).not.toContain(world.email);
    expect(JSON.stringify(row)).not.toContain(world.athleteId);
  });

  test('no longer sees a scope that the client has lost', async () => {
    const world = await connected();
    await call('PATCH', `/v1/oauth/clients/${world.client.client.client_id}`, {
      key: world.partner.testKey,
      body: { allowed_scopes: ['profile:read'] },
    });
    const { html } = await (await ownPage(world.email)).get('/account/connections');
    expect(html).toContain('See your profile');
    expect(html).not.toContain('See your activities');
  });
});

describe('a consent never outlives its connection', () => {
  test.each([
    [
      'the partner disconnects the athlete',
      (world: World) =>
        call('DELETE', `/v1/connections/${world.connectionId}`, { key: world.partner.testKey }),
    ],
    [
      'the client is deleted',
      ({ client, partner }: World) =>
        call('DELETE', `/v1/oauth/clients/${client.client.client_id}`, { key: partner.testKey }),
    ],
    [
      'the client revokes its refresh token',
      ({ client, refreshToken }: World) =>
        oauth.revocationRequest(as, client.client, client.auth, refreshToken, through({})),
    ],
    [
      'the athlete is erased',
      ({ partner, athleteId }: World) =>
        call('DELETE', `/v1/athletes/${athleteId}`, { key: partner.testKey }),
    ],
    [
      'the sandbox is reset',
      ({ partner }: World) => call('POST', '/v1/sandbox/reset', { key: partner.testKey }),
    ],
  ])('when %s', async (_, end) => {
    const world = await connected();
    expect(await consentsOf(world.connectionId)).toHaveLength(1);
    expect((await end(world)).status).toBeLessThan(300);
    expect(await statusOf(world.accessToken)).toBe(401);
    expect(await statusOf(bystander.accessToken)).toBe(200);
    expect(await consentsOf(world.connectionId)).toEqual([]);
  });

  test('when the partner is terminated: it is hidden immediately, and the cron deletes it', async () => {
    const world = await connected();
    const path = `/operator/v1/partners/${world.partner.partnerId}/terminate`;
    expect((await operator('POST', path)).status).toBe(200);
    expect(await shown(await ownPage(world.email))).toEqual([]);
    await cron();
    expect(await consentsOf(world.connectionId)).toEqual([]);
  });

  test('when a disconnect is interrupted halfway: the tokens are dead, and the cron or the next attempt does the rest', async () => {
    for (const finish of ['cron', 'next try'] as const) {
      const world = await connected();
      // The first registry batch finds the consent; the second would delete it.
      const broken = failingBindings('registryBatches', 2);
      const reply = await disconnect(await ownPage(world.email, broken), world.connectionId);
      expect(reply.status).toBe(503);
      expect(await statusOf(world.accessToken)).toBe(401);
      expect(await consentsOf(world.connectionId)).toHaveLength(1);
      if (finish === 'cron') await cron();
      else expect((await disconnect(await ownPage(world.email), world.connectionId)).status).toBe(303);
      expect(await consentsOf(world.connectionId), finish).toEqual([]);
    }
  });

  test('when a connection ends while the registry is unavailable: the cron deletes the consent', async () => {
    const world = await connected();
    // Warm: the key is known without the registry.
    const path = `/v1/connections/${world.connectionId}`;
    await call('GET', path, { key: world.partner.testKey });
    const bindings = failingBindings('registryBatches');
    expect((await call('DELETE', path, { key: world.partner.testKey, bindings })).status).toBe(204);
    expect(await consentsOf(world.connectionId)).toHaveLength(1);
    await cron();
    expect(await consentsOf(world.connectionId)).toEqual([]);
  });

  test('when it is written after the erasure of its athlete: it is compared once, ten minutes later', async () => {
    const kept = await connected();
    const world = await connected();
    const [row] = await consentsOf(world.connectionId);
    await call('DELETE', `/v1/athletes/${world.athleteId}`, { key: world.partner.testKey });
    const columns = Object.keys(row ?? {});
    await env.REGISTRY.prepare(
      `INSERT INTO consents (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    )
      .bind(...Object.values(row ?? {}))
      .run();
    await cron();
    expect(await consentsOf(world.connectionId)).toHaveLength(1);
    await cron(601);
    expect(await consentsOf(world.connectionId)).toEqual([]);
    expect(await consentsOf(kept.connectionId)).toMatchObject([{ unconfirmed_at: null }]);
  });
});

describe('a connection with tokens never lacks its consent', () => {
  test('when the first grant ends while the code of the second is not exchanged yet', async () => {
    const world = await connected();
    const second = await authorize(as, world.client, { email: world.email });
    await oauth.revocationRequest(
      as,
      world.client.client,
      world.client.auth,
      world.refreshToken,
      through({}),
    );
    expect(await consentsOf(world.connectionId)).toEqual([]);
    const tokens = await exchange(as, world.client, second);
    expect(await statusOf(tokens.access_token)).toBe(200);
    expect(await shown(await ownPage(world.email))).toEqual([world.connectionId]);
    // Pending deletions of the first activation do not affect the second one.
    await databaseOf(world.athleteId)
      .prepare("UPDATE connections SET reconciled_activation = 0, status = 'active' WHERE id = ?")
      .bind(world.connectionId)
      .run();
    await cron(1200);
    expect(await consentsOf(world.connectionId)).toHaveLength(1);
  });

  test('when a late deletion of an ended activation comes after the reconnection', async () => {
    const world = await connected();
    await call('DELETE', `/v1/connections/${world.connectionId}`, { key: world.partner.testKey });
    const again = await connect(as, world.client, { email: world.email });
    const select = 'SELECT activation, status FROM connections WHERE id = ?';
    const row = await databaseOf(world.athleteId).prepare(select).bind(world.connectionId).first();
    expect(row).toEqual({ activation: 2, status: 'active' });
    expect(await consentsOf(world.connectionId)).toMatchObject([{ activation: 2 }]);
    expect(await statusOf(again.accessToken)).toBe(200);
    expect(await shown(await ownPage(world.email))).toEqual([world.connectionId]);
  });
});
