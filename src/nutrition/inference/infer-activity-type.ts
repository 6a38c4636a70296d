import type { ActivityType } from '#core/engine/types.ts';
import type { CompiledLexicon } from './compiled-lexicon.ts';
import { legsOf, minutesOfSport } from './infer.ts';
import type { IntensityHint } from './lexicon/sense.ts';
import { isApart } from './read-duration.ts';
import { type Candidate, readSession, type SessionReading } from './read-session.ts';
import type { InferenceInput } from './read-text.ts';
import type { Recording } from './recording.ts';
import { familyOf } from './sport-family.ts';

export type { InferenceInput } from './read-text.ts';

export interface ActivityInference {
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
