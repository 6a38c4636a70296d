/** Computes the plan behind a prescription, its explanation and its warnings. */

import type { Balance, Fuel } from './balance.ts';
import { LEAST_CARB_G_PER_HR } from './carbohydrate.ts';
import { type CeilingInput, type CeilingPlan, planCeiling } from './ceiling.ts';
import { draftEvent, type EventDraft, legAt } from './draft-event.ts';
import type { Body } from './effort.ts';
import { certaintyFactor, type FluidBound, type FluidInput, type FluidPlan, planFluid } from './fluid.ts';
import {
  type Assessment,
  assess,
  assessLow,
  ceilingInputOf,
  type DoubtedMass,
  doubtedMass,
  type LowEvent,
  lowEventsOf,
  spreadsByEffect,
  spreadsIfStated,
  uncertaintyOf,
} from './gaps.ts';
import type { LegDraft, PlanInput } from './leg.ts';
import { allotFluid } from './multisport.ts';
import type { UncertaintyField } from './names.ts';
import type { SweatSodium, Uncertainty } from './personal.ts';
import { planSodium, type SodiumPlan } from './sodium.ts';
import { isRide } from './tables.ts';
import { type CarrierPlan, planCarrier } from './tolerance.ts';

export type { PlanInput } from './leg.ts';

/** One leg with its share of the event's numbers: g/h, L/h, mg/h. */
export interface LegPlan extends LegDraft {
  readonly carbGPerHr: number;
  readonly fluidLPerHr: number;
  readonly sodiumMgPerHr: number;
  readonly maxSafeFluidLPerHr: number;
  readonly maxSafeSodiumMgPerHr: number;
}

/** A finished calculation with every term for the answer, its explanation and its warnings. Unrounded. */
export interface EventPlan extends Assessment {
  readonly input: PlanInput;
  /** With a table entry for each missing field: how well the event is known, whatever its values. */
  readonly table: Uncertainty;
  /** A stated body mass that cannot be right. */
  readonly doubtedMass: DoubtedMass | null;
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
  /** Fuel at the planning rate, independent of tolerance and conditions. */
  readonly planningFuel: Fuel;
  readonly planningCarbGPerHr: number;
  readonly ceilingSweatLPerHr: number;
  readonly gutLimitLPerHr: number;
  /** The event's own input, from which ranges start. */
  readonly ceilingInput: CeilingInput;
  /** The smallest of the event's ceiling and those with a missing field at its lowest plausible value. */
  readonly ceiling: CeilingPlan;
  /** Input of that ceiling. */
  readonly decidingInput: CeilingInput;
  /** The missing field that set the ceiling. Null if the event itself did. */
  readonly gapField: UncertaintyField | null;
  readonly fluidInput: FluidInput;
  readonly fluid: FluidPlan;
  readonly fluidBoundBy: FluidBound | null;
  readonly carrier: CarrierPlan;
  readonly sodium: SodiumPlan;
  readonly carbGPerHr: number;
  readonly fluidLPerHr: number;
  readonly sodiumMgPerHr: number;
}

/**
 * Calculates a whole activity. Total for every input in the ranges of `types.ts`: finite numbers, fluid ≤ .95
 * of its ceiling, sodium ≤ its ceiling. Order: legs and balance, certainty, ceiling, fluid, carbohydrate
 * carried, sodium, legs.
 */
export function planEvent(input: PlanInput): EventPlan {
  const draft = draftEvent(input);
  const table = uncertaintyOf(draft);
  const lowEvents = lowEventsOf(input, table.missing);
  return finishEvent(draft, table, assess(draft, spreadsByEffect(table, draft, lowEvents)), lowEvents);
}

/** Calculates an activity as if every missing field were stated at its default, and no mass doubted. */
export function planIfStated(input: PlanInput): EventPlan {
  const draft = draftEvent(input);
  const table = uncertaintyOf(draft);
  return finishEvent(draft, table, assess(draft, spreadsIfStated(table)), []);
}

/**
 * Calculates an activity in which every missing field keeps the full spread of its table, to compare
 * profiles.
 */
export function planWithTableSpreads(input: PlanInput): EventPlan {
  const draft = draftEvent(input);
  const table = uncertaintyOf(draft);
  const lowEvents = lowEventsOf(input, table.missing);
  return finishEvent(draft, table, assess(draft, table), lowEvents);
}

/** Calculates an activity as if its ceiling relied on all of the sweat that weather predicts. */
export function planWithAllSweat(input: PlanInput): EventPlan {
  const draft = draftEvent(input);
  const table = uncertaintyOf(draft);
  const lowEvents = lowEventsOf(input, table.missing);
  return finishEvent(draft, table, assess(draft, spreadsByEffect(table, draft, lowEvents)), lowEvents, 1);
}

interface DecidedCeiling {
  readonly ceilingInput: CeilingInput;
  readonly ceiling: CeilingPlan;
  readonly decidingInput: CeilingInput;
  readonly gapField: UncertaintyField | null;
}

/** Returns the smallest ceiling of the event and its low events, the first of equal ones. */
function decideCeiling(
  draft: EventDraft,
  assessment: Assessment,
  lowEvents: readonly LowEvent[],
  longEventShare?: number,
): DecidedCeiling {
  const ceilingInput = ceilingInputOf(draft, assessment, longEventShare);
  let decided: DecidedCeiling = {
    ceilingInput,
    ceiling: planCeiling(ceilingInput),
    decidingInput: ceilingInput,
    gapField: null,
  };
  for (const low of lowEvents) {
    const decidingInput = ceilingInputOf(low.draft, assessLow(low, assessment), longEventShare);
    const ceiling = planCeiling(decidingInput);
    if (ceiling.maxLPerHr < decided.ceiling.maxLPerHr) {
      decided = { ceilingInput, ceiling, decidingInput, gapField: low.field };
    }
  }
  return decided;
}

function finishEvent(
  draft: EventDraft,
  table: Uncertainty,
  assessment: Assessment,
  lowEvents: readonly LowEvent[],
  longEventShare?: number,
): EventPlan {
  const { input, body, hours, isMultiSport, drafts, balance, sweatSodium } = draft;
  const decided = decideCeiling(draft, assessment, lowEvents, longEventShare);
  const { ceiling } = decided;
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
  const carried = draft.wantedCarbGPerHr * carrier.scale;
  // A low tolerance leaves a fed leg 10 g/h. Spread over an unfed swim, that is less for the event.
  const isHeld = drafts.some(({ isFed, carbohydrate }) => isFed && carbohydrate.isHeldByTolerance);
  const carbScale = carried < LEAST_CARB_G_PER_HR && !isHeld ? 0 : carrier.scale;
  const legs = drafts.map((leg, index) => {
    const ownFluid = allotted === null ? fluidLPerHr : (allotted[index] ?? 0);
    return finishLeg(leg, { ownFluid, fluidLPerHr, carbScale, ceiling, sodium });
  });
  return {
    uncertainty: assessment.uncertainty,
    retention: assessment.retention,
    plannedSodiumMgPerL: assessment.plannedSodiumMgPerL,
    credited: assessment.credited,
    countedUrineLPerHr: assessment.countedUrineLPerHr,
    input,
    table,
    doubtedMass: doubtedMass(input.athlete),
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
    ceilingInput: decided.ceilingInput,
    ceiling,
    decidingInput: decided.decidingInput,
    gapField: decided.gapField,
    fluidInput,
    fluid,
    fluidBoundBy: fluid.boundBy,
    carrier,
    sodium,
    carbGPerHr: draft.wantedCarbGPerHr * carbScale,
    fluidLPerHr,
    sodiumMgPerHr: sodium.sodiumMgPerHr,
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
  /** Factor on the carbohydrate that the leg wants. */
  readonly carbScale: number;
  readonly ceiling: CeilingPlan;
  readonly sodium: SodiumPlan;
}

/**
 * Completes a leg: sodium and ceilings follow its share of the fluid, and carbohydrate is scaled equally in
 * all legs. A short leg that drinks most of an event's fluid would get a ceiling beyond any gut, so its own
 * gut limits it.
 */
function finishLeg(
  leg: LegDraft,
  { ownFluid, fluidLPerHr, carbScale, ceiling, sodium }: EventNumbers,
): LegPlan {
  const share = fluidLPerHr > 0 ? ownFluid / fluidLPerHr : leg.isFed ? 1 : 0;
  return {
    ...leg,
    carbGPerHr: leg.wantedCarbGPerHr * carbScale,
    fluidLPerHr: ownFluid,
    sodiumMgPerHr: sodium.sodiumMgPerHr * share,
    maxSafeFluidLPerHr: Math.min(ceiling.maxLPerHr * share, leg.gutLimitLPerHr),
    maxSafeSodiumMgPerHr: sodium.maxSafeMgPerHr * share,
  };
}
