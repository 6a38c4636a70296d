import { beforeAll, describe, expect, test } from 'vitest';
import { loadTestCatalogue, productNamed } from '../support/catalogue.ts';
import { call, refusal } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';
import { TEST_HOME } from '../support/shards.ts';

beforeAll(() => loadTestCatalogue());

const RIDE = {
  type: 'bike',
  duration_min: 300,
  intensity_level: 6,
  thermal_stress_level: 6,
  is_race_event: true,
  course: { distance_km: 120, aid_stations: [{ km: 80, name: 'Mill', offers: ['water'] }] },
  vessels: [{ kind: 'bottle', volume_ml: 750, count: 3 }],
};

const PROFILE = { body_mass_kg: 70, sex: 'male', birth_year: 1990, carb_tolerance_g_per_hr: 90 };

async function setUp(activity: object = RIDE, profile: object = PROFILE) {
  const { testKey: key } = await makePartner();
  const { json: athlete } = await call('POST', '/v1/athletes', { key, body: profile });
  const { json: created } = await call('POST', `/v1/athletes/${athlete.id}/activities`, {
    key,
    body: activity,
  });
  const path = `/v1/athletes/${athlete.id}/activities/${created.id}`;
  await call('POST', `${path}/prescription`, { key });
  const { json: plan } = await call('GET', `${path}/fuel-plan?suggest=true`, { key });
  const replan = (body: object) => call('POST', `${path}/fuel-plan/replan`, { key, body });
  return { key, athlete, path, plan, replan };
}

type Mark = {
  at_min: number;
  items: unknown[];
  fluid_ml: number;
  sodium_mg: number;
  cumulative: { carb_g: number; fluid_ml: number; sodium_mg: number };
};

function takenAsPlanned(timeline: Mark[], atMin: number) {
  const { carb_g, fluid_ml, sodium_mg } = timeline.findLast(({ at_min }) => at_min < atMin)?.cumulative ?? {
    carb_g: 0,
    fluid_ml: 0,
    sodium_mg: 0,
  };
  return { carb_g, fluid_ml, sodium_mg };
}

/** Each of the few marks of an hour is rounded by itself. */
const ROUNDING_MG = 5;

/** The most of an hour, by the amounts as they are shown. */
function fullestHour(timeline: Mark[], quantity: 'fluid_ml' | 'sodium_mg'): number {
  const hourFrom = (from: number) => timeline.filter(({ at_min }) => at_min >= from && at_min < from + 60);
  const sums = timeline.map(({ at_min }) => hourFrom(at_min).reduce((sum, mark) => sum + mark[quantity], 0));
  return Math.max(0, ...sums);
}

describe('planning the rest of a session', () => {
  test.each([0, 47, 120, 299])(
    'of an untouched plan at minute %i is the rest of the plan',
    async (at_min) => {
      const { plan, replan } = await setUp();
      const { status, json, text } = await replan({ at_min, taken: takenAsPlanned(plan.timeline, at_min) });
      expect(status, text).toBe(200);
      const ahead = plan.timeline.filter((mark: Mark) => mark.at_min >= at_min);
      expect(json.timeline.map(({ at_min, items }: Mark) => [at_min, items])).toEqual(
        ahead.map(({ at_min, items }: Mark) => [at_min, items]),
      );
      expect(json.totals.carb_g).toBeCloseTo(
        plan.totals.carb_g - takenAsPlanned(plan.timeline, at_min).carb_g,
        0,
      );
    },
  );

  test('takes off what was drunk too much, and stays within the ceiling of the whole', async () => {
    const { plan, replan } = await setUp();
    const taken = takenAsPlanned(plan.timeline, 120);
    const { json } = await replan({ at_min: 120, taken: { ...taken, fluid_ml: taken.fluid_ml + 500 } });
    const planned = plan.totals.fluid_ml - taken.fluid_ml;
    expect(json.totals.fluid_ml).toBeLessThanOrEqual(planned - 350);
    expect(json.totals.fluid_ml).toBeGreaterThan(0);
    expect(taken.fluid_ml + 500 + json.totals.fluid_ml).toBeLessThanOrEqual(
      plan.safety.max_safe_fluid_ml_per_hr * 5,
    );
  });

  test('allows no more fluid to somebody who has drunk the ceiling of the whole', async () => {
    const { plan, replan } = await setUp();
    const fluid_ml = plan.safety.max_safe_fluid_ml_per_hr * 5;
    const { json } = await replan({ at_min: 120, taken: { carb_g: 0, fluid_ml, sodium_mg: 0 } });
    expect(json.totals.fluid_ml).toBe(0);
    const [note] = json.notes;
    expect(note.code).toBe('little_fluid_left');
    expect(note.message).toContain(`You have drunk ${Math.round(fluid_ml)} ml`);
    expect(note.message).toContain('Drink nothing more until you have urinated');
  });

  test('says how much fluid is still safe where drinking too much has left less than was planned', async () => {
    const { plan, replan } = await setUp();
    const ceilingMl = plan.safety.max_safe_fluid_ml_per_hr * 5;
    const asPlanned = takenAsPlanned(plan.timeline, 120);
    const notesAfter = async (fluid_ml: number) => {
      const { json } = await replan({ at_min: 120, taken: { ...asPlanned, fluid_ml } });
      return json.notes.filter(({ code }: { code: string }) => code === 'little_fluid_left');
    };
    expect(await notesAfter(asPlanned.fluid_ml)).toEqual([]);
    expect(await notesAfter(asPlanned.fluid_ml + 50)).toEqual([]);
    const drunkMl = Math.round(ceilingMl - 300);
    const [note] = await notesAfter(drunkMl);
    expect(note.message).toBe(
      `You have drunk ${drunkMl} ml. More than ${Math.floor(ceilingMl - drunkMl)} ml before the end is not safe for you. Drinking more than you sweat can be deadly.`,
    );
  });

  test('lowers the carbohydrate first for a poor stomach', async () => {
    const { plan, replan } = await setUp();
    const taken = takenAsPlanned(plan.timeline, 120);
    const good = (await replan({ at_min: 120, taken })).json;
    const poor = (await replan({ at_min: 120, taken, stomach: 'poor' })).json;
    expect(poor.totals.carb_g).toBeLessThan(0.7 * good.totals.carb_g);
    expect(poor.totals.fluid_ml).toBeGreaterThan(0.85 * good.totals.fluid_ml);
  });

  test.each([
    ['a day of anything in the heat', 'other', 1440, 9],
    ['a long swim', 'open_water_swim', 780, 5],
    ['a run', 'treadmill_run', 150, 5],
  ])(
    '%s: no hour of the rest is above a ceiling, whatever was taken and is left',
    async (_name, type, duration_min, heat) => {
      const session = { type, duration_min, intensity_level: 3, thermal_stress_level: heat };
      const { plan, replan } = await setUp(session, { ...PROFILE, health: { kidney_disease: true } });
      const salty = plan.products.map(({ product_id }: { product_id: string }) => ({
        product_id,
        servings: 20,
      }));
      const nothing = { carb_g: 0, fluid_ml: 0, sodium_mg: 0 };
      for (const at_min of [0, 1, Math.floor(duration_min / 3)]) {
        const taken = takenAsPlanned(plan.timeline, at_min);
        for (const body of [
          { taken: nothing },
          { taken, stomach: 'poor' },
          { taken, expected_end_min: duration_min - 10 },
          { taken: nothing, products_left: salty },
        ]) {
          const { json } = await replan({ at_min, ...body });
          expect(fullestHour(json.timeline, 'fluid_ml')).toBeLessThanOrEqual(
            plan.safety.max_safe_fluid_ml_per_hr,
          );
          expect(fullestHour(json.timeline, 'sodium_mg')).toBeLessThanOrEqual(
            plan.safety.max_safe_sodium_mg_per_hr + ROUNDING_MG,
          );
        }
      }
    },
  );

  test('of attached products that are above a ceiling leaves out what is too much', async () => {
    const { key, path, replan } = await setUp();
    const { id: product_id } = productNamed('Maurten', 'Drink Mix 160');
    const body = { products: [{ product_id, servings: 12 }] };
    expect((await call('POST', `${path}/products`, { key, body })).status).toBe(201);
    const { json: plan } = await call('GET', `${path}/fuel-plan`, { key });
    const max = plan.safety.max_safe_fluid_ml_per_hr;
    expect(plan.totals.fluid_ml).toBeGreaterThan(5 * max);
    const { json } = await replan({ at_min: 0, taken: { carb_g: 0, fluid_ml: 0, sodium_mg: 0 } });
    expect(json.totals.fluid_ml).toBeGreaterThan(0);
    expect(json.totals.fluid_ml).toBeLessThanOrEqual(5 * max);
    expect(fullestHour(json.timeline, 'fluid_ml')).toBeLessThanOrEqual(max);
  });

  test('stretches to a later end: stations come later and what is missing is said', async () => {
    const { plan, replan } = await setUp();
    const taken = takenAsPlanned(plan.timeline, 120);
    const { json } = await replan({ at_min: 120, taken, expected_end_min: 420 });
    expect(json.duration_min).toBe(420);
    const stations: { kind: string; km: number; at_min: number }[] = json.stations;
    expect(stations.map(({ kind, km, at_min }) => [kind, km, at_min])).toEqual([
      ['start', 48, 120],
      ['aid', 80, 253],
      ['end', 120, 420],
    ]);
    expect(json.notes).toContainEqual(expect.objectContaining({ code: 'products_missing' }));
  });

  test('uses no more than what is left', async () => {
    const { replan } = await setUp();
    const gel = productNamed('Maurten', 'Gel 100');
    const { json } = await replan({
      at_min: 120,
      taken: { carb_g: 100, fluid_ml: 900, sodium_mg: 400 },
      products_left: [{ product_id: gel.id, servings: 2 }],
    });
    const gels = json.products.find(({ product_id }: { product_id: string }) => product_id === gel.id);
    expect(gels.servings).toBeLessThanOrEqual(2);
    expect(json.products.length).toBeLessThanOrEqual(2);
  });

  test('stores nothing, and is counted and logged like the plan', async () => {
    const { key, athlete, path, plan, replan } = await setUp();
    const before = (await call('GET', path, { key })).headers.get('etag');
    await replan({ at_min: 120, taken: takenAsPlanned(plan.timeline, 120) });
    expect((await call('GET', path, { key })).headers.get('etag')).toBe(before);
    const { results } = await TEST_HOME.prepare(
      "SELECT query FROM product_access_log WHERE athlete_id = ? AND query LIKE '%replan'",
    )
      .bind(athlete.id)
      .all();
    expect(results).toHaveLength(1);
  });

  test.each([
    ['at the end', { at_min: 300 }, '/at_min'],
    ['after the expected end', { at_min: 200, expected_end_min: 200 }, '/expected_end_min'],
    ['without what was taken', { taken: undefined }, '/taken'],
    [
      'with an unknown product',
      { products_left: [{ product_id: 'x', servings: 1 }] },
      '/products_left/0/product_id',
    ],
  ])('%s is refused', async (_name, change, pointer) => {
    const { replan } = await setUp();
    const body = { at_min: 60, taken: { carb_g: 40, fluid_ml: 500, sodium_mg: 200 }, ...change };
    expect(refusal(await replan(body))).toEqual({
      status: 422,
      code: 'validation_failed',
      pointers: [pointer],
    });
  });

  test('rejects every unknown product by pointer, with the code that attaching has for it', async () => {
    const { key, path, replan } = await setUp();
    const codesOf = ({ json }: Awaited<ReturnType<typeof replan>>) =>
      json.error.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]);
    const products = ['x', 'y'].map((product_id) => ({ product_id, servings: 1 }));
    const taken = { carb_g: 40, fluid_ml: 500, sodium_mg: 200 };
    expect(codesOf(await replan({ at_min: 60, taken, products_left: products }))).toEqual([
      ['/products_left/0/product_id', 'unknown_product'],
      ['/products_left/1/product_id', 'unknown_product'],
    ]);
    expect(codesOf(await call('POST', `${path}/products`, { key, body: { products } }))).toEqual([
      ['/products/0/product_id', 'unknown_product'],
      ['/products/1/product_id', 'unknown_product'],
    ]);
  });

  test('is 403 with where to subscribe in teaser tier, and 404 for another partner', async () => {
    const { athlete, path, replan } = await setUp();
    const body = { at_min: 60, taken: { carb_g: 40, fluid_ml: 500, sodium_mg: 200 } };
    await TEST_HOME.prepare("UPDATE athletes SET tier = 'teaser' WHERE id = ?").bind(athlete.id).run();
    const refused = await replan(body);
    expect(refusal(refused)).toMatchObject({ status: 403, code: 'full_tier_required' });
    expect(refused.json.error.subscribe_url).toMatch(/\/subscribe/);
    const { testKey: key } = await makePartner();
    const foreign = await call('POST', `${path}/fuel-plan/replan`, { key, body });
    expect(refusal(foreign)).toMatchObject({ status: 404, code: 'athlete_not_found' });
  });
});
