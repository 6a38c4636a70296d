import { COLD, EAH_RISK, HEAT, LOSS, THIRST_UP_TO_HOURS } from '../../engine/warning-gates.ts';
import { SHOW_BEFORE, SHOW_BESIDE, SHOW_DETAIL, type WarningEntries } from './warning-entry.ts';

/** Describes the warnings about drinking too much, heat, cold and losses. */
export const FLUID_WARNINGS: WarningEntries<
  | 'EAH_RISK_LONG_SLOW'
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
    trigger: `From ${EAH_RISK.fromHours} hours, if drinking ${EAH_RISK.drinkerFactor} times the plan (at least ${EAH_RISK.drinkerLeastLPerHr} l an hour) would end below 135 mmol/l with a probability of ${EAH_RISK.cautionFrom} or more; danger from ${EAH_RISK.dangerFrom}.`,
    show: 'The text and the ceiling directly beside the fluid figure, also on cards and watches.',
    sample: { maxMlPerHr: 600, inWater: false, hidesMass: false },
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
    trigger: `Thermal stress level ${HEAT.caution} on land.`,
    show: SHOW_BESIDE,
    sample: {},
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
    trigger: `A leg outdoors on land at thermal stress level ${COLD.lowFluidUpToLevel} or less.`,
    show: SHOW_DETAIL,
    sample: {},
  },
  COLD_IMMERSION: {
    meaning: 'Cold water is a danger of its own.',
    trigger: 'A swim in water below 19 °C.',
    show: SHOW_BESIDE,
    sample: {},
  },
  DEHYDRATION_LARGE: {
    meaning: 'Even with this plan the athlete ends well short of fluid, because a stomach takes in no more.',
    trigger: `Up to ${LOSS.upToHours} hours, a projected loss above ${LOSS.largePercent} % of body mass, with fluid bound by the stomach or the share of losses. Never beside a warning of drinking too much.`,
    show: `${SHOW_BESIDE} Do not raise the fluid figure.`,
    sample: {},
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
    trigger: `Up to ${THIRST_UP_TO_HOURS} hours, unless a physician sets the athlete’s fluid or a large loss is projected.`,
    show: SHOW_DETAIL,
    sample: {},
  },
};
