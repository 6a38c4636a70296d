import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { hashExternalId } from '#nutrition/athletes/directory.ts';
import { parseEnv } from '#platform/env.ts';
import { failingBindings } from '../support/bindings.ts';
import { makeAthlete } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { type CallOptions, call, type Reply, refusal } from '../support/client.ts';
import { runSchedule } from '../support/crons.ts';
import { withBatches } from '../support/faulty-databases.ts';
import { directoryOf } from '../support/guards.ts';
import { makePartner, type TestPartner } from '../support/partners.ts';
import { databaseOf } from '../support/shards.ts';
import { NOON_MS, stopClock } from '../support/stopped-clock.ts';
import { tracesOf } from '../support/stores.ts';

const NIGHTLY_CRON = '23 3 * * *';
const HOUR_MS = 3_600_000;
const TAKEN = { status: 409, code: 'external_id_taken', pointers: [] };
const UNAVAILABLE = { status: 503, code: 'temporarily_unavailable', pointers: [] };

function create(
  { testKey: key }: TestPartner,
  body: { external_id?: string; region?: string },
  options: CallOptions = {},
): Promise<Reply> {
  return call('POST', '/v1/athletes', { key, body, ...options });
}

async function made(reply: Promise<Reply>): Promise<string> {
  const { status, json } = await reply;
  expect(status, JSON.stringify(json)).toBe(201);
  return json.id;
}

function change({ testKey: key }: TestPartner, id: string, body: object, options: CallOptions = {}) {
  return call('PATCH', `/v1/athletes/${id}`, { key, body, ...options });
}

/** The identifiers of all live athletes with an external_id, by shard. */
async function athletesNamed({ testKey: key }: TestPartner, externalId: string): Promise<string[]> {
  const query = `/v1/athletes?external_id=${encodeURIComponent(externalId)}`;
  const { json } = await call('GET', query, { key });
  return json.data.map(({ id }: { id: string }) => id);
}

async function holderInDirectory({ partnerId }: TestPartner, externalId: string, athleteId: string) {
  const externalHash = await hashExternalId(parseEnv(env), partnerId, externalId);
  return directoryOf(partnerId).versionOf({ externalHash, athleteId });
}

async function deleteDirectory({ partnerId }: TestPartner): Promise<void> {
  await runInDurableObject(directoryOf(partnerId), (_object, state) => state.storage.deleteAll());
}

async function isBuilt({ partnerId }: TestPartner): Promise<boolean> {
  return (await directoryOf(partnerId).claim([])).isBuilt;
}

async function rebuild({ partnerId }: TestPartner): Promise<Reply> {
  const path = `/operator/v1/partners/${partnerId}/directory/rebuild`;
  return call('POST', path, { key: env.OPERATOR_TOKEN, body: { environment: 'test' } });
}

describe('uniqueness of an external_id across shards', () => {
  test('of 50 simultaneous creations from two regions one succeeds, and all others name it', async () => {
    const partner = await makePartner();
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        create(
          partner,
          { external_id: 'crowd', region: index % 2 === 0 ? 'weur' : 'enam' },
          index % 3 === 0 ? { headers: { 'idempotency-key': `crowd-${index}` } } : {},
        ),
      ),
    );
    const [winner, ...others] = replies.filter(({ status }) => status === 201);
    expect(others).toEqual([]);
    for (const reply of replies.filter(({ status }) => status !== 201)) {
      expect(refusal(reply)).toEqual(TAKEN);
      expect(reply.json.error.resource_id).toBe(winner?.json.id);
    }
    expect(await athletesNamed(partner, 'crowd')).toEqual([winner?.json.id]);
  });

  test('a taken external_id is 409 with resource_id in the same region and in another, for creation and PATCH; other partners and environments may use it', async () => {
    const partner = await makePartner();
    const holder = await made(create(partner, { external_id: 'rider', region: 'enam' }));
    const other = await made(create(partner, { external_id: 'other' }));
    const replies = [
      await create(partner, { external_id: 'rider', region: 'enam' }),
      await create(partner, { external_id: 'rider', region: 'weur' }),
      await create(partner, { external_id: 'rider' }, { headers: { 'idempotency-key': 'taken' } }),
      await change(partner, other, { external_id: 'rider' }),
    ];
    for (const reply of replies) {
      expect(refusal(reply)).toEqual(TAKEN);
      expect(reply.json.error.resource_id).toBe(holder);
    }
    expect(await athletesNamed(partner, 'rider')).toEqual([holder]);
    // The refused requests left nothing behind: the key creates another athlete.
    await made(create(partner, { external_id: 'third' }, { headers: { 'idempotency-key': 'taken' } }));
    for (const key of [partner.liveKey, (await makePartner()).testKey]) {
      await makeAthlete(key, { external_id: 'rider' });
    }
  });

  test('a creation killed between claim and insert keeps its identifier for the next attempt in that region', async () => {
    const partner = await makePartner();
    const body = { external_id: 'rider', region: 'enam' };
    const killed = await create(partner, body, { bindings: failingBindings('athleteBatches', 2) });
    expect(refusal(killed)).toEqual(UNAVAILABLE);
    const elsewhere = await create(partner, { external_id: 'rider', region: 'weur' });
    expect(refusal(elsewhere)).toEqual(UNAVAILABLE);
    expect(Number(elsewhere.headers.get('Retry-After'))).toBeGreaterThan(2);

    const { claimed } = await directoryOf(partner.partnerId).claim([
      {
        externalHash: await hashExternalId(parseEnv(env), partner.partnerId, 'rider'),
        athleteId: 'ath_probe',
        region: 'weur',
        isNew: true,
        mayShare: false,
        keyHash: null,
        staleVersion: null,
      },
    ]);
    const id = await made(create(partner, body));
    expect(claimed).toMatchObject([{ outcome: 'held', athleteId: id }]);
    expect(refusal(await create(partner, { external_id: 'rider', region: 'weur' }))).toEqual(TAKEN);
  });

  test('a creation killed in one region blocks the other only until its reservation expires, and is then too late', async () => {
    stopClock();
    const partner = await makePartner();
    // Its insert is delayed, not lost: a database may still run a statement that its Worker no longer awaits.
    const late = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const slow = withBatches(env.ATHLETES_TEST_ENAM_0, async (send) => {
      begun.resolve();
      await late.promise;
      return send();
    });
    await create(partner, { external_id: 'first' }); // builds the directory
    const body = { external_id: 'rider', region: 'enam' };
    const slowly = create(partner, body, { bindings: { ATHLETES_TEST_ENAM_0: slow } });
    await begun.promise;
    const early = await create(partner, { external_id: 'rider' });
    expect([early.status, early.headers.get('Retry-After')]).toEqual([503, '30']);
    stopClock(NOON_MS + 30_000);
    const id = await made(create(partner, { external_id: 'rider' }));
    late.resolve();
    const overtaken = await slowly;
    expect(refusal(overtaken)).toEqual(TAKEN);
    expect(overtaken.json.error.resource_id).toBe(id);
    expect(await athletesNamed(partner, 'rider')).toEqual([id]);
  });

  test('a retry with the same Idempotency-Key is replayed while the directory is unavailable, and after the external_id has moved to another athlete', async () => {
    const partner = await makePartner();
    for (const region of ['weur', 'enam']) {
      const externalId = `rider-${region}`;
      const headers = { 'idempotency-key': region };
      const again = (options: CallOptions = {}) =>
        create(partner, { external_id: externalId, region }, { headers, ...options });
      const id = await made(again());
      expect(await made(again())).toBe(id);
      expect(await made(again({ bindings: failingBindings('directoryCalls') }))).toBe(id);
      expect((await change(partner, id, { external_id: null })).status).toBe(200);
      const successor = await made(create(partner, { external_id: externalId }));
      expect(await made(again())).toBe(id);
      expect(await athletesNamed(partner, externalId)).toEqual([successor]);
    }
  });

  test.each(['\u{1d52f}'.repeat(127), `'"}{;--`, 'e\u0301', '%00', '../../x', ' \u2028 '])(
    'a hostile external_id %j is unique, found and released like any other',
    async (externalId) => {
      const partner = await makePartner();
      const id = await made(create(partner, { external_id: externalId }));
      expect(refusal(await create(partner, { external_id: externalId, region: 'enam' }))).toEqual(TAKEN);
      await made(create(partner, { external_id: `${externalId}x` }));
      expect(await athletesNamed(partner, externalId)).toEqual([id]);
    },
  );
});

describe('changes of an external_id', () => {
  test('the old external_id is free and the new one taken, in every region', async () => {
    const partner = await makePartner();
    const id = await made(create(partner, { external_id: 'before' }));
    expect((await change(partner, id, { external_id: 'after' })).json.external_id).toBe('after');
    expect(refusal(await create(partner, { external_id: 'after', region: 'enam' }))).toEqual(TAKEN);
    const successor = await made(create(partner, { external_id: 'before', region: 'enam' }));
    expect(await holderInDirectory(partner, 'before', successor)).not.toBeNull();
    expect((await change(partner, successor, { external_id: null })).json.external_id).toBeNull();
    expect((await change(partner, id, { external_id: 'before' })).status).toBe(200);
  });

  test('of two athletes in two regions that change to one external_id concurrently, one gets it', async () => {
    const partner = await makePartner();
    const ids = [
      await made(create(partner, { external_id: 'a', region: 'weur' })),
      await made(create(partner, { external_id: 'b', region: 'enam' })),
    ];
    const replies = await Promise.all(ids.map((id) => change(partner, id, { external_id: 'wanted' })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await athletesNamed(partner, 'wanted')).toHaveLength(1);
  });

  test('a PATCH killed before its write blocks nobody for longer than the reservation, and is then too late', async () => {
    stopClock();
    const partner = await makePartner();
    const id = await made(create(partner, { external_id: 'before' }));
    const bindings = failingBindings('athleteBatches', 2);
    const killed = await change(partner, id, { external_id: 'wanted' }, { bindings });
    expect(killed.status).toBe(503);
    const { json: early } = await call('GET', `/v1/athletes/${id}`, { key: partner.testKey });
    expect(early.external_id).toBe('before');
    expect((await create(partner, { external_id: 'wanted' })).status).toBe(503);
    stopClock(NOON_MS + 30_000);
    const etag =
      (await call('GET', `/v1/athletes/${id}`, { key: partner.testKey })).headers.get('ETag') ?? '';
    await made(create(partner, { external_id: 'wanted', region: 'enam' }));
    // Its revision has changed, so a write decided earlier cannot take place.
    const late = await change(partner, id, { name: 'Late' }, { headers: { 'if-match': etag } });
    expect(late.status).toBe(412);
  });

  test('requests that leave the external_id unchanged never ask the directory; those that set it are 503 while it is unavailable', async () => {
    const partner = await makePartner();
    const id = await made(create(partner, { external_id: 'rider' }));
    const bindings = failingBindings('directoryCalls');
    for (const body of [{ name: 'New' }, { external_id: 'rider', name: 'Same' }]) {
      expect((await change(partner, id, body, { bindings })).status).toBe(200);
    }
    const nameless = await made(create(partner, {}, { bindings }));
    await made(create(partner, {}, { bindings, headers: { 'idempotency-key': 'nameless' } }));
    for (const reply of [
      await create(partner, { external_id: 'new' }, { bindings }),
      await create(partner, { external_id: 'new' }, { bindings, headers: { 'idempotency-key': 'new' } }),
      await change(partner, nameless, { external_id: 'new' }, { bindings }),
      await change(partner, id, { external_id: null }, { bindings }),
    ]) {
      expect(refusal(reply)).toEqual(UNAVAILABLE);
    }
    await made(create(partner, { external_id: 'new' }, { headers: { 'idempotency-key': 'new' } }));
  });
});

describe('erasure and the directory', () => {
  test("an erased athlete's external_id is free immediately in every region, and the directory has released the athlete", async () => {
    const partner = await makePartner();
    const { testKey: key } = partner;
    for (const region of ['enam', 'weur', 'weur']) {
      const id = await made(create(partner, { external_id: 'rider', region }));
      const { json } = await call('DELETE', `/v1/athletes/${id}`, { key });
      expect(json).toMatchObject({ deleted: true, completed_at: expect.any(String) });
      expect(await tracesOf(id)).toEqual([]);
    }
  });

  test('the receipt stays incomplete until the directory has released the athlete; the external_id is free in the meantime', async () => {
    const partner = await makePartner();
    const { testKey: key } = partner;
    const id = await made(create(partner, { external_id: 'rider' }));
    const bindings = failingBindings('directoryCalls');
    const { json } = await call('DELETE', `/v1/athletes/${id}`, { key, bindings });
    expect(json).toMatchObject({ deleted: true, completed_at: null });
    expect(await holderInDirectory(partner, 'rider', id)).not.toBeNull();
    const successor = await made(create(partner, { external_id: 'rider' }));
    await runSchedule('*/10 * * * *', env);
    expect(await tracesOf(id)).toEqual([]);
    expect(await holderInDirectory(partner, 'rider', successor)).not.toBeNull();
  });
});

describe('a directory that lost its entries', () => {
  test('guarantees uniqueness from its first claim, and is built in the background', async () => {
    const partner = await makePartner();
    const holder = await made(create(partner, { external_id: 'rider', region: 'enam' }));
    expect(await isBuilt(partner)).toBe(true);
    await deleteDirectory(partner);
    expect(await isBuilt(partner)).toBe(false);
    const reply = await create(partner, { external_id: 'rider', region: 'weur' });
    expect(refusal(reply)).toEqual(TAKEN);
    expect(reply.json.error.resource_id).toBe(holder);
    expect(await isBuilt(partner)).toBe(true);
    expect(await holderInDirectory(partner, 'rider', holder)).not.toBeNull();
  });

  test('is rebuilt by the operator, page by page, with athletes of every shard', async () => {
    const partner = await makePartner();
    const ids: [string, string][] = [];
    for (const region of ['weur', 'enam', 'weur', 'enam', 'weur', 'weur', 'weur']) {
      const name = `rider-${ids.length}`;
      ids.push([name, await made(create(partner, { external_id: name, region }))]);
    }
    await made(create(partner, {}));
    await deleteDirectory(partner);
    expect((await rebuild(partner)).json).toEqual({
      id: partner.partnerId,
      environment: 'test',
      status: 'done',
      added: ids.length,
      dropped: 0,
      conflicts: 0,
    });
    for (const [name, id] of ids) expect(await holderInDirectory(partner, name, id), name).not.toBeNull();
    expect(await isBuilt(partner)).toBe(true);
    const unknown = await rebuild({ ...partner, partnerId: 'prt_unknown' });
    expect(refusal(unknown).code).toBe('partner_not_found');
  });

  test('whose entries were hashed with another LOOKUP_KEY asks the shards until it has been compared with them', async () => {
    const partner = await makePartner();
    const holder = await made(create(partner, { external_id: 'rider' }));
    await rebuild(partner);
    expect(await isBuilt(partner)).toBe(true);
    await runInDurableObject(directoryOf(partner.partnerId), (_object, state) => {
      state.storage.sql.exec("UPDATE entries SET external_hash = 'of the former key'");
      state.storage.kv.put('builtKey', 'the former key');
    });
    expect(await isBuilt(partner)).toBe(false);
    const again = await create(partner, { external_id: 'rider', region: 'enam' });
    expect(refusal(again)).toEqual(TAKEN);
    expect(again.json.error.resource_id).toBe(holder);
    await rebuild(partner);
    expect(await isBuilt(partner)).toBe(true);
    expect(await holderInDirectory(partner, 'rider', holder)).not.toBeNull();
  });

  test('the nightly comparison drops abandoned entries, adds missing ones and counts conflicts', async () => {
    stopClock();
    const partner = await makePartner();
    const directory = directoryOf(partner.partnerId);
    const kept = await made(create(partner, { external_id: 'kept' }));
    const abandoned = await create(
      partner,
      { external_id: 'abandoned' },
      { bindings: failingBindings('athleteBatches', 1) },
    );
    expect(abandoned.status).toBe(503);
    const missing = await made(create(partner, { external_id: 'missing', region: 'enam' }));
    const hash = (externalId: string) => hashExternalId(parseEnv(env), partner.partnerId, externalId);
    const version = await directory.versionOf({ externalHash: await hash('missing'), athleteId: missing });
    await directory.drop([version ?? 0]);
    // A duplicate that no request could create.
    const twin = await made(create(partner, { external_id: 'twin', region: 'enam' }));
    await databaseOf(twin).prepare("UPDATE athletes SET external_id = 'kept' WHERE id = ?").bind(twin).run();

    stopClock(NOON_MS + HOUR_MS + 30_001);
    await env.REGISTRY.prepare('DELETE FROM job_states').run();
    await runSchedule(NIGHTLY_CRON, env);
    const run = await env.REGISTRY.prepare(
      "SELECT min(outcome = 'done') AS done, sum(counts ->> 'conflicts') AS conflicts FROM job_states WHERE job = 'compare-directories'",
    ).first();
    // The directories of earlier tests are compared along with this partner's.
    expect(run).toEqual({ done: 1, conflicts: 1 });
    expect(await holderInDirectory(partner, 'kept', kept)).not.toBeNull();
    expect(await holderInDirectory(partner, 'missing', missing)).not.toBeNull();
    expect(await holderInDirectory(partner, 'twin', twin)).toBeNull();
    await made(create(partner, { external_id: 'abandoned', region: 'enam' }));
  });
});

test('a purge of the partner removes its directory', async () => {
  stopClock();
  const partner = await makePartner();
  const id = await made(create(partner, { external_id: 'rider' }));
  const path = `/operator/v1/partners/${partner.partnerId}/terminate`;
  expect((await call('POST', path, { key: env.OPERATOR_TOKEN })).status).toBe(200);
  stopClock(NOON_MS + 31 * 24 * HOUR_MS);
  await runSchedule('*/10 * * * *', env);
  expect(await tracesOf(id)).toEqual([]);
  const kept = await runInDurableObject(directoryOf(partner.partnerId), (_object, state) =>
    state.storage.list(),
  );
  expect([...kept]).toEqual([]);
});

test('a sandbox reset gives the standard athletes their external_ids each time, without waiting for a reservation', async () => {
  await loadTestCatalogue();
  const partner = await makePartner();
  const reset = () => call('POST', '/v1/sandbox/reset', { key: partner.testKey });
  for (let round = 0; round < 2; round++) {
    expect((await reset()).status).toBe(200);
    const [marathon] = await athletesNamed(partner, 'sandbox-marathon');
    expect(await holderInDirectory(partner, 'sandbox-marathon', marathon ?? '')).not.toBeNull();
    const taken = await create(partner, { external_id: 'sandbox-marathon', region: 'enam' });
    expect(taken.json.error.resource_id).toBe(marathon);
  }
  const both = await Promise.all([reset(), reset()]);
  expect(both.map(({ status }) => status).sort()[0]).toBe(200);
  expect(await athletesNamed(partner, 'sandbox-marathon')).toHaveLength(1);
});
