/** Weighs the words of a title against the recording of the session. */
import type { ActivityType, SingleSportType } from '../engine/types.ts';
import type { Setting } from './lexicon/sense.ts';
import type { Leg } from './read-legs.ts';
import {
  FAMILY_SHARES,
  isTelling,
  likeliestOf,
  likelihoodRatios,
  type Recording,
  typesByRecording,
} from './recording.ts';
import { type Family, familyOf, specialise } from './sport-family.ts';
import { type Evidence, memberOf } from './weigh-evidence.ts';

export interface Verdict {
  readonly type: ActivityType;
  readonly confidence: number;
  readonly legs: readonly Leg[];
}

/** The result of reading the words, with its evidence. */
export interface WordsRead {
  readonly verdict: Verdict;
  readonly evidence: readonly Evidence[];
  readonly weights: ReadonlyMap<Family, number>;
  readonly settings: ReadonlySet<Setting>;
  /** Legs that the words name; else the legs of the named race's course, or of each course that it may have. */
  readonly courses: readonly (readonly Leg[])[];
}

/** A platform's sport, as a tag or in the file, is wrong this rarely. */
const SPORT_CONFIDENCE = 0.97;
const LEG_CONFIDENCE = 0.9;
/** A name that platforms use for any sport. */
const VAGUE_CONFIDENCE = 0.45;
/** Figures without words are never surer than this. */
const MOST_WITHOUT_WORDS = 0.9;
const MOST_WITH_WORDS = 0.97;
/** Recorded and stated amounts count as equal within this share. */
const SAME_AMOUNT = 0.15;

/** Decides by the recording's sport, except on a structure of several sports, and else by its figures and the words. */
export function decideByRecording(recording: Recording, read: WordsRead): Verdict {
  const { verdict } = read;
  if (isMulti(verdict.type)) {
    const leg = recordedLeg(recording, read);
    return leg === null ? verdict : { type: leg, confidence: LEG_CONFIDENCE, legs: [] };
  }
  const { sportType, isVague } = recording;
  if (sportType !== null && !isVague) {
    return { type: memberBySport(sportType, read), confidence: SPORT_CONFIDENCE, legs: [] };
  }
  if (isTelling(recording)) return decideByFigures(recording, read);
  if (sportType === null || verdict.confidence > VAGUE_CONFIDENCE) return verdict;
  return { type: sportType, confidence: VAGUE_CONFIDENCE, legs: [] };
}

function isMulti(type: ActivityType): boolean {
  return familyOf(type) === 'multi';
}

/**
 * Returns the kind of a recorded sport: "Run" is a trail run if the words say so, and a treadmill run if it was
 * indoors.
 */
function memberBySport(sportType: ActivityType, { evidence, settings }: WordsRead): ActivityType {
  if (sportType !== 'run' && sportType !== 'bike' && sportType !== 'swim') return sportType;
  const family = familyOf(sportType);
  const same = evidence.filter(({ type }) => familyOf(type) === family);
  return same.length === 0 ? specialise(sportType, settings) : memberOf(family, same, settings, specialise);
}

/** Returns the leg of a multi-sport event that was recorded, or null if the recording covers the whole event. */
function recordedLeg(recording: Recording, { verdict, courses }: WordsRead): ActivityType | null {
  const { sportType, isVague } = recording;
  if (sportType !== null && isMulti(sportType)) return null;
  const named = sportType !== null && !isVague && sportType !== 'other' ? sportType : null;
  // A race that is only named ("Ironman Frankfurt"), and one sport recorded.
  if (named !== null && verdict.legs.length === 0) return named;
  if (courses.some((legs) => isSame(recording, sumOf(legs)))) return null;
  const candidates = courses
    .flat()
    .filter(({ type }) => named === null || familyOf(type) === familyOf(named));
  const leg = candidates.find((candidate) => isSame(recording, candidate));
  return leg === undefined ? null : (named ?? leg.type);
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
  const { family, share } = likeliestFamily(weights, likelihoodRatios(types));
  const hasWords = (weights.get(family) ?? 0) > 0;
  const type = hasWords ? memberByFigures(family, evidence, settings, types) : likeliestOf(family, types);
  return { type, confidence: Math.min(hasWords ? MOST_WITH_WORDS : MOST_WITHOUT_WORDS, share), legs: [] };
}

/** Returns the kind of run or walk that the figures show for a plain one. */
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
 * Returns the likeliest family and its share: the odds of its words times the likelihood ratio of its
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
