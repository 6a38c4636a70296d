/**
 * Explains one leg's carbohydrate: the factors of its target, limits, its position in the event, and the
 * drink.
 */

import { RUN_SHARE_OF_RIDE } from './multisport.ts';
import { type Note, note, type PlainNoteCode, plainNote, type SugarHint } from './notes.ts';
import { isMeasured } from './personal.ts';
import type { EventPlan, LegPlan } from './plan.ts';
import { SWEAT_LIMIT_L_PER_HR } from './sweat.ts';
import { SPORTS } from './tables.ts';
import type { ExplanationStep, QuantityExplanation } from './types.ts';

/** Origin of a value that no source gives. */
const CHOICE = 'engineering choice';

/** Returns the origin of a value if only its direction comes from a source. */
export function direction(source: string): string {
  return `${source} (direction only; the value is an ${CHOICE})`;
}

interface StepDetails {
  readonly unit?: string;
  readonly note: PlainNoteCode | Note;
  readonly source?: string;
}

/** Makes a step; `source` defaults to an engineering choice. */
export function step(term: string, value: ExplanationStep['value'], details: StepDetails): ExplanationStep {
  return {
    term,
    value: typeof value === 'number' ? tidy(value) : value,
    unit: details.unit ?? null,
    note: typeof details.note === 'string' ? plainNote(details.note) : details.note,
    source: details.source ?? CHOICE,
  };
}

/** Makes the step of a factor; the note of a factor of exactly 1 says that it has no effect. */
export function factor(term: string, value: number, details: StepDetails): ExplanationStep {
  return step(term, value, value === 1 ? { ...details, note: 'changes_nothing' } : details);
}

/** Rounds to five significant digits, enough to recompute by hand. */
function tidy(value: number): number {
  return Number(value.toPrecision(5));
}

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
  const isTooLittle = plan.carbGPerHr === 0 && leg.wantedCarbGPerHr > 0;
  return { steps, boundBy: isTooLittle ? 'too_little_to_matter' : (leg.changedBy ?? byDrink) };
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

/**
 * Lists the steps of one leg's sweat rate, L/h; bound by `highest_sweat_rate` if it reaches the human maximum.
 */
export function explainSweat(plan: EventPlan, leg: LegPlan): QuantityExplanation {
  return {
    steps: [...effortSteps(plan, leg), ...paceSteps(leg), ...surroundingSteps(plan, leg), ...ownSteps(leg)],
    boundBy: leg.sweatLPerHr >= SWEAT_LIMIT_L_PER_HR ? 'highest_sweat_rate' : null,
  };
}

const METABOLIC_NOTES = {
  level: 'metabolic_level',
  default: 'metabolic_default',
  power: 'metabolic_power',
  pace: 'metabolic_pace',
  race_format: 'metabolic_course',
} as const;

function effortSteps(plan: EventPlan, { effort, sport }: LegPlan): ExplanationStep[] {
  const { body } = plan;
  const measured = isMeasured(effort.source);
  const byLevel = effort.isImpossible ? 'fraction_impossible' : 'fraction';
  return [
    step('intensity_level', effort.intensityLevel, {
      note: effort.isLevelStated ? 'as_provided' : 'assumed',
    }),
    step('level_fraction', effort.levelFraction, {
      note: measured ? 'level_fraction_not_used' : 'level_fraction',
    }),
    step('sustainable_fraction', effort.sustainableFraction, {
      note: 'sustainable_fraction',
      source: 'Péronnet & Thibault 1989, recalled (form only; the value is an engineering choice)',
    }),
    step('fraction_of_vo2max', effort.fractionOfVo2max, {
      note: measured ? 'fraction_measured' : byLevel,
    }),
    step('vo2max', body.vo2maxMlPerKgMin, {
      unit: 'ml/kg/min',
      note: `vo2max_${body.vo2maxFrom}`,
      source: body.vo2maxFrom === 'ftp' ? 'ACSM cycling equation, recalled' : CHOICE,
    }),
    step('usable_vo2max_share', SPORTS[sport].usableVo2maxShare, { note: 'usable_vo2max_share' }),
    step('metabolic_rate', effort.metabolicRateW, {
      unit: 'W',
      note: effort.isImpossible ? 'metabolic_impossible' : METABOLIC_NOTES[effort.source],
      source: effort.source === 'pace' ? direction('ACSM and Minetti 2002, recalled') : CHOICE,
    }),
  ];
}

/** Lists the walking and climbing that a pace over a course implies. */
function paceSteps({ effort: { pace } }: LegPlan): ExplanationStep[] {
  if (pace === null) return [];
  const climb = step('climb_j_per_kg_m', pace.climbJPerKgM, {
    unit: 'J/kg/m',
    note: 'climb_cost',
    source: direction('Minetti 2002, recalled'),
  });
  return pace.walkShare === null
    ? [climb]
    : [step('walk_share', pace.walkShare, { note: 'walk_share' }), climb];
}

function surroundingSteps(plan: EventPlan, leg: LegPlan): ExplanationStep[] {
  const { environment } = leg;
  const { thermalLevel, thermalLevelFrom } = environment;
  const level = step('thermal_stress_level', thermalLevel, {
    note: {
      default: plainNote('assumed'),
      level: plainNote('thermal_level'),
      weather: note('thermal_level_of_weather', { shown: Math.floor(thermalLevel + 0.5) }),
    }[thermalLevelFrom],
    source:
      thermalLevelFrom === 'weather'
        ? 'Stull 2011, recalled; ACSM flags, cited; value: engineering choice'
        : CHOICE,
  });
  if (leg.sweat.heat !== null) return [level, ...heatSteps(plan, leg)];
  const water = step('water_temperature', environment.waterTemperatureC, {
    unit: '°C',
    note: 'water_of_level',
    source: direction('Macaluso 2011, Cox 2002, cited'),
  });
  return [level, water];
}

/** Lists the heat balance on land, each term in the order of the calculation. */
function heatSteps(plan: EventPlan, { sweat, environment }: LegPlan): ExplanationStep[] {
  const { heat } = sweat;
  if (heat === null) return [];
  const { effectiveTemperatureC } = heat;
  const steps = [
    step('air_temperature', environment.airTemperatureC, {
      unit: '°C',
      note: plan.input.activity.weather === null ? 'from_level' : 'from_weather',
    }),
  ];
  if (effectiveTemperatureC !== environment.airTemperatureC) {
    steps.push(
      step('effective_temperature', effectiveTemperatureC, { unit: '°C', note: 'effective_temperature' }),
    );
  }
  if (environment.humidityPercent !== null) {
    steps.push(
      step('humidity', environment.humidityPercent, {
        unit: '%',
        note: 'humidity',
        source: direction('Gonzalez 2012'),
      }),
    );
  }
  return [
    ...steps,
    step('body_surface', plan.body.surfaceAreaM2, {
      unit: 'm²',
      note: 'surface',
      source: 'DuBois & DuBois 1916',
    }),
    step('skin_temperature', heat.skinTemperatureC, { unit: '°C', note: 'skin_temperature' }),
    step('heat_produced', heat.heatWPerM2, { unit: 'W/m²', note: 'heat_produced' }),
    step('dry_exchange', heat.dryExchangeWPerM2K, {
      unit: 'W/K/m²',
      note: 'dry_exchange',
      source: direction('Nishi & Gagge 1970, recalled'),
    }),
    ...(heat.addedHeatWPerM2 === 0
      ? []
      : [step('added_heat', heat.addedHeatWPerM2, { unit: 'W/m²', note: 'added_heat' })]),
    ...(heat.sparedByShadeWPerM2 === 0
      ? []
      : [
          step('shade', heat.sparedByShadeWPerM2, {
            unit: 'W/m²',
            note: 'shade',
            source: direction('Otani 2016'),
          }),
        ]),
    step('required_evaporation', heat.requiredEvaporationWPerM2, {
      unit: 'W/m²',
      note: 'required_evaporation',
      source: direction('Gagnon 2013, J Physiol 591:2925, cited'),
    }),
    step('evaporative_efficiency', heat.evaporativeEfficiency, {
      note: 'evaporative_efficiency',
      source: direction('Gonzalez 2012'),
    }),
    step('sweat_per_surface', heat.sweatGPerM2Hr, { unit: 'g/m²/h', note: 'sweat_per_surface' }),
  ];
}

function ownSteps(leg: LegPlan): ExplanationStep[] {
  const { sweat, personal } = leg;
  const steps = [factor('duration_factor', sweat.durationFactor, { note: 'duration_factor' })];
  if (sweat.ageFactor !== 1) steps.push(step('age_factor', sweat.ageFactor, { note: 'age_factor' }));
  if (sweat.acclimatizationFactor !== 1) {
    steps.push(
      step('acclimatization_factor', sweat.acclimatizationFactor, { note: 'acclimatization_factor' }),
    );
  }
  return [
    ...steps,
    step('average_person', sweat.averagePersonLPerHr, {
      unit: 'L/h',
      note: sweat.heat === null ? 'average_person_in_water' : 'average_person',
    }),
    step('personal_multiplier', leg.personalMultiplier, { note: `personal_${personal.source}` }),
    step('sweat_rate', leg.sweatLPerHr, {
      unit: 'L/h',
      note: note('sweat_rate', { highestLPerHr: SWEAT_LIMIT_L_PER_HR }),
    }),
  ];
}
