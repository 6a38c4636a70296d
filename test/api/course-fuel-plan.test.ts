import { beforeAll, describe, expect, test } from 'vitest';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call } from '../support/client.ts';
import { planFor } from '../support/planned-ride.ts';
import { TEST_HOME } from '../support/shards.ts';
import type { WireStation } from './wire-plan.ts';

beforeAll(() => loadTestCatalogue());

/** A ride with a long climb in its first half, water at two places and a bag between them. */
const RIDE = {
  type: 'bike',
  duration_min: 300,
  intensity_level: 6,
  thermal_stress_level: 6,
  is_race_event: true,
  course: {
    distance_km: 120,
    points: [
      { km: 0, elevation_m: 400 },
      { km: 30, elevation_m: 400 },
      { km: 50, elevation_m: 1900 },
      { km: 70, elevation_m: 400 },
      { km: 120, elevation_m: 400 },
    ],
    aid_stations: [
      { km: 50, name: 'Pass', offers: ['water', 'gel'] },
      { km: 75, name: 'Valley', offers: ['drop_bag', 'water'] },
      { km: 100, offers: ['fruit'] },
    ],
  },
  vessels: [{ kind: 'bottle', volume_ml: 750, count: 3 }],
};

async function setUp(changes: object = {}) {
  const { key, athlete, plan } = await planFor({ ...RIDE, ...changes });
  return { key, athlete, suggest: async () => (await plan('?suggest=true')).json };
}

describe('a fuel plan over a course', () => {
  test('tells when the stations are passed: late after a climb', async () => {
    const { suggest } = await setUp();
    const json = await suggest();
    const stations: WireStation[] = json.stations;
    expect(stations.map(({ kind, name }) => [kind, name])).toEqual([
      ['start', null],
      ['aid', 'Pass'],
      ['aid', 'Valley'],
      ['aid', null],
      ['end', null],
    ]);
    // 50 of 120 km are passed after 125 min at an even speed.
    expect(stations[1]?.at_min).toBeGreaterThan(150);
    expect(stations.at(-1)).toMatchObject({ km: 120, at_min: 300, leave_with: [], take: [] });
  });

  test('takes water where there is water, the own bag where it waits, and nothing of the fruit', async () => {
    const { suggest } = await setUp();
    const json = await suggest();
    const [, pass, valley, fruit]: WireStation[] = json.stations;
    expect(pass?.take.length).toBeGreaterThan(0);
    for (const { generic, fluid_ml } of pass?.take ?? [])
      expect(generic === 'gel' || fluid_ml > 0).toBe(true);
    expect(valley?.take.some(({ product_id }) => product_id !== null)).toBe(true);
    expect(fruit?.take).toEqual([]);
    expect(fruit?.leave_with.length).toBeGreaterThan(0);
  });

  test('fills the bottles within their volume and says where they are filled again', async () => {
    const { suggest } = await setUp();
    const json = await suggest();
    const bottles: {
      vessel: number;
      product_id: string | null;
      fill_ml: number;
      drunk_ml: number;
      refill_at_km: number | null;
      carb_g_per_l: number;
    }[] = json.bottles;
    expect(bottles.length).toBeGreaterThan(2);
    for (const bottle of bottles) {
      expect(bottle).toMatchObject({ kind: 'bottle', volume_ml: 750 });
      expect(bottle.fill_ml).toBeLessThanOrEqual(750);
      expect([50, 75, null]).toContain(bottle.refill_at_km);
      expect(bottle.carb_g_per_l).toBeLessThanOrEqual(80);
    }
    const mixes = new Set(bottles.flatMap(({ product_id }) => (product_id === null ? [] : [product_id])));
    expect(mixes.size).toBeGreaterThan(0);
    const drunk = bottles.reduce((sum, { drunk_ml }) => sum + drunk_ml, 0);
    expect(drunk).toBe(json.totals.fluid_ml);
    expect(json.notes).toEqual([]);
  });

  test('says what one small flask does not hold', async () => {
    const { suggest } = await setUp({ vessels: [{ kind: 'flask', volume_ml: 250, count: 1 }] });
    const json = await suggest();
    const note = json.notes.find(({ quantity }: { quantity: string }) => quantity === 'fluid');
    expect(note).toMatchObject({ binding: 'capacity', percent_off: expect.any(Number) });
    expect(note.message).toMatch(/^Fluid is \d+% below target\. Another refill closes the gap\.$/);
  });

  test("uses the athlete's usual vessels, and lists whole packs", async () => {
    const { key, athlete, suggest } = await setUp({ vessels: undefined });
    const body = { vessels: [{ kind: 'bladder', volume_ml: 3000, count: 2 }] };
    await call('PATCH', athlete.path, { key, body });
    const json = await suggest();
    expect(json.bottles[0]).toMatchObject({ kind: 'bladder', volume_ml: 3000 });
    const items: { product_id: string | null; servings: number; packs: number | null }[] = json.shopping_list;
    const bought = items.filter(({ product_id }) => product_id !== null).map(({ product_id }) => product_id);
    for (const { product_id, name } of json.products) {
      if (!/^Water/.test(name)) expect(bought).toContain(product_id);
    }
    for (const { packs, servings } of items) {
      if (packs !== null) expect(packs).toBe(Math.ceil(servings));
    }
  });

  test('without a course has a start, assumed refills where the bottles do not last, and an end', async () => {
    const vessels = [{ kind: 'bottle', volume_ml: 750, count: 1 }];
    const { suggest } = await setUp({ course: undefined, vessels });
    const json = await suggest();
    const kinds = json.stations.map(({ kind, assumed }: { kind: string; assumed: boolean }) => [
      kind,
      assumed,
    ]);
    expect([kinds[0], kinds.at(-1)]).toEqual([
      ['start', false],
      ['end', false],
    ]);
    expect(kinds.slice(1, -1).length).toBeGreaterThan(0);
    for (const kind of kinds.slice(1, -1)) expect(kind).toEqual(['refill', true]);
    const refills = json.rows.filter(({ kind }: { kind: string }) => kind === 'refill');
    expect(refills).toHaveLength(kinds.length - 2);
    for (const { bottles } of refills) expect(bottles.length).toBeGreaterThan(0);
  });

  test('withholds stations, bottles and the shopping list in teaser tier', async () => {
    const { athlete, suggest } = await setUp();
    await TEST_HOME.prepare("UPDATE athletes SET tier = 'teaser' WHERE id = ?").bind(athlete.id).run();
    const json = await suggest();
    expect(json).toMatchObject({ tier: 'teaser', stations: null, bottles: null, shopping_list: null });
  });
});
