import { describe, expect, test } from 'vitest';
import { makeAthlete } from '../support/builders.ts';
import { call, type Reply, refusal } from '../support/client.ts';
import { readFeed } from '../support/event-feed.ts';
import { makePartner } from '../support/partners.ts';
import { beforeBatch } from '../support/shards.ts';
import { later } from '../support/stopped-clock.ts';

/**
 * Requirements for a platform to mirror its data one item at a time. Batches are in `activity-batches.test.ts`.
 */

const RUN = { type: 'run', duration_min: 150, intensity_level: 6 };

async function athleteOf() {
  const { testKey: key } = await makePartner();
  const { id: athleteId, path } = await makeAthlete(key, { body_mass_kg: 70 });
  return { key, athleteId, list: `${path}/activities` };
}

describe("an activity's external_id", () => {
  test('is unique per athlete and filters the list: 409 names the activity that has it, on create and on patch', async () => {
    const { key, list } = await athleteOf();
    const first = await call('POST', list, { key, body: { ...RUN, external_id: 'w-1' } });
    for (const headers of [{}, { 'idempotency-key': 'again' }]) {
      const second = await call('POST', list, {
        key,
        headers,
        body: { ...RUN, external_id: 'w-1', name: 'x' },
      });
      expect(refusal(second)).toMatchObject({ status: 409, code: 'external_id_taken' });
      expect(second.json.error.resource_id).toBe(first.json.id);
    }
    const other = await call('POST', list, { key, body: { ...RUN, external_id: 'w-2' } });
    const named = await call('GET', `${list}?external_id=w-2`, { key });
    expect(named.json.data.map(({ id }: { id: string }) => id)).toEqual([other.json.id]);
    const patch = { key, body: { external_id: 'w-1' } };
    const renamed = await call('PATCH', `${list}/${other.json.id}`, patch);
    expect(renamed.json.error).toMatchObject({ code: 'external_id_taken', resource_id: first.json.id });
    expect((await call('PATCH', `${list}/${first.json.id}`, patch)).status).toBe(200);
    expect((await call('DELETE', `${list}/${first.json.id}`, { key })).status).toBe(204);
    expect((await call('PATCH', `${list}/${other.json.id}`, patch)).status).toBe(200);
  });
});

describe('updated_since', () => {
  const instant = (seconds: number) =>
    encodeURIComponent(new Date(Date.now() + seconds * 1000).toISOString());

  test('lists activities changed since then, in order of change, over pages', async () => {
    const { key, list } = await athleteOf();
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c', 'd']) {
      ids.push((await call('POST', list, { key, body: { ...RUN, name } })).json.id);
    }
    for (const [index, second] of [100, 200, 300].entries()) {
      const path = `${list}/${ids[2 - index]}`;
      await call('PATCH', path, { key, body: { name: `later ${second}` }, bindings: later(second) });
    }
    const since = instant(50);
    const query = `${list}?limit=2&updated_since=${since}&type=run&from=2020-01-01&to=2100-01-01`;
    const first = await call('GET', query, { key });
    const next = await call('GET', `${query}&cursor=${encodeURIComponent(first.json.next_cursor)}`, { key });
    const listed = [...first.json.data, ...next.json.data].map(({ id }: { id: string }) => id);
    expect(listed).toEqual([ids[2], ids[1], ids[0]]);
    expect(next.json.has_more).toBe(false);
  });

  test('lists athletes of all shards in order of change', async () => {
    const { testKey: key } = await makePartner();
    const ids: string[] = [];
    for (const region of ['weur', 'enam', 'weur', 'enam']) {
      ids.push((await makeAthlete(key, { region })).id);
    }
    for (const [index, second] of [100, 200, 300].entries()) {
      const path = `/v1/athletes/${ids[2 - index]}`;
      await call('PATCH', path, { key, body: { name: `later ${second}` }, bindings: later(second) });
    }
    const query = `/v1/athletes?limit=2&updated_since=${instant(50)}`;
    const first = await call('GET', query, { key });
    const next = await call('GET', `${query}&cursor=${encodeURIComponent(first.json.next_cursor)}`, { key });
    const listed = [...first.json.data, ...next.json.data].map(({ id }: { id: string }) => id);
    expect(listed).toEqual([ids[2], ids[1], ids[0]]);
  });

  test('must be an instant with a zone', async () => {
    const { key, list } = await athleteOf();
    for (const path of [list, '/v1/athletes']) {
      const reply = await call('GET', `${path}?updated_since=2026-01-01`, { key });
      expect(refusal(reply)).toEqual({
        status: 422,
        code: 'validation_failed',
        pointers: ['?updated_since'],
      });
    }
  });
});

describe('one call instead of three', () => {
  test("include=safety answers with the GET's envelope and its ETag, also with the explanation", async () => {
    const { key, list } = await athleteOf();
    const { json } = await call('POST', list, { key, body: RUN });
    const path = `${list}/${json.id}/prescription`;
    for (const [asked, read] of [
      ['safety', ''],
      ['safety,explanation', '?include=explanation'],
    ]) {
      const posted = await call('POST', `${path}?include=${asked}`, { key });
      const got = await call('GET', path + read, { key });
      expect(posted.json).toEqual(got.json);
      expect(posted.headers.get('etag')).toBe(got.headers.get('etag'));
      expect(posted.headers.get('cache-control')).toBe('no-store');
    }
    expect((await call('POST', `${path}?include=explanation`, { key })).status).toBe(422);
  });

  test('calculate=true creates, calculates and answers in one write, and is replayed as it was', async () => {
    const { key, list } = await athleteOf();
    const created = await call('POST', `${list}?calculate=true`, { key, body: RUN });
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({ prescription_stale: false, safety: { not_instructions: true } });
    expect((await call('GET', `${list}/${created.json.id}`, { key })).json).toEqual(created.json);
    const headers = { 'idempotency-key': 'once' };
    const once = await call('POST', `${list}?calculate=true`, { key, body: RUN, headers });
    const again = await call('POST', `${list}?calculate=true`, { key, body: RUN, headers });
    expect(again.json).toEqual(once.json);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await call('POST', list, { key, body: RUN, headers });
    expect(refusal(other)).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
  });

  test('calculate=true changes and calculates in one write, with what feedback teaches on the changed activity', async () => {
    const { key, list } = await athleteOf();
    const { json } = await call('POST', `${list}?calculate=true`, { key, body: RUN });
    const path = `${list}/${json.id}`;
    const changed = await call('PATCH', `${path}?calculate=true`, { key, body: { duration_min: 200 } });
    expect(changed.json).toMatchObject({ duration_min: 200, prescription_stale: false });
    expect(changed.json.prescription.total_carb_g).not.toBe(json.prescription.total_carb_g);
    expect((await call('GET', path, { key })).json).toEqual(changed.json);
    await call('POST', `${path}/feedback`, {
      key,
      body: { hydration_feel: 'dehydrated', energy_level: 'low' },
    });
    const moved = await call('PATCH', `${path}?calculate=true`, { key, body: { duration_min: 180 } });
    expect(moved.json).toMatchObject({ duration_min: 180, prescription_stale: false });
    const read = await call('GET', path, { key });
    expect(read.json).toEqual(moved.json);
    expect(read.headers.get('etag')).toBe(moved.headers.get('etag'));
  });

  test('a calculation overtaken by a change is repeated from the changed activity', async () => {
    const { key, list, athleteId } = await athleteOf();
    const { json } = await call('POST', list, { key, body: RUN });
    const path = `${list}/${json.id}`;
    const changed: Reply[] = [];
    const bindings = beforeBatch(athleteId, 2, async () => {
      const body = { duration_min: 200 };
      changed.push(await call('PATCH', `${path}?calculate=true`, { key, body }));
    });
    const { json: calculated } = await call('POST', `${path}/prescription`, { key, bindings });
    expect(changed).toMatchObject([{ status: 200, json: { prescription_stale: false } }]);
    expect(calculated.total_carb_g).toBe(changed[0]?.json.prescription.total_carb_g);
    expect((await call('GET', path, { key })).json).toMatchObject({
      duration_min: 200,
      prescription_stale: false,
    });
    const deletion = beforeBatch(athleteId, 2, async () => {
      expect((await call('DELETE', path, { key })).status).toBe(204);
    });
    const refused = await call('POST', `${path}/prescription`, { key, bindings: deletion });
    expect(refusal(refused)).toMatchObject({ status: 404, code: 'activity_not_found' });
  });

  test.each([
    ['without feedback', false],
    ['with feedback', true],
  ])(
    'a change that loses a race of calculate=true leaves the prescription of the one that won: %s',
    async (_name, isLearner) => {
      const { key, list, athleteId } = await athleteOf();
      const { json } = await call('POST', `${list}?calculate=true`, { key, body: RUN });
      const path = `${list}/${json.id}`;
      if (isLearner) {
        const body = { hydration_feel: 'dehydrated', energy_level: 'low' };
        expect((await call('POST', `${path}/feedback`, { key, body })).status).toBe(201);
      }
      const headers = { 'if-match': (await call('GET', path, { key })).headers.get('etag') ?? '' };
      const patch = (minutes: number, bindings = {}) =>
        call('PATCH', `${path}?calculate=true`, { key, body: { duration_min: minutes }, headers, bindings });
      // Both have read the activity when the first one writes.
      const won: Reply[] = [];
      const bindings = beforeBatch(athleteId, isLearner ? 3 : 2, async () => {
        won.push(await patch(200));
      });
      const before = (await readFeed(key)).events.length;
      expect(refusal(await patch(90, bindings))).toMatchObject({ status: 412, code: 'precondition_failed' });
      expect(won).toMatchObject([{ status: 200, json: { duration_min: 200, prescription_stale: false } }]);
      expect((await call('GET', path, { key })).json).toEqual(won[0]?.json);
      const told = (await readFeed(key)).events.slice(before);
      expect(told.filter(({ type }) => type === 'prescription.calculated')).toHaveLength(1);
    },
  );
});
