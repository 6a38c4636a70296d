import { html } from 'hono/html';
import type { PlannerTexts } from '#core/languages/planner-texts.ts';
import { roundToHundredth } from '../fuel-plans/forms/svg-text.ts';
import type { TriedEnvelope } from './tried-envelope.ts';

/** A drawn part, escaped. */
export type Drawn = ReturnType<typeof html>;

/** A number with its range and limit, if any. */
interface Figure {
  readonly label: string;
  readonly unit: string;
  readonly value: number;
  readonly range: { readonly min: number; readonly max: number };
  readonly ceiling: number | null;
  readonly total: string;
  /** Ticks and end of a bar; the same for everyone, so that a moving limit is visible. */
  readonly scale: readonly [number, number, number];
}

/** Ends of the scales, at or above the highest rate and limit for unmeasured sweat: g, ml and mg per hour. */
export const SCALES = {
  carbohydrate: [40, 80, 120],
  fluid: [500, 1000, 1500],
  sodium: [600, 1200, 1800],
} as const;

/** Draws the three hourly numbers, each with its range and any limit on a fixed scale. */
export function drawFigures({ prescription, ranges, safety }: TriedEnvelope, texts: PlannerTexts): Drawn {
  const { quantities } = texts;
  const figures: readonly Figure[] = [
    {
      label: quantities.carbohydrate,
      unit: 'g',
      value: prescription.carb_g_per_hr,
      range: ranges.carb_g_per_hr,
      ceiling: null,
      total: `${prescription.total_carb_g} g`,
      scale: SCALES.carbohydrate,
    },
    {
      label: quantities.fluid,
      unit: 'ml',
      value: prescription.fluid_ml_per_hr,
      range: ranges.fluid_ml_per_hr,
      ceiling: safety.max_safe_fluid_ml_per_hr,
      total: litres(prescription.total_fluid_ml, texts),
      scale: SCALES.fluid,
    },
    {
      label: quantities.sodium,
      unit: 'mg',
      value: prescription.sodium_mg_per_hr,
      range: ranges.sodium_mg_per_hr,
      ceiling: safety.max_safe_sodium_mg_per_hr,
      total: `${prescription.total_sodium_mg} mg`,
      scale: SCALES.sodium,
    },
  ];
  return html`<div class="figures">${figures.map((figure) => drawFigure(figure, texts))}</div>`;
}

function drawFigure(figure: Figure, texts: PlannerTexts): Drawn {
  const { label, unit, value, ceiling, total } = figure;
  const limit =
    ceiling === null ? '' : html`<p class="limit">${texts.limit({ amount: `${ceiling} ${unit}` })}</p>`;
  return html`<section class="figure">
<h3>${label}</h3>
<p class="amount"><strong>${value}</strong> ${unit} <span>${texts.perHour}</span></p>
${limit}
${drawBar(figure)}
<p class="range">${rangeText(figure, texts)}</p>
<p class="total">${texts.total({ amount: total })}</p>
</section>`;
}

function rangeText({ range, unit, ceiling }: Figure, texts: PlannerTexts): string {
  const { min: from, max: to } = range;
  if (to === 0) return '';
  return to === ceiling ? texts.rangeToLimit({ from, unit }) : texts.range({ from, to, unit });
}

function drawBar({ value, range, ceiling, scale }: Figure): Drawn {
  const [, , end] = scale;
  const at = (amount: number) => `${roundToHundredth((Math.min(amount, end) / end) * 100)}%`;
  return html`<svg class="bar" width="100%" height="50" aria-hidden="true" focusable="false">
<rect class="track" y="8" width="100%" height="14"/>
${ceiling === null ? '' : html`<rect class="beyond" x="${at(ceiling)}" y="8" width="${at(Math.max(0, end - ceiling))}" height="14" fill="url(#hatch)"/>`}
<rect class="band" x="${at(range.min)}" y="8" width="${at(range.max - range.min)}" height="14"/>
<line class="value" x1="${at(value)}" x2="${at(value)}" y1="3" y2="27"/>
${ceiling === null ? '' : html`<line class="ceiling" x1="${at(ceiling)}" x2="${at(ceiling)}" y1="0" y2="30"/>`}
<text y="46">0</text>${scale.map((mark) => html`<text x="${at(mark)}" y="46" text-anchor="${mark === end ? 'end' : 'middle'}">${mark}</text>`)}
</svg>`;
}

/**
 * Draws the three numbers on one line, for small screens where the controls push the figures out of sight.
 */
export function drawGlance({ prescription, safety }: TriedEnvelope, texts: PlannerTexts): Drawn {
  return html`<b>${prescription.carb_g_per_hr} g</b> <b>${prescription.fluid_ml_per_hr} ml</b> <i>${texts.shortLimit({ amount: safety.max_safe_fluid_ml_per_hr })}</i> <b>${prescription.sodium_mg_per_hr} mg</b> <span>${texts.perHour}</span>`;
}

/** Formats millilitres; from one litre up, as litres. */
export function litres(ml: number, texts: PlannerTexts): string {
  return ml < 1000 ? `${ml} ml` : texts.litres({ value: roundToHundredth(ml / 1000) });
}
