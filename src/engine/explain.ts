/** Tells how a finished calculation came to its numbers. Reads the plan; calculates nothing of its own. */

import { glucoseFructoseHint } from './carbohydrate.ts';
import { learnedTolerance } from './inputs.ts';
import type { LegPlan } from './leg.ts';
import type { EventPlan } from './plan.ts';
import type { Explanation, ExplanationStep, LegExplanation, QuantityExplanation } from './types.ts';

const CHOICE = 'engineering choice';

function step(
  term: string,
  value: ExplanationStep['value'],
  unit: string | null,
  note: string,
  source: string = CHOICE,
): ExplanationStep {
  return { term, value: typeof value === 'number' ? tidy(value) : value, unit, note, source };
}

/** Four significant digits: enough to recompute by hand. */
function tidy(value: number): number {
  return Number(value.toPrecision(4));
}

/** The whole explanation of one activity, per quantity, and per leg for an event of several sports. */
export function explainPlan(plan: EventPlan): Explanation {
  const [only] = plan.legs;
  const quantities =
    plan.isMultiSport || only === undefined ? eventQuantities(plan) : singleSport(plan, only);
  return {
    ...quantities,
    confidence: explainConfidence(plan),
    legs: plan.isMultiSport ? plan.legs.map((leg, index) => explainLeg(plan, leg, index)) : null,
    advice: eventAdvice(plan),
  };
}

type Quantities = Omit<Explanation, 'confidence' | 'legs' | 'advice'>;

function singleSport(plan: EventPlan, leg: LegPlan): Quantities {
  return {
    sweatRate: explainSweat(plan, leg),
    carbohydrate: explainCarbohydrate(plan, leg),
    fluid: explainFluid(leg),
    sodium: explainSodium(plan, leg),
    maxSafeFluid: explainMaxSafeFluid(leg),
    maxSafeSodium: explainMaxSafeSodium(leg),
  };
}

function eventQuantities(plan: EventPlan): Quantities {
  const mlPerHr = (litres: number): number => litres * 1000;
  return {
    sweatRate: overLegs(plan, 'sweat_rate', 'L/h', (leg) => leg.sweat.sweatRateLPerHr, plan.sweatRateLPerHr),
    carbohydrate: overLegs(plan, 'carbohydrate', 'g/h', (leg) => leg.carbGPerHr, plan.carbGPerHr),
    fluid: overLegs(plan, 'fluid', 'ml/h', (leg) => mlPerHr(leg.fluidLPerHr), mlPerHr(plan.fluidLPerHr)),
    sodium: overLegs(plan, 'sodium', 'mg/h', (leg) => leg.sodiumMgPerHr, plan.sodiumMgPerHr),
    maxSafeFluid: overLegs(
      plan,
      'max_safe_fluid',
      'ml/h',
      (leg) => mlPerHr(leg.fluid.maxSafeLPerHr),
      mlPerHr(plan.maxSafeFluidLPerHr),
    ),
    maxSafeSodium: overLegs(
      plan,
      'max_safe_sodium',
      'mg/h',
      (leg) => leg.sodium.maxSafeMgPerHr,
      plan.maxSafeSodiumMgPerHr,
    ),
  };
}

function overLegs(
  plan: EventPlan,
  term: string,
  unit: string,
  rate: (leg: LegPlan) => number,
  result: number,
): QuantityExplanation {
  const steps = plan.legs.map((leg, index) =>
    step(
      `${term}_leg_${index + 1}`,
      rate(leg),
      unit,
      `${leg.type}, ${Math.round(leg.hours * 60)} min of ${Math.round(plan.hours * 60)}`,
    ),
  );
  steps.push(step(term, result, unit, 'average over the event, each leg by its time'));
  return { steps, boundBy: null };
}

function explainEffort(plan: EventPlan, leg: LegPlan): ExplanationStep[] {
  const { athlete } = plan.input;
  const { effort, intensity } = leg;
  const steps = [
    step('intensity_level', intensity.level, null, intensityNote(intensity.from)),
    step(
      'fraction_of_vo2max',
      effort.fractionOfVo2max,
      null,
      effort.fractionOfVo2max < effort.levelFraction
        ? `the level asks for ${effort.levelFraction}; this is what can be held for ${plan.eventHours.toFixed(1)} h`
        : 'average over the session',
      effort.fractionOfVo2max < effort.levelFraction
        ? 'form after Péronnet & Thibault 1989, J Appl Physiol 67:453'
        : CHOICE,
    ),
    step(
      'vo2max',
      plan.body.vo2maxMlPerKgMin,
      'ml/kg/min',
      athlete.vo2maxMlPerKgMin !== null
        ? 'as given'
        : athlete.ftpW !== null
          ? 'from functional threshold power'
          : 'from fitness level, sex and age; deliberately low',
      athlete.vo2maxMlPerKgMin === null && athlete.ftpW !== null ? 'ACSM cycling equation' : CHOICE,
    ),
    step(
      'metabolic_rate',
      effort.metabolicRateW,
      'W',
      effort.metabolicRateFrom === 'power'
        ? 'average power over gross efficiency'
        : effort.metabolicRateFrom === 'measured'
          ? 'as measured'
          : 'fraction × VO2max × share usable in this sport × mass × 343 W per L/min of oxygen',
    ),
  ];
  return steps;
}

function intensityNote(from: LegPlan['intensity']['from']): string {
  if (from === 'given') return 'as given';
  if (from === 'power') return 'from average power';
  return 'not given: steady assumed';
}

function explainSweat(plan: EventPlan, leg: LegPlan): QuantityExplanation {
  const { sweat, environment, personal } = leg;
  const steps = explainEffort(plan, leg);
  steps.push(
    step(
      'thermal_stress_level',
      environment.thermalStressLevel,
      null,
      plan.thermal.from === 'weather'
        ? 'from the weather through wet-bulb globe temperature'
        : plan.thermal.from === 'given'
          ? 'as given'
          : 'not given: mild assumed',
      plan.thermal.from === 'weather' ? 'Australian Bureau of Meteorology approximation' : CHOICE,
    ),
  );
  if (sweat.requiredEvaporationW === null) {
    steps.push(step('water_temperature', environment.waterTemperatureC, '°C', 'of the thermal stress level'));
  } else {
    steps.push(
      step(
        'air_temperature',
        environment.operativeTemperatureC,
        '°C',
        environment.operativeTemperatureFrom === 'level' ? 'of the thermal stress level' : 'as measured',
      ),
      ...(environment.humidityPercent === null
        ? []
        : [
            step(
              'humidity',
              environment.humidityPercent,
              '%',
              'decides how much sweat evaporates',
              'ISO 7933',
            ),
          ]),
      step('body_surface', sweat.surfaceAreaM2, 'm²', 'from mass and height', 'DuBois & DuBois 1916'),
      step('skin_temperature', sweat.skinTemperatureC, '°C', 'mean over the body'),
      step(
        'required_evaporation',
        sweat.requiredEvaporationW,
        'W',
        'heat made, less work, breath and dry exchange',
        'Gagnon 2013, J Physiol 591:2925',
      ),
      step('evaporative_efficiency', sweat.evaporativeEfficiency, null, 'the rest drips off'),
    );
  }
  steps.push(
    step(
      'average_person',
      sweat.averagePersonLPerHr,
      'L/h',
      'sweat rate of an average person in this session',
    ),
    step('duration_factor', sweat.durationFactor, null, 'sweating declines slowly over hours'),
    step('personal_multiplier', sweat.personalMultiplier, null, personalNote(personal)),
  );
  if (sweat.acclimatizationFactor !== 1) {
    steps.push(step('acclimatization_factor', sweat.acclimatizationFactor, null, 'used to heat'));
  }
  if (sweat.ageFactor !== 1) {
    steps.push(step('age_factor', sweat.ageFactor, null, 'children and older adults sweat less'));
  }
  steps.push(step('sweat_rate', sweat.sweatRateLPerHr, 'L/h', 'predicted'));
  return { steps, boundBy: sweat.boundBy };
}

function personalNote(personal: LegPlan['personal']): string {
  switch (personal.source) {
    case 'learned':
      return `learned from ${sessions(personal.observations)}`;
    case 'measured':
      return 'from the measured sweat rate, read as a temperate steady hour';
    case 'self_report':
      return 'from the sweat level';
    case 'none':
      return 'not known: average';
  }
}

function sessions(count: number): string {
  return `${count} ${count === 1 ? 'session' : 'sessions'}`;
}

function explainCarbohydrate(plan: EventPlan, leg: LegPlan): QuantityExplanation {
  const carb = leg.carbohydrate;
  const steps = [
    step(
      'guideline',
      carb.guidelineGPerHr,
      'g/h',
      `for ${plan.eventHours.toFixed(2)} h`,
      'Thomas 2016 (ACSM/AND/DC); Jeukendrup 2014, Sports Med',
    ),
    step(
      'intensity_factor',
      carb.intensityFactor,
      null,
      'less burned when easy',
      'Jeukendrup 2014, Sports Med',
    ),
    step(
      'race_factor',
      carb.raceFactor,
      null,
      plan.input.activity.isRaceEvent ? 'race: nothing held back' : 'training',
    ),
    step('size_factor', carb.sizeFactor, null, 'larger people oxidise more', 'Ijaz 2024, IJSNEM'),
    step('sport_factor', carb.sportFactor, null, `eating while doing this sport (${leg.type})`),
  ];
  if (carb.lateFadeFactor !== 1) {
    steps.push(
      step(
        'long_event_factor',
        carb.lateFadeFactor,
        null,
        'appetite fades',
        'Tiller 2019 (ISSN); Costa 2019',
      ),
    );
  }
  if (carb.trainedGutFactor !== 1) {
    steps.push(
      step('trained_gut_factor', carb.trainedGutFactor, null, 'from the stated or learned tolerance'),
    );
  }
  if (carb.needFactor !== 1) {
    steps.push(step('personal_need_factor', carb.needFactor, null, needNote(plan)));
  }
  steps.push(
    step('target', carb.targetGPerHr, 'g/h', 'product of the above'),
    step(
      'demand_limit',
      carb.demandLimitGPerHr,
      'g/h',
      `usable share of the ${Math.round(carb.oxidationGPerHr)} g/h that are burned`,
      'Podlogar 2022',
    ),
    step(
      'tolerance',
      carb.tolerance.limitGPerHr,
      'g/h',
      toleranceNote(plan, leg),
      'Costa 2017; engineering choice',
    ),
    step(
      'absolute_limit',
      carb.absoluteLimitGPerHr,
      'g/h',
      'highest for this athlete and session',
      'Jeukendrup 2014; Viribay 2020',
    ),
  );
  if (leg.carbGPerHr !== carb.carbGPerHr) {
    steps.push(step('place_in_event', leg.carbGPerHr, 'g/h', legNote(leg)));
  }
  steps.push(step('carbohydrate', leg.carbGPerHr, 'g/h', `sugars: ${glucoseFructoseHint(leg.carbGPerHr)}`));
  return { steps, boundBy: leg.changedBy ?? carb.boundBy };
}

function needNote({ input: { learned } }: EventPlan): string {
  return `learned from energy reports after ${sessions(learned?.carbNeedLn.observations ?? 0)}`;
}

function toleranceNote({ input: { learned } }: EventPlan, leg: LegPlan): string {
  switch (leg.carbohydrate.tolerance.source) {
    case 'learned':
      return `learned from gut comfort after ${sessions(learnedTolerance(learned, leg.sport)?.observations ?? 0)}, on the cautious side`;
    case 'declared':
      return 'as stated in the profile, with a training allowance outside races';
    case 'usual_intake':
      return 'inferred from the usual intake';
    case 'none':
      return 'not known: usual for the sport';
  }
}

function explainFluid(leg: LegPlan): QuantityExplanation {
  const { fluid, sweat } = leg;
  const steps = [
    step('sweat_rate', sweat.sweatRateLPerHr * 1000, 'ml/h', 'see sweat rate'),
    step(
      'allowed_loss',
      fluid.allowedLossFraction * 100,
      '% of body mass',
      'smaller in heat',
      'ACSM 2007; NATA 2017; Kenefick 2018',
    ),
    step('required_drink', fluid.requiredLPerHr * 1000, 'ml/h', 'keeps the loss within the allowed'),
    step(
      'risk_share',
      fluid.riskShare,
      null,
      'of predicted sweat: drinking this would exceed true sweat in one session of forty',
      'Pahnke 2006, MSSE 38(5); Smith 2021, Nutrients',
    ),
    step(
      'replaced_share',
      fluid.replacedShare,
      null,
      'of sweat, where nothing forces more: by duration and heat, more the better your sweat is known',
    ),
    step(
      'gastric_ceiling',
      fluid.gastricCeilingLPerHr * 1000,
      'ml/h',
      'what can be drunk and emptied',
      'Ryan 1989, MSSE 21:51',
    ),
    step('max_safe_fluid', fluid.maxSafeLPerHr * 1000, 'ml/h', 'the plan stays 5 % below'),
  ];
  if (fluid.altitudeAdded) steps.push(step('altitude_factor', 1.05, null, 'drier breath above 2000 m'));
  if (leg.fluidLPerHr !== fluid.fluidLPerHr) {
    steps.push(step('place_in_event', leg.fluidLPerHr * 1000, 'ml/h', legNote(leg)));
  }
  steps.push(step('fluid', leg.fluidLPerHr * 1000, 'ml/h', 'prescribed'));
  return { steps, boundBy: leg.changedBy === 'unfed_swim' ? leg.changedBy : fluid.boundBy };
}

function explainMaxSafeFluid(leg: LegPlan): QuantityExplanation {
  const { fluid } = leg;
  return {
    steps: [
      step(
        'sweat_rate',
        leg.ceilingSweatRateLPerHr * 1000,
        'ml/h',
        leg.ceilingSweatRateLPerHr < leg.sweat.sweatRateLPerHr * (1 - 1e-9)
          ? `lower than the predicted ${Math.round(leg.sweat.sweatRateLPerHr * 1000)} ml/h: what is not known, or was only felt, is read cautiously`
          : 'as predicted',
      ),
      step(
        'uncertainty',
        leg.sigma,
        'ln sd',
        'of the sweat rate, from what is not known',
        'Pahnke 2006, MSSE 38(5)',
      ),
      step(
        'cautious_sweat_rate',
        fluid.cautiousSweatRateLPerHr * 1000,
        'ml/h',
        'few athletes like you sweat less than this',
        'Almond 2005, NEJM; EAH consensus 2015',
      ),
      step(
        'gastric_limit',
        1.1 * fluid.gastricCeilingLPerHr * 1000,
        'ml/h',
        'what a stomach empties',
        'Ryan 1989, MSSE 21:51',
      ),
      step('max_safe_fluid', fluid.maxSafeLPerHr * 1000, 'ml/h', 'the lowest of the above and 1300 ml/h'),
    ],
    boundBy: fluid.maxSafeBoundBy,
  };
}

function sodiumNote({ input: { learned } }: EventPlan): string {
  const values = learned?.sweatSodiumLn.observations ?? 0;
  return `learned from ${values} laboratory ${values === 1 ? 'value' : 'values'}`;
}

function explainSodium(plan: EventPlan, leg: LegPlan): QuantityExplanation {
  const { sodium } = leg;
  const steps = [
    step(
      'sweat_sodium_reference',
      plan.sweatSodium.referenceMgPerL,
      'mg/L',
      plan.sweatSodium.source === 'measured'
        ? 'as measured'
        : plan.sweatSodium.source === 'learned'
          ? sodiumNote(plan)
          : 'from saltiness, sex and heat acclimatisation',
      'Barnes 2019, J Sports Sci',
    ),
    step('sweat_sodium', sodium.concentrationMgPerL, 'mg/L', 'saltier at higher sweat rates', 'Holmes 2016'),
    step('sodium_loss', sodium.lossMgPerHr, 'mg/h', 'sweat rate × concentration'),
    step(
      'replaced_fraction',
      sodium.replacedFraction,
      null,
      'rises with duration and heat',
      'McCubbin (Monash), modelling; engineering choice',
    ),
    step(
      'plasma_need',
      sodium.needMgPerHr,
      'mg/h',
      'keeps blood sodium at 137 mmol/L',
      'Nguyen & Kurtz 2004; Montain 2006',
    ),
    step('drink_limit', 1500 * leg.fluid.fluidLPerHr, 'mg/h', 'no drink saltier than 1500 mg/L'),
    step('max_safe_sodium', sodium.maxSafeMgPerHr, 'mg/h', 'the plan stays 5 % below'),
  ];
  if (leg.sodiumMgPerHr !== sodium.sodiumMgPerHr) {
    steps.push(step('place_in_event', leg.sodiumMgPerHr, 'mg/h', legNote(leg)));
  }
  steps.push(step('sodium', leg.sodiumMgPerHr, 'mg/h', 'prescribed'));
  return { steps, boundBy: leg.changedBy === 'unfed_swim' ? leg.changedBy : sodium.boundBy };
}

function explainMaxSafeSodium(leg: LegPlan): QuantityExplanation {
  const { sodium } = leg;
  return {
    steps: [
      step('sodium_loss', sodium.lossMgPerHr, 'mg/h', 'see sodium'),
      step(
        'max_safe_sodium',
        sodium.maxSafeMgPerHr,
        'mg/h',
        'the loss with a margin for what is not known, within fixed limits',
      ),
    ],
    boundBy: sodium.boundBy === 'medical_limit' ? 'medical_limit' : null,
  };
}

function explainConfidence(plan: EventPlan): QuantityExplanation {
  const { confidence } = plan;
  const steps = [
    step(
      'within_30_percent_carbohydrate',
      confidence.withinCarb,
      'probability',
      `ln sd ${Math.sqrt(confidence.variances.carb).toFixed(2)}, weight .4`,
    ),
    step(
      'within_30_percent_fluid',
      confidence.withinFluid,
      'probability',
      `ln sd ${Math.sqrt(confidence.variances.fluid).toFixed(2)}, weight .4`,
    ),
    step(
      'within_30_percent_sodium',
      confidence.withinSodium,
      'probability',
      `ln sd ${Math.sqrt(confidence.variances.sodium).toFixed(2)}, weight .2`,
    ),
    step(
      'extrapolation',
      confidence.extrapolation,
      null,
      'below 1 outside the people and sessions that were studied',
    ),
    step(
      'confidence',
      confidence.score,
      'probability',
      'that the numbers are within 30 % of a laboratory work-up',
    ),
  ];
  return { steps, boundBy: null };
}

function legNote(leg: LegPlan): string {
  switch (leg.changedBy) {
    case 'unfed_swim':
      return 'a swim this short inside an event is not fed';
    case 'tired_run':
      return 'the gut is tired after hours of racing';
    case 'run_after_ride':
      return 'after the ride: less carbohydrate, at most four fifths of the ride';
    case null:
      return 'unchanged';
  }
}

function explainLeg(plan: EventPlan, leg: LegPlan, index: number): LegExplanation {
  const effortAndFluid = explainFluid(leg);
  return {
    type: leg.type,
    durationMin: Math.round(leg.hours * 60 * 10) / 10,
    rates: {
      carbGPerHr: leg.carbGPerHr,
      sodiumMgPerHr: leg.sodiumMgPerHr,
      fluidMlPerHr: leg.fluidLPerHr * 1000,
    },
    maxSafeFluidMlPerHr: leg.fluid.maxSafeLPerHr * 1000,
    carbohydrate: explainCarbohydrate(plan, leg),
    fluid: {
      steps: [...explainSweat(plan, leg).steps, ...effortAndFluid.steps.slice(1)],
      boundBy: effortAndFluid.boundBy,
    },
    sodium: explainSodium(plan, leg),
    advice: legAdvice(plan, leg, index),
  };
}

function legAdvice(plan: EventPlan, leg: LegPlan, index: number): string[] {
  const advice: string[] = [];
  const next = plan.legs[index + 1];
  if (leg.sport === 'swim') {
    if (leg.changedBy === 'unfed_swim') advice.push('Nothing to eat or drink during the swim.');
    else advice.push('Take feeds at stations every 20 to 30 minutes.');
    if (next !== undefined) {
      advice.push(
        plan.eventHours > 3
          ? 'First transition: rinse the mouth after sea water, a sip of 50 to 100 ml, a gel if you like.'
          : 'First transition: rinse the mouth after sea water, a sip of 50 to 100 ml.',
      );
    }
  }
  if ((leg.sport === 'bike' || leg.sport === 'indoorBike') && leg.carbGPerHr > 0) {
    advice.push('Start eating within the first 10 minutes of the ride: it is where most fuel goes in.');
    if (next !== undefined) advice.push('Last solid food at least 30 minutes before the next transition.');
  }
  if (next !== undefined && leg.sport !== 'swim') {
    advice.push(
      plan.eventHours > 1.5
        ? 'Transition: a sip, and up to 25 g as a gel if the stomach is calm.'
        : 'Transition: a sip is enough.',
    );
  }
  if (index > 0 && (leg.sport === 'run' || leg.sport === 'treadmill') && leg.carbGPerHr > 0) {
    advice.push('On the run take liquids and gels only, in small portions.');
  }
  return advice;
}

function eventAdvice(plan: EventPlan): string[] {
  const advice: string[] = [];
  const most = plan.legs.reduce((highest, leg) => Math.max(highest, leg.carbGPerHr), 0);
  if (most > 60) advice.push(`Above 60 g an hour use ${glucoseFructoseHint(most)}.`);
  if (plan.input.activity.isRaceEvent) {
    if (plan.eventHours >= 1.5) {
      advice.push(
        'Before the start: 20 to 30 g of carbohydrate and up to 250 ml in the last 15 minutes, if you are used to it.',
      );
    }
    advice.push('Nothing new on race day: use what you have practised.');
  }
  return advice;
}
