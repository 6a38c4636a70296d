/**
 * Drafts an event before fluid is planned: its legs, their time-weighted averages, and one balance of water,
 * fuel and sodium.
 */

import { type Balance, type Fuel, fuelOf } from './balance.ts';
import { type Body, resolveBody } from './effort.ts';
import {
  draftLeg,
  type EventContext,
  type LegDraft,
  type LegLosses,
  lossesOfLeg,
  type PlanInput,
} from './leg.ts';
import { isMultiSportType, legsOf } from './multisport.ts';
import { resolveSweatSodium, type SweatSodium, sodiumFlowFactor } from './personal.ts';

/**
 * The physiological cost of an event, independent of any target. Every rate is a time-weighted average over
 * its legs.
 */
export interface EventLosses {
  readonly input: PlanInput;
  readonly body: Body;
  readonly hours: number;
  readonly isMultiSport: boolean;
  /** True for a swim that is the whole activity. */
  readonly isSingleSwim: boolean;
  readonly drafts: readonly LegLosses[];
  /** Index of the leg that represents the event if one value is needed: heat, sweat multiplier, tolerance. */
  readonly longestIndex: number;
  readonly fractionOfVo2max: number;
  readonly metabolicRateW: number;
  readonly sweatSodium: SweatSodium;
  readonly balance: Balance;
  /** Fuel at the planning rate, independent of tolerance and conditions. */
  readonly planningFuel: Fuel;
  readonly planningCarbGPerHr: number;
  /** Sweat rate that the ceiling may rely on, L/h. */
  readonly ceilingSweatLPerHr: number;
  /** Maximum rate that the gut absorbs, L/h. */
  readonly gutLimitLPerHr: number;
  /** Rate that the gut absorbs at this effort, L/h. */
  readonly drinkableLPerHr: number;
}

/** The event before fluid is planned. */
export interface EventDraft extends EventLosses {
  readonly drafts: readonly LegDraft[];
  /** Carbohydrate before the limit of the drink that carries it, g/h. */
  readonly wantedCarbGPerHr: number;
}

/** Drafts the legs of an activity, their common balance, and the carbohydrate wanted. */
export function draftEvent(input: PlanInput): EventDraft {
  const losses = lossesOfEvent(input);
  const drafts: LegDraft[] = [];
  for (const leg of losses.drafts) drafts.push(draftLeg(contextOf(losses), leg, drafts));
  const wantedCarbGPerHr = timeAverage(drafts, losses.hours, (leg) => leg.wantedCarbGPerHr);
  return { ...losses, drafts, wantedCarbGPerHr };
}

function contextOf({ input, body, hours, isMultiSport }: EventLosses): EventContext {
  return { input, body, eventHours: hours, isMultiSport };
}

/** Calculates the losses of an activity's legs and their common balance. */
export function lossesOfEvent(input: PlanInput): EventLosses {
  const { activity, athlete, learned } = input;
  const body = resolveBody(athlete);
  const hours = activity.durationMin / 60;
  const isMultiSport = isMultiSportType(activity.type);
  const context = { input, body, eventHours: hours, isMultiSport };
  const drafts: LegLosses[] = [];
  let fromHours = 0;
  for (const specification of legsOf(activity)) {
    drafts.push(lossesOfLeg(context, specification, 60 * fromHours));
    fromHours += specification.hours;
  }
  const average = (rate: (leg: LegLosses) => number): number => timeAverage(drafts, hours, rate);
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
    ceilingSweatLPerHr: average((leg) => leg.ceilingSweatLPerHr),
    gutLimitLPerHr: average((leg) => leg.gutLimitLPerHr),
    drinkableLPerHr: average((leg) => leg.drinkableLPerHr),
  };
}

/** Averages a rate over legs, weighted by time. */
export function timeAverage<Leg extends LegLosses>(
  legs: readonly Leg[],
  hours: number,
  rate: (leg: Leg) => number,
): number {
  const only = legs[0];
  if (only !== undefined && legs.length === 1) return rate(only);
  let sum = 0;
  for (const leg of legs) sum += rate(leg) * leg.hours;
  return sum / hours;
}

/** Tolerance, h. Legs that differ by less, through rounding, count as equally long. */
const SAME_HOURS = 1e-12;

function indexOfLongest(legs: readonly LegLosses[]): number {
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
