/** The few numeric tools that every quantity shares. */

/** A piecewise-linear table, x ascending. */
export type Points = readonly (readonly [x: number, y: number])[];

/** `value` brought into [low, high]; `low` wins where the two cross. */
export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
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

/** The entry of a nine-step table for level 1–9; levels outside are read as the nearest end. */
export function atLevel<Row>(table: NineLevels<Row>, level: number): Row {
  switch (Math.round(clamp(level, 1, 9))) {
    case 1:
      return table[0];
    case 2:
      return table[1];
    case 3:
      return table[2];
    case 4:
      return table[3];
    case 5:
      return table[4];
    case 6:
      return table[5];
    case 7:
      return table[6];
    case 8:
      return table[7];
    default:
      return table[8];
  }
}

/** One row for each of the levels 1–9. */
export type NineLevels<Row> = readonly [Row, Row, Row, Row, Row, Row, Row, Row, Row];

/**
 * Standard normal distribution function, absolute error below 1.5e-7
 * (Abramowitz & Stegun 1964, Handbook of Mathematical Functions, 7.1.26).
 */
export function normalCdf(z: number): number {
  const x = Math.abs(z) * Math.SQRT1_2;
  const t = 1 / (1 + 0.3275911 * x);
  const tail =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const erf = 1 - tail * Math.exp(-x * x);
  return z >= 0 ? 0.5 * (1 + erf) : 0.5 * (1 - erf);
}
