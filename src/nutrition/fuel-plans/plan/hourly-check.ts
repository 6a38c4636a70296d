const HOUR_MIN = 60;
/** Tolerance for rounding errors of the sums of an hour, ml and mg. */
export const HOUR_EPSILON = 1e-6;

/** An amount of one quantity at a mark. */
export interface Intake {
  readonly atMin: number;
  readonly amount: number;
}

/** Adds an amount to what is taken at its minute, in order. */
export function addIntake(intakes: Intake[], { atMin, amount }: Intake): void {
  const next = intakes.findIndex((one) => one.atMin >= atMin);
  const there = intakes[next];
  if (there?.atMin === atMin) intakes[next] = { atMin, amount: there.amount + amount };
  else intakes.splice(next === -1 ? intakes.length : next, 0, { atMin, amount });
}

/**
 * Returns the most that any hour holds, whether each mark's amount is taken at once or evenly until the
 * next mark.
 */
export function mostInAnHour(intakes: readonly Intake[], endMin: number): number {
  return windowsOf(intakes, endMin).reduce(
    (most, fromMin) => Math.max(most, amountInHour(intakes, fromMin, endMin)),
    0,
  );
}

/** Limits of every hour. */
export interface HourlyCeilings {
  readonly maxFluidMlPerHr: number;
  readonly maxSodiumMgPerHr: number;
}

/** Excess of the fullest hour over the ceilings; negative if there is none. */
export interface HourlyExcess {
  readonly fluidMl: number;
  readonly sodiumMg: number;
}

/** Returns the excess of the fullest hours of a timeline over the ceilings; null if there is none, but for rounding. */
export function hourlyExcess(
  marks: readonly { readonly atMin: number; readonly fluidMl: number; readonly sodiumMg: number }[],
  endMin: number,
  { maxFluidMlPerHr, maxSodiumMgPerHr }: HourlyCeilings,
  rounding = HOUR_EPSILON,
): HourlyExcess | null {
  const most = (quantity: 'fluidMl' | 'sodiumMg') =>
    mostInAnHour(
      marks.map((mark) => ({ atMin: mark.atMin, amount: mark[quantity] })),
      endMin,
    );
  const fluidMl = most('fluidMl') - maxFluidMlPerHr;
  const sodiumMg = most('sodiumMg') - maxSodiumMgPerHr;
  return fluidMl > rounding || sodiumMg > rounding ? { fluidMl, sodiumMg } : null;
}

/** Adds up the excess over a ceiling of the hours near these minutes. */
export function excessNear(
  intakes: readonly Intake[],
  endMin: number,
  { ceiling, nearMin }: { readonly ceiling: number; readonly nearMin: readonly number[] },
): number {
  return windowsOf(intakes, endMin)
    .filter((fromMin) => nearMin.some((minute) => Math.abs(minute - fromMin) <= 2 * HOUR_MIN))
    .reduce((sum, fromMin) => sum + Math.max(0, amountInHour(intakes, fromMin, endMin) - ceiling), 0);
}

/** Returns whether an amount can be taken at another mark with no hour around it above a ceiling, all counted at once. */
export function hasRoom(
  intakes: readonly Intake[],
  { amount, fromMin, toMin }: { readonly amount: number; readonly fromMin: number; readonly toMin: number },
  ceiling: number,
): boolean {
  const first = intakes.findIndex(({ atMin }) => atMin > toMin - HOUR_MIN);
  for (let index = first === -1 ? intakes.length : first; index < intakes.length; index += 1) {
    const startMin = Math.min(toMin, intakes[index]?.atMin ?? toMin);
    const holdsBoth = fromMin >= startMin && fromMin < startMin + HOUR_MIN;
    const sum = holdsBoth ? 0 : amount;
    if (sum + amountAtOnce(intakes, index, startMin + HOUR_MIN) > ceiling) return false;
    if ((intakes[index]?.atMin ?? toMin) >= toMin) break;
  }
  return true;
}

function amountAtOnce(intakes: readonly Intake[], fromIndex: number, untilMin: number): number {
  let sum = 0;
  for (let index = fromIndex; index < intakes.length; index += 1) {
    const { atMin, amount } = intakes[index] ?? NONE;
    if (atMin >= untilMin) break;
    sum += amount;
  }
  return sum;
}

/** Lists the starts of the hours that exceed a ceiling, in order. */
export function hoursAbove(intakes: readonly Intake[], endMin: number, ceiling: number): readonly number[] {
  return windowsOf(intakes, endMin).filter((fromMin) => amountInHour(intakes, fromMin, endMin) > ceiling);
}

/** Lists the starts of hours, one of which is the fullest: rates change only at marks. */
function windowsOf(intakes: readonly Intake[], endMin: number): readonly number[] {
  const edges = intakes.flatMap(({ atMin }) => [atMin, atMin - HOUR_MIN]);
  return [...new Set([...edges, endMin - HOUR_MIN].map((minute) => Math.max(0, minute)))].sort(
    (a, b) => a - b,
  );
}

function amountInHour(intakes: readonly Intake[], fromMin: number, endMin: number): number {
  const untilMin = fromMin + HOUR_MIN;
  let atOnce = 0;
  let sipped = 0;
  for (let index = lastBefore(intakes, fromMin); index < intakes.length; index += 1) {
    const { atMin, amount } = intakes[index] ?? NONE;
    if (atMin >= untilMin) break;
    if (atMin >= fromMin) atOnce += amount;
    const nextMin = Math.max(atMin + 1, intakes[index + 1]?.atMin ?? endMin);
    const shared = Math.min(untilMin, nextMin) - Math.max(fromMin, atMin);
    if (shared > 0) sipped += (amount * shared) / (nextMin - atMin);
  }
  return Math.max(atOnce, sipped);
}

const NONE: Intake = { atMin: Number.POSITIVE_INFINITY, amount: 0 };

/** Returns the index of the last intake at or before a minute, 0 if there is none, by binary search. */
function lastBefore(intakes: readonly Intake[], minute: number): number {
  let low = 0;
  let high = intakes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((intakes[middle]?.atMin ?? 0) <= minute) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
