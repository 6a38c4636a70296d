import type { ActivityType } from '../engine/types.ts';
import type { CompiledLexicon } from './compiled-lexicon.ts';
import { legsOf, singleTypeOf } from './infer-brick.ts';
import type { IntensityHint } from './lexicon/sense.ts';
import { sessionMinutes, statedAmount } from './read-duration.ts';
import { type Candidate, readSession } from './read-session.ts';
import type { InferenceInput } from './read-text.ts';
import { familyOf } from './sport-family.ts';

export type { InferenceInput } from './read-text.ts';

export interface ActivityInference {
  readonly inferredType: ActivityType;
  /** Probability 0–1 that a reader would say the same type; at most 0.2 if nothing names a sport. */
  readonly confidence: number;
  readonly intensityHint: IntensityHint;
  /** Average over the whole session, 1–9. */
  readonly intensityLevel: number | null;
  readonly isRaceEvent: boolean;
  /** Whole minutes 1–2880, stated or estimated from the distance; null if the title states no total. */
  readonly durationMin: number | null;
  readonly isMultiSport: boolean;
  readonly alternatives: readonly Candidate[];
  /** Names each word or figure and the meaning it was given. */
  readonly evidence: readonly string[];
}

/**
 * Infers what kind of session title, description, tags and recording describe: weighs the words of every
 * language's lexicon, with the locale deciding if languages disagree. Total for any strings; never throws.
 */
export function inferActivityType(input: InferenceInput, lexicon: CompiledLexicon): ActivityInference {
  const reading = readSession(input, lexicon);
  const isMultiSport = familyOf(reading.type) === 'multi';
  const single = singleTypeOf(reading.type);
  const statedMin = isMultiSport
    ? legsOf(reading, null).totalDurationMin
    : sessionMinutes(single, statedAmount(reading.texts, single), reading.intensity);
  const durationMin = contradicts(statedMin, input.recording?.movingTimeMin ?? null) ? null : statedMin;
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

/** Returns true if a stated total is so far from the recorded time that it is not this session's. */
function contradicts(statedMin: number | null, recordedMin: number | null): boolean {
  if (statedMin === null || recordedMin === null || recordedMin < 1) return false;
  const ratio = statedMin / recordedMin;
  return ratio > MOST_APART || ratio < 1 / MOST_APART;
}

const MOST_APART = 2;
