/** Defines the thresholds of the warnings: constants with unit and source, in one place for review. */

/**
 * EAH_RISK_LONG_SLOW: minimum event hours (h), the rate of someone who drinks a lot (Almond 2005: 3 L in a
 * marathon, cited), and the probability at that rate. Engineering choice.
 */
export const EAH_RISK = {
  fromHours: 4,
  drinkerLPerHr: 0.6,
  dangerFrom: 0.2,
  cautionFrom: 0.1,
} as const;

/**
 * Projected ends that require a warning: loss of body mass, %, up to these hours and beyond (and if the gut
 * is limiting); plasma sodium, mmol/L. Engineering choice.
 */
export const OUTSIDE = {
  longFromHours: 6,
  lossPercent: 4,
  longLossPercent: 5,
  saltyAboveMmolPerL: 147,
  diluteBelowMmolPerL: 134,
} as const;

/**
 * Alarm after a reported intake. Weight gain: EAH consensus 2015 and Almond 2005, cited. The rest:
 * engineering choice.
 */
export const DRINKING_ALARM = {
  dangerGainPercent: 2,
  dangerGainLongPercent: 1,
  longFromHours: 2,
  /** Cohort rule: 3 L in a marathon at 50 kg (Almond 2005, cited). */
  cohortMlPerKg: 60,
  cohortFromHours: 4,
  overLossesFactor: 1.15,
  dangerRisk: 0.15,
  cautionRisk: 0.03,
  /** Odds factors on the risk after an answer. */
  oddsOver: 4,
  oddsWell: 0.35,
  oddsDry: 0.1,
} as const;

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

/** Event hours beyond which painkillers matter. Recalled: EAH consensus 2015. */
export const NSAID_FROM_HOURS = 3;

/** Projected loss of body mass, %, and event hours. Engineering choice around 2–4 % (ACSM 2007, recalled). */
export const LOSS = {
  upToHours: 6,
  largePercent: 4,
  heatPercent: 2.5,
  gutFromHours: 1.5,
} as const;
/**
 * Event hours up to which thirst is a good enough guide. Engineering choice (Hoffman 2018, EAH consensus
 * 2015: direction, cited).
 */
export const THIRST_UP_TO_HOURS = 1.5;

/**
 * Sodium loss, mg/h, and event hours from which a sweat sodium test is worth its cost. Engineering choice.
 */
export const UNMEASURED_SODIUM = { fromHours: 3, lossAboveMgPerHr: 1200 } as const;

/** Carbohydrate thresholds: g/h, g/L, hours. Engineering choice. */
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
 * Pregnancy: displayed level from which heat is discouraged, and hours from which sessions are reviewed.
 * Engineering choice.
 */
export const PREGNANCY = { heatLevel: 7, reviewFromHours: 2 } as const;
/**
 * Hours up to which a condition with physician-set doses is a caution. Beyond, a danger. Engineering choice.
 */
export const MEDICAL_CAUTION_UP_TO_HOURS = 1;
/** Event hours beyond which rates are averages and real food is advised. Engineering choice. */
export const VERY_LONG_HOURS = 6;
/** Event hours from which everyone is told to weigh themselves or watch for swelling. Engineering choice. */
export const WEIGHT_RULE_FROM_HOURS = 8;
/** Event hours beyond which there are hardly any studies. Engineering choice. */
export const BEYOND_FIGURES_HOURS = 12;
/** Altitude from which respiratory water loss and appetite change noticeably, m. Recalled. */
export const ALTITUDE_ABOVE_M = 2000;

/** Range of the studied population: kg, years, hours. */
export const STUDIED = { massKg: [35, 130], ageYears: [10, 85], hours: 24 } as const;
/** Inputs that contradict each other. Engineering choice. */
export const CONFLICT = {
  /** Difference in thermal stress levels: each is certain to about one. */
  thermalLevels: 3,
  /** Ratio of the metabolic rate from power or pace to that from the level. */
  effortRatio: 1.6,
  /** Level and hours that no athlete can sustain together. */
  unsustainableLevel: 8,
  unsustainableHours: 3,
  /** Ratio of a measured effort to what the stated fitness sustains, from these hours. */
  aboveFitnessRatio: 1.3,
  aboveFitnessFromHours: 3,
  /** Declared sweat rates outside this range need review, ml/h (Baker 2016 measured .26–5.73 L/h, cited). */
  sweatRateMlPerHr: [200, 3000],
} as const;
/** Dangerous reports within 30 days that require review. */
export const OVERDRINK_REPORTS_FOR_REVIEW = 2;
