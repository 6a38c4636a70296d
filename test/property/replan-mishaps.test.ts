import type { ActivityType } from '@musette/engine/types';
import { describe, expect, test } from 'vitest';
import { contentsAt, type Situation, vesselsNow } from '#nutrition/fuel-plans/plan/bottles-left.ts';
import type { Fill, Intake, Plan, Stop, Vessel } from '#nutrition/fuel-plans/plan/model.ts';
import { planRest, takenBefore } from '#nutrition/fuel-plans/plan/replan.ts';
import { rowsOf, targetsOfPlan, totalsOf } from '#nutrition/fuel-plans/plan/views.ts';
import { attachedPortion, type FuelEvent, WRITTEN_EVENTS, writtenEvent } from '../support/fuel-events.ts';
import { checkedPlan } from '../support/plan-checks.ts';
import { pureFuelPlan } from '../support/pure-fuel-plan.ts';

/** A filling: the place of its bottle, the index of its stop, what is poured in, and the minutes between which it is drunk. */
type Filling = readonly [vessel: number, stop: number, filledMl: number, fromMin: number, toMin: number];

/** A drink at a stop, or with `stop` null an isotonic gel of one's own. */
type Handed = readonly [stop: number | null, atMin: number, fluidMl: number];

interface Session {
  readonly type: ActivityType;
  readonly durationMin: number;
  readonly segments?: readonly {
    readonly type: 'open_water_swim' | 'bike' | 'run';
    readonly durationMin: number;
  }[];
  readonly bottles: readonly number[];
  /** What is carried on the run of several sports. */
  readonly flasks?: readonly number[];
  readonly stops: readonly (readonly [kind: Stop['kind'], atMin: number])[];
  readonly fills: readonly Filling[];
  /** Whether a filling is drunk on a run after other sports. */
  readonly onTheRun?: readonly number[];
  readonly handed?: readonly Handed[];
  readonly isUnnamed?: boolean;
}

const SESSIONS = {
  ride: {
    type: 'bike',
    durationMin: 300,
    bottles: [750, 750],
    stops: [
      ['start', 0],
      ['aid', 150],
      ['end', 300],
    ],
    fills: [
      [0, 0, 750, 0, 75],
      [1, 0, 750, 75, 150],
      [0, 1, 750, 150, 225],
      [1, 1, 375, 225, 290],
    ],
  },
  'ride with three bottles': {
    type: 'bike',
    durationMin: 240,
    bottles: [500, 500, 500],
    stops: [
      ['start', 0],
      ['end', 240],
    ],
    fills: [
      [0, 0, 500, 0, 50],
      [1, 0, 500, 50, 100],
      [2, 0, 500, 100, 150],
    ],
  },
  'ride without named bottles': {
    type: 'bike',
    durationMin: 120,
    bottles: [],
    isUnnamed: true,
    stops: [
      ['start', 0],
      ['end', 120],
    ],
    fills: [
      [0, 0, 750, 0, 60],
      [1, 0, 750, 60, 115],
    ],
  },
  marathon: {
    type: 'run',
    durationMin: 220,
    bottles: [500],
    stops: [
      ['start', 0],
      ['aid', 60],
      ['aid', 120],
      ['end', 220],
    ],
    fills: [
      [0, 0, 500, 0, 60],
      [0, 1, 500, 60, 120],
      [0, 2, 500, 120, 180],
    ],
    handed: [
      [1, 60, 150],
      [2, 120, 150],
    ],
  },
  'run with isotonic gels': {
    type: 'run',
    durationMin: 100,
    bottles: [500],
    stops: [
      ['start', 0],
      ['end', 100],
    ],
    fills: [[0, 0, 500, 0, 95]],
    handed: [
      [null, 20, 60],
      [null, 40, 60],
    ],
  },
  trail: {
    type: 'trail_run',
    durationMin: 450,
    bottles: [500, 500, 1500],
    stops: [
      ['start', 0],
      ['aid', 200],
      ['end', 450],
    ],
    fills: [
      [0, 0, 500, 0, 60],
      [1, 0, 500, 60, 120],
      [2, 0, 1500, 120, 300],
      [0, 1, 500, 300, 360],
      [1, 1, 500, 360, 420],
    ],
  },
  triathlon: {
    type: 'triathlon',
    durationMin: 200,
    segments: [
      { type: 'open_water_swim', durationMin: 30 },
      { type: 'bike', durationMin: 120 },
      { type: 'run', durationMin: 50 },
    ],
    bottles: [750, 750],
    flasks: [250],
    stops: [
      ['start', 0],
      ['transition', 30],
      ['transition', 150],
      ['end', 200],
    ],
    fills: [
      [0, 1, 750, 30, 90],
      [1, 1, 500, 90, 150],
      [0, 2, 250, 150, 195],
    ],
    onTheRun: [2],
  },
  ski: {
    type: 'ski',
    durationMin: 160,
    bottles: [500],
    stops: [
      ['start', 0],
      ['aid', 50],
      ['end', 160],
    ],
    fills: [
      [0, 0, 500, 0, 50],
      [0, 1, 250, 50, 80],
    ],
  },
  row: {
    type: 'row',
    durationMin: 120,
    bottles: [750, 750],
    stops: [
      ['start', 0],
      ['end', 120],
    ],
    fills: [
      [0, 0, 750, 0, 40],
      [1, 0, 750, 40, 115],
    ],
  },
  hike: {
    type: 'hike',
    durationMin: 480,
    bottles: [2000],
    stops: [
      ['start', 0],
      ['aid', 240],
      ['end', 480],
    ],
    fills: [
      [0, 0, 2000, 0, 240],
      [0, 1, 1000, 240, 475],
    ],
  },
  walk: {
    type: 'walk',
    durationMin: 300,
    bottles: [600, 600],
    stops: [
      ['start', 0],
      ['end', 300],
    ],
    fills: [
      [0, 0, 600, 0, 150],
      [1, 0, 600, 150, 295],
    ],
  },
  treadmill: {
    type: 'treadmill_run',
    durationMin: 120,
    bottles: [700],
    stops: [
      ['start', 0],
      ['refill', 55],
      ['end', 120],
    ],
    fills: [
      [0, 0, 700, 0, 70],
      [0, 1, 350, 70, 105],
    ],
  },
  'indoor ride': {
    type: 'indoor_bike',
    durationMin: 90,
    bottles: [750],
    stops: [
      ['start', 0],
      ['end', 90],
    ],
    fills: [[0, 0, 600, 0, 85]],
  },
  lift: {
    type: 'lift',
    durationMin: 90,
    bottles: [750],
    stops: [
      ['start', 0],
      ['end', 90],
    ],
    fills: [[0, 0, 750, 0, 85]],
  },
  'lake swim': {
    type: 'open_water_swim',
    durationMin: 180,
    bottles: [500],
    stops: [
      ['start', 0],
      ['aid', 40],
      ['aid', 80],
      ['end', 180],
    ],
    fills: [
      [0, 1, 200, 40, 45],
      [0, 2, 200, 80, 85],
    ],
  },
} as const satisfies Record<string, Session>;

/** Builds the plan of a session from its fillings, so that every content can be counted by hand. */
function planOf(session: Session): Plan {
  const vessels = (list: readonly number[]) =>
    list.map((volumeMl) => ({ kind: 'bottle' as const, volumeMl, count: 1 }));
  const { plan } = pureFuelPlan({
    type: session.type,
    durationMin: session.durationMin,
    segments:
      session.segments?.map((segment) => ({ ...segment, intensityLevel: null, distanceKm: null })) ?? null,
    vessels: session.isUnnamed ? null : vessels(session.bottles),
    runVessels: session.flasks === undefined ? null : vessels(session.flasks),
    attached: [],
  });
  const [first] = plan.stops;
  if (first === undefined) throw new Error('a plan has a start');
  const stops = session.stops.map(
    ([kind, atMin]): Stop => ({
      ...first,
      kind,
      atMin,
      assumed: kind === 'refill',
      hasWater: kind !== 'end',
      hasBag: kind === 'start' || kind === 'transition',
      cups: [],
      foods: [],
    }),
  );
  const legOf = (minute: number) => plan.request.legs.findLastIndex(({ startMin }) => startMin <= minute);
  const { product } = attachedPortion('Maurten', 'Gel 100', 1);
  const gel = { ...plan.request.home[0], ...product } as unknown as Intake['product'];
  const fills = session.fills.map(([vessel, stop, filledMl, fromMin, toMin], index): Fill => {
    const isRun = session.onTheRun?.includes(index) === true;
    const carried: readonly Vessel[] = vesselsNow(plan, isRun ? session.durationMin - 1 : fromMin);
    return {
      stop,
      leg: legOf(fromMin),
      vessel: carried[vessel] ?? { kind: 'bottle', volumeMl: 500, number: 1 },
      filledMl,
      volumeMl: filledMl,
      fromMin,
      toMin,
      recipe: null,
      tablet: null,
    };
  });
  const intakes = (session.handed ?? []).map(
    ([stop, atMin, fluidMl]): Intake => ({
      product: gel,
      servings: 1,
      atMin,
      leg: legOf(atMin),
      stop,
      fluidMl,
    }),
  );
  return { ...plan, request: { ...plan.request, stops }, stops, fills, intakes };
}

type Mishap = Omit<Partial<Situation>, 'taken'> & { readonly at: number; readonly drunk: number };

const lost = (bottles: readonly number[] | 'all') => ({ bottles, products: [], bags: [] });

/** Session, what happened, and what a hand counts in each bottle that is carried, ml. */
const MISHAPS: readonly (readonly [keyof typeof SESSIONS, string, Mishap, readonly number[]])[] = [
  ['ride', 'nothing unusual', { at: 60, drunk: 600 }, [150, 750]],
  ['ride', 'drank nothing', { at: 60, drunk: 0 }, [750, 750]],
  ['ride', 'a mouthful is left', { at: 60, drunk: 700 }, [0, 750]],
  ['ride', 'was thirsty', { at: 100, drunk: 1000 }, [0, 500]],
  ['ride', 'drank both', { at: 100, drunk: 1500 }, [0, 0]],
  ['ride', 'says more than was in them', { at: 100, drunk: 2000 }, [0, 0]],
  ['ride', 'after the station', { at: 180, drunk: 1800 }, [450, 375]],
  ['ride', 'station missed, both empty', { at: 180, drunk: 1500, missedStations: [1] }, [0, 0]],
  ['ride', 'station missed, drank less', { at: 180, drunk: 1200, missedStations: [1] }, [0, 300]],
  ['ride', 'topped up what was not drunk', { at: 180, drunk: 1000 }, [750, 375]],
  ['ride', 'first bottle lost', { at: 60, drunk: 600, lost: lost([1]) }, [0, 750]],
  ['ride', 'second bottle lost', { at: 60, drunk: 600, lost: lost([2]) }, [150, 0]],
  ['ride', 'both bottles lost', { at: 60, drunk: 600, lost: lost('all') }, [0, 0]],
  ['ride', 'says what each holds', { at: 60, drunk: 600, bottlesLeftMl: [200, 0] }, [200, 0]],
  ['ride', 'says what both hold', { at: 60, drunk: 600, bottlesLeftMl: 300 }, [50, 250]],
  ['ride', 'says that both are full', { at: 60, drunk: 600, bottlesLeftMl: 1500 }, [750, 750]],
  ['ride', 'says a mouthful', { at: 60, drunk: 600, bottlesLeftMl: [40, 600] }, [40, 600]],
  ['ride', 'says that they are empty', { at: 60, drunk: 600, bottlesLeftMl: 0 }, [0, 0]],
  ['ride', 'says 100 ml after drinking both', { at: 100, drunk: 1500, bottlesLeftMl: 100 }, [50, 50]],
  [
    'ride',
    'one lost, says the other',
    { at: 60, drunk: 600, lost: lost([2]), bottlesLeftMl: [500, 500] },
    [500, 0],
  ],
  ['ride', 'is at the station', { at: 150, drunk: 1500 }, [0, 0]],
  ['ride', 'leaves the station', { at: 151, drunk: 1500 }, [750, 375]],
  ['ride with three bottles', 'lost the second', { at: 100, drunk: 500, lost: lost([2]) }, [0, 0, 500]],
  [
    'ride with three bottles',
    'says the third',
    { at: 100, drunk: 500, bottlesLeftMl: [0, 0, 250] },
    [0, 0, 250],
  ],
  [
    'ride with three bottles',
    'names only the first',
    { at: 100, drunk: 500, bottlesLeftMl: [90] },
    [90, 0, 0],
  ],
  [
    'ride with three bottles',
    'one lost, says more than the next should hold',
    { at: 100, drunk: 500, lost: lost([3]), bottlesLeftMl: 600 },
    [100, 500, 0],
  ],
  ['ride with three bottles', 'drank slowly', { at: 100, drunk: 300 }, [200, 500, 500]],
  ['ride without named bottles', 'lost the first', { at: 30, drunk: 375, lost: lost([1]) }, [0, 750]],
  ['ride without named bottles', 'drank more', { at: 30, drunk: 900 }, [0, 600]],
  ['ride without named bottles', 'says both', { at: 30, drunk: 900, bottlesLeftMl: [300, 200] }, [300, 200]],
  ['marathon', 'before the first table', { at: 30, drunk: 250 }, [250]],
  ['marathon', 'cups do not come from the flask', { at: 90, drunk: 900 }, [250]],
  ['marathon', 'missed the table', { at: 90, drunk: 400, missedStations: [1] }, [100]],
  ['marathon', 'missed the table, empty', { at: 90, drunk: 500, missedStations: [1] }, [0]],
  ['marathon', 'after two tables', { at: 130, drunk: 1400 }, [400]],
  ['marathon', 'missed the second table', { at: 130, drunk: 1000, missedStations: [2] }, [150]],
  ['marathon', 'lists what came from tables', { at: 130, drunk: 1400, otherFluidMl: 200 }, [300]],
  ['marathon', 'drank nothing at all', { at: 90, drunk: 0 }, [500]],
  ['marathon', 'flask lost', { at: 90, drunk: 900, lost: lost([1]) }, [0]],
  ['run with isotonic gels', 'gels are not from the flask', { at: 50, drunk: 500 }, [120]],
  ['run with isotonic gels', 'one gel so far', { at: 30, drunk: 200 }, [360]],
  ['trail', 'second flask', { at: 100, drunk: 700 }, [0, 300, 1500]],
  ['trail', 'flasks empty', { at: 150, drunk: 1000 }, [0, 0, 1500]],
  ['trail', 'bladder last', { at: 150, drunk: 1300 }, [0, 0, 1200]],
  ['trail', 'station while the bladder holds some', { at: 220, drunk: 1800 }, [500, 500, 700]],
  ['trail', 'station missed', { at: 220, drunk: 1800, missedStations: [1] }, [0, 0, 700]],
  ['trail', 'bladder burst', { at: 220, drunk: 1800, lost: lost([3]) }, [500, 500, 0]],
  ['trail', 'on the second filling', { at: 310, drunk: 2600 }, [400, 500, 0]],
  ['trail', 'says one total', { at: 150, drunk: 1000, bottlesLeftMl: 750 }, [0, 0, 750]],
  ['trail', 'a mouthful in the bladder', { at: 190, drunk: 2450 }, [0, 0, 0]],
  ['triathlon', 'on the ride', { at: 60, drunk: 400 }, [350, 500]],
  ['triathlon', 'second bottle fell', { at: 60, drunk: 400, lost: lost([2]) }, [350, 0]],
  ['triathlon', 'on the run', { at: 160, drunk: 1300 }, [200]],
  ['triathlon', 'left half of the ride’s bottles', { at: 160, drunk: 800 }, [250]],
  ['triathlon', 'at the second transition', { at: 150, drunk: 1000 }, [0]],
  ['triathlon', 'run flask lost', { at: 160, drunk: 1300, lost: lost([1]) }, [0]],
  ['triathlon', 'in the swim', { at: 10, drunk: 0 }, [0, 0]],
  ['ski', 'half a flask at the table', { at: 60, drunk: 600 }, [150]],
  ['ski', 'table missed', { at: 60, drunk: 450, missedStations: [1] }, [0]],
  ['ski', 'table missed, drank little', { at: 60, drunk: 300, missedStations: [1] }, [200]],
  ['row', 'second bottle', { at: 45, drunk: 800 }, [0, 700]],
  ['row', 'capsized', { at: 45, drunk: 800, lost: lost('all') }, [0, 0]],
  ['hike', 'from the bladder', { at: 120, drunk: 600 }, [1400]],
  ['hike', 'after the hut', { at: 300, drunk: 2300 }, [700]],
  ['hike', 'hut closed', { at: 300, drunk: 1900, missedStations: [1] }, [100]],
  ['walk', 'says both', { at: 100, drunk: 400, bottlesLeftMl: [100, 300] }, [100, 300]],
  ['walk', 'first bottle broken', { at: 100, drunk: 400, lost: lost([1]) }, [0, 600]],
  ['treadmill', 'topped up before it was empty', { at: 60, drunk: 500 }, [550]],
  ['treadmill', 'nobody topped it up', { at: 60, drunk: 500, missedStations: [1] }, [200]],
  ['treadmill', 'topped up to the brim', { at: 60, drunk: 100 }, [700]],
  ['indoor ride', 'drank little', { at: 30, drunk: 200 }, [400]],
  ['lift', 'between sets', { at: 40, drunk: 300 }, [450]],
  ['lake swim', 'nobody swims with a bottle', { at: 50, drunk: 200 }, [0]],
];

const situationOf = (session: Session, { at, drunk, ...mishap }: Mishap): Situation => ({
  ...mishap,
  atMin: at,
  endMin: session.durationMin,
  taken: { carbG: 0, sodiumMg: 0, fluidMl: drunk },
  hasPoorStomach: false,
});

describe('the content of every bottle after a mishap is what a hand counts', () => {
  test('for at least sixty mishaps in a dozen sports', () => {
    expect(MISHAPS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(MISHAPS.map(([name]) => SESSIONS[name].type)).size).toBeGreaterThanOrEqual(12);
  });

  test.each(MISHAPS)('%s: %s', (name, _what, mishap, byHand) => {
    const session = SESSIONS[name];
    const plan = planOf(session);
    const situation = situationOf(session, mishap);
    const contents = contentsAt(plan, situation);
    const inBottle = (vessel: Vessel) =>
      contents.reduce((sum, { fill, leftMl }) => sum + (fill.vessel === vessel ? leftMl : 0), 0);
    const carried = vesselsNow(plan, mishap.at);
    expect(carried.length === 0 ? [0] : carried.map((vessel) => Math.round(inBottle(vessel)))).toEqual(
      byHand,
    );
  });

  test.each(MISHAPS)('%s: %s, and the rest drinks no more than that', (name, _what, mishap, byHand) => {
    const session = SESSIONS[name];
    const plan = planOf(session);
    const rest = planRest(plan, situationOf(session, mishap), []);
    const carried = vesselsNow(plan, mishap.at);
    const legEnd = rest.request.legs[0]?.endMin ?? 0;
    for (const [index, vessel] of carried.entries()) {
      const drunkMl = rest.fills
        .filter((fill) => fill.vessel === vessel && fill.stop === 0 && fill.fromMin < legEnd)
        .reduce((sum, { volumeMl }) => sum + volumeMl, 0);
      expect(drunkMl).toBeLessThanOrEqual((byHand[index] ?? 0) + 1);
      const isGone = mishap.lost?.bottles === 'all' || mishap.lost?.bottles.includes(index + 1) === true;
      if (isGone)
        expect(rest.fills.filter((fill) => fill.vessel === vessel && fill.fromMin < legEnd)).toEqual([]);
    }
  });
});

describe('a runner who vomits', () => {
  const LONG = WRITTEN_EVENTS.filter(({ activity }) => activity.durationMin >= 300);
  const restOf = (event: FuelEvent) => {
    const { plan } = checkedPlan(event);
    const atMin = Math.max(240, Math.floor(plan.request.endMin / 2));
    const taken = takenBefore(plan, Math.max(0, atMin - 60));
    return planRest(plan, { atMin, endMin: plan.request.endMin, taken, hasPoorStomach: true }, null);
  };

  test.each(LONG)(
    'gets no more fluid than salt carries, nothing to chew, and the signs first: $name',
    (event) => {
      const rest = restOf(event);
      const [totals, targets] = [totalsOf(rest), targetsOfPlan(rest)];
      const salt = totals.sodiumMg / targets.sodiumMg;
      const hasSalt = totals.sodiumMg > 0 && targets.sodiumMg > 100;
      if (hasSalt) expect(totals.fluidMl / targets.fluidMl).toBeLessThanOrEqual(salt + 0.2 + 1e-2);
      expect(rest.intakes.filter(({ product: { form } }) => ['gel', 'chew', 'solid'].includes(form))).toEqual(
        [],
      );
      expect(rest.notes[0]).toMatchObject({ binding: 'stomach', parameters: { isLong: 1 } });
      const perHour = [...rest.intakes].filter(({ product }) => product.form === 'capsule');
      for (const [index, { atMin, servings }] of perHour.entries()) {
        expect(servings).toBe(1);
        if (index > 0) expect(atMin - (perHour[index - 1]?.atMin ?? 0)).toBeGreaterThanOrEqual(60);
      }
    },
  );

  test('drinks the broth of a station ahead', () => {
    const broth = restOf(writtenEvent('21')).intakes.filter(({ product }) => product.id === 'broth');
    expect(broth.length).toBeGreaterThan(0);
  });
});

test('no later leg pays for what an earlier one lost with its bag', () => {
  const { plan } = checkedPlan(writtenEvent('13'));
  const atMin = 246;
  const rest = planRest(
    plan,
    {
      atMin,
      endMin: plan.request.endMin,
      taken: takenBefore(plan, atMin),
      hasPoorStomach: false,
      lost: { bottles: [], products: [], bags: 'all' },
    },
    null,
  );
  const [, run] = rest.request.legs;
  const carbG = (list: readonly { readonly carbG: number }[]) =>
    list.reduce((sum, one) => sum + one.carbG, 0);
  const onRun = rest.intakes
    .filter(({ leg }) => leg === 1)
    .map(({ product, servings }) => ({ carbG: product.carbG * servings }));
  expect(run?.type).toBe('run');
  expect(carbG(onRun)).toBeLessThanOrEqual(1.1 * (run?.carbG ?? 0) + 0.5);
});

test('laps continue with what the last lap offered, and own food does not repeat', () => {
  const event = writtenEvent('09');
  const stations = (event.course?.aidStations ?? []).map((station) => ({ ...station, place: 1 }));
  const course = event.course === null ? null : { ...event.course, aidStations: stations };
  const { plan } = checkedPlan({ ...event, course });
  const [atMin, endMin] = [1400, 1800];
  const taken = takenBefore(plan, atMin);
  const rest = planRest(plan, { atMin, endMin, taken, hasPoorStomach: false, goesOn: true }, null);
  const repeated = rest.stops.filter(({ assumed, kind }) => assumed && kind === 'aid');
  expect(repeated.length).toBeGreaterThan(3);
  expect(repeated.every(({ atMin: minute }) => minute > 1400 && minute < endMin)).toBe(true);
  const rows = rowsOf(rest);
  for (let from = atMin; from + 180 <= endMin; from += 60) {
    expect(rows.some(({ atMin: minute }) => minute >= from && minute < from + 180)).toBe(true);
  }
  const own = rest.intakes.filter(({ stop, product }) => stop === null && product.carbG > 0);
  expect(own.every(({ atMin: minute }) => minute >= atMin)).toBe(true);
});
