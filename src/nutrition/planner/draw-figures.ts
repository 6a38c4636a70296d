import { html } from 'hono/html';
import { roundToHundredth } from '../fuel-plans/forms/svg-text.ts';
import type { TriedEnvelope } from './tried-envelope.ts';
import type { Wording } from './words.ts';

/** A drawn part, escaped. */
export type Drawn = ReturnType<typeof html>;

type Ranges = TriedEnvelope['ranges'];

/** A number with its range and limit, if any. */
interface Figure {
  readonly quantity: keyof Ranges;
  readonly label: string;
  readonly unit: string;
  readonly value: number;
  readonly range: Ranges[keyof Ranges];
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

/** The same scale in fluid ounces. */
const US_FLUID_SCALE = [16, 32, 48] as const;

/** Draws the three hourly numbers, each with its range and any limit on a fixed scale. */
export function drawFigures(envelope: TriedEnvelope, texts: Wording): Drawn {
  const { prescription, ranges, safety } = envelope;
  const { quantities } = texts;
  const figures: readonly Figure[] = [
    {
      quantity: 'carb_g_per_hr',
      label: quantities.carbohydrate,
      unit: 'g',
      value: prescription.carb_g_per_hr,
      range: ranges.carb_g_per_hr,
      ceiling: null,
      total: `${prescription.total_carb_g} g`,
      scale: SCALES.carbohydrate,
    },
    {
      quantity: 'fluid_ml_per_hr',
      label: quantities.fluid,
      ...fluidFigure(envelope, texts),
    },
    {
      quantity: 'sodium_mg_per_hr',
      label: quantities.sodium,
      unit: 'mg',
      value: prescription.sodium_mg_per_hr,
      range: ranges.sodium_mg_per_hr,
      ceiling: safety.max_safe_sodium_mg_per_hr,
      total: `${prescription.total_sodium_mg} mg`,
      scale: SCALES.sodium,
    },
  ];
  return html`<div class="figures">${figures.map((figure) => drawFigure(figure, envelope, texts))}</div>`;
}

/** Returns fluid as the units have it: whole fluid ounces are rounded down. */
function fluidFigure(
  { prescription, ranges, safety }: TriedEnvelope,
  texts: Wording,
): Pick<Figure, 'unit' | 'value' | 'range' | 'ceiling' | 'total' | 'scale'> {
  const total = litres(prescription.total_fluid_ml, texts);
  const metric = {
    unit: 'ml',
    value: prescription.fluid_ml_per_hr,
    range: ranges.fluid_ml_per_hr,
    ceiling: safety.max_safe_fluid_ml_per_hr,
    total,
    scale: SCALES.fluid,
  };
  if (texts.measures.units === 'metric') return metric;
  const shown = (ml: number) => Number.parseInt(texts.measures.total(ml), 10);
  const { min, max, would_need_up_to } = metric.range;
  return {
    unit: 'fl oz',
    value: shown(metric.value),
    range: { min: shown(min), max: shown(max), would_need_up_to: shown(would_need_up_to) },
    ceiling: shown(metric.ceiling),
    total,
    scale: US_FLUID_SCALE,
  };
}

function drawFigure(figure: Figure, envelope: TriedEnvelope, texts: Wording): Drawn {
  const { label, unit, value, ceiling, total } = figure;
  const limit =
    ceiling === null ? '' : html`<p class="limit">${texts.limit({ amount: `${ceiling} ${unit}` })}</p>`;
  return html`<section class="figure">
<h3>${label}</h3>
<p class="amount"><strong>${value}</strong> ${unit} <span>${texts.perHour}</span></p>
${limit}
${drawBar(figure)}
<p class="range">${rangeText(figure, envelope, texts)}</p>
<p class="total">${texts.total({ amount: total })}</p>
</section>`;
}

/** Says the range. If its honest end is above the limit, says that end and the field that would raise the limit. */
export function rangeText(
  { quantity, range, unit, ceiling }: Pick<Figure, 'quantity' | 'range' | 'unit' | 'ceiling'>,
  { drivers }: Pick<TriedEnvelope, 'drivers'>,
  texts: Wording,
): string {
  const { min: from, max: to, would_need_up_to: upTo } = range;
  if (upTo === 0) return '';
  if (to !== ceiling) return texts.range({ from, to, unit });
  const field = mostHelpfulField(drivers, quantity);
  return upTo > to && field !== null
    ? texts.mayNeed({ upTo, limit: to, unit, field: fieldLabel(field, texts) })
    : texts.rangeToLimit({ from, unit });
}

/** Returns the missing field that would narrow a range most. Null if none would. */
function mostHelpfulField(drivers: TriedEnvelope['drivers'], quantity: keyof Ranges): string | null {
  const helpful = (drivers ?? []).filter(({ narrows_by }) => narrows_by[quantity] > 0);
  const [first, ...rest] = helpful;
  if (first === undefined) return null;
  return rest.reduce(
    (best, next) => (next.narrows_by[quantity] > best.narrows_by[quantity] ? next : best),
    first,
  ).field;
}

/** Names a field as its control is labelled. */
export function fieldLabel(field: string, { controls }: Wording): string {
  const { dials, guesses, measures, others, raceFormat, sex } = controls;
  const labels = Object.entries({ ...dials, ...guesses, ...measures }).map(([name, { label }]) => [
    name,
    label,
  ]);
  const names: readonly (readonly (string | undefined)[])[] = [
    ...labels,
    ...Object.entries({ ...others, race_format: raceFormat.label, sex }),
  ];
  return names.find(([name]) => name === field)?.[1] ?? field;
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
export function drawGlance({ prescription, safety }: TriedEnvelope, texts: Wording): Drawn {
  const { total, limit } = texts.measures;
  return html`<b>${prescription.carb_g_per_hr} g</b> <b>${total(prescription.fluid_ml_per_hr)}</b> <i>${texts.shortLimit({ amount: limit(safety.max_safe_fluid_ml_per_hr).replace(/\D+$/, '') })}</i> <b>${prescription.sodium_mg_per_hr} mg</b> <span>${texts.perHour}</span>`;
}

/** Formats millilitres; from one litre up, as litres. */
export function litres(ml: number, texts: Wording): string {
  if (texts.measures.units === 'us') return texts.measures.total(ml);
  return ml < 1000 ? `${ml} ml` : texts.litres({ value: roundToHundredth(ml / 1000) });
}
