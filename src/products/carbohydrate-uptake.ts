import type { PlanTargets } from './targets.ts';

/** The gut takes up about this much of one carbohydrate source, g/h (Jeukendrup 2014; dossier §A.1). */
export const SINGLE_SOURCE_G_PER_HR = 60;
/** More than this an hour is for those who have trained it, g/h (dossier §A.2). */
export const UNTRAINED_CARB_G_PER_HR = 90;
/** The glucose in the mixture that high doses were tolerated with, glucose to fructose 1 : 0.8 (Podlogar 2022; dossier §A.1). */
const HIGH_DOSE_GLUCOSE_SHARE = 1 / 1.8;

/**
 * The most glucose for this much carbohydrate, both in g/h: what one transporter takes up or, where more is
 * eaten than that allows for even in the best mixture (above 108 g/h), the glucose of that mixture.
 */
export function glucoseMaxGPerHr(carbGPerHr: number): number {
  return Math.max(SINGLE_SOURCE_G_PER_HR, carbGPerHr * HIGH_DOSE_GLUCOSE_SHARE);
}

/**
 * What this athlete's gut is used to, g/h: as declared, else what an untrained gut takes; or what is prescribed
 * where that is more, since a prescription knows more (gut training, earlier sessions).
 */
export function practisedCarbGPerHr(toleranceGPerHr: number | null, prescribed: PlanTargets | null): number {
  return Math.max(
    toleranceGPerHr ?? UNTRAINED_CARB_G_PER_HR,
    // Rate and total are rounded apart, which shows in short sessions.
    prescribed?.carbGPerHr ?? 0,
    prescribed === null ? 0 : prescribed.carbG / prescribed.hours,
  );
}
