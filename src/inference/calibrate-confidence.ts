/**
 * Maps raw confidence to the share of development titles whose type was right: above one half, words are more reliable
 * than their weights; below, as reliable.
 */
const CALIBRATION: readonly (readonly [raw: number, calibrated: number])[] = [
  [0, 0],
  [0.35, 0.35],
  [0.42, 0.5],
  [0.52, 0.5],
  [0.56, 0.7],
  [0.62, 0.8],
  [0.82, 0.88],
  [0.92, 0.92],
  [1, 1],
];

/** Returns the calibrated confidence, in two decimals. */
export function calibrated(raw: number): number {
  const above = CALIBRATION.findIndex(([from]) => from >= raw);
  const [highRaw, high] = CALIBRATION[Math.max(above, 0)] ?? [1, 1];
  const [lowRaw, low] = CALIBRATION[Math.max(above - 1, 0)] ?? [0, 0];
  if (highRaw <= lowRaw) return rounded(high);
  return rounded(low + ((high - low) * (raw - lowRaw)) / (highRaw - lowRaw));
}

/** Rounds a share to two decimals within 0–1. */
export function rounded(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;
}
