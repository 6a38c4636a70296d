/** What the athlete must hear besides the numbers: stable codes, plain words, their own figures. */

import { NO_FEEDING_BELOW_HOURS, UNTRAINED_LIMIT_G_PER_HR } from './carbohydrate.ts';
import type { ConfidenceField } from './confidence.ts';
import type { Effort } from './effort.ts';
import { thermalStressLevelFromWeather } from './environment.ts';
import { ALTITUDE_FROM_M } from './fluid.ts';
import { hasSodiumCondition } from './inputs.ts';
import type { LegPlan } from './leg.ts';
import type { EventPlan } from './plan.ts';
import { MEDICAL_LIMIT_MG_PER_HR } from './sodium.ts';
import { OLDER_ADULT_FROM_YEARS } from './sweat.ts';
import type { Warning, WarningSeverity } from './types.ts';

/** Everything that a warning reads: the calculation and what it lacked. */
export interface WarningInput {
  readonly plan: EventPlan;
  /** Fields that would raise confidence, the most helpful first. */
  readonly missingFields: readonly ConfidenceField[];
}

type Add = (code: string, severity: WarningSeverity, message: string) => void;

const SEVERITY_ORDER: Readonly<Record<WarningSeverity, number>> = { danger: 0, caution: 1, info: 2 };
/** From this thermal level on heat is advised against in pregnancy. */
const PREGNANCY_HEAT_LEVEL = 7;
/** Levels apart from which a given heat level and the weather contradict each other: each is sure to about one. */
const CONFLICTING_LEVELS = 3;
/** Metabolic rate from power over that from the level: further apart than fitness guesses explain. Engineering choice. */
const CONFLICTING_POWER_RATIO = 1.6;
/** Measured sweat rates outside this are checked by a person, ml/h. Engineering choice; Baker 2016 saw .26–5.73 L/h. */
const BELIEVABLE_SWEAT_ML_PER_HR = { low: 200, high: 3000 } as const;

/** All warnings of one calculation, the gravest first, then in the order of the rules below. */
export function collectWarnings(input: WarningInput): Warning[] {
  const warnings: Warning[] = [];
  const add: Add = (code, severity, message) => warnings.push({ code, severity, message });
  hyponatraemia(input.plan, add);
  heatAndCold(input.plan, add);
  fluidLimits(input.plan, add);
  sodium(input.plan, add);
  carbohydrate(input.plan, add);
  health(input.plan, add);
  circumstances(input.plan, add);
  inputs(input.plan, add);
  missingProfile(input, add);
  return warnings.sort((left, right) => SEVERITY_ORDER[left.severity] - SEVERITY_ORDER[right.severity]);
}

/** True where a person must look at the plan before the athlete follows it. */
export function needsHumanReview({ input, thermal }: EventPlan): boolean {
  const { athlete, learned } = input;
  return (
    hasSodiumCondition(athlete) ||
    athlete.health.diabetesTreated ||
    (athlete.health.pregnant && thermal.level >= PREGNANCY_HEAT_LEVEL) ||
    (athlete.ageYears !== null && athlete.ageYears < 13) ||
    (learned !== null && learned.overdrinkAtMs.length >= 2) ||
    (athlete.sweatRateMlPerHr !== null && athlete.sweatRateMlPerHr > BELIEVABLE_SWEAT_ML_PER_HR.high)
  );
}

/** Highest intensity level of any leg. */
function hardest(plan: EventPlan): number {
  let level = 0;
  for (const leg of plan.legs) level = Math.max(level, leg.intensity.level);
  return level;
}

function wholeMl(litres: number): number {
  return Math.floor((litres * 1000) / 10 + 1e-9) * 10;
}

function hyponatraemia(plan: EventPlan, add: Add): void {
  const { athlete, learned } = plan.input;
  const ceiling = wholeMl(plan.maxSafeFluidLPerHr);
  if (
    plan.eventHours > 4 &&
    (plan.sweatRateLPerHr < 0.6 || hardest(plan) <= 5 || (athlete.bodyMassKg ?? plan.body.massKg) < 55)
  ) {
    add(
      'EAH_RISK_LONG_SLOW',
      'danger',
      `In a long, steady event the danger is drinking too much, not too little: it can dilute the blood and kill. Stay under ${ceiling} ml an hour, whatever the aid stations offer.`,
    );
  }
  if (learned !== null && learned.lastIntakeAboveSafeMlPerHr !== null) {
    add(
      'EAH_PLAN_EXCEEDS_SAFE',
      'danger',
      `You last reported drinking ${Math.round(learned.lastIntakeAboveSafeMlPerHr)} ml an hour, more than was safe for you. For this session the limit is ${ceiling} ml an hour.`,
    );
  }
  if (learned !== null && learned.overdrinkAtMs.length > 0) {
    add(
      'EAH_OVERDRINK_REPORTED',
      'danger',
      'You reported drinking too much. If it happens again, drink nothing plain until you have urinated. Headache, vomiting or confusion after exercise: get medical help at once.',
    );
  }
  if (athlete.health.nsaidOnRaceDay && plan.eventHours > 3) {
    add(
      'NSAID_RISK',
      'caution',
      'Painkillers such as ibuprofen during long exercise strain the kidneys and make over-drinking more dangerous. Leave them out on the day, or ask your doctor first.',
    );
  }
}

function heatAndCold(plan: EventPlan, add: Add): void {
  const level = plan.thermal.level;
  const acclimatized = plan.input.athlete.heatAcclimatized;
  if (level === 7) {
    add(
      'HEAT_CAUTION',
      'caution',
      'Hot conditions: start slower, use shade and cooling, stop if you feel chilled, dizzy or confused.',
    );
  }
  if (level >= 8) {
    add(
      'HEAT_EXTREME',
      'danger',
      'Extreme heat: event organisers cancel or postpone at this level. Move the session or shorten it; no drinking plan makes it safe.',
    );
  }
  if (level >= 6 && (acclimatized === false || (acclimatized === null && level >= 7))) {
    add(
      'HEAT_UNACCLIMATISED',
      'caution',
      'You are not, or may not be, used to heat. Getting used to it takes 10 to 14 days of exercise in the heat; until then lower the pace.',
    );
  }
  if (level >= 8 && hardest(plan) >= 7 && plan.hours > 0.5) {
    add(
      'HEAT_HARD_EFFORT',
      'danger',
      'Hard effort in this heat can cause heat stroke within the hour, even when you drink well. Choose an easy session or a cool place.',
    );
  }
  if (level <= 2) {
    add(
      'COLD_LOW_FLUID',
      'info',
      'In the cold you need little fluid: do not force it. Warm drinks and keeping bottles from freezing help.',
    );
  }
  if (level <= 1 && plan.legs.some(({ sport }) => sport === 'swim')) {
    add(
      'COLD_IMMERSION',
      'caution',
      'Very cold water: enter slowly, wear a wetsuit, do not swim alone, and get out if you cannot stop shivering.',
    );
  }
}

function fluidLimits(plan: EventPlan, add: Add): void {
  const lossKg = (plan.sweatRateLPerHr - plan.fluidLPerHr) * plan.hours;
  const lossPercent = (100 * lossKg) / plan.body.massKg;
  if (lossPercent > 3 + 1e-9) {
    add(
      'DEHYDRATION_OVER_3PCT',
      'caution',
      `Even with this plan you are likely to end about ${lossKg.toFixed(1)} litres of fluid short, because drinking more would not be safe or possible. Slow down, cool yourself, and drink to thirst afterwards.`,
    );
  }
  const overwhelmed = plan.legs.find(
    (leg) =>
      leg.changedBy !== 'unfed_swim' && leg.sweat.sweatRateLPerHr > 1.3 * leg.fluid.gastricCeilingLPerHr,
  );
  if (overwhelmed !== undefined) {
    add(
      'SWEAT_EXCEEDS_GUT',
      'caution',
      `You may sweat about ${overwhelmed.sweat.sweatRateLPerHr.toFixed(1)} litres an hour, more than a stomach can take in. Do not try to replace it all: pace and cooling do more.`,
    );
  }
  if (plan.hours <= 1.5 && plan.legs.every((leg) => leg.fluid.requiredLPerHr === 0)) {
    add(
      'DRINK_TO_THIRST',
      'info',
      'For this session thirst is a good enough guide. The fluid figure is a suggestion, not a duty.',
    );
  }
}

function sodium(plan: EventPlan, add: Add): void {
  if (plan.legs.some((leg) => leg.sodium.boundBy === 'safety_ceiling' && leg.changedBy !== 'unfed_swim')) {
    add(
      'SODIUM_CAP_BOUND',
      'caution',
      `Your estimated sodium loss is high; the plan stops at a safe rate below ${Math.floor(plan.maxSafeSodiumMgPerHr / 10) * 10} mg an hour.`,
    );
  }
  if (plan.sweatSodium.source === 'none' && plan.sodiumLossMgPerHr > 1200) {
    add(
      'SODIUM_UNMEASURED',
      'info',
      `You may lose about ${Math.round(plan.sodiumLossMgPerHr / 100) * 100} mg of sodium an hour, but that is the average athlete's sweat. A sweat sodium test would make the figure yours.`,
    );
  }
}

function carbohydrate(plan: EventPlan, add: Add): void {
  const { athlete } = plan.input;
  const fed = plan.legs.filter((leg) => leg.carbGPerHr > 0);
  const limited = fed.find(wantsMoreThanGut);
  if (limited !== undefined) {
    const { tolerance, targetGPerHr, demandLimitGPerHr } = limited.carbohydrate;
    add(
      'CARB_ABOVE_TOLERANCE',
      'caution',
      `About ${Math.round(Math.min(targetGPerHr, demandLimitGPerHr))} g an hour could help you, but your gut is taken to manage ${Math.round(tolerance.valueGPerHr)} g. Train it: add 5 to 10 g an hour every week or two in training.`,
    );
  }
  if (
    athlete.usualCarbGPerHr !== null &&
    athlete.usualCarbGPerHr > UNTRAINED_LIMIT_G_PER_HR &&
    athlete.carbToleranceGPerHr === null &&
    fed.every((leg) => leg.carbohydrate.tolerance.source !== 'learned')
  ) {
    add(
      'CARB_HIGH_UNTRAINED',
      'danger',
      `You say you usually take ${Math.round(athlete.usualCarbGPerHr)} g an hour. Above ${UNTRAINED_LIMIT_G_PER_HR} g only a tested tolerance counts: state yours once you have practised it at race effort.`,
    );
  }
  const concentrated = fed.find((leg) => leg.fluidLPerHr > 0 && leg.carbGPerHr / leg.fluidLPerHr > 80);
  if (concentrated !== undefined) {
    add(
      'CARB_CONCENTRATED',
      'caution',
      `Mixed into this fluid the carbohydrate would be ${Math.round(concentrated.carbGPerHr / concentrated.fluidLPerHr)} g per litre, too thick to drink well. Take part of it as gels or food, with plain water.`,
    );
  }
  if (athlete.giHistory === true || plan.input.learned?.giHistory === true) {
    const most = fed.reduce((highest, leg) => Math.max(highest, leg.carbGPerHr), 0);
    if (most > 60) {
      add(
        'GI_HISTORY',
        'caution',
        `Your gut has troubled you before, and ${Math.round(most)} g an hour is a lot. Practise it in training, spread it into small portions, and step back early if it complains.`,
      );
    }
  }
  if (plan.eventHours < NO_FEEDING_BELOW_HOURS && plan.carbGPerHr === 0) {
    add(
      'INTAKE_NOT_NEEDED',
      'info',
      'A session this short needs nothing during it. Eat and drink normally before and after.',
    );
  }
  if (plan.input.activity.isRaceEvent && plan.hours >= 0.5 && plan.hours <= 1.25 && hardest(plan) >= 7) {
    add(
      'MOUTH_RINSE_OPTION',
      'info',
      'In a race this short, rinsing the mouth with a sports drink for 5 to 10 seconds helps about as much as swallowing it.',
    );
  }
}

function wantsMoreThanGut(leg: LegPlan): boolean {
  const { targetGPerHr, demandLimitGPerHr, tolerance } = leg.carbohydrate;
  return Math.min(targetGPerHr, demandLimitGPerHr) > 1.15 * tolerance.limitGPerHr;
}

function health(plan: EventPlan, add: Add): void {
  const { athlete } = plan.input;
  if (athlete.ageYears !== null && athlete.ageYears < 18) {
    add(
      'YOUTH',
      'caution',
      `This athlete is ${athlete.ageYears}: a parent or coach should go through the plan with them. No caffeine products; carbohydrate stays at or under 60 g an hour below 16.`,
    );
  }
  if (athlete.ageYears !== null && athlete.ageYears >= OLDER_ADULT_FROM_YEARS) {
    add(
      'OLDER_ADULT',
      'info',
      'With age thirst comes later and sweating is weaker. Take small drinks on schedule rather than waiting for thirst, and stay within the limit.',
    );
  }
  if (athlete.health.pregnant) {
    const strenuous = plan.thermal.level >= PREGNANCY_HEAT_LEVEL || hardest(plan) >= 7;
    add(
      'PREGNANCY',
      'caution',
      strenuous
        ? 'Pregnancy: talk to your doctor or midwife before exercising this hard or in this heat. Caffeine at most 200 mg a day; no gut training.'
        : 'Pregnancy: keep to what is comfortable and clear it with your doctor or midwife. Caffeine at most 200 mg a day; no gut training.',
    );
  }
  if (hasSodiumCondition(athlete)) {
    add(
      'MEDICAL_SODIUM',
      'danger',
      `With your heart, kidney, blood pressure or diuretic treatment a doctor must set sodium and fluid. Sodium is held at or under ${MEDICAL_LIMIT_MG_PER_HR} mg an hour here until then.`,
    );
  }
  if (athlete.health.diabetesTreated) {
    add(
      'DIABETES',
      'danger',
      'These are not insulin or medication doses. With treated diabetes, agree carbohydrate and medication for exercise with your diabetes team and measure your glucose.',
    );
  }
  if (athlete.health.redsOrEatingDisorder) {
    add(
      'EATING_DISORDER_REDS',
      'caution',
      plan.carbGPerHr === 0 && plan.hours >= 1
        ? 'A zero here does not mean training without food: eat before and after, and take something during if you like. Please plan fuelling together with your care team.'
        : 'Eating enough around training matters most for you: take the carbohydrate as a minimum, and plan fuelling together with your care team.',
    );
  }
}

function circumstances(plan: EventPlan, add: Add): void {
  const { altitudeM } = plan.input.activity;
  if (plan.eventHours > 6) {
    add(
      'VERY_LONG_EVENT',
      'caution',
      plan.eventHours > 12
        ? 'Beyond twelve hours the figures are rough: plan real food, changing flavours and sleep, and go by thirst and appetite within the limits.'
        : 'In an event this long plan real food and changing flavours. Read the hourly rates as an average, not a clock.',
    );
  }
  if (altitudeM !== null && altitudeM > ALTITUDE_FROM_M) {
    add(
      'ALTITUDE',
      'info',
      `At ${Math.round(altitudeM)} m you lose more water with your breath and feel less hungry. Drinking was raised a little where the limit allowed.`,
    );
  }
}

function inputs(plan: EventPlan, add: Add): void {
  const { athlete } = plan.input;
  const strange = outOfRange(plan);
  if (strange.length > 0) add('DATA_OUT_OF_RANGE', 'caution', strange.join(' '));
  const conflicting = conflicts(plan);
  if (conflicting.length > 0) add('CONFLICTING_INPUT', 'caution', conflicting.join(' '));
  if (athlete.bodyMassKg === null) {
    add(
      'MASS_MISSING',
      'caution',
      athlete.health.redsOrEatingDisorder
        ? 'Body size is not known, so a cautious fluid limit was used.'
        : 'Body mass is not known: the numbers assume 65 kg and the fluid limit assumes a light person. Adding it makes both yours.',
    );
  }
}

function outOfRange(plan: EventPlan): string[] {
  const { athlete } = plan.input;
  const texts: string[] = [];
  const mass = athlete.bodyMassKg;
  if (mass !== null && (mass < 35 || mass > 130)) {
    texts.push(
      'Your body size is outside what the studies behind these numbers covered: treat them as rough.',
    );
  }
  const age = athlete.ageYears;
  if (age !== null && (age < 10 || age > 85)) {
    texts.push(`Age ${age} is outside what the studies behind these numbers covered: treat them as rough.`);
  }
  if (plan.eventHours > 24) {
    texts.push('No studies cover events beyond 24 hours: treat these numbers as rough.');
  }
  if (plan.intensity.from === 'default' && plan.legs.every((leg) => leg.intensity.from === 'default')) {
    texts.push('No intensity was given; a steady effort (level 5) was assumed.');
  }
  if (plan.thermal.from === 'default') {
    texts.push('No heat level or weather was given; mild conditions (level 5) were assumed.');
  }
  return texts;
}

function conflicts(plan: EventPlan): string[] {
  const { activity, athlete } = plan.input;
  const texts: string[] = [];
  if (activity.thermalStressLevel !== null && activity.weather !== null) {
    const fromWeather = thermalStressLevelFromWeather(activity.weather);
    if (Math.abs(fromWeather - activity.thermalStressLevel) >= CONFLICTING_LEVELS) {
      texts.push(
        `Heat level ${activity.thermalStressLevel} was given, but the weather looks like level ${fromWeather}. The given level was used with the measured temperature: check both.`,
      );
    }
  }
  const byPower = plan.legs.find(({ effort }) => powerDisagrees(effort));
  if (byPower !== undefined) {
    texts.push(
      `The average power and intensity ${byPower.intensity.level} do not belong together; the power was used for sweat and fuel burned. Check both.`,
    );
  }
  if (hardest(plan) >= 8 && plan.eventHours > 3) {
    texts.push(
      `Nobody holds intensity ${hardest(plan)} for ${plan.eventHours.toFixed(1)} hours; what is sustainable for you was used instead. Give the average of the whole session.`,
    );
  }
  const measured = athlete.sweatRateMlPerHr;
  if (
    measured !== null &&
    (measured > BELIEVABLE_SWEAT_ML_PER_HR.high || measured < BELIEVABLE_SWEAT_ML_PER_HR.low)
  ) {
    texts.push(`A sweat rate of ${Math.round(measured)} ml an hour is very unusual: please repeat the test.`);
  }
  if (plan.legs.some((leg) => leg.effort.powerImplausible)) {
    texts.push(
      'The average power is more than anyone can hold for this long; it was not used. Check the value and the duration.',
    );
  }
  return texts;
}

/** True where power asks for an effort far from the level's, in share of VO2max. */
function powerDisagrees({ metabolicRateFrom, metabolicRateW, metabolicRateFromLevelW }: Effort): boolean {
  if (metabolicRateFrom !== 'power') return false;
  const ratio = metabolicRateW / metabolicRateFromLevelW;
  return ratio > CONFLICTING_POWER_RATIO || ratio < 1 / CONFLICTING_POWER_RATIO;
}

/** Wire names of the profile fields that a default stands in for. */
const PROFILE_FIELD: Partial<Record<ConfidenceField, { code: string; words: string }>> = {
  bodyMassKg: { code: 'BODY_MASS_KG', words: 'your body mass' },
  sex: { code: 'SEX', words: 'your sex' },
  ageYears: { code: 'BIRTH_YEAR', words: 'your year of birth' },
  heightCm: { code: 'HEIGHT_CM', words: 'your height' },
  fitnessLevel: { code: 'FITNESS_LEVEL', words: 'your fitness level' },
  sweatLevel: { code: 'SWEAT_LEVEL', words: 'how much you sweat, or a measured sweat rate' },
  saltinessLevel: { code: 'SALTINESS_LEVEL', words: 'how salty your sweat is, or a measured value' },
  carbToleranceGPerHr: {
    code: 'CARB_TOLERANCE_G_PER_HR',
    words: 'how much carbohydrate an hour your gut has managed',
  },
};

function missingProfile({ plan, missingFields }: WarningInput, add: Add): void {
  const hideSize = plan.input.athlete.health.redsOrEatingDisorder;
  for (const field of missingFields) {
    const entry = PROFILE_FIELD[field];
    if (entry === undefined || (hideSize && field === 'bodyMassKg')) continue;
    add(
      `PROFILE_MISSING_${entry.code}`,
      'info',
      `An average was used; adding ${entry.words} would make the plan surer.`,
    );
  }
}
