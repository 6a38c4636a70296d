/**
 * Checks that ranges and confidence follow information, and that plans move in small steps, over random people
 * and events.
 */

import { RandomSource } from '@musette/basics/random-source';
import { sweatForPlasma } from '../src/balance.ts';
import { persistence } from '../src/ceiling.ts';
import { PROFILE_FIELDS, SESSION_MAX_MIN } from '../src/input-fields.ts';
import { normalCdf } from '../src/numbers.ts';
import { type EventPlan, type PlanInput, planEvent } from '../src/plan.ts';
import { prescribe } from '../src/prescribe.ts';
import { UNKNOWN_ATHLETE, UNKNOWN_SESSION } from '../src/types.ts';
import { HarshMix } from './harsh-mix.ts';
import { drawPerson, drawSession } from './population.ts';
import { InputSource } from './random-inputs.ts';

/** A property with how often it was tried and broken, and the share that may break. */
export interface Property {
  readonly name: string;
  readonly tried: number;
  readonly broken: number;
  readonly allowedShare: number;
  readonly firstInput: PlanInput | null;
}

class Counter {
  private readonly rows = new Map<
    string,
    { tried: number; broken: number; allowed: number; first: PlanInput | null }
  >();

  count(name: string, holds: boolean, input: PlanInput, allowedShare = 0): void {
    const row = this.rows.get(name) ?? { tried: 0, broken: 0, allowed: allowedShare, first: null };
    row.tried += 1;
    if (!holds) {
      row.broken += 1;
      row.first ??= input;
    }
    this.rows.set(name, row);
  }

  properties(): readonly Property[] {
    return [...this.rows].map(([name, { tried, broken, allowed, first }]) => ({
      name,
      tried,
      broken,
      allowedShare: allowed,
      firstInput: first,
    }));
  }
}

/** The two mixes with complete profiles, 1 h and longer. */
export function* completeInputs(mix: 'own' | 'harsh', count: number, seed: number): Generator<PlanInput> {
  const random = new RandomSource(seed);
  const harsh = new HarshMix(random, true);
  let drawn = 0;
  while (drawn < count) {
    const input = mix === 'harsh' ? { ...harsh.draw(), learned: null } : ownInput(random);
    if (input.activity.durationMin < 60) continue;
    drawn += 1;
    yield input;
  }
}

/** A person and a session of the population with every basic field stated. */
function ownInput(random: RandomSource): PlanInput {
  const { truth, stated } = drawPerson(random);
  const { sex, ageYears, bodyMassKg, heightCm, fitnessLevel } = truth;
  const athlete = { ...stated, sex, ageYears, bodyMassKg, heightCm, fitnessLevel };
  return { activity: drawSession(random).truth, athlete, learned: null };
}

/** The basic fields, each with the input that lacks it and the share of fluid ranges that may narrow. */
const FIELDS = {
  mass: { without: (input: PlanInput) => withAthlete(input, { bodyMassKg: null }), mayNarrow: 0.012 },
  intensity: {
    without: ({ activity, ...input }: PlanInput) => ({
      ...input,
      activity: { ...activity, intensityLevel: null },
    }),
    mayNarrow: 0.012,
  },
  heat: {
    without: ({ activity, ...input }: PlanInput) => ({
      ...input,
      activity: { ...activity, thermalStressLevel: null, weather: null },
    }),
    mayNarrow: 0.004,
  },
  fitness: {
    without: (input: PlanInput) =>
      withAthlete(input, { fitnessLevel: null, vo2maxMlPerKgMin: null, ftpW: null }),
    mayNarrow: 0.01,
  },
  sex: { without: (input: PlanInput) => withAthlete(input, { sex: null }), mayNarrow: 0 },
  age: { without: (input: PlanInput) => withAthlete(input, { ageYears: null }), mayNarrow: 0.004 },
} as const;

function withAthlete(input: PlanInput, changes: Partial<PlanInput['athlete']>): PlanInput {
  return { ...input, athlete: { ...input.athlete, ...changes } };
}

/** Widths that may shrink without counting: ml/h, mg/h, g/h. */
const NARROWER = { fluidMlPerHr: 20, sodiumMgPerHr: 20, carbGPerHr: 2 } as const;
/** Share of carbohydrate and sodium ranges that may narrow. */
const MAY_NARROW = 0.008;

/** Declared where the athlete declares none, ml/h. */
export const DECLARED_ML_PER_HR = 1000;

/** Checks that a missing field never raises the score and hardly ever narrows a range. */
export function informationProperties(count: number, seed: number): readonly Property[] {
  const counter = new Counter();
  for (const mix of ['own', 'harsh'] as const) {
    for (const input of completeInputs(mix, count, seed)) {
      checkSweatRate(counter, input);
      const complete = prescribe(input);
      const score = complete.safety.confidenceScore;
      const basic = {
        ...input,
        athlete: {
          ...UNKNOWN_ATHLETE,
          bodyMassKg: input.athlete.bodyMassKg,
          heightCm: input.athlete.heightCm,
        },
      };
      const { type, durationMin, isRaceEvent } = input.activity;
      const nothing = {
        ...input,
        athlete: UNKNOWN_ATHLETE,
        activity: { ...UNKNOWN_SESSION, type, durationMin, isRaceEvent },
      };
      const [least, middle] = [prescribe(nothing), prescribe(basic)].map(
        ({ safety }) => safety.confidenceScore,
      );
      const isOrdered = (least ?? 1) < (middle ?? 0) && (middle ?? 1) < score;
      counter.count('score: nothing < mass, intensity and heat < everything', isOrdered, input);
      for (const [field, { without, mayNarrow }] of Object.entries(FIELDS)) {
        const gap = prescribe(without(input));
        counter.count(`score never rises without ${field}`, gap.safety.confidenceScore <= score, input);
        const narrower = (name: keyof typeof NARROWER): boolean => {
          const width = ({ min, max }: { min: number; max: number }) => max - min;
          return width(gap.ranges[name]) < width(complete.ranges[name]) - NARROWER[name];
        };
        counter.count(
          `fluid range without ${field} is not narrower by > 20 ml/h`,
          !narrower('fluidMlPerHr'),
          input,
          mayNarrow,
        );
        counter.count(
          'carbohydrate range without a field is not narrower',
          !narrower('carbGPerHr'),
          input,
          MAY_NARROW,
        );
        counter.count(
          'sodium range without a field is not narrower',
          !narrower('sodiumMgPerHr'),
          input,
          MAY_NARROW,
        );
      }
    }
  }
  return counter.properties();
}

const HEALTH_FLAG_NAMES = PROFILE_FIELDS.health.names;

/** The most that one minute more may move: both the share and the amount. */
const STEP = { share: 0.15, carbG: 4, fluidMl: 40, sodiumMg: 60, ceilingMl: 40, score: 0.03 } as const;
/** The same share between two likely courses of a triathlon, whose energies differ by half (SCIENCE §1). */
const LARGEST_COURSE_STEP = 0.25;
/** Event hours between which the likely courses of a triathlon change. */
const COURSE_CHANGES = [
  [0.7, 1.1],
  [1.6, 2.2],
  [3.5, 4.4],
  [7.5, 9.1],
  [16.9, 20.1],
] as const;

/** Returns whether the likeliest course of a triathlon changes around these hours. */
export function isBetweenCourses(hours: number): boolean {
  return COURSE_CHANGES.some(([from, to]) => hours >= from && hours <= to);
}

/** Checks promises on random inputs of the full wire range. */
export function inputProperties(count: number, seed: number): readonly Property[] {
  const counter = new Counter();
  const source = new InputSource(new RandomSource(seed));
  for (let index = 0; index < count; index++) {
    const input = source.anything(index % 2 === 0 ? 0.05 : 0.3);
    const plan = planEvent(input);
    const result = prescribe(input);
    const { rounded } = result;
    const ranges = Object.values(rounded.ranges);
    counter.count(
      'ranges are not inverted and their maximum ends at the ceiling',
      ranges.every(({ min, max, wouldNeedUpTo }) => min <= max && max <= wouldNeedUpTo) &&
        rounded.ranges.fluidMlPerHr.max <= rounded.maxSafeFluidMlPerHr &&
        rounded.ranges.sodiumMgPerHr.max <= rounded.maxSafeSodiumMgPerHr,
      input,
    );
    counter.count(
      'carbohydrate is 0 or at least 10 g/h, unless a low tolerance holds it',
      plan.carbGPerHr === 0 || plan.carbGPerHr >= 10 || isHeldByTolerance(plan),
      input,
    );
    const flag = HEALTH_FLAG_NAMES[index % HEALTH_FLAG_NAMES.length] ?? 'pregnant';
    counter.count('a condition or medicine raises nothing', raisesNothing(input, plan, flag), input);
    if (plan.doubtedMass?.against !== 'before' || input.athlete.heightCm !== null) {
      counter.count('a doubted mass raises nothing', doubtRaisesNothing(input, plan), input);
    }
    if (input.activity.segments === null && input.activity.durationMin < SESSION_MAX_MIN) {
      checkMinute(counter, input, plan);
    }
    if (plan.ceiling.boundBy !== 'floor' && plan.doubtedMass === null) {
      const [symptoms, dilution] = risksAtCeiling(plan);
      counter.count('fewer than 1 in 20 fall to 130 mmol/L at the ceiling', symptoms <= 0.0525, input);
      if (plan.hours <= 4) {
        counter.count('up to 4 h fewer than 1 in 40 fall below 135', dilution <= 0.0275, input);
      }
    }
  }
  return counter.properties();
}

const NOISE = 1e-9;

function raisesNothing(input: PlanInput, plan: EventPlan, flag: (typeof HEALTH_FLAG_NAMES)[number]): boolean {
  const { health } = input.athlete;
  if (health[flag]) return true;
  return isAtMost(planEvent(withAthlete(input, { health: { ...health, [flag]: true } })), plan);
}

/** Whether a low tolerance leaves a fed leg 10 g/h, which an unfed swim spreads over more hours. */
function isHeldByTolerance({ legs }: EventPlan): boolean {
  return legs.some(({ isFed, carbohydrate }) => isFed && carbohydrate.isHeldByTolerance);
}

function doubtRaisesNothing(input: PlanInput, plan: EventPlan): boolean {
  return isAtMost(plan, planEvent(withAthlete(input, { formerMassKg: null })));
}

function isAtMost(plan: EventPlan, other: EventPlan): boolean {
  return (
    plan.carbGPerHr <= other.carbGPerHr + NOISE &&
    plan.fluidLPerHr <= other.fluidLPerHr + NOISE &&
    plan.sodiumMgPerHr <= other.sodiumMgPerHr + NOISE &&
    plan.ceiling.maxLPerHr <= other.ceiling.maxLPerHr + NOISE &&
    plan.sodium.maxSafeMgPerHr <= other.sodium.maxSafeMgPerHr + NOISE
  );
}

/** One minute more at the same pace and climb. */
function checkMinute(counter: Counter, input: PlanInput, plan: EventPlan): void {
  const { activity } = input;
  const { durationMin, distanceKm, elevationGainM } = activity;
  const factor = (durationMin + 1) / durationMin;
  const longer = {
    ...input,
    activity: {
      ...activity,
      durationMin: durationMin + 1,
      distanceKm: distanceKm === null ? null : factor * distanceKm,
      elevationGainM: elevationGainM === null ? null : factor * elevationGainM,
    },
  };
  const next = planEvent(longer);
  const isLikely = activity.type === 'triathlon' && activity.raceFormat === null;
  if (isLikely && isBetweenCourses(plan.hours)) return;
  counter.count(
    'one minute more moves no number by more than 15 %',
    isSmall(plan, next, STEP.share),
    input,
    0.001,
  );
  const scores = [input, longer].map((each) => prescribe(each).safety.confidenceScore);
  const change = Math.abs((scores[1] ?? 0) - (scores[0] ?? 0));
  counter.count('one minute more moves the score by at most .03', change <= STEP.score, input);
}

/** Returns whether two plans differ by at most this share or by too little to matter. */
function isSmall(plan: EventPlan, next: EventPlan, share: number): boolean {
  const isNear = (before: number, after: number, least: number): boolean =>
    Math.abs(after - before) <= Math.max(least, share * Math.max(before, after));
  const isStart = (plan.carbGPerHr === 0) !== (next.carbGPerHr === 0);
  return (
    (isStart || isNear(plan.carbGPerHr, next.carbGPerHr, STEP.carbG)) &&
    isNear(1000 * plan.fluidLPerHr, 1000 * next.fluidLPerHr, STEP.fluidMl) &&
    isNear(plan.sodiumMgPerHr, next.sodiumMgPerHr, STEP.sodiumMg) &&
    isNear(1000 * plan.ceiling.maxLPerHr, 1000 * next.ceiling.maxLPerHr, STEP.ceilingMl)
  );
}

/** Minutes in which one likely course of a triathlon replaces another. */
const BETWEEN_TWO_COURSES_MIN = [
  [102, 126],
  [216, 258],
  [456, 540],
] as const;

/** Checks every minute between two likely courses, for small and large, slow and fast triathletes. */
export function courseProperties(): readonly Property[] {
  const counter = new Counter();
  for (const fitnessLevel of [null, 1, 3, 5, 7, 9]) {
    for (const bodyMassKg of [45, 70, 95]) {
      for (const thermalStressLevel of [2, 5, 8, null]) {
        const athlete = {
          ...UNKNOWN_ATHLETE,
          sex: 'female',
          ageYears: 40,
          bodyMassKg,
          fitnessLevel,
        } as const;
        const planOf = (durationMin: number): EventPlan =>
          planEvent({
            activity: {
              ...UNKNOWN_SESSION,
              type: 'triathlon',
              isRaceEvent: true,
              thermalStressLevel,
              durationMin,
            },
            athlete,
            learned: null,
          });
        for (const [from, to] of BETWEEN_TWO_COURSES_MIN) {
          let plan = planOf(from);
          for (let minute = from + 1; minute <= to; minute++) {
            const next = planOf(minute);
            counter.count(
              '… between two likely courses of a triathlon by at most 25 %',
              isSmall(plan, next, LARGEST_COURSE_STEP),
              plan.input,
            );
            plan = next;
          }
        }
      }
    }
  }
  return counter.properties();
}

/** Returns the probabilities of falling to 130 mmol/L within 12 h, and of ending below 135, if everybody drinks the ceiling. */
export function risksAtCeiling(plan: EventPlan): readonly [symptoms: number, dilution: number] {
  const { balance, ceiling, credited, countedUrineLPerHr, ceilingSweatLPerHr, uncertainty, retention } = plan;
  const probability = (hours: number, plasma: number): number => {
    const window = {
      ...balance,
      hours,
      urineLPerHr: countedUrineLPerHr,
      metabolicWaterL: (plan.planningFuel.metabolicWaterL * hours) / plan.hours,
    };
    // Whichever credit allows more set the ceiling.
    const byLitre = sweatForPlasma(window, plasma, {
      fluidLPerHr: ceiling.maxLPerHr,
      sodiumMgPerL: credited.mgPerL,
    });
    const byHour = sweatForPlasma(window, plasma, {
      fluidLPerHr: ceiling.maxLPerHr,
      sodiumMgPerL: credited.ownMgPerHr / ceiling.maxLPerHr,
    });
    const sweat = Math.min(byLitre, byHour);
    return sweat <= 0 ? 0 : normalCdf(Math.log(sweat / ceilingSweatLPerHr) / uncertainty.sigma);
  };
  return [
    retention.inEvent * probability(Math.min(plan.hours, 12), 130),
    retention.own * persistence(plan.hours) * probability(plan.hours, 135),
  ];
}

/** A declared sweat rate 15 % higher: plan and ceiling hardly fall. */
function checkSweatRate(counter: Counter, input: PlanInput): void {
  const sweatRateMlPerHr = input.athlete.sweatRateMlPerHr ?? DECLARED_ML_PER_HR;
  const plan = planEvent(withAthlete(input, { sweatRateMlPerHr }));
  const higher = planEvent(withAthlete(input, { sweatRateMlPerHr: 1.15 * sweatRateMlPerHr }));
  const fall =
    1000 * Math.max(plan.fluidLPerHr - higher.fluidLPerHr, plan.ceiling.maxLPerHr - higher.ceiling.maxLPerHr);
  counter.count(
    'a sweat rate 15 % higher lowers plan and ceiling by at most 1 ml/h',
    fall <= 1,
    input,
    0.001,
  );
  counter.count('… and never by more than 10 ml/h', fall <= 10, input);
}
