/** How well each input of one calculation is known, and which missing field would help most. */

import { type FieldOption, type Knowledge, UNCERTAINTY } from './confidence.ts';
import { powerIsTelling } from './effort.ts';
import {
  isMultiSportType,
  learnedTolerance,
  type PlanInput,
  type ResolvedLevel,
  resolveSweatSodium,
} from './inputs.ts';
import type { LegSpecification } from './multisport.ts';
import { evidence } from './personal.ts';
import { SPORT_OF_TYPE, type Sport } from './tables.ts';
import type { EngineActivity } from './types.ts';

/** How well each input of this calculation is known. */
export function knowledgeOf(
  input: PlanInput,
  thermal: ResolvedLevel,
  legs: readonly LegSpecification[],
  isMultiSport: boolean,
): Knowledge {
  const { activity, athlete, learned } = input;
  const sport = longestSport(legs);
  const hasPower = (activity.averagePowerW ?? 0) > 0;
  const powerTells = hasPower && legs.some((leg) => powerIsTelling(SPORT_OF_TYPE[leg.type]));
  const intensityGiven = activity.intensityLevel !== null || legs.every((leg) => leg.intensityLevel !== null);
  const fitnessKnown =
    athlete.fitnessLevel !== null || athlete.vo2maxMlPerKgMin !== null || athlete.ftpW !== null;
  const needLatent = evidence(learned?.carbNeedLn);
  return {
    sweatMultiplierSd: knownSweatSd(input, !isMultiSport && sport === 'swim'),
    bodyMassSd: athlete.bodyMassKg === null ? UNCERTAINTY.bodyMass.missing : UNCERTAINTY.bodyMass.known,
    heightSd: athlete.heightCm === null ? UNCERTAINTY.height.missing : UNCERTAINTY.height.known,
    intensitySd:
      powerTells && !isMultiSport
        ? UNCERTAINTY.intensity.measured
        : intensityGiven || powerTells
          ? UNCERTAINTY.intensity.level
          : UNCERTAINTY.intensity.missing,
    thermalSd: knownThermalSd(activity, thermal, sport),
    fitnessSd: fitnessKnown ? UNCERTAINTY.fitness.known : UNCERTAINTY.fitness.missing,
    sexSd: athlete.sex === null ? UNCERTAINTY.sex.missing : UNCERTAINTY.sex.known,
    ageSd: athlete.ageYears === null ? UNCERTAINTY.age.missing : UNCERTAINTY.age.known,
    weakSportSd: !isMultiSport && isWeakSport(activity.type) ? UNCERTAINTY.weakSport : 0,
    sweatSodiumSd: resolveSweatSodium(athlete, learned).sigma,
    carbToleranceSd: knownToleranceSd(input, sport),
    carbNeedSd: needLatent === null ? UNCERTAINTY.carbNeed : Math.max(0.1, Math.sqrt(needLatent.variance)),
  };
}

/** The sport that most of the time goes to: its gut and its power count. */
function longestSport(legs: readonly LegSpecification[]): Sport {
  let longest = legs[0];
  for (const leg of legs) if (longest === undefined || leg.hours > longest.hours) longest = leg;
  return longest === undefined ? 'hike' : SPORT_OF_TYPE[longest.type];
}

function isWeakSport(type: EngineActivity['type']): boolean {
  return (
    type === 'swim' || type === 'open_water_swim' || type === 'ski' || type === 'lift' || type === 'other'
  );
}

/** Weather says more than a level, but not of water. */
function knownThermalSd(activity: EngineActivity, thermal: ResolvedLevel, sport: Sport): number {
  const { weather, level, missing } = UNCERTAINTY.thermal;
  if (activity.weather !== null && sport !== 'swim') return weather;
  return thermal.from === 'default' ? missing : level;
}

function knownSweatSd(input: PlanInput, inWater: boolean): number {
  const { athlete, learned } = input;
  const latent = evidence(inWater ? learned?.swimSweatLn : learned?.sweatLn);
  if (latent !== null && learned !== null) {
    const floor =
      learned.massTests > 0
        ? UNCERTAINTY.sweatMultiplier.floor
        : UNCERTAINTY.sweatMultiplier.floorWithoutMassTest;
    return Math.max(floor, Math.sqrt(latent.variance));
  }
  if (athlete.sweatRateMlPerHr !== null && !inWater) {
    return UNCERTAINTY.sweatMultiplier.measuredWithoutConditions;
  }
  return athlete.sweatLevel === null
    ? UNCERTAINTY.sweatMultiplier.none
    : UNCERTAINTY.sweatMultiplier.selfReport;
}

function knownToleranceSd({ athlete, learned }: PlanInput, sport: Sport): number {
  const latent = learnedTolerance(learned, sport);
  const { carbTolerance } = UNCERTAINTY;
  if (latent !== null) return Math.max(carbTolerance.learned, latent.standardDeviation / latent.meanGPerHr);
  if (athlete.carbToleranceGPerHr !== null) return carbTolerance.declared;
  return athlete.usualCarbGPerHr === null ? carbTolerance.none : carbTolerance.usualIntake;
}

/** Variance that missing fields add to the logarithm of the sweat rate: what is stated adds nothing. */
export function missingVariance(
  knowledge: Knowledge,
  input: PlanInput,
  thermal: ResolvedLevel,
  legs: readonly LegSpecification[],
): number {
  let variance = 0;
  if (input.athlete.bodyMassKg === null) variance += knowledge.bodyMassSd ** 2;
  if (knowledge.intensitySd === UNCERTAINTY.intensity.missing) variance += knowledge.intensitySd ** 2;
  if (thermal.from === 'default') variance += knowledge.thermalSd ** 2;
  if (knowledge.fitnessSd === UNCERTAINTY.fitness.missing) variance += knowledge.fitnessSd ** 2;
  if (input.athlete.sex === null) variance += knowledge.sexSd ** 2;
  if (input.athlete.ageYears === null) variance += knowledge.ageSd ** 2;
  if (legs.some(({ type }) => type === 'other')) variance += UNCERTAINTY.weakSport ** 2;
  return variance;
}

/** The fields that are not given, with what the calculation would know if they were. */
export function missingOptions(
  { activity, athlete }: PlanInput,
  legs: readonly { readonly sport: Sport }[],
): FieldOption[] {
  const options: FieldOption[] = [];
  const offer = (
    value: unknown,
    field: FieldOption['field'],
    source: FieldOption['source'],
    filledSd: number,
  ): void => {
    if (value === null) options.push({ field, source, filledSd });
  };
  const { sweatMultiplier, sweatSodium, carbTolerance, fitness, bodyMass, sex, age, height } = UNCERTAINTY;
  offer(athlete.bodyMassKg, 'bodyMassKg', 'bodyMassSd', bodyMass.known);
  offer(athlete.sex, 'sex', 'sexSd', sex.known);
  offer(athlete.ageYears, 'ageYears', 'ageSd', age.known);
  offer(athlete.heightCm, 'heightCm', 'heightSd', height.known);
  offer(athlete.fitnessLevel, 'fitnessLevel', 'fitnessSd', fitness.known);
  offer(athlete.vo2maxMlPerKgMin, 'vo2maxMlPerKgMin', 'fitnessSd', fitness.known);
  offer(athlete.ftpW, 'ftpW', 'fitnessSd', fitness.known);
  const only = isMultiSportType(activity.type) ? null : (legs[0]?.sport ?? null);
  const inWater = only === 'swim';
  if (!inWater) {
    offer(
      athlete.sweatRateMlPerHr,
      'sweatRateMlPerHr',
      'sweatMultiplierSd',
      sweatMultiplier.measuredWithoutConditions,
    );
  }
  offer(athlete.sweatLevel, 'sweatLevel', 'sweatMultiplierSd', sweatMultiplier.selfReport);
  offer(athlete.sweatSodiumMgPerL, 'sweatSodiumMgPerL', 'sweatSodiumSd', sweatSodium.measured);
  offer(athlete.saltinessLevel, 'saltinessLevel', 'sweatSodiumSd', sweatSodium.selfReport);
  offer(athlete.carbToleranceGPerHr, 'carbToleranceGPerHr', 'carbToleranceSd', carbTolerance.declared);
  offer(athlete.usualCarbGPerHr, 'usualCarbGPerHr', 'carbToleranceSd', carbTolerance.usualIntake);
  offer(activity.intensityLevel, 'intensityLevel', 'intensitySd', UNCERTAINTY.intensity.level);
  offer(activity.thermalStressLevel, 'thermalStressLevel', 'thermalSd', UNCERTAINTY.thermal.level);
  if (!inWater) offer(activity.weather, 'weather', 'thermalSd', UNCERTAINTY.thermal.weather);
  if (only !== null && powerIsTelling(only)) {
    const power = activity.averagePowerW === 0 ? null : activity.averagePowerW;
    offer(power, 'averagePowerW', 'intensitySd', UNCERTAINTY.intensity.measured);
  }
  return options;
}
