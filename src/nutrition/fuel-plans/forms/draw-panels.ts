import type { Hours } from '#core/languages/phrasing.ts';
import type { DrawingTexts } from '#core/languages/plan-texts.ts';
import type { Texts } from '#core/languages/texts.ts';
import type { FuelPlan } from '../fuel-plan.ts';
import { ON_TARGET } from '../plan/cost-table.ts';
import type { PlanLeg } from '../plan/plan-legs.ts';
import { roundToHundredth, text } from './svg-text.ts';

const PANEL_HEIGHT = 96;
const CHART_TOP = 24;
const CHART_HEIGHT = 62;
/** Height of the times below the panels. */
const AXIS_HEIGHT = 36;
/** The fluid band reaches this far below the target, and never above it. */
const FLUID_WITHIN = 0.25;
/** A ceiling up to this many times the plan is shown in full. */
const CEILING_SHOWN_UP_TO = 2;
/** Longest time for which a drink is sipped before the next mark. */
const SIPPED_WITHIN_MIN = 20;

/** Style of the panels; the drawing sets the colours. */
export const PANEL_STYLE = `.band{fill:var(--band)}.plan{stroke:var(--accent);fill:none;stroke-width:2;stroke-linejoin:round}.tick{stroke-dasharray:2 3}
.station{stroke:var(--soft);fill:none;stroke-dasharray:1 3}.ceiling{stroke:var(--ink);fill:none;stroke-width:1.5;stroke-dasharray:6 4}`;

type Quantity = 'carbG' | 'sodiumMg' | 'fluidMl';

/** A chart of one quantity. The band around the target spans these shares below and above it. */
interface Panel {
  readonly quantity: Quantity;
  readonly unit: string;
  readonly below: number;
  readonly above: number;
}

const PANELS: readonly Panel[] = [
  { quantity: 'carbG', unit: 'g', below: ON_TARGET, above: ON_TARGET },
  { quantity: 'sodiumMg', unit: 'mg', below: ON_TARGET, above: ON_TARGET },
  { quantity: 'fluidMl', unit: 'ml', below: FLUID_WITHIN, above: 0 },
];

/** Height of the panels with the times below. */
export const PANELS_HEIGHT = PANELS.length * PANEL_HEIGHT + AXIS_HEIGHT;

/** The edges of the charts, in units of the drawing. */
interface Edges {
  readonly left: number;
  readonly right: number;
}

/** Draws the sums of carbohydrate, sodium and fluid against the prescription and the limits. */
export function drawPanels(plan: FuelPlan, texts: Texts, edges: Edges, top: number): string {
  const { drawing, hours } = texts.plan;
  const x = (atMin: number) =>
    roundToHundredth(edges.left + ((edges.right - edges.left) * atMin) / plan.durationMin);
  const aid = plan.stations.filter(({ stop }) => stop.kind === 'aid');
  return [
    ...timesOf(plan.durationMin, hours, edges, x).map(
      ({ at, label }) =>
        drawInCharts('line tick', at, top) +
        text({ x: at, y: top + PANELS_HEIGHT - AXIS_HEIGHT + 14 }, label.words, {
          style: 'soft',
          anchor: label.anchor,
        }),
    ),
    ...aid.map(({ stop }) => drawInCharts('station', x(stop.atMin), top)),
    ...plan.legs
      .filter(({ startMin }) => startMin > 0)
      .map(({ startMin }) => drawInCharts('border', x(startMin), top)),
    ...PANELS.map((panel, index) =>
      drawPanel(panel, plan, { edges, x, top: top + index * PANEL_HEIGHT }, drawing),
    ),
  ].join('');
}

/** Places of a panel's chart: minutes to x, amounts to y. */
interface Scale {
  readonly x: (atMin: number) => number;
  readonly y: (amount: number) => number;
}

/** The place of one panel in the drawing. */
interface Place {
  readonly edges: Edges;
  readonly x: (atMin: number) => number;
  readonly top: number;
}

function drawPanel(panel: Panel, plan: FuelPlan, { edges, x, top }: Place, drawing: DrawingTexts): string {
  const { quantity, unit, above } = panel;
  const target = plan.targets[quantity];
  const planned = plan.marks.at(-1)?.cumulative[quantity] ?? 0;
  const ceiling = ceilingOf(quantity, plan.targets);
  const bottom = top + CHART_TOP + CHART_HEIGHT;
  const shown = Math.max(target * (1 + above), planned, 1);
  // A limit far above the plan is off the chart, so the plan stays legible.
  const most = Math.max(shown, Math.min(ceiling ?? 0, CEILING_SHOWN_UP_TO * shown));
  const scale: Scale = {
    x,
    y: (amount) => roundToHundredth(bottom - (amount / most) * CHART_HEIGHT),
  };
  const amounts = drawing.amounts({
    planned: Math.round(planned),
    target: Math.round(target),
    unit,
    ceiling: ceiling === null ? null : Math.round(ceiling),
  });
  return [
    text({ x: edges.left, y: top + 16 }, drawing[quantity](), { style: 'name' }),
    text({ x: edges.right, y: top + 16 }, amounts, { anchor: 'end' }),
    // A band without height is just the line.
    target > 0 ? drawBand(panel, plan.legs, scale) : '',
    `<line class="line" x1="${edges.left}" x2="${edges.right}" y1="${bottom}" y2="${bottom}"/>`,
    ceiling === null ? '' : drawCeiling(ceilingCourse(plan, quantity, ceiling), most, scale),
    `<path class="plan" d="${planPath(plan, quantity, scale)}"/>`,
  ].join('');
}

/** Returns the limit of a quantity for the whole session; null if there is no personal one. */
function ceilingOf(quantity: Quantity, targets: FuelPlan['targets']): number | null {
  if (quantity === 'carbG') return null;
  return (quantity === 'fluidMl' ? targets.maxFluidMlPerHr : targets.maxSodiumMgPerHr) * targets.hours;
}

/** Lists the limit at the end of each leg, by the legs' shares of the quantity: 0 in a swim. */
function ceilingCourse({ legs, durationMin }: FuelPlan, quantity: Quantity, ceiling: number): Course {
  const course = targetCourse(legs, quantity);
  const total = course.at(-1)?.[1] ?? 0;
  if (total === 0)
    return [
      [0, 0],
      [durationMin, ceiling],
    ];
  return course.map(([atMin, amount]) => [atMin, (amount * ceiling) / total]);
}

/** Draws a rising line up to the top of its chart. */
function drawCeiling(course: Course, most: number, { x, y }: Scale): string {
  const points: string[] = [];
  let [beforeMin, before] = [0, 0];
  for (const [atMin, amount] of course) {
    if (amount > most) {
      const leftMin = beforeMin + ((atMin - beforeMin) * (most - before)) / (amount - before);
      points.push(`${x(leftMin)},${y(most)}`);
      break;
    }
    points.push(`${x(atMin)},${y(amount)}`);
    [beforeMin, before] = [atMin, amount];
  }
  return `<polyline class="ceiling" points="${points.join(' ')}"/>`;
}

function drawBand({ quantity, below, above }: Panel, legs: readonly PlanLeg[], { x, y }: Scale): string {
  const course = targetCourse(legs, quantity);
  const upper = course.map(([atMin, amount]) => `${x(atMin)},${y(amount * (1 + above))}`);
  const lower = course.map(([atMin, amount]) => `${x(atMin)},${y(amount * (1 - below))}`).reverse();
  return `<polygon class="band" points="${[...upper, ...lower].join(' ')}"/>`;
}

/**
 * Builds the path of the planned amounts: flat between intakes and a step at each, but fluid rises while it is sipped
 * until the next mark.
 */
function planPath({ marks, durationMin }: FuelPlan, quantity: Quantity, { x, y }: Scale): string {
  if (quantity === 'fluidMl') {
    const sips = marks.map(({ atMin, cumulative }, index) => {
      const nextMin = marks[index + 1]?.atMin ?? durationMin;
      return `H${x(atMin)}L${x(Math.min(nextMin, atMin + SIPPED_WITHIN_MIN))} ${y(cumulative.fluidMl)}`;
    });
    return `M${x(0)} ${y(0)}${sips.join('')}H${x(durationMin)}`;
  }
  const steps = marks.map(({ atMin, cumulative }) => `H${x(atMin)}V${y(cumulative[quantity])}`);
  return `M${x(0)} ${y(0)}${steps.join('')}H${x(durationMin)}`;
}

/** Amounts by times from the start, min. */
type Course = readonly (readonly [atMin: number, amount: number])[];

/** Lists the prescribed amount at the end of each leg, from 0 at the start. */
function targetCourse(legs: readonly PlanLeg[], quantity: Quantity): Course {
  let amount = 0;
  const course: [number, number][] = [[0, 0]];
  for (const leg of legs) {
    amount += leg[quantity];
    course.push([leg.endMin, amount]);
  }
  return course;
}

/** Draws a vertical line through the charts of all panels, but not through the words between them. */
function drawInCharts(style: string, x: number, panelsTop: number): string {
  return PANELS.map((_, index) => {
    const top = panelsTop + index * PANEL_HEIGHT + CHART_TOP;
    return `<line class="${style}" x1="${x}" x2="${x}" y1="${top}" y2="${top + CHART_HEIGHT}"/>`;
  }).join('');
}

/** Half the width of a time, so that the last one stays inside. */
const TIME_HALF_WIDTH = 24;

/** Lists the times below the charts with their places. */
function timesOf(durationMin: number, hours: Hours, { right }: Edges, x: (atMin: number) => number) {
  const stepMin = [15, 30, 60, 120, 240, 480].find((step) => durationMin / step <= 7) ?? 480;
  return Array.from({ length: Math.floor(durationMin / stepMin) + 1 }, (_, index) => {
    const at = x(index * stepMin);
    const isLast = at + x(stepMin) - x(0) > right && at > right - TIME_HALF_WIDTH;
    const anchor = index === 0 ? 'start' : isLast ? 'end' : 'middle';
    return { at, label: { words: hours.moment({ min: index * stepMin }), anchor } };
  });
}
