/** Limits carbohydrate to what the fluid can carry in addition to food (SCIENCE §5). */

import { clamp, interpolate, positive } from './numbers.ts';
import { EATEN_G_PER_HR } from './tables.ts';
import type { Tolerance } from './tolerance.ts';

/** The limit that a drinking rate sets on carbohydrate. */
export interface CarrierPlan {
  readonly wantedGPerHr: number;
  /** Maximum concentration of total intake, g per litre drunk. */
  readonly gramsPerLitre: number;
  readonly eatenGPerHr: number;
  readonly limitGPerHr: number;
  /** Factor on the carbohydrate of every leg, 0–1. */
  readonly scale: number;
}

/** Inputs of the limit: g/h, L/h, h, and the gut that must absorb both. */
export interface CarrierInput {
  readonly wantedGPerHr: number;
  readonly fluidLPerHr: number;
  readonly hours: number;
  readonly tolerance: Tolerance;
}

/**
 * Maximum concentration, g/L, for an untrained gut and one trained from 80 to 120 g/h. Engineering choice.
 */
const CARRIED_G_PER_L = { usual: 140, trainedExtra: 90, from: 80, to: 120 } as const;

/**
 * Limits carbohydrate to what the fluid can carry in addition to food, because a more concentrated drink is
 * poorly absorbed. Engineering choice.
 */
export function planCarrier({ wantedGPerHr, fluidLPerHr, hours, tolerance }: CarrierInput): CarrierPlan {
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
