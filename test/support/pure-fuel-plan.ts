import { prescribe } from '#core/engine/prescribe.ts';
import { coverageOf } from '#nutrition/fuel-plans/coverage.ts';
import { carry, type FuelPlan } from '#nutrition/fuel-plans/fuel-plan.ts';
import { stopsOf } from '#nutrition/fuel-plans/plan/stops.ts';
import { suggestProducts } from '#nutrition/fuel-plans/plan/suggest-plan.ts';
import { terrainOf } from '#nutrition/fuel-plans/plan/terrain.ts';
import { followedPlan } from '#nutrition/fuel-plans/plan-trajectory.ts';
import { numbersOf } from '#nutrition/prescriptions/prescription-shape.ts';
import { trajectoryToWire } from '#nutrition/prescriptions/show-trajectory.ts';
import type { Course, Vessel } from '#platform/storage/course-columns.ts';
import { activity, athlete } from '../engine/fixtures.ts';
import type { NamedEvent } from './named-events.ts';
import { limitsOf, PRODUCTS, planInput } from './plan-sessions.ts';

/** Makes a suggested plan in full tier without a database. */
export function pureFuelPlan(
  session: Parameters<typeof activity>[0] & {
    readonly name?: string;
    readonly course?: Course;
    readonly vessels?: readonly Vessel[];
    readonly of?: Parameters<typeof athlete>[0];
  },
): FuelPlan {
  const { name = null, course = null, vessels = null, of = {}, ...changes } = session;
  const [planned, person] = [activity(changes), athlete(of)];
  const { targets, legs } = planInput(planned, person);
  const limits = limitsOf(person);
  const terrain = terrainOf({ course, steps: null }, legs, person);
  const { durationMin, type } = planned;
  const stops = stopsOf({ durationMin, distanceKm: null, course }, terrain, legs);
  const suggestion = suggestProducts(PRODUCTS, legs, targets, limits, null, terrain, { stops, vessels });
  const { marks, choice, compromises } = suggestion;
  const { portions } = choice;
  const { stretches } = terrain;
  const scheduledAt = Date.UTC(2026, 5, 20, 7);
  return {
    athlete: { id: 'ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz', tier: 'full', locale: null },
    activity: {
      id: 'act_01kajz8w3t5v9c2b7n4m6q8r0s',
      type,
      name,
      scheduledAt,
      effectiveAt: scheduledAt,
      course,
    },
    stretches,
    durationMin,
    portions,
    marks,
    legs,
    targets,
    numbers: numbersOf(prescribe({ activity: planned, athlete: person, learned: null }), 0),
    coverage: coverageOf(portions, targets.hours, targets, limits),
    suggestion,
    compromises,
    ...carry({ portions, marks, stops, legs, stretches, durationMin, bottles: suggestion }),
  };
}

/** Makes the plan of a named event. */
export function planOfEvent({ name, activity, athlete, course, vessels }: NamedEvent): FuelPlan {
  return pureFuelPlan({
    ...activity,
    name,
    of: athlete,
    ...(course && { course }),
    ...(vessels && { vessels }),
  });
}

/** Makes the plan of a named event with its session over time, as its page prints it. */
export function printedPlan(event: NamedEvent): FuelPlan {
  const plan = planOfEvent(event);
  const input = { activity: activity(event.activity), athlete: athlete(event.athlete), learned: null };
  return { ...plan, trajectory: trajectoryToWire(input, plan.numbers, followedPlan(plan, null)) };
}

/** Makes a straight course over one pass, with positions, and stations at even distances; every third has a drop bag. */
export function passCourse(distanceKm: number, stations: number, stationName = 'Station'): Course {
  const points = [0, 0.4, 0.6, 1].map((share) => ({
    km: share * distanceKm,
    elevationM: share === 0.6 ? 1900 : 400,
    lat: 46.5 + 0.4 * share,
    lon: 8.5 + 0.9 * share,
  }));
  const aidStations = Array.from({ length: stations }, (_, index) => ({
    km: (distanceKm * (index + 1)) / (stations + 1),
    name: `${stationName} ${index + 1}`,
    offers: index % 3 === 1 ? (['water', 'drop_bag'] as const) : (['water'] as const),
  }));
  return { distanceKm, elevationGainM: 1500, points, aidStations };
}
