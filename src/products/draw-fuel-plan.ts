import type { Product } from './catalogue-copy.ts';
import type { FuelPlan } from './fuel-plan.ts';
import { categoriesOf } from './fuel-plan-wire.ts';
import { CARB_WITHIN, SODIUM_WITHIN } from './plan/choose-products.ts';
import type { PlanLeg } from './plan/plan-legs.ts';
import type { PlannedItem } from './plan/schedule.ts';
import { displayNameOf, type Form, fluidMlOf, formOf, isPlainWater, type Portion } from './portions.ts';
import { clock, escaped, roundToHundredth, servingsInWords, shortened, text, wrapped } from './svg-text.ts';

/** Width of the drawing in its own units: pixels on a phone 360 wide, larger on a wide screen. */
const WIDTH = 360;
const LEFT = 12;
const RIGHT = 348;
/** Characters that always fit between left and right, plain and bold. */
const LINE_CHARACTERS = 52;
const NAME_CHARACTERS = 46;
const LINE_HEIGHT = 16;
const HEAD_HEIGHT = 30;
const ROW_HEIGHT = 46;
const PANEL_HEIGHT = 96;
const CHART_HEIGHT = 62;
/** Height of the times below the panels. */
const AXIS_HEIGHT = 36;
/** The fluid band reaches this far below the target, and never above it. */
const FLUID_WITHIN = 0.25;

const STYLE = `svg{--ink:#1c1917;--soft:#57534e;--paper:#fffdfa;--line:#d6cec5;--band:#fed7aa;--accent:#b93c0a}
@media (prefers-color-scheme:dark){svg{--ink:#f5f2ee;--soft:#b8b0a8;--paper:#191614;--line:#4a433c;--band:#5a3416;--accent:#fb923c}}
text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;fill:var(--ink)}
.soft{fill:var(--soft)}.head{font-size:15px;font-weight:700}.name{font-weight:600}
.paper{fill:var(--paper)}.line{stroke:var(--line);fill:none}.band{fill:var(--band)}
.plan{stroke:var(--accent);fill:none;stroke-width:2;stroke-linejoin:round}.mark{fill:var(--accent)}
@media (min-width:640px){text{font-size:9px}.head{font-size:12px}}`;

type Quantity = 'carbG' | 'sodiumMg' | 'fluidMl';

/** A chart of one quantity. The band around the target spans these shares below and above it. */
interface Panel {
  readonly quantity: Quantity;
  readonly label: string;
  readonly unit: string;
  readonly below: number;
  readonly above: number;
}

const PANELS: readonly Panel[] = [
  { quantity: 'carbG', label: 'Carbohydrate', unit: 'g', below: CARB_WITHIN, above: CARB_WITHIN },
  { quantity: 'sodiumMg', label: 'Sodium', unit: 'mg', below: SODIUM_WITHIN, above: SODIUM_WITHIN },
  { quantity: 'fluidMl', label: 'Fluid', unit: 'ml', below: FLUID_WITHIN, above: 0 },
];

/**
 * Draws a plan as SVG: when each product is taken, and how carbohydrate, sodium and fluid add up against the
 * band around the prescription. It follows the light or dark setting, and its description says everything
 * that it shows. In teaser tier it names the categories and shows no number.
 */
export function drawFuelPlan(plan: FuelPlan): string {
  return plan.athlete.tier === 'full' ? drawFull(plan) : drawTeaser(plan);
}

function drawFull(plan: FuelPlan): string {
  const { portions, durationMin } = plan;
  const rowsTop = HEAD_HEIGHT;
  const panelsTop = rowsTop + portions.length * ROW_HEIGHT + 8;
  const panelsBottom = panelsTop + PANELS.length * PANEL_HEIGHT;
  const footTop = panelsBottom + AXIS_HEIGHT;
  const footLines = footOf(plan);
  return svg(footTop + footLines.length * LINE_HEIGHT, 'Fuel plan', describe(plan), [
    drawAxis(durationMin, panelsTop, panelsBottom),
    text({ x: LEFT, y: 20 }, `Fuel plan, ${clock(durationMin)} h`, { style: 'head' }),
    ...portions.map((portion, index) => drawRow(portion, plan, rowsTop + index * ROW_HEIGHT)),
    ...PANELS.map((panel, index) => drawPanel(panel, plan, panelsTop + index * PANEL_HEIGHT)),
    ...footLines.map((line, index) =>
      text({ x: LEFT, y: footTop + index * LINE_HEIGHT }, line, { style: index < 2 ? 'soft' : '' }),
    ),
  ]);
}

function footOf(plan: FuelPlan): readonly string[] {
  const remarks = ['Guidance, not instructions.', 'Shaded: near the prescription.', ...remarksOn(plan)];
  return remarks.flatMap((remark) => wrapped(remark, LINE_CHARACTERS));
}

/**
 * Lists what an athlete must read beside the figures: warnings about the products and reasons for missed
 * targets.
 */
function remarksOn({ suggestion, coverage }: FuelPlan): readonly string[] {
  const warnings = coverage.warnings.filter(({ severity }) => severity !== 'info');
  return [...warnings.map(({ message }) => `⚠ ${message}`), ...(suggestion?.notes ?? [])];
}

function drawTeaser(plan: FuelPlan): string {
  const categories = categoriesOf(plan)
    .map((category) => category.replaceAll('_', ' '))
    .sort();
  const from = categories.length === 0 ? 'No products yet.' : `From: ${categories.join(', ')}.`;
  const lines = ['Fuel plan', ...wrapped(from, LINE_CHARACTERS), 'Subscribe to see what to take and when.'];
  const attribution = 'Powered by Musette';
  const lineY = (index: number) => 24 + index * 24;
  return svg(lineY(lines.length) + 10, 'Fuel plan', [...lines.slice(1), attribution].join(' '), [
    ...lines.map((line, index) =>
      text({ x: LEFT, y: lineY(index) }, line, { style: index === 0 ? 'head' : '' }),
    ),
    text({ x: LEFT, y: lineY(lines.length) }, attribution, { style: 'soft' }),
  ]);
}

function svg(height: number, title: string, description: string, parts: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="100%" style="max-width:900px" role="img" aria-labelledby="title description">`,
    `<title id="title">${escaped(title)}</title><desc id="description">${escaped(description)}</desc>`,
    `<style>${STYLE}</style><rect class="paper" width="${WIDTH}" height="${height}"/>`,
    ...parts,
    '</svg>',
  ].join('\n');
}

/** Draws the row of one product: how much of it in all and at a time, and a mark for every intake. */
function drawRow(portion: Portion, { marks, durationMin }: FuelPlan, top: number): string {
  const { product } = portion;
  const laneY = top + 37;
  const taken = marks.flatMap(({ atMin, items }) =>
    items.filter((item) => item.product === product).map(({ servings }) => ({ atMin, servings })),
  );
  return [
    text({ x: LEFT, y: top + 13 }, shortened(inAll(portion), NAME_CHARACTERS), { style: 'name' }),
    text({ x: LEFT, y: top + 27 }, atATime(product, taken), { style: 'soft' }),
    `<line class="line" x1="${LEFT}" x2="${RIGHT}" y1="${laneY}" y2="${laneY}"/>`,
    ...taken.map(({ atMin }) => drawMark(formOf(product), xAt(atMin, durationMin), laneY)),
  ].join('');
}

function inAll({ product, servings }: Portion): string {
  if (isPlainWater(product)) return product.name;
  return `${servingsInWords(servings)} × ${displayNameOf(product)}`;
}

function atATime(product: Product, taken: readonly { readonly servings: number }[]): string {
  if (taken.length === 0) return 'Nowhere on the way';
  const servings = taken.map((one) => one.servings);
  const [least, most] = [Math.min(...servings), Math.max(...servings)];
  const perServingMl = fluidMlOf(product) ?? 0;
  const range = (from: string, to: string) => (from === to ? from : `${from} to ${to}`);
  if (formOf(product) !== 'drink' || perServingMl === 0) {
    return taken.length === 1 ? 'once' : `${range(servingsInWords(least), servingsInWords(most))} at a time`;
  }
  const ml = (count: number) => String(Math.round(count * perServingMl));
  const sumMl = ml(servings.reduce((sum, count) => sum + count, 0));
  if (taken.length === 1) return `${sumMl} ml, once`;
  return `${sumMl} ml in all, ${range(ml(least), ml(most))} ml at a time`;
}

/** Draws an intake. Forms differ in shape, so that nothing depends on colour. */
function drawMark(form: Form, x: number, y: number): string {
  switch (form) {
    case 'drink':
      return `<circle class="mark" cx="${x}" cy="${y}" r="3.5"/>`;
    case 'gel':
      return `<path class="mark" d="M${x} ${y - 4.5}l4.5 8h-9z"/>`;
    case 'solid':
      return `<rect class="mark" x="${roundToHundredth(x - 3.5)}" y="${y - 3.5}" width="7" height="7"/>`;
    case 'capsule':
      return `<path class="mark" d="M${x} ${y - 4.5}l4.5 4.5-4.5 4.5-4.5-4.5z"/>`;
  }
}

/** Places of a panel's chart: minutes to x, amounts to y. */
interface Scale {
  readonly x: (atMin: number) => number;
  readonly y: (amount: number) => number;
}

function drawPanel(panel: Panel, plan: FuelPlan, top: number): string {
  const { quantity, label, unit, above } = panel;
  const target = plan.targets[quantity];
  const planned = plan.marks.at(-1)?.cumulative[quantity] ?? 0;
  const bottom = top + 24 + CHART_HEIGHT;
  const most = Math.max(target * (1 + above), planned, 1);
  const scale: Scale = {
    x: (atMin) => xAt(atMin, plan.durationMin),
    y: (amount) => roundToHundredth(bottom - (amount / most) * CHART_HEIGHT),
  };
  const amounts = `${Math.round(planned)} of ${Math.round(target)} ${unit}`;
  return [
    text({ x: LEFT, y: top + 16 }, label, { style: 'name' }),
    text({ x: RIGHT, y: top + 16 }, amounts, { anchor: 'end' }),
    // A band without height is the line itself.
    target > 0 ? drawBand(panel, plan.legs, scale) : '',
    `<line class="line" x1="${LEFT}" x2="${RIGHT}" y1="${bottom}" y2="${bottom}"/>`,
    `<path class="plan" d="${planPath(plan, quantity, scale)}"/>`,
  ].join('');
}

function drawBand({ quantity, below, above }: Panel, legs: readonly PlanLeg[], { x, y }: Scale): string {
  const course = targetCourse(legs, quantity);
  const upper = course.map(([atMin, amount]) => `${x(atMin)},${y(amount * (1 + above))}`);
  const lower = course.map(([atMin, amount]) => `${x(atMin)},${y(amount * (1 - below))}`).reverse();
  return `<polygon class="band" points="${[...upper, ...lower].join(' ')}"/>`;
}

/** Builds the path of the planned amounts: flat between intakes, and a step at each. */
function planPath({ marks, durationMin }: FuelPlan, quantity: Quantity, { x, y }: Scale): string {
  const steps = marks.map(({ atMin, cumulative }) => `H${x(atMin)}V${y(cumulative[quantity])}`);
  return `M${x(0)} ${y(0)}${steps.join('')}H${x(durationMin)}`;
}

/** Lists the prescribed amount by the end of each leg, from 0 at the start. */
function targetCourse(legs: readonly PlanLeg[], quantity: Quantity): readonly (readonly [number, number])[] {
  let amount = 0;
  const course: [number, number][] = [[0, 0]];
  for (const leg of legs) {
    amount += leg[quantity];
    course.push([leg.endMin, amount]);
  }
  return course;
}

function drawAxis(durationMin: number, top: number, bottom: number): string {
  const stepMin = [15, 30, 60, 120, 240, 480].find((step) => durationMin / step <= 7) ?? 480;
  const ticks: string[] = [];
  for (let atMin = 0; atMin <= durationMin; atMin += stepMin) {
    const x = xAt(atMin, durationMin);
    const isLast = atMin + stepMin > durationMin && x > RIGHT - 16;
    ticks.push(
      `<line class="line" stroke-dasharray="2 3" x1="${x}" x2="${x}" y1="${top}" y2="${bottom}"/>`,
      text({ x, y: bottom + 14 }, clock(atMin), {
        style: 'soft',
        anchor: atMin === 0 ? 'start' : isLast ? 'end' : 'middle',
      }),
    );
  }
  return ticks.join('');
}

/** Describes the whole plan in words, for readers who cannot see it. */
function describe(plan: FuelPlan): string {
  const { marks, durationMin, targets } = plan;
  const intakes = marks.map(
    ({ atMin, items }) => `At ${clock(atMin)}: ${items.map(describeItem).join(', ')}.`,
  );
  const end = marks.at(-1)?.cumulative ?? { carbG: 0, sodiumMg: 0, fluidMl: 0 };
  return [
    `A plan for ${clock(durationMin)} hours.`,
    ...intakes,
    `In all ${Math.round(end.carbG)} of ${targets.carbG} g carbohydrate, ${Math.round(end.sodiumMg)} of ${targets.sodiumMg} mg sodium and ${Math.round(end.fluidMl)} of ${targets.fluidMl} ml fluid.`,
    ...remarksOn(plan),
  ].join(' ');
}

function describeItem({ product, servings, fluidMl }: PlannedItem): string {
  const fluid = fluidMl > 0 ? ` (${Math.round(fluidMl)} ml)` : '';
  return `${servingsInWords(servings)} ${displayNameOf(product)}${fluid}`;
}

function xAt(atMin: number, durationMin: number): number {
  return roundToHundredth(LEFT + ((RIGHT - LEFT) * atMin) / durationMin);
}
