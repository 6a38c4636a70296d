/** Tells how one leg came to its sweat rate and its carbohydrate. */

import { CHOICE, direction, step } from './explain-steps.ts';
import { note } from './notes.ts';
import type { EventPlan, LegPlan } from './plan.ts';
import { SWEAT_LIMIT_L_PER_HR } from './sweat.ts';
import type { ExplanationStep, QuantityExplanation } from './types.ts';

/** Sugars that a rate needs: one kind up to 60 g/h, glucose and fructose above (Jeukendrup 2014, cited; Podlogar 2022, cited). */
export function glucoseFructoseHint(carbGPerHr: number): string {
  if (carbGPerHr <= 60) return 'any carbohydrate source';
  return carbGPerHr <= 90 ? 'glucose and fructose about 2:1' : 'glucose and fructose about 1:0.8';
}

function effortSteps(plan: EventPlan, { effort }: LegPlan): ExplanationStep[] {
  const { body } = plan;
  return [
    step('intensity_level', effort.intensityLevel, {
      note: effort.isLevelStated ? 'as_provided' : 'assumed',
    }),
    step('level_fraction', effort.levelFraction, { note: 'level_fraction' }),
    step('sustainable_fraction', effort.sustainableFraction, {
      note: 'sustainable_fraction',
      source: 'form: Péronnet & Thibault 1989, recalled; value: engineering choice',
    }),
    step('fraction_of_vo2max', effort.fractionOfVo2max, { note: 'fraction' }),
    step('vo2max', body.vo2maxMlPerKgMin, {
      unit: 'ml/kg/min',
      note: `vo2max_${body.vo2maxFrom}`,
      source: body.vo2maxFrom === 'ftp' ? 'ACSM cycling equation, recalled' : CHOICE,
    }),
    step('metabolic_rate', effort.metabolicRateW, {
      unit: 'W',
      note: `metabolic_${effort.source}`,
      source: effort.source === 'pace' ? direction('ACSM and Minetti 2002, recalled') : CHOICE,
    }),
  ];
}

/** Effort, surroundings, heat balance, and the athlete's own share. */
export function explainSweat(plan: EventPlan, leg: LegPlan): QuantityExplanation {
  const { sweat, environment, personal } = leg;
  const { heat } = sweat;
  const steps = effortSteps(plan, leg);
  steps.push(
    step('thermal_stress_level', environment.thermalLevel, {
      note: environment.thermalLevelFrom === 'default' ? 'assumed' : 'thermal_level',
      source:
        environment.thermalLevelFrom === 'weather'
          ? 'Stull 2011, recalled; ACSM flags, cited; value: engineering choice'
          : CHOICE,
    }),
  );
  if (heat === null) {
    steps.push(
      step('water_temperature', environment.waterTemperatureC, {
        unit: '°C',
        note: 'from_level',
        source: direction('Macaluso 2011, Cox 2002, cited'),
      }),
    );
  } else {
    const fromWeather = plan.input.activity.weather !== null;
    steps.push(
      step('air_temperature', environment.airTemperatureC, {
        unit: '°C',
        note: fromWeather ? 'from_weather' : 'from_level',
      }),
      ...(environment.humidityPercent === null
        ? []
        : [
            step('humidity', environment.humidityPercent, {
              unit: '%',
              note: 'humidity',
              source: direction('ISO 7933, recalled'),
            }),
          ]),
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
    );
  }
  steps.push(step('duration_factor', sweat.durationFactor, { note: 'duration_factor' }));
  if (sweat.ageFactor !== 1) steps.push(step('age_factor', sweat.ageFactor, { note: 'age_factor' }));
  if (sweat.acclimatizationFactor !== 1) {
    steps.push(
      step('acclimatization_factor', sweat.acclimatizationFactor, { note: 'acclimatization_factor' }),
    );
  }
  steps.push(
    step('average_person', sweat.averagePersonLPerHr, { unit: 'L/h', note: 'average_person' }),
    step('personal_multiplier', leg.personalMultiplier, { note: `personal_${personal.source}` }),
    step('sweat_rate', leg.sweatLPerHr, { unit: 'L/h', note: 'sweat_rate' }),
  );
  return { steps, boundBy: leg.sweatLPerHr >= SWEAT_LIMIT_L_PER_HR ? 'highest_sweat_rate' : null };
}

/** Factors of the target, limits, and what the place in the event and the drink leave. */
export function explainCarbohydrate(plan: EventPlan, leg: LegPlan): QuantityExplanation {
  const carb = leg.carbohydrate;
  const { carrier, hours } = plan;
  const grams = { unit: 'g/h' } as const;
  const race = plan.input.activity.isRaceEvent;
  const steps = [
    step('guideline', carb.guidelineGPerHr, {
      ...grams,
      note: note('guideline', { hours: hours.toFixed(2) }),
      source: 'Thomas 2016 (ACSM/AND/DC), recalled; Jeukendrup 2014, cited',
    }),
    step('intensity_factor', carb.intensityFactor, {
      note: 'intensity_factor',
      source: direction('Jeukendrup 2014'),
    }),
    step('race_factor', carb.raceFactor, { note: race ? 'race_factor' : 'training_factor' }),
    step('size_factor', carb.sizeFactor, { note: 'size_factor', source: direction('Ijaz 2024') }),
    step('sport_factor', carb.sportFactor, { note: 'sport_factor' }),
    step('fade_factor', carb.fadeFactor, {
      note: 'fade_factor',
      source: direction('Tiller 2019 (ISSN), Costa 2019'),
    }),
    step('short_session_factor', carb.shortSessionFactor, { note: 'short_session_factor' }),
    step('personal_need_factor', carb.needFactor, { note: 'need_factor' }),
    step('unfed_swim_factor', carb.unfedSwimFactor, { note: 'unfed_swim_factor' }),
    step('guideline_target', carb.guidelineTargetGPerHr, { ...grams, note: 'guideline_target' }),
    step('trained_gut', carb.trainedGutGPerHr, {
      ...grams,
      note: 'trained_gut',
      source: direction('Costa 2017, Viribay 2020'),
    }),
    step('heat_factor', carb.heatFactor, { note: 'heat_factor', source: direction('Jentjens 2002') }),
    step('target', carb.targetGPerHr, { ...grams, note: 'target' }),
    step('oxidation', carb.oxidationGPerHr, { ...grams, note: 'oxidation' }),
    step('demand_limit', carb.demandGPerHr, {
      ...grams,
      note: 'demand',
      source: direction('Podlogar 2022'),
    }),
    step('tolerance', carb.tolerance.limitGPerHr, { ...grams, note: `tolerance_${carb.tolerance.source}` }),
    step('oxidation_size_factor', carb.oxidationSizeFactor, {
      note: 'oxidation_size',
      source: direction('Ijaz 2024'),
    }),
    step('tolerance_limit', carb.toleranceLimitGPerHr, { ...grams, note: 'tolerance_limit' }),
    step('absolute_limit', carb.absoluteLimitGPerHr, {
      ...grams,
      note: 'absolute_limit',
      source: 'Jeukendrup 2014, Viribay 2020, cited',
    }),
    step('limited', carb.carbGPerHr, { ...grams, note: 'soft_zero' }),
  ];
  if (leg.wantedCarbGPerHr !== carb.carbGPerHr) {
    steps.push(
      step('place_in_event', leg.wantedCarbGPerHr, { ...grams, note: leg.changedBy ?? 'place_in_event' }),
    );
  }
  if (carrier.scale < 1) {
    steps.push(
      step('carrier_factor', carrier.scale, {
        note: note('carried', { gramsPerLitre: Math.round(carrier.gramsPerLitre) }),
      }),
    );
  }
  steps.push(
    step('carbohydrate', leg.carbGPerHr, {
      ...grams,
      note: note('sugars', { hint: glucoseFructoseHint(leg.carbGPerHr) }),
      source: 'Jeukendrup 2014, Podlogar 2022, cited',
    }),
  );
  const boundBy = leg.changedBy ?? (carrier.scale < 1 ? 'drink_concentration' : carb.boundBy);
  return { steps, boundBy };
}
