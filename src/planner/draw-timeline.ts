import { html } from 'hono/html';
import { genericIdOf } from '../catalogue/generic-foods.ts';
import { MARKS } from '../fuel-plans/forms/draw-mark.ts';
import { clock, roundToHundredth, servingsInWords } from '../fuel-plans/forms/svg-text.ts';
import type { Fill } from '../fuel-plans/plan/bottles.ts';
import { type Form, formOf, isPlainWater, type Portion } from '../fuel-plans/portions.ts';
import { FOODS } from '../languages/en/foods.ts';
import { type Drawn, litres } from './draw-figures.ts';
import type { GenericPlan } from './generic-plan.ts';
import { legName, TEXTS } from './texts.ts';

/** Minutes between the times below the lanes: at most seven of them. */
const TICK_STEPS_MIN = [15, 30, 60, 120, 180, 240];
const TICKS_MAX = 7;

/** What is eaten, each kind in a lane of its own. */
const FOOD_LANES: readonly { readonly label: string; readonly forms: readonly Form[] }[] = [
  { label: TEXTS.gelLane, forms: ['gel', 'chew'] },
  { label: TEXTS.foodLane, forms: ['solid'] },
  { label: TEXTS.capsuleLane, forms: ['capsule'] },
];

/** Draws what to carry and when to take it: bottles as bars over the time that they last, food as marks. */
export function drawTimeline(plan: GenericPlan, durationMin: number): Drawn {
  if (plan.fills.length + plan.eaten.length === 0) return html`<p class="nothing">${TEXTS.nothing}</p>`;
  const at = (min: number) => `${roundToHundredth((min / durationMin) * 100)}%`;
  const isDrink = (fill: Fill) => !isPlainWater(fill.product);
  const lanes = [
    { label: TEXTS.drinkLane, id: 'drink', fills: plan.fills.filter(isDrink) },
    { label: TEXTS.waterLane, id: 'water', fills: plan.fills.filter((fill) => !isDrink(fill)) },
  ].filter(({ fills }) => fills.length > 0);
  return html`<div class="lanes">
${plan.legs.length > 1 ? drawLegs(plan, at) : ''}
${lanes.map(
  ({ label, id, fills }) => html`<div class="lane">
<h3>${label}</h3><p>${contentOf(fills)}</p>
<svg width="100%" height="34" aria-hidden="true" focusable="false"><line class="way" x2="100%" y1="17" y2="17"/>
${fills.map(
  ({ fromMin, toMin, fillMl }) =>
    html`<rect class="bottle ${id}" x="${at(fromMin)}" y="3" width="${at(toMin - fromMin)}" height="28" rx="8"/>
<text x="${at((fromMin + toMin) / 2)}" y="22" text-anchor="middle">${fillMl}</text>`,
)}</svg></div>`,
)}
${FOOD_LANES.map((lane) => drawFood(lane, plan, at))}
<svg class="axis" width="100%" height="24" aria-hidden="true" focusable="false">${ticksOf(durationMin).map(
    (min) =>
      html`<text x="${at(min)}" y="16" text-anchor="${min === 0 ? 'start' : min === durationMin ? 'end' : 'middle'}">${clock(min)}</text>`,
  )}</svg>
</div>
<p class="sum">${TEXTS.adds(Math.round(plan.carbG), plan.targetCarbG)} ${TEXTS.thirst}</p>
<details id="as-list"><summary>${TEXTS.asList}</summary><ol class="list">${stepsOf(plan).map(
    ({ atMin, words }) => html`<li><b>${clock(atMin)}</b> ${words}</li>`,
  )}</ol></details>`;
}

/** Says how much the bottles of a lane hold, how strong they are and what is dissolved in them. */
function contentOf(fills: readonly Fill[]): string {
  const ml = fills.reduce((sum, { fillMl }) => sum + fillMl, 0);
  const carbG = fills.reduce((sum, fill) => sum + fill.carbG, 0);
  const tablets = fills
    .flatMap(({ ingredients }) => ingredients)
    .filter(({ product }) => product.category === 'electrolyte_tablet');
  const [tablet] = tablets;
  const servings = tablets.reduce((sum, one) => sum + one.servings, 0);
  return [
    litres(ml),
    ...(carbG < 1 ? [] : [TEXTS.strength(Math.round((1000 * carbG) / ml))]),
    ...(tablet === undefined ? [] : [foodInWords({ product: tablet.product, servings })]),
  ].join(', ');
}

/** Lists bottles and food by the minute at which each begins. */
function stepsOf({ fills, eaten }: GenericPlan): readonly { atMin: number; words: string }[] {
  const bottles = fills.map((fill) => ({
    atMin: fill.fromMin,
    words: `${isPlainWater(fill.product) ? TEXTS.waterLane : TEXTS.drinkLane}: ${contentOf([fill])}, ${TEXTS.until(clock(fill.toMin))}`,
  }));
  const food = eaten.map(({ atMin, items }) => ({ atMin, words: items.map(foodInWords).join(', ') }));
  return [...bottles, ...food].sort((one, other) => one.atMin - other.atMin);
}

/** Says how much of a food without a brand is taken: one is not counted. */
export function foodInWords({ product, servings }: Portion): string {
  const generic = genericIdOf(product);
  const name = generic === null ? product.name : FOODS[generic];
  const shown = roundToHundredth(servings);
  return shown === 1 ? name : `${servingsInWords(shown, 'en')} × ${name}`;
}

/** Names the legs of an event of several sports where each begins. */
function drawLegs({ legs }: GenericPlan, at: (min: number) => string): Drawn {
  return html`<svg class="legs" width="100%" height="24" aria-hidden="true" focusable="false">${legs.map(
    ({ type, startMin }) => html`<line x1="${at(startMin)}" x2="${at(startMin)}" y2="24"/>
<svg x="${at(startMin)}" overflow="visible"><text x="4" y="16">${legName(type)}</text></svg>`,
  )}</svg>`;
}

function drawFood(
  { label, forms }: (typeof FOOD_LANES)[number],
  { eaten, packed }: GenericPlan,
  at: (min: number) => string,
): Drawn | string {
  const moments = eaten.flatMap(({ atMin, items }) =>
    items.filter(({ product }) => forms.includes(formOf(product))).map(({ product }) => ({ atMin, product })),
  );
  if (moments.length === 0) return '';
  const words = packed.filter(({ product }) => forms.includes(formOf(product))).map(foodInWords);
  return html`<div class="lane"><h3>${label}</h3><p>${words.join(', ')}</p>
<svg width="100%" height="34" aria-hidden="true" focusable="false"><line class="way" x2="100%" y1="17" y2="17"/>
${moments.map(
  ({ atMin, product }) =>
    html`<svg x="${at(atMin)}" y="17" overflow="visible"><path class="gel" transform="scale(1.9)" d="${MARKS[formOf(product)]}"/></svg>`,
)}</svg></div>`;
}

function ticksOf(durationMin: number): readonly number[] {
  const stepMin = TICK_STEPS_MIN.find((step) => durationMin / step <= TICKS_MAX) ?? 240;
  const count = Math.floor(durationMin / stepMin);
  const ticks = Array.from({ length: count + 1 }, (_, index) => index * stepMin);
  // The end is always labelled; a time just before it would overlap with it.
  return [...ticks.filter((min) => min === 0 || durationMin - min > durationMin / 10), durationMin];
}
