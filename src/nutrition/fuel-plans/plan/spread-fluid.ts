/** A moment of drinking, as input for spreading the fluid. */
export interface Gulp {
  /** Share of the fluid that it would have, relative to the others. */
  readonly weight: number;
  /** The most that can be drunk until the next moment, ml. */
  readonly limitMl: number;
}

/** Halvings that find the share to a thousandth of a mouthful. */
const HALVINGS = 40;

/**
 * Divides a volume among moments by their weights, none above its limit. The excess of a full moment goes to the rest.
 * If all are full, the rest is divided by the limits.
 */
export function spreadFluid(gulps: readonly Gulp[], totalMl: number): number[] {
  const weightSum = gulps.reduce((sum, { weight }) => sum + weight, 0);
  const even = gulps.map(({ weight }) =>
    weightSum > 0 ? (totalMl * weight) / weightSum : totalMl / gulps.length,
  );
  if (even.every((volumeMl, index) => volumeMl <= (gulps[index]?.limitMl ?? 0))) return even;
  const limitSum = gulps.reduce((sum, { limitMl }) => sum + limitMl, 0);
  if (limitSum <= totalMl) return gulps.map(({ limitMl }) => (totalMl * limitMl) / limitSum);
  const filled = (share: number) =>
    gulps.map(({ weight, limitMl }) => Math.min(limitMl, share * Math.max(weight, LEAST_WEIGHT)));
  let low = 0;
  let high = Math.max(...gulps.map(({ weight, limitMl }) => limitMl / Math.max(weight, LEAST_WEIGHT)));
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const share = (low + high) / 2;
    if (filled(share).reduce((sum, volumeMl) => sum + volumeMl, 0) > totalMl) high = share;
    else low = share;
  }
  return filled(high);
}

/** Least weight, so that moments without a share can take what does not fit elsewhere. */
const LEAST_WEIGHT = 1e-6;
