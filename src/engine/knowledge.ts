/** How well each input of one calculation is known, and which missing field would help most. */

import { type FieldOption, type Knowledge, UNCERTAINTY } from './confidence.ts';
import { powerIsTelling } from './effort.ts';
import { learnedTolerance, type PlanInput, type ResolvedLevel, resolveSweatSodium } from './inputs.ts';
import type { LegSpecification } from './multisport.ts';
import { evidence } from './personal.ts';
import type { EventPlan } from './plan.ts';
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
  const only = legs[0];
  const sport: Sport = only === undefined ? 'hike' : SPORT_OF_TYPE[only.type];
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
    thermalSd:
      activity.weather !== null
        ? UNCERTAINTY.thermal.weather
        : thermal.from === 'given'
          ? UNCERTAINTY.thermal.level
          : UNCERTAINTY.thermal.missing,
    fitnessSd: fitnessKnown ? UNCERTAINTY.fitness.known : UNCERTAINTY.fitness.missing,
    sexSd: athlete.sex === null ? UNCERTAINTY.sex.missing : UNCERTAINTY.sex.known,
    ageSd: athlete.ageYears === null ? UNCERTAINTY.age.missing : UNCERTAINTY.age.known,
    weakSportSd: !isMultiSport && isWeakSport(activity.type) ? UNCERTAINTY.weakSport : 0,
    sweatSodiumSd: resolveSweatSodium(athlete, learned).sigma,
    carbToleranceSd: knownToleranceSd(input, sport),
    carbNeedSd: needLatent === null ? UNCERTAINTY.carbNeed : Math.max(0.1, Math.sqrt(needLatent.variance)),
  };
}

function isWeakSport(type: EngineActivity['type']): boolean {
  return (
    type === 'swim' || type === 'open_water_swim' || type === 'ski' || type === 'lift' || type === 'other'
  );
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

/** Variance that missing fields add to the logarithm of the sweat rate (dossier §B.3): what is stated adds nothing. */
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
export function missingOptions(plan: EventPlan): FieldOption[] {
  const { activity, athlete } = plan.input;
  const { knowledge } = plan;
  const options: FieldOption[] = [];
  const offer = (field: FieldOption['field'], missing: boolean, filled: Partial<Knowledge>): void => {
    if (missing) options.push({ field, filled });
  };
  const sweat = UNCERTAINTY.sweatMultiplier;
  const better = (current: number, filled: number): number => Math.min(current, filled);
  const fitness = { fitnessSd: UNCERTAINTY.fitness.known };
  offer('bodyMassKg', athlete.bodyMassKg === null, { bodyMassSd: UNCERTAINTY.bodyMass.known });
  offer('sex', athlete.sex === null, { sexSd: 0 });
  offer('ageYears', athlete.ageYears === null, { ageSd: 0 });
  offer('heightCm', athlete.heightCm === null, { heightSd: 0 });
  offer('fitnessLevel', athlete.fitnessLevel === null, fitness);
  offer('vo2maxMlPerKgMin', athlete.vo2maxMlPerKgMin === null, fitness);
  offer('ftpW', athlete.ftpW === null, fitness);
  offer('sweatRateMlPerHr', athlete.sweatRateMlPerHr === null, {
    sweatMultiplierSd: better(knowledge.sweatMultiplierSd, sweat.measuredWithoutConditions),
  });
  offer('sweatLevel', athlete.sweatLevel === null, {
    sweatMultiplierSd: better(knowledge.sweatMultiplierSd, sweat.selfReport),
  });
  offer('sweatSodiumMgPerL', athlete.sweatSodiumMgPerL === null, {
    sweatSodiumSd: better(knowledge.sweatSodiumSd, UNCERTAINTY.sweatSodium.measured),
  });
  offer('saltinessLevel', athlete.saltinessLevel === null, {
    sweatSodiumSd: better(knowledge.sweatSodiumSd, UNCERTAINTY.sweatSodium.selfReport),
  });
  offer('carbToleranceGPerHr', athlete.carbToleranceGPerHr === null, {
    carbToleranceSd: better(knowledge.carbToleranceSd, UNCERTAINTY.carbTolerance.declared),
  });
  offer('usualCarbGPerHr', athlete.usualCarbGPerHr === null, {
    carbToleranceSd: better(knowledge.carbToleranceSd, UNCERTAINTY.carbTolerance.usualIntake),
  });
  offer('intensityLevel', activity.intensityLevel === null, {
    intensitySd: better(knowledge.intensitySd, UNCERTAINTY.intensity.level),
  });
  offer('thermalStressLevel', activity.thermalStressLevel === null, {
    thermalSd: better(knowledge.thermalSd, UNCERTAINTY.thermal.level),
  });
  offer('weather', activity.weather === null, { thermalSd: UNCERTAINTY.thermal.weather });
  const only = plan.legs[0];
  const powerWouldTell = !plan.isMultiSport && only !== undefined && powerIsTelling(only.sport);
  offer('averagePowerW', powerWouldTell && (activity.averagePowerW ?? 0) === 0, {
    intensitySd: UNCERTAINTY.intensity.measured,
  });
  return options;
}
