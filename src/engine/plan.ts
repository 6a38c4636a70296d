/** The one computation behind both a prescription and its explanation. */

import { type Confidence, confidenceOf, extrapolationFactor, type Knowledge } from './confidence.ts';
import { type Body, resolveBody } from './effort.ts';
import type { FluidMethod } from './fluid.ts';
import {
  hasMedicalFlag,
  isMultiSportType,
  legsOf,
  type Measurements,
  type PlanInput,
  type ResolvedLevel,
  resolveSweatSodium,
  resolveThermal,
} from './inputs.ts';
import { knowledgeOf, missingVariance } from './knowledge.ts';
import { type LegPlan, lowSweatOf, planLeg, type SharedTerms } from './leg.ts';
import type { SweatSodium } from './sodium.ts';
import { DEFAULTS } from './tables.ts';

export interface EventPlan {
  readonly input: PlanInput;
  readonly body: Body;
  readonly hours: number;
  readonly eventHours: number;
  readonly isMultiSport: boolean;
  readonly intensity: ResolvedLevel;
  readonly thermal: ResolvedLevel;
  readonly sweatSodium: SweatSodium;
  readonly legs: readonly LegPlan[];
  /** Time-weighted over the legs. */
  readonly sweatRateLPerHr: number;
  readonly sodiumLossMgPerHr: number;
  readonly carbGPerHr: number;
  readonly sodiumMgPerHr: number;
  readonly fluidLPerHr: number;
  readonly maxSafeFluidLPerHr: number;
  readonly maxSafeSodiumMgPerHr: number;
  readonly knowledge: Knowledge;
  readonly confidence: Confidence;
}

/** The method in use; the others stay for comparison. */
const DEFAULT_FLUID_METHOD: FluidMethod = 'twoRisks';

/** Calculates a whole activity: every term that the answer, its explanation and its warnings need. */
export function planEvent(
  input: PlanInput,
  measurements: Measurements | null = null,
  fluidMethod: FluidMethod = DEFAULT_FLUID_METHOD,
): EventPlan {
  const { activity, athlete, learned } = input;
  const hours = activity.durationMin / 60;
  const eventHours = measurements?.eventHours ?? hours;
  const body = resolveBody(athlete);
  const thermal = resolveThermal(activity);
  const legSpecifications = legsOf(activity, hours);
  const isMultiSport = isMultiSportType(activity.type);
  const sweatSodium = resolveSweatSodium(athlete, learned);
  const knowledge = knowledgeOf(input, thermal, legSpecifications, isMultiSport);
  const shared: SharedTerms = {
    input,
    measurements,
    body,
    lowSweat: lowSweatOf(athlete, fluidMethod),
    thermal,
    eventHours,
    sweatSodium,
    isMultiSport,
    fluidMethod,
    missingVariance: missingVariance(knowledge, input, thermal, legSpecifications),
  };

  const legs: LegPlan[] = [];
  for (const specification of legSpecifications) legs.push(planLeg(shared, specification, legs));
  const first = legs[0];

  return {
    input,
    body,
    hours,
    eventHours,
    isMultiSport,
    intensity: first === undefined ? { level: DEFAULTS.intensityLevel, from: 'default' } : first.intensity,
    thermal,
    sweatSodium,
    legs,
    sweatRateLPerHr: timeWeighted(legs, hours, (leg) => leg.sweat.sweatRateLPerHr),
    sodiumLossMgPerHr: timeWeighted(legs, hours, (leg) => leg.sodium.lossMgPerHr),
    carbGPerHr: timeWeighted(legs, hours, (leg) => leg.carbGPerHr),
    sodiumMgPerHr: timeWeighted(legs, hours, (leg) => leg.sodiumMgPerHr),
    fluidLPerHr: timeWeighted(legs, hours, (leg) => leg.fluidLPerHr),
    maxSafeFluidLPerHr: timeWeighted(legs, hours, (leg) => leg.fluid.maxSafeLPerHr),
    maxSafeSodiumMgPerHr: timeWeighted(legs, hours, (leg) => leg.sodium.maxSafeMgPerHr),
    knowledge,
    confidence: confidenceOf(
      knowledge,
      extrapolationFactor({
        eventHours,
        thermalStressLevel: thermal.level,
        bodyMassKg: athlete.bodyMassKg,
        ageYears: athlete.ageYears,
        medical: hasMedicalFlag(athlete),
        multiSport: isMultiSport,
      }),
    ),
  };
}

function timeWeighted(legs: readonly LegPlan[], hours: number, rate: (leg: LegPlan) => number): number {
  const only = legs[0];
  if (only !== undefined && legs.length === 1) return rate(only);
  let sum = 0;
  for (const leg of legs) sum += rate(leg) * leg.hours;
  return sum / hours;
}
