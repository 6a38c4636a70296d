import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { ATHLETE_TABLES } from '#partner/privacy/athlete-tables.ts';
import { PAGE_BYTES } from '#partner/privacy/export-queries.ts';
import {
  makeActivity,
  makeAthlete,
  makeCalculatedActivity,
  makeFeedback,
  makeSweatTest,
} from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { BASE, call, refusal } from '../support/client.ts';
import { withBatches } from '../support/faulty-databases.ts';
import { makeFullAthlete } from '../support/full-athlete.ts';
import { makePartner } from '../support/partners.ts';
import { TEST_HOME, TEST_HOME_BINDING } from '../support/shards.ts';
import { NOON_MS, stopClock } from '../support/stopped-clock.ts';

const DAY_S = 86_400;

beforeAll(() => loadTestCatalogue());

const exportOf = (path: string, key: string, bindings: Partial<Cloudflare.Env> = {}) =>
  call('POST', `${path}/export`, { key, bindings });

describe('exporting an athlete', () => {
  test('returns everything stored about it, with full numbers even in the teaser tier', async () => {
    const { testKey: key } = await makePartner();
    const athlete = await makeFullAthlete(key);
    await call('PATCH', athlete.path, { key, body: { tier: 'teaser' } });
    const reply = await exportOf(athlete.path, key);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(reply.headers.get('Cache-Control')).toBe('no-store');
    expect(reply.headers.get('X-Service-Data-Attribution')).toBe('required');
    const { json } = reply;
    expect(Object.keys(json)[0]).toBe('export_version');
    expect(Object.keys(json).at(-1)).toBe('complete');
    expect(json.athlete).toMatchObject({
      id: athlete.id,
      email: athlete.email,
      external_id: athlete.externalId,
    });
    const run = json.activities.find((activity: { type: string }) => activity.type === 'run');
    expect(run.prescription.carb_g_per_hr).toBeGreaterThan(0);
    expect(run.safety.max_safe_fluid_ml_per_hr).toBeGreaterThan(0);
    expect(run.explanation.fluid.steps.length).toBeGreaterThan(0);
    expect(run.feedback.notes).toBe(`Notes of ${athlete.externalId}`);
    expect(run.feedback.learned).not.toBeNull();
    expect(run.products).toHaveLength(2);
    expect(run.products).toContainEqual(
      expect.objectContaining({ brand: 'Maurten', name: 'Gel 100', servings: 2 }),
    );
    expect(json.products).toMatchObject([{ external_id: `mix-${athlete.externalId}` }]);
    expect(json.activities).toHaveLength(2);
    expect(json.sweat_tests).toHaveLength(1);
    expect(json.learned.length).toBeGreaterThan(0);
    // A search, and a product that was attached.
    expect(json.product_access_log).toHaveLength(2);
    expect(json.connections).toMatchObject([{ athlete_id: athlete.id, status: 'active' }]);
    expect(json.used_subscribe_links).toHaveLength(1);
    expect(json.kept_answers).toMatchObject([{ resource_id: athlete.id, body: { id: athlete.id } }]);
  });

  test('shows the legs of a multi-sport prescription, and null for a single sport', async () => {
    const { testKey: key } = await makePartner();
    const athlete = await makeAthlete(key);
    for (const type of ['run', 'duathlon']) {
      await makeCalculatedActivity(key, athlete.id, { type, duration_min: 120 });
    }
    const [run, duathlon] = (await exportOf(athlete.path, key)).json.activities;
    expect(run.legs).toBeNull();
    expect(duathlon.legs.map((leg: { type: string }) => leg.type)).toEqual(['run', 'bike', 'run']);
    for (const [index, { type, duration_min, ...rates }] of duathlon.legs.entries()) {
      expect(duathlon.explanation.legs[index]).toMatchObject({ type, duration_min, rates });
    }
    const { results } = await TEST_HOME.prepare(
      'SELECT legs IS NULL AS absent FROM prescriptions WHERE athlete_id = ? ORDER BY activity_id',
    )
      .bind(athlete.id)
      .all();
    expect(results).toEqual([{ absent: 1 }, { absent: 0 }]);
  });

  test('it includes every table of athletes, or gives a reason for leaving it out', async () => {
    const { testKey: key } = await makePartner();
    const { path } = await makeFullAthlete(key);
    const { json } = await exportOf(path, key);
    for (const { receiptName, exported } of ATHLETE_TABLES) {
      if ('leftOut' in exported) expect(exported.leftOut.length, receiptName).toBeGreaterThan(20);
      else {
        const [list, member] = exported.as.split('.');
        const items = json[list ?? ''];
        const shown = member === undefined ? items : items.map((item: object) => Reflect.get(item, member));
        expect(shown.flat().filter((item: unknown) => item !== null).length, receiptName).toBeGreaterThan(0);
      }
    }
  });

  test('an athlete with an empty profile is complete, too', async () => {
    const { liveKey: key } = await makePartner();
    const reply = await exportOf((await makeAthlete(key)).path, key);
    expect(reply.json).toMatchObject({ activities: [], sweat_tests: [], connections: [], complete: true });
  });

  test('contains every activity once when there are more than two pages, even those rescheduled meanwhile', async () => {
    const { testKey: key } = await makePartner();
    const athlete = await makeAthlete(key);
    await TEST_HOME.prepare(
      `INSERT INTO activities (id, athlete_id, type, duration_min, effective_at, created_at, updated_at)
       SELECT 'act_' || printf('%026d', value), ?1, 'run', 60, value, value, value FROM json_each(?2)`,
    )
      .bind(athlete.id, JSON.stringify(Array.from({ length: 1_203 }, (_, index) => index)))
      .run();
    let batches = 0;
    // Between two pages, the activities of the page to come change their time.
    const moving = withBatches(TEST_HOME, async (send) => {
      batches += 1;
      await TEST_HOME.prepare(
        'UPDATE activities SET effective_at = 5000000 - effective_at - ?2 WHERE athlete_id = ?1',
      )
        .bind(athlete.id, batches)
        .run();
      return send();
    });
    const { json } = await exportOf(athlete.path, key, { [TEST_HOME_BINDING]: moving });
    const ids = json.activities.map(({ id }: { id: string }) => id);
    expect(ids).toHaveLength(1_203);
    expect(new Set(ids).size).toBe(1_203);
    expect(batches).toBeGreaterThan(5);
  });

  test('holds every sweat test once, even if more than a page of them have the same time', async () => {
    const { testKey: key } = await makePartner();
    const { id, path } = await makeAthlete(key);
    const first = await makeSweatTest(key, id);
    const COPIES = 1_100;
    await copyRows('sweat_tests', 'id', first.id, COPIES, { id: "t.id || '_' || n.value" });
    const { json } = await exportOf(path, key);
    const ids = json.sweat_tests.map(({ id }: { id: string }) => id);
    expect(ids).toHaveLength(COPIES + 1);
    expect(new Set(ids).size).toBe(COPIES + 1);
  });

  test('bounds the memory of a page by bytes, not rows, whatever the size of the rows', async () => {
    const { testKey: key } = await makePartner();
    const { id, path } = await makeAthlete(key);
    const legs = Array.from({ length: 10 }, () => ({ type: 'run', duration_min: 60 }));
    const session = { type: 'brick', duration_min: 600, segments: legs, name: '長い' };
    const first = await makeCalculatedActivity(key, id, session);
    await makeFeedback(key, first.path, { notes: '良い' });
    await TEST_HOME.prepare(
      'UPDATE prescriptions SET engine_version = hex(zeroblob(120000)) WHERE activity_id = ?',
    )
      .bind(first.id)
      .run();
    const COPIES = 60;
    await copyActivity(first.id, COPIES);

    let largestBytes = 0;
    let statementCount = 0;
    const measuring = withBatches(TEST_HOME, async (send) => {
      const results = await send();
      statementCount += results.length;
      const bytes = new TextEncoder().encode(JSON.stringify(results.map((one) => one.results))).length;
      largestBytes = Math.max(largestBytes, bytes);
      return results;
    });
    const { json, text } = await exportOf(path, key, { [TEST_HOME_BINDING]: measuring });
    expect(text.length).toBeGreaterThan(3 * PAGE_BYTES);
    // The bytes of the text, and the quotes that JSON adds to it.
    expect(largestBytes).toBeLessThan(1.2 * PAGE_BYTES);
    // Full pages, so that D1 is rarely asked.
    expect(largestBytes).toBeGreaterThan(PAGE_BYTES / 2);
    expect(statementCount).toBeLessThan(35);
    expect(json.activities).toHaveLength(COPIES + 1);
    expect(new Set(json.activities.map(({ id }: { id: string }) => id)).size).toBe(COPIES + 1);
    expect(json.activities.at(-1)).toMatchObject({ feedback: { notes: '良い' }, name: '長い' });
    expect(json.complete).toBe(true);
  });

  /** The home database, which erases an athlete before a batch of its export. */
  const erasingBefore = (batch: number, path: string, key: string) => {
    let batches = 0;
    return withBatches(TEST_HOME, async (send) => {
      batches += 1;
      if (batches === batch) await call('DELETE', path, { key });
      return send();
    });
  };

  /** Gives an athlete more than is read before an export is answered. */
  async function addNotes(athleteId: string, key: string): Promise<void> {
    for (let day = 0; day < 20; day++) {
      const { path } = await makeActivity(key, athleteId);
      await makeFeedback(key, path, { notes: 'x'.repeat(4000) });
    }
  }

  test('is 404 if the athlete is erased before anything was sent', async () => {
    const { testKey: key } = await makePartner();
    const { path } = await makeAthlete(key, { name: 'Ada' });
    const reply = await exportOf(path, key, { [TEST_HOME_BINDING]: erasingBefore(3, path, key) });
    expect(refusal(reply)).toMatchObject({ status: 404, code: 'athlete_not_found' });
    expect(reply.text).not.toContain('Ada');
  });

  test('is cut off, without `complete`, if the athlete is erased after the answer began', async () => {
    const { testKey: key } = await makePartner();
    const { id, path } = await makeFullAthlete(key);
    await addNotes(id, key);
    const erasing = erasingBefore(5, path, key);
    await expect(exportOf(path, key, { [TEST_HOME_BINDING]: erasing })).rejects.toThrow(/erased while/);
  });

  test('a store that fails halfway cuts it off; a failure before is a 503', async () => {
    const { testKey: key } = await makePartner();
    const { id, path } = await makeFullAthlete(key);
    await addNotes(id, key);
    const failingFrom = (call: number) => {
      let batches = 0;
      return withBatches(TEST_HOME, async (send) => {
        batches += 1;
        if (batches >= call) throw new Error('the database is down');
        return send();
      });
    };
    expect(refusal(await exportOf(path, key, { [TEST_HOME_BINDING]: failingFrom(1) })).status).toBe(503);
    expect(refusal(await exportOf(path, key, { [TEST_HOME_BINDING]: failingFrom(2) })).status).toBe(503);
    await expect(exportOf(path, key, { [TEST_HOME_BINDING]: failingFrom(5) })).rejects.toThrow(
      /database is down/,
    );
  });

  test('rate limit: exactly ten a day, also when concurrent; the next UTC day allows ten more', async () => {
    stopClock();
    const { testKey: key } = await makePartner();
    const { path } = await makeAthlete(key);
    const replies = await Promise.all(Array.from({ length: 14 }, () => exportOf(path, key)));
    expect(replies.map(({ status }) => status).sort()).toEqual([
      ...Array(10).fill(200),
      ...Array(4).fill(429),
    ]);
    const refused = replies.find(({ status }) => status === 429);
    expect(refused && refusal(refused).code).toBe('athlete_daily_limit_reached');
    expect(refused?.headers.get('Retry-After')).toBe(String(DAY_S / 2));
    vi.setSystemTime(NOON_MS + (DAY_S / 2) * 1000 - 1000);
    expect((await exportOf(path, key)).status).toBe(429);
    vi.setSystemTime(NOON_MS + (DAY_S / 2) * 1000);
    expect((await exportOf(path, key)).status).toBe(200);
  });

  test('is compressed only if gzip is accepted', async () => {
    const { testKey: key } = await makePartner();
    const { path } = await makeAthlete(key);
    const codings = async (acceptEncoding: string) => {
      const reply = await call('POST', `${path}/export`, {
        key,
        headers: { 'accept-encoding': acceptEncoding },
      });
      expect(reply.headers.get('Vary')).toContain('Accept-Encoding');
      return reply.headers.get('Content-Encoding');
    };
    expect(await codings('gzip')).toBe('gzip');
    expect(await codings('br;q=1.0, gzip;q=0.8')).toBe('gzip');
    for (const other of ['identity', 'gzip;q=0', 'br', 'xgzip'])
      expect(await codings(other), other).toBeNull();
  });
});

describe('for 30 days after the termination of the partner', () => {
  test('its athletes can be listed, exported and erased, and nothing else', async () => {
    const { partnerId, testKey: key } = await makePartner();
    const { path } = await makeFullAthlete(key);
    const token = { key: env.OPERATOR_TOKEN };
    await call('POST', `/operator/v1/partners/${partnerId}/terminate`, token);
    const late = { CLOCK_OFFSET_S: String(29 * DAY_S) } as object;
    expect(refusal(await call('GET', path, { key, bindings: late })).code).toBe('partner_terminated');
    const reply = await exportOf(path, key, late);
    expect(reply.json).toMatchObject({ complete: true });
    expect(reply.json.activities).toHaveLength(2);
    expect((await call('DELETE', path, { key, bindings: late })).json.deleted).toBe(true);
    expect((await call('GET', `${BASE}/v1/athletes`, { key, bindings: late })).json.data).toEqual([]);
  });
});

/** Copies an activity with all its related rows, each copy under its own identifier. */
async function copyActivity(activityId: string, copies: number): Promise<void> {
  const copy = (table: string, key: string, changed: Readonly<Record<string, string>>) =>
    copyRows(table, key, activityId, copies, changed);
  const suffix = "|| '_' || n.value";
  await copy('activities', 'id', { id: `t.id ${suffix}` });
  await copy('prescriptions', 'activity_id', { activity_id: `t.activity_id ${suffix}` });
  await copy('feedback', 'activity_id', { id: `t.id ${suffix}`, activity_id: `t.activity_id ${suffix}` });
}

/** Copies the rows whose `key` column holds this value. `changed` gives the columns that differ, as SQL. */
async function copyRows(
  table: string,
  key: string,
  value: string,
  copies: number,
  changed: Readonly<Record<string, string>>,
): Promise<void> {
  const { results } = await TEST_HOME.prepare(`PRAGMA table_info(${table})`).all<{
    name: string;
  }>();
  const columns = results.map(({ name }) => name);
  const shown = columns.map((name) => changed[name] ?? `t.${name}`);
  await TEST_HOME.prepare(
    `INSERT INTO ${table} (${columns}) SELECT ${shown} FROM ${table} t, json_each(?2) n WHERE t.${key} = ?1`,
  )
    .bind(value, JSON.stringify(Array.from({ length: copies }, (_, index) => index)))
    .run();
}
