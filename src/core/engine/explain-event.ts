/** Explains an event's balance, fluid and confidence. */

import { endSodiumMmolPerL, lossesLPerHr } from './balance.ts';
import { confidenceOf, WEIGHTS } from './confidence.ts';
import { direction, factor, step } from './explain-steps.ts';
import { type Note, note, plainNote } from './notes.ts';
import { interpolate } from './numbers.ts';
import type { EventPlan } from './plan.ts';
import { finalFuel } from './projection.ts';
import type { Outcome } from './ranges.ts';
import { LOSS_SHARE_LIMIT } from './tables.ts';
import type { ExplanationStep, QuantityExplanation } from './types.ts';

const LITRES = { unit: 'L/h' } as const;

/** Lists the event's water, mass and sodium, and their values at the end. */
export function explainBalance(plan: EventPlan, { projection }: Outcome): QuantityExplanation {
  const { balance, input } = plan;
  const fuel = finalFuel(plan);
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

/** Lists the four goals, the target, the limits, and the result after medical conditions and legs. */
export function explainFluid(plan: EventPlan, { ranges }: Outcome): QuantityExplanation {
  return {
    steps: [
      ...wishSteps(plan),
      ...limitSteps(plan),
      ...finalSteps(plan),
      step('range_max', ranges.fluidMlPerHr.max / 1000, { ...LITRES, note: 'range_max' }),
    ],
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
export function explainConfidence(plan: EventPlan, { spread }: Outcome): QuantityExplanation {
  const confidence = confidenceOf(plan, spread);
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
  if (!Number.isFinite(sd)) return note('within_30_percent_open', { weight });
  return note('within_30_percent', { percent: Math.round(100 * Math.expm1(sd)), weight });
}
