/** The warnings about age and conditions, in rule order. */

import { needsFluidPhysician, OLDER_ADULT_FROM_YEARS } from './ceiling.ts';
import type { WarningCode } from './names.ts';
import type { EventPlan, LegPlan } from './plan.ts';
import { medicalSodiumLimit } from './sodium.ts';
import { isIndoor, shownLevel } from './sweat.ts';
import { rule } from './warning-rules.ts';

/**
 * Displayed thermal stress levels. 7, 8, 9: ACSM flags and the cancellation band of World Triathlon, cited.
 */
export const HEAT = {
  caution: 7,
  blackFlag: 8,
  extreme: 9,
  /** For an athlete with a history of heat illness. */
  afterIllness: 6,
  /** An easy hour at the first level needs no caution: hours and intensity level. */
  easyUpToHours: 1,
  easyIntensityLevel: 4,
  /** Hard effort: intensity level and hours. */
  hardIntensityLevel: 7,
  hardFromHours: 0.5,
} as const;

/**
 * Displayed level and sweat rate up to which little fluid is needed, real level of cold water (below 19 °C), and
 * air in which bottles freeze.
 */
export const COLD = {
  lowFluidUpToLevel: 2,
  lowFluidUpToSweatLPerHr: 0.8,
  immersionBelowLevel: 1.5,
  freezingUpToC: 0,
} as const;

/** Every warning about heat and cold. */
export const HEAT_WARNINGS = {
  HEAT_EXTREME: rule({
    severities: ['danger'],
    parameters: {},
    raise: ({ landLevel }) => landLevel >= HEAT.extreme && { severity: 'danger', parameters: {} },
  }),
  HEAT_BLACK_FLAG: rule({
    severities: ['caution'],
    parameters: {},
    raise: ({ landLevel }) =>
      landLevel >= HEAT.blackFlag && landLevel < HEAT.extreme && { severity: 'caution', parameters: {} },
  }),
  /** After heat illness, the athlete is warned one level earlier, in addition to the flags. */
  HEAT_CAUTION: rule({
    severities: ['caution', 'info'],
    parameters: { afterIllness: 'flag' },
    raise: ({ plan, landLevel, hardestLevel }) => {
      if (plan.input.athlete.health.heatIllnessHistory && landLevel >= HEAT.afterIllness) {
        return { severity: 'caution', parameters: { afterIllness: true }, review: true };
      }
      if (landLevel !== HEAT.caution) return false;
      const isEasy = plan.hours <= HEAT.easyUpToHours && hardestLevel <= HEAT.easyIntensityLevel;
      return { severity: isEasy ? 'info' : 'caution', parameters: { afterIllness: false } };
    },
  }),
  HEAT_UNACCLIMATISED: rule({
    severities: ['caution'],
    parameters: {},
    raise: ({ plan, landLevel }) =>
      landLevel >= HEAT.caution &&
      plan.input.athlete.heatAcclimatized === false && { severity: 'caution', parameters: {} },
  }),
  HEAT_HARD_EFFORT: rule({
    severities: ['danger'],
    parameters: {},
    raise: ({ plan, landLevel, hardestLevel }) =>
      landLevel >= HEAT.blackFlag &&
      hardestLevel >= HEAT.hardIntensityLevel &&
      plan.hours > HEAT.hardFromHours && { severity: 'danger', parameters: {} },
  }),
  COLD_LOW_FLUID: rule({
    severities: ['info'],
    /** Whether bottles may freeze on one of the legs, and whether that is all: the athlete may need much fluid. */
    parameters: { freezing: 'flag', onlyFreezing: 'flag' },
    contradicts: ({ parameters }) =>
      parameters.onlyFreezing
        ? []
        : ['HEAT_FLUID_LOSS', 'SWEAT_EXCEEDS_GUT', 'DEHYDRATION_LARGE', 'INPUT_NEEDED'],
    raise: ({ plan, outside }) => {
      const cold = plan.legs.filter(isColdOutdoors);
      const needsLittle =
        plan.balance.sweatLPerHr <= COLD.lowFluidUpToSweatLPerHr &&
        plan.fluid.limitedBy !== 'gastric_ceiling' &&
        outside === null;
      const freezing = cold.some(({ environment }) => environment.airTemperatureC <= COLD.freezingUpToC);
      if (cold.length === 0 || (!needsLittle && !freezing)) return false;
      return { severity: 'info', parameters: { freezing, onlyFreezing: !needsLittle } };
    },
  }),
  COLD_IMMERSION: rule({
    severities: ['caution'],
    parameters: {},
    raise: ({ plan }) => plan.legs.some(isColdSwim) && { severity: 'caution', parameters: {} },
  }),
} as const satisfies { readonly [Code in WarningCode]?: unknown };

function isColdOutdoors({ sport, type, environment }: LegPlan): boolean {
  return (
    sport !== 'swim' && !isIndoor(type) && shownLevel(environment.thermalLevel) <= COLD.lowFluidUpToLevel
  );
}

function isColdSwim({ sport, environment }: LegPlan): boolean {
  return sport === 'swim' && environment.thermalLevel < COLD.immersionBelowLevel;
}

/**
 * Ages, years: below the first, a parent or coach should read the plan too, with the hours too long to plan
 * without a physician or coach; below the last, a person reviews it; easy sessions need no caution.
 */
export const AGE = {
  youthBelow: 18,
  youthUpToHours: 6,
  childBelow: 16,
  childUpToHours: 3,
  reviewBelow: 13,
  easyUpToHours: 1.5,
  easyBelowIntensityLevel: 7,
} as const;

/** Hours up to which a condition with physician-set doses is a caution. Beyond, a danger. */
export const MEDICAL_CAUTION_UP_TO_HOURS = 1;

/** Pregnancy: displayed level from which heat is discouraged, and hours from which sessions are reviewed. */
export const PREGNANCY = { heatLevel: 7, reviewFromHours: 2 } as const;

/** Event hours from which sessions with an SGLT2 drug are reviewed. */
export const SGLT2_REVIEW_FROM_HOURS = 2;

/** Event hours beyond which painkillers matter. Recalled: EAH consensus 2015. */
export const NSAID_FROM_HOURS = 3;

/** Every warning about age and conditions. */
export const HEALTH_WARNINGS = {
  OLDER_ADULT: rule({
    severities: ['info'],
    parameters: {},
    raise: ({ plan: { input } }) =>
      input.athlete.ageYears !== null &&
      input.athlete.ageYears >= OLDER_ADULT_FROM_YEARS && { severity: 'info', parameters: {} },
  }),
  YOUTH: rule({
    severities: ['danger', 'caution', 'info'],
    parameters: { ageYears: 'number', tooLong: 'flag' },
    raise: ({ plan: { input, hours }, hardestLevel }) => {
      const { ageYears } = input.athlete;
      if (ageYears === null || ageYears >= AGE.youthBelow) return false;
      const tooLong = hours > (ageYears < AGE.childBelow ? AGE.childUpToHours : AGE.youthUpToHours);
      const isChild = ageYears < AGE.reviewBelow;
      const isEasy =
        !input.activity.isRaceEvent &&
        hours <= AGE.easyUpToHours &&
        hardestLevel < AGE.easyBelowIntensityLevel &&
        !isChild;
      const severity = tooLong ? 'danger' : isEasy ? 'info' : 'caution';
      return { severity, parameters: { ageYears, tooLong }, review: isChild || tooLong };
    },
  }),
  MEDICAL_SODIUM: rule({
    severities: ['caution', 'info'],
    parameters: { limitMgPerHr: 'number' },
    raise: ({ plan }) => {
      const { health } = plan.input.athlete;
      const limitMgPerHr = medicalSodiumLimit(health);
      if (limitMgPerHr === null || needsFluidPhysician(health)) return false;
      const review = health.diuretics || health.nsaidOnRaceDay;
      return { severity: review ? 'caution' : 'info', parameters: { limitMgPerHr }, review };
    },
  }),
  MEDICAL_FLUID: rule({
    severities: ['danger', 'caution'],
    parameters: { limitMgPerHr: 'number', maxMlPerHr: 'number' },
    raise: ({ plan, maxMlPerHr }) => {
      const { health } = plan.input.athlete;
      const limitMgPerHr = medicalSodiumLimit(health);
      if (limitMgPerHr === null || !needsFluidPhysician(health)) return false;
      return { severity: severityByHours(plan), parameters: { limitMgPerHr, maxMlPerHr }, review: true };
    },
  }),
  PREGNANCY: rule({
    severities: ['caution'],
    parameters: { strenuous: 'flag' },
    raise: ({ plan, landLevel, hardestLevel }) => {
      const strenuous = landLevel >= PREGNANCY.heatLevel || hardestLevel >= HEAT.hardIntensityLevel;
      const isLongestHot = shownLevel(plan.longest.environment.thermalLevel) >= PREGNANCY.heatLevel;
      const review = isLongestHot || plan.hours > PREGNANCY.reviewFromHours;
      return plan.input.athlete.health.pregnant && { severity: 'caution', parameters: { strenuous }, review };
    },
  }),
  DIABETES: rule({
    severities: ['danger', 'caution'],
    parameters: {},
    raise: ({ plan }) =>
      plan.input.athlete.health.diabetesTreated && {
        severity: severityByHours(plan),
        parameters: {},
        review: true,
      },
  }),
  GLP1: rule({
    severities: ['info'],
    parameters: {},
    raise: ({ plan }) => plan.input.athlete.health.glp1Drug && { severity: 'info', parameters: {} },
  }),
  SGLT2: rule({
    severities: ['caution'],
    parameters: {},
    raise: ({ plan }) =>
      plan.input.athlete.health.sglt2Drug && {
        severity: 'caution',
        parameters: {},
        review: plan.hours > SGLT2_REVIEW_FROM_HOURS,
      },
  }),
  EATING_DISORDER_REDS: rule({
    severities: ['caution'],
    parameters: { nothingPlanned: 'flag' },
    raise: ({ plan }) =>
      plan.input.athlete.health.redsOrEatingDisorder && {
        severity: 'caution',
        parameters: { nothingPlanned: plan.carbGPerHr === 0 },
      },
  }),
  NSAID_RISK: rule({
    severities: ['caution'],
    parameters: {},
    raise: ({ plan }) =>
      plan.input.athlete.health.nsaidOnRaceDay &&
      plan.hours > NSAID_FROM_HOURS && { severity: 'caution', parameters: {} },
  }),
} as const satisfies { readonly [Code in WarningCode]?: unknown };

/** Returns caution for a short session, danger for a longer one. */
function severityByHours({ hours }: EventPlan): 'caution' | 'danger' {
  return hours <= MEDICAL_CAUTION_UP_TO_HOURS ? 'caution' : 'danger';
}
