/** The one computation behind a prescription, its explanation and its warnings. */

import { type Balance, type Fuel, fuelOf } from './balance.ts';
import { type Body, resolveBody } from './body.ts';
import { type CeilingPlan, countedUrineLPerHr, type Gap, planCeiling, resolveGap } from './ceiling.ts';
import { certaintyFactor, type FluidBound, type FluidInput, type FluidPlan, planFluid } from './fluid.ts';
import { draftLeg, type EventContext, type LegDraft, type PlanInput } from './leg.ts';
import { allotFluid, isMultiSportType, legsOf } from './multisport.ts';
import { clamp, interpolate, positive } from './numbers.ts';
import { resolveSweatSodium, type SweatSodium, sodiumFlowFactor } from './personal.ts';
import { type RetentionClass, retentionClass } from './risk.ts';
import { creditedSodiumMgPerL, plannedSodiumMgPerL, planSodium, type SodiumPlan } from './sodium.ts';
import { EATEN_G_PER_HR } from './tables.ts';
import { isWeakSport, resolveUncertainty, type Uncertainty } from './uncertainty.ts';

export type { PlanInput } from './leg.ts';

export interface LegPlan extends LegDraft {
  readonly carbGPerHr: number;
  readonly fluidLPerHr: number;
  readonly sodiumMgPerHr: number;
  readonly maxSafeFluidLPerHr: number;
  readonly maxSafeSodiumMgPerHr: number;
}

export interface EventPlan {
  readonly input: PlanInput;
  readonly body: Body;
  readonly hours: number;
  readonly isMultiSport: boolean;
  readonly legs: readonly LegPlan[];
  /** The leg that speaks for the event where one value must: heat, sweat multiplier, tolerance. */
  readonly longest: LegPlan;
  readonly fractionOfVo2max: number;
  readonly metabolicRateW: number;
  readonly sweatSodium: SweatSodium;
  readonly balance: Balance;
  /** Fuel at the planning rate, which no tolerance or condition moves. */
  readonly planningFuel: Fuel;
  readonly planningCarbGPerHr: number;
  readonly uncertainty: Uncertainty;
  readonly retention: RetentionClass;
  readonly gap: Gap;
  readonly plannedSodiumMgPerL: number;
  readonly creditedSodiumMgPerL: number;
  readonly ceilingSweatLPerHr: number;
  readonly gutLimitLPerHr: number;
  /** Urine that risks count on, L/h. */
  readonly countedUrineLPerHr: number;
  readonly ceiling: CeilingPlan;
  readonly fluid: FluidPlan;
  readonly fluidInput: FluidInput;
  readonly fluidBoundBy: FluidBound | null;
  readonly carrier: CarrierPlan;
  readonly sodium: SodiumPlan;
  readonly carbGPerHr: number;
  readonly fluidLPerHr: number;
  readonly sodiumMgPerHr: number;
}

/** Limit that a rate of drinking sets on the carbohydrate. */
export interface CarrierPlan {
  readonly wantedGPerHr: number;
  /** Highest concentration of everything taken, g per litre drunk. */
  readonly gramsPerLitre: number;
  readonly eatenGPerHr: number;
  readonly limitGPerHr: number;
  /** Factor on every leg's carbohydrate, 0–1. */
  readonly scale: number;
}

/** Highest concentration, g/L, of a gut without and with training from 80 to 120 g/h. Engineering choice. */
const CARRIED_G_PER_L = { usual: 140, trainedExtra: 90, from: 80, to: 120 } as const;
/** Heat unknown: the gut's share of a ceiling is read colder. Engineering choice. */
const HEAT_MISSING_GUT_FACTOR = 0.83;

/** Calculates a whole activity: every term that the answer, its explanation and its warnings need. */
export function planEvent(input: PlanInput): EventPlan {
  const { activity, athlete, learned } = input;
  const body = resolveBody(athlete);
  const hours = activity.durationMin / 60;
  const isMultiSport = isMultiSportType(activity.type);
  const context: EventContext = { input, body, eventHours: hours, isMultiSport };
  const drafts: LegDraft[] = [];
  for (const specification of legsOf(activity)) drafts.push(draftLeg(context, specification, drafts));

  const average = (rate: (leg: LegDraft) => number): number => timeAverage(drafts, hours, rate);
  const longestIndex = indexOfLongest(drafts);
  const longest = at(drafts, longestIndex);
  const { thermalLevel } = longest.environment;
  const sweatLPerHr = average((leg) => leg.sweatLPerHr);
  const fractionOfVo2max = average((leg) => leg.effort.fractionOfVo2max);
  const metabolicRateW = average((leg) => leg.effort.metabolicRateW);
  const wantedCarb = average((leg) => leg.wantedCarbGPerHr);
  const planningCarb = average((leg) => leg.planningCarbGPerHr);
  const planningFuel = fuelOf({
    massKg: body.massKg,
    metabolicRateW,
    fractionOfVo2max,
    hours,
    intakeGPerHr: planningCarb,
  });
  const sweatSodium = resolveSweatSodium(athlete, learned);
  const balance: Balance = {
    hours,
    bodyWaterL: body.bodyWaterL,
    sweatLPerHr,
    breathLPerHr: average((leg) => leg.breathLPerHr),
    urineLPerHr: average((leg) => leg.urineLPerHr),
    metabolicWaterL: planningFuel.metabolicWaterL,
    sweatSodiumMgPerL: sweatSodium.referenceMgPerL * sodiumFlowFactor(sweatLPerHr),
  };

  const uncertainty = resolveUncertainty({
    athlete,
    personal: longest.personal,
    effortSource: drafts.find(({ effort }) => effort.source !== 'default')?.effort.source ?? 'default',
    heatFrom: longest.environment.thermalLevelFrom,
    weakShare: average((leg) => (isWeakSport(leg.type) ? 1 : 0)),
  });
  const gap = resolveGap(uncertainty, body.massKg);
  const retention = retentionClass(athlete.health, body.ageYears);
  const planned = plannedSodiumMgPerL({
    sweatSodium,
    personalLn: longest.personal.ln,
    thermalLevel,
    hours,
  });
  const credited = creditedSodiumMgPerL(balance, sweatSodium, planned, athlete.health);
  const ceilingSweatLPerHr = average((leg) => leg.ceilingSweatLPerHr);
  const gutFactor = uncertainty.missing.includes('heat') ? HEAT_MISSING_GUT_FACTOR : 1;
  const gutLimitLPerHr = average((leg) => leg.gutLimitLPerHr);
  const isSingleSwim = !isMultiSport && longest.sport === 'swim';
  const ceiling = planCeiling({
    balance,
    fuel: planningFuel,
    planningCarbGPerHr: planningCarb,
    sweatLPerHr: ceilingSweatLPerHr,
    massKg: body.massKg,
    gap,
    retention,
    health: athlete.health,
    isSingleSwim,
    creditedSodiumMgPerL: credited,
    gutLPerHr: gutLimitLPerHr * gutFactor,
    withSessionLimit: true,
  });
  const fluidInput: FluidInput = {
    balance,
    fuel: planningFuel,
    massKg: body.massKg,
    thermalLevel,
    planningCarbGPerHr: planningCarb,
    carbGPerHr: wantedCarb,
    plannedSodiumMgPerL: planned,
    certaintyFactor: certaintyFactor(uncertainty.sigma),
    isSweatKnown: longest.personal.isKnown,
    maxSafeLPerHr: ceiling.maxLPerHr,
    drinkableLPerHr: average((leg) => leg.drinkableLPerHr),
    isCautious: (learned?.cautiousSessionsLeft ?? 0) > 0,
    health: athlete.health,
    withMedicalFactors: true,
  };
  const fluid = planFluid(fluidInput);
  const legFluid = isMultiSport ? allotFluid(fluid.fluidLPerHr, hours, drafts.map(drinkingLeg)) : null;
  const fluidLPerHr =
    legFluid === null
      ? fluid.fluidLPerHr
      : drafts.reduce((sum, leg, index) => sum + (legFluid[index] ?? 0) * leg.hours, 0) / hours;

  const carrier = planCarrier(wantedCarb, longest, { hours, fluidLPerHr });
  const sodium = planSodium({
    balance,
    sweatSodium,
    plannedMgPerL: planned,
    fluidLPerHr,
    health: athlete.health,
  });
  const legs = drafts.map((draft, index): LegPlan => {
    const rate = legFluid === null ? fluidLPerHr : (legFluid[index] ?? 0);
    const share = fluidLPerHr > 0 ? rate / fluidLPerHr : draft.isFed ? 1 : 0;
    return {
      ...draft,
      carbGPerHr: draft.wantedCarbGPerHr * carrier.scale,
      fluidLPerHr: rate,
      sodiumMgPerHr: sodium.sodiumMgPerHr * share,
      maxSafeFluidLPerHr: ceiling.maxLPerHr * share,
      maxSafeSodiumMgPerHr: sodium.maxSafeMgPerHr * share,
    };
  });
  return {
    input,
    body,
    hours,
    isMultiSport,
    legs,
    longest: at(legs, longestIndex),
    fractionOfVo2max,
    metabolicRateW,
    sweatSodium,
    balance,
    planningFuel,
    planningCarbGPerHr: planningCarb,
    uncertainty,
    retention,
    gap,
    plannedSodiumMgPerL: planned,
    creditedSodiumMgPerL: credited,
    ceilingSweatLPerHr,
    gutLimitLPerHr,
    countedUrineLPerHr: countedUrineLPerHr(athlete.health, isSingleSwim, body.massKg),
    ceiling,
    fluid,
    fluidInput,
    fluidBoundBy: fluid.boundBy,
    carrier,
    sodium,
    carbGPerHr: wantedCarb * carrier.scale,
    fluidLPerHr,
    sodiumMgPerHr: sodium.sodiumMgPerHr,
  };
}

function drinkingLeg(leg: LegDraft) {
  return {
    hours: leg.hours,
    isRide: leg.sport === 'bike' || leg.sport === 'indoorBike',
    isFed: leg.isFed,
    drinkableLPerHr: leg.drinkableLPerHr,
  };
}

/** Limits carbohydrate to what the fluid carries beside what is eaten: thicker is badly absorbed. Engineering choice. */
function planCarrier(
  wantedGPerHr: number,
  { carbohydrate }: LegDraft,
  { hours, fluidLPerHr }: { readonly hours: number; readonly fluidLPerHr: number },
): CarrierPlan {
  const { tolerance } = carbohydrate;
  const { usual, trainedExtra, from, to } = CARRIED_G_PER_L;
  const trained = tolerance.isTrained ? clamp((tolerance.limitGPerHr - from) / (to - from), 0, 1) : 0;
  const gramsPerLitre = usual + trainedExtra * trained;
  const eatenGPerHr = interpolate(hours, EATEN_G_PER_HR);
  const limitGPerHr = gramsPerLitre * positive(fluidLPerHr) + eatenGPerHr;
  return {
    wantedGPerHr,
    gramsPerLitre,
    eatenGPerHr,
    limitGPerHr,
    scale: wantedGPerHr > limitGPerHr ? limitGPerHr / wantedGPerHr : 1,
  };
}

function timeAverage(legs: readonly LegDraft[], hours: number, rate: (leg: LegDraft) => number): number {
  const only = legs[0];
  if (only !== undefined && legs.length === 1) return rate(only);
  let sum = 0;
  for (const leg of legs) sum += rate(leg) * leg.hours;
  return sum / hours;
}

function indexOfLongest(legs: readonly LegDraft[]): number {
  let longest = 0;
  legs.forEach((leg, index) => {
    if (leg.hours > (legs[longest]?.hours ?? 0) + 1e-12) longest = index;
  });
  return longest;
}

/** The element at an index that exists: every activity has a leg. */
function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error('An activity without legs reached the engine.');
  return item;
}
