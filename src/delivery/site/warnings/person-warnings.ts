import { OLDER_ADULT_FROM_YEARS } from '#core/engine/risk.ts';
import {
  AGE,
  ALTITUDE_ABOVE_M,
  CONFLICT,
  HEAT,
  MEDICAL_CAUTION_UP_TO_HOURS,
  NSAID_FROM_HOURS,
  PREGNANCY,
  STUDIED,
  VERY_LONG_HOURS,
  WEIGHT_RULE_FROM_HOURS,
} from '#core/engine/warning-gates.ts';
import { SHOW_ALONGSIDE, SHOW_BEFORE, SHOW_DETAIL, type WarningEntries } from './warning-entry.ts';

const REVIEWED = 'Sets `requires_human_review`.';

/** Describes the warnings about the person's health, the circumstances and the inputs. */
export const PERSON_WARNINGS: WarningEntries<
  | 'NSAID_RISK'
  | 'YOUTH'
  | 'OLDER_ADULT'
  | 'PREGNANCY'
  | 'MEDICAL_SODIUM'
  | 'MEDICAL_FLUID'
  | 'DIABETES'
  | 'EATING_DISORDER_REDS'
  | 'VERY_LONG_EVENT'
  | 'ALTITUDE'
  | 'MASS_MISSING'
  | 'DATA_OUT_OF_RANGE'
  | 'CONFLICTING_INPUT'
> = {
  NSAID_RISK: {
    meaning: 'Painkillers such as ibuprofen strain the kidneys and make drinking too much more dangerous.',
    trigger: `\`health.nsaid_on_race_day\` and longer than ${NSAID_FROM_HOURS} hours.`,
    show: SHOW_ALONGSIDE,
    sample: {},
  },
  YOUTH: {
    meaning: 'The athlete is a minor. A parent or coach should review the plan.',
    trigger: `Younger than ${AGE.youthBelow}. Danger with \`requires_human_review\` beyond ${AGE.childUpToHours} hours under age ${AGE.childBelow}, and beyond ${AGE.youthUpToHours} hours under age ${AGE.youthBelow}. Info from age ${AGE.reviewBelow} for a training session up to ${60 * AGE.easyUpToHours} minutes below intensity ${AGE.easyBelowIntensityLevel}. Under age ${AGE.reviewBelow}, every session requires review.`,
    show: `${SHOW_ALONGSIDE} Offer no caffeine products.`,
    sample: { ageYears: 15, tooLong: false },
  },
  OLDER_ADULT: {
    meaning: 'With age, thirst comes later and the kidneys clear water more slowly.',
    trigger: `From age ${OLDER_ADULT_FROM_YEARS}.`,
    show: SHOW_DETAIL,
    sample: {},
  },
  PREGNANCY: {
    meaning: 'Pregnancy needs advice from a doctor or midwife. In heat or hard effort, reduce both.',
    trigger: `\`health.pregnant\`. The text is stronger from thermal stress level ${PREGNANCY.heatLevel} or intensity ${HEAT.hardIntensityLevel}. Such heat, or more than ${PREGNANCY.reviewFromHours} hours, sets \`requires_human_review\`.`,
    show: SHOW_ALONGSIDE,
    sample: { strenuous: false },
  },
  MEDICAL_SODIUM: {
    meaning: 'A condition that limits sodium.',
    trigger:
      'A health flag that limits sodium but not fluid. Info for hypertension alone. Caution with diuretics or `nsaid_on_race_day`, which then sets `requires_human_review`.',
    show: SHOW_ALONGSIDE,
    sample: { limitMgPerHr: 300 },
  },
  MEDICAL_FLUID: {
    meaning: 'A condition in which a physician sets fluid and sodium.',
    trigger: `A health flag that limits fluid. Caution up to ${60 * MEDICAL_CAUTION_UP_TO_HOURS} minutes. It comes first in every format. ${REVIEWED}`,
    show: SHOW_BEFORE,
    sample: { limitMgPerHr: 300, maxMlPerHr: 400 },
  },
  DIABETES: {
    meaning: 'Carbohydrate must match the athlete’s insulin or medication.',
    trigger: `Treated diabetes among the health flags. Caution up to ${60 * MEDICAL_CAUTION_UP_TO_HOURS} minutes. ${REVIEWED}`,
    show: SHOW_BEFORE,
    sample: {},
  },
  EATING_DISORDER_REDS: {
    meaning: 'An eating disorder or too little energy. No text mentions weight or advises eating less.',
    trigger: 'The health flag for REDs or an eating disorder.',
    show: `${SHOW_ALONGSIDE} Show no weight or calories, and never praise a low intake.`,
    sample: { nothingPlanned: false },
  },
  VERY_LONG_EVENT: {
    meaning:
      'Rates are averages over the event, and the plan should include real food. In the longest events, the weight rule protects where a rate cannot.',
    trigger: `Longer than ${VERY_LONG_HOURS} hours; with the weight rule from ${WEIGHT_RULE_FROM_HOURS} hours.`,
    show: `${SHOW_DETAIL} With the weight rule, show it expanded next to the numbers, and on cards the athlete carries.`,
    sample: { beyondTwelveHours: false, massRule: true, hidesMass: false },
  },
  ALTITUDE: {
    meaning: 'At altitude, more water is lost through breathing and appetite drops.',
    trigger: `\`altitude_m\` above ${ALTITUDE_ABOVE_M}.`,
    show: SHOW_DETAIL,
    sample: { altitudeM: 2400 },
  },
  MASS_MISSING: {
    meaning: 'Weight is unknown, so a cautious ceiling was used.',
    trigger: 'The athlete has no `body_mass_kg`.',
    show: `${SHOW_DETAIL} Offer an input for it, unless EATING_DISORDER_REDS is also present.`,
    sample: { hidesMass: false },
  },
  DATA_OUT_OF_RANGE: {
    meaning: 'An input is missing or outside the range that studies covered.',
    trigger: `Weight outside ${STUDIED.massKg.join(' to ')} kg, age outside ${STUDIED.ageYears.join(' to ')} years, longer than ${STUDIED.hours} hours, no intensity, or neither heat level nor weather.`,
    show: `${SHOW_DETAIL} Ask for what is missing.`,
    sample: { mass: false, ageYears: null, duration: false, intensityMissing: true, heatMissing: true },
  },
  CONFLICTING_INPUT: {
    meaning: 'Inputs contradict each other. The text says which one was used.',
    trigger: `Heat level and weather ${CONFLICT.thermalLevels} levels or more apart; power or pace more than ${CONFLICT.effortRatio} times above or below the stated intensity; intensity ${CONFLICT.unsustainableLevel} or more for longer than ${CONFLICT.unsustainableHours} hours; an effort that nobody can sustain; from ${CONFLICT.aboveFitnessFromHours} hours, power or pace more than ${CONFLICT.aboveFitnessRatio} times what the stated fitness sustains; a sweat rate outside ${CONFLICT.sweatRateMlPerHr.join(' to ')} ml per hour (above it, sets \`requires_human_review\`).`,
    show: `${SHOW_ALONGSIDE} Link to the input.`,
    sample: {
      statedLevel: 3,
      weatherLevel: 7,
      effortAgainstLevel: null,
      unsustainableLevel: null,
      sweatRateMlPerHr: null,
      impossibleEffort: false,
      effortAboveFitness: false,
    },
  },
};
