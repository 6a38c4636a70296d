import { SESSION_MAX_MIN } from '@musette/engine/fields';
import type { ActivityType, SingleSportType } from '@musette/engine/types';
import type { CompiledLexicon } from './compiled-lexicon.ts';
import type { IntensityHint } from './lexicon/sense.ts';
import { amountOfLeg, eventMinutes, isApart, sessionMinutes, statedAmount } from './read-duration.ts';
import type { Leg } from './read-legs.ts';
import { courseLegs } from './read-multi-sport.ts';
import { type Candidate, readSession, rounded, type SessionReading } from './read-session.ts';
import type { InferenceInput } from './read-text.ts';
import type { Recording } from './recording.ts';
import { estimatedMinutes, familyOf, isMultiSport, toSingleSport } from './sports.ts';

export type { InferenceInput } from './read-text.ts';

interface ActivityInference {
  readonly inferredType: ActivityType;
  /** Probability 0–1 that a reader would choose the same type, at most 0.2 if nothing names a sport. */
  readonly confidence: number;
  readonly intensityHint: IntensityHint;
  /** Average over the whole session, 1–9. */
  readonly intensityLevel: number | null;
  readonly isRaceEvent: boolean;
  /** Whole minutes 1–2880, stated or estimated from the distance. Null if the title states no total. */
  readonly durationMin: number | null;
  readonly isMultiSport: boolean;
  readonly alternatives: readonly Candidate[];
  /** Names each word or figure with its interpretation. */
  readonly evidence: readonly string[];
}

/**
 * Infers the type of session from title, description, tags and recording by weighing words from the lexicons
 * of all languages. The locale decides if languages disagree. Accepts any strings and never throws.
 */
export function inferActivityType(input: InferenceInput, lexicon: CompiledLexicon): ActivityInference {
  const reading = readSession(input, lexicon);
  const isMultiSport = familyOf(reading.type) === 'multi';
  const recording = input.recording ?? null;
  const durationMin = isMultiSport ? legsMinutes(reading, recording) : minutesOfSport(reading, recording);
  return {
    inferredType: reading.type,
    confidence: reading.confidence,
    intensityHint: reading.intensity.hint,
    intensityLevel: reading.intensity.level,
    isRaceEvent: reading.intensity.isRace,
    durationMin,
    isMultiSport,
    alternatives: reading.alternatives,
    evidence: reading.evidence,
  };
}

/** Returns the minutes stated by the legs or the race, unless the recorded time contradicts them. */
function legsMinutes(reading: SessionReading, recording: Recording | null): number | null {
  const statedMin = legsOf(reading, null).totalDurationMin;
  if (statedMin === null) return null;
  return isApart(statedMin, recording?.movingTimeMin ?? null, MOST_APART) ? null : statedMin;
}

const MOST_APART = 1.35;

interface BrickSegment {
  readonly type: SingleSportType;
  /** Whole minutes, at least 1. */
  readonly durationMin: number | null;
  readonly distanceKm: number | null;
  readonly intensityLevel: number | null;
}

export interface BrickInference {
  readonly isMultiSport: boolean;
  readonly inferredType: ActivityType;
  readonly confidence: number;
  /** Legs in order. If each has its minutes, an activity of this type accepts them unchanged. */
  readonly segments: readonly BrickSegment[];
  readonly totalDurationMin: number | null;
}

/** Maximum difference between stated and inferred durations before confidence drops (±10 %). */
const TOLERANCE = 0.1;
const MISMATCH_PENALTY = 0.15;
const MOST_SEGMENTS = 10;

/**
 * Returns the legs of a multi-sport session from its text. `durationMin` (1–2880), or else the recording's
 * moving time, applies to the whole session and overrides the title: legs are scaled to it, or the one
 * missing leg takes the remainder. Accepts any strings and never throws.
 */
export function inferBrick(
  input: InferenceInput & { readonly durationMin: number | null },
  lexicon: CompiledLexicon,
): BrickInference {
  const movingTimeMin = input.recording?.movingTimeMin ?? null;
  const recordedMin = movingTimeMin === null || movingTimeMin < 1 ? null : Math.round(movingTimeMin);
  return legsOf(readSession(input, lexicon), input.durationMin ?? recordedMin);
}

function legsOf(reading: SessionReading, durationMin: number | null): BrickInference {
  if (!isMultiSport(reading.type)) return singleSport(reading, durationMin);
  const totalMin = durationMin ?? statedTotal(reading) ?? usualTotal(reading);
  const { segments, scaled } = reconcileLegs(
    legsOrCourse(reading, totalMin),
    totalMin,
    reading.intensity.isRace,
  );
  const complete = segments.length > 0 && segments.every(({ durationMin }) => durationMin !== null);
  return {
    isMultiSport: true,
    inferredType: reading.type,
    confidence: rounded(scaled ? Math.max(0.2, reading.confidence - MISMATCH_PENALTY) : reading.confidence),
    segments,
    totalDurationMin: complete ? sumOf(segments) : totalMin,
  };
}

function singleSport(reading: SessionReading, durationMin: number | null): BrickInference {
  const { type, confidence } = reading;
  return {
    isMultiSport: false,
    inferredType: type,
    confidence,
    segments: [],
    totalDurationMin: durationMin ?? minutesOfSport(reading, null),
  };
}

/** Returns the minutes of a single-sport session, or of the recorded leg of a multi-sport title. */
function minutesOfSport(reading: SessionReading, recording: Recording | null): number | null {
  const { type, texts, leg, intensity } = reading;
  const single = toSingleSport(type);
  const stated = leg === undefined ? statedAmount(texts, single) : amountOfLeg(leg);
  return sessionMinutes(single, stated, intensity, recording);
}

function statedTotal(reading: SessionReading): number | null {
  if (reading.legsTotalMin !== null) return Math.max(1, Math.round(reading.legsTotalMin));
  if (reading.legs.some(({ durationMin }) => durationMin !== null)) return null;
  const { durationMin } = statedAmount(reading.texts, null);
  return durationMin === null ? null : Math.max(1, Math.round(durationMin));
}

/** Returns the legs named in the text, or those of the named triathlon distance ("70.3"). */
function legsOrCourse({ legs, type, intensity }: SessionReading, totalMin: number | null): readonly Leg[] {
  if (legs.length > 0 || type !== 'triathlon' || !intensity.isRace) return legs;
  const course = courseLegs(type, intensity.event?.km ?? null);
  const usualMin = eventMinutes(type, intensity) ?? 0;
  // "60' at 70.3 watts" is not a 70.3.
  return course === null || (totalMin ?? usualMin) < usualMin / 2 ? [] : course;
}

/** Returns the usual time of a named race, unless the legs state theirs. */
function usualTotal(reading: SessionReading): number | null {
  if (reading.legs.some(({ durationMin }) => durationMin !== null)) return null;
  return eventMinutes(reading.type, reading.intensity);
}

function reconcileLegs(
  legs: readonly Leg[],
  totalMin: number | null,
  isRace: boolean,
): { segments: BrickSegment[]; scaled: boolean } {
  const shown = legs.slice(0, MOST_SEGMENTS);
  const minutes = shown.map((leg) => leg.durationMin ?? minutesByDistance(leg, isRace));
  fillMissing(minutes, totalMin);
  const known = minutes.filter((value) => value !== null);
  const whole = known.reduce((sum, value) => sum + value, 0);
  let factor = 1;
  let scaled = false;
  if (known.length === shown.length && whole > 0) {
    const target = Math.min(SESSION_MAX_MIN, totalMin ?? whole);
    factor = target / whole;
    scaled = Math.abs(factor - 1) > TOLERANCE && shown.some(({ durationMin }) => durationMin !== null);
  }
  const scaledMinutes = wholeMinutes(minutes, factor);
  const segments = shown.map((leg, index) => ({
    type: leg.type,
    durationMin: scaledMinutes[index] ?? null,
    distanceKm: leg.distanceKm === null ? null : Math.round(leg.distanceKm * 1000) / 1000,
    intensityLevel: leg.intensityLevel,
  }));
  return { segments, scaled };
}

/** Estimates the time for a distance. Races are faster than training: level 6 instead of 5. */
function minutesByDistance(leg: Leg, isRace: boolean): number | null {
  if (leg.distanceKm === null) return null;
  return estimatedMinutes(leg.type, leg.distanceKm, leg.intensityLevel ?? (isRace ? 6 : null));
}

/** Gives the one leg without a number the remainder of the total. */
function fillMissing(minutes: (number | null)[], totalMin: number | null): void {
  const missing = minutes.indexOf(null);
  if (totalMin === null || missing === -1 || minutes.indexOf(null, missing + 1) !== -1) return;
  const known = minutes.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  if (totalMin - known >= 1) minutes[missing] = totalMin - known;
}

/** Scales legs to whole minutes of at least 1. The longest legs absorb the rounding. */
function wholeMinutes(minutes: readonly (number | null)[], factor: number): (number | null)[] {
  const whole = minutes.map((value) =>
    value === null ? null : Math.min(SESSION_MAX_MIN, Math.max(1, Math.round(value * factor))),
  );
  if (whole.includes(null)) return whole;
  const totalMin = minutes.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  let owed = Math.round(totalMin * factor) - whole.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  const longestFirst = whole.map((value, index) => ({ value: value ?? 0, index }));
  longestFirst.sort((one, other) => other.value - one.value);
  for (const { value, index } of longestFirst) {
    const minute = Math.max(1, value + owed);
    owed -= minute - value;
    whole[index] = minute;
  }
  return whole;
}

function sumOf(segments: readonly BrickSegment[]): number {
  return segments.reduce((sum, { durationMin }) => sum + (durationMin ?? 0), 0);
}
