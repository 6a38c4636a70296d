import { COLD, EAH_RISK, HEAT, LOSS, OUTSIDE, THIRST_UP_TO_HOURS } from '#core/engine/warning-gates.ts';
import { SHOW_ALONGSIDE, SHOW_BEFORE, SHOW_DETAIL, type WarningEntries } from './warning-entry.ts';

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
    meaning: 'In an event this long, someone who drinks a lot could dilute their blood (hyponatraemia).',
    trigger: `From ${EAH_RISK.fromHours} hours, if drinking ${1000 * EAH_RISK.drinkerLPerHr} ml per hour would end below 135 mmol/l with a probability of ${EAH_RISK.cautionFrom} or more. Danger from ${EAH_RISK.dangerFrom}, or if the plan itself is projected to end below ${OUTSIDE.diluteBelowMmolPerL} mmol/l. Always with \`health.low_sodium_before\` or \`health.water_retaining_drug\`, each with its own text.`,
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
    trigger: `A leg outdoors on land at thermal stress level ${COLD.lowFluidUpToLevel} or less, with sweat up to ${COLD.lowFluidUpToSweatLPerHr} l per hour. It mentions warm drinks and frozen bottles only at ${COLD.freezingUpToC} °C or below, or at level 1.`,
    show: SHOW_DETAIL,
    sample: { freezing: true },
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
    trigger: `Danger: the projected end is outside the limits listed under INPUT_NEEDED, and no missing field explains it. Up to ${OUTSIDE.longFromHours} hours, a plan limited by the stomach may lose ${OUTSIDE.longLossPercent}%. Danger sets \`requires_human_review\`. Caution: up to ${LOSS.upToHours} hours, a projected loss above ${LOSS.largePercent}% with fluid limited by the stomach or the share of losses.`,
    show: `Danger: ${SHOW_BEFORE} Caution: ${SHOW_ALONGSIDE} Do not raise the fluid figure.`,
    sample: { isOutside: true },
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
};
