import { describe, expect, test } from 'vitest';
import { ENGLISH } from '#core/languages/en/index.ts';
import { isFilled, sipsOf } from '#nutrition/fuel-plans/plan/bottles.ts';
import { stationsOf } from '#nutrition/fuel-plans/plan/stations.ts';
import { stopsOf } from '#nutrition/fuel-plans/plan/stops.ts';
import { suggestProducts } from '#nutrition/fuel-plans/plan/suggest-plan.ts';
import { terrainOf } from '#nutrition/fuel-plans/plan/terrain.ts';
import { isPlainWater } from '#nutrition/fuel-plans/portions.ts';
import {
  type AidStation,
  type Course,
  STATION_OFFERS,
  VESSEL_KINDS,
  type Vessel,
  type WorkoutSteps,
} from '#platform/storage/course-columns.ts';
import { anyActivity, multiSportActivity, statedActivity, statedAthlete } from '../engine/arbitraries.ts';
import { limitsOf, PRODUCTS, planInput } from '../support/plan-sessions.ts';
import { fc } from '../support/random-seed.ts';

const RUNS = Number(process.env.PLAN_RUNS ?? 150);
const PRODUCTS_TOLERANCE = 1e-6;

const stations = (distanceKm: number): fc.Arbitrary<readonly AidStation[]> =>
  fc
    .array(
      fc.record({
        km: fc.double({ min: 0, max: distanceKm, noNaN: true }),
        name: fc.constant(null),
        offers: fc.uniqueArray(fc.constantFrom(...STATION_OFFERS)),
      }),
      { maxLength: 20 },
    )
    .map((all) => all.toSorted((a, b) => a.km - b.km));

const course: fc.Arbitrary<Course> = fc
  .tuple(
    fc.double({ min: 1, max: 250, noNaN: true }),
    fc.array(fc.double({ min: 0, max: 2500, noNaN: true }), { maxLength: 40 }),
  )
  .chain(([distanceKm, heights]) =>
    stations(distanceKm).map((aidStations) => ({
      distanceKm,
      elevationGainM: null,
      aidStations,
      points: heights.map((elevationM, index) => ({
        km: (distanceKm * index) / Math.max(1, heights.length - 1),
        elevationM,
        lat: null,
        lon: null,
      })),
    })),
  );

const vessels: fc.Arbitrary<readonly Vessel[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...VESSEL_KINDS),
    volumeMl: fc.integer({ min: 100, max: 3000 }),
    count: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 1, maxLength: 4 },
);

const levels = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 });

const session = fc.record({
  activity: fc.oneof(statedActivity, multiSportActivity, anyActivity),
  athlete: statedAthlete,
  course: fc.option(course),
  vessels: fc.option(vessels),
  levels: fc.option(levels),
});
type Session = typeof session extends fc.Arbitrary<infer T> ? T : never;

function planOf({ activity, athlete, course: track, vessels: carried, levels: hardness }: Session) {
  const { targets, legs } = planInput(activity, athlete);
  const { durationMin } = activity;
  const steps: WorkoutSteps | null =
    hardness?.map((level) => ({
      durationMin: durationMin / hardness.length,
      intensity: { level },
      name: null,
    })) ?? null;
  const terrain = terrainOf({ course: track, steps }, legs, athlete);
  const stops = stopsOf({ durationMin, distanceKm: activity.distanceKm, course: track }, terrain, legs);
  const own = { stops, vessels: carried };
  const suggestion = suggestProducts(PRODUCTS, legs, targets, limitsOf(athlete), null, terrain, own);
  const { choice, marks, fills, vesselNotes: notes } = suggestion;
  return {
    targets,
    legs,
    suggestion,
    durationMin,
    choice,
    marks,
    stops,
    fills,
    notes,
    stations: stationsOf(stops, marks, fills),
  };
}

function check(property: (plan: ReturnType<typeof planOf>, input: Session) => void) {
  fc.assert(
    fc.property(session, (input) => property(planOf(input), input)),
    { numRuns: RUNS },
  );
}

type Plan = ReturnType<typeof planOf>;

/** Returns the amount per minute: each mark's amount spread evenly until the next one, or all at the mark. */
function byMinute(
  { marks, durationMin }: Plan,
  quantity: 'fluidMl' | 'sodiumMg',
  isSipped: boolean,
): number[] {
  const minutes = new Array<number>(durationMin + 61).fill(0);
  for (const [index, mark] of marks.entries()) {
    const nextMin = isSipped ? (marks[index + 1]?.atMin ?? durationMin) : 0;
    const untilMin = Math.max(mark.atMin + 1, nextMin);
    for (let minute = mark.atMin; minute < untilMin; minute += 1) {
      minutes[minute] = (minutes[minute] ?? 0) + mark[quantity] / (untilMin - mark.atMin);
    }
  }
  return minutes;
}

function fullestHour(minutes: readonly number[]): number {
  let hour = minutes.slice(0, 60).reduce((sum, each) => sum + each, 0);
  let most = hour;
  for (let from = 0; from + 60 < minutes.length; from += 1) {
    hour += (minutes[from + 60] ?? 0) - (minutes[from] ?? 0);
    most = Math.max(most, hour);
  }
  return most;
}

describe('a plan over any course, vessels and steps', () => {
  test('adds up to exactly the products, with a monotone timeline', () => {
    check(({ marks, choice, durationMin }) => {
      for (const { product, servings } of choice.portions) {
        const planned = marks
          .flatMap(({ items }) => items)
          .filter((item) => item.product === product)
          .reduce((sum, item) => sum + item.servings, 0);
        expect(planned).toBeCloseTo(servings, 6);
      }
      const minutes = marks.map(({ atMin }) => atMin);
      expect(minutes).toEqual([...new Set(minutes)].toSorted((a, b) => a - b));
      for (const minute of minutes) {
        expect(minute).toBeGreaterThanOrEqual(0);
        expect(minute).toBeLessThanOrEqual(durationMin);
      }
    });
  });

  test.each([
    ['fluid', 'fluidMl', 'maxFluidMlPerHr'],
    ['sodium', 'sodiumMg', 'maxSodiumMgPerHr'],
  ] as const)(
    'is above the %s ceiling in no hour from any minute, sipped or at once, in any leg',
    (_, quantity, ceiling) => {
      check((plan) => {
        for (const isSipped of [true, false]) {
          const most = fullestHour(byMinute(plan, quantity, isSipped));
          expect(most).toBeLessThanOrEqual(plan.targets[ceiling] + PRODUCTS_TOLERANCE);
        }
      });
    },
  );

  test('says why where sodium is left out for the ceiling', () => {
    check(({ suggestion, targets, choice }) => {
      const notes = suggestion.notes.map((noteIn) => noteIn(ENGLISH.plan));
      if (targets.sodiumMg > 0 && choice.sodiumMg === 0) {
        expect(notes.join()).toMatch(/Sodium is 100% below target\. \w/);
      }
    });
  });

  test('gives nothing in a swim between other legs, and in each other leg only what it allows', () => {
    let swims = 0;
    check(({ marks, legs }) => {
      for (const leg of legs.filter(({ forms }) => forms.size === 0)) {
        swims += 1;
        const inside = marks.filter(({ atMin }) => atMin > leg.startMin + 0.5 && atMin < leg.endMin - 0.5);
        expect(legs.some(({ forms }) => forms.size > 0) ? inside : []).toEqual([]);
      }
    });
    expect(swims).toBeGreaterThan(0);
  });

  test('fills no vessel above its volume or twice at a time, and says what does not fit', () => {
    check(({ marks, fills, notes, durationMin }, input) => {
      const drunkMl = sipsOf(marks, durationMin).reduce((sum, { volumeMl }) => sum + volumeMl, 0);
      const filledMl = fills.reduce((sum, { fillMl }) => sum + fillMl, 0);
      const leftMl = notes.reduce(
        (sum, note) => sum + (note.code === 'vessels_too_small' ? note.volumeMl : 0),
        0,
      );
      expect(Math.abs(drunkMl - filledMl - leftMl)).toBeLessThanOrEqual(notes.length + PRODUCTS_TOLERANCE);
      const count = input.vessels?.reduce((sum, vessel) => sum + vessel.count, 0) ?? 0;
      for (const fill of fills) {
        if (input.vessels === null) continue;
        expect(fill.fillMl).toBeLessThanOrEqual((fill.volumeMl ?? 0) + PRODUCTS_TOLERANCE);
        expect(fill.vessel).toBeGreaterThanOrEqual(1);
        expect(fill.vessel).toBeLessThanOrEqual(count);
        expect(fill.toMin).toBeGreaterThanOrEqual(fill.fromMin);
        expect(fills.filter((other) => other.vessel === fill.vessel && other.stop === fill.stop)).toEqual([
          fill,
        ]);
      }
    });
  });

  test('takes nothing at a station that it does not offer, and carries everything that is eaten', () => {
    check(({ stations: places, choice, notes, marks, durationMin }) => {
      for (const { stop, take } of places) {
        for (const { product, generic } of take) {
          const isOffered = generic !== null && stop.offers.has(generic);
          expect(isOffered || stop.offers.has('drop_bag')).toBe(true);
          expect(product === null).toBe(generic === 'water');
        }
      }
      if (notes.length > 0) return;
      const obtained = places.flatMap(({ stop, take, leaveWith }) =>
        stop.kind === 'start' ? leaveWith : take,
      );
      for (const { product, servings } of choice.portions) {
        if (isPlainWater(product)) continue;
        const sum = obtained
          .filter((item) => item.product === product)
          .reduce((total, item) => total + item.servings, 0);
        expect(sum).toBeCloseTo(servings, 6);
      }
      const last = places.findLast(({ stop }) => stop.kind !== 'end');
      const after = marks.filter(
        ({ atMin }) => last?.stop.kind === 'start' || atMin >= (last?.stop.atMin ?? durationMin),
      );
      const eaten = after
        .flatMap(({ items }) => items)
        .filter(({ product, stop }) => stop === null && !isFilled(product));
      const carried = last?.leaveWith.filter(({ product }) => product !== null && !isFilled(product)) ?? [];
      expect(carried.reduce((sum, { servings }) => sum + servings, 0)).toBeCloseTo(
        eaten.reduce((sum, { servings }) => sum + servings, 0),
        6,
      );
    });
  });

  test('passes the stations in order within the session', () => {
    check(({ stops, durationMin }) => {
      const minutes = stops.map(({ atMin }) => atMin);
      expect(minutes).toEqual(minutes.toSorted((a, b) => a - b));
      expect(minutes.at(-1)).toBe(durationMin);
    });
  });
});
