/** Guesses the sport of a title without a sport from its amounts. */
import type { Verdict } from './decide-sport.ts';
import { KM_PER_MILE } from './read-amount.ts';
import { statedAmount } from './read-duration.ts';
import { hasMark, type ReadText } from './read-text.ts';
import { likeliestType } from './recording.ts';
import { familyOf } from './sport-family.ts';

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
  const raced = texts.find(({ cues }) => cues.some((cue) => cue.standing === 'live' && hasMark(cue, 'race')));
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
