/** Checks invariants that hold for every input in the wire's range, over random inputs. */

import { RandomSource } from '@musette/basics/random-source';
import { PROFILE_FIELDS } from '../src/input-fields.ts';
import { type EventPlan, type PlanInput, planEvent } from '../src/plan.ts';
import { type PrescribeResult, prescribe } from '../src/prescribe.ts';
import { medianEnd } from '../src/projection.ts';
import { risksAtCeiling } from './properties.ts';
import { InputSource } from './random-inputs.ts';

const CONDITIONS = PROFILE_FIELDS.health.names;

/** Names of the invariants, as printed in reports. */
const INVARIANTS = [
  'fluid is between 0 and .95 of its ceiling',
  'sodium is at most its ceiling',
  'median mass gain is at most .3 %',
  'risk at the ceiling is at most .0275',
  'the ceiling keeps to the allowed gain of mass',
  'median end sodium is at least 134.5 mmol/L in the studied range',
  'end sodium above 145 only where a limit or a condition bound',
  'a triathlon swim is unfed, its ride gets no less than its run',
  'a condition raises no output',
  'legs add up to the event',
  'every number is finite',
] as const;
/** Name of an invariant. */
export type Invariant = (typeof INVARIANTS)[number];

/** Number of times that an invariant was checked and broken. */
interface InvariantCount {
  readonly invariant: Invariant;
  readonly tried: number;
  readonly broken: number;
  readonly firstInput: PlanInput | null;
}

interface Tally {
  tried: number;
  broken: number;
  firstInput: PlanInput | null;
}

/** Checks all invariants on `count` random inputs. One that does not apply to an input is not counted. */
export function checkInvariants(count: number, seed: number): InvariantCount[] {
  const source = new InputSource(new RandomSource(seed));
  const tallies = new Map<Invariant, Tally>(
    INVARIANTS.map((invariant) => [invariant, { tried: 0, broken: 0, firstInput: null }]),
  );
  for (let index = 0; index < count; index++) {
    const input = source.anything(index % 2 === 0 ? 0.05 : 0.3);
    const plan = planEvent(input);
    const flag = CONDITIONS[index % CONDITIONS.length] ?? 'pregnant';
    const { athlete } = input;
    const withFlag = athlete.health[flag]
      ? null
      : planEvent({
          ...input,
          athlete: { ...athlete, health: { ...athlete.health, [flag]: true } },
        });
    for (const [invariant, holds] of judge(plan, prescribe(input), withFlag)) {
      const tally = tallies.get(invariant);
      if (tally === undefined) continue;
      tally.tried += 1;
      if (holds) continue;
      tally.broken += 1;
      tally.firstInput ??= input;
    }
  }
  return [...tallies].map(([invariant, tally]) => ({ invariant, ...tally }));
}

/** Rounding error of sums and differences. */
const TOLERANCE = 1e-9;

function judge(
  plan: EventPlan,
  result: PrescribeResult,
  withFlag: EventPlan | null,
): (readonly [Invariant, boolean])[] {
  const max = plan.ceiling.maxLPerHr;
  const { massPercent: gain, plasmaMmolPerL: end } = medianEnd(plan);
  const judged: (readonly [Invariant, boolean])[] = [
    [INVARIANTS[0], plan.fluidLPerHr >= 0 && plan.fluidLPerHr <= 0.95 * max + TOLERANCE],
    [INVARIANTS[1], plan.sodiumMgPerHr >= 0 && plan.sodiumMgPerHr <= plan.sodium.maxSafeMgPerHr + TOLERANCE],
    [INVARIANTS[2], gain <= 0.3],
    [INVARIANTS[6], end <= 145 || isLimited(plan)],
    [INVARIANTS[9], legsAddUp(plan)],
    [INVARIANTS[10], allFinite(result)],
  ];
  if (plan.ceiling.boundBy !== 'floor') {
    judged.push([INVARIANTS[3], (risksAtCeiling(plan)[1] ?? 1) <= 0.0275]);
    judged.push([INVARIANTS[4], max <= plan.ceiling.massLimitLPerHr + TOLERANCE]);
  }
  if (isStudied(plan)) judged.push([INVARIANTS[5], end >= 134.5]);
  if (plan.input.activity.type === 'triathlon' && plan.input.activity.segments === null) {
    judged.push([INVARIANTS[7], isTriathlonFair(plan)]);
  }
  if (withFlag !== null) judged.push([INVARIANTS[8], raisesNothing(plan, withFlag)]);
  return judged;
}

function isLimited(plan: EventPlan): boolean {
  return plan.fluidBoundBy !== null || Object.values(plan.input.athlete.health).some((flag) => flag);
}

/**
 * True for people, hours and air in which the balance makes sense, without a condition that limits sodium.
 */
function isStudied(plan: EventPlan): boolean {
  const { massKg, ageYears } = plan.body;
  const air = plan.longest.environment.airTemperatureC;
  const measured = plan.input.athlete.sweatRateMlPerHr;
  return (
    massKg >= 40 &&
    massKg <= 130 &&
    ageYears >= 12 &&
    ageYears <= 85 &&
    plan.hours <= 24 &&
    air >= -15 &&
    air <= 42 &&
    (measured === null || (measured >= 200 && measured <= 3000)) &&
    plan.sodium.medicalLimitMgPerHr === null
  );
}

function isTriathlonFair({ legs }: EventPlan): boolean {
  const [swim, ride, run] = legs;
  if (swim === undefined || ride === undefined || run === undefined) return false;
  return (
    swim.carbGPerHr === 0 &&
    swim.fluidLPerHr === 0 &&
    swim.sodiumMgPerHr === 0 &&
    // A low tolerance leaves either leg at least 10 g/h.
    (ride.carbGPerHr >= run.carbGPerHr - TOLERANCE || run.carbohydrate.isHeldByTolerance) &&
    ride.fluidLPerHr >= run.fluidLPerHr - TOLERANCE
  );
}

function raisesNothing(plan: EventPlan, withFlag: EventPlan): boolean {
  return (
    withFlag.carbGPerHr <= plan.carbGPerHr + TOLERANCE &&
    withFlag.fluidLPerHr <= plan.fluidLPerHr + TOLERANCE &&
    withFlag.sodiumMgPerHr <= plan.sodiumMgPerHr + TOLERANCE &&
    withFlag.ceiling.maxLPerHr <= plan.ceiling.maxLPerHr + TOLERANCE &&
    withFlag.sodium.maxSafeMgPerHr <= plan.sodium.maxSafeMgPerHr + TOLERANCE
  );
}

function legsAddUp(plan: EventPlan): boolean {
  return (['carbGPerHr', 'fluidLPerHr', 'sodiumMgPerHr'] as const).every((rate) => {
    const sum = plan.legs.reduce((total, leg) => total + leg[rate] * leg.hours, 0) / plan.hours;
    return Math.abs(sum - plan[rate]) <= 1e-6 * Math.max(1, plan[rate]);
  });
}

/** True if no number in the answer is NaN or infinite. */
function allFinite(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(allFinite);
}
