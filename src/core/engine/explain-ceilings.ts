/** Explains an event's sodium and its two ceilings. */

import { heartSessionLPerHr } from './ceiling.ts';
import { direction, factor, step } from './explain-steps.ts';
import { CEILING_SHARE } from './fluid.ts';
import { lowestPlausible } from './gaps.ts';
import { note } from './notes.ts';
import type { EventPlan } from './plan.ts';
import type { Outcome } from './ranges.ts';
import { persistence, RETENTION } from './risk.ts';
import { CEILING_OVER_LOSS, LEAST_CEILING_MG_PER_HR, LOSS_SHARE, saltiestDrinkMgPerL } from './sodium.ts';
import type { ExplanationStep, QuantityExplanation } from './types.ts';

const LITRES = { unit: 'L/h' } as const;
const MILLIGRAMS = { unit: 'mg/h' } as const;
/** Terms that would reveal the weight of an athlete who must not see it. */
const TELLS_MASS: ReadonlySet<string> = new Set(['allowed_gain']);

/**
 * Lists the low sweat rate that the ceiling assumes, and the limits that follow; the smallest is the ceiling,
 * L/h. If a missing field set it, every term assumes the lowest plausible value of that field.
 */
export function explainMaxSafeFluid(plan: EventPlan): QuantityExplanation {
  const { health } = plan.input.athlete;
  const steps = [...gapSteps(plan), ...riskSteps(plan), ...countedSteps(plan), ...ceilingSteps(plan)];
  return {
    steps: health.redsOrEatingDisorder ? steps.filter(({ term }) => !TELLS_MASS.has(term)) : steps,
    boundBy: plan.ceiling.boundBy,
  };
}

/** Names the missing field that set the ceiling, and the assumed value. */
function gapSteps({ gapField, input }: EventPlan): ExplanationStep[] {
  if (gapField === null) return [];
  const value = lowestPlausible(gapField, input);
  // Never shown to an athlete who must not see their body size, not even if inferred from the height.
  const isHidden = gapField === 'mass' && input.athlete.health.redsOrEatingDisorder;
  const shown = isHidden || typeof value !== 'number' ? null : Math.round(10 * value) / 10;
  return [
    step('without_field', gapField, { note: note('without_field', { field: gapField, value: shown }) }),
  ];
}

function riskSteps({ ceiling, decidingInput, retention, hours }: EventPlan): ExplanationStep[] {
  return [
    step('ceiling_sweat', decidingInput.sweatLPerHr, { ...LITRES, note: 'ceiling_sweat' }),
    step('retention', RETENTION[retention], {
      unit: 'probability',
      note: note('retention', { kind: retention }),
      source: 'Noakes 2005, cited as an upper bound; the other values are engineering choices',
    }),
    step('persistence', persistence(hours), {
      unit: 'probability',
      note: 'persistence',
      source: direction('Winger 2011'),
    }),
    step('safety_z', ceiling.safetyZ, { note: 'safety_z' }),
    step('sigma', decidingInput.sigma, { note: 'sigma' }),
    step('low_sweat', ceiling.lowSweatLPerHr, { ...LITRES, note: 'low_sweat' }),
  ];
}

function countedSteps({ ceiling, decidingInput }: EventPlan): ExplanationStep[] {
  const { fuel, planningCarbGPerHr, creditedSodiumMgPerL } = decidingInput;
  return [
    step('counted_breath', ceiling.countedBreathLPerHr, { ...LITRES, note: 'counted_breath' }),
    step('counted_urine', ceiling.countedUrineLPerHr, { ...LITRES, note: 'counted_urine' }),
    step('counted_gas', fuel.gasLossKg, { unit: 'kg', note: 'gas_exchange', source: 'stoichiometry' }),
    step('counted_carbohydrate', planningCarbGPerHr, { unit: 'g/h', note: 'counted_carbohydrate' }),
    step('counted_sodium', creditedSodiumMgPerL, {
      unit: 'mg/L',
      note: 'counted_sodium',
      source: direction('Montain 2006'),
    }),
    step('allowed_gain', ceiling.allowedGainKg, {
      unit: 'kg',
      note: 'allowed_gain',
      source: direction('Almond 2005, EAH consensus 2015'),
    }),
  ];
}

function ceilingSteps({ ceiling, input, hours }: EventPlan): ExplanationStep[] {
  const { symptom } = ceiling;
  const steps = [
    step('mass_limit', ceiling.massLimitLPerHr, { ...LITRES, note: 'mass_limit' }),
    step('plasma_limit', ceiling.plasmaLimitLPerHr, {
      ...LITRES,
      note: 'plasma_limit',
      source: 'Nguyen & Kurtz 2004, recalled',
    }),
    step('symptom_z', symptom.z, { note: 'symptom_z' }),
    step('symptom_window_h', symptom.windowHours, { unit: 'h', note: 'symptom_window' }),
    step('symptom_limit', symptom.limitLPerHr, {
      ...LITRES,
      note: 'symptom_limit',
      source: 'EAH consensus 2015, recalled; the value is an engineering choice',
    }),
    step('gut_limit', ceiling.gutLPerHr, { ...LITRES, note: 'gut_limit', source: direction('Ryan 1989') }),
  ];
  if (input.athlete.health.heartFailure) {
    steps.push(step('session_limit', heartSessionLPerHr(hours), { ...LITRES, note: 'session_limit' }));
  }
  return [
    ...steps,
    step('max_safe_fluid', ceiling.maxLPerHr, {
      ...LITRES,
      note: ceiling.boundBy === 'floor' ? 'max_safe_fluid_floor' : 'max_safe_fluid',
    }),
  ];
}

/** Lists usual practice, need, half of a measured loss, and the limits; mg/h. */
export function explainSodium(plan: EventPlan, { ranges }: Outcome): QuantityExplanation {
  const { sodium } = plan;
  return {
    steps: [
      ...sodiumWishSteps(plan),
      step('loss_limit', sodium.lossLimitMgPerHr, {
        ...MILLIGRAMS,
        note: note('loss_limit', { percent: 100 * LOSS_SHARE }),
      }),
      step('drink_limit', sodium.drinkLimitMgPerHr, {
        ...MILLIGRAMS,
        note: note('drink_limit', { mgPerL: Math.round(saltiestDrinkMgPerL(plan.sweatSodium)) }),
      }),
      ...medicalSteps(plan),
      step('max_safe_sodium', sodium.maxSafeMgPerHr, { ...MILLIGRAMS, note: 'max_safe_sodium' }),
      step('ceiling_limit', CEILING_SHARE * sodium.maxSafeMgPerHr, { ...MILLIGRAMS, note: 'limit_ceiling' }),
      step('sodium', plan.sodiumMgPerHr, { ...MILLIGRAMS, note: 'sodium' }),
      step('range_max', ranges.sodiumMgPerHr.max, { ...MILLIGRAMS, note: 'range_max' }),
    ],
    boundBy: sodium.boundBy,
  };
}

function sodiumWishSteps({ sodium, sweatSodium }: EventPlan): ExplanationStep[] {
  return [
    step('sweat_sodium_reference', sweatSodium.referenceMgPerL, {
      unit: 'mg/L',
      note: `salt_reference_${sweatSodium.source}`,
      source: 'Barnes 2019, cited; the steps are an engineering choice',
    }),
    step('sodium_loss', sodium.lossMgPerHr, { ...MILLIGRAMS, note: 'sodium_loss' }),
    step('planned_concentration', sodium.plannedMgPerL, {
      unit: 'mg/L',
      note: 'planned_sodium',
      source: 'DGE 2020, ACSM 2007, ISSN 2019; the value is an engineering choice',
    }),
    step('salty_share', sodium.saltyShare, { note: 'salty_share' }),
    step('practice', sodium.practiceMgPerHr, { ...MILLIGRAMS, note: 'practice' }),
    step('plasma_need', sodium.needMgPerHr, {
      ...MILLIGRAMS,
      note: 'plasma_need',
      source: 'Nguyen & Kurtz 2004, recalled; Montain 2006, cited',
    }),
    factor('short_session_factor', sodium.shortSessionFactor, { note: 'short_sodium_factor' }),
    step('measured_half', sodium.measuredHalfMgPerHr, {
      ...MILLIGRAMS,
      note: sweatSodium.isMeasured ? 'measured_half' : 'not_measured_half',
    }),
    step('wanted', sodium.wantedMgPerHr, { ...MILLIGRAMS, note: 'sodium_wanted' }),
  ];
}

function medicalSteps({ sodium }: EventPlan): ExplanationStep[] {
  return sodium.medicalLimitMgPerHr === null
    ? []
    : [step('medical_limit', sodium.medicalLimitMgPerHr, { ...MILLIGRAMS, note: 'medical_limit' })];
}

/** Lists the loss with its margin and the limits by hours and by condition; the ceiling is mg/h. */
export function explainMaxSafeSodium(plan: EventPlan): QuantityExplanation {
  const { sodium } = plan;
  return {
    steps: [
      step('sodium_loss', sodium.lossMgPerHr, { ...MILLIGRAMS, note: 'sodium_loss' }),
      step('loss_with_margin', CEILING_OVER_LOSS * sodium.lossMgPerHr, {
        ...MILLIGRAMS,
        note: note('loss_with_margin', { factor: CEILING_OVER_LOSS, leastMgPerHr: LEAST_CEILING_MG_PER_HR }),
      }),
      step('limit_by_hours', sodium.highestMgPerHr, { ...MILLIGRAMS, note: 'limit_by_hours' }),
      ...medicalSteps(plan),
      step('max_safe_sodium', sodium.maxSafeMgPerHr, { ...MILLIGRAMS, note: 'max_safe_sodium' }),
    ],
    boundBy: sodium.maxSafeMgPerHr === sodium.medicalLimitMgPerHr ? 'medical_limit' : null,
  };
}
