import { env } from 'cloudflare:workers';
import { getTableColumns } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { Directory } from '#platform/guards/directory.ts';
import { activities, prescriptions } from '#platform/storage/athlete-schema.ts';
import { sha256Hex } from '#platform/storage/cryptography.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call, type Reply, refusal } from '../support/client.ts';
import { runSchedule } from '../support/crons.ts';
import { makeFullAthlete } from '../support/full-athlete.ts';
import { makePartner } from '../support/partners.ts';
import { TEST_BINDINGS } from '../support/shards.ts';
import { stopClock } from '../support/stopped-clock.ts';
import { tracesOf } from '../support/stores.ts';

const reset = (key: string) => call('POST', '/v1/sandbox/reset', { key });

/** A sandbox that was reset once: what a test changes of it, it restores. */
let filled: {
  readonly key: string;
  readonly partnerId: string;
  readonly begun: string;
  readonly reply: Reply;
};

beforeAll(async () => {
  await loadTestCatalogue();
  const { testKey: key, partnerId } = await makePartner();
  const begun = new Date().toISOString();
  filled = { key, partnerId, begun, reply: await reset(key) };
});

/** An athlete's export without the parts that may differ between two resets: identifiers and times. */
async function storyOf(key: string, id: string): Promise<string> {
  const { json } = await call('POST', `/v1/athletes/${id}/export`, { key });
  return sha256Hex(
    JSON.stringify(json)
      .replace(/\b(ath_t[bc]00[01]|act_|fbk_|swt_|cpr_)[0-9a-z]{26}/g, '$1')
      .replace(/"(generated_at|updated_at|calculated_at|attached_at)":"[^"]*"/g, ''),
  );
}

async function listAll(key: string, path: string): Promise<Reply['json'][]> {
  const { json } = await call('GET', `${path}?limit=100`, { key });
  return json.data;
}

describe('resetting the sandbox', () => {
  test('releases the names of all athletes in one message to the directory, and claims them anew', async () => {
    const { testKey: key } = await makePartner();
    await reset(key);
    const released = vi.spyOn(Directory.prototype, 'release');
    const { json } = await reset(key);
    expect(json.removed_athletes).toBe(8);
    expect(released.mock.calls.map(([ids]) => ids.length)).toContain(8);
    released.mockRestore();
  });

  test('fills an empty sandbox with athletes whose resources can all be read', async () => {
    const { key, reply } = filled;
    const { status, json } = reply;
    expect(status).toBe(200);
    expect(json.removed_athletes).toBe(0);
    expect(json.athletes).toHaveLength(8);
    expect(json.records).toMatchObject({ athletes: 8, sweat_tests: 4 });
    expect(json.records.prescriptions).toBe(json.records.activities);
    const listed = await listAll(key, '/v1/athletes');
    expect(new Set(listed.map(({ id }) => id))).toEqual(
      new Set(json.athletes.map(({ id }: { id: string }) => id)),
    );
    for (const { id, external_id } of listed) {
      const path = `/v1/athletes/${id}`;
      expect((await call('GET', path, { key })).status).toBe(200);
      const activities = await listAll(key, `${path}/activities`);
      const [race] = activities;
      expect(race.is_race_event, external_id).toBe(true);
      expect(race.prescription_stale, external_id).toBe(false);
      expect(race.products.length, external_id).toBeGreaterThan(0);
      expect(activities.length, external_id).toBeGreaterThan(12);
      const plan = await call('GET', `${path}/activities/${race.id}/fuel-plan`, { key });
      expect(plan.status, external_id).toBe(200);
      await listAll(key, `${path}/sweat-tests`);
      expect((await call('GET', `${path}/learned`, { key })).status).toBe(200);
    }
  });

  test('stores at most 3 KB per activity with its prescription and compressed explanation', async () => {
    const { partnerId } = filled;
    const octets = (table: string, columns: Record<string, unknown>) =>
      Object.values(columns)
        .map((column) => `coalesce(octet_length(${table}."${(column as { name: string }).name}"), 0)`)
        .join(' + ');
    const counts = await Promise.all(
      TEST_BINDINGS.map((name) =>
        env[name]
          .prepare(
            `SELECT count(*) AS activities, coalesce(sum(${octets('activities', getTableColumns(activities))} + ${octets('prescriptions', getTableColumns(prescriptions))}), 0) AS bytes FROM activities JOIN prescriptions ON activity_id = activities.id JOIN athletes ON athletes.id = activities.athlete_id WHERE partner_id = ?`,
          )
          .bind(partnerId)
          .first<{ activities: number; bytes: number }>(),
      ),
    );
    const sum = (name: 'activities' | 'bytes') =>
      counts.reduce((total, row) => total + (row?.[name] ?? 0), 0);
    expect(sum('activities')).toBeGreaterThan(100);
    expect(sum('bytes') / sum('activities')).toBeLessThan(3 * 1024);
  });

  test('learns from feedback a higher sweat rate than the profile predicts', async () => {
    const { key, reply } = filled;
    const learnedOf = async (externalId: string) => {
      const { id } = reply.json.athletes.find(
        (athlete: { external_id: string }) => athlete.external_id === externalId,
      );
      const { data } = (await call('GET', `/v1/athletes/${id}/learned`, { key })).json;
      return data.find(({ parameter }: { parameter: string }) => parameter === 'sweat_rate_multiplier');
    };
    const marathon = await learnedOf('sandbox-marathon');
    expect(marathon.observations).toBeGreaterThan(3);
    expect(marathon.mean).toBeGreaterThan(1.1);
    expect((await learnedOf('sandbox-ultra')).mean).toBeLessThan(1);
  });

  test('the stored history equals a fold from the beginning: changing and restoring a profile moves nothing', async () => {
    const { key, reply } = filled;
    const [{ id, body_mass_kg }] = reply.json.athletes;
    const learned = async () => (await call('GET', `/v1/athletes/${id}/learned`, { key })).json.data;
    const before = await learned();
    await call('PATCH', `/v1/athletes/${id}`, { key, body: { body_mass_kg: 90 } });
    expect(await learned()).not.toEqual(before);
    await call('PATCH', `/v1/athletes/${id}`, { key, body: { body_mass_kg } });
    expect(await learned()).toEqual(before);
  });

  test('gives every partner the same set every time on one UTC day, listed in the same order', async () => {
    stopClock();
    const [one, other] = [await makePartner(), await makePartner()];
    const first = (await reset(one.testKey)).json;
    const stories = async (key: string, athletes: { id: string }[]) => {
      expect((await listAll(key, '/v1/athletes')).map(({ id }) => id)).toEqual(athletes.map(({ id }) => id));
      return Promise.all(athletes.map(({ id }) => storyOf(key, id)));
    };
    const told = await stories(one.testKey, first.athletes);
    const second = (await reset(one.testKey)).json;
    expect(second.removed_athletes).toBe(8);
    expect(second.records).toEqual(first.records);
    expect(await stories(one.testKey, second.athletes)).toEqual(told);
    const foreign = (await reset(other.testKey)).json;
    expect(await stories(other.testKey, foreign.athletes)).toEqual(told);
    expect(foreign.athletes[0].id).not.toBe(second.athletes[0].id);
  });

  test('has athletes in three time zones, whose sessions begin by the local clock as the others do in UTC', async () => {
    const { key } = filled;
    const zones: Record<string, string | null> = {};
    const raceHours = new Set<string>();
    for (const { id, external_id, time_zone } of await listAll(key, '/v1/athletes')) {
      zones[external_id] = time_zone;
      for (const activity of await listAll(key, `/v1/athletes/${id}/activities`)) {
        const { scheduled_at, scheduled_local, is_race_event } = activity;
        expect(activity.time_zone, external_id).toBe(time_zone);
        if (time_zone === null) expect(scheduled_local, external_id).toBeNull();
        else {
          const options = { timeZone: time_zone, dateStyle: 'short', timeStyle: 'medium' } as const;
          const clock = new Intl.DateTimeFormat('sv-SE', options).format(Date.parse(scheduled_at));
          expect(scheduled_local, external_id).toBe(clock.replace(' ', 'T'));
        }
        if (is_race_event === true) raceHours.add((scheduled_local ?? scheduled_at).slice(11, 16));
      }
    }
    expect(zones).toMatchObject({
      'sandbox-marathon': 'Europe/Berlin',
      'sandbox-triathlon': 'America/Los_Angeles',
      'sandbox-gran-fondo': 'Asia/Tokyo',
    });
    expect(Object.values(zones).filter((zone) => zone !== null)).toHaveLength(3);
    expect(raceHours.size).toBe(1);
  });

  test('has calculations and evidence at instants of the session in every time zone', async () => {
    const { key, begun } = filled;
    let calculated = 0;
    for (const { id, external_id } of await listAll(key, '/v1/athletes')) {
      const path = `/v1/athletes/${id}`;
      const sessions = await listAll(key, `${path}/activities`);
      const tests = await listAll(key, `${path}/sweat-tests`);
      for (const { scheduled_at, prescription } of sessions) {
        const beforeMs = Date.parse(scheduled_at) - Date.parse(prescription.calculated_at);
        if (prescription.calculated_at >= begun) continue;
        expect(beforeMs, external_id).toBe(12 * 3_600_000);
        calculated += 1;
      }
      const moments = [...sessions.map((each) => each.scheduled_at), ...tests.map((each) => each.tested_at)];
      const learned = await call('GET', `${path}/learned`, { key });
      for (const { parameter, updated_at } of learned.json.data) {
        if (updated_at !== null) expect(moments, `${external_id} ${parameter}`).toContain(updated_at);
      }
    }
    expect(calculated).toBeGreaterThan(100);
  });

  test('has an athlete whose race is planned with own products', async () => {
    const { key, reply } = filled;
    expect(reply.json.records.own_products).toBe(2);
    const { data } = (await call('GET', '/v1/athletes?external_id=sandbox-gran-fondo', { key })).json;
    const path = `/v1/athletes/${data[0].id}`;
    const own = await listAll(key, `${path}/products`);
    expect(data[0].fuel_preferences.owns.sort()).toEqual(own.map(({ id }) => id).sort());
    const race = (await listAll(key, `${path}/activities`)).find(({ is_race_event }) => is_race_event);
    const plan = (await call('GET', `${path}/activities/${race.id}/fuel-plan`, { key })).json;
    const used = plan.products.map(({ name }: { name: string }) => name);
    expect(used.sort()).toEqual(['Kitchen mix', 'Rice cake, jam']);
  });

  test('removes all earlier athletes, and changes nothing in production or of other partners', async () => {
    const [partner, other] = [await makePartner(), await makePartner()];
    const old = await makeFullAthlete(partner.testKey);
    const live = await makeFullAthlete(partner.liveKey);
    const foreign = await makeFullAthlete(other.testKey);
    const kept = (await tracesOf(...live.texts, ...foreign.texts)).sort();
    expect((await reset(partner.testKey)).json.removed_athletes).toBe(1);
    expect(await tracesOf(...old.texts)).toEqual([]);
    expect((await tracesOf(...live.texts, ...foreign.texts)).sort()).toEqual(kept);
  });

  test('is rejected with a live key', async () => {
    const { liveKey } = await makePartner();
    const live = await call('POST', '/v1/athletes', { key: liveKey, body: {} });
    expect(refusal(await reset(liveKey))).toMatchObject({ status: 403, code: 'operator_only' });
    expect((await call('GET', `/v1/athletes/${live.json.id}`, { key: liveKey })).status).toBe(200);
  });

  test('suggests no other name for an unknown field, because a reset takes none', async () => {
    const { testKey: key } = await makePartner();
    const reply = await call('POST', '/v1/sandbox/reset', { key, body: { a: 1 } });
    expect(reply.json.error.errors).toEqual([
      { pointer: '/a', code: 'unknown_field', message: 'unknown field' },
    ]);
  });

  test('two concurrent resets leave one complete set', async () => {
    const { testKey: key } = await makePartner();
    await reset(key);
    const replies = await Promise.all([reset(key), reset(key)]);
    for (const { status } of replies) expect([200, 503]).toContain(status);
    expect(replies.some(({ status }) => status === 200)).toBe(true);
    await runSchedule('*/10 * * * *', { ...env, CLOCK_OFFSET_S: '120' });
    const athletes = await listAll(key, '/v1/athletes');
    expect(athletes.map(({ external_id }) => external_id).sort()).toEqual([
      'sandbox-first-half',
      'sandbox-gran-fondo',
      'sandbox-marathon',
      'sandbox-masters-ski',
      'sandbox-rower',
      'sandbox-triathlon',
      'sandbox-ultra',
      'sandbox-unknown',
    ]);
    for (const { id } of athletes) {
      expect((await listAll(key, `/v1/athletes/${id}/activities`)).length).toBeGreaterThan(12);
    }
  });
});
