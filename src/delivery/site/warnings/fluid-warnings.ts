import { COLD, EAH_RISK, HEAT, LOSS, OUTSIDE, THIRST_UP_TO_HOURS } from '#core/engine/warning-gates.ts';
import { SHOW_BEFORE, SHOW_BESIDE, SHOW_DETAIL, type WarningEntries } from './warning-entry.ts';

/** Describes the warnings about drinking too much, heat, cold and losses. */
export const FLUID_WARNINGS: WarningEntries<
  | 'EAH_RISK_LONG_SLOW'
  | 'INPUT_NEEDED'
  | 'EAH_PLAN_EXCEEDS_SAFE'
  | 'EAH_OVERDRINK_REPORTED'
  | 'HEAT_CAUTION'
  | 'HEAT_BLACK_FLAG'
  | 'HEAT_EXTREME'
  | 'HEAT_UNACCLIMATISED'
  | 'HEAT_HARD_EFFORT'
  | 'COLD_LOW_FLUID'
  | 'COLD_IMMERSION'
  | 'DEHYDRATION_LARGE'
  | 'SWEAT_EXCEEDS_GUT'
  | 'HEAT_FLUID_LOSS'
  | 'DRINK_TO_THIRST'
> = {
  EAH_RISK_LONG_SLOW: {
    meaning: 'In an event this long, a generous drinker could dilute the blood (hyponatraemia).',
    trigger: `From ${EAH_RISK.fromHours} hours, if drinking ${1000 * EAH_RISK.drinkerLPerHr} ml an hour would end below 135 mmol/l with a probability of ${EAH_RISK.cautionFrom} or more; danger from ${EAH_RISK.dangerFrom}, or if the plan itself projects an end below ${OUTSIDE.diluteBelowMmolPerL} mmol/l. Always with \`health.low_sodium_before\` or \`health.water_retaining_drug\`, with words of their own.`,
    show: 'The text and the ceiling directly beside the fluid figure, also on cards and watches.',
    sample: { maxMlPerHr: 600, inWater: false, hidesMass: false, condition: null },
  },
  INPUT_NEEDED: {
    meaning:
      'A field is missing that decides how much is safe to drink, and without it the plan contradicts its own projection.',
    trigger: `The ceiling of the same event with that field at its lowest plausible value bound the plan, whose projected end leaves its limits: a loss above ${OUTSIDE.lossPercent} % of weight (${OUTSIDE.longLossPercent} % beyond ${OUTSIDE.longFromHours} hours), plasma sodium above ${OUTSIDE.saltyAboveMmolPerL} or below ${OUTSIDE.diluteBelowMmolPerL} mmol/l. Sets \`requires_human_review\`.`,
    show: 'The message before the numbers, with a place to enter the field that `field` names. An athlete whose weight is hidden is not asked for it, and `field` is left out.',
    sample: { field: 'mass', hidesMass: false },
  },
  EAH_PLAN_EXCEEDS_SAFE: {
    meaning: 'The athlete’s last reported drinking may have been too much.',
    trigger:
      'A feedback or sweat test whose intake was graded as risky: weighed gain, rate against losses, and how it felt.',
    show: 'The text and the ceiling directly beside the fluid figure.',
    sample: { reportedMlPerHr: 900, maxMlPerHr: 600 },
  },
  EAH_OVERDRINK_REPORTED: {
    meaning: 'A recent report shows drinking that can dilute the blood.',
    trigger: 'At least one dangerous report of intake within 30 days. Two set `requires_human_review`.',
    show: SHOW_BEFORE,
    sample: { maxMlPerHr: 600 },
  },
  HEAT_CAUTION: {
    meaning: 'Hot conditions.',
    trigger: `Thermal stress level ${HEAT.caution} on land; info up to ${60 * HEAT.easyUpToHours} minutes at intensity ${HEAT.easyIntensityLevel} or less. With \`health.heat_illness_history\` from level ${HEAT.afterIllness}, with words of its own, and it sets \`requires_human_review\`.`,
    show: SHOW_BESIDE,
    sample: { afterIllness: false },
  },
  HEAT_BLACK_FLAG: {
    meaning: 'Very hot conditions: many races shorten or postpone.',
    trigger: `Thermal stress level ${HEAT.blackFlag} on land.`,
    show: SHOW_BESIDE,
    sample: {},
  },
  HEAT_EXTREME: {
    meaning: 'Extreme heat: no drinking plan makes it safe.',
    trigger: `Thermal stress level ${HEAT.extreme} or more on land.`,
    show: SHOW_BEFORE,
    sample: {},
  },
  HEAT_UNACCLIMATISED: {
    meaning: 'The athlete is not used to heat.',
    trigger: `Thermal stress level ${HEAT.caution} or more and \`heat_acclimatized\` is false.`,
    show: SHOW_BESIDE,
    sample: {},
  },
  HEAT_HARD_EFFORT: {
    meaning: 'Hard effort in this heat can cause heat stroke within the hour.',
    trigger: `Thermal stress level ${HEAT.blackFlag} or more, intensity ${HEAT.hardIntensityLevel} or more, longer than ${60 * HEAT.hardFromHours} minutes.`,
    show: SHOW_BEFORE,
    sample: {},
  },
  COLD_LOW_FLUID: {
    meaning: 'In the cold little fluid is needed.',
    trigger: `A leg outdoors on land at thermal stress level ${COLD.lowFluidUpToLevel} or less, with sweat up to ${COLD.lowFluidUpToSweatLPerHr} l an hour. It names warm drinks and frozen bottles only at ${COLD.freezingUpToC} °C or below, or at level 1.`,
    show: SHOW_DETAIL,
    sample: { freezing: true },
  },
  COLD_IMMERSION: {
    meaning: 'Cold water is a danger of its own.',
    trigger: 'A swim in water below 19 °C.',
    show: SHOW_BESIDE,
    sample: {},
  },
  DEHYDRATION_LARGE: {
    meaning:
      'Even with this plan the athlete ends well short of fluid, because more cannot be drunk or is not safe.',
    trigger: `Danger: the projected end leaves the limits that INPUT_NEEDED names, and no missing field explains it; up to ${OUTSIDE.longFromHours} hours a plan that the stomach limits may lose ${OUTSIDE.longLossPercent} %. It sets \`requires_human_review\`. Caution: up to ${LOSS.upToHours} hours, a projected loss above ${LOSS.largePercent} % with fluid bound by the stomach or the share of losses.`,
    show: `Danger: ${SHOW_BEFORE} Caution: ${SHOW_BESIDE} Do not raise the fluid figure.`,
    sample: { isOutside: true },
  },
  SWEAT_EXCEEDS_GUT: {
    meaning: 'Sweat exceeds what a stomach takes in.',
    trigger: `From ${LOSS.gutFromHours} hours, if the stomach’s limit decided the fluid figure. Never beside a warning of drinking too much.`,
    show: SHOW_DETAIL,
    sample: { sweatLPerHr: 1.6 },
  },
  HEAT_FLUID_LOSS: {
    meaning: 'A noticeable loss of fluid in heat.',
    trigger: `Thermal stress level ${HEAT.caution} or more, up to ${LOSS.upToHours} hours, a projected loss above ${LOSS.heatPercent} % of body mass. Never beside a warning of drinking too much.`,
    show: SHOW_DETAIL,
    sample: { hidesMass: false },
  },
  DRINK_TO_THIRST: {
    meaning: 'Thirst is a good enough guide; the fluid figure is a suggestion, its ceiling is not.',
    trigger: `Up to ${THIRST_UP_TO_HOURS} hours, unless a physician sets the athlete’s fluid, a large loss is projected, a field is needed or the athlete is an older adult.`,
    show: SHOW_DETAIL,
    sample: {},
  },
};
