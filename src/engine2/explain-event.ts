/** Tells how an event came to its balance, fluid, sodium, ceilings and confidence. */

import { endSodiumMmolPerL, lossesLPerHr } from './balance.ts';
import { confidenceOf, WEIGHTS } from './confidence.ts';
import { direction, step } from './explain-steps.ts';
import { note } from './notes.ts';
import type { EventPlan } from './plan.ts';
import { finalFuel, outcomeOf } from './ranges.ts';
import { RETENTION } from './risk.ts';
import type { QuantityExplanation } from './types.ts';

const LITRES = { unit: 'L/h' } as const;
const MILLIGRAMS = { unit: 'mg/h' } as const;

/** Water, mass and sodium of the event, and where they end. */
export function explainBalance(plan: EventPlan): QuantityExplanation {
  const { balance, input } = plan;
  const fuel = finalFuel(plan);
  const { projection } = outcomeOf(plan);
  const final = { ...balance, metabolicWaterL: fuel.metabolicWaterL };
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
    step('end_sodium', endSodiumMmolPerL(final, plan.fluidLPerHr, plan.sodiumMgPerHr), {
      unit: 'mmol/L',
      note: 'end_sodium',
      source: 'Nguyen & Kurtz 2004, recalled; Baker 2008, cited',
    }),
    step('risk_below_135', projection.riskBelow135, {
      unit: 'probability',
      note: 'risk_below_135',
      source: direction('Noakes 2005, Winger 2011'),
    }),
  ];
  const change = projection.bodyMassChangePercent;
  if (change !== null && !input.athlete.health.redsOrEatingDisorder) {
    steps.push(step('body_mass_change', change.value, { unit: '%', note: 'mass_change' }));
  }
  return { steps, boundBy: null };
}

const WISH_NAMES = {
  share: 'share_of_sweat',
  allowedLoss: 'allowed_loss',
  plasma: 'plasma_sodium',
  carrier: 'carbohydrate_carrier',
} as const;

/** The four wishes, the largest of them, and the limits. */
export function explainFluid(plan: EventPlan): QuantityExplanation {
  const { fluid } = plan;
  const { wishes } = fluid;
  const allowedPercent = (100 * fluid.allowedLossShare).toFixed(1);
  const steps = [
    step(WISH_NAMES.share, wishes.share, {
      ...LITRES,
      note: note('wish_share', { share: fluid.replacedShare.toFixed(2) }),
    }),
    step(WISH_NAMES.allowedLoss, wishes.allowedLoss, {
      ...LITRES,
      note: plan.input.athlete.health.redsOrEatingDisorder
        ? 'limit_losses'
        : note('wish_allowed_loss', { percent: allowedPercent }),
      source: direction('ACSM 2007, Hoffman 2018'),
    }),
    step(WISH_NAMES.plasma, wishes.plasma, { ...LITRES, note: 'wish_plasma' }),
    step(WISH_NAMES.carrier, wishes.carrier, { ...LITRES, note: 'wish_carrier' }),
    step('short_session_factor', fluid.shortSessionFactor, { note: 'short_drink_factor' }),
    step('wanted', fluid.wantedLPerHr, {
      ...LITRES,
      note: note('wanted', { by: WISH_NAMES[fluid.wantedBy] }),
    }),
    step('gut_limit', fluid.drinkableLPerHr, {
      ...LITRES,
      note: 'limit_gut',
      source: direction('Ryan 1989, Neufer 1989, Leiper 2001'),
    }),
    step('ceiling_limit', fluid.ceilingLimitLPerHr, { ...LITRES, note: 'limit_ceiling' }),
    step('loss_share_limit', fluid.lossShareLimitLPerHr, { ...LITRES, note: 'limit_losses' }),
    step('no_gain_limit', fluid.noGainLimitLPerHr, { ...LITRES, note: 'limit_no_gain' }),
  ];
  if (fluid.cautiousLimitLPerHr !== null) {
    steps.push(step('cautious_limit', fluid.cautiousLimitLPerHr, { ...LITRES, note: 'limit_cautious' }));
  }
  if (fluid.medicalFactor !== 1) {
    steps.push(step('medical_factor', fluid.medicalFactor, { note: 'medical_factor' }));
  }
  steps.push(step('fluid', plan.fluidLPerHr, { ...LITRES, note: 'fluid' }));
  return { steps, boundBy: plan.fluidBoundBy };
}

/** Tells how little sweat is counted on, and the three limits that follow. */
export function explainMaxSafeFluid(plan: EventPlan): QuantityExplanation {
  const { ceiling, gap } = plan;
  const steps = [
    step('ceiling_sweat', plan.ceilingSweatLPerHr, { ...LITRES, note: 'ceiling_sweat' }),
    step('retention', RETENTION[plan.retention], {
      unit: 'probability',
      note: note('retention', { kind: plan.retention }),
      source: 'Noakes 2005, cited as an upper bound; others engineering choice',
    }),
    step('safety_z', ceiling.safetyZ, { note: 'safety_z', source: direction('Winger 2011') }),
    step('sigma', gap.sigma, { note: 'sigma' }),
    step('gap_factor', gap.sweatFactor, {
      note: gap.field === null ? 'no_gap' : note('gap_factor', { field: gap.field }),
    }),
    step('low_sweat', ceiling.lowSweatLPerHr, { ...LITRES, note: 'low_sweat' }),
    step('counted_urine', ceiling.countedUrineLPerHr, { ...LITRES, note: 'counted_urine' }),
    step('allowed_gain', ceiling.allowedGainKg, {
      unit: 'kg',
      note: 'allowed_gain',
      source: direction('Almond 2005, EAH consensus 2015'),
    }),
    step('mass_limit', ceiling.massLimitLPerHr, { ...LITRES, note: 'mass_limit' }),
    step('plasma_limit', ceiling.plasmaLimitLPerHr, {
      ...LITRES,
      note: 'plasma_limit',
      source: 'Nguyen & Kurtz 2004, recalled',
    }),
    step('gut_limit', ceiling.gutLPerHr, { ...LITRES, note: 'gut_limit', source: direction('Ryan 1989') }),
    step('max_safe_fluid', ceiling.maxLPerHr, { ...LITRES, note: 'max_safe_fluid' }),
  ];
  const shown = plan.input.athlete.health.redsOrEatingDisorder
    ? steps.filter(({ term }) => term !== 'allowed_gain')
    : steps;
  return { steps: shown, boundBy: ceiling.boundBy };
}

/** Practice, need and measured loss, and the limits. */
export function explainSodium(plan: EventPlan): QuantityExplanation {
  const { sodium, sweatSodium } = plan;
  const steps = [
    step('sweat_sodium_reference', sweatSodium.referenceMgPerL, {
      unit: 'mg/L',
      note: 'salt_reference',
      source: 'Barnes 2019, cited; steps: engineering choice',
    }),
    step('sodium_loss', sodium.lossMgPerHr, { ...MILLIGRAMS, note: 'sodium_loss' }),
    step('planned_concentration', sodium.plannedMgPerL, {
      unit: 'mg/L',
      note: 'planned_sodium',
      source: 'DGE 2020, ACSM 2007, ISSN 2019; value: engineering choice',
    }),
    step('salty_share', sodium.saltyShare, { note: 'salty_share' }),
    step('practice', sodium.practiceMgPerHr, { ...MILLIGRAMS, note: 'practice' }),
    step('plasma_need', sodium.needMgPerHr, {
      ...MILLIGRAMS,
      note: 'plasma_need',
      source: 'Nguyen & Kurtz 2004, recalled; Montain 2006, cited',
    }),
    step('short_session_factor', sodium.shortSessionFactor, { note: 'short_session_factor' }),
    step('measured_half', sodium.measuredHalfMgPerHr, { ...MILLIGRAMS, note: 'measured_half' }),
    step('wanted', sodium.wantedMgPerHr, { ...MILLIGRAMS, note: 'sodium_wanted' }),
    step('loss_limit', sodium.lossLimitMgPerHr, { ...MILLIGRAMS, note: 'loss_limit' }),
    step('drink_limit', sodium.drinkLimitMgPerHr, { ...MILLIGRAMS, note: 'drink_limit' }),
  ];
  if (sodium.medicalLimitMgPerHr !== null) {
    steps.push(step('medical_limit', sodium.medicalLimitMgPerHr, { ...MILLIGRAMS, note: 'medical_limit' }));
  }
  steps.push(
    step('max_safe_sodium', sodium.maxSafeMgPerHr, { ...MILLIGRAMS, note: 'max_safe_sodium' }),
    step('sodium', plan.sodiumMgPerHr, { ...MILLIGRAMS, note: 'sodium' }),
  );
  return { steps, boundBy: sodium.boundBy };
}

export function explainMaxSafeSodium({ sodium }: EventPlan): QuantityExplanation {
  return {
    steps: [
      step('sodium_loss', sodium.lossMgPerHr, { ...MILLIGRAMS, note: 'sodium_loss' }),
      step('max_safe_sodium', sodium.maxSafeMgPerHr, { ...MILLIGRAMS, note: 'max_safe_sodium' }),
    ],
    boundBy: sodium.boundBy === 'medical_limit' ? 'medical_limit' : null,
  };
}

/** The three probabilities and their weighted mean. */
export function explainConfidence(plan: EventPlan): QuantityExplanation {
  const { spread } = outcomeOf(plan);
  const confidence = confidenceOf(plan, spread);
  const within = (term: string, value: number, parameters: { sd: number; weight: number }) =>
    step(term, value, {
      unit: 'probability',
      note: note('within_30_percent', {
        sd: Number.isFinite(parameters.sd) ? parameters.sd.toFixed(2) : 'open',
        weight: parameters.weight,
      }),
    });
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
