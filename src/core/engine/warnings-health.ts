/** The warnings about age and conditions, in rule order. */

import { shownLevel } from './environment.ts';
import type { WarningCode } from './names.ts';
import type { EventPlan } from './plan.ts';
import { needsFluidPhysician, OLDER_ADULT_FROM_YEARS } from './risk.ts';
import { medicalSodiumLimit } from './sodium.ts';
import { rule } from './warning-rules.ts';
import { HEAT } from './warnings-heat.ts';

/**
 * Ages, years: below the first, a parent or coach should read the plan too, with the hours too long to plan
 * without a physician or coach; below the last, a person reviews it; easy sessions need no caution.
 * Engineering choice.
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

/**
 * Hours up to which a condition with physician-set doses is a caution. Beyond, a danger. Engineering choice.
 */
export const MEDICAL_CAUTION_UP_TO_HOURS = 1;

/**
 * Pregnancy: displayed level from which heat is discouraged, and hours from which sessions are reviewed.
 * Engineering choice.
 */
export const PREGNANCY = { heatLevel: 7, reviewFromHours: 2 } as const;

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
