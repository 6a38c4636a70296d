import { CARB, MOUTH_RINSE, UNMEASURED_SODIUM } from '#core/engine/warning-gates.ts';
import { SHOW_BESIDE, SHOW_DETAIL, type WarningEntries } from './warning-entry.ts';

/** Describes the warnings about carbohydrate and sodium. */
export const INTAKE_WARNINGS: WarningEntries<
  | 'SODIUM_UNMEASURED'
  | 'CARB_ABOVE_TOLERANCE'
  | 'CARB_HIGH_UNTRAINED'
  | 'CARB_CONCENTRATED'
  | 'GI_HISTORY'
  | 'INTAKE_NOT_NEEDED'
  | 'MOUTH_RINSE_OPTION'
> = {
  SODIUM_UNMEASURED: {
    meaning: 'A large loss of sodium that assumes an average athlete’s sweat.',
    trigger: `From ${UNMEASURED_SODIUM.fromHours} hours, an estimated loss above ${UNMEASURED_SODIUM.lossAboveMgPerHr} mg an hour, and no measured sweat sodium.`,
    show: `${SHOW_DETAIL} Offer a place to enter a sweat sodium test.`,
    sample: { lossMgPerHr: 1300 },
  },
  CARB_ABOVE_TOLERANCE: {
    meaning: 'More carbohydrate could help, but the gut is not trained for it.',
    trigger: `From ${CARB.aboveToleranceFromHours} hours, if the athlete could use more than ${CARB.aboveToleranceFactor} times the tolerance. Not in pregnancy, nor with a history of gut trouble.`,
    show: SHOW_DETAIL,
    sample: { wantedGPerHr: 85, toleranceGPerHr: 60, leg: null },
  },
  CARB_HIGH_UNTRAINED: {
    meaning: 'The athlete states a high usual intake that was never tested.',
    trigger: `\`usual_carb_g_per_hr\` above ${CARB.highUsualGPerHr} without a stated or learned tolerance.`,
    show: SHOW_BESIDE,
    sample: { usualGPerHr: 110, limitGPerHr: CARB.highUsualGPerHr },
  },
  CARB_CONCENTRATED: {
    meaning: 'More carbohydrate for each litre than a bottle should hold.',
    trigger: `From ${CARB.concentratedFromHours} hour and ${CARB.concentratedFromGPerHr} g an hour, more than ${CARB.concentratedAboveGPerL} g for each litre; not with a trained gut of ${CARB.trainedGutGPerHr} g an hour or more.`,
    show: SHOW_DETAIL,
    sample: { gramsPerLitre: 170 },
  },
  GI_HISTORY: {
    meaning: 'The gut has troubled this athlete before.',
    trigger: `\`gi_history\`, or the same learned from feedback, and more than ${CARB.giHistoryAboveGPerHr} g an hour in a leg.`,
    show: SHOW_BESIDE,
    sample: { carbGPerHr: 60 },
  },
  INTAKE_NOT_NEEDED: {
    meaning: 'No carbohydrate is needed during this session.',
    trigger: `Shorter than ${60 * CARB.notNeededBelowHours} minutes and 0 g planned. Never for an athlete with an eating disorder or REDs.`,
    show: 'The text in place of an empty plan, so that 0 does not look like an error.',
    sample: {},
  },
  MOUTH_RINSE_OPTION: {
    meaning: 'Rinsing the mouth helps about as much as swallowing.',
    trigger: `A race of ${60 * MOUTH_RINSE.fromHours} to ${60 * MOUTH_RINSE.upToHours} minutes at intensity ${MOUTH_RINSE.fromIntensityLevel} or more.`,
    show: SHOW_DETAIL,
    sample: {},
  },
};
