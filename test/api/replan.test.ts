import { beforeAll, describe, expect, test } from 'vitest';
import { attachProducts, succeed } from '../support/builders.ts';
import { loadTestCatalogue, productNamed } from '../support/catalogue.ts';
import { call, refusal } from '../support/client.ts';
import { planFor } from '../support/planned-ride.ts';
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

async function setUp() {
  const { key, athlete, path, plan: planned } = await planFor(RIDE);
  const { json: plan } = await planned('?suggest=true');
  const replan = (body: object) => call('POST', `${path}/fuel-plan/replan`, { key, body });
  return { key, athlete, path, plan, replan };
}

type Row = { kind: string; at_min: number; items: unknown[] };

type Intake = {
  at_min: number;
  items: unknown[];
  fluid_ml: number;
  sodium_mg: number;
  cumulative: { carb_g: number; fluid_ml: number; sodium_mg: number };
};

function takenAsPlanned(timeline: Intake[], atMin: number) {
  const { carb_g, fluid_ml, sodium_mg } = timeline.findLast(({ at_min }) => at_min < atMin)?.cumulative ?? {
    carb_g: 0,
    fluid_ml: 0,
    sodium_mg: 0,
  };
  return { carb_g, fluid_ml, sodium_mg };
}

describe('planning the rest of a session', () => {
  test.each([0, 47, 120, 299])(
    'of an untouched plan at minute %i is the rest of the plan',
    async (at_min) => {
      const { plan, replan } = await setUp();
      const { status, json, text } = await replan({ at_min, taken: takenAsPlanned(plan.timeline, at_min) });
      expect(status, text).toBe(200);
      const shown = (rows: Row[]) => rows.map(({ kind, at_min: minute, items }) => [kind, minute, items]);
      expect(shown(json.rows)).toEqual(shown(plan.rows.filter((row: Row) => row.at_min >= at_min)));
      const next = plan.timeline.find((each: Intake) => each.at_min >= at_min);
      const ahead = plan.totals.carb_g - (takenAsPlanned(plan.timeline, at_min).carb_g ?? 0);
      // A bottle that is half empty counts by the minute.
      expect(Math.abs(json.totals.carb_g - ahead)).toBeLessThanOrEqual(20);
      if (next?.at_min === at_min) expect(json.totals.carb_g).toBeCloseTo(ahead, 0);
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
    const note = json.notes.find(({ binding }: { binding: string }) => binding === 'hourly_fluid');
    expect(note.parameters).toMatchObject({ taken_ml: Math.round(fluid_ml), left_ml: 0 });
    expect(note.message).toContain(`You have drunk ${Math.round(fluid_ml)} ml`);
    expect(note.message).toContain('Drink nothing more until you have urinated');
  });

  test('says how much fluid is still safe where drinking too much has left less than was planned', async () => {
    const { plan, replan } = await setUp();
    const ceilingMl = plan.safety.max_safe_fluid_ml_per_hr * 5;
    const asPlanned = takenAsPlanned(plan.timeline, 120);
    const notesAfter = async (fluid_ml: number) => {
      const { json } = await replan({ at_min: 120, taken: { ...asPlanned, fluid_ml } });
      return json.notes.filter(({ parameters }: { parameters: object }) => 'left_ml' in parameters);
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

  test('of attached products that are above a ceiling leaves out what is too much', async () => {
    const { key, path, replan } = await setUp();
    await attachProducts(key, path, { [productNamed('Maurten', 'Drink Mix 160').id]: 12 });
    const plan = await succeed('GET', `${path}/fuel-plan`, { key });
    const max = plan.safety.max_safe_fluid_ml_per_hr;
    expect(plan.totals.fluid_ml).toBeLessThanOrEqual(5 * max);
    expect(plan.notes).toContainEqual(expect.objectContaining({ quantity: 'product' }));
    const { json } = await replan({ at_min: 0, taken: { carb_g: 0, fluid_ml: 0, sodium_mg: 0 } });
    expect(json.totals.fluid_ml).toBeGreaterThan(0);
    expect(json.totals.fluid_ml).toBeLessThanOrEqual(5 * max);
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
    expect(json.notes).toContainEqual(expect.objectContaining({ quantity: 'carb', binding: 'supply' }));
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
  ])('%s is refused', async (_name, change, pointer) => {
    const { replan } = await setUp();
    const body = { at_min: 60, taken: { carb_g: 40, fluid_ml: 500, sodium_mg: 200 }, ...change };
    expect(refusal(await replan(body))).toEqual({
      status: 422,
      code: 'validation_failed',
      pointers: [pointer],
    });
  });

  test('nobody drinks from a bottle that is empty or lost', async () => {
    const { plan, replan } = await setUp();
    const drunk = { carb_g: 0, sodium_mg: 0, fluid_ml: 3 * 750 };
    const untilMin = plan.bottles.findLast(({ from_min }: { from_min: number }) => from_min < 60).to_min;
    const usual = { ...drunk, fluid_ml: 400 };
    const volumes = async (body: object, taken = usual) => {
      const { status, json, text } = await replan({ at_min: 60, taken, ...body });
      expect(status, text).toBe(200);
      return json.bottles
        .filter(({ from_min }: { from_min: number }) => from_min < Math.min(80, untilMin))
        .map(({ vessel, fill_ml }: { vessel: number; fill_ml: number }) => [vessel, fill_ml]);
    };
    expect(await volumes({}, drunk)).toEqual([]);
    expect(await volumes({})).toContainEqual([1, 350]);
    expect(await volumes({ bottles_left_ml: [100, 0, 0] })).toEqual([[1, 100]]);
    expect(await volumes({ lost: { bottles: 'all', products: 'all', bags: 'all' } })).toEqual([]);
    const lost = await replan({ at_min: 60, taken: usual, lost: { bottles: [2] } });
    expect(lost.json.bottles.filter(({ vessel }: { vessel: number }) => vessel === 2)).toEqual([]);
  });

  test.each([
    ['more than a bottle holds', { bottles_left_ml: [800] }, '/bottles_left_ml/0'],
    ['more than all bottles hold', { bottles_left_ml: 2300 }, '/bottles_left_ml'],
    ['a fourth bottle', { bottles_left_ml: [0, 0, 0, 10] }, '/bottles_left_ml/3'],
    ['a lost bottle that nobody carries', { lost: { bottles: [4] } }, '/lost/bottles/0'],
    ['a lost bag where none lies', { lost: { bags: [1] } }, '/lost/bags/0'],
    ['a missed station that the plan lacks', { missed_stations: [9] }, '/missed_stations/0'],
    ['laps without a place', { goes_on: true, expected_end_min: 400 }, '/goes_on'],
  ])('refuses %s by pointer', async (_name, change, pointer) => {
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

  test('is 403 with where to subscribe in teaser tier', async () => {
    const { athlete, replan } = await setUp();
    const body = { at_min: 60, taken: { carb_g: 40, fluid_ml: 500, sodium_mg: 200 } };
    await TEST_HOME.prepare("UPDATE athletes SET tier = 'teaser' WHERE id = ?").bind(athlete.id).run();
    const refused = await replan(body);
    expect(refusal(refused)).toMatchObject({ status: 403, code: 'full_tier_required' });
    expect(refused.json.error.subscribe_url).toMatch(/\/subscribe/);
  });
});
