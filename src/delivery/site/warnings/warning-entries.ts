import { POUNDS_FROM_KG, UNLIKELY_MASS } from '@musette/engine/fields';
import { OLDER_ADULT_FROM_YEARS, UNLIKELY_TOLERANCE } from '@musette/engine/prescribe';
import { CARB, type WarningCode } from '@musette/engine/types';
import type { WarningParameters } from '@musette/engine/warnings';
import {
  AGE,
  AGE_MATTERS_FROM_HOURS,
  ALTITUDE_ABOVE_M,
  COLD,
  CONFLICT,
  EAH_RISK,
  FINISH_WATER_LOSS_SHARE,
  HEAT,
  LOSS,
  MEDICAL_CAUTION_UP_TO_HOURS,
  MOUTH_RINSE,
  NSAID_FROM_HOURS,
  OUTSIDE,
  PREGNANCY,
  SGLT2_REVIEW_FROM_HOURS,
  STUDIED,
  THIRST_UP_TO_HOURS,
  UNMEASURED_SODIUM,
  VERY_LONG_HOURS,
  WEIGHT_RULE_FROM_HOURS,
} from '@musette/engine/warnings';

/** Describes a warning to the partner whose application shows it. */
export interface WarningEntry<Code extends WarningCode = WarningCode> {
  readonly meaning: string;
  readonly trigger: string;
  readonly show: string;
  /** Parameters of the sample text. */
  readonly sample: WarningParameters[Code];
}

/** One entry for each code. */
export type WarningEntries = { readonly [Code in WarningCode]: WarningEntry<Code> };

/** Advice shared by many warnings. */
const SHOW_ALONGSIDE = 'Show the text next to the numbers, expanded.';
const SHOW_BEFORE =
  'Show the text before the numbers, in your danger colour. It must not be permanently dismissible.';
const SHOW_DETAIL = 'Show the text in the plan details.';
const REVIEWED = 'Sets `requires_human_review`.';

/** Describes the warnings about drinking too much, heat, cold and losses. */
export const FLUID_WARNINGS = {
  EAH_RISK_LONG_SLOW: {
    meaning: 'In an event this long, someone who drinks a lot could dilute their blood (hyponatraemia).',
    trigger: `From ${EAH_RISK.fromHours} hours, if drinking ${1000 * EAH_RISK.drinkerLPerHr} ml per hour, whatever is planned, would end below 135 mmol/l with a probability of ${EAH_RISK.cautionFrom} or more. Danger from ${EAH_RISK.dangerFrom}, or if the plan itself is projected to end below ${OUTSIDE.diluteBelowMmolPerL} mmol/l. Always with \`health.low_sodium_before\` or \`health.water_retaining_drug\`, each with its own text.`,
    show: 'Show the text and the ceiling right next to the fluid figure, including on cards and watches.',
    sample: { maxMlPerHr: 600, inWater: false, hidesMass: false, condition: null },
  },
  INPUT_NEEDED: {
    meaning:
      'A field that determines how much is safe to drink is missing, and without it the plan contradicts its own projection.',
    trigger: `The plan is limited by the ceiling for that field’s lowest plausible value, and its projected end is out of bounds: a loss above ${OUTSIDE.lossPercent}% of weight (${OUTSIDE.longLossPercent}% beyond ${OUTSIDE.longFromHours} hours), or plasma sodium above ${OUTSIDE.saltyAboveMmolPerL} or below ${OUTSIDE.diluteBelowMmolPerL} mmol/l. Sets \`requires_human_review\`.`,
    show: 'Show the message before the numbers, with an input for the field named in `field`. An athlete whose weight is hidden is not asked for it, and `field` is omitted.',
    sample: { field: 'mass', hidesMass: false },
  },
  EAH_PLAN_EXCEEDS_SAFE: {
    meaning: 'The athlete’s last report suggests that they drank too much.',
    trigger:
      'Feedback or a sweat test whose intake was graded as risky, based on weight gained, intake compared with losses, and how it felt.',
    show: 'Show the text and the ceiling right next to the fluid figure.',
    sample: { reportedMlPerHr: 900, maxMlPerHr: 600 },
  },
  EAH_OVERDRINK_REPORTED: {
    meaning: 'A recent report shows intake that can dilute the blood.',
    trigger:
      'At least one report of dangerous intake within 30 days. Two or more set `requires_human_review`.',
    show: SHOW_BEFORE,
    sample: { maxMlPerHr: 600 },
  },
  HEAT_CAUTION: {
    meaning: 'Hot conditions.',
    trigger: `Thermal stress level ${HEAT.caution} on land. Info up to ${60 * HEAT.easyUpToHours} minutes at intensity ${HEAT.easyIntensityLevel} or less. With \`health.heat_illness_history\`, from level ${HEAT.afterIllness} with its own text, and it sets \`requires_human_review\`.`,
    show: SHOW_ALONGSIDE,
    sample: { afterIllness: false },
  },
  HEAT_BLACK_FLAG: {
    meaning: 'Very hot conditions: many races are shortened or postponed.',
    trigger: `Thermal stress level ${HEAT.blackFlag} on land.`,
    show: SHOW_ALONGSIDE,
    sample: {},
  },
  HEAT_EXTREME: {
    meaning: 'Extreme heat: no drinking plan makes it safe.',
    trigger: `Thermal stress level ${HEAT.extreme} or more on land.`,
    show: SHOW_BEFORE,
    sample: {},
  },
  HEAT_UNACCLIMATISED: {
    meaning: 'The athlete is not acclimatised to heat.',
    trigger: `Thermal stress level ${HEAT.caution} or more and \`heat_acclimatized\` is false.`,
    show: SHOW_ALONGSIDE,
    sample: {},
  },
  HEAT_HARD_EFFORT: {
    meaning: 'A hard effort in this heat can cause heat stroke within an hour.',
    trigger: `Thermal stress level ${HEAT.blackFlag} or more, intensity ${HEAT.hardIntensityLevel} or more, longer than ${60 * HEAT.hardFromHours} minutes.`,
    show: SHOW_BEFORE,
    sample: {},
  },
  COLD_LOW_FLUID: {
    meaning: 'Athletes need little fluid in the cold.',
    trigger: `A leg outdoors on land at thermal stress level ${COLD.lowFluidUpToLevel} or less, with sweat up to ${COLD.lowFluidUpToSweatLPerHr} l per hour. At ${COLD.freezingUpToC} °C or below, or at level 1, it mentions warm drinks and frozen bottles, also to an athlete who needs more fluid.`,
    show: SHOW_DETAIL,
    sample: { freezing: true, onlyFreezing: false },
  },
  COLD_IMMERSION: {
    meaning: 'Cold water is dangerous in itself.',
    trigger: 'A swim in water below 19 °C.',
    show: SHOW_ALONGSIDE,
    sample: {},
  },
  DEHYDRATION_LARGE: {
    meaning:
      'Even with this plan the athlete finishes well short of fluid, because drinking more is impossible or unsafe.',
    trigger: `The projected end is outside the limits listed under INPUT_NEEDED, and no missing field explains it. Up to ${OUTSIDE.longFromHours} hours, a plan limited by the stomach may lose ${OUTSIDE.longLossPercent}%. Danger from thermal stress level ${OUTSIDE.hotLevel}, with more than ${OUTSIDE.farLossPercent}% of weight lost as water, or with plasma sodium above ${OUTSIDE.farSaltyMmolPerL} mmol/l; it sets \`requires_human_review\`. Otherwise caution, also up to ${LOSS.upToHours} hours with a projected loss above ${LOSS.largePercent}% and fluid limited by the stomach or the share of losses. Beyond 12 hours in known weather, a danger that only the careful limit causes is a caution and keeps its review.`,
    show: `Danger: ${SHOW_BEFORE} Caution: ${SHOW_ALONGSIDE} Do not raise the fluid figure.`,
    sample: { isDanger: true, hidesMass: false },
  },
  SWEAT_EXCEEDS_GUT: {
    meaning: 'The athlete sweats more than the stomach can absorb.',
    trigger: `From ${LOSS.gutFromHours} hours, if the stomach limits the fluid figure. Never together with a warning about drinking too much.`,
    show: SHOW_DETAIL,
    sample: { sweatLPerHr: 1.6 },
  },
  HEAT_FLUID_LOSS: {
    meaning: 'A noticeable fluid loss in the heat.',
    trigger: `Thermal stress level ${HEAT.caution} or more, up to ${LOSS.upToHours} hours, a projected loss above ${LOSS.heatPercent}% of weight. Never together with a warning about drinking too much.`,
    show: SHOW_DETAIL,
    sample: { hidesMass: false },
  },
  DRINK_TO_THIRST: {
    meaning: 'Thirst is a good enough guide. The fluid figure is a suggestion, but its ceiling is not.',
    trigger: `Up to ${THIRST_UP_TO_HOURS} hours, unless a physician sets the athlete’s fluid intake, a large loss is projected, a field is missing (INPUT_NEEDED) or the athlete is an older adult.`,
    show: SHOW_DETAIL,
    sample: {},
  },
} satisfies Partial<WarningEntries>;

/** Describes the warnings about carbohydrate and sodium. */
export const INTAKE_WARNINGS = {
  SODIUM_UNMEASURED: {
    meaning: 'A large sodium loss, estimated from an average athlete’s sweat.',
    trigger: `From ${UNMEASURED_SODIUM.fromHours} hours, an estimated loss above ${UNMEASURED_SODIUM.lossAboveMgPerHr} mg per hour, and no measured sweat sodium.`,
    show: `${SHOW_DETAIL} Offer an input for a sweat sodium test.`,
    sample: { lossMgPerHr: 1300 },
  },
  CARB_ABOVE_TOLERANCE: {
    meaning: 'More carbohydrate could help, but the gut is not trained for it.',
    trigger: `From ${CARB.aboveToleranceFromHours} hours, if the athlete could use more than ${CARB.aboveToleranceFactor} times their tolerance. Never in pregnancy, with a GLP-1 drug, with a history of gut trouble, or next to CARB_TOLERANCE_UNLIKELY.`,
    show: SHOW_DETAIL,
    sample: { wantedGPerHr: 85, toleranceGPerHr: 60, leg: null },
  },
  CARB_TOLERANCE_UNLIKELY: {
    meaning:
      'The stated tolerance of the gut is probably a level or a typo. A low tolerance counts in its place.',
    trigger: `\`carb_tolerance_g_per_hr\` below ${UNLIKELY_TOLERANCE.belowGPerHr}, until feedback on the gut has been given. \`used_g_per_hr\` counts instead. From ${CARB.reviewToleranceFromHours} hours, it sets \`requires_human_review\`.`,
    show: `${SHOW_ALONGSIDE} Link to the input.`,
    sample: { statedGPerHr: 6, usedGPerHr: UNLIKELY_TOLERANCE.countsAsGPerHr },
  },
  CARB_HIGH_UNTRAINED: {
    meaning: 'The athlete reports a high usual intake that was never tested.',
    trigger: `\`usual_carb_g_per_hr\` above ${CARB.highUsualGPerHr} without a stated or learned tolerance.`,
    show: SHOW_ALONGSIDE,
    sample: { usualGPerHr: 110, limitGPerHr: CARB.highUsualGPerHr },
  },
  CARB_CONCENTRATED: {
    meaning: 'More carbohydrate per litre than a bottle should hold.',
    trigger: `From ${CARB.concentratedFromHours} hour and ${CARB.concentratedFromGPerHr} g per hour, more than ${CARB.concentratedAboveGPerL} g per litre. Not with a trained gut of ${CARB.trainedGutGPerHr} g per hour or more.`,
    show: SHOW_DETAIL,
    sample: { gramsPerLitre: 170 },
  },
  GI_HISTORY: {
    meaning: 'This athlete has had gut trouble before.',
    trigger: `\`gi_history\`, stated or learned from feedback, and more than ${CARB.giHistoryAboveGPerHr} g per hour in a leg.`,
    show: SHOW_ALONGSIDE,
    sample: { carbGPerHr: 60 },
  },
  INTAKE_NOT_NEEDED: {
    meaning: 'No carbohydrate is needed during this session.',
    trigger: '0 g planned. Never for an athlete with an eating disorder or REDs.',
    show: 'Show the text instead of an empty plan, so 0 does not look like an error.',
    sample: {},
  },
  MOUTH_RINSE_OPTION: {
    meaning: 'Rinsing the mouth helps about as much as swallowing.',
    trigger: `A race of ${60 * MOUTH_RINSE.fromHours} to ${60 * MOUTH_RINSE.upToHours} minutes at intensity ${MOUTH_RINSE.fromIntensityLevel} or more.`,
    show: SHOW_DETAIL,
    sample: {},
  },
} satisfies Partial<WarningEntries>;

/** Describes the warnings about the person's health, the circumstances and the inputs. */
export const PERSON_WARNINGS = {
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
      'Rates are averages over the event, and the plan should include real food. In the longest events, the athlete’s own weight protects where a rate cannot: it falls while fuel burns, so an athlete who loses less has gained water.',
    trigger: `Longer than ${VERY_LONG_HOURS} hours; with the weight rule from ${WEIGHT_RULE_FROM_HOURS} hours. It names the weight loss to expect at the finish, from \`least_kg\` to \`most_kg\`: what burned fuel takes, and up to ${100 * FINISH_WATER_LOSS_SHARE}% of weight more. No kilograms if weight is missing, doubted (MASS_UNLIKELY) or must not be shown. Beyond 12 hours it adds \`plan_kg\` where the careful limit leaves the plan dry.`,
    show: `${SHOW_DETAIL} With the weight rule, show it expanded next to the numbers, and on cards the athlete carries.`,
    sample: { beyondTwelveHours: false, massRule: true, leastKg: 0.9, mostKg: 2.4, planKg: null },
  },
  EAH_SYMPTOMS: {
    meaning: 'Diluted blood shows first in these symptoms. They count more than the scale.',
    trigger: `From ${WEIGHT_RULE_FROM_HOURS} hours.`,
    show: `${SHOW_DETAIL} Show it expanded next to the numbers, and on cards the athlete carries.`,
    sample: { hidesMass: false },
  },
  GLP1: {
    meaning: 'A GLP-1 drug slows the stomach, so less fluid and carbohydrate is planned.',
    trigger: '`health.glp1_drug`.',
    show: SHOW_DETAIL,
    sample: {},
  },
  SGLT2: {
    meaning: 'An SGLT2 drug can cause ketoacidosis in long exercise without carbohydrate. No number changes.',
    trigger: `\`health.sglt2_drug\`. Longer than ${SGLT2_REVIEW_FROM_HOURS} hours, sets \`requires_human_review\`.`,
    show: SHOW_ALONGSIDE,
    sample: {},
  },
  MASS_UNLIKELY: {
    meaning: 'The weight is probably wrong, for example in pounds. The fluid limit assumes a smaller body.',
    trigger: `\`body_mass_kg\` above a body mass index of ${UNLIKELY_MASS.kgPerM2}, or more than ${UNLIKELY_MASS.aboveFormer} or less than ${UNLIKELY_MASS.belowFormer} times the weight on record before, or from ${POUNDS_FROM_KG.doubt} kg without a height; \`reason\` says which. ${REVIEWED} Without a height only above ${POUNDS_FROM_KG.reviewAbove} kg.`,
    show: `${SHOW_ALONGSIDE} Link to the input.`,
    sample: { against: 'height', hidesMass: false },
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
    meaning: 'An input is outside the range that studies covered.',
    trigger: `Weight outside ${STUDIED.massKg.join(' to ')} kg, age outside ${STUDIED.ageYears.join(' to ')} years, or longer than ${STUDIED.hours} hours.`,
    show: SHOW_DETAIL,
    sample: { mass: false, ageYears: null, duration: true },
  },
  ASSUMED: {
    meaning: 'Nobody stated the intensity, the heat or the age, so ordinary values were assumed.',
    trigger: `No intensity, neither heat level nor weather, or, from ${AGE_MATTERS_FROM_HOURS} hours, no year of birth. \`intensity\`, \`heat\` and \`age\` say which.`,
    show: 'Ask your users for what is missing. Athletes read `safety.assumed` instead: show it next to the numbers.',
    sample: { intensity: true, heat: true, age: false },
  },
  CONFLICTING_INPUT: {
    meaning: 'Inputs contradict each other. The text says which one was used.',
    trigger: `Heat level and weather ${CONFLICT.thermalLevels} levels or more apart; power or pace more than ${CONFLICT.effortRatio} times above or below the stated intensity; intensity ${CONFLICT.unsustainableLevel} or more for longer than ${CONFLICT.unsustainableHours} hours; an effort that nobody can sustain; from ${CONFLICT.aboveFitnessFromHours} hours, power, pace or a stated course more than ${CONFLICT.aboveFitnessRatio} times what the stated fitness sustains (\`effort_above_fitness\`); a sweat rate outside ${CONFLICT.sweatRateMlPerHr.join(' to ')} ml per hour (above it, sets \`requires_human_review\`).`,
    show: `${SHOW_ALONGSIDE} Link to the input.`,
    sample: {
      statedLevel: 3,
      weatherLevel: 7,
      effortAgainstLevel: null,
      unsustainableLevel: null,
      sweatRateMlPerHr: null,
      impossibleEffort: false,
      effortAboveFitness: null,
    },
  },
} satisfies Partial<WarningEntries>;
