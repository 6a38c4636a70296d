/** The warnings about drink, sodium and carbohydrate, in rule order. */
import { needsFluidPhysician, OLDER_ADULT_FROM_YEARS, riskOfRate, warnedPersistence } from './ceiling.ts';
import { SINGLE_SPORT_TYPES, UNCERTAINTY_FIELDS, type WarningCode } from './names.ts';
import { type EventPlan, type LegPlan, planWithAllSweat } from './plan.ts';
import { medianEnd, steadyWaterMass } from './projection.ts';
import { CARB } from './tables.ts';
import { unlikelyTolerance } from './tolerance.ts';
import { type Opponent, type Outside, rule, type Situation } from './warning-rules.ts';
import { HEAT } from './warnings-health.ts';

/**
 * EAH_RISK_LONG_SLOW: minimum event hours (h), the rate of someone who drinks a lot (Almond 2005: 3 L in a
 * marathon, cited), and the probability at that rate.
 */
export const EAH_RISK = {
  fromHours: 4,
  drinkerLPerHr: 0.6,
  dangerFrom: 0.2,
  cautionFrom: 0.1,
} as const;

/** Reports of dangerous intake within 30 days that require review. */
const OVERDRINK_REPORTS_FOR_REVIEW = 2;

/**
 * Projected ends that require a warning: loss of water, % of body mass, up to these hours and beyond (and if the
 * gut is limiting); plasma sodium, mmol/L.
 */
export const OUTSIDE = {
  longFromHours: 6,
  lossPercent: 4,
  longLossPercent: 5,
  saltyAboveMmolPerL: 147,
  diluteBelowMmolPerL: 134,
  /** Beyond these a plan that ends too dry is a danger: displayed level, loss of water, %, plasma sodium. */
  hotLevel: 7,
  farLossPercent: 7,
  farSaltyMmolPerL: 150,
} as const;

/** Projected loss of body mass, %, and event hours, around 2–4 % (ACSM 2007, recalled). */
export const LOSS = {
  upToHours: 6,
  largePercent: 4,
  heatPercent: 2.5,
  gutFromHours: 1.5,
} as const;

const AGAINST_DRINKING = {
  EAH_RISK_LONG_SLOW: rule({
    severities: ['danger', 'caution'],
    parameters: {
      maxMlPerHr: 'number',
      inWater: 'flag',
      hidesMass: 'flag',
      /** The condition that raised it, regardless of the risk. */
      condition: ['low_sodium_before', 'water_retaining_drug', null],
    },
    contradicts: ({ severity, parameters }) =>
      opponentsOfDrinkingLess(severity === 'caution' && parameters.condition === null),
    raise: ({ plan, outside, drinkerRisk, maxMlPerHr, hidesMass }) => {
      const condition = plan.hours >= EAH_RISK.fromHours ? conditionOf(plan) : null;
      const isDanger = drinkerRisk >= EAH_RISK.dangerFrom || outside === 'dilute';
      const isCaution = drinkerRisk >= EAH_RISK.cautionFrom && !endsShort(outside);
      if (!isDanger && !isCaution && condition === null) return false;
      const inWater = !plan.isMultiSport && plan.longest.sport === 'swim';
      return {
        severity: isDanger ? 'danger' : 'caution',
        parameters: { maxMlPerHr, inWater, hidesMass, condition },
        review: condition !== null || outside === 'dilute',
      };
    },
  }),
  EAH_PLAN_EXCEEDS_SAFE: rule({
    severities: ['danger', 'caution'],
    parameters: { reportedMlPerHr: 'number', maxMlPerHr: 'number' },
    contradicts: ({ severity }) => opponentsOfDrinkingLess(severity === 'caution'),
    raise: ({ plan, outside, maxMlPerHr }) => {
      const alarm = plan.input.learned?.lastAlarm ?? null;
      if (alarm === null || (alarm.severity === 'caution' && endsShort(outside))) return false;
      const reportedMlPerHr = Math.round(alarm.rateMlPerHr / 10) * 10;
      return { severity: alarm.severity, parameters: { reportedMlPerHr, maxMlPerHr } };
    },
  }),
  EAH_OVERDRINK_REPORTED: rule({
    severities: ['danger'],
    parameters: { maxMlPerHr: 'number' },
    contradicts: () => opponentsOfDrinkingLess(false),
    raise: ({ plan, maxMlPerHr }) => {
      const reports = plan.input.learned?.overdrinkAtMs.length ?? 0;
      const review = reports >= OVERDRINK_REPORTS_FOR_REVIEW;
      return reports > 0 && { severity: 'danger', parameters: { maxMlPerHr }, review };
    },
  }),
} as const satisfies { readonly [Code in WarningCode]?: unknown };

const RULES_AGAINST_DRINKING = Object.values(AGAINST_DRINKING);

/** Every warning about drinking too much and losing too much. */
export const FLUID_WARNINGS = {
  ...AGAINST_DRINKING,
  INPUT_NEEDED: rule({
    severities: ['danger'],
    parameters: { field: UNCERTAINTY_FIELDS, hidesMass: 'flag' },
    raise: ({ plan: { gapField }, outside, hidesMass }) =>
      outside === 'input_needed' &&
      gapField !== null && { severity: 'danger', parameters: { field: gapField, hidesMass }, review: true },
  }),
  DEHYDRATION_LARGE: rule({
    severities: ['danger', 'caution'],
    parameters: { isDanger: 'flag', hidesMass: 'flag' },
    raise: (situation) => {
      const { outside, hidesMass, isDryByLimit } = situation;
      const review = outside === 'far_too_dry';
      const isDanger = review && !isDryByLimit;
      const isCaution = review || outside === 'dry' || (isLargeLoss(situation) && mayAdviseOnLoss(situation));
      if (!isDanger && !isCaution) return false;
      return { severity: isDanger ? 'danger' : 'caution', parameters: { isDanger, hidesMass }, review };
    },
  }),
  SWEAT_EXCEEDS_GUT: rule({
    severities: ['info'],
    parameters: { sweatLPerHr: 'number' },
    raise: (situation) => {
      const { plan } = situation;
      const isGutBound = plan.hours >= LOSS.gutFromHours && plan.fluidBoundBy === 'gastric_ceiling';
      if (!isGutBound || isLargeLoss(situation) || !mayAdviseOnLoss(situation)) return false;
      const sweatLPerHr = Math.round(plan.balance.sweatLPerHr * 10) / 10;
      return { severity: 'info', parameters: { sweatLPerHr } };
    },
  }),
  HEAT_FLUID_LOSS: rule({
    severities: ['info'],
    parameters: { hidesMass: 'flag' },
    raise: (situation) => {
      const { plan, landLevel, lossPercent, hidesMass } = situation;
      const isNoticeable =
        landLevel >= HEAT.caution && plan.hours <= LOSS.upToHours && lossPercent > LOSS.heatPercent;
      if (!isNoticeable || isLargeLoss(situation) || !mayAdviseOnLoss(situation)) return false;
      return { severity: 'info', parameters: { hidesMass } };
    },
  }),
} as const satisfies { readonly [Code in WarningCode]?: unknown };

/** Lists what contradicts advice to drink less. If it is mild, also that the plan leaves the athlete short. */
function opponentsOfDrinkingLess(isMild: boolean): readonly Opponent[] {
  const losses: readonly Opponent[] = ['SWEAT_EXCEEDS_GUT', 'HEAT_FLUID_LOSS'];
  return isMild ? [...losses, 'INPUT_NEEDED', 'DEHYDRATION_LARGE'] : losses;
}

/** Returns whether the plan's own end leaves the athlete short, which only a danger or a condition outweighs. */
function endsShort(outside: Outside | null): boolean {
  return outside === 'input_needed' || outside === 'far_too_dry' || outside === 'dry';
}

/** Returns whether the plan keeps its limits and nothing warns of drinking too much. */
function mayAdviseOnLoss(situation: Situation): boolean {
  if (situation.outside !== null) return false;
  for (const { raise } of RULES_AGAINST_DRINKING) if (raise(situation) !== false) return false;
  return true;
}

function isLargeLoss({ plan, lossPercent }: Situation): boolean {
  return (
    plan.hours <= LOSS.upToHours &&
    lossPercent > LOSS.largePercent &&
    (plan.fluidBoundBy === 'gastric_ceiling' || plan.fluidBoundBy === 'loss_share')
  );
}

function conditionOf({ input }: EventPlan): 'low_sodium_before' | 'water_retaining_drug' | null {
  const { lowSodiumBefore, waterRetainingDrug } = input.athlete.health;
  if (lowSodiumBefore) return 'low_sodium_before';
  return waterRetainingDrug ? 'water_retaining_drug' : null;
}

/**
 * Calculates the loss at the plan's own median end, the change at unchanged body water, and which of its limits
 * that end exceeds.
 */
export function ownEndOf(
  plan: EventPlan,
  landLevel: number,
): Pick<Situation, 'lossPercent' | 'steadyWaterPercent' | 'outside' | 'isDryByLimit'> {
  const end = endOf(plan);
  const outside = outsideOwnLimits(plan, { ...end, landLevel });
  const isDryByLimit =
    outside === 'far_too_dry' && landLevel < OUTSIDE.hotLevel && keepsWaterWithAllSweat(plan);
  return { lossPercent: -end.massPercent, steadyWaterPercent: end.steadyWaterPercent, outside, isDryByLimit };
}

function endOf(plan: EventPlan) {
  const { massPercent, plasmaMmolPerL } = medianEnd(plan);
  const steadyWaterPercent = steadyWaterMass(plan, plan.carbGPerHr, plan.body.massKg);
  return { massPercent, steadyWaterPercent, waterPercent: massPercent - steadyWaterPercent, plasmaMmolPerL };
}

/** Returns whether a plan whose ceiling relied on all of the predicted sweat would not end far too dry. */
function keepsWaterWithAllSweat({ input, ceilingInput }: EventPlan): boolean {
  if (ceilingInput.longEventShare === 1) return false;
  const { waterPercent, plasmaMmolPerL } = endOf(planWithAllSweat(input));
  return waterPercent >= -OUTSIDE.farLossPercent && plasmaMmolPerL <= OUTSIDE.farSaltyMmolPerL;
}

interface OwnEnd {
  readonly waterPercent: number;
  readonly plasmaMmolPerL: number;
  readonly landLevel: number;
}

/** Up to 6 h a plan limited by the gut may lose 5 % instead of 4, because more could not be drunk. */
function outsideOwnLimits(
  plan: EventPlan,
  { waterPercent, plasmaMmolPerL, landLevel }: OwnEnd,
): Outside | null {
  const mayLoseMore = plan.hours > OUTSIDE.longFromHours || plan.fluid.limitedBy === 'gastric_ceiling';
  const isTooDry = waterPercent < -(mayLoseMore ? OUTSIDE.longLossPercent : OUTSIDE.lossPercent);
  const isTooSalty = plasmaMmolPerL > OUTSIDE.saltyAboveMmolPerL;
  const isTooDilute = plasmaMmolPerL < OUTSIDE.diluteBelowMmolPerL;
  if (!isTooDry && !isTooSalty && !isTooDilute) return null;
  if (plan.fluid.limitedBy === 'safety_ceiling' && plan.gapField !== null) return 'input_needed';
  if (isTooDilute && !isTooDry) return 'dilute';
  const isFar =
    landLevel >= OUTSIDE.hotLevel ||
    waterPercent < -OUTSIDE.farLossPercent ||
    plasmaMmolPerL > OUTSIDE.farSaltyMmolPerL;
  return isFar ? 'far_too_dry' : 'dry';
}

/**
 * Returns the probability 0–1 that an athlete like this one who drinks a lot ends below 135 mmol/L, whatever is
 * planned. 0 below 4 h.
 */
export function generousDrinkerRisk(plan: EventPlan): number {
  if (plan.hours < EAH_RISK.fromHours) return 0;
  return (
    warnedPersistence(plan.hours) *
    riskOfRate({
      balance: { ...plan.balance, sweatLPerHr: Math.min(plan.balance.sweatLPerHr, plan.ceilingSweatLPerHr) },
      fluidLPerHr: EAH_RISK.drinkerLPerHr,
      creditedSodiumMgPerL: plan.credited.mgPerL,
      urineLPerHr: plan.countedUrineLPerHr,
      sigma: plan.uncertainty.sigma,
      retention: plan.retention.own,
    })
  );
}

/**
 * Event hours up to which thirst is a good enough guide (Hoffman 2018, EAH consensus
 * 2015: direction, cited).
 */
export const THIRST_UP_TO_HOURS = 1.5;

/** Sodium loss, mg/h, and event hours from which a sweat sodium test is worth its cost. */
export const UNMEASURED_SODIUM = { fromHours: 3, lossAboveMgPerHr: 1200 } as const;

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
      const limited = plan.legs.find(
        (leg) => leg.isFed && wishOf(leg) > CARB.aboveToleranceFactor * leg.carbohydrate.toleranceLimitGPerHr,
      );
      // Gut training is not advised in pregnancy, with a GLP-1 drug or after gut trouble.
      const { pregnant, glp1Drug } = plan.input.athlete.health;
      const mayTrain = !pregnant && !glp1Drug && !hasGiHistory(plan);
      const isCounted =
        plan.hours >= CARB.aboveToleranceFromHours && mayTrain && doubtedTolerance(plan) === null;
      if (limited === undefined || !isCounted) return false;
      const parameters = {
        wantedGPerHr: Math.round(wishOf(limited)),
        toleranceGPerHr: Math.round(limited.carbohydrate.toleranceLimitGPerHr),
        leg: plan.isMultiSport ? limited.type : null,
      };
      return { severity: 'info', parameters };
    },
  }),
  /** A declared tolerance that looks like a level. Once the gut has answered, the answers count. */
  CARB_TOLERANCE_UNLIKELY: rule({
    severities: ['caution'],
    parameters: { statedGPerHr: 'number', usedGPerHr: 'number' },
    contradicts: () => ['CARB_ABOVE_TOLERANCE'],
    raise: ({ plan }) => {
      const unlikely = doubtedTolerance(plan);
      if (unlikely === null) return false;
      const { statedGPerHr, usedGPerHr } = unlikely;
      const review = plan.hours >= CARB.reviewToleranceFromHours;
      return { severity: 'caution', parameters: { statedGPerHr, usedGPerHr }, review };
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
      const most = plan.legs.reduce((highest, leg) => Math.max(highest, leg.carbGPerHr), 0);
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

/** Returns a declared tolerance that cannot be right, unless the gut has answered on foot or on the bike. */
function doubtedTolerance({ input: { athlete, learned } }: EventPlan) {
  const isLearned =
    learned !== null &&
    learned.runCarbToleranceGPerHr.observations + learned.bikeCarbToleranceGPerHr.observations > 0;
  return isLearned ? null : unlikelyTolerance(athlete);
}

/** Carbohydrate that a trained gut could use in a leg, g/h. */
function wishOf({ carbohydrate }: LegPlan): number {
  return Math.min(carbohydrate.targetGPerHr, carbohydrate.demandGPerHr, carbohydrate.absoluteLimitGPerHr);
}
