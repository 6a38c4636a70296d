/** Measures a plan's warnings, ceiling and alarms: the figures behind the targets. */

import { RandomSource } from '@musette/basics/random-source';
import { endSodiumMmolPerL, expectedSodium, massChangeKg } from '../src/balance.ts';
import { gradeDrinking } from '../src/drinking-alarm.ts';
import { type EventPlan, type PlanInput, planEvent } from '../src/plan.ts';
import { resultOf } from '../src/prescribe.ts';
import { medianEnd, plasmaSd, steadyWaterMass } from '../src/projection.ts';
import type { Warning } from '../src/warnings.ts';
import { HarshMix } from './harsh-mix.ts';
import { drawPerson, drawSession } from './population.ts';
import { contradictions } from './population-figures.ts';
import { InputSource } from './random-inputs.ts';

/** Inputs of the whole wire range, nothing learned. */
export function* anyInputs(count: number, seed: number): Generator<PlanInput> {
  const source = new InputSource(new RandomSource(seed));
  for (let index = 0; index < count; index++) yield source.anything(index % 2 === 0 ? 0.05 : 0.3);
}

/** People and events of the harsh mix. */
export function* harshInputs(count: number, seed: number, complete = false): Generator<PlanInput> {
  const mix = new HarshMix(new RandomSource(seed), complete);
  for (let index = 0; index < count; index++) yield { ...mix.draw(), learned: null };
}

/** People and sessions of the population, as stated. */
export function* realisticInputs(count: number, seed: number): Generator<PlanInput> {
  const random = new RandomSource(seed);
  for (let index = 0; index < count; index++) {
    const { stated } = drawPerson(random);
    yield { activity: drawSession(random).stated, athlete: stated, learned: null };
  }
}

/** A plan's own projection compared with its warnings. */
interface SelfFigures {
  readonly tried: number;
  /**
   * Ends outside the limits: water −4 % of mass up to 6 h (−5 % if limited by the gut), −5 % beyond; 134–147
   * mmol/L.
   */
  readonly outside: number;
  readonly outsideAndSilent: number;
  /** Far outside: water −7 %, 150 mmol/L, or too dry in heat; or a field is needed, or too dilute. */
  readonly farOutsideWithoutReview: number;
  readonly caution: number;
  readonly danger: number;
  readonly review: number;
  readonly inputNeeded: number;
  readonly opposedPairs: number;
  readonly notFinite: number;
  /** EAH caution or danger, and the weight rule, by hours. */
  readonly eah: Readonly<Record<'from4To8' | 'from8To12' | 'from12', number>>;
  readonly longWithoutWeightRule: number;
}

const SAYS_SO: ReadonlySet<string> = new Set([
  'INPUT_NEEDED',
  'DEHYDRATION_LARGE',
  'EAH_RISK_LONG_SLOW',
  'MASS_UNLIKELY',
]);

/** Checks the limits directly, independent of the engine's own verdict. */
function howFarOutside(plan: EventPlan): 'inside' | 'outside' | 'far' {
  const { massPercent, plasmaMmolPerL } = medianEnd(plan);
  const water = massPercent - steadyWaterMass(plan, plan.carbGPerHr, plan.body.massKg);
  const mayLose = plan.hours > 6 || plan.fluid.limitedBy === 'gastric_ceiling' ? 5 : 4;
  const isDry = water < -mayLose || plasmaMmolPerL > 147;
  if (!isDry && plasmaMmolPerL >= 134) return 'inside';
  const onLand = plan.legs.filter(({ sport }) => sport !== 'swim');
  const isHot = onLand.some(({ environment }) => environment.thermalLevel >= 6.5);
  const isFar = !isDry || water < -7 || plasmaMmolPerL > 150 || isHot;
  return isFar ? 'far' : 'outside';
}

function areFinite(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(areFinite);
}

/** Counts plan ends and warnings over inputs. */
export function selfFigures(inputs: Iterable<PlanInput>): SelfFigures {
  const count = {
    outside: 0,
    silent: 0,
    unreviewed: 0,
    caution: 0,
    danger: 0,
    review: 0,
    needed: 0,
    pairs: 0,
  };
  const eah = { from4To8: [0, 0], from8To12: [0, 0], from12: [0, 0] } satisfies Record<string, number[]>;
  let tried = 0;
  let notFinite = 0;
  let withoutRule = 0;
  for (const input of inputs) {
    tried += 1;
    const plan = planEvent(input);
    const result = resultOf(plan);
    const { warnings, requiresHumanReview } = result.safety;
    const has = (test: (each: Warning) => boolean) => warnings.some(test);
    const isDanger = has(({ severity }) => severity === 'danger');
    if (isDanger) count.danger += 1;
    if (isDanger || has(({ severity }) => severity === 'caution')) count.caution += 1;
    if (requiresHumanReview) count.review += 1;
    if (has(({ code }) => code === 'INPUT_NEEDED')) count.needed += 1;
    count.pairs += contradictions(warnings);
    if (!areFinite(result)) notFinite += 1;
    const distance = howFarOutside(plan);
    if (distance !== 'inside') {
      count.outside += 1;
      if (!has(({ code }) => SAYS_SO.has(code))) count.silent += 1;
      if (distance === 'far' && !requiresHumanReview) count.unreviewed += 1;
    }
    if (plan.hours >= 4) {
      const band = eah[plan.hours < 8 ? 'from4To8' : plan.hours < 12 ? 'from8To12' : 'from12'];
      band[0] = (band[0] ?? 0) + 1;
      if (has(({ code }) => code === 'EAH_RISK_LONG_SLOW')) band[1] = (band[1] ?? 0) + 1;
    }
    if (plan.hours >= 8 && !has((each) => each.code === 'VERY_LONG_EVENT' && each.parameters.massRule)) {
      withoutRule += 1;
    }
  }
  const share = ([all = 0, warned = 0]: readonly number[]): number => (all === 0 ? 0 : warned / all);
  return {
    tried,
    outside: count.outside,
    outsideAndSilent: count.silent,
    farOutsideWithoutReview: count.unreviewed,
    caution: count.caution / tried,
    danger: count.danger / tried,
    review: count.review / tried,
    inputNeeded: count.needed / tried,
    opposedPairs: count.pairs,
    notFinite,
    eah: { from4To8: share(eah.from4To8), from8To12: share(eah.from8To12), from12: share(eah.from12) },
    longWithoutWeightRule: withoutRule,
  };
}

/**
 * Share of plan followers, and of those at 90 % of the ceiling, whose report would be flagged. Events from 4
 * h.
 */
export function followerFigures(inputs: Iterable<PlanInput>): {
  tried: number;
  plan: number;
  ceiling: number;
  inversions: number;
} {
  const figures = { tried: 0, plan: 0, ceiling: 0, inversions: 0 };
  const rank = { danger: 2, caution: 1, none: 0 } as const;
  for (const input of inputs) {
    const plan = planEvent(input);
    if (plan.hours < 4) continue;
    figures.tried += 1;
    const { massKg } = plan.body;
    const grade = (fluidLPerHr: number, gainedKg: number | null = null) =>
      gradeDrinking(plan, { fluidLPerHr, massKg, gainedKg, carbGPerHr: plan.carbGPerHr, feel: null });
    const weighed = grade(plan.fluidLPerHr, (medianEnd(plan).massPercent * massKg) / 100);
    if (grade(plan.fluidLPerHr) !== null || weighed !== null) figures.plan += 1;
    if (grade(0.9 * plan.ceiling.maxLPerHr) !== null) figures.ceiling += 1;
    let before = 0;
    for (let rate = 0.05; rate <= 1.6; rate += 0.05) {
      const now = rank[grade(rate) ?? 'none'];
      if (now < before) figures.inversions += 1;
      before = now;
    }
  }
  return figures;
}

/** Coverage of the projected ranges if a whole cohort's sweat rate differs from the model's. */
interface CohortCoverage {
  readonly mass: number;
  readonly plasma: number;
}

/**
 * Simulates people with complete profiles who follow their plans. Their sweat rates differ by their own spread
 * and by a cohort's, `cohortSd`, ln.
 */
export function cohortCoverage(
  count: number,
  seed: number,
  cohortSd: number,
  upTo6Hours = false,
): CohortCoverage {
  const random = new RandomSource(seed + 1);
  const hits = { mass: 0, plasma: 0 };
  let tried = 0;
  for (const input of harshInputs(count, seed, true)) {
    const plan = planEvent(input);
    const { hours, body } = plan;
    if (hours > 6 === upTo6Hours || hours < 2) continue;
    tried += 1;
    const { sigma, structure } = plan.uncertainty;
    const own = Math.sqrt(sigma ** 2 - structure ** 2 + cohortSd ** 2);
    const sweatLPerHr = plan.balance.sweatLPerHr * Math.exp(random.normal(0, own));
    const balance = { ...plan.balance, sweatLPerHr };
    const massNoise = (100 * random.normal(0, 0.25 * Math.sqrt(hours / 4))) / body.massKg;
    const bare = endSodiumMmolPerL(balance, plan.fluidLPerHr, plan.sodiumMgPerHr);
    const mass = (100 * massChangeKg(balance, plan, plan.planningFuel.gasLossKg)) / body.massKg + massNoise;
    const plasma = expectedSodium(bare, hours) + random.normal(0, plasmaSd(hours));
    const { projection } = resultOf(plan);
    const within = (value: number, range: { low: number; high: number } | null) =>
      range !== null && value >= range.low && value <= range.high ? 1 : 0;
    hits.mass += within(mass, projection.bodyMassChangePercent);
    hits.plasma += within(plasma, projection.plasmaSodiumMmolPerL);
  }
  return { mass: hits.mass / tried, plasma: hits.plasma / tried };
}
