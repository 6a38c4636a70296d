import { CARB, MOUTH_RINSE, UNMEASURED_SODIUM } from '#core/engine/warning-gates.ts';
import { SHOW_ALONGSIDE, SHOW_DETAIL, type WarningEntries } from './warning-entry.ts';

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
    meaning: 'A large sodium loss, estimated from an average athlete’s sweat.',
    trigger: `From ${UNMEASURED_SODIUM.fromHours} hours, an estimated loss above ${UNMEASURED_SODIUM.lossAboveMgPerHr} mg per hour, and no measured sweat sodium.`,
    show: `${SHOW_DETAIL} Offer an input for a sweat sodium test.`,
    sample: { lossMgPerHr: 1300 },
  },
  CARB_ABOVE_TOLERANCE: {
    meaning: 'More carbohydrate could help, but the gut is not trained for it.',
    trigger: `From ${CARB.aboveToleranceFromHours} hours, if the athlete could use more than ${CARB.aboveToleranceFactor} times their tolerance. Never in pregnancy or with a history of gut trouble.`,
    show: SHOW_DETAIL,
    sample: { wantedGPerHr: 85, toleranceGPerHr: 60, leg: null },
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
    trigger: `Shorter than ${60 * CARB.notNeededBelowHours} minutes and 0 g planned. Never for an athlete with an eating disorder or REDs.`,
    show: 'Show the text instead of an empty plan, so 0 does not look like an error.',
    sample: {},
  },
  MOUTH_RINSE_OPTION: {
    meaning: 'Rinsing the mouth helps about as much as swallowing.',
    trigger: `A race of ${60 * MOUTH_RINSE.fromHours} to ${60 * MOUTH_RINSE.upToHours} minutes at intensity ${MOUTH_RINSE.fromIntensityLevel} or more.`,
    show: SHOW_DETAIL,
    sample: {},
  },
};
