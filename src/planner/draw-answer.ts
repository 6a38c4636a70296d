import { html, raw } from 'hono/html';
import { drawRace } from '../fuel-plans/forms/draw-race.ts';
import { RACE } from '../languages/en/race.ts';
import type { Choice } from './choice.ts';
import { type Drawn, drawFigures } from './draw-figures.ts';
import { drawReasons } from './draw-reasons.ts';
import { drawTimeline } from './draw-timeline.ts';
import { planGenericFoods } from './generic-plan.ts';
import { TEXTS } from './texts.ts';
import type { TriedEnvelope } from './tried-envelope.ts';

/**
 * Draws everything that depends on an answer, as HTML without style attributes, which the page's policy
 * forbids. The Worker draws it into the page and the browser redraws it after a change, with the same code.
 */
export function drawAnswer(choice: Choice, envelope: TriedEnvelope): Drawn {
  const { safety } = envelope;
  const plan = planGenericFoods(choice, envelope);
  const { duration_min: durationMin } = choice.dials;
  return html`<svg class="defs" width="0" height="0" aria-hidden="true" focusable="false"><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line y2="6" stroke-width="2.5"/></pattern></svg>
<h2>${TEXTS.everyHour}</h2>
${drawWarnings(envelope)}
${drawFigures(envelope)}
<h2>${TEXTS.onTheWay}</h2>
${drawTimeline(plan, durationMin)}
<h2>${RACE.title()}</h2>
${raw(drawRace(envelope.trajectory, { legs: plan.legs.slice(1).map(({ startMin }) => startMin), stations: [] }, RACE))}
<h2>${TEXTS.why}</h2>
<p class="sure">${TEXTS.confidence(Math.round(safety.confidence_score * 100))} ${drawDriver(envelope)}</p>
${drawReasons(envelope)}`;
}

function drawWarnings({ safety }: TriedEnvelope): Drawn {
  const messages = safety.warnings.map(
    ({ severity, message }) => html`<li class="${severity}">${message}</li>`,
  );
  const review = safety.requires_human_review ? html`<li class="caution">${TEXTS.review}</li>` : '';
  return html`<ul class="warnings">${review}${messages}</ul>`;
}

const QUANTITY_TEXTS = {
  carb_g_per_hr: TEXTS.carbohydrate,
  sodium_mg_per_hr: TEXTS.sodium,
  fluid_ml_per_hr: TEXTS.fluid,
} as const;

/** Names the field that would narrow a range most. */
function drawDriver({ drivers }: TriedEnvelope): string {
  const [first] = drivers ?? [];
  if (first === undefined) return '';
  const gains = Object.entries(QUANTITY_TEXTS).map(([name, words]) => ({
    words,
    share: Number(Reflect.get(first.narrows_by, name)),
  }));
  const most = gains.reduce((best, gain) => (gain.share > best.share ? gain : best));
  const field = first.field.replace(/_(ml|mg|g|kg|cm|km)_?.*$|_level$/, '').replaceAll('_', ' ');
  return TEXTS.knowing(field, most.words.toLowerCase(), Math.round(most.share * 100));
}
