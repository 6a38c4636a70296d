/**
 * Estimates a missing field's effect: the same event with that field at its lowest plausible value (SCIENCE §6). The
 * ceiling uses the lowest of these, and a field widens the plan only as far as it changes sweat.
 */

import {
  type CeilingInput,
  type CreditedSodium,
  countedUrineLPerHr,
  longEventShare,
  type Retention,
  retentionOf,
} from './ceiling.ts';
import { type EventLosses, legAt, lossesOfEvent, timeAverage } from './draft-event.ts';
import type { PlanInput } from './leg.ts';
import type { ActivityType, UncertaintyField } from './names.ts';
import { clamp, interpolate, type Points } from './numbers.ts';
import { isWeakSport, resolveUncertainty, statedSpread, type Uncertainty, withSpreads } from './personal.ts';
import { creditedSodium, plannedSodiumMgPerL } from './sodium.ts';
import { DEFAULTS } from './tables.ts';
import type { EngineActivity, EngineAthlete, Sex } from './types.ts';

/** Lowest plausible body mass, kg: from height with a slim adult's body mass index, else by sex. */
const LOW_MASS = { kgPerM2: 15.5, lowestKg: 30, highestKg: 65, maleKg: 46, otherKg: 42 } as const;
/** Lowest plausible body mass of a child by age, kg, up to the age that counts as adult. */
const CHILD_MASS_KG: Points = [
  [8, 20],
  [10, 25],
  [12, 30],
  [14, 38],
  [16, 46],
];
const ADULT_FROM_YEARS = 16;
/** Lowest plausible intensity level of races and training sessions up to 4 h, higher in longer ones. */
const LOW_INTENSITY = {
  race: 2.5,
  raceRise: 0.5,
  training: 2,
  trainingRise: 1,
  fromHours: 4,
  overHours: 4,
} as const;
/** Other lowest plausible values: levels, years. */
const LOW_THERMAL_LEVEL = 2;
const LOW_FITNESS_LEVEL = 2;
const LOW_AGE_YEARS = { hikingOrRiding: 75, other: 70 } as const;
/** Types that people continue to a greater age. */
const OF_OLDER_PEOPLE: ReadonlySet<string> = new Set<ActivityType>(['hike', 'walk', 'bike', 'indoor_bike']);

/** The lowest plausible value of a field: kg, level, years or sex. */
export function lowestPlausible(
  field: UncertaintyField,
  { activity, athlete }: Pick<PlanInput, 'activity' | 'athlete'>,
): number | 'female' {
  switch (field) {
    case 'mass':
      return lowestMassKg(athlete);
    case 'intensity':
      return lowestIntensity(activity);
    case 'heat':
      return LOW_THERMAL_LEVEL;
    case 'fitness':
      return LOW_FITNESS_LEVEL;
    case 'sex':
      return 'female';
    case 'age':
      return OF_OLDER_PEOPLE.has(activity.type) ? LOW_AGE_YEARS.hikingOrRiding : LOW_AGE_YEARS.other;
  }
}

function lowestMassKg({ heightCm, sex, ageYears }: EngineAthlete): number {
  const { kgPerM2, lowestKg, highestKg, maleKg, otherKg } = LOW_MASS;
  const bySize = heightCm === null ? null : kgPerM2 * (heightCm / 100) ** 2;
  const bySex = sex === 'male' ? maleKg : otherKg;
  if (ageYears === null || ageYears >= ADULT_FROM_YEARS) {
    return bySize === null ? bySex : clamp(bySize, lowestKg, highestKg);
  }
  const child = interpolate(ageYears, CHILD_MASS_KG);
  if (bySize === null) return Math.min(child, bySex);
  return Math.min(child, Math.max(Math.min(lowestKg, child), Math.min(highestKg, bySize)));
}

function lowestIntensity({ isRaceEvent, durationMin }: EngineActivity): number {
  const { race, raceRise, training, trainingRise, fromHours, overHours } = LOW_INTENSITY;
  const longer = clamp((durationMin / 60 - fromHours) / overHours, 0, 1);
  return isRaceEvent ? race + raceRise * longer : training + trainingRise * longer;
}

/** Returns the input with one field stated: kg, level, years or sex. */
function withField(field: UncertaintyField, input: PlanInput, value: number | Sex): PlanInput {
  const { activity, athlete } = input;
  if (typeof value === 'string') return { ...input, athlete: { ...athlete, sex: value } };
  switch (field) {
    case 'intensity':
      return { ...input, activity: { ...activity, intensityLevel: value, steps: null } };
    case 'heat':
      return { ...input, activity: { ...activity, thermalStressLevel: value, weather: null } };
    case 'mass':
      return { ...input, athlete: { ...athlete, bodyMassKg: value } };
    case 'fitness':
      return { ...input, athlete: { ...athlete, fitnessLevel: value } };
    case 'age':
      return { ...input, athlete: { ...athlete, ageYears: value } };
    case 'sex':
      return input;
  }
}

/** Ordinary body mass: from height, kg/m², else by sex, kg; of a child as factors on the lowest plausible. */
const ORDINARY_MASS = {
  kgPerM2: [18.5, 27],
  maleKg: [58, 90],
  femaleKg: [47, 75],
  unknownKg: [48, 88],
  child: [1.15, 1.6],
} as const;
/** Ordinary intensity levels; those of a race by event hours. */
const ORDINARY_INTENSITY = {
  walking: [2, 5.5],
  training: [3, 7],
  raceLow: [
    [1, 6],
    [4, 5],
    [8, 4],
  ],
  raceHigh: [
    [1, 8.5],
    [4, 7.5],
    [8, 6],
  ],
} as const;
/** Two ordinary values of the other fields. */
const ORDINARY = { heat: [3.5, 7.5], fitness: [3, 7], sex: ['male', 'female'], age: [72, 25] } as const;

function ordinaryValues(
  field: UncertaintyField,
  { activity, athlete }: PlanInput,
): readonly [number | Sex, number | Sex] {
  switch (field) {
    case 'mass':
      return ordinaryMassKg(athlete);
    case 'intensity':
      return ordinaryIntensity(activity);
    case 'heat':
    case 'fitness':
    case 'sex':
    case 'age':
      return ORDINARY[field];
  }
}

function ordinaryMassKg(athlete: EngineAthlete): readonly [number, number] {
  const { heightCm, sex, ageYears } = athlete;
  const { kgPerM2, child, maleKg, femaleKg, unknownKg } = ORDINARY_MASS;
  if (ageYears !== null && ageYears < ADULT_FROM_YEARS) {
    const lowest = lowestMassKg(athlete);
    return [child[0] * lowest, child[1] * lowest];
  }
  if (heightCm !== null) {
    const square = (heightCm / 100) ** 2;
    return [kgPerM2[0] * square, kgPerM2[1] * square];
  }
  return sex === 'male' ? maleKg : sex === 'female' ? femaleKg : unknownKg;
}

function ordinaryIntensity({ type, isRaceEvent, durationMin }: EngineActivity): readonly [number, number] {
  const { walking, training, raceLow, raceHigh } = ORDINARY_INTENSITY;
  if (type === 'hike' || type === 'walk') return walking;
  if (!isRaceEvent) return training;
  const hours = durationMin / 60;
  return [interpolate(hours, raceLow), interpolate(hours, raceHigh)];
}

/** Returns the input with a missing field stated at each of two ordinary values. */
export function withOrdinaryValues(
  field: UncertaintyField,
  input: PlanInput,
): readonly [PlanInput, PlanInput] {
  const [one, other] = ordinaryValues(field, input);
  return [withField(field, input, one), withField(field, input, other)];
}

/** A body mass above this body mass index, kg/m², is doubted, and so is one by these factors from the former. */
export const UNLIKELY_MASS = { kgPerM2: 40, aboveFormer: 2.2, belowFormer: 0.45 } as const;
/** Body mass index, kg/m², that limits the ceiling instead. */
const LIKELY_KG_PER_M2 = 27;
/** Without a height, masses from here on may be pounds, kg, and from above here nobody follows them unread. */
export const POUNDS_FROM_KG = { doubt: 110, reviewAbove: 130 } as const;

/** A stated body mass that is probably wrong, and the mass that the ceiling may rely on, kg. */
export interface DoubtedMass {
  readonly against: 'height' | 'before' | 'size';
  readonly likelyKg: number;
}

/** What a profile states about a body's size. Who does not say their sex has the height of an unknown one. */
type StatedSize = Pick<EngineAthlete, 'bodyMassKg' | 'heightCm' | 'formerMassKg'> & {
  readonly sex: Sex | 'unspecified' | null;
};

/** Returns why a stated body mass is probably wrong, for example pounds sent as kilograms. Null if it may be right. */
export function doubtedMass({ bodyMassKg, heightCm, formerMassKg, sex }: StatedSize): DoubtedMass | null {
  if (bodyMassKg === null) return null;
  const { kgPerM2, aboveFormer, belowFormer } = UNLIKELY_MASS;
  const likelyKg =
    LIKELY_KG_PER_M2 *
    ((heightCm ?? DEFAULTS.heightCm[sex === 'female' || sex === 'male' ? sex : 'unknown']) / 100) ** 2;
  if (heightCm !== null && bodyMassKg > kgPerM2 * (heightCm / 100) ** 2) {
    return { against: 'height', likelyKg };
  }
  const isFarFromFormer =
    formerMassKg !== null &&
    (bodyMassKg > aboveFormer * formerMassKg || bodyMassKg < belowFormer * formerMassKg);
  if (isFarFromFormer) return { against: 'before', likelyKg: formerMassKg };
  return heightCm === null && bodyMassKg >= POUNDS_FROM_KG.doubt ? { against: 'size', likelyKg } : null;
}

/** Share by which a new body mass may differ from a doubted one that it confirms. */
const CONFIRMING_SHARE = 0.1;

/**
 * Returns the former body mass to record when the mass changes, kg. A doubted mass becomes the former one only
 * if the new one confirms it, so that correcting a typing error raises no doubt. Clearing the mass also clears
 * the former one.
 */
export function formerMassAfter(athlete: StatedSize, newMassKg: number | null): number | null {
  const { bodyMassKg, formerMassKg } = athlete;
  if (newMassKg === null) return null;
  if (bodyMassKg === null || bodyMassKg === newMassKg) return formerMassKg;
  const isConfirmed = Math.abs(newMassKg - bodyMassKg) <= CONFIRMING_SHARE * bodyMassKg;
  return doubtedMass(athlete) === null || isConfirmed ? bodyMassKg : formerMassKg;
}

/** The same event with one field at its lowest plausible value; null for a mass that is doubted. */
export interface LowEvent {
  readonly field: UncertaintyField | null;
  readonly draft: EventLosses;
}

/** Recalculates the event's losses for each missing field, one at a time, and for a doubted mass. */
export function lowEventsOf(input: PlanInput, missing: readonly UncertaintyField[]): readonly LowEvent[] {
  const events: LowEvent[] = missing.map((field) => ({
    field,
    draft: lossesOfEvent(withField(field, input, lowestPlausible(field, input))),
  }));
  const doubted = doubtedMass(input.athlete);
  if (doubted !== null) {
    events.push({ field: null, draft: lossesOfEvent(withField('mass', input, doubted.likelyKg)) });
  }
  return events;
}

/**
 * Lowest share to which one field may reduce the sweat rate, and the standard deviations that its low end
 * represents.
 */
const EFFECT = { lowestShare: 0.3, standardDeviations: 1.6 } as const;

/** Returns the uncertainty if each missing field were stated at its default. */
export function spreadsIfStated(uncertainty: Uncertainty): Uncertainty {
  const { missing } = uncertainty;
  if (missing.length === 0) return uncertainty;
  const spreads = Object.fromEntries(missing.map((field) => [field, statedSpread(field, uncertainty)]));
  return withSpreads(uncertainty, spreads);
}

/**
 * Narrows the standard deviation of each missing field to its effect on sweat rate. A field without effect
 * widens the range no more than a stated level does.
 */
export function spreadsByEffect(
  uncertainty: Uncertainty,
  draft: EventLosses,
  lowEvents: readonly LowEvent[],
): Uncertainty {
  if (lowEvents.length === 0) return uncertainty;
  const spreads: Partial<Record<UncertaintyField, number>> = {};
  for (const { field, draft: low } of lowEvents) {
    if (field === null) continue;
    const share = clamp(low.ceilingSweatLPerHr / draft.ceilingSweatLPerHr, EFFECT.lowestShare, 1);
    const byEffect = Math.max(statedSpread(field, uncertainty), -Math.log(share) / EFFECT.standardDeviations);
    spreads[field] = Math.min(uncertainty[field], byEffect);
  }
  return withSpreads(uncertainty, spreads);
}

/** The certainty of an event, and the assumptions that its ceiling may rely on. */
export interface Assessment {
  readonly uncertainty: Uncertainty;
  readonly retention: Retention;
  readonly plannedSodiumMgPerL: number;
  readonly credited: CreditedSodium;
  /** Urine output assumed for risks, L/h. */
  readonly countedUrineLPerHr: number;
}

/** Returns how well each input of a draft is known, with a table entry for each missing field. */
export function uncertaintyOf({ input, hours, drafts, longestIndex }: EventLosses): Uncertainty {
  const { personal, environment } = legAt(drafts, longestIndex);
  return resolveUncertainty({
    athlete: input.athlete,
    personal,
    effort: (drafts.find(({ effort }) => effort.source !== 'default') ?? legAt(drafts, longestIndex)).effort,
    heatFrom: environment.thermalLevelFrom,
    isWeatherGiven: input.activity.weather !== null,
    weakShare: timeAverage(drafts, hours, (leg) => (isWeakSport(leg.type) ? 1 : 0)),
  });
}

/** Assesses an event whose inputs are known this well. */
export function assess(draft: EventLosses, uncertainty: Uncertainty): Assessment {
  const { athlete } = draft.input;
  return {
    uncertainty,
    retention: retentionOf(athlete.health, draft.body.ageYears, draft.hours),
    ...countedTermsOf(draft),
  };
}

/**
 * Assesses the event with one field at its lowest plausible value. That field counts as stated; all other
 * spreads and the kidney class are those of the event.
 */
export function assessLow({ field, draft }: LowEvent, { uncertainty, retention }: Assessment): Assessment {
  return {
    uncertainty:
      field === null ? uncertainty : withSpreads(uncertainty, { [field]: statedSpread(field, uncertainty) }),
    retention,
    ...countedTermsOf(draft),
  };
}

function countedTermsOf(draft: EventLosses) {
  const { input, body, hours, drafts, longestIndex, sweatSodium } = draft;
  const { personal, environment } = legAt(drafts, longestIndex);
  const { health } = input.athlete;
  const planned = plannedSodiumMgPerL({
    sweatSodium,
    personalLn: personal.ln,
    thermalLevel: environment.thermalLevel,
    hours,
  });
  return {
    plannedSodiumMgPerL: planned,
    credited: creditedSodium(draft.balance, sweatSodium, planned, health),
    countedUrineLPerHr: countedUrineLPerHr(health, draft.isSingleSwim, body.massKg),
  };
}

/** Returns how much of a low sweat rate the ceiling of an event may rely on: all of it without stated weather. */
export function longEventShareOf({ input, hours }: EventLosses): number {
  return input.activity.weather === null ? 1 : longEventShare(hours);
}

/** Returns the ceiling input of a draft. */
export function ceilingInputOf(
  draft: EventLosses,
  assessment: Assessment,
  share = longEventShareOf(draft),
): CeilingInput {
  return {
    balance: draft.balance,
    fuel: draft.planningFuel,
    planningCarbGPerHr: draft.planningCarbGPerHr,
    sweatLPerHr: draft.ceilingSweatLPerHr,
    longEventShare: share,
    massKg: draft.body.massKg,
    sigma: assessment.uncertainty.sigma,
    retention: assessment.retention,
    health: draft.input.athlete.health,
    isSingleSwim: draft.isSingleSwim,
    credited: assessment.credited,
    gutLPerHr: draft.gutLimitLPerHr,
  };
}
