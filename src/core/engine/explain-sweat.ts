/**
 * Explains one leg's sweat rate: effort, surroundings, heat balance, and the athlete's personal factor.
 */

import { CHOICE, direction, factor, step } from './explain-steps.ts';
import { note, plainNote } from './notes.ts';
import type { EventPlan, LegPlan } from './plan.ts';
import { SWEAT_LIMIT_L_PER_HR } from './sweat.ts';
import { SPORTS } from './tables.ts';
import type { ExplanationStep, QuantityExplanation } from './types.ts';

/**
 * Lists the steps of one leg's sweat rate, L/h; bound by `highest_sweat_rate` if it reaches the human maximum.
 */
export function explainSweat(plan: EventPlan, leg: LegPlan): QuantityExplanation {
  return {
    steps: [...effortSteps(plan, leg), ...paceSteps(leg), ...surroundingSteps(plan, leg), ...ownSteps(leg)],
    boundBy: leg.sweatLPerHr >= SWEAT_LIMIT_L_PER_HR ? 'highest_sweat_rate' : null,
  };
}

function effortSteps(plan: EventPlan, { effort, sport }: LegPlan): ExplanationStep[] {
  const { body } = plan;
  const isMeasured = effort.source === 'power' || effort.source === 'pace';
  const byLevel = effort.isImpossible ? 'fraction_impossible' : 'fraction';
  return [
    step('intensity_level', effort.intensityLevel, {
      note: effort.isLevelStated ? 'as_provided' : 'assumed',
    }),
    step('level_fraction', effort.levelFraction, {
      note: isMeasured ? 'level_fraction_not_used' : 'level_fraction',
    }),
    step('sustainable_fraction', effort.sustainableFraction, {
      note: 'sustainable_fraction',
      source: 'Péronnet & Thibault 1989, recalled (form only; the value is an engineering choice)',
    }),
    step('fraction_of_vo2max', effort.fractionOfVo2max, {
      note: isMeasured ? 'fraction_measured' : byLevel,
    }),
    step('vo2max', body.vo2maxMlPerKgMin, {
      unit: 'ml/kg/min',
      note: `vo2max_${body.vo2maxFrom}`,
      source: body.vo2maxFrom === 'ftp' ? 'ACSM cycling equation, recalled' : CHOICE,
    }),
    step('usable_vo2max_share', SPORTS[sport].usableVo2maxShare, { note: 'usable_vo2max_share' }),
    step('metabolic_rate', effort.metabolicRateW, {
      unit: 'W',
      note: effort.isImpossible ? 'metabolic_impossible' : `metabolic_${effort.source}`,
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
        source: direction('ISO 7933, recalled'),
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
    step('required_evaporation', heat.requiredEvaporationWPerM2, {
      unit: 'W/m²',
      note: 'required_evaporation',
      source: direction('Gagnon 2013, J Physiol 591:2925, cited'),
    }),
    step('evaporative_efficiency', heat.evaporativeEfficiency, {
      note: 'evaporative_efficiency',
      source: direction('ISO 7933, recalled'),
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
