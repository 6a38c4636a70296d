/** The one computation behind a prescription, its explanation and its warnings. */

import type { Balance, Fuel } from './balance.ts';
import type { Body } from './body.ts';
import { type CarrierPlan, planCarrier } from './carrier.ts';
import {
  type CeilingInput,
  type CeilingPlan,
  countedUrineLPerHr,
  type Gap,
  planCeiling,
  resolveGap,
} from './ceiling.ts';
import { draftEvent, type EventDraft, legAt, timeAverage } from './draft-event.ts';
import { certaintyFactor, type FluidBound, type FluidInput, type FluidPlan, planFluid } from './fluid.ts';
import type { LegDraft, PlanInput } from './leg.ts';
import { allotFluid } from './multisport.ts';
import type { SweatSodium } from './personal.ts';
import { type RetentionClass, retentionClass } from './risk.ts';
import { creditedSodiumMgPerL, plannedSodiumMgPerL, planSodium, type SodiumPlan } from './sodium.ts';
import { isRide } from './sport.ts';
import { isWeakSport, resolveUncertainty, type Uncertainty } from './uncertainty.ts';

export type { PlanInput } from './leg.ts';

/** One leg with its share of the event's numbers: g/h, L/h, mg/h. */
export interface LegPlan extends LegDraft {
  readonly carbGPerHr: number;
  readonly fluidLPerHr: number;
  readonly sodiumMgPerHr: number;
  readonly maxSafeFluidLPerHr: number;
  readonly maxSafeSodiumMgPerHr: number;
}

/** The uncertainty of an event, and the terms of its risk of dilution. */
interface Assessment {
  readonly uncertainty: Uncertainty;
  readonly retention: RetentionClass;
  readonly gap: Gap;
  readonly plannedSodiumMgPerL: number;
  readonly creditedSodiumMgPerL: number;
  /** Urine that risks count on, L/h. */
  readonly countedUrineLPerHr: number;
}

/** A finished calculation: every term that the answer, its explanation and its warnings need. Unrounded. */
export interface EventPlan extends Assessment {
  readonly input: PlanInput;
  readonly body: Body;
  readonly hours: number;
  readonly isMultiSport: boolean;
  readonly legs: readonly LegPlan[];
  /** The leg that represents the event if one value is needed: heat, sweat multiplier, tolerance. */
  readonly longest: LegPlan;
  readonly fractionOfVo2max: number;
  readonly metabolicRateW: number;
  readonly sweatSodium: SweatSodium;
  readonly balance: Balance;
  /** Fuel at the planning rate, which no tolerance or condition moves. */
  readonly planningFuel: Fuel;
  readonly planningCarbGPerHr: number;
  readonly ceilingSweatLPerHr: number;
  readonly gutLimitLPerHr: number;
  readonly ceilingInput: CeilingInput;
  readonly ceiling: CeilingPlan;
  readonly fluidInput: FluidInput;
  readonly fluid: FluidPlan;
  readonly fluidBoundBy: FluidBound | null;
  readonly carrier: CarrierPlan;
  readonly sodium: SodiumPlan;
  readonly carbGPerHr: number;
  readonly fluidLPerHr: number;
  readonly sodiumMgPerHr: number;
}

/** Heat unknown: the gut's share of a ceiling is read colder. Engineering choice. */
const HEAT_MISSING_GUT_FACTOR = 0.83;

/**
 * Calculates a whole activity. Total for every input in the ranges of `types.ts`: finite numbers, fluid ≤ .95
 * of its ceiling, sodium ≤ its ceiling. Order: legs and balance, certainty, ceiling, fluid, carbohydrate
 * carried, sodium, legs.
 */
export function planEvent(input: PlanInput): EventPlan {
  const draft = draftEvent(input);
  const { body, hours, isMultiSport, drafts, balance, sweatSodium } = draft;
  const assessment = assess(draft);
  const ceilingInput = ceilingInputOf(draft, assessment);
  const ceiling = planCeiling(ceilingInput);
  const fluidInput = fluidInputOf(draft, assessment, ceiling);
  const fluid = planFluid(fluidInput);
  const allotted = isMultiSport ? allotFluid(fluid.fluidLPerHr, hours, drafts.map(drinkingLeg)) : null;
  const fluidLPerHr =
    allotted === null
      ? fluid.fluidLPerHr
      : drafts.reduce((sum, leg, index) => sum + (allotted[index] ?? 0) * leg.hours, 0) / hours;
  const { tolerance } = legAt(drafts, draft.longestIndex).carbohydrate;
  const carrier = planCarrier({ wantedGPerHr: draft.wantedCarbGPerHr, fluidLPerHr, hours, tolerance });
  const sodium = planSodium({
    balance,
    sweatSodium,
    plannedMgPerL: assessment.plannedSodiumMgPerL,
    fluidLPerHr,
    health: input.athlete.health,
  });
  const legs = drafts.map((leg, index) => {
    const ownFluid = allotted === null ? fluidLPerHr : (allotted[index] ?? 0);
    return finishLeg(leg, { ownFluid, fluidLPerHr, carrier, ceiling, sodium });
  });
  return {
    ...assessment,
    input,
    body,
    hours,
    isMultiSport,
    legs,
    longest: legAt(legs, draft.longestIndex),
    fractionOfVo2max: draft.fractionOfVo2max,
    metabolicRateW: draft.metabolicRateW,
    sweatSodium,
    balance,
    planningFuel: draft.planningFuel,
    planningCarbGPerHr: draft.planningCarbGPerHr,
    ceilingSweatLPerHr: draft.ceilingSweatLPerHr,
    gutLimitLPerHr: draft.gutLimitLPerHr,
    ceilingInput,
    ceiling,
    fluidInput,
    fluid,
    fluidBoundBy: fluid.boundBy,
    carrier,
    sodium,
    carbGPerHr: draft.wantedCarbGPerHr * carrier.scale,
    fluidLPerHr,
    sodiumMgPerHr: sodium.sodiumMgPerHr,
  };
}

function assess({ input, body, hours, drafts, longestIndex, ...draft }: EventDraft): Assessment {
  const { athlete } = input;
  const { personal, environment } = legAt(drafts, longestIndex);
  const uncertainty = resolveUncertainty({
    athlete,
    personal,
    effortSource: drafts.find(({ effort }) => effort.source !== 'default')?.effort.source ?? 'default',
    heatFrom: environment.thermalLevelFrom,
    weakShare: timeAverage(drafts, hours, (leg) => (isWeakSport(leg.type) ? 1 : 0)),
  });
  const planned = plannedSodiumMgPerL({
    sweatSodium: draft.sweatSodium,
    personalLn: personal.ln,
    thermalLevel: environment.thermalLevel,
    hours,
  });
  return {
    uncertainty,
    retention: retentionClass(athlete.health, body.ageYears),
    gap: resolveGap(uncertainty, body.massKg),
    plannedSodiumMgPerL: planned,
    creditedSodiumMgPerL: creditedSodiumMgPerL(draft.balance, draft.sweatSodium, planned, athlete.health),
    countedUrineLPerHr: countedUrineLPerHr(athlete.health, draft.isSingleSwim, body.massKg),
  };
}

function ceilingInputOf(draft: EventDraft, assessment: Assessment): CeilingInput {
  const isHeatMissing = assessment.uncertainty.missing.includes('heat');
  return {
    balance: draft.balance,
    fuel: draft.planningFuel,
    planningCarbGPerHr: draft.planningCarbGPerHr,
    sweatLPerHr: draft.ceilingSweatLPerHr,
    massKg: draft.body.massKg,
    gap: assessment.gap,
    retention: assessment.retention,
    health: draft.input.athlete.health,
    isSingleSwim: draft.isSingleSwim,
    creditedSodiumMgPerL: assessment.creditedSodiumMgPerL,
    gutLPerHr: draft.gutLimitLPerHr * (isHeatMissing ? HEAT_MISSING_GUT_FACTOR : 1),
  };
}

function fluidInputOf(draft: EventDraft, assessment: Assessment, ceiling: CeilingPlan): FluidInput {
  const { athlete, learned } = draft.input;
  const { personal, environment } = legAt(draft.drafts, draft.longestIndex);
  return {
    balance: draft.balance,
    fuel: draft.planningFuel,
    massKg: draft.body.massKg,
    thermalLevel: environment.thermalLevel,
    planningCarbGPerHr: draft.planningCarbGPerHr,
    carbGPerHr: draft.wantedCarbGPerHr,
    plannedSodiumMgPerL: assessment.plannedSodiumMgPerL,
    certaintyFactor: certaintyFactor(assessment.uncertainty.sigma),
    isSweatKnown: personal.isKnown,
    maxSafeLPerHr: ceiling.maxLPerHr,
    drinkableLPerHr: draft.drinkableLPerHr,
    isCautious: (learned?.cautiousSessionsLeft ?? 0) > 0,
    health: athlete.health,
  };
}

function drinkingLeg(leg: LegDraft) {
  return {
    hours: leg.hours,
    isRide: isRide(leg.sport),
    isFed: leg.isFed,
    drinkableLPerHr: leg.drinkableLPerHr,
  };
}

interface EventNumbers {
  /** Fluid of this leg, L/h. */
  readonly ownFluid: number;
  readonly fluidLPerHr: number;
  readonly carrier: CarrierPlan;
  readonly ceiling: CeilingPlan;
  readonly sodium: SodiumPlan;
}

/**
 * Gives a leg its part: sodium and ceilings follow its share of the fluid, carbohydrate is scaled in all legs
 * alike. A short leg that drinks most of an event's fluid would get a ceiling beyond any gut: its own gut
 * limits it.
 */
function finishLeg(
  leg: LegDraft,
  { ownFluid, fluidLPerHr, carrier, ceiling, sodium }: EventNumbers,
): LegPlan {
  const share = fluidLPerHr > 0 ? ownFluid / fluidLPerHr : leg.isFed ? 1 : 0;
  return {
    ...leg,
    carbGPerHr: leg.wantedCarbGPerHr * carrier.scale,
    fluidLPerHr: ownFluid,
    sodiumMgPerHr: sodium.sodiumMgPerHr * share,
    maxSafeFluidLPerHr: Math.min(ceiling.maxLPerHr * share, leg.gutLimitLPerHr),
    maxSafeSodiumMgPerHr: sodium.maxSafeMgPerHr * share,
  };
}
