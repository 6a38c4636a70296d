import type { Texts } from '../../languages/texts.ts';
import type { FuelPlan } from '../fuel-plan.ts';
import { stationName } from './plan-words.ts';
import { roundToHundredth, text } from './svg-text.ts';

/** Height of the profile with the numbers of its stations above. */
export const COURSE_HEIGHT = 56;
const NUMBERS_HEIGHT = 14;
const PROFILE_HEIGHT = 34;
/** Gradient from which a stretch shows as a climb: 3 %, as maps mark the easiest ones. Engineering choice. */
const CLIMB_GRADIENT = 0.03;
/** Least height of the whole lane, m, so that a flat course looks flat. */
const HEIGHT_MIN_M = 200;
const METRES_PER_KM = 1000;

/** Returns whether there is anything of a course to draw. */
export function hasCourse({ stretches }: FuelPlan): boolean {
  return stretches.length > 0;
}

/** Lists the stations with their numbers in the drawing. */
export function stationLines(plan: FuelPlan, texts: Texts): readonly string[] {
  return aidStations(plan).map((station, index) => `${index + 1} ${stationName(station, texts)}`);
}

/** Lists the minutes at which stations are passed. */
export function stationMinutes(plan: FuelPlan): readonly number[] {
  return aidStations(plan).map(({ stop }) => stop.atMin);
}

/** Draws the profile of a course over time, its climbs in bold, and the numbers of its stations. */
export function drawCourse(plan: FuelPlan, top: number, xAt: (atMin: number) => number): string {
  const heights = heightsM(plan);
  const [lowest, highest] = [Math.min(...heights), Math.max(...heights)];
  const perM = PROFILE_HEIGHT / Math.max(HEIGHT_MIN_M, highest - lowest);
  const y = (heightM: number) =>
    roundToHundredth(top + NUMBERS_HEIGHT + PROFILE_HEIGHT - (heightM - lowest) * perM);
  const lines = plan.stretches.map(({ fromMin, toMin, gradient }, index) => {
    const [from, to] = [heights[index] ?? 0, heights[index + 1] ?? 0];
    const style = gradient >= CLIMB_GRADIENT ? 'climb' : 'way';
    return `<line class="${style}" x1="${xAt(fromMin)}" y1="${y(from)}" x2="${xAt(toMin)}" y2="${y(to)}"/>`;
  });
  return [...lines, ...drawNumbers(stationMinutes(plan).map(xAt), top + 10)].join('');
}

/** Width of a digit, and the least room between two numbers. */
const DIGIT_WIDTH = 7;
const BETWEEN_NUMBERS = 3;

/** Draws the numbers of the stations, where they are close only those that do not run into the one before. */
function drawNumbers(places: readonly number[], y: number): readonly string[] {
  let drawnTo = Number.NEGATIVE_INFINITY;
  return places.flatMap((x, index) => {
    const number = String(index + 1);
    const halfWidth = (number.length * DIGIT_WIDTH) / 2;
    if (x - halfWidth < drawnTo + BETWEEN_NUMBERS) return [];
    drawnTo = x + halfWidth;
    return [text({ x, y }, number, { style: 'soft', anchor: 'middle' })];
  });
}

function aidStations({ stations }: FuelPlan): FuelPlan['stations'] {
  return stations.filter(({ stop }) => stop.kind === 'aid');
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
