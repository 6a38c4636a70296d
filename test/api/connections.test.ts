import { env } from 'cloudflare:workers';
import type * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, test } from 'vitest';
import { countingBindings, failingBindings } from '../support/bindings.ts';
import { Browser, fieldOf } from '../support/browser.ts';
import { makeAthlete } from '../support/builders.ts';
import { call, refusal } from '../support/client.ts';
import {
  authorize,
  connect,
  decide,
  discover,
  exchangeResponse,
  makeClient,
  newEmail,
  newFlow,
  signIn,
  tokenError,
} from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';
import { TEST_HOME } from '../support/shards.ts';
import { tracesOf } from '../support/stores.ts';

let as: oauth.AuthorizationServer;
beforeAll(async () => {
  as = await discover();
});

const me = (token: string, bindings: Partial<Cloudflare.Env> = {}) =>
  call('GET', '/v1/me', { key: token, bindings });

describe('connections', () => {
  test('are listed with filters and cursors, read, and revoked permanently', async () => {
    const { testKey: key } = await makePartner();
    const [one, other] = [await makeClient(key), await makeClient(key)];
    const { accessToken } = await connect(as, one, { scope: 'profile:read' });
    await connect(as, other);
    const { json: athlete } = await me(accessToken);
    const all = await call('GET', '/v1/connections?limit=1', { key });
    expect([all.json.data.length, all.json.has_more]).toEqual([1, true]);
    const rest = await call('GET', `/v1/connections?limit=1&cursor=${all.json.next_cursor}`, { key });
    expect(rest.json.has_more).toBe(false);
    for (const filter of [`athlete_id=${athlete.id}`, `client_id=${one.client.client_id}`]) {
      const { json } = await call('GET', `/v1/connections?${filter}&status=active`, { key });
      expect(json.data).toMatchObject([
        {
          athlete_id: athlete.id,
          client_id: one.client.client_id,
          scopes: ['profile:read'],
          environment: 'test',
        },
      ]);
    }
    const [connection] = (await call('GET', `/v1/connections?athlete_id=${athlete.id}`, { key })).json.data;
    const path = `/v1/connections/${connection.id}`;
    expect((await call('GET', path, { key })).json).toEqual(connection);
    expect((await call('DELETE', path, { key })).status).toBe(204);
    expect(refusal(await me(accessToken))).toMatchObject({ status: 401, code: 'invalid_token' });
    expect((await call('GET', path, { key })).json).toMatchObject({ status: 'revoked' });
    expect((await call('DELETE', path, { key })).status).toBe(204);
    const left = await TEST_HOME.prepare('SELECT key FROM oauth_records WHERE athlete_id = ?')
      .bind(athlete.id)
      .all();
    expect(left.results).toEqual([]);
  });

  test('an empty athlete_id or client_id filter of connections is rejected, because it would look like no filter', async () => {
    const { testKey: key } = await makePartner();
    for (const name of ['athlete_id', 'client_id']) {
      const reply = await call('GET', `/v1/connections?${name}=`, { key });
      expect(refusal(reply)).toEqual({ status: 422, code: 'validation_failed', pointers: [`?${name}`] });
    }
  });

  test('a reconnection does not revive revoked tokens', async () => {
    const { testKey: key } = await makePartner();
    const client = await makeClient(key);
    const email = newEmail();
    const first = await connect(as, client, { email });
    const [{ id }] = (await call('GET', '/v1/connections', { key })).json.data;
    await call('DELETE', `/v1/connections/${id}`, { key });
    const grant = await authorize(as, client, { email });
    expect(refusal(await me(first.accessToken)).code).toBe('invalid_token');
    expect((await exchangeResponse(as, client, grant)).status).toBe(200);
    expect(refusal(await me(first.accessToken)).code).toBe('invalid_token');
  });
});

describe('the connected athlete', () => {
  test('is the only live athlete with the address, however it is written, otherwise a new one', async () => {
    const { testKey: key } = await makePartner();
    const client = await makeClient(key);
    const email = newEmail();
    const create = () => makeAthlete(key, { email: email.toUpperCase() });
    const fresh = await me((await connect(as, client, { email: newEmail() })).accessToken);
    expect(fresh.json).toMatchObject({ tier: 'full', environment: 'test', name: null });
    const known = await create();
    expect((await me((await connect(as, client, { email })).accessToken)).json.id).toBe(known.id);
    const second = await create();
    const other = await makeClient(key);
    const { json: third } = await me((await connect(as, other, { email })).accessToken);
    expect([known.id, second.id]).not.toContain(third.id);
    expect(third.email).toBe(email);
    // The client that was connected before keeps its athlete, and the other one has its own.
    expect((await me((await connect(as, client, { email })).accessToken)).json.id).toBe(known.id);
    expect((await me((await connect(as, other, { email })).accessToken)).json.id).toBe(third.id);
  });

  test("another partner's or environment's athlete with the address is not linked", async () => {
    const email = newEmail();
    const [mine, theirs] = [await makePartner(), await makePartner()];
    for (const key of [theirs.testKey, mine.liveKey]) await makeAthlete(key, { email });
    const client = await makeClient(mine.testKey);
    const { json } = await me((await connect(as, client, { email })).accessToken);
    const own = await call('GET', `/v1/athletes/${json.id}`, { key: mine.testKey });
    expect(own.json).toMatchObject({ email, environment: 'test' });
  });

  test("a live partner's athletes live on its shard, and tokens find them there", async () => {
    const partner = await makePartner({ liveShard: 'c001' });
    const client = await makeClient(partner.liveKey);
    const { accessToken, refreshToken } = await connect(as, client);
    expect([accessToken.slice(0, 9), refreshToken.slice(0, 9)]).toEqual(['oat_live_', 'ort_live_']);
    const { json } = await me(accessToken);
    expect(json.id).toMatch(/^ath_lc001/);
  });

  test('two simultaneous consents for an unknown address create one athlete', async () => {
    const { testKey: key } = await makePartner();
    const [one, other] = [await makeClient(key), await makeClient(key)];
    const browser = new Browser();
    const email = newEmail();
    const first = await signIn(browser, await newFlow(one, 'profile:read'), email);
    const second = await browser.get(`/oauth/authorize?${(await newFlow(other, 'profile:read')).query}`);
    expect(fieldOf(second.html, 'handle')).not.toBe(fieldOf(first, 'handle'));
    await Promise.all([decide(browser, first, 'allow'), decide(browser, second.html, 'allow')]);
    expect((await call('GET', '/v1/athletes', { key })).json.data.length).toBe(1);
    expect((await call('GET', '/v1/connections', { key })).json.data.length).toBe(2);
  });
});

describe('the end of tokens', () => {
  test('an access token lasts an hour', async () => {
    const { accessToken } = await connect(as, await makeClient((await makePartner()).testKey));
    const at = (seconds: number) => me(accessToken, { CLOCK_OFFSET_S: String(seconds) } as object);
    expect((await at(3590)).status).toBe(200);
    expect(refusal(await at(3601))).toMatchObject({ status: 401, code: 'invalid_token' });
  });

  test('erasure: an erased athlete is unknown to every token, and nothing of its connections and sign-ins remains', async () => {
    const { testKey: key } = await makePartner();
    const email = newEmail();
    const { accessToken } = await connect(as, await makeClient(key), { email });
    const { json } = await me(accessToken);
    await call('PATCH', `/v1/athletes/${json.id}`, { key, body: { email: email.toUpperCase() } });
    const erased = await call('DELETE', `/v1/athletes/${json.id}`, { key });
    expect(erased.json.records).toMatchObject({ connections: 1 });
    expect(erased.json.records.oauth_records).toBeGreaterThan(1);
    expect(refusal(await me(accessToken))).toMatchObject({ status: 401, code: 'invalid_token' });
    expect(await tracesOf(json.id, email)).toEqual([]);
  });

  test('a refresh in progress while the athlete is erased writes nothing', async () => {
    const { testKey: key } = await makePartner();
    const client = await makeClient(key);
    const grant = await authorize(as, client);
    const athleteId = grant.callback.get('code')?.split(':')[0] ?? '';
    await TEST_HOME.prepare("UPDATE athletes SET status = 'erasing' WHERE id = ?").bind(athleteId).run();
    expect(await tokenError(await exchangeResponse(as, client, grant))).toEqual([400, 'invalid_grant']);
  });

  test("a terminated partner's tokens end immediately in both environments, and no new ones are created", async () => {
    const partner = await makePartner({ liveShard: 'c001' });
    const other = await connect(as, await makeClient((await makePartner()).testKey));
    const clients = [await makeClient(partner.testKey), await makeClient(partner.liveKey)];
    const tokens = [];
    for (const client of clients) tokens.push((await connect(as, client)).accessToken);
    const grant = await authorize(as, clients[0] as (typeof clients)[0]);
    const ended = await call('POST', `/operator/v1/partners/${partner.partnerId}/terminate`, {
      key: env.OPERATOR_TOKEN,
    });
    expect(ended.status).toBe(200);
    for (const token of tokens) {
      expect(refusal(await me(token))).toMatchObject({ status: 401, code: 'invalid_token' });
    }
    const refused = await exchangeResponse(as, clients[0] as (typeof clients)[0], grant);
    expect(await tokenError(refused)).toEqual([401, 'invalid_client']);
    const page = await new Browser().get(
      `/oauth/authorize?${(await newFlow(clients[0] as (typeof clients)[0], 'profile:read')).query}`,
    );
    expect([page.status, page.location]).toEqual([400, null]);
    expect((await me(other.accessToken)).status).toBe(200);
  });
});

describe('limits', () => {
  test('rate limit: every connection has its own budget, and a spent one answers with Retry-After', async () => {
    const { testKey: key } = await makePartner();
    const client = await makeClient(key);
    const [spent, fresh] = [await connect(as, client), await connect(as, client)];
    const bindings = { STANDARD_SANDBOX_PER_MIN: '3' } as object;
    const replies = await Promise.all(Array.from({ length: 4 }, () => me(spent.accessToken, bindings)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429]);
    expect((await me(fresh.accessToken, bindings)).status).toBe(200);
    expect(refusal(await me(spent.accessToken, bindings))).toMatchObject({
      status: 429,
      code: 'rate_limited',
    });
  });

  test('verifying a token costs one batch, and the read one more', async () => {
    const { accessToken } = await connect(as, await makeClient((await makePartner()).testKey));
    const { bindings, counts } = countingBindings();
    await me(accessToken, bindings);
    expect(counts.athleteBatches).toBe(2);
  });

  test('an unavailable database is 503, never an accepted token', async () => {
    const { accessToken } = await connect(as, await makeClient((await makePartner()).testKey));
    const reply = await me(accessToken, failingBindings('athleteBatches'));
    expect(refusal(reply)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
  });
});
