/** Gates of the warnings: constants with unit and origin, in one place for review. */

/**
 * EAH_RISK_LONG_SLOW: event hours from which it applies (h), the rate of a generous drinker (Almond 2005: 3 L in a marathon,
 * cited), and the probability at that rate. Engineering choice.
 */
export const EAH_RISK = {
  fromHours: 4,
  drinkerLPerHr: 0.6,
  dangerFrom: 0.2,
  cautionFrom: 0.1,
} as const;

/**
 * Projected ends that a plan must not have without saying so: loss of mass, %, up to these hours and beyond (and where the
 * gut limits); plasma sodium, mmol/L. Engineering choice.
 */
export const OUTSIDE = {
  longFromHours: 6,
  lossPercent: 4,
  longLossPercent: 5,
  saltyAboveMmolPerL: 147,
  diluteBelowMmolPerL: 134,
} as const;

/**
 * Alarm after a reported intake. Gain of mass: EAH consensus 2015 and Almond 2005, cited; the rest
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
  /** Odds of the risk after an answer. */
  oddsOver: 4,
  oddsWell: 0.35,
  oddsDry: 0.1,
} as const;

/** Shown thermal stress levels. 7, 8, 9: ACSM flags and the cancellation band of World Triathlon, cited. */
export const HEAT = {
  caution: 7,
  blackFlag: 8,
  extreme: 9,
  /** For an athlete who has had heat illness. Engineering choice. */
  afterIllness: 6,
  /** An easy hour at the first level is no caution: hours and intensity level. Engineering choice. */
  easyUpToHours: 1,
  easyIntensityLevel: 4,
  /** Hard effort: intensity level and hours. Engineering choice. */
  hardIntensityLevel: 7,
  hardFromHours: 0.5,
} as const;
/**
 * Shown level and sweat up to which little fluid is needed, real level of water (below 19 °C) that is cold, and air in
 * which bottles freeze. Engineering choice.
 */
export const COLD = {
  lowFluidUpToLevel: 2,
  lowFluidUpToSweatLPerHr: 0.8,
  immersionBelowLevel: 1.5,
  freezingUpToC: 0,
} as const;

/** Painkillers matter in events beyond this many hours. Recalled: EAH consensus 2015. */
export const NSAID_FROM_HOURS = 3;

/** Projected loss of mass, %, and event hours. Engineering choice around 2–4 % (ACSM 2007, recalled). */
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

/** Carbohydrate gates: g/h, g/L, hours. Engineering choice. */
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
/** Mouth rinse instead of swallowing, hours and intensity level (Jeukendrup 2014, cited). */
export const MOUTH_RINSE = { fromHours: 0.5, upToHours: 1.25, fromIntensityLevel: 7 } as const;

/**
 * Ages, years: a parent or coach reads along below the first; the hours that are too long to plan without a physician or
 * coach; a person reviews below the last; easy sessions need no caution. Engineering choice.
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
/** In pregnancy heat is advised against from this shown level, and longer sessions are reviewed. Engineering choice. */
export const PREGNANCY = { heatLevel: 7, reviewFromHours: 2 } as const;
/** Up to these hours a condition whose physician sets the doses is a caution, beyond a danger. Engineering choice. */
export const MEDICAL_CAUTION_UP_TO_HOURS = 1;
/** Event hours beyond which rates are averages and food is real. Engineering choice. */
export const VERY_LONG_HOURS = 6;
/** Event hours from which everybody is told to weigh themselves or to watch for swelling. Engineering choice. */
export const WEIGHT_RULE_FROM_HOURS = 8;
/** Event hours beyond which hardly any studies measured. Engineering choice. */
export const BEYOND_FIGURES_HOURS = 12;
/** Altitude from which breath and appetite change noticeably, m. Recalled. */
export const ALTITUDE_ABOVE_M = 2000;

/** Inputs outside the studied people: kg, years, hours. */
export const STUDIED = { massKg: [35, 130], ageYears: [10, 85], hours: 24 } as const;
/** Inputs that contradict each other. Engineering choice. */
export const CONFLICT = {
  /** Thermal levels apart: each is sure to about one. */
  thermalLevels: 3,
  /** Metabolic rate by power or pace over that by the level. */
  effortRatio: 1.6,
  /** Level and hours that no athlete sustains together. */
  unsustainableLevel: 8,
  unsustainableHours: 3,
  /** A measured effort this far above what the stated fitness sustains, from these hours. */
  aboveFitnessRatio: 1.3,
  aboveFitnessFromHours: 3,
  /** Declared sweat rates outside this are checked by a person, ml/h (Baker 2016 saw .26–5.73 L/h, cited). */
  sweatRateMlPerHr: [200, 3000],
} as const;
/** Dangerous reports within 30 days that need a person's look. */
export const OVERDRINK_REPORTS_FOR_REVIEW = 2;
