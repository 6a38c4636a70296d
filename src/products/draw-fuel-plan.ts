import type { Product } from './catalogue-copy.ts';
import type { FuelPlan } from './fuel-plan.ts';
import { CARB_WITHIN, SODIUM_WITHIN } from './plan/choose-products.ts';
import type { PlanLeg } from './plan/plan-legs.ts';
import type { Mark } from './plan/schedule.ts';
import { displayNameOf, type Form, fluidMlOf, formOf, isPlainWater, type Portion } from './portions.ts';
import { clock, escaped, servingsInWords, shortened, text, tidy, wrapped } from './svg-text.ts';

/** Units of the drawing: pixels on a telephone of 360, three times as large on a wide screen. */
const WIDTH = 360;
const LEFT = 12;
const RIGHT = 348;
/** Characters that surely fit between left and right, plain and bold. */
const LINE_CHARACTERS = 52;
const NAME_CHARACTERS = 46;
const LINE_HEIGHT = 16;
const HEAD_HEIGHT = 30;
const ROW_HEIGHT = 46;
const PANEL_HEIGHT = 96;
const CHART_HEIGHT = 62;
/** The times below the panels. */
const AXIS_HEIGHT = 36;
/** Fluid may stay this far below its target before the band ends; above it is never drawn as good. */
const FLUID_WITHIN = 0.25;

const STYLE = `svg{--ink:#1c1917;--soft:#57534e;--paper:#fffdfa;--line:#d6cec5;--band:#fed7aa;--accent:#b93c0a}
@media (prefers-color-scheme:dark){svg{--ink:#f5f2ee;--soft:#b8b0a8;--paper:#191614;--line:#4a433c;--band:#5a3416;--accent:#fb923c}}
text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;fill:var(--ink)}
.soft{fill:var(--soft)}.head{font-size:15px;font-weight:700}.name{font-weight:600}
.paper{fill:var(--paper)}.line{stroke:var(--line);fill:none}.band{fill:var(--band)}
.plan{stroke:var(--accent);fill:none;stroke-width:2;stroke-linejoin:round}.mark{fill:var(--accent)}
@media (min-width:640px){text{font-size:9px}.head{font-size:12px}}`;

type Quantity = 'carbG' | 'sodiumMg' | 'fluidMl';

/**
 * The plan as a picture: when each product is taken, and how carbohydrate, sodium and fluid add up against
 * the band around the prescription. Light or dark by itself; everything it shows is also in its description.
 * In teaser tier it names the categories and shows no number.
 */
export function drawFuelPlan(plan: FuelPlan): string {
  return plan.athlete.tier === 'full' ? drawFull(plan) : drawTeaser(plan);
}

function drawFull(plan: FuelPlan): string {
  const { portions, durationMin, targets } = plan;
  const rowsTop = HEAD_HEIGHT;
  const panelsTop = rowsTop + portions.length * ROW_HEIGHT + 8;
  const footTop = panelsTop + 3 * PANEL_HEIGHT + AXIS_HEIGHT;
  const told = ['Guidance, not instructions.', 'Shaded: near the prescription.', ...remarks(plan)].flatMap(
    (remark) => wrapped(remark, LINE_CHARACTERS),
  );
  const height = footTop + told.length * LINE_HEIGHT;
  const rows = portions.map((portion, index) => drawRow(portion, plan, rowsTop + index * ROW_HEIGHT));
  const panels = [
    drawPanel(plan, panelsTop, 'Carbohydrate', 'g', 'carbG', targets.carbG, CARB_WITHIN, CARB_WITHIN),
    drawPanel(
      plan,
      panelsTop + PANEL_HEIGHT,
      'Sodium',
      'mg',
      'sodiumMg',
      targets.sodiumMg,
      SODIUM_WITHIN,
      SODIUM_WITHIN,
    ),
    drawPanel(plan, panelsTop + 2 * PANEL_HEIGHT, 'Fluid', 'ml', 'fluidMl', targets.fluidMl, FLUID_WITHIN, 0),
  ];
  const axis = drawAxis(durationMin, panelsTop, panelsTop + 3 * PANEL_HEIGHT);
  const head = text(LEFT, 20, `Fuel plan, ${clock(durationMin)} h`, 'head');
  const foot = told.map((line, index) =>
    text(LEFT, footTop + index * LINE_HEIGHT, line, index < 2 ? 'soft' : ''),
  );
  return svg(height, 'Fuel plan', describe(plan), [axis, head, ...rows, ...panels, ...foot]);
}

/** What a person must read beside the figures: why a target is missed, and every warning about the products. */
function remarks({ suggestion, coverage }: FuelPlan): readonly string[] {
  const warnings = coverage.warnings.filter(({ severity }) => severity !== 'info');
  return [...warnings.map(({ message }) => `⚠ ${message}`), ...(suggestion?.notes ?? [])];
}

function drawTeaser(plan: FuelPlan): string {
  const words = [
    ...new Set(plan.portions.map(({ product }) => product.category.replaceAll('_', ' '))),
  ].sort();
  const told = words.length === 0 ? 'No products yet.' : `From: ${words.join(', ')}.`;
  const lines = ['Fuel plan', ...wrapped(told, LINE_CHARACTERS), 'Subscribe to see what to take and when.'];
  return svg(34 + lines.length * 24, 'Fuel plan', [...lines.slice(1), 'Powered by Musette'].join(' '), [
    ...lines.map((line, index) => text(LEFT, 24 + index * 24, line, index === 0 ? 'head' : '')),
    text(LEFT, 24 + lines.length * 24, 'Powered by Musette', 'soft'),
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

/** One product: how much of it in all and at a time, and a mark for every time that it is taken. */
function drawRow(portion: Portion, { marks, durationMin }: FuelPlan, top: number): string {
  const { product } = portion;
  const laneY = top + 37;
  const taken = marks.flatMap(({ atMin, items }) =>
    items.filter((item) => item.product === product).map(({ servings }) => ({ atMin, servings })),
  );
  return [
    text(LEFT, top + 13, shortened(inAll(portion), NAME_CHARACTERS), 'name'),
    text(LEFT, top + 27, atATime(product, taken), 'soft'),
    `<line class="line" x1="${LEFT}" x2="${RIGHT}" y1="${laneY}" y2="${laneY}"/>`,
    ...taken.map(({ atMin }) => shape(formOf(product), xAt(atMin, durationMin), laneY)),
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

/** Forms differ in shape as well, so that nothing hangs on colour. */
function shape(form: Form, x: number, y: number): string {
  switch (form) {
    case 'drink':
      return `<circle class="mark" cx="${x}" cy="${y}" r="3.5"/>`;
    case 'gel':
      return `<path class="mark" d="M${x} ${y - 4.5}l4.5 8h-9z"/>`;
    case 'solid':
      return `<rect class="mark" x="${tidy(x - 3.5)}" y="${y - 3.5}" width="7" height="7"/>`;
    case 'capsule':
      return `<path class="mark" d="M${x} ${y - 4.5}l4.5 4.5-4.5 4.5-4.5-4.5z"/>`;
  }
}

function drawPanel(
  { marks, legs, durationMin }: FuelPlan,
  top: number,
  label: string,
  unit: string,
  quantity: Quantity,
  target: number,
  below: number,
  above: number,
): string {
  const planned = marks.at(-1)?.cumulative[quantity] ?? 0;
  const bottom = top + 24 + CHART_HEIGHT;
  const most = Math.max(target * (1 + above), planned, 1);
  const y = (amount: number) => tidy(bottom - (amount / most) * CHART_HEIGHT);
  const x = (atMin: number) => xAt(atMin, durationMin);
  const course = targetCourse(legs, quantity);
  const upper = course.map(([atMin, amount]) => `${x(atMin)},${y(amount * (1 + above))}`);
  const lower = course.map(([atMin, amount]) => `${x(atMin)},${y(amount * (1 - below))}`).reverse();
  // A band of no height is the line itself.
  const band = target > 0 ? `<polygon class="band" points="${[...upper, ...lower].join(' ')}"/>` : '';
  const told = `${Math.round(planned)} of ${Math.round(target)} ${unit}`;
  return [
    text(LEFT, top + 16, label, 'name'),
    text(RIGHT, top + 16, told, '', 'end'),
    band,
    `<line class="line" x1="${LEFT}" x2="${RIGHT}" y1="${bottom}" y2="${bottom}"/>`,
    `<path class="plan" d="${steps(marks, quantity, x, y, durationMin)}"/>`,
  ].join('');
}

function steps(
  marks: readonly Mark[],
  quantity: Quantity,
  x: (atMin: number) => number,
  y: (amount: number) => number,
  durationMin: number,
): string {
  const path = [`M${x(0)} ${y(0)}`];
  for (const { atMin, cumulative } of marks) path.push(`H${x(atMin)}V${y(cumulative[quantity])}`);
  return `${path.join('')}H${x(durationMin)}`;
}

/** The prescribed amount by the end of each leg, from nothing at the start. */
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
      text(x, bottom + 14, clock(atMin), 'soft', atMin === 0 ? 'start' : isLast ? 'end' : 'middle'),
    );
  }
  return ticks.join('');
}

/** The whole plan in words, for those who do not see it. */
function describe(plan: FuelPlan): string {
  const { marks, durationMin, targets } = plan;
  const taken = marks.map(
    ({ atMin, items }) =>
      `At ${clock(atMin)}: ${items.map(({ product, servings, fluidMl }) => `${servingsInWords(servings)} ${displayNameOf(product)}${fluidMl > 0 ? ` (${Math.round(fluidMl)} ml)` : ''}`).join(', ')}.`,
  );
  const end = marks.at(-1)?.cumulative ?? { carbG: 0, sodiumMg: 0, fluidMl: 0 };
  return [
    `A plan for ${clock(durationMin)} hours.`,
    ...taken,
    `In all ${Math.round(end.carbG)} of ${targets.carbG} g carbohydrate, ${Math.round(end.sodiumMg)} of ${targets.sodiumMg} mg sodium and ${Math.round(end.fluidMl)} of ${targets.fluidMl} ml fluid.`,
    ...remarks(plan),
  ].join(' ');
}

function xAt(atMin: number, durationMin: number): number {
  return tidy(LEFT + ((RIGHT - LEFT) * atMin) / durationMin);
}
