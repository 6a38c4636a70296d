/**
 * Drafts an event before fluid is decided: its legs, their averages over time, one balance of water, fuel and
 * sodium.
 */

import { type Balance, type Fuel, fuelOf } from './balance.ts';
import { type Body, resolveBody } from './body.ts';
import { draftLeg, type LegDraft, type PlanInput } from './leg.ts';
import { isMultiSportType, legsOf } from './multisport.ts';
import { resolveSweatSodium, type SweatSodium, sodiumFlowFactor } from './personal.ts';

/** The event before fluid: every rate is an average over its hours, each leg by its time. */
export interface EventDraft {
  readonly input: PlanInput;
  readonly body: Body;
  readonly hours: number;
  readonly isMultiSport: boolean;
  /** True for a swim that is the whole activity. */
  readonly isSingleSwim: boolean;
  readonly drafts: readonly LegDraft[];
  /** Index of the leg that represents the event if one value is needed: heat, sweat multiplier, tolerance. */
  readonly longestIndex: number;
  readonly fractionOfVo2max: number;
  readonly metabolicRateW: number;
  readonly sweatSodium: SweatSodium;
  readonly balance: Balance;
  /** Fuel at the planning rate, which no tolerance or condition moves. */
  readonly planningFuel: Fuel;
  readonly planningCarbGPerHr: number;
  /** Carbohydrate before the drink that carries it, g/h. */
  readonly wantedCarbGPerHr: number;
  /** Sweat that the ceiling may count on, L/h. */
  readonly ceilingSweatLPerHr: number;
  /** Highest rate that the gut takes, L/h. */
  readonly gutLimitLPerHr: number;
  /** Rate that the gut takes at this effort, L/h. */
  readonly drinkableLPerHr: number;
}

/** Drafts the legs of an activity and their common balance. */
export function draftEvent(input: PlanInput): EventDraft {
  const { activity, athlete, learned } = input;
  const body = resolveBody(athlete);
  const hours = activity.durationMin / 60;
  const isMultiSport = isMultiSportType(activity.type);
  const drafts: LegDraft[] = [];
  for (const specification of legsOf(activity)) {
    drafts.push(draftLeg({ input, body, eventHours: hours, isMultiSport }, specification, drafts));
  }
  const average = (rate: (leg: LegDraft) => number): number => timeAverage(drafts, hours, rate);
  const longestIndex = indexOfLongest(drafts);
  const fractionOfVo2max = average((leg) => leg.effort.fractionOfVo2max);
  const metabolicRateW = average((leg) => leg.effort.metabolicRateW);
  const planningCarbGPerHr = average((leg) => leg.planningCarbGPerHr);
  const planningFuel = fuelOf({
    massKg: body.massKg,
    metabolicRateW,
    fractionOfVo2max,
    hours,
    intakeGPerHr: planningCarbGPerHr,
  });
  const sweatSodium = resolveSweatSodium(athlete, learned);
  const sweatLPerHr = average((leg) => leg.sweatLPerHr);
  return {
    input,
    body,
    hours,
    isMultiSport,
    isSingleSwim: !isMultiSport && drafts[longestIndex]?.sport === 'swim',
    drafts,
    longestIndex,
    fractionOfVo2max,
    metabolicRateW,
    sweatSodium,
    balance: {
      hours,
      bodyWaterL: body.bodyWaterL,
      sweatLPerHr,
      breathLPerHr: average((leg) => leg.breathLPerHr),
      urineLPerHr: average((leg) => leg.urineLPerHr),
      metabolicWaterL: planningFuel.metabolicWaterL,
      sweatSodiumMgPerL: sweatSodium.referenceMgPerL * sodiumFlowFactor(sweatLPerHr),
    },
    planningFuel,
    planningCarbGPerHr,
    wantedCarbGPerHr: average((leg) => leg.wantedCarbGPerHr),
    ceilingSweatLPerHr: average((leg) => leg.ceilingSweatLPerHr),
    gutLimitLPerHr: average((leg) => leg.gutLimitLPerHr),
    drinkableLPerHr: average((leg) => leg.drinkableLPerHr),
  };
}

/** Averages a rate over legs by their time. */
export function timeAverage(
  legs: readonly LegDraft[],
  hours: number,
  rate: (leg: LegDraft) => number,
): number {
  const only = legs[0];
  if (only !== undefined && legs.length === 1) return rate(only);
  let sum = 0;
  for (const leg of legs) sum += rate(leg) * leg.hours;
  return sum / hours;
}

/** Tolerance, h, so that rounding does not reorder equal legs. */
const SAME_HOURS = 1e-12;

function indexOfLongest(legs: readonly LegDraft[]): number {
  let longest = 0;
  legs.forEach((leg, index) => {
    if (leg.hours > (legs[longest]?.hours ?? 0) + SAME_HOURS) longest = index;
  });
  return longest;
}

/** Returns the element at an index that exists: every activity has a leg. */
export function legAt<Leg>(legs: readonly Leg[], index: number): Leg {
  const leg = legs[index];
  if (leg === undefined) throw new Error('An activity without legs reached the engine.');
  return leg;
}
