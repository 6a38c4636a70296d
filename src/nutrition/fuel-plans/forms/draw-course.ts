import type { FuelPlan } from '../fuel-plan.ts';
import { roundToHundredth } from './svg-text.ts';

/** Height of the profile of a course. */
export const PROFILE_HEIGHT = 34;
/** Least gradient of a drawn climb: 3 %, like the easiest climbs on maps. Engineering choice. */
const CLIMB_GRADIENT = 0.03;
/** Least height of the whole lane, m, so that a flat course looks flat. */
const HEIGHT_MIN_M = 200;
const METRES_PER_KM = 1000;

/** Returns whether there is a profile to draw: a course that climbs anywhere. */
export function hasCourse({ stretches }: FuelPlan): boolean {
  return stretches.some(({ gradient }) => gradient !== 0);
}

/** Draws the profile of a course over time, with climbs in bold. */
export function drawProfile(plan: FuelPlan, top: number, xAt: (atMin: number) => number): string {
  const heights = heightsM(plan);
  const [lowest, highest] = [Math.min(...heights), Math.max(...heights)];
  const perM = PROFILE_HEIGHT / Math.max(HEIGHT_MIN_M, highest - lowest);
  const bottom = top + PROFILE_HEIGHT;
  const y = (heightM: number) => roundToHundredth(bottom - (heightM - lowest) * perM);
  const lines = plan.stretches.map(({ fromMin, toMin, gradient }, index) => {
    const [from, to] = [heights[index] ?? 0, heights[index + 1] ?? 0];
    const style = gradient >= CLIMB_GRADIENT ? 'climb' : 'way';
    return `<line class="${style}" x1="${xAt(fromMin)}" y1="${y(from)}" x2="${xAt(toMin)}" y2="${y(to)}"/>`;
  });
  const outline = plan.stretches.map(({ toMin }, index) => `${xAt(toMin)},${y(heights[index + 1] ?? 0)}`);
  const from = plan.stretches[0]?.fromMin ?? 0;
  const points = [
    `${xAt(from)},${bottom}`,
    `${xAt(from)},${y(0)}`,
    ...outline,
    `${xAt(plan.stretches.at(-1)?.toMin ?? 0)},${bottom}`,
  ];
  return `<polygon class="hill" points="${points.join(' ')}"/>${lines.join('')}`;
}

/** Lists the heights above the start at the ends of the stretches, m. */
function heightsM({ stretches }: FuelPlan): readonly number[] {
  let heightM = 0;
  return [
    0,
    ...stretches.map(({ fromKm, toKm, gradient }) => {
      heightM += gradient * (toKm - fromKm) * METRES_PER_KM;
      return heightM;
    }),
  ];
}
