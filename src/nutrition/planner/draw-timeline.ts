import { servingsText } from '@musette/languages/amounts';
import { html } from 'hono/html';
import { genericIdOf } from '../catalogue/generic-foods.ts';
import { MARKS, roundToHundredth } from '../fuel-plans/forms/svg-text.ts';
import { isUncounted } from '../fuel-plans/names.ts';
import type { Fill } from '../fuel-plans/plan/model.ts';
import { amountsOfFill } from '../fuel-plans/plan/views.ts';
import { type Form, formOf, type Portion } from '../fuel-plans/portions.ts';
import { type Drawn, litres } from './draw-figures.ts';
import type { GenericPlan } from './generic-plan.ts';
import type { PlannerWords, Wording } from './words.ts';

/** Minutes between the times below the lanes: at most seven of them. */
const TICK_STEPS_MIN = [15, 30, 60, 120, 180, 240];
const TICKS_MAX = 7;

/** Food lanes, one per kind. */
const FOOD_LANES = [
  { name: 'gel', forms: ['gel', 'chew'] },
  { name: 'food', forms: ['solid'] },
  { name: 'capsule', forms: ['capsule'] },
] as const satisfies readonly { readonly name: string; readonly forms: readonly Form[] }[];

/** Draws what to carry and when to take it: bottles as bars over the time they last, food as marks. */
export function drawTimeline(plan: GenericPlan, durationMin: number, words: PlannerWords): Drawn {
  const { planner: texts } = words;
  if (plan.fills.length + plan.eaten.length === 0) return html`<p class="nothing">${texts.nothing}</p>`;
  const at = (min: number) => `${roundToHundredth((min / durationMin) * 100)}%`;
  const isDrink = ({ recipe }: Fill) => recipe !== null;
  const lanes = [
    { name: 'drink', fills: plan.fills.filter(isDrink) },
    { name: 'water', fills: plan.fills.filter((fill) => !isDrink(fill)) },
  ] as const;
  const filled = lanes.filter(({ fills }) => fills.length > 0);
  return html`<div class="lanes">
${plan.legs.length > 1 ? drawLegs(plan, at, texts) : ''}
${filled.map(
  ({ name, fills }) => html`<div class="lane">
<h3>${texts.lanes[name]}</h3><p>${contentOf(fills, words)}</p>
<svg width="100%" height="34" aria-hidden="true" focusable="false"><line class="way" x2="100%" y1="17" y2="17"/>
${fills.map(
  ({ fromMin, toMin, filledMl }) =>
    html`<rect class="bottle ${name}" x="${at(fromMin)}" y="3" width="${at(toMin - fromMin)}" height="28" rx="8"/>
<text x="${at((fromMin + toMin) / 2)}" y="22" text-anchor="middle">${filledMl}</text>`,
)}</svg></div>`,
)}
${FOOD_LANES.map((lane) => drawFood(lane, plan, at, words))}
<svg class="axis" width="100%" height="24" aria-hidden="true" focusable="false">${ticksOf(durationMin).map(
    (min) =>
      html`<text x="${at(min)}" y="16" text-anchor="${min === 0 ? 'start' : min === durationMin ? 'end' : 'middle'}">${texts.moment({ min })}</text>`,
  )}</svg>
</div>
<p class="sum">${texts.sum({ carbG: Math.round(plan.carbG), targetG: plan.targetCarbG })} ${texts.thirst}</p>
<details id="as-list"><summary>${texts.asList}</summary><ol class="list">${stepsOf(plan, words).map(
    (step) => html`<li><b>${texts.moment({ min: step.atMin })}</b> ${step.content}</li>`,
  )}</ol></details>`;
}

/** Formats the volume, strength and salt of the bottles in a lane. */
function contentOf(fills: readonly Fill[], words: PlannerWords): string {
  const { planner: texts } = words;
  const ml = fills.reduce((sum, { filledMl }) => sum + filledMl, 0);
  const carbG = fills.reduce(
    (sum, fill) => sum + amountsOfFill({ ...fill, volumeMl: fill.filledMl }).carbG,
    0,
  );
  const tablets = fills.flatMap(({ tablet }) => tablet ?? []);
  const [tablet] = tablets;
  const servings = tablets.reduce((sum, one) => sum + one.servings, 0);
  return texts.list([
    litres(ml, texts),
    ...(carbG < 1 ? [] : [texts.strength({ gPerL: Math.round((1000 * carbG) / ml) }, texts.measures)]),
    ...(tablet === undefined ? [] : [foodText({ product: tablet.product, servings }, words)]),
  ]);
}

/** Lists bottles and food by the minute at which each begins. */
function stepsOf(
  { fills, eaten }: GenericPlan,
  words: PlannerWords,
): readonly { readonly atMin: number; readonly content: string }[] {
  const { planner: texts } = words;
  const bottles = fills.map((fill) => {
    const lane = texts.lanes[fill.recipe === null ? 'water' : 'drink'];
    const until = texts.until({ time: texts.moment({ min: fill.toMin }) });
    return { atMin: fill.fromMin, content: texts.list([lane, contentOf([fill], words), until]) };
  });
  const food = eaten.map(({ atMin, intakes }) => ({
    atMin,
    content: texts.list(intakes.map((intake) => foodText(intake, words))),
  }));
  return [...bottles, ...food].sort((one, other) => one.atMin - other.atMin);
}

/** Formats an amount of an unbranded food; a single piece has no number. */
export function foodText({ product, servings }: Portion, { foods }: PlannerWords): string {
  const generic = genericIdOf(product);
  const name = generic === null ? product.name : foods[generic];
  const shown = roundToHundredth(servings);
  if (isUncounted(product) && product.massG !== null)
    return `${Math.round(product.massG * servings)} g ${name}`;
  return shown === 1 ? name : `${servingsText(shown)} × ${name}`;
}

function drawLegs({ legs }: GenericPlan, at: (min: number) => string, texts: Wording): Drawn {
  return html`<svg class="legs" width="100%" height="24" aria-hidden="true" focusable="false">${legs.map(
    ({ type, startMin }) => html`<line x1="${at(startMin)}" x2="${at(startMin)}" y2="24"/>
<svg x="${at(startMin)}" overflow="visible"><text x="4" y="16">${legName(type, texts)}</text></svg>`,
  )}</svg>`;
}

/** Names a leg: the legs of the usual events are sports of the planner. */
function legName(type: string, { controls }: Wording): string {
  return Object.entries(controls.sports).find(([sport]) => sport === type)?.[1] ?? type;
}

function drawFood(
  { name, forms }: (typeof FOOD_LANES)[number],
  { eaten, packed }: GenericPlan,
  at: (min: number) => string,
  words: PlannerWords,
): Drawn | string {
  const isIn = ({ product }: Portion) => forms.some((form) => form === formOf(product));
  const moments = eaten.flatMap(({ atMin, intakes }) =>
    intakes.filter(isIn).map(({ product }) => ({ atMin, product })),
  );
  if (moments.length === 0) return '';
  const { planner: texts } = words;
  const content = texts.list(packed.filter(isIn).map((portion) => foodText(portion, words)));
  return html`<div class="lane"><h3>${texts.lanes[name]}</h3><p>${content}</p>
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
  // The end is always labelled; a time just before it would overlap.
  return [...ticks.filter((min) => min === 0 || durationMin - min > durationMin / 10), durationMin];
}
