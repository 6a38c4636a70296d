/**
 * Explains one leg's carbohydrate: the factors of its target, limits, its place in the event, and the
 * drink.
 */

import { direction, factor, step } from './explain-steps.ts';
import { RUN_SHARE_OF_RIDE } from './multisport.ts';
import { type Note, note, plainNote, type SugarHint } from './notes.ts';
import type { EventPlan, LegPlan } from './plan.ts';
import type { ExplanationStep, QuantityExplanation } from './types.ts';

const GRAMS = { unit: 'g/h' } as const;
/**
 * Rates up to which one kind of sugar is enough, and up to which 2:1 is, g/h (Jeukendrup 2014, Podlogar 2022,
 * cited).
 */
export const ONE_SUGAR_UP_TO_G_PER_HR = 60;
const TWO_TO_ONE_UP_TO_G_PER_HR = 90;

/** Returns the sugars that a rate requires: any up to 60 g/h, glucose and fructose above. */
export function glucoseFructoseHint(carbGPerHr: number): SugarHint {
  if (carbGPerHr <= ONE_SUGAR_UP_TO_G_PER_HR) return 'any';
  return carbGPerHr <= TWO_TO_ONE_UP_TO_G_PER_HR ? 'two_to_one' : 'one_to_zero_point_eight';
}

/** Lists the steps of one leg's carbohydrate, g/h, and the last rule that changed it. */
export function explainCarbohydrate(plan: EventPlan, leg: LegPlan): QuantityExplanation {
  const steps = [...factorSteps(plan, leg), ...limitSteps(leg), ...placeSteps(plan, leg)];
  const byDrink = plan.carrier.scale < 1 ? 'drink_concentration' : leg.carbohydrate.boundBy;
  return { steps, boundBy: leg.changedBy ?? byDrink };
}

function factorSteps({ input, hours }: EventPlan, leg: LegPlan): ExplanationStep[] {
  const carb = leg.carbohydrate;
  return [
    step('guideline', carb.guidelineGPerHr, {
      ...GRAMS,
      note: note('guideline', { hours: Math.round(100 * hours) / 100 }),
      source: 'Thomas 2016 (ACSM/AND/DC), recalled; Jeukendrup 2014, cited',
    }),
    step('intensity_factor', carb.intensityFactor, {
      note: 'intensity_factor',
      source: direction('Jeukendrup 2014'),
    }),
    step('race_factor', carb.raceFactor, {
      note: input.activity.isRaceEvent ? 'race_factor' : 'training_factor',
    }),
    step('size_factor', carb.sizeFactor, { note: 'size_factor', source: direction('Ijaz 2024') }),
    step('sport_factor', carb.sportFactor, { note: 'sport_factor' }),
    factor('fade_factor', carb.fadeFactor, {
      note: 'fade_factor',
      source: direction('Tiller 2019 (ISSN), Costa 2019'),
    }),
    factor('short_session_factor', carb.shortSessionFactor, { note: 'short_session_factor' }),
    factor('personal_need_factor', carb.needFactor, { note: 'need_factor' }),
    factor('unfed_swim_factor', carb.unfedSwimFactor, { note: 'unfed_swim_factor' }),
    step('guideline_target', carb.guidelineTargetGPerHr, { ...GRAMS, note: 'guideline_target' }),
    step('trained_gut', carb.trainedGutGPerHr, {
      ...GRAMS,
      note: carb.tolerance.isTrained ? 'trained_gut' : 'untrained_gut',
      source: direction('Costa 2017, Viribay 2020'),
    }),
    factor('heat_factor', carb.heatFactor, { note: 'heat_factor', source: direction('Jentjens 2002') }),
    step('target', carb.targetGPerHr, { ...GRAMS, note: 'target' }),
  ];
}

function limitSteps(leg: LegPlan): ExplanationStep[] {
  const carb = leg.carbohydrate;
  const { tolerance } = carb;
  return [
    step('oxidation', carb.oxidationGPerHr, { ...GRAMS, note: 'oxidation' }),
    step('demand_limit', carb.demandGPerHr, {
      ...GRAMS,
      note: 'demand',
      source: direction('Podlogar 2022'),
    }),
    step('tolerance', tolerance.limitGPerHr, {
      ...GRAMS,
      note: tolerance.isHeldByHistory ? 'tolerance_gi_history' : `tolerance_${tolerance.source}`,
    }),
    factor('oxidation_size_factor', carb.oxidationSizeFactor, {
      note: carb.isToleranceFading ? 'oxidation_size_and_fade' : 'oxidation_size',
      source: direction('Ijaz 2024'),
    }),
    step('tolerance_limit', carb.toleranceLimitGPerHr, { ...GRAMS, note: 'tolerance_limit' }),
    step('absolute_limit', carb.absoluteLimitGPerHr, {
      ...GRAMS,
      note: 'absolute_limit',
      source: 'Jeukendrup 2014, Viribay 2020, cited',
    }),
    step('limited', carb.carbGPerHr, { ...GRAMS, note: 'soft_zero' }),
  ];
}

function placeSteps({ carrier }: EventPlan, leg: LegPlan): ExplanationStep[] {
  const steps: ExplanationStep[] = [];
  const before = leg.carbohydrate.carbGPerHr;
  if (leg.wantedCarbGPerHr !== before) {
    steps.push(step('place_in_event', leg.wantedCarbGPerHr, { ...GRAMS, note: placeNote(leg) }));
  }
  if (carrier.scale < 1) {
    steps.push(
      step('carrier_factor', carrier.scale, {
        note: note('carried', {
          gramsPerLitre: Math.round(carrier.gramsPerLitre),
          eatenGPerHr: Math.round(carrier.eatenGPerHr),
        }),
      }),
    );
  }
  steps.push(
    step('carbohydrate', leg.carbGPerHr, {
      ...GRAMS,
      note:
        leg.carbGPerHr > 0 ? note('sugars', { hint: glucoseFructoseHint(leg.carbGPerHr) }) : 'none_needed',
      source: 'Jeukendrup 2014, Podlogar 2022, cited',
    }),
  );
  return steps;
}

function placeNote({ changedBy, wantedCarbGPerHr, carbohydrate }: LegPlan): Note {
  switch (changedBy) {
    case 'tired_run':
      return note('tired_run', {
        factor: Math.round((100 * wantedCarbGPerHr) / carbohydrate.carbGPerHr) / 100,
      });
    case 'run_after_ride':
      return note('run_after_ride', { percent: 100 * RUN_SHARE_OF_RIDE });
    case 'unfed_swim':
      return plainNote('unfed_swim');
    case null:
      return plainNote('place_in_event');
  }
}
