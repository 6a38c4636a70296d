import { html } from 'hono/html';
import { roundToHundredth } from '../fuel-plans/forms/svg-text.ts';
import { TEXTS } from './texts.ts';
import type { TriedEnvelope } from './tried-envelope.ts';

/** A part of what is drawn, escaped. */
export type Drawn = ReturnType<typeof html>;

/** A number with its range and, if there is one, its ceiling. */
interface Figure {
  readonly label: string;
  readonly unit: string;
  readonly value: number;
  readonly range: { readonly min: number; readonly max: number };
  readonly ceiling: number | null;
  readonly total: string;
}

/**
 * End of a bar with a ceiling, as a multiple of the ceiling: a value above the ceiling must be visibly above
 * it.
 */
const BAR_BEYOND_CEILING = 1.25;
/** End of a bar without a ceiling: the highest advised rate, g/h. */
const CARB_BAR_G_PER_HR = 120;

/** Draws the three hourly numbers, each with its range and, if there is one, its ceiling as a bar. */
export function drawFigures({ prescription, ranges, safety }: TriedEnvelope): Drawn {
  const figures: readonly Figure[] = [
    {
      label: TEXTS.carbohydrate,
      unit: 'g',
      value: prescription.carb_g_per_hr,
      range: ranges.carb_g_per_hr,
      ceiling: null,
      total: `${prescription.total_carb_g} g`,
    },
    {
      label: TEXTS.fluid,
      unit: 'ml',
      value: prescription.fluid_ml_per_hr,
      range: ranges.fluid_ml_per_hr,
      ceiling: safety.max_safe_fluid_ml_per_hr,
      total: litres(prescription.total_fluid_ml),
    },
    {
      label: TEXTS.sodium,
      unit: 'mg',
      value: prescription.sodium_mg_per_hr,
      range: ranges.sodium_mg_per_hr,
      ceiling: safety.max_safe_sodium_mg_per_hr,
      total: `${prescription.total_sodium_mg} mg`,
    },
  ];
  return html`<div class="figures">${figures.map(drawFigure)}</div>`;
}

function drawFigure({ label, unit, value, range, ceiling, total }: Figure): Drawn {
  const { min: least, max: most } = range;
  const end = ceiling === null ? Math.max(CARB_BAR_G_PER_HR, most) : ceiling * BAR_BEYOND_CEILING;
  const at = (amount: number) => `${roundToHundredth((Math.min(amount, end) / end) * 100)}%`;
  const limit = ceiling === null ? '' : html`<p class="limit">${TEXTS.stayUnder(`${ceiling} ${unit}`)}</p>`;
  return html`<section class="figure">
<h3>${label}</h3>
<p class="amount"><strong>${value}</strong> ${unit} <span>${TEXTS.perHour}</span></p>
<p class="range">${most === ceiling ? TEXTS.rangeToCeiling(least, unit) : TEXTS.range(least, most, unit)}</p>
${limit}
<svg class="bar" width="100%" height="34" aria-hidden="true" focusable="false">
<rect class="track" y="10" width="${ceiling === null ? '100%' : at(ceiling)}" height="14"/>
${ceiling === null ? '' : html`<rect class="beyond" x="${at(ceiling)}" y="10" width="${at(end - ceiling)}" height="14" fill="url(#hatch)"/>`}
<rect class="band" x="${at(least)}" y="10" width="${at(most - least)}" height="14"/>
<line class="value" x1="${at(value)}" x2="${at(value)}" y1="5" y2="29"/>
${ceiling === null ? '' : html`<line class="ceiling" x1="${at(ceiling)}" x2="${at(ceiling)}" y1="0" y2="34"/>`}
</svg>
<p class="total">${TEXTS.inAll(total)}</p>
</section>`;
}

/**
 * Draws the three numbers in one line, for small screens on which the controls push the figures out of sight.
 */
export function drawGlance({ prescription, safety }: TriedEnvelope): Drawn {
  return html`<b>${prescription.carb_g_per_hr} g</b> <b>${prescription.fluid_ml_per_hr} ml</b> <i>${TEXTS.under(safety.max_safe_fluid_ml_per_hr)}</i> <b>${prescription.sodium_mg_per_hr} mg</b> <span>${TEXTS.perHourShort}</span>`;
}

/** Formats millilitres as people read bottles: below a litre as they are, else in litres. */
export function litres(ml: number): string {
  return ml < 1000 ? `${ml} ml` : `${roundToHundredth(ml / 1000)} l`;
}
