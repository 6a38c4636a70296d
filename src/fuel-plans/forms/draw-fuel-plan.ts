import type { Product } from '../../catalogue/catalogue-copy.ts';
import type { DrawingTexts } from '../../languages/plan-texts.ts';
import type { Texts } from '../../languages/texts.ts';
import type { FuelPlan } from '../fuel-plan.ts';
import type { PlanLeg } from '../plan/plan-legs.ts';
import { displayNameOf, fluidMlOf, formOf, isPlainWater, type Portion } from '../portions.ts';
import { CARB_WITHIN, SODIUM_WITHIN } from '../targets.ts';
import { COURSE_HEIGHT, drawCourse, hasCourse, stationLines, stationMinutes } from './draw-course.ts';
import { drawMark } from './draw-mark.ts';
import {
  ATTRIBUTION,
  alertsOf,
  amountsInWords,
  remarksOn,
  safetyRemarks,
  teaserWords,
  withoutProducts,
} from './plan-words.ts';
import {
  clock,
  escaped,
  roundToHundredth,
  servingsInWords,
  shortened,
  text,
  widthOf,
  wrapped,
} from './svg-text.ts';

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
const CHART_TOP = 24;
const CHART_HEIGHT = 62;
/** Height of the times below the panels. */
const AXIS_HEIGHT = 36;
/** The fluid band reaches this far below the target, and never above it. */
const FLUID_WITHIN = 0.25;
/** A ceiling up to this many times the plan is shown in full. */
const CEILING_SHOWN_UP_TO = 2;
/** Height of the line with the sports of several legs. */
const LEGS_HEIGHT = 18;
const MARK_WIDTH = 10;
/** A drink is sipped until the next mark, but not for longer than this. */
const SIPPED_WITHIN_MIN = 20;

const STYLE = `svg{--ink:#1c1917;--soft:#57534e;--paper:#fffdfa;--line:#d6cec5;--band:#fed7aa;--accent:#b93c0a}
@media (prefers-color-scheme:dark){svg{--ink:#f5f2ee;--soft:#b8b0a8;--paper:#191614;--line:#4a433c;--band:#5a3416;--accent:#fb923c}}
text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;fill:var(--ink)}
.soft{fill:var(--soft)}.head{font-size:15px;font-weight:700}.name{font-weight:600}
.paper{fill:var(--paper)}.line{stroke:var(--line);fill:none}.band{fill:var(--band)}
.plan{stroke:var(--accent);fill:none;stroke-width:2;stroke-linejoin:round}.mark{fill:var(--accent)}
.tick{stroke-dasharray:2 3}.station{stroke:var(--soft);fill:none;stroke-dasharray:1 3}.way{stroke:var(--soft);stroke-width:1}.climb{stroke:var(--ink);stroke-width:3}.ceiling{stroke:var(--ink);fill:none;stroke-width:1.5;stroke-dasharray:6 4}.border{stroke:var(--soft);fill:none}
@media (min-width:640px){text{font-size:9px}.head{font-size:12px}}`;

type Quantity = 'carbG' | 'sodiumMg' | 'fluidMl';

/** A chart of one quantity. The band around the target spans these shares below and above it. */
interface Panel {
  readonly quantity: Quantity;
  readonly unit: string;
  readonly below: number;
  readonly above: number;
}

const PANELS: readonly Panel[] = [
  { quantity: 'carbG', unit: 'g', below: CARB_WITHIN, above: CARB_WITHIN },
  { quantity: 'sodiumMg', unit: 'mg', below: SODIUM_WITHIN, above: SODIUM_WITHIN },
  { quantity: 'fluidMl', unit: 'ml', below: FLUID_WITHIN, above: 0 },
];

/**
 * Draws a plan as SVG: when each product is taken, and how carbohydrate, sodium and fluid add up against the
 * band around the prescription and the personal ceilings. It follows the light or dark setting, and its description
 * says everything that it shows. In teaser tier it names the categories, with ranges instead of the plan's numbers.
 *
 * @param subscribeUrl link of the teaser tier; unused in full tier
 */
export function drawFuelPlan(plan: FuelPlan, texts: Texts, subscribeUrl: string | undefined): string {
  return plan.athlete.tier === 'full' ? drawFull(plan, texts) : drawTeaser(plan, texts, subscribeUrl);
}

function drawFull(plan: FuelPlan, texts: Texts): string {
  const { drawing } = texts.plan;
  const { portions, durationMin } = plan;
  const headLines = inLines(alertsOf(plan, texts), 'name');
  const rowsTop = HEAD_HEIGHT + (headLines.length > 0 ? headLines.length * LINE_HEIGHT + 6 : 0);
  const legsTop = rowsTop + portions.length * ROW_HEIGHT + 8;
  const courseTop = legsTop + (plan.legs.length > 1 ? LEGS_HEIGHT : 0);
  const panelsTop = courseTop + (hasCourse(plan) ? COURSE_HEIGHT : 0);
  const panelsBottom = panelsTop + PANELS.length * PANEL_HEIGHT;
  const footTop = panelsBottom + AXIS_HEIGHT;
  const footLines = [
    ...inLines([...stationLines(plan, texts), ...remarksOn(plan, texts)], ''),
    ...inLines(
      [
        ...safetyRemarks(plan, texts),
        ...(hasCourse(plan) ? [texts.plan.forms.courseLegend()] : []),
        drawing.legend(),
        drawing.disclaimer(),
      ],
      'soft',
    ),
  ];
  const size = { height: footTop + footLines.length * LINE_HEIGHT, language: texts.language };
  return svg(size, drawing.title(), describe(plan, texts), [
    drawAxis(durationMin, panelsTop, panelsBottom),
    text({ x: LEFT, y: 20 }, drawing.titleFor({ duration: clock(durationMin) }), { style: 'head' }),
    drawLines(headLines, HEAD_HEIGHT + 10),
    ...portions.map((portion, index) => drawRow(portion, plan, rowsTop + index * ROW_HEIGHT, texts)),
    plan.legs.length > 1 ? drawLegs(plan, texts, { top: legsTop, panelsTop }) : '',
    hasCourse(plan) ? drawCourse(plan, courseTop, (atMin) => xAt(atMin, durationMin)) : '',
    ...stationMinutes(plan).map((atMin) => drawInCharts('station', xAt(atMin, durationMin), panelsTop)),
    ...PANELS.map((panel, index) => drawPanel(panel, plan, panelsTop + index * PANEL_HEIGHT, drawing)),
    drawLines(footLines, footTop),
  ]);
}

interface Line {
  readonly content: string;
  readonly style: string;
}

function inLines(remarks: readonly string[], style: string): readonly Line[] {
  return remarks
    .flatMap((remark) => wrapped(remark, style === 'name' ? NAME_CHARACTERS : LINE_CHARACTERS))
    .map((content) => ({ content, style }));
}

function drawLines(lines: readonly Line[], top: number): string {
  return lines
    .map(({ content, style }, index) => text({ x: LEFT, y: top + index * LINE_HEIGHT }, content, { style }))
    .join('');
}

function drawTeaser(plan: FuelPlan, texts: Texts, subscribeUrl: string | undefined): string {
  const { drawing } = texts.plan;
  const shown = withoutProducts(plan);
  const alerts = alertsOf(shown, texts);
  const said = [...teaserWords(shown, texts), ...remarksOn(shown, texts)];
  const foot = [...safetyRemarks(shown, texts), drawing.disclaimer()];
  const lines = [...inLines(alerts, 'name'), ...inLines(said, ''), ...inLines(foot, 'soft')];
  const invitation = drawing.invitation();
  const top = HEAD_HEIGHT + 12;
  const bottom = top + lines.length * LINE_HEIGHT + 6;
  const words = [...alerts, ...said, ...foot, invitation, subscribeUrl ?? '', ATTRIBUTION].join(' ');
  const link = text({ x: LEFT, y: bottom }, invitation, { style: 'name' });
  return svg({ height: bottom + 30, language: texts.language }, drawing.title(), words, [
    text({ x: LEFT, y: 20 }, drawing.title(), { style: 'head' }),
    drawLines(lines, top),
    subscribeUrl === undefined ? link : `<a href="${escaped(subscribeUrl)}">${link}</a>`,
    text({ x: LEFT, y: bottom + 18 }, ATTRIBUTION, { style: 'soft' }),
  ]);
}

interface Sheet {
  readonly height: number;
  readonly language: string;
}

function svg(
  { height, language }: Sheet,
  title: string,
  description: string,
  parts: readonly string[],
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="100%" style="max-width:900px" lang="${language}" role="img" aria-labelledby="title description">`,
    `<title id="title">${escaped(title)}</title><desc id="description">${escaped(description)}</desc>`,
    `<style>${STYLE}</style><rect class="paper" width="${WIDTH}" height="${height}"/>`,
    ...parts,
    '</svg>',
  ].join('\n');
}

/** Draws the row of one product: how much of it in all and at a time, and a mark for every intake. */
function drawRow(portion: Portion, { marks, durationMin }: FuelPlan, top: number, texts: Texts): string {
  const { product } = portion;
  const laneY = top + 37;
  // Marks of a long session shrink, so that they do not run into each other.
  const size = Math.min(1, (RIGHT - LEFT) / marks.length / MARK_WIDTH);
  const taken = marks.flatMap(({ atMin, items }) =>
    items.filter((item) => item.product === product).map(({ servings }) => ({ atMin, servings })),
  );
  return [
    text({ x: LEFT, y: top + 13 }, shortened(inAll(portion, texts), NAME_CHARACTERS), { style: 'name' }),
    text({ x: LEFT, y: top + 27 }, atATime(product, taken, texts), { style: 'soft' }),
    `<line class="line" x1="${LEFT}" x2="${RIGHT}" y1="${laneY}" y2="${laneY}"/>`,
    ...taken.map(({ atMin }) => drawMark(formOf(product), { x: xAt(atMin, durationMin), y: laneY }, size)),
  ].join('');
}

function inAll({ product, servings }: Portion, { language, plan }: Texts): string {
  if (isPlainWater(product)) return plan.drawing.water();
  return `${servingsInWords(servings, language)} × ${displayNameOf(product)}`;
}

function atATime(
  product: Product,
  taken: readonly { readonly servings: number }[],
  { language, plan: { drawing } }: Texts,
): string {
  if (taken.length === 0) return drawing.notTaken();
  const servings = taken.map((one) => one.servings);
  const [least, most] = [Math.min(...servings), Math.max(...servings)];
  const perServingMl = fluidMlOf(product) ?? 0;
  const range = (from: string, to: string) => (from === to ? from : drawing.range({ from, to }));
  if (formOf(product) !== 'drink' || perServingMl === 0) {
    const amount = range(servingsInWords(least, language), servingsInWords(most, language));
    return taken.length === 1 ? drawing.once() : drawing.atATime({ amount });
  }
  const ml = (count: number) => String(Math.round(count * perServingMl));
  const sumMl = ml(servings.reduce((sum, count) => sum + count, 0));
  if (taken.length === 1) return drawing.drunkOnce({ sumMl });
  return drawing.drunk({ sumMl, amount: range(ml(least), ml(most)) });
}

/** Places of a panel's chart: minutes to x, amounts to y. */
interface Scale {
  readonly x: (atMin: number) => number;
  readonly y: (amount: number) => number;
}

function drawPanel(panel: Panel, plan: FuelPlan, top: number, drawing: DrawingTexts): string {
  const { quantity, unit, above } = panel;
  const target = plan.targets[quantity];
  const planned = plan.marks.at(-1)?.cumulative[quantity] ?? 0;
  const ceiling = ceilingOf(quantity, plan.targets);
  const bottom = top + CHART_TOP + CHART_HEIGHT;
  const shown = Math.max(target * (1 + above), planned, 1);
  // A ceiling far above the plan leaves the chart, so that the plan stays legible.
  const most = Math.max(shown, Math.min(ceiling ?? 0, CEILING_SHOWN_UP_TO * shown));
  const scale: Scale = {
    x: (atMin) => xAt(atMin, plan.durationMin),
    y: (amount) => roundToHundredth(bottom - (amount / most) * CHART_HEIGHT),
  };
  const amounts = drawing.amounts({
    planned: Math.round(planned),
    target: Math.round(target),
    unit,
    ceiling: ceiling === null ? null : Math.round(ceiling),
  });
  return [
    text({ x: LEFT, y: top + 16 }, drawing[quantity](), { style: 'name' }),
    text({ x: RIGHT, y: top + 16 }, amounts, { anchor: 'end' }),
    // A band without height is the line itself.
    target > 0 ? drawBand(panel, plan.legs, scale) : '',
    `<line class="line" x1="${LEFT}" x2="${RIGHT}" y1="${bottom}" y2="${bottom}"/>`,
    ceiling === null ? '' : drawCeiling(ceilingCourse(plan, quantity, ceiling), most, scale),
    `<path class="plan" d="${planPath(plan, quantity, scale)}"/>`,
  ].join('');
}

/** Returns the most of a quantity that is planned for the whole session; null if there is no personal ceiling. */
function ceilingOf(quantity: Quantity, targets: FuelPlan['targets']): number | null {
  if (quantity === 'carbG') return null;
  return (quantity === 'fluidMl' ? targets.maxFluidMlPerHr : targets.maxSodiumMgPerHr) * targets.hours;
}

/** Lists the ceiling by the end of each leg, in the legs' shares of the quantity: nothing in a swim. */
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

/** Draws the border of each leg in every chart, and its sport above them where there is room. */
function drawLegs(
  { legs, durationMin }: FuelPlan,
  texts: Texts,
  { top, panelsTop }: { readonly top: number; readonly panelsTop: number },
): string {
  return legs
    .map(({ type, startMin, endMin }) => {
      const [from, to] = [xAt(startMin, durationMin), xAt(endMin, durationMin)];
      const name = nameOf(type, texts);
      const border = startMin > 0 ? drawInCharts('border', from, panelsTop) : '';
      if (to - from < widthOf(name) * 8) return border;
      const x = roundToHundredth((from + to) / 2);
      return border + text({ x, y: top + 11 }, name, { style: 'soft', anchor: 'middle' });
    })
    .join('');
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

/** Lists the prescribed amount by the end of each leg, from 0 at the start. */
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

function drawAxis(durationMin: number, top: number, bottom: number): string {
  const stepMin = [15, 30, 60, 120, 240, 480].find((step) => durationMin / step <= 7) ?? 480;
  const ticks: string[] = [];
  for (let atMin = 0; atMin <= durationMin; atMin += stepMin) {
    const x = xAt(atMin, durationMin);
    const isLast = atMin + stepMin > durationMin && x > RIGHT - 16;
    ticks.push(
      drawInCharts('line tick', x, top),
      text({ x, y: bottom + 14 }, clock(atMin), {
        style: 'soft',
        anchor: atMin === 0 ? 'start' : isLast ? 'end' : 'middle',
      }),
    );
  }
  return ticks.join('');
}

/** Describes the whole plan in words, for readers who cannot see it. */
function describe(plan: FuelPlan, texts: Texts): string {
  const { drawing } = texts.plan;
  const { marks, durationMin, targets, legs } = plan;
  const intakes = marks.map(({ atMin, items }) =>
    drawing.intake({ time: clock(atMin), items: amountsInWords(items, texts) }),
  );
  const end = marks.at(-1)?.cumulative ?? { carbG: 0, sodiumMg: 0, fluidMl: 0 };
  return [
    `${drawing.titleFor({ duration: clock(durationMin) })}.`,
    ...alertsOf(plan, texts),
    ...(legs.length > 1
      ? legs.map(({ type, startMin, endMin, forms }) =>
          drawing.leg({
            sport: nameOf(type, texts),
            from: clock(startMin),
            to: clock(endMin),
            isEmpty: forms.size === 0,
          }),
        )
      : []),
    ...stationLines(plan, texts).map((station) => texts.plan.forms.drawnStation({ station })),
    ...intakes,
    drawing.totals({
      carbG: Math.round(end.carbG),
      targetCarbG: targets.carbG,
      sodiumMg: Math.round(end.sodiumMg),
      targetSodiumMg: targets.sodiumMg,
      fluidMl: Math.round(end.fluidMl),
      targetFluidMl: targets.fluidMl,
    }),
    ...remarksOn(plan, texts),
    ...safetyRemarks(plan, texts),
    drawing.disclaimer(),
  ].join(' ');
}

/** Where a sport is done does not show in a plan, and a drawing has little room. */
const DRAWN_AS: Partial<Record<PlanLeg['type'], PlanLeg['type']>> = {
  treadmill_run: 'run',
  indoor_bike: 'bike',
  open_water_swim: 'swim',
};

/** Returns the name of a leg's sport as a heading. */
function nameOf(type: PlanLeg['type'], { language, plan: { sports } }: Texts): string {
  const name = sports[DRAWN_AS[type] ?? type];
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

function xAt(atMin: number, durationMin: number): number {
  return roundToHundredth(LEFT + ((RIGHT - LEFT) * atMin) / durationMin);
}
