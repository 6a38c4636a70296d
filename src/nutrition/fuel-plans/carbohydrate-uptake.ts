import type { PlanTargets } from './targets.ts';

/** Most of one carbohydrate source that the gut absorbs, g/h (Jeukendrup 2014). */
export const SINGLE_SOURCE_G_PER_HR = 60;
/** The most carbohydrate for a gut without training, g/h. */
export const UNTRAINED_CARB_G_PER_HR = 90;
/**
 * The glucose in the mixture in which high doses were tolerated, glucose to fructose 1 : 0.8 (Podlogar 2022).
 */
const HIGH_DOSE_GLUCOSE_SHARE = 1 / 1.8;

/**
 * Returns the most glucose for this much carbohydrate, both in g/h: the uptake of one transporter or, above
 * 108 g/h, when even the best mixture exceeds that, the glucose of that mixture.
 */
export function glucoseMaxGPerHr(carbGPerHr: number): number {
  return Math.max(SINGLE_SOURCE_G_PER_HR, carbGPerHr * HIGH_DOSE_GLUCOSE_SHARE);
}

/**
 * Returns the carbohydrate that an athlete's gut is used to, g/h: the declared tolerance, else that of an
 * untrained gut; or the prescribed amount if it is more, since a prescription knows more (gut training,
 * earlier sessions).
 */
export function practisedCarbGPerHr(toleranceGPerHr: number | null, prescribed: PlanTargets | null): number {
  return Math.max(
    toleranceGPerHr ?? UNTRAINED_CARB_G_PER_HR,
    // The total is rounded to whole grams, which matters in short sessions.
    prescribed?.carbGPerHr ?? 0,
    prescribed === null ? 0 : prescribed.carbG / prescribed.hours,
  );
}
