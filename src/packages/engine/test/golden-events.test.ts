import { describe, expect, test } from 'vitest';
import {
  event,
  GOLDEN_EVENTS,
  type GoldenEvent,
  man,
  race,
  WARM,
  woman,
} from '../laboratory/golden-events.ts';
import { gradeDrinking } from '../src/drinking-alarm.ts';
import { formerMassAfter } from '../src/gaps.ts';
import type { HydrationFeel } from '../src/learning.ts';
import { planEvent } from '../src/plan.ts';
import { resultOf } from '../src/prescribe.ts';
import { trajectoryOf } from '../src/trajectory.ts';
import type { Estimate, ShownRange } from '../src/types.ts';
import { generousDrinkerRisk } from '../src/warnings-intake.ts';

/** Prints as in the design: a minus sign, a dash for nothing. */
function print(value: number | null | undefined, decimals: number): string {
  return value == null ? '–' : value.toFixed(decimals).replace('-', '−');
}

function ends(estimate: Estimate | null, decimals: number): string {
  return estimate === null ? '–' : `${print(estimate.low, decimals)}…${print(estimate.high, decimals)}`;
}

function range({ min, max, wouldNeedUpTo }: ShownRange): string {
  return `${min}–${max} (${wouldNeedUpTo})`;
}

function calculated({ activity, athlete }: GoldenEvent) {
  const plan = planEvent({ activity, athlete, learned: null });
  const { projection, rounded, safety } = resultOf(plan);
  const { fluidMlPerHr, carbGPerHr, sodiumMgPerHr } = rounded.ranges;
  return {
    printed: [
      plan.gapField ?? '–',
      print(plan.uncertainty.sigma, 4),
      print(plan.metabolicRateW, 1),
      print(plan.balance.sweatLPerHr, 4),
      print(plan.carbGPerHr, 2),
      print(1000 * plan.fluidLPerHr, 1),
      print(plan.sodiumMgPerHr, 1),
      `${print(1000 * plan.ceiling.maxLPerHr, 1)} ${plan.ceiling.boundBy}`,
      print(projection.bodyMassChangePercent?.value, 2),
      print(projection.steadyWaterMassChangePercent, 2),
      print(projection.plasmaSodiumMmolPerL?.value, 2),
      ends(projection.plasmaSodiumMmolPerL, 1),
      ends(projection.byThirst.bodyMassChangePercent, 2),
      ends(projection.byThirst.plasmaSodiumMmolPerL, 1),
      range(fluidMlPerHr),
      `${carbGPerHr.min}–${carbGPerHr.wouldNeedUpTo}`,
      `${sodiumMgPerHr.min}–${sodiumMgPerHr.wouldNeedUpTo}`,
      print(safety.confidenceScore, 3),
      plan.fluidBoundBy ?? 'none',
    ].join(' | '),
    codes: [
      ...safety.warnings
        .filter(({ code, severity }) => severity !== 'info' && code !== 'HEAT_CAUTION')
        .map(({ code, severity }) => `${code} ${severity}`),
      ...(safety.requiresHumanReview ? ['review'] : []),
    ].join(', '),
    infos: safety.warnings
      .filter(({ severity }) => severity === 'info')
      .map(({ code }) => code)
      .join(', '),
  };
}

describe('golden events', () => {
  test.each(GOLDEN_EVENTS)('$name agrees to the last digit, with its warnings and review', (row) => {
    const { printed, codes, infos } = row;
    expect(calculated(row)).toMatchObject({ printed, codes, ...(infos !== undefined && { infos }) });
  });
});

test('a race without legs needs the energy of its likeliest courses, whatever the fitness level', () => {
  const hours = [1.9, 4, 8.3, 10, 15, 18.5, 24];
  const rates = (level: number | null) =>
    hours.map((each) => {
      const activity = race('triathlon', 60 * each, { heat: WARM });
      return planEvent({ activity, athlete: man(75, 38, level), learned: null }).metabolicRateW.toFixed(1);
    });
  expect(rates(null).join(' ')).toBe('997.1 1020.2 926.8 1054.0 621.0 460.5 382.8');
  expect(rates(3).join(' ')).toBe('967.6 812.9 600.8 1054.0 621.0 412.6 288.6');
  expect(rates(8).join(' ')).toBe('1328.9 1316.8 1223.7 1032.4 608.1 689.0 853.3');
});

test('the legs of an ironman share its time and its energy as usual', () => {
  const activity = race('triathlon', 720, { heat: WARM });
  const plan = planEvent({ activity, athlete: man(75, 38, 6), learned: null });
  const shown = plan.legs.map(
    ({ hours, effort }) => `${hours.toFixed(2)} ${effort.metabolicRateW.toFixed(1)}`,
  );
  expect(shown).toEqual(['1.20 742.8', '6.24 839.5', '4.56 864.7']);
});

test('a pace costs as much as measured in runners: metabolic rate by average speed', () => {
  const speedsMPerS = [1.2, 1.5, 1.8, 2.1, 2.34, 2.4, 3];
  const rates = speedsMPerS.map((speedMPerS) => {
    const run = event('run', 300, { heat: 5, distanceKm: 18 * speedMPerS });
    return planEvent({ activity: run, athlete: man(70, 40, 5), learned: null }).metabolicRateW.toFixed(1);
  });
  expect(rates).toEqual(['294.0', '346.5', '488.6', '630.7', '744.4', '772.8', '945.0']);
});

function planNamed(name: string) {
  const row = GOLDEN_EVENTS.find((each) => each.name.startsWith(`${name} `));
  if (row === undefined) throw new Error(`no event ${name}`);
  return planEvent({ activity: row.activity, athlete: row.athlete, learned: null });
}

test('the course of 161 km in each scenario, at 4, 8, 13.5 and 27 h', () => {
  const { scenarios } = trajectoryOf(planNamed('H15'));
  const shown = scenarios.map(({ name, points, lowSweat }) => [
    name,
    ...[240, 480, 810, 1620].map((minute) => {
      const point = points.find(({ atMin }) => atMin === minute);
      const low = lowSweat?.find(({ atMin }) => atMin === minute);
      return [
        `${minute}: ${print(point?.bodyMassChangePercent, 2)}`,
        `steady ${print(point?.steadyWaterMassChangePercent, 2)}`,
        `Na ${print(point?.plasmaSodiumMmolPerL, 1)}`,
        `fluid ${print(point?.fluidMl, 0)}`,
        ...(low ? [`low ${print(low.plasmaSodiumMmolPerL, 1)}`] : []),
      ].join(' ');
    }),
  ]);
  expect(shown).toEqual([
    [
      'planned',
      '240: −0.80 steady −0.23 Na 140.5 fluid 2172',
      '480: −1.60 steady −0.46 Na 140.6 fluid 4344',
      '810: −2.70 steady −0.78 Na 140.8 fluid 7331',
      '1620: −5.36 steady −1.51 Na 141.7 fluid 14661',
    ],
    [
      'thirst',
      '240: −2.21 steady −0.23 Na 139.7 fluid 1144',
      '480: −2.79 steady −0.46 Na 139.4 fluid 3475',
      '810: −2.97 steady −0.78 Na 139.1 fluid 7138',
      '1620: −4.30 steady −1.51 Na 138.1 fluid 15433',
    ],
    [
      'ceiling',
      '240: −0.64 steady −0.23 Na 138.6 fluid 2286 low 135.9',
      '480: −1.29 steady −0.46 Na 138.4 fluid 4573 low 135.0',
      '810: −2.17 steady −0.78 Na 138.2 fluid 7716 low 134.6',
      '1620: −4.30 steady −1.51 Na 136.4 fluid 15433 low 129.8',
    ],
    [
      'nothing',
      '240: −3.98 steady −0.44 Na 147.6 fluid 0',
      '480: −7.96 steady −0.87 Na 149.8 fluid 0',
      '810: −13.26 steady −1.25 Na 152.3 fluid 0',
      '1620: −20.00 steady −2.14 Na 155.0 fluid 0',
    ],
  ]);
});

describe('reports of drinking', () => {
  test.each([
    [
      'H15',
      0.5,
      '-2.5: none -1.2: none -1: none -0.5: caution 0: caution 0.5: caution 1: danger 1.5: danger',
    ],
    ['H18', 0.4, '-1: none -0.3: none -0.1: none 0: none 0.2: caution 0.4: caution 0.7: danger'],
  ])(
    '%s at %f L/h are graded by the weight that unchanged body water leaves',
    (name, fluidLPerHr, expected) => {
      const plan = planNamed(name);
      const grades = expected.match(/\S+: \w+/g)?.map((each) => {
        const gainedKg = Number.parseFloat(each);
        const { massKg } = plan.body;
        const report = { fluidLPerHr, massKg, gainedKg, carbGPerHr: plan.carbGPerHr, feel: null };
        return `${gainedKg}: ${gradeDrinking(plan, report) ?? 'none'}`;
      });
      expect(grades?.join(' ')).toBe(expected);
    },
  );

  const slow = event('run', 300, { level: 4, heat: 3, race: true });
  const hot = event('run', 300, { level: 4, heat: 8, race: true });
  test.each([
    ['slow run, 50 kg', slow, woman(50, 40, 4), 'd/c d/d d/d d/d d/d d/d'],
    ['the same in heat', hot, woman(50, 40, 4), '–/– c/c d/d d/d d/d d/d'],
  ])('without a scale they are graded by rate and answer: %s', (_name, session, athlete, expected) => {
    const plan = planEvent({ activity: session, athlete, learned: null });
    const grade = (fluidLPerHr: number, feel: HydrationFeel | null): string => {
      const report = { fluidLPerHr, massKg: plan.body.massKg, gainedKg: null, carbGPerHr: 40, feel };
      return gradeDrinking(plan, report)?.charAt(0) ?? '–';
    };
    const grades = [0.5, 0.6, 0.7, 0.75, 0.8, 0.9].map(
      (rate) => `${grade(rate, null)}/${grade(rate, 'well_hydrated')}`,
    );
    expect(grades.join(' ')).toBe(expected);
  });
});

test('the hyponatraemia gate stays open in very long events', () => {
  const risks = [4, 6, 8, 12, 24].map((hours) => {
    const trail = event('trail_run', 60 * hours, { level: 3, heat: 4, race: true });
    const plan = planEvent({ activity: trail, athlete: woman(52, 45, 4), learned: null });
    return generousDrinkerRisk(plan).toFixed(4);
  });
  expect(risks).toEqual(['0.2254', '0.1392', '0.1176', '0.1222', '0.1260']);
});

describe('a body mass that cannot be right', () => {
  const run = race('run', 240, { level: 6, heat: 6 });
  const planOf = (bodyMassKg: number, formerMassKg: number | null, heightCm: number | null) => {
    const athlete = { ...man(bodyMassKg, 40, 5), formerMassKg, heightCm };
    return planEvent({ activity: run, athlete, learned: null });
  };
  const shown = (plan: ReturnType<typeof planOf>) =>
    `${print(1000 * plan.fluidLPerHr, 1)}, ${print(1000 * plan.ceiling.maxLPerHr, 1)} ${plan.ceiling.boundBy}`;

  test('33 kg after 75 has the plan that 33 kg has', () => {
    const doubted = planOf(33, 75, 178);
    expect(shown(doubted)).toBe('304.1, 392.1 mass_gain');
    expect(shown(doubted)).toBe(shown(planOf(33, null, 178)));
    expect(doubted).toMatchObject({ gapField: null, doubtedMass: { against: 'before' } });
  });

  test.each([
    [165, 178, 'height', '800.0, 880.0 gut'],
    [170, null, 'before', '800.0, 880.0 gut'],
  ])(
    '%d kg after 75 has the ceiling of a smaller body, and no danger, height %s',
    (kg, heightCm, reason, printed) => {
      const doubted = planOf(kg, 75, heightCm);
      const { safety } = resultOf(doubted);
      expect(shown(doubted)).toBe(printed);
      expect(doubted.doubtedMass?.against).toBe(reason);
      expect(safety.requiresHumanReview).toBe(true);
      expect(safety.warnings.map(({ code }) => code)).toContain('MASS_UNLIKELY');
      expect(safety.warnings.filter(({ severity }) => severity === 'danger')).toEqual([]);
    },
  );

  test('a doubted mass becomes the former one only if the next confirms it', () => {
    const typo = { bodyMassKg: 165, heightCm: null, formerMassKg: 70, sex: null };
    expect(formerMassAfter({ bodyMassKg: 70, heightCm: null, formerMassKg: null, sex: null }, 165)).toBe(70);
    expect(formerMassAfter(typo, 75)).toBe(70);
    expect(formerMassAfter(typo, 160)).toBe(165);
    expect(formerMassAfter({ ...typo, bodyMassKg: null }, 75)).toBe(70);
    expect(formerMassAfter(typo, null)).toBeNull();
  });

  test('a child without a stated body mass is not treated as an adult: boy of 10, run of 4 h', () => {
    const boy = { ...man(null, 10, 5), heightCm: null };
    const plan = planEvent({
      activity: event('run', 240, { level: 5, heat: 6 }),
      athlete: boy,
      learned: null,
    });
    expect((1000 * plan.ceiling.maxLPerHr).toFixed(0)).toBe('228');
  });
});

test('less than 10 g/h of carbohydrate is none, in every leg', () => {
  const short = (durationMin: number) =>
    planEvent({
      activity: event('run', durationMin, { level: 6, heat: 5 }),
      athlete: man(70, 40, 5),
      learned: null,
    });
  const rates = [45, 50, 55, 60, 65, 70, 80].map((minutes) => short(minutes).carbGPerHr);
  expect(rates.filter((rate) => rate > 0 && rate < 10)).toEqual([]);
  expect(new Set(rates.map((rate) => rate > 0))).toEqual(new Set([false, true]));
});
