import { describe, expect, test } from 'vitest';
import type { HydrationFeel } from '#core/engine/learning.ts';
import { initialState } from '#core/engine/learning.ts';
import { gradeDrinking } from '#core/engine/overdrinking.ts';
import { planEvent } from '#core/engine/plan.ts';
import { resultOf } from '#core/engine/prescribe.ts';
import { medianEnd } from '#core/engine/projection.ts';
import { generousDrinkerRisk } from '#core/engine/warnings-fluid.ts';
import { activity } from './fixtures.ts';
import { event, GOLDEN_EVENTS, type GoldenEvent, LISTED_CODES, man, woman } from './golden-events.ts';

const BOUNDS = { gastric_ceiling: 'gut', safety_ceiling: 'ceiling' } as const;
const CEILING_LETTERS = {
  mass_gain: 'm',
  plasma_sodium: 'p',
  symptoms: 's',
  gut: 'g',
  medical: 'h',
  floor: 'f',
} as const;

/** Prints as in the design: no zero before the point, a minus sign. */
function print(value: number, decimals: number): string {
  return value
    .toFixed(decimals)
    .replace(/^(-?)0\./, '$1.')
    .replace('-', '−');
}

function calculated({ activity, athlete, cautiousSessionsLeft }: GoldenEvent) {
  const learned = cautiousSessionsLeft > 0 ? { ...initialState(athlete), cautiousSessionsLeft } : null;
  const plan = planEvent({ activity, athlete, learned });
  const end = medianEnd(plan);
  const bound = plan.fluidBoundBy ?? 'none';
  return {
    printed: [
      plan.gapField ?? '–',
      print(plan.uncertainty.sigma, 4),
      print(plan.metabolicRateW, 1),
      print(plan.balance.sweatLPerHr, 4),
      print(plan.carbGPerHr, 2),
      print(1000 * plan.fluidLPerHr, 1),
      print(plan.sodiumMgPerHr, 1),
      `${print(1000 * plan.ceiling.maxLPerHr, 1)} ${CEILING_LETTERS[plan.ceiling.boundBy]}`,
      print(end.massPercent, 2),
      print(end.plasmaMmolPerL, 2),
      bound in BOUNDS ? BOUNDS[bound as keyof typeof BOUNDS] : bound,
    ].join(' '),
    safety: resultOf(plan).safety,
  };
}

describe('golden events', () => {
  test.each(GOLDEN_EVENTS)('$name agrees to the last digit, with its warnings and review', (row) => {
    const { printed, safety } = calculated(row);
    expect(printed).toBe(row.printed);
    const listed = safety.warnings
      .filter(({ code }) => LISTED_CODES.has(code))
      .map(({ code, severity }) => `${code} ${severity[0]}`);
    expect(new Set(listed)).toEqual(new Set(row.codes));
    expect(safety.requiresHumanReview).toBe(row.review);
  });
});

describe('golden projections', () => {
  test.each([
    ['G12', '−12.59…2.44 %, 130.37…165.10', '−7.87…−.24 %, 135.31…152.08'],
    ['G2', '−18.36…5.48 %, 123.08…170.00', '−8.92….06 %, 132.71…152.29'],
  ])('%s: if the plan is followed, and if thirst corrects it', (name, followed, byThirst) => {
    const row = GOLDEN_EVENTS.find((each) => each.name === name);
    if (row === undefined) throw new Error(`no event ${name}`);
    const { projection } = resultOf(planEvent({ ...row, learned: null }));
    const printed = ({
      bodyMassChangePercent: mass,
      plasmaSodiumMmolPerL: plasma,
    }: typeof projection.byThirst) =>
      `${print(mass?.low ?? Number.NaN, 2)}…${print(mass?.high ?? Number.NaN, 2)} %, ${plasma.low.toFixed(2)}…${plasma.high.toFixed(2)}`;
    expect(printed(projection)).toBe(followed);
    expect(printed(projection.byThirst)).toBe(byThirst);
  });
});

test('a pace costs as much as measured in runners: metabolic rate by average speed', () => {
  const speedsMPerS = [1.2, 1.5, 1.8, 2.1, 2.34, 2.4, 3];
  const rates = speedsMPerS.map((speedMPerS) => {
    const run = activity({
      type: 'run',
      durationMin: 300,
      intensityLevel: null,
      distanceKm: 18 * speedMPerS,
    });
    return planEvent({ activity: run, athlete: man(70, 40, 5), learned: null }).metabolicRateW.toFixed(1);
  });
  expect(rates).toEqual(['294.0', '346.5', '488.6', '630.7', '744.4', '772.8', '945.0']);
});

test('the hyponatraemia gate stays open in very long events', () => {
  const risks = [4, 6, 8, 12, 24].map((hours) => {
    const trail = event('trail_run', 60 * hours, { level: 3, heat: 4, race: true });
    return generousDrinkerRisk(
      planEvent({ activity: trail, athlete: woman(52, 45, 4), learned: null }),
    ).toFixed(4);
  });
  expect(risks).toEqual(['0.2254', '0.1392', '0.1176', '0.1222', '0.1260']);
  const ironman = event('triathlon', 720, { level: 5, heat: 6, race: true });
  expect(
    generousDrinkerRisk(planEvent({ activity: ironman, athlete: man(75, 40, 6), learned: null })).toFixed(4),
  ).toBe('0.0137');
});

describe('reports of drinking are graded by rate and answer', () => {
  const slow = event('run', 300, { level: 4, heat: 3, race: true });
  const hot = event('run', 300, { level: 4, heat: 8, race: true });
  const ironman = event('triathlon', 720, { level: 5, heat: 6, race: true });
  test.each([
    ['slow run, 50 kg', slow, woman(50, 40, 4), 'd/c d/d d/d d/d d/d d/d'],
    ['the same in heat', hot, woman(50, 40, 4), '–/– c/c d/d d/d d/d d/d'],
    ['triathlon, 70 kg', ironman, man(70, 40, 6), '–/– –/– –/– c/c d/c d/d'],
  ])('%s', (_name, session, athlete, expected) => {
    const plan = planEvent({ activity: session, athlete, learned: null });
    const grade = (fluidLPerHr: number, feel: HydrationFeel | null): string =>
      gradeDrinking(plan, { fluidLPerHr, massKg: plan.body.massKg, gainedKg: null, feel })?.charAt(0) ?? '–';
    const grades = [0.5, 0.6, 0.7, 0.75, 0.8, 0.9].map(
      (rate) => `${grade(rate, null)}/${grade(rate, 'well_hydrated')}`,
    );
    expect(grades.join(' ')).toBe(expected);
  });
});

test('a child without a stated body mass is not treated as an adult: boy of 10, run of 4 h', () => {
  const boy = { ...man(null, 10, 5), heightCm: null };
  const plan = planEvent({ activity: event('run', 240, { level: 5, heat: 6 }), athlete: boy, learned: null });
  expect((1000 * plan.ceiling.maxLPerHr).toFixed(0)).toBe('228');
});
