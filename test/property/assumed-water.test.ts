import { UNKNOWN_CAFFEINE } from '@musette/engine/caffeine';
import { expect, test } from 'vitest';
import type { Plan } from '#nutrition/fuel-plans/plan/model.ts';
import { planFuel } from '#nutrition/fuel-plans/plan/plan.ts';
import { requestOf } from '#nutrition/fuel-plans/plan/request.ts';
import { offTargetOf } from '#nutrition/fuel-plans/plan/views.ts';
import {
  type FuelEvent,
  questionOf,
  seededEvents,
  WRITTEN_EVENTS,
  writtenEvent,
} from '../support/fuel-events.ts';
import { pureFuelPlan } from '../support/pure-fuel-plan.ts';

const planned = (session: Parameters<typeof pureFuelPlan>[0]): Plan =>
  pureFuelPlan({ caffeine: UNKNOWN_CAFFEINE, ...session }).plan;
const refills = ({ stops }: Plan) => stops.filter(({ kind, assumed }) => assumed && kind === 'refill');
const tables = ({ stops }: Plan) => stops.filter(({ kind, assumed }) => assumed && kind === 'aid');
const codes = ({ assumptions }: Plan) => assumptions.map(({ code }) => code);
const hot = { thermalStressLevel: 7 } as const;
const BOTTLE = [{ kind: 'bottle', volumeMl: 500, count: 1 }] as const;

test.each([
  ['a run of training', { type: 'run', durationMin: 150 }, true],
  ['a run race of three hours', { type: 'run', durationMin: 180, isRaceEvent: true }, false],
  ['a run race of six hours', { type: 'run', durationMin: 360, isRaceEvent: true }, true],
  ['a ride race of two hours', { type: 'bike', durationMin: 120, isRaceEvent: true }, false],
  ['a ride race of four hours', { type: 'bike', durationMin: 240, isRaceEvent: true }, true],
  ['a training ride of an hour', { type: 'bike', durationMin: 70 }, false],
  ['a training ride of two hours', { type: 'bike', durationMin: 120 }, true],
  ['a boat', { type: 'row', durationMin: 150 }, false],
  ['skis', { type: 'ski', durationMin: 150 }, false],
  ['a treadmill', { type: 'treadmill_run', durationMin: 120 }, true],
] as const)('assumed refills of %s: %j', (_name, session, isRefilled) => {
  const plan = planned({ ...hot, ...session, vessels: BOTTLE });
  expect(refills(plan).length > 0).toBe(isRefilled);
  expect(codes(plan).includes('refills')).toBe(isRefilled);
  expect(refills(planned({ ...hot, ...session, vessels: BOTTLE, refills: 'none' }))).toEqual([]);
});

test('a race on foot without a list has tables, a named flask starts full, and unnamed ones are not carried', () => {
  const race = { type: 'run', durationMin: 120, isRaceEvent: true, ...hot } as const;
  const plan = planned(race);
  expect(tables(plan).length).toBeGreaterThan(2);
  expect(plan.fills).toEqual([]);
  expect(plan.assumptions).toMatchObject([{ code: 'cups', fluidMlWithout: 0 }]);
  expect(plan.notes).toContainEqual(expect.objectContaining({ quantity: 'fluid', percentOff: -100 }));
  const flask = planned({ ...race, vessels: [{ kind: 'flask', volumeMl: 250, count: 1 }] });
  expect(flask.fills.every(({ filledMl }) => filledMl === 250)).toBe(true);
  expect(tables(planned({ ...race, refills: 'none' }))).toEqual([]);
  expect(tables(planned({ ...race, durationMin: 30 }))).toEqual([]);
});

test('several sports are filled on a long ride only, and drink at tables of the run', () => {
  const short = planned({ type: 'triathlon', durationMin: 150, isRaceEvent: true, ...hot });
  expect(refills(short)).toEqual([]);
  expect(tables(short).length).toBeGreaterThan(0);
  const long = planned({ type: 'triathlon', durationMin: 660, isRaceEvent: true, ...hot, vessels: BOTTLE });
  expect(refills(long).length).toBeGreaterThan(0);
  for (const { stop, leg } of long.fills) {
    if (long.stops[stop]?.kind === 'refill') expect(long.request.legs[leg]?.type).toBe('bike');
  }
});

test('a swimmer has a boat from 90 minutes on, and no bottle before', () => {
  const long = planned({ type: 'open_water_swim', durationMin: 150, intensityLevel: 6 });
  expect(long.assumptions).toMatchObject([{ code: 'refills', parameters: { at: 'boat' } }]);
  for (const { filledMl } of long.fills) {
    expect(filledMl).toBeGreaterThanOrEqual(100);
    expect(filledMl).toBeLessThanOrEqual(300);
  }
  for (const type of ['swim', 'open_water_swim'] as const) {
    expect(planned({ type, durationMin: 80, intensityLevel: 6 }).fills).toEqual([]);
  }
});

/** Leaves one station of a list, and makes checkpoints of the others. */
function withoutMost(event: FuelEvent): FuelEvent | null {
  const { course } = event;
  const stations = course?.aidStations ?? [];
  const [kept, ...others] = stations;
  if (course === null || kept === undefined || others.length === 0) return null;
  return {
    ...event,
    course: { ...course, aidStations: [kept] },
    stationsComplete: false,
    checkpoints: others.map(({ km, name }) => ({ km, name })),
  };
}

test('where a list of stations is not complete, bottles are filled at checkpoints first', () => {
  const event = withoutMost(writtenEvent('07'));
  if (event === null) throw new Error('the event has stations');
  const plan = planFuel(requestOf(questionOf(event)));
  expect(offTargetOf(plan).fluid ?? -100).toBeGreaterThan(-15);
  const names = refills(plan).map(({ name }) => name);
  expect(names.filter((name) => name !== null).length).toBeGreaterThanOrEqual(names.length / 2);
  expect(codes(plan)).toContain('stations_incomplete');
});

test('nobody carries a flask that they did not name past tables at most an hour apart', () => {
  for (const event of WRITTEN_EVENTS.filter(({ vessels, course }) => vessels === null && course !== null)) {
    const plan = planFuel(requestOf(questionOf(event)));
    const tableMinutes = plan.request.stops.filter(({ cups }) => cups.length > 0).map(({ atMin }) => atMin);
    const times = [0, ...tableMinutes, plan.request.endMin];
    const widest = Math.max(...times.slice(1).map((minute, index) => minute - (times[index] ?? 0)));
    const isOnFoot = plan.request.legs.every(({ type }) =>
      ['run', 'trail_run', 'walk', 'hike'].includes(type),
    );
    if (isOnFoot && widest <= 60)
      expect(plan.fills.filter(({ vessel }) => vessel.number === null)).toEqual([]);
  }
});

test('everything that nobody stated is said, at most once, with the fluid of the plan without it', () => {
  for (const event of [...WRITTEN_EVENTS, ...seededEvents(38, 200)]) {
    const plan = planFuel(requestOf(questionOf(event)));
    expect(new Set(codes(plan)).size).toBe(plan.assumptions.length);
    const isUnnamed = plan.fills.some(
      ({ vessel, leg }) => vessel.number === null && plan.request.legs[leg]?.type.includes('swim') !== true,
    );
    expect(codes(plan).includes('vessels')).toBe(isUnnamed);
    const isAssumed = plan.stops.some(
      ({ assumed }, index) =>
        assumed &&
        (plan.fills.some(({ stop }) => stop === index) || plan.intakes.some(({ stop }) => stop === index)),
    );
    const ofWater = ['refills', 'cups', 'stations_incomplete'];
    expect(codes(plan).some((code) => ofWater.includes(code))).toBe(isAssumed);
    for (const { fluidMlWithout, stations } of plan.assumptions) {
      expect(fluidMlWithout).toBeGreaterThanOrEqual(-1);
      for (const index of stations) expect(plan.stops[index]?.assumed).toBe(true);
    }
  }
});

test('nothing is planned for less than 100 ml, 100 mg of missing salt or 5 g of carbohydrate', () => {
  for (const event of seededEvents(7, 250)) {
    if (event.attached !== null) continue;
    const { fills, intakes, request } = planFuel(requestOf(questionOf(event)));
    const sum = (figure: 'carbG' | 'fluidMl') => request.legs.reduce((total, leg) => total + leg[figure], 0);
    if (sum('fluidMl') < 100) expect(fills).toEqual([]);
    if (sum('carbG') < 5)
      expect(intakes.filter(({ product }) => product.carbG > 1 && product.caffeineMg === 0)).toEqual([]);
  }
});
