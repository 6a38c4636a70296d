import { beforeAll, describe, expect, test } from 'vitest';
import { attachProducts, makeActivity } from '../support/builders.ts';
import { loadTestCatalogue, productNamed } from '../support/catalogue.ts';
import { call, refusal } from '../support/client.ts';
import { planFor } from '../support/planned-ride.ts';
import { TEST_HOME } from '../support/shards.ts';

beforeAll(() => loadTestCatalogue());

const RIDE = {
  type: 'bike',
  duration_min: 300,
  intensity_level: 5,
  thermal_stress_level: 6,
  is_race_event: true,
};

const TRIATHLON = { type: 'triathlon', duration_min: 330, is_race_event: true, intensity_level: 5 };

async function changePrescription(activityPath: string, change: string): Promise<void> {
  const { meta } = await TEST_HOME.prepare(`UPDATE prescriptions SET ${change} WHERE activity_id = ?`)
    .bind(activityPath.split('/').at(-1))
    .run();
  expect(meta.changes).toBe(1);
}

type Item = { product_id: string; name: string; servings: number; fluid_ml: number };
type Entry = {
  at_min: number;
  items: Item[];
  carb_g: number;
  fluid_ml: number;
  cumulative: { carb_g: number };
};

describe('a plan of the attached products', () => {
  test('takes what is attached in whole pieces and bottles, within the session', async () => {
    const { key, path, plan } = await planFor(RIDE);
    const gel = productNamed('Maurten', 'Gel 100');
    const drink = productNamed('Tailwind', 'Endurance Fuel');
    await attachProducts(key, path, { [gel.id]: 9, [drink.id]: 3 });
    const { status, json } = await plan();
    expect(status).toBe(200);
    const taken = (id: string) =>
      json.timeline
        .flatMap((entry: Entry) => entry.items)
        .filter((item: Item) => item.product_id === id)
        .reduce((sum: number, item: Item) => sum + item.servings, 0);
    expect(taken(gel.id)).toBe(9);
    expect(taken(drink.id)).toBeGreaterThan(2.7);
    expect(taken(drink.id)).toBeLessThanOrEqual(3.001);
    const carbG = 9 * (gel.carbG ?? 0) + taken(drink.id) * (drink.carbG ?? 0);
    expect(json.totals.carb_g).toBeCloseTo(carbG, 0);
    expect(json.coverage.carb_g.planned).toBe(json.totals.carb_g);
    expect(json.coverage.fluid_ml.planned).toBe(json.totals.fluid_ml);
    expect(json.timeline[0].at_min).toBeLessThanOrEqual(30);
    expect(json.timeline.at(-1).at_min).toBeLessThan(300);
    expect(json.suggestion).toBeNull();
  });

  test('is empty without products, 404 before a calculation, and 404 without the activity', async () => {
    const { key, athlete, path, plan } = await planFor(RIDE);
    expect((await plan()).json).toMatchObject({ timeline: [], totals: { carb_g: 0 } });
    const bare = await makeActivity(key, athlete.id, RIDE);
    expect(refusal(await call('GET', `${bare.path}/fuel-plan`, { key }))).toMatchObject({
      status: 404,
      code: 'prescription_not_found',
    });
    const unknown = path.replace(/act_\w+$/, 'act_01kajz8w3t5v9c2b7n4m6q8r0s');
    expect(refusal(await call('GET', `${unknown}/fuel-plan`, { key })).code).toBe('activity_not_found');
  });
});

test('a plan with less than half of a target names it first, and has no trajectory', async () => {
  const { key, path, plan } = await planFor(RIDE);
  await attachProducts(key, path, { [productNamed('Maurten', 'Gel 100').id]: 2 });
  const { json } = await plan('?include=trajectory');
  const [note] = json.notes;
  expect(note).toMatchObject({ quantity: 'carb', binding: 'supply' });
  expect(note.percent_off).toBeLessThan(-50);
  expect(json.trajectory).toBeNull();
  expect((await plan('?suggest=true&include=trajectory')).json.trajectory).not.toBeNull();
});

describe('a suggested plan', () => {
  test('lands on the prescription, says how near, and can be attached as it is', async () => {
    const { key, path, plan } = await planFor(RIDE);
    const { json } = await plan('?suggest=true');
    expect(Math.abs(json.suggestion.distance.carb_g.percent_off)).toBeLessThanOrEqual(5);
    const isAssumed = ({ parameters }: { parameters: object }) => 'is_without_assumed' in parameters;
    expect(json.suggestion.within_target).toBe(json.notes.every(isAssumed));
    expect(json.allergens).toBe('Check labels for allergens.');
    expect(json.products.length).toBeLessThanOrEqual(6);
    expect((await plan('?suggest=true')).json).toEqual(json);
    const products = json.products.map(({ product_id, servings }: Item) => ({ product_id, servings }));
    const attached = await call('POST', `${path}/products`, { key, body: { products } });
    expect(attached.status).toBe(201);
    const codes = attached.json.coverage.warnings.map(({ code }: { code: string }) => code);
    for (const code of [
      'EAH_PLAN_EXCEEDS_SAFE',
      'CARB_SINGLE_SOURCE',
      'CAFFEINE_DOSE',
      'CARB_HIGH_UNTRAINED',
    ]) {
      expect(codes).not.toContain(code);
    }
    const { json: own } = await plan();
    expect(own.suggestion).toBeNull();
    for (const name of ['rows', 'bottles', 'recipes', 'stations', 'timeline', 'totals', 'products']) {
      expect(own[name], name).toEqual(json[name]);
    }
  });

  test('has totals, coverage and the last of the timeline from the same bottles and intakes, and names what is off', async () => {
    const { plan } = await planFor(RIDE);
    const { json } = await plan('?suggest=true');
    const { carb_g, sodium_mg, fluid_ml, caffeine_mg } = json.totals;
    expect(json.timeline.at(-1).cumulative).toEqual({ carb_g, sodium_mg, fluid_ml, caffeine_mg });
    expect(json.coverage.carb_g.planned).toBe(carb_g);
    const drunkMl = json.bottles.reduce(
      (sum: number, { drunk_ml }: { drunk_ml: number }) => sum + drunk_ml,
      0,
    );
    const cupsMl = json.rows
      .flatMap(({ items }: { items: Item[] }) => items)
      .reduce((sum: number, item: Item) => sum + item.fluid_ml, 0);
    expect(Math.abs(drunkMl + cupsMl - fluid_ml)).toBeLessThanOrEqual(json.bottles.length);
    for (const { recipe, bags, fill_ml } of json.bottles) {
      if (recipe === null) continue;
      expect(bags).toBeCloseTo(fill_ml / json.recipes[recipe].bag_for_ml, 2);
    }
    expect(json.recipes.length).toBeLessThanOrEqual(2);
  });

  test('says with one bottle and no refills that another bottle adds what is missing, in every language', async () => {
    const { plan } = await planFor({
      ...RIDE,
      vessels: [{ kind: 'bottle', volume_ml: 500, count: 1 }],
      refills: 'none',
      course: { distance_km: 150, aid_stations: [{ km: 70, offers: [] }] },
    });
    const { json } = await plan('?suggest=true');
    const note = json.notes.find(({ quantity }: { quantity: string }) => quantity === 'fluid');
    expect(note).toMatchObject({
      binding: 'capacity',
      helps: { change: 'bottle', amount: expect.any(Number) },
      parameters: { missing_ml: expect.any(Number), volume_ml: 750 },
    });
    expect(note.percent_off).toBeLessThan(-15);
    expect(note.message).toContain(`${note.parameters.missing_ml} ml`);
    const messages = await Promise.all(
      ['de', 'fr', 'es', 'it', 'ja'].map(async (language) => {
        const { json: own } = await plan('?suggest=true', { 'accept-language': language });
        return own.notes.find(({ quantity }: { quantity: string }) => quantity === 'fluid').message;
      }),
    );
    expect(new Set([note.message, ...messages]).size).toBe(6);
    for (const message of messages) expect(message).toContain(`${note.parameters.missing_ml} ml`);
  });

  test('fills bottles whole, half or in steps of 50 ml, and halves only what can be closed again', async () => {
    const { plan } = await planFor(RIDE);
    const { json } = await plan('?suggest=true');
    const items = json.timeline.flatMap((entry: Entry) => entry.items);
    expect(items.length).toBeGreaterThan(10);
    const gels = new Set(
      json.products
        .filter((one: { category: string }) => one.category === 'gel')
        .map((one: Item) => one.product_id),
    );
    expect(gels.size).toBeGreaterThan(0);
    for (const { fill_ml, volume_ml } of json.bottles) {
      expect(fill_ml % 50 === 0 || fill_ml === volume_ml / 2, `${fill_ml}`).toBe(true);
    }
    for (const { product_id, servings } of items) {
      if (gels.has(product_id)) expect(Number.isInteger(servings)).toBe(true);
    }
  });

  test('gives every gel and bar water or a drink at the same mark', async () => {
    const { plan } = await planFor(RIDE);
    const { json } = await plan('?suggest=true');
    const eaten = json.timeline.filter((entry: Entry) => entry.carb_g > 20);
    expect(eaten.length).toBeGreaterThan(3);
    for (const { fluid_ml } of eaten) expect(fluid_ml).toBeGreaterThanOrEqual(25);
  });

  test('shows the safety data of the prescription, the same in both tiers', async () => {
    const { key, athlete, path, plan } = await planFor(RIDE);
    const { safety } = (await call('GET', `${path}/prescription`, { key })).json;
    expect(safety).toMatchObject({ not_instructions: true, max_safe_fluid_ml_per_hr: expect.any(Number) });
    expect((await plan('?suggest=true')).json.safety).toEqual(safety);
    expect((await plan()).json.safety).toEqual(safety);
    await call('PATCH', athlete.path, { key, body: { tier: 'teaser' } });
    expect((await plan('?suggest=true')).json.safety).toEqual(safety);
  });

  test('keeps to the diet', async () => {
    const { key, athlete, plan } = await planFor(RIDE, {
      diet: { vegan: true, gluten_free: true, caffeine_free: true },
    });
    const { json } = await plan('?suggest=true&caffeine=any');
    for (const { product_id } of json.products) {
      const { json: product } = await call('GET', `/v1/products/${product_id}?athlete_id=${athlete.id}`, {
        key,
      });
      expect(product).toMatchObject({ vegan: true, gluten_free: true, caffeine_mg: 0 });
    }
    expect(Math.abs(json.suggestion.distance.carb_g.percent_off)).toBeLessThanOrEqual(5);
  });

  test('of a triathlon gives the swim nothing and the run no more than the ride', async () => {
    const { plan } = await planFor(TRIATHLON);
    const { json } = await plan('?suggest=true');
    const swimEndMin = Math.floor(330 * 0.11);
    expect(json.timeline[0].at_min).toBeGreaterThanOrEqual(swimEndMin);
    for (const { category } of json.products) {
      expect([
        'gel',
        'isotonic_gel',
        'drink_mix',
        'ready_to_drink',
        'electrolyte_drink',
        'electrolyte_tablet',
        'electrolyte_capsule',
        'bar',
        'chew',
        'waffle',
        'real_food',
      ]).toContain(category);
    }
    const rideEndMin = 330 * 0.63;
    const carbs = (from: number, to: number) =>
      json.timeline
        .filter((entry: Entry) => entry.at_min >= from && entry.at_min < to)
        .reduce((sum: number, entry: Entry) => sum + entry.carb_g, 0);
    expect(carbs(rideEndMin, 330) / (330 - rideEndMin)).toBeLessThan(
      carbs(swimEndMin, rideEndMin) / (rideEndMin - swimEndMin),
    );
  });

  test('of a multi-sport session whose prescription has no legs of it divides the targets by time, until a recalculation', async () => {
    const { key, path, plan } = await planFor(TRIATHLON);
    const { json } = await plan('?suggest=true');
    await changePrescription(path, 'legs = NULL');
    const older = await plan('?suggest=true');
    expect(older.status).toBe(200);
    expect(Math.abs(older.json.totals.carb_g / json.totals.carb_g - 1)).toBeLessThanOrEqual(0.1);
    expect(Math.abs(older.json.totals.fluid_ml - json.totals.fluid_ml)).toBeLessThanOrEqual(150);
    expect(older.json.timeline).not.toEqual(json.timeline);
    expect(older.json.timeline[0].at_min).toBeGreaterThanOrEqual(Math.floor(330 * 0.11));
    await call('POST', `${path}/prescription`, { key });
    expect((await plan('?suggest=true')).json).toEqual(json);
  });

  test('after the session was shortened plans for the shorter one, and says so', async () => {
    const { key, path, plan } = await planFor(RIDE);
    const before = (await plan('?suggest=true')).json.totals;
    await call('PATCH', path, { key, body: { duration_min: 60 } });
    const { json } = await plan('?suggest=true');
    expect(json.prescription_stale).toBe(true);
    expect(json.totals.fluid_ml).toBeLessThan(before.fluid_ml / 4);
    const { text } = await plan('?suggest=true', { accept: 'text/plain' });
    expect(text).toContain('has changed since');
  });

  test('is counted by its products and logged', async () => {
    const { key, athlete, plan } = await planFor(RIDE);
    const { json } = await plan('?suggest=true');
    const log = await call('GET', `/v1/partner/access-log?athlete_id=${athlete.id}`, { key });
    expect(log.json.data).toHaveLength(1);
    expect(log.json.data[0]).toMatchObject({ result_count: json.products.length });
    expect(log.json.data[0].query).toMatch(/fuel-plan\?suggest=true$/);
  });

  test('is not logged if the daily limit refuses it, and exactly what the rate limit allows is, of many at once', async () => {
    const { key, athlete, path: activityPath } = await planFor(RIDE);
    const path = `${activityPath}/fuel-plan?suggest=true`;
    const logged = async () =>
      (await call('GET', `/v1/partner/access-log?athlete_id=${athlete.id}`, { key })).json.data.length;
    const spent = await call('GET', path, { key, bindings: { PRODUCT_SANDBOX_RECORDS_PER_DAY: '1' } });
    expect(refusal(spent)).toMatchObject({ status: 429, code: 'athlete_daily_limit_reached' });
    expect(await logged()).toBe(0);
    const bindings = { PRODUCT_SANDBOX_PER_MIN: '5' };
    const replies = await Promise.all(Array.from({ length: 12 }, () => call('GET', path, { key, bindings })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(await logged()).toBe(5);
  });
});

describe('the teaser tier', () => {
  test('sees categories and where to subscribe, and no number of the plan', async () => {
    const { plan } = await planFor(RIDE, { tier: 'teaser' });
    const { json, text, headers } = await plan('?suggest=true');
    expect(Object.keys(json).sort()).toEqual([
      'assumptions',
      'attribution',
      'bottles',
      'categories',
      'disclaimer',
      'notes',
      'recipes',
      'rows',
      'safety',
      'shopping_list',
      'stations',
      'subscribe_url',
      'tier',
    ]);
    expect(json).toMatchObject({
      bottles: null,
      shopping_list: null,
      stations: null,
      notes: null,
      recipes: null,
    });
    expect(json.categories.length).toBeGreaterThan(0);
    expect(text).not.toMatch(/timeline|carb_g|servings/);
    expect(headers.get('X-Service-Data-Attribution')).toBe('required');
  });
});
