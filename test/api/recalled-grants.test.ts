import { beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '#delivery/app/routes.ts';
import { ANY_TOKEN, type Route, SCOPES } from '#platform/http/route.ts';
import { makeActivity } from '../support/builders.ts';
import { CATALOGUE, loadTestCatalogue, productNamed } from '../support/catalogue.ts';
import { call, type Reply, refusal } from '../support/client.ts';
import { withBatches, withBatchesOf } from '../support/faulty-databases.ts';
import { makeFullAthlete } from '../support/full-athlete.ts';
import { connect, discover, makeClient, newEmail } from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';
import { callOf } from '../support/route-calls.ts';
import { databaseOf, insteadOf } from '../support/shards.ts';

/**
 * An isolate that knows a token starts its reads while the token is verified again. Each test reads once to make the
 * isolate know it, then changes what stands behind the token. The next verification answers long after the rows of the
 * read, which must not be used before.
 */

const LATE_MS = 50;

let as: Awaited<ReturnType<typeof discover>>;
beforeAll(async () => {
  as = await discover();
});

/** Bindings in which the athlete's database answers verifications late. */
function verifiedLate(athleteId: string, onVerified = () => {}) {
  return insteadOf(athleteId, (database) =>
    withBatchesOf(database, /oauth_records/, async (send) => {
      await scheduler.wait(LATE_MS);
      onVerified();
      return send();
    }),
  );
}

/** Bindings that count the batches of the athlete's database. */
function countBatches(athleteId: string) {
  let batches = 0;
  const bindings = insteadOf(athleteId, (database) =>
    withBatches(database, (send) => {
      batches += 1;
      return send();
    }),
  );
  return { bindings, batches: () => batches };
}

async function knownToken() {
  const { testKey } = await makePartner();
  const client = await makeClient(testKey);
  const scope = 'profile:read activities:read activities:write';
  const { accessToken: key } = await connect(as, client, { scope, email: newEmail() });
  const { json: me } = await call('GET', '/v1/me', { key });
  const athleteId: string = me.id;
  const { path } = await makeActivity(key, athleteId);
  expect((await call('GET', path, { key })).json).toMatchObject({ tier: 'full' });
  const read = (bindings = verifiedLate(athleteId)) => call('GET', path, { key, bindings });
  return { athleteId, key, read };
}

async function change(sql: string, athleteId: string): Promise<void> {
  const { meta } = await databaseOf(athleteId).prepare(sql).bind(athleteId).run();
  expect(meta.changes).toBeGreaterThan(0);
}

const REVOKE = "UPDATE connections SET status = 'revoked' WHERE athlete_id = ?";
const ERASING = "UPDATE athletes SET status = 'erasing' WHERE id = ?";
const TEASER = "UPDATE athletes SET tier = 'teaser' WHERE id = ?";
const narrowedTo = (...scopes: readonly string[]) =>
  `UPDATE connections SET scopes = '${JSON.stringify(scopes)}' WHERE athlete_id = ?`;

describe('a read by a token that this isolate knows', () => {
  test.each([
    ['revocation: a connection that has ended', REVOKE, 401, 'invalid_token'],
    ['scopes: one that was taken away', narrowedTo('profile:read'), 403, 'insufficient_scope'],
    ['erasure: an athlete that is going', ERASING, 401, 'invalid_token'],
  ])('%s is refused at once', async (_what, sql, status, code) => {
    const { athleteId, read } = await knownToken();
    await change(sql, athleteId);
    const reply = await read();
    expect(refusal(reply)).toMatchObject({ status, code });
    expect(reply.headers.has('ETag')).toBe(false);
  });

  test('revocation: the refusal is one to nobody, without attribution, limits or waiting of the partner', async () => {
    const { athleteId, read } = await knownToken();
    expect((await read()).headers.get('X-Service-Data-Attribution')).toBe('optional');
    await change(REVOKE, athleteId);
    const { headers } = await read();
    expect(headers.get('X-Service-Data-Attribution')).toBe('required');
    for (const name of ['RateLimit', 'RateLimit-Policy', 'Server-Timing'])
      expect(headers.has(name)).toBe(false);
  });

  test('revocation: a hundred reads at once are all invalid_token, and so is the next', async () => {
    const { athleteId, read } = await knownToken();
    await change(REVOKE, athleteId);
    const replies = await Promise.all(Array.from({ length: 100 }, () => read()));
    for (const reply of [...replies, await read()]) expect(refusal(reply).status).toBe(401);
  });

  test('tier: a changed one is answered as it is now, with its attribution', async () => {
    const { athleteId, read } = await knownToken();
    await change(TEASER, athleteId);
    const reply = await read();
    expect(reply.json).toMatchObject({ tier: 'teaser' });
    expect(reply.headers.get('X-Service-Data-Attribution')).toBe('required');
    expect(reply.headers.get('RateLimit')).toMatch(/^"standard";r=\d+/);
  });

  test('tier: a changed one is in the attribution of an answer without data of athletes', async () => {
    const { athleteId, key } = await knownToken();
    await change(TEASER, athleteId);
    const bindings = verifiedLate(athleteId);
    const { status, headers } = await call('GET', '/v1/activity-types', { key, bindings });
    expect([status, headers.get('X-Service-Data-Attribution')]).toEqual([200, 'required']);
  });

  test('runs once, also if the grant has changed: one verification and one batch of data', async () => {
    const { athleteId, read } = await knownToken();
    await change(TEASER, athleteId);
    const counted = countBatches(athleteId);
    expect((await read(counted.bindings)).json).toMatchObject({ tier: 'teaser' });
    expect(counted.batches()).toBe(2);
  });

  test('rate limit: over its budget it is 429, and its database is not asked', async () => {
    const { athleteId, read } = await knownToken();
    const budget = { STANDARD_SANDBOX_PER_MIN: '5' } as Partial<Cloudflare.Env>;
    const limited = async () => (await read(budget)).status === 429;
    for (let attempt = 0; attempt < 20 && !(await limited()); attempt++);
    const counted = countBatches(athleteId);
    const reply = await read({ ...budget, ...counted.bindings });
    expect(refusal(reply)).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(counted.batches()).toBe(0);
  });

  test('is 503 if the database fails to verify the token, without anything from the read', async () => {
    const { athleteId, read } = await knownToken();
    const bindings = verifiedLate(athleteId, () => {
      throw new Error('the database is away');
    });
    const reply = await read(bindings);
    expect(refusal(reply)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
    expect(reply.headers.has('ETag')).toBe(false);
  });
});

describe('scopes: a token that has lost some reads the same at once as later', () => {
  const reads = ROUTES.filter(
    (route): route is Extract<Route, { access: 'partner' }> =>
      route.method === 'GET' && route.access === 'partner' && route.scope !== null,
  );

  test('in every GET that tokens may use', async () => {
    await loadTestCatalogue(CATALOGUE.filter(({ brand }) => brand === 'Maurten'));
    const { testKey } = await makePartner();
    const { id, path, email } = await makeFullAthlete(testKey);
    const activities = (await call('GET', `${path}/activities?order=desc`, { key: testKey })).json.data;
    const activity = activities.find((each: { feedback: unknown }) => each.feedback !== null);
    const [test] = (await call('GET', `${path}/sweat-tests`, { key: testKey })).json.data;
    const own = { name: 'Kitchen mix', format: 'drink', serving_g: 40, carb_g: 38 };
    const ownId = (await call('POST', `${path}/products`, { key: testKey, body: own })).json.id;
    const { accessToken: key } = await connect(as, await makeClient(testKey), {
      email,
      scope: SCOPES.join(' '),
    });
    const ids = {
      athlete_id: id,
      activity_id: activity.id,
      sweat_test_id: test.id,
      product_id: productNamed('Maurten', 'Gel 100').id,
    };
    const day = activity.scheduled_at.slice(0, 10);
    const changed: string[] = [];
    for (const route of reads) {
      const { operationId, scope, furtherScopes = [] } = route;
      const own = scope === ANY_TOKEN ? ['profile:read'] : [String(scope), ...furtherScopes];
      const days = operationId === 'listActivitiesOfAthletes';
      const { path } = callOf(route, operationId === 'getOwnProduct' ? { ...ids, product_id: ownId } : ids);
      const address = days ? `${path}?athlete_ids=${id}&from=${day}&to=${day}` : path;
      await change(narrowedTo(...SCOPES), id);
      const before = await call('GET', address, { key });
      expect(before.status, `${operationId}: ${before.text}`).toBe(200);
      await change(narrowedTo(...own), id);
      const atOnce = await call('GET', address, { key, bindings: verifiedLate(id) });
      const later = await call('GET', address, { key });
      expect(seenIn(atOnce), operationId).toEqual(seenIn(later));
      if (atOnce.text !== before.text) changed.push(operationId);
    }
    expect(changed).toEqual(expect.arrayContaining(['getActivity', 'listActivities']));
  });

  const seenIn = ({ status, text, headers }: Reply) => ({ status, text, tag: headers.get('ETag') });
});
