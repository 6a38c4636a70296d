import { html } from 'hono/html';
import { MARKS } from '../fuel-plans/forms/draw-mark.ts';
import { clock, roundToHundredth } from '../fuel-plans/forms/svg-text.ts';
import type { PlannedItem } from '../fuel-plans/plan/marks.ts';
import { formOf } from '../fuel-plans/portions.ts';
import { type Drawn, litres } from './draw-figures.ts';
import { BOTTLE_ML, DRINK, GEL, WATER } from './generic-foods.ts';
import type { GenericPlan } from './generic-plan.ts';
import { legName, TEXTS } from './texts.ts';

/** Minutes between the times below the lanes: at most seven of them. */
const TICK_STEPS_MIN = [15, 30, 60, 120, 180, 240];
const TICKS_MAX = 7;

/** Draws what to carry and when to take it: bottles as bars over the time that they last, gels as marks. */
export function drawTimeline(plan: GenericPlan, durationMin: number, saltMgPerL: number | null): Drawn {
  if (plan.marks.length === 0) return html`<p class="nothing">${TEXTS.nothing}</p>`;
  const at = (min: number) => `${roundToHundredth((min / durationMin) * 100)}%`;
  const drinks = [
    { label: TEXTS.drinkLane, ml: plan.drinkMl, id: DRINK.id },
    { label: TEXTS.waterLane, ml: plan.waterMl, id: WATER.id },
  ].filter(({ ml }) => ml > 0);
  return html`<div class="lanes">
${plan.legs.length > 1 ? drawLegs(plan, at) : ''}
${drinks.map(
  ({ label, ml, id }) => html`<div class="lane">
<h3>${label}</h3><p>${litres(ml)}, ${TEXTS.bottleCount(roundToHundredth(Math.ceil(ml / BOTTLE_ML)))}</p>
<svg width="100%" height="34" aria-hidden="true" focusable="false"><line class="way" x2="100%" y1="17" y2="17"/>
${bottlesOf(plan, id, durationMin).map(
  ({ fromMin, toMin, share }) =>
    html`<rect class="bottle ${id}" x="${at(fromMin)}" y="3" width="${at(toMin - fromMin)}" height="28" rx="8"/>
<text x="${at((fromMin + toMin) / 2)}" y="22" text-anchor="middle">${share}</text>`,
)}</svg></div>`,
)}
${plan.gels === 0 ? '' : drawGels(plan, at)}
<svg class="axis" width="100%" height="24" aria-hidden="true" focusable="false">${ticksOf(durationMin).map(
    (min) =>
      html`<text x="${at(min)}" y="16" text-anchor="${min === 0 ? 'start' : min === durationMin ? 'end' : 'middle'}">${clock(min)}</text>`,
  )}</svg>
</div>
<p class="sum">${TEXTS.adds(Math.round(plan.carbG), Math.round(plan.legs.reduce((sum, { carbG }) => sum + carbG, 0)))}
${saltMgPerL === null ? '' : TEXTS.salt(saltMgPerL)} ${TEXTS.thirst}</p>
<details id="as-list"><summary>${TEXTS.asList}</summary><ol class="list">${plan.marks.map(
    ({ atMin, items }) => html`<li><b>${clock(atMin)}</b> ${items.map(inWords).join(', ')}</li>`,
  )}</ol></details>`;
}

/** Names the legs of an event of several sports where each begins. */
function drawLegs({ legs }: GenericPlan, at: (min: number) => string): Drawn {
  return html`<svg class="legs" width="100%" height="24" aria-hidden="true" focusable="false">${legs.map(
    ({ type, startMin }) => html`<line x1="${at(startMin)}" x2="${at(startMin)}" y2="24"/>
<svg x="${at(startMin)}" overflow="visible"><text x="4" y="16">${legName(type)}</text></svg>`,
  )}</svg>`;
}

function drawGels(plan: GenericPlan, at: (min: number) => string): Drawn {
  const moments = plan.marks.filter(({ items }) => items.some(({ product }) => product.id === GEL.id));
  return html`<div class="lane"><h3>${TEXTS.gelLane}</h3><p>${TEXTS.gels(plan.gels)}</p>
<svg width="100%" height="34" aria-hidden="true" focusable="false"><line class="way" x2="100%" y1="17" y2="17"/>
${moments.map(
  ({ atMin }) =>
    html`<svg x="${at(atMin)}" y="17" overflow="visible"><path class="gel" transform="scale(1.9)" d="${MARKS[formOf(GEL)]}"/></svg>`,
)}</svg></div>`;
}

interface Bottle {
  readonly fromMin: number;
  readonly toMin: number;
  /** Its content: empty for a full one. */
  readonly share: string;
}

/** Lists the bottles of a drink with the stretch over which each lasts. */
function bottlesOf({ marks }: GenericPlan, id: string, durationMin: number): readonly Bottle[] {
  const sips = marks.flatMap(({ atMin, items }) =>
    items.filter(({ product }) => product.id === id).map(({ fluidMl }) => ({ atMin, fluidMl })),
  );
  const totalMl = sips.reduce((sum, { fluidMl }) => sum + fluidMl, 0);
  const count = Math.ceil(totalMl / BOTTLE_ML);
  /** Returns the moment at which this much has been drunk: a sip ends when the next begins. */
  const momentOf = (ml: number) => {
    let drunkMl = 0;
    for (const [index, { atMin, fluidMl }] of sips.entries()) {
      const untilMin = sips[index + 1]?.atMin ?? durationMin;
      if (drunkMl + fluidMl >= ml) return atMin + ((untilMin - atMin) * (ml - drunkMl)) / fluidMl;
      drunkMl += fluidMl;
    }
    return durationMin;
  };
  return Array.from({ length: count }, (_, index) => {
    const contentMl = Math.min(BOTTLE_ML, totalMl - index * BOTTLE_ML);
    return {
      fromMin: index === 0 ? (sips[0]?.atMin ?? 0) : momentOf(index * BOTTLE_ML),
      toMin: momentOf(index * BOTTLE_ML + contentMl),
      share: `${Math.round(contentMl)}`,
    };
  });
}

function ticksOf(durationMin: number): readonly number[] {
  const stepMin = TICK_STEPS_MIN.find((step) => durationMin / step <= TICKS_MAX) ?? 240;
  const count = Math.floor(durationMin / stepMin);
  const ticks = Array.from({ length: count + 1 }, (_, index) => index * stepMin);
  // The end is always labelled; a time just before it would overlap with it.
  return [...ticks.filter((min) => min === 0 || durationMin - min > durationMin / 10), durationMin];
}

function inWords({ product, servings, fluidMl }: PlannedItem): string {
  return fluidMl > 0 ? `${Math.round(fluidMl)} ml ${product.name}` : TEXTS.gels(servings);
}
