import type { Course } from '@musette/basics/courses';
import { UNKNOWN_CAFFEINE } from '@musette/engine/caffeine';
import { activity, athlete } from '@musette/engine/laboratory';
import { prescribe } from '@musette/engine/prescribe';
import { coverageOfPlan, type FuelPlan } from '#nutrition/fuel-plans/fuel-plan.ts';
import { planFuel } from '#nutrition/fuel-plans/plan/plan.ts';
import { requestOf } from '#nutrition/fuel-plans/plan/request.ts';
import { viewOf } from '#nutrition/fuel-plans/plan/view.ts';
import { followedPlan } from '#nutrition/fuel-plans/plan-trajectory.ts';
import { numbersOf } from '#nutrition/prescriptions/prescription-shape.ts';
import { trajectoryToWire } from '#nutrition/prescriptions/show-trajectory.ts';
import { type FuelEvent, limitsOfEvent, questionOf } from './fuel-events.ts';

const NOT_SAID = {
  steps: null,
  course: null,
  vessels: null,
  runVessels: null,
  refills: null,
  preferences: null,
  diet: {},
  attached: null,
  language: 'en',
  name: 'session',
  caffeine: UNKNOWN_CAFFEINE,
} as const;

/** Makes the plan of an event in full tier without a database. */
export function planOfEvent(event: FuelEvent): FuelPlan {
  const question = questionOf(event);
  const plan = planFuel(requestOf(question));
  const view = viewOf(plan);
  const { targets } = question;
  const { durationMin, type } = event.activity;
  const input = { activity: event.activity, athlete: event.athlete, learned: null };
  const scheduledAt = Date.UTC(2026, 5, 20, 7);
  return {
    athlete: {
      id: 'ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz',
      tier: 'full',
      locale: null,
      units: null,
      bodyMassKg: null,
    },
    activity: {
      id: 'act_01kajz8w3t5v9c2b7n4m6q8r0s',
      type,
      name: event.title === '' ? null : event.title,
      scheduledAt,
      scheduledLocal: null,
      timeZone: null,
      scheduledSent: null,
      isRaceEvent: event.activity.isRaceEvent,
      effectiveAt: scheduledAt,
      course: event.course,
    },
    durationMin,
    targets,
    numbers: numbersOf(prescribe(input), 0),
    coverage: coverageOfPlan(view, targets, limitsOfEvent(event)),
    plan,
    view,
    suggestion: event.attached === null ? { isWithinTarget: plan.notes.length === 0 } : null,
  };
}

/** Makes the plan of an event with its session over time, as a coach prints it. */
export function followedPlanOf(event: FuelEvent): FuelPlan {
  const plan = planOfEvent(event);
  const input = { activity: event.activity, athlete: event.athlete, learned: null };
  return { ...plan, trajectory: trajectoryToWire(input, plan.numbers, followedPlan(plan, null)) };
}

/** Makes the plan of a session that differs from a plain one in these members. */
export function pureFuelPlan(
  session: Parameters<typeof activity>[0] &
    Partial<Omit<FuelEvent, 'activity' | 'athlete'>> & { readonly of?: Parameters<typeof athlete>[0] },
): FuelPlan {
  const { title = '', of = {}, ...changes } = session;
  return planOfEvent({
    ...NOT_SAID,
    ...changes,
    title,
    activity: activity(changes),
    athlete: athlete(of),
  });
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
