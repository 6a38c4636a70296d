/** Explains an event's balance, fluid and confidence. */

import { lossesLPerHr } from './balance.ts';
import { heartSessionLPerHr, holdsWater, persistence, USUAL_RETENTION } from './ceiling.ts';
import { confidenceOf, WEIGHTS } from './confidence.ts';
import { direction, factor, step } from './explain-legs.ts';
import { CEILING_SHARE } from './fluid.ts';
import { lowestPlausible } from './gaps.ts';
import { type Note, note, plainNote, type RetentionKind } from './notes.ts';
import { interpolate } from './numbers.ts';
import type { EventPlan } from './plan.ts';
import { finalFuel, medianEnd, steadyWaterMass } from './projection.ts';
import { CEILING_OVER_LOSS, LEAST_CEILING_MG_PER_HR, LOSS_SHARE, saltiestDrinkMgPerL } from './sodium.ts';
import { LOSS_SHARE_LIMIT } from './tables.ts';
import type { ExplanationStep, HealthFlags, QuantityExplanation } from './types.ts';

const LITRES = { unit: 'L/h' } as const;

/** Lists the event's water, mass and sodium, and their values at the end. */
export function explainBalance(plan: EventPlan): QuantityExplanation {
  const { balance, input } = plan;
  const fuel = finalFuel(plan);
  const steps = [
    step('sweat_rate', balance.sweatLPerHr, { ...LITRES, note: 'average_over_legs' }),
    step('breath', balance.breathLPerHr, { ...LITRES, note: 'breath', source: 'Mitchell 1972, recalled' }),
    step('urine', balance.urineLPerHr, { ...LITRES, note: 'urine' }),
    step('losses', lossesLPerHr(balance), { ...LITRES, note: 'losses' }),
    step('metabolic_water', fuel.metabolicWaterL, {
      unit: 'L',
      note: 'metabolic_water',
      source: 'stoichiometry',
    }),
    step('gas_exchange', fuel.gasLossKg, { unit: 'kg', note: 'gas_exchange', source: 'stoichiometry' }),
    step('sweat_sodium', balance.sweatSodiumMgPerL, {
      unit: 'mg/L',
      note: 'sweat_sodium',
      source: direction('Holmes 2016'),
    }),
    step('end_sodium', medianEnd(plan).plasmaMmolPerL, {
      unit: 'mmol/L',
      note: 'end_sodium',
      source: 'Nguyen & Kurtz 2004, recalled; Baker 2008, cited',
    }),
  ];
  if (!input.athlete.health.redsOrEatingDisorder) {
    const { massPercent } = medianEnd(plan);
    const steadyPercent = steadyWaterMass(plan, plan.carbGPerHr, plan.body.massKg);
    steps.push(step('body_mass_change', massPercent, { unit: '%', note: 'mass_change' }));
    steps.push(step('steady_water_mass', steadyPercent, { unit: '%', note: 'steady_water_mass' }));
  }
  return { steps, boundBy: null };
}

const WISH_NAMES = {
  share: 'share_of_sweat',
  allowedLoss: 'allowed_loss',
  plasma: 'plasma_sodium',
  carrier: 'carbohydrate_carrier',
} as const;

/** Lists the four goals, the target, the limits, and the result after medical conditions and legs. */
export function explainFluid(plan: EventPlan): QuantityExplanation {
  return {
    steps: [...wishSteps(plan), ...limitSteps(plan), ...finalSteps(plan)],
    boundBy: plan.fluidBoundBy,
  };
}

function wishSteps(plan: EventPlan): ExplanationStep[] {
  const { fluid } = plan;
  const { wishes } = fluid;
  const hidesMass = plan.input.athlete.health.redsOrEatingDisorder;
  const allowedLoss = hidesMass
    ? plainNote('wish_allowed_loss_hidden')
    : note('wish_allowed_loss', { percent: Math.round(1000 * fluid.allowedLossShare) / 10 });
  return [
    step(WISH_NAMES.share, wishes.share, {
      ...LITRES,
      note: note('wish_share', { percent: Math.round(100 * fluid.replacedShare) }),
    }),
    wish('allowedLoss', wishes.allowedLoss, {
      note: allowedLoss,
      source: direction('ACSM 2007, Hoffman 2018'),
    }),
    wish('plasma', wishes.plasma, { note: plainNote('wish_plasma') }),
    wish('carrier', wishes.carrier, { note: plainNote('wish_carrier') }),
    factor('short_session_factor', fluid.shortSessionFactor, { note: 'short_drink_factor' }),
    step('wanted', fluid.wantedLPerHr, {
      ...LITRES,
      note: note('wanted', { by: WISH_NAMES[fluid.wantedBy] }),
    }),
  ];
}

/** Makes the step of a goal; a goal below zero needs no drinking. */
function wish(
  name: keyof typeof WISH_NAMES,
  valueLPerHr: number,
  details: { readonly note: Note; readonly source?: string },
): ExplanationStep {
  return step(WISH_NAMES[name], valueLPerHr, {
    ...LITRES,
    ...details,
    ...(valueLPerHr > 0 ? {} : { note: plainNote('wish_met_without_drinking') }),
  });
}

function limitSteps({ fluid, hours }: EventPlan): ExplanationStep[] {
  const lossPercent = Math.round(100 * interpolate(hours, LOSS_SHARE_LIMIT));
  const steps = [
    step('gut_limit', fluid.drinkableLPerHr, {
      ...LITRES,
      note: 'limit_gut',
      source: direction('Ryan 1989, Neufer 1989, Leiper 2001'),
    }),
    step('ceiling_limit', fluid.ceilingLimitLPerHr, { ...LITRES, note: 'limit_ceiling' }),
    step('loss_share_limit', fluid.lossShareLimitLPerHr, {
      ...LITRES,
      note: note('limit_losses', { percent: lossPercent }),
    }),
    step('no_gain_limit', fluid.noGainLimitLPerHr, { ...LITRES, note: 'limit_no_gain' }),
    step('hold', fluid.holdLPerHr, { ...LITRES, note: 'limit_hold' }),
  ];
  if (fluid.cautiousLimitLPerHr !== null) {
    steps.push(step('cautious_limit', fluid.cautiousLimitLPerHr, { ...LITRES, note: 'limit_cautious' }));
  }
  return steps;
}

/** Legs that cannot take their share lower the event's fluid; smaller differences are rounding, L/h. */
const LEFT_BY_LEGS_L_PER_HR = 1e-9;

function finalSteps({ fluid, fluidLPerHr }: EventPlan): ExplanationStep[] {
  const steps: ExplanationStep[] = [];
  if (fluid.diureticsLimitLPerHr !== null) {
    steps.push(step('diuretics_limit', fluid.diureticsLimitLPerHr, { ...LITRES, note: 'limit_diuretics' }));
  }
  if (fluidLPerHr < fluid.fluidLPerHr - LEFT_BY_LEGS_L_PER_HR) {
    steps.push(step('legs_limit', fluidLPerHr, { ...LITRES, note: 'limit_legs' }));
  }
  return [...steps, step('fluid', fluidLPerHr, { ...LITRES, note: 'fluid_smallest' })];
}

/** Lists the three probabilities and their weighted mean. */
export function explainConfidence(plan: EventPlan): QuantityExplanation {
  const confidence = confidenceOf(plan);
  const { spread } = confidence;
  const within = (term: string, probability: number, parameters: SpreadParameters) =>
    step(term, probability, { unit: 'probability', note: withinNote(probability, parameters) });
  return {
    steps: [
      within('within_30_percent_carbohydrate', confidence.withinCarb, {
        sd: spread.carb,
        weight: WEIGHTS.carb,
      }),
      within('within_30_percent_fluid', confidence.withinFluid, { sd: spread.fluid, weight: WEIGHTS.fluid }),
      within('within_30_percent_sodium', confidence.withinSodium, {
        sd: spread.sodium,
        weight: WEIGHTS.sodium,
      }),
      step('confidence', confidence.score, { unit: 'probability', note: 'confidence' }),
    ],
    boundBy: null,
  };
}

interface SpreadParameters {
  /** Standard deviation of the logarithm. */
  readonly sd: number;
  readonly weight: number;
}

function withinNote(probability: number, { sd, weight }: SpreadParameters): Note {
  if (probability === 1) return note('within_30_percent_sure', { weight });
  return note('within_30_percent', { percent: Math.round(100 * Math.expm1(sd)), weight });
}

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

/** Tells a condition from age by what the probability rests on. */
function retentionKind(health: HealthFlags, own: number): RetentionKind {
  if (holdsWater(health)) return 'impaired';
  return own > USUAL_RETENTION ? 'older' : 'usual';
}

function riskSteps({ ceiling, decidingInput, retention, hours, input }: EventPlan): ExplanationStep[] {
  return [
    step('ceiling_sweat', decidingInput.sweatLPerHr, { ...LITRES, note: 'ceiling_sweat' }),
    step('retention', retention.own, {
      unit: 'probability',
      note: note('retention', { kind: retentionKind(input.athlete.health, retention.own) }),
      source: 'Noakes 2005, cited as an upper bound; the other values are engineering choices',
    }),
    step('persistence', persistence(hours), {
      unit: 'probability',
      note: 'persistence',
      source: direction('Winger 2011'),
    }),
    step('safety_z', ceiling.safetyZ, { note: 'safety_z' }),
    step('sigma', decidingInput.sigma, { note: 'sigma' }),
    ...(decidingInput.longEventShare < 1
      ? [step('long_event_share', decidingInput.longEventShare, { note: 'long_event_share' })]
      : []),
    step('low_sweat', ceiling.lowSweatLPerHr, { ...LITRES, note: 'low_sweat' }),
  ];
}

function countedSteps({ ceiling, decidingInput }: EventPlan): ExplanationStep[] {
  const { fuel, planningCarbGPerHr, credited } = decidingInput;
  return [
    step('counted_breath', ceiling.countedBreathLPerHr, { ...LITRES, note: 'counted_breath' }),
    step('counted_urine', ceiling.countedUrineLPerHr, { ...LITRES, note: 'counted_urine' }),
    step('counted_gas', fuel.gasLossKg, { unit: 'kg', note: 'gas_exchange', source: 'stoichiometry' }),
    step('counted_carbohydrate', planningCarbGPerHr, { unit: 'g/h', note: 'counted_carbohydrate' }),
    step('counted_sodium', credited.mgPerL, {
      unit: 'mg/L',
      note: 'counted_sodium',
      source: direction('Montain 2006'),
    }),
    ...(credited.ownMgPerHr > 0
      ? [step('counted_own_sodium', credited.ownMgPerHr, { ...MILLIGRAMS, note: 'counted_own_sodium' })]
      : []),
    step('allowed_gain', ceiling.allowedGainKg, {
      unit: 'kg',
      note: 'allowed_gain',
      source: direction('Almond 2005, EAH consensus 2015'),
    }),
  ];
}

function ceilingSteps({ ceiling, input, hours, retention }: EventPlan): ExplanationStep[] {
  const { symptom } = ceiling;
  const steps = [
    step('mass_limit', ceiling.massLimitLPerHr, { ...LITRES, note: 'mass_limit' }),
    step('plasma_limit', ceiling.plasmaLimitLPerHr, {
      ...LITRES,
      note: 'plasma_limit',
      source: 'Nguyen & Kurtz 2004, recalled',
    }),
    step('retention_in_event', retention.inEvent, {
      unit: 'probability',
      note: 'retention_in_event',
      source: direction('Hoffman 2013'),
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
export function explainSodium(plan: EventPlan): QuantityExplanation {
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
