import type { ActivityType, SingleSportType } from '@musette/engine/types';
import { KM_PER_MILE } from '@musette/languages/amounts';
import type { Setting } from './lexicon/sense.ts';
import { statedAmount } from './read-duration.ts';
import { isMeasured, type Leg } from './read-legs.ts';
import { hasSense, type ReadText } from './read-text.ts';
import {
  FAMILY_SHARES,
  isTelling,
  likeliestOf,
  likeliestType,
  likelihoodRatios,
  type Recording,
  typesByRecording,
} from './recording.ts';
import { estimatedMinutes, type Family, familyOf, isMultiSport, specialise } from './sports.ts';
import { type Evidence, memberOf } from './weigh-evidence.ts';

/** Weighs the words of a title against the recording of the session. */

export interface Verdict {
  readonly type: ActivityType;
  readonly confidence: number;
  /** True if the confidence is a share of recordings instead of the combined weight of words. */
  readonly isShare?: true;
  readonly legs: readonly Leg[];
  /** The recorded leg of a multi-sport title. Null if the title does not state its amount. */
  readonly leg?: Leg | null;
}

/** The result of reading the title, with its evidence. */
interface WordsRead {
  readonly verdict: Verdict;
  readonly evidence: readonly Evidence[];
  readonly weights: ReadonlyMap<Family, number>;
  readonly settings: ReadonlySet<Setting>;
  /** Legs named in the text, else the legs of the named race's course, or of each possible course. */
  readonly courses: readonly (readonly Leg[])[];
}

/** Confidence in a platform's sport, as a tag or in the file. */
const SPORT_CONFIDENCE = 0.97;
const LEG_CONFIDENCE = 0.9;
/** A name that platforms use for any sport. */
const VAGUE_CONFIDENCE = 0.45;
/** Maximum confidence of figures without words. */
const MOST_WITHOUT_WORDS = 0.9;
const MOST_WITH_WORDS = 0.94;
/** Recorded and stated amounts count as equal within this share. */
const SAME_AMOUNT = 0.15;

/**
 * Decides by the recording's sport if it names one, except for legs whose amounts add up to the recorded
 * time. Otherwise decides by its figures and the words.
 */
export function decideByRecording(recording: Recording, read: WordsRead): Verdict {
  const { verdict } = read;
  const { sportType, isVague } = recording;
  if (sportType !== null && !isVague && !isMultiSport(sportType)) {
    if (isMultiSport(verdict.type) && areRecordedWhole(recording, sportType, verdict.legs)) return verdict;
    return { ...oneSport(memberBySport(sportType, read), SPORT_CONFIDENCE), ...legOf(sportType, read) };
  }
  if (isMultiSport(verdict.type)) return recordedLeg(recording, read) ?? verdict;
  if (sportType !== null && !isVague) return oneSport(sportType, SPORT_CONFIDENCE);
  if (isTelling(recording)) return decideByFigures(recording, read);
  if (sportType === null || verdict.confidence > VAGUE_CONFIDENCE) return verdict;
  return oneSport(sportType, VAGUE_CONFIDENCE);
}

function oneSport(type: ActivityType, confidence: number): Verdict {
  return { type, confidence, isShare: true, legs: [] };
}

/** Returns the recorded leg of a multi-sport title, which may state its own amount. */
function legOf(sport: ActivityType, { verdict }: WordsRead): Pick<Verdict, 'leg'> {
  if (!isMultiSport(verdict.type)) return {};
  return { leg: verdict.legs.find(({ type }) => familyOf(type) === familyOf(sport)) ?? null };
}

/** Legs add up to the recorded time within this share. */
const SAME_TIME = 0.25;

/**
 * Returns whether all legs took the recorded time together, and no leg of the recorded sport fits it better.
 */
function areRecordedWhole({ movingTimeMin }: Recording, sport: ActivityType, legs: readonly Leg[]): boolean {
  if (movingTimeMin === null || movingTimeMin <= 0 || !legs.every(isMeasured) || legs.length < 2)
    return false;
  const distanceTo = (minutes: number) => Math.abs(minutes / movingTimeMin - 1);
  const minutes = legs.map(minutesOfLeg);
  const whole = distanceTo(minutes.reduce((sum, each) => sum + each, 0));
  const own = legs.flatMap(({ type }, index) =>
    familyOf(type) === familyOf(sport) ? distanceTo(minutes[index] ?? 0) : [],
  );
  return whole <= SAME_TIME && own.every((each) => each > whole);
}

function minutesOfLeg({ type, durationMin, distanceKm, intensityLevel }: Leg): number {
  return durationMin ?? (distanceKm === null ? 0 : estimatedMinutes(type, distanceKm, intensityLevel));
}

/**
 * Returns the kind of a recorded sport: "Run" is a trail run if the words say so, and a treadmill run if
 * indoors.
 */
function memberBySport(sportType: ActivityType, { evidence, settings }: WordsRead): ActivityType {
  if (sportType !== 'run' && sportType !== 'bike' && sportType !== 'swim') return sportType;
  const family = familyOf(sportType);
  const same = evidence.filter(({ type }) => familyOf(type) === family);
  return same.length === 0 ? specialise(sportType, settings) : memberOf(family, same, settings, specialise);
}

/**
 * Returns the leg of a multi-sport event whose amount was recorded. Null if the recording covers the whole
 * event.
 */
function recordedLeg(recording: Recording, { courses }: WordsRead): Verdict | null {
  if (recording.sportType !== null && isMultiSport(recording.sportType)) return null;
  if (courses.some((legs) => isSame(recording, sumOf(legs)))) return null;
  const leg = courses.flat().find((candidate) => isSame(recording, candidate));
  return leg === undefined ? null : { ...oneSport(leg.type, LEG_CONFIDENCE), leg };
}

type Amounts = Pick<Leg, 'durationMin' | 'distanceKm'>;

function sumOf(legs: readonly Leg[]): Amounts {
  const sum = (read: (leg: Leg) => number | null) =>
    legs.reduce<number | null>((total, leg) => {
      const amount = read(leg);
      return total === null || amount === null ? null : total + amount;
    }, 0);
  return {
    durationMin: sum(({ durationMin }) => durationMin),
    distanceKm: sum(({ distanceKm }) => distanceKm),
  };
}

function isSame({ distanceKm, movingTimeMin }: Recording, stated: Amounts): boolean {
  const isNear = (one: number | null, other: number | null) =>
    one !== null && other !== null && other > 0 && Math.abs(one / other - 1) <= SAME_AMOUNT;
  return isNear(distanceKm, stated.distanceKm) || isNear(movingTimeMin, stated.durationMin);
}

function decideByFigures(recording: Recording, { evidence, weights, settings }: WordsRead): Verdict {
  const types = typesByRecording(recording);
  const { family, share } = likeliestFamily(weakenWalk(weights), likelihoodRatios(types));
  const hasWords = (weights.get(family) ?? 0) > 0;
  const type = hasWords ? memberByFigures(family, evidence, settings, types) : likeliestOf(family, types);
  return oneSport(type, Math.min(hasWords ? MOST_WITH_WORDS : MOST_WITHOUT_WORDS, share));
}

/** Weight of a word for walking next to figures, only a hint: "Walk in the park", 40 km in 90 minutes. */
const WALK_BESIDE_FIGURES = 0.5;

function weakenWalk(weights: ReadonlyMap<Family, number>): ReadonlyMap<Family, number> {
  const walk = weights.get('foot');
  if (walk === undefined || walk <= WALK_BESIDE_FIGURES) return weights;
  return new Map([...weights, ['foot', WALK_BESIDE_FIGURES]]);
}

/** Returns the kind of run or walk shown by the figures of a plain one. */
function memberByFigures(
  family: Family,
  evidence: readonly Evidence[],
  settings: ReadonlySet<Setting>,
  types: ReadonlyMap<SingleSportType, number>,
): ActivityType {
  return memberOf(family, evidence, settings, (type, known) => {
    const special = specialise(type, known);
    const shown = likeliestOf(family, types);
    const isPlain = special === 'bike' || special === 'swim';
    return isPlain && familyOf(shown) === family ? shown : special;
  });
}

/**
 * Returns the most likely family and its share: the odds of its words times the likelihood ratio of its
 * recordings.
 */
export function likeliestFamily(
  weights: ReadonlyMap<Family, number>,
  ratios: ReadonlyMap<Family, number>,
): { family: Family; share: number } {
  let best: Family = 'other';
  let most = 0;
  let whole = 0;
  for (const [family, share] of FAMILY_SHARES) {
    const weight = Math.min(weights.get(family) ?? 0, HEAVIEST);
    const score = (weight / (1 - weight) + share) * (ratios.get(family) ?? 1);
    whole += score;
    if (score <= most) continue;
    best = family;
    most = score;
  }
  return { family: best, share: most / whole };
}

const HEAVIEST = 0.995;

// Guesses the sport of a title without a sport from its amounts.

/** The confidence if nothing names a sport. The API promises at most 0.2. */
const NO_CUE_CONFIDENCE = 0.1;
/** A distance alone rules sports out without naming one. */
const DISTANCE_ONLY_CONFIDENCE = 0.3;
/** A distance with its time gives the speed. */
const SPEED_CONFIDENCE = 0.45;
/** Sessions of this distance without another word are rides more often than runs (engineering choice). */
const RIDE_FROM_KM = 36;
/** Runners state kilometres, swimmers metres, and walkers neither (engineering choice). */
const RUN_FROM_KM = 3;

/** Returns the most likely sport for a distance, with its time if there is one. */
export function byAmounts(texts: readonly ReadText[]): Verdict {
  const { distanceKm, durationMin } = statedAmount(texts, null);
  const bySpeed = durationMin === null ? null : typeBySpeed(distanceKm ?? bareDistance(texts), durationMin);
  if (bySpeed !== null) return { type: bySpeed, confidence: SPEED_CONFIDENCE, legs: [] };
  if (distanceKm !== null && inMetres(texts))
    return { type: 'swim', confidence: DISTANCE_ONLY_CONFIDENCE, legs: [] };
  if (distanceKm !== null && distanceKm >= RUN_FROM_KM) {
    const type = distanceKm >= RIDE_FROM_KM ? 'bike' : 'run';
    return { type, confidence: DISTANCE_ONLY_CONFIDENCE, legs: [] };
  }
  return { type: 'other', confidence: NO_CUE_CONFIDENCE, legs: [] };
}

/** Returns the type with such a speed. An amount without a unit counts if kilometres and miles agree. */
function typeBySpeed(distance: number | { readonly bare: number } | null, movingTimeMin: number) {
  if (distance === null) return null;
  if (typeof distance === 'number') return likeliestType(distance, movingTimeMin);
  const inKm = likeliestType(distance.bare, movingTimeMin);
  return familyOf(inKm) === familyOf(likeliestType(distance.bare * KM_PER_MILE, movingTimeMin)) ? inKm : null;
}

/** Returns the only number without a unit in a raced title: "Club 10 time trial 24:10". */
function bareDistance(texts: readonly ReadText[]): { readonly bare: number } | null {
  const raced = texts.find(({ cues }) => cues.some((cue) => cue.status === 'live' && hasSense(cue, 'race')));
  const [only, ...more] = (raced?.quantities ?? []).flatMap(({ measure, role }) =>
    measure.kind === 'bare' && role === 'session' ? measure.value : [],
  );
  return only === undefined || more.length > 0 || only < RUN_FROM_KM ? null : { bare: only };
}

/** Returns true if the whole session is stated in metres, like a swim: "2000 m". */
function inMetres(texts: readonly ReadText[]): boolean {
  return texts.some(({ quantities }) =>
    quantities.some(
      ({ role, measure }) =>
        role === 'session' &&
        measure.kind === 'distance' &&
        measure.unit === 'm' &&
        measure.km >= 1 &&
        measure.km <= 5,
    ),
  );
}
