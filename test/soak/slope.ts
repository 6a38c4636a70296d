/** The slope of a straight line through points, with its 95 % confidence interval. */
export interface Slope {
  readonly perX: number;
  /** Half of the interval's width. */
  readonly marginPerX: number;
}

/** 97.5 % of the standard normal distribution lies below. */
const Z_975 = 1.959964;

/**
 * Fits a line by ordinary least squares. The interval takes deviations from the line as independent; memory that moves
 * slowly is not, so its true interval is wider.
 *
 * @returns null for fewer than three points, or if all have one x
 */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): Slope | null {
  const count = points.length;
  const meanX = mean(points.map(([x]) => x));
  const meanY = mean(points.map(([, y]) => y));
  const spreadX = sum(points.map(([x]) => (x - meanX) ** 2));
  if (count < 3 || spreadX === 0) return null;
  const perX = sum(points.map(([x, y]) => (x - meanX) * (y - meanY))) / spreadX;
  const residue = sum(points.map(([x, y]) => (y - meanY - perX * (x - meanX)) ** 2));
  const standardError = Math.sqrt(residue / (count - 2) / spreadX);
  return { perX, marginPerX: studentT975(count - 2) * standardError };
}

/** Returns the 97.5 % quantile of Student's t (Cornish and Fisher; Abramowitz and Stegun 1964, 26.7.5), to 1 % from 4 on. */
function studentT975(degrees: number): number {
  const z = Z_975;
  return (
    z +
    (z ** 3 + z) / (4 * degrees) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * degrees ** 3)
  );
}

function mean(numbers: readonly number[]): number {
  return sum(numbers) / numbers.length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
