/** Provides the numeric tools shared by every quantity. */

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** A piecewise-linear table, x ascending. */
export type Points = readonly (readonly [x: number, y: number])[];

/** One row per level 1–9. */
export type NineLevels<Row> = readonly [Row, Row, Row, Row, Row, Row, Row, Row, Row];

/** Limits `value` to [low, high]. `low` wins if the two cross. */
export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

/** Returns `value` if positive, else 0. */
export function positive(value: number): number {
  return Math.max(value, 0);
}

/** A limit with its name in explanations. */
export type NamedLimit<Name extends string> = readonly [name: Name, limit: number];

/**
 * Lowers `value` to the smallest of the limits. `boundBy` is null if none is lower. The first of equal limits
 * counts.
 */
export function lowerTo<Name extends string>(
  value: number,
  limits: readonly NamedLimit<Name>[],
): { readonly value: number; readonly boundBy: Name | null } {
  let lowered = value;
  let boundBy: Name | null = null;
  for (const [name, limit] of limits) {
    if (limit < lowered) {
      lowered = limit;
      boundBy = name;
    }
  }
  return { value: lowered, boundBy };
}

/** Reads `points` at `x`: linear between neighbours, flat outside the table. */
export function interpolate(x: number, points: Points): number {
  let previous = points[0];
  if (previous === undefined) return 0;
  if (x <= previous[0]) return previous[1];
  for (let index = 1; index < points.length; index++) {
    const next = points[index];
    if (next === undefined) break;
    if (x <= next[0]) {
      return previous[1] + ((x - previous[0]) / (next[0] - previous[0])) * (next[1] - previous[1]);
    }
    previous = next;
  }
  return previous[1];
}

/** Reads a nine-level table at a real level: linear between levels, flat outside 1–9. */
export function atLevel(table: NineLevels<number>, level: number): number {
  const position = clamp(level, 1, 9) - 1;
  const below = Math.floor(position);
  const low = table[below] ?? table[8];
  const high = table[below + 1] ?? low;
  return low + (position - below) * (high - low);
}

const INVERSE_SQRT_2PI = 1 / Math.sqrt(2 * Math.PI);

/** Returns the standard normal density. */
export function normalDensity(z: number): number {
  return INVERSE_SQRT_2PI * Math.exp(-0.5 * z * z);
}

/**
 * Returns the standard normal distribution function, with absolute error below 1e-15. Uses the series of
 * Marsaglia 2004 (J Stat Softw 11:4) near the middle, and the continued fraction of Abramowitz & Stegun
 * 26.2.14 in the tails.
 */
export function normalCdf(z: number): number {
  if (z === Number.POSITIVE_INFINITY) return 1;
  if (z === Number.NEGATIVE_INFINITY) return 0;
  const size = Math.abs(z);
  if (size > 38) return z > 0 ? 1 : 0;
  if (size > 4) {
    let fraction = size;
    for (let index = 40; index > 0; index--) fraction = size + index / fraction;
    const tail = normalDensity(size) / fraction;
    return z > 0 ? 1 - tail : tail;
  }
  let sum = z;
  let term = z;
  for (let index = 3; Math.abs(term) > 1e-17 * Math.abs(sum); index += 2) {
    term *= (z * z) / index;
    sum += term;
  }
  return 0.5 + sum * normalDensity(z);
}

/** Coefficients of Acklam's rational approximation in the middle and in the tails. */
const MIDDLE = {
  above: [
    -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716,
    2.506628277459239,
  ],
  below: [
    -54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1,
  ],
} as const;
const TAIL = {
  above: [
    -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
    2.938163982698783,
  ],
  below: [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1],
} as const;
const TAIL_SHARE = 0.02425;

function polynomial(coefficients: readonly number[], x: number): number {
  let sum = 0;
  for (const coefficient of coefficients) sum = sum * x + coefficient;
  return sum;
}

/** Returns the standard normal quantile of a probability in (0, 1), with absolute error below 5e-9. */
export function normalQuantile(probability: number): number {
  if (probability > 0.5) return -normalQuantile(1 - probability);
  if (probability < TAIL_SHARE) {
    const tail = Math.sqrt(-2 * Math.log(probability));
    return polynomial(TAIL.above, tail) / polynomial(TAIL.below, tail);
  }
  const middle = probability - 0.5;
  const square = middle * middle;
  return (polynomial(MIDDLE.above, square) * middle) / polynomial(MIDDLE.below, square);
}
