/** The warnings about thirst, sodium and carbohydrate, in rule order. */

import { needsFluidPhysician, OLDER_ADULT_FROM_YEARS } from './ceiling.ts';
import { SINGLE_SPORT_TYPES, type WarningCode } from './names.ts';
import type { EventPlan, LegPlan } from './plan.ts';
import { rule } from './warning-rules.ts';
import { FLUID_WARNINGS } from './warnings-fluid.ts';

/**
 * Event hours up to which thirst is a good enough guide. Engineering choice (Hoffman 2018, EAH consensus
 * 2015: direction, cited).
 */
export const THIRST_UP_TO_HOURS = 1.5;

/** Sodium loss, mg/h, and event hours from which a sweat sodium test is worth its cost. */
export const UNMEASURED_SODIUM = { fromHours: 3, lossAboveMgPerHr: 1200 } as const;

/** Carbohydrate thresholds: g/h, g/L, hours. */
export const CARB = {
  aboveToleranceFactor: 1.15,
  aboveToleranceFromHours: 2,
  highUsualGPerHr: 90,
  concentratedFromHours: 1,
  concentratedFromGPerHr: 45,
  concentratedAboveGPerL: 160,
  trainedGutGPerHr: 80,
  giHistoryAboveGPerHr: 45,
  notNeededBelowHours: 1.25,
} as const;

/** Mouth rinsing instead of swallowing, hours and intensity level (Jeukendrup 2014, cited). */
export const MOUTH_RINSE = { fromHours: 0.5, upToHours: 1.25, fromIntensityLevel: 7 } as const;

/** Every warning about thirst, sodium and carbohydrate. */
export const INTAKE_WARNINGS = {
  DRINK_TO_THIRST: rule({
    severities: ['info'],
    parameters: {},
    contradicts: () => ['MEDICAL_FLUID', 'DEHYDRATION_LARGE', 'INPUT_NEEDED', 'OLDER_ADULT'],
    raise: (situation) => {
      const { input, hours } = situation.plan;
      const { ageYears, health } = input.athlete;
      const isOlder = ageYears !== null && ageYears >= OLDER_ADULT_FROM_YEARS;
      if (hours > THIRST_UP_TO_HOURS || isOlder || needsFluidPhysician(health)) return false;
      const { DEHYDRATION_LARGE, INPUT_NEEDED } = FLUID_WARNINGS;
      const isShort = [DEHYDRATION_LARGE, INPUT_NEEDED].some(({ raise }) => raise(situation) !== false);
      return !isShort && { severity: 'info', parameters: {} };
    },
  }),
  SODIUM_UNMEASURED: rule({
    severities: ['info'],
    parameters: { lossMgPerHr: 'number' },
    raise: ({ plan }) => {
      const { lossMgPerHr } = plan.sodium;
      const isLarge =
        plan.hours >= UNMEASURED_SODIUM.fromHours && lossMgPerHr > UNMEASURED_SODIUM.lossAboveMgPerHr;
      const parameters = { lossMgPerHr: Math.round(lossMgPerHr / 100) * 100 };
      return isLarge && !plan.sweatSodium.isMeasured && { severity: 'info', parameters };
    },
  }),
  CARB_ABOVE_TOLERANCE: rule({
    severities: ['info'],
    parameters: {
      wantedGPerHr: 'number',
      toleranceGPerHr: 'number',
      /** The leg's type in a multi-sport event. */
      leg: [...SINGLE_SPORT_TYPES, null],
    },
    contradicts: () => ['PREGNANCY', 'GLP1', 'GI_HISTORY'],
    raise: ({ plan }) => {
      const limited = fedLegs(plan).find(
        (leg) => wishOf(leg) > CARB.aboveToleranceFactor * leg.carbohydrate.toleranceLimitGPerHr,
      );
      // Gut training is not advised in pregnancy, with a GLP-1 drug or after gut trouble.
      const { pregnant, glp1Drug } = plan.input.athlete.health;
      const mayTrain = !pregnant && !glp1Drug && !hasGiHistory(plan);
      if (limited === undefined || plan.hours < CARB.aboveToleranceFromHours || !mayTrain) return false;
      const parameters = {
        wantedGPerHr: Math.round(wishOf(limited)),
        toleranceGPerHr: Math.round(limited.carbohydrate.toleranceLimitGPerHr),
        leg: plan.isMultiSport ? limited.type : null,
      };
      return { severity: 'info', parameters };
    },
  }),
  CARB_HIGH_UNTRAINED: rule({
    severities: ['caution'],
    parameters: { usualGPerHr: 'number', limitGPerHr: 'number' },
    raise: ({ plan }) => {
      const { usualCarbGPerHr, carbToleranceGPerHr } = plan.input.athlete;
      const isTested =
        carbToleranceGPerHr !== null || plan.longest.carbohydrate.tolerance.source === 'learned';
      if (usualCarbGPerHr === null || usualCarbGPerHr <= CARB.highUsualGPerHr || isTested) return false;
      const parameters = { usualGPerHr: Math.round(usualCarbGPerHr), limitGPerHr: CARB.highUsualGPerHr };
      return { severity: 'caution', parameters };
    },
  }),
  CARB_CONCENTRATED: rule({
    severities: ['info'],
    parameters: { gramsPerLitre: 'number' },
    raise: ({ plan }) => {
      const { tolerance } = plan.longest.carbohydrate;
      const isTrained = tolerance.isTrained && tolerance.limitGPerHr >= CARB.trainedGutGPerHr;
      const gramsPerLitre = plan.fluidLPerHr > 0 ? plan.carbGPerHr / plan.fluidLPerHr : 0;
      const isConcentrated =
        plan.hours >= CARB.concentratedFromHours &&
        plan.carbGPerHr >= CARB.concentratedFromGPerHr &&
        gramsPerLitre > CARB.concentratedAboveGPerL;
      const parameters = { gramsPerLitre: Math.round(gramsPerLitre) };
      return isConcentrated && !isTrained && { severity: 'info', parameters };
    },
  }),
  GI_HISTORY: rule({
    severities: ['caution'],
    parameters: { carbGPerHr: 'number' },
    raise: ({ plan }) => {
      if (!hasGiHistory(plan)) return false;
      const most = fedLegs(plan).reduce((highest, leg) => Math.max(highest, leg.carbGPerHr), 0);
      const parameters = { carbGPerHr: Math.round(most) };
      return most > CARB.giHistoryAboveGPerHr && { severity: 'caution', parameters };
    },
  }),
  INTAKE_NOT_NEEDED: rule({
    severities: ['info'],
    parameters: {},
    contradicts: () => ['EATING_DISORDER_REDS'],
    raise: ({ plan }) =>
      plan.carbGPerHr === 0 &&
      plan.hours < CARB.notNeededBelowHours &&
      !plan.input.athlete.health.redsOrEatingDisorder && { severity: 'info', parameters: {} },
  }),
  MOUTH_RINSE_OPTION: rule({
    severities: ['info'],
    parameters: {},
    raise: ({ plan, hardestLevel }) =>
      plan.input.activity.isRaceEvent &&
      plan.hours >= MOUTH_RINSE.fromHours &&
      plan.hours <= MOUTH_RINSE.upToHours &&
      hardestLevel >= MOUTH_RINSE.fromIntensityLevel && { severity: 'info', parameters: {} },
  }),
} as const satisfies { readonly [Code in WarningCode]?: unknown };

function hasGiHistory({ input: { athlete, learned } }: EventPlan): boolean {
  return athlete.giHistory === true || learned?.giHistory === true;
}

function fedLegs(plan: EventPlan): LegPlan[] {
  return plan.legs.filter((leg) => leg.isFed && leg.carbGPerHr > 0);
}

/** Carbohydrate that a trained gut could use in a leg, g/h. */
function wishOf({ carbohydrate }: LegPlan): number {
  return Math.min(carbohydrate.targetGPerHr, carbohydrate.demandGPerHr, carbohydrate.absoluteLimitGPerHr);
}
