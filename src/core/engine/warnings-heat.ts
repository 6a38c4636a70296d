/** The warnings about heat and cold, in rule order. */

import { isIndoor, shownLevel } from './environment.ts';
import type { WarningCode } from './names.ts';
import type { LegPlan } from './plan.ts';
import { rule } from './warning-rules.ts';

/**
 * Displayed thermal stress levels. 7, 8, 9: ACSM flags and the cancellation band of World Triathlon, cited.
 */
export const HEAT = {
  caution: 7,
  blackFlag: 8,
  extreme: 9,
  /** For an athlete with a history of heat illness. Engineering choice. */
  afterIllness: 6,
  /** An easy hour at the first level needs no caution: hours and intensity level. Engineering choice. */
  easyUpToHours: 1,
  easyIntensityLevel: 4,
  /** Hard effort: intensity level and hours. Engineering choice. */
  hardIntensityLevel: 7,
  hardFromHours: 0.5,
} as const;

/**
 * Displayed level and sweat rate up to which little fluid is needed, real level of cold water (below 19 °C),
 * and air in which bottles freeze. Engineering choice.
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
    /** True if bottles may freeze on one of the legs. */
    parameters: { freezing: 'flag' },
    contradicts: () => ['HEAT_FLUID_LOSS', 'SWEAT_EXCEEDS_GUT', 'DEHYDRATION_LARGE', 'INPUT_NEEDED'],
    raise: ({ plan, outside }) => {
      const cold = plan.legs.filter(isColdOutdoors);
      const needsLittle =
        plan.balance.sweatLPerHr <= COLD.lowFluidUpToSweatLPerHr &&
        plan.fluid.limitedBy !== 'gastric_ceiling' &&
        outside === null;
      if (!needsLittle || cold.length === 0) return false;
      const freezing = cold.some(({ environment }) => environment.airTemperatureC <= COLD.freezingUpToC);
      return { severity: 'info', parameters: { freezing } };
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
