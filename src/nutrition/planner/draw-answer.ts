import { html, raw } from 'hono/html';
import { drawRace } from '../fuel-plans/forms/draw-race.ts';
import { type Choice, scenarioOf } from './choice.ts';
import { type Drawn, drawFigures, fieldLabel } from './draw-figures.ts';
import { drawReasons } from './draw-reasons.ts';
import { drawTimeline } from './draw-timeline.ts';
import { planGenericFoods } from './generic-plan.ts';
import type { TriedEnvelope } from './tried-envelope.ts';
import type { PlannerWords, Wording } from './words.ts';

/**
 * Draws everything that depends on an answer. The HTML has no style attributes, which the page's policy
 * forbids. The Worker draws the page, and the browser redraws it after a change with the same code.
 */
export function drawAnswer(choice: Choice, envelope: TriedEnvelope, words: PlannerWords): Drawn {
  const { planner: texts, race } = words;
  const { measures } = texts;
  const { safety, trajectory } = envelope;
  const plan = planGenericFoods(choice, envelope);
  const legs = plan.legs.slice(1).map(({ startMin }) => startMin);
  const showsKg = safety.warnings.some(({ least_kg }) => typeof least_kg === 'number');
  const bodyMassKg = showsKg ? choice.dials.body_mass_kg : null;
  const percent = Math.round(safety.confidence_score * 100);
  return html`<svg class="defs" width="0" height="0" aria-hidden="true" focusable="false"><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line y2="6" stroke-width="2.5"/></pattern></svg>
<h2>${texts.everyHour}</h2>
${drawWarnings(envelope, texts)}
${drawFigures(envelope, texts)}
<h2>${texts.during}</h2>
${drawTimeline(plan, choice.dials.duration_min, words)}
<h2>${race.title()}</h2>
${raw(drawRace(trajectory, { legs, stations: [], bodyMassKg, measures }, race))}
<h2>${texts.why.heading}</h2>
${drawReasons(choice, envelope, texts)}
<p class="sure">${texts.confidence({ percent })} ${driverText(envelope, texts)}</p>`;
}

function drawWarnings({ safety }: TriedEnvelope, texts: Wording): Drawn {
  const messages = safety.warnings
    .filter(({ audience }) => audience === 'everyone')
    .map(({ severity, message }) => html`<li class="${severity}">${message}</li>`);
  const assumed = safety.assumed === null ? '' : html`<li class="info">${safety.assumed}</li>`;
  const review = safety.requires_human_review ? html`<li class="caution">${texts.review}</li>` : '';
  return html`<ul class="warnings">${review}${messages}${assumed}</ul>`;
}

/** Names the field that would narrow a range most. */
function driverText({ drivers }: TriedEnvelope, texts: Wording): string {
  const [first] = drivers ?? [];
  if (first === undefined) return '';
  const { carbohydrate, fluid, sodium } = texts.quantities;
  const { carb_g_per_hr, fluid_ml_per_hr, sodium_mg_per_hr } = first.narrows_by;
  const gains = [
    { what: carbohydrate, share: carb_g_per_hr },
    { what: fluid, share: fluid_ml_per_hr },
    { what: sodium, share: sodium_mg_per_hr },
  ];
  const { what, share } = gains.reduce((best, gain) => (gain.share > best.share ? gain : best));
  return texts.driver({ field: fieldLabel(first.field, texts), what, percent: Math.round(share * 100) });
}

/** An object up to this many characters is written on one line. */
const LINE_CHARACTERS = 40;
/** JSON tokens: a name with its colon, a text, a number or a keyword. */
const MEMBERS = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?)|\b(true|false|null)\b/g;

/** Draws the request that calculates a choice. */
export function drawRequest(choice: Choice, year: number): Drawn {
  return html`POST /v1/nutrition/calculate
${coloured(scenarioOf(choice, year))}`;
}

/** Draws the part of the answer that a platform shows first: the numbers with their limits. */
export function drawReply({ prescription, safety }: TriedEnvelope): Drawn {
  const { carb_g_per_hr, fluid_ml_per_hr, sodium_mg_per_hr } = prescription;
  const { max_safe_fluid_ml_per_hr, max_safe_sodium_mg_per_hr, confidence_score } = safety;
  return html`${coloured({
    prescription: { carb_g_per_hr, fluid_ml_per_hr, sodium_mg_per_hr },
    safety: {
      max_safe_fluid_ml_per_hr,
      max_safe_sodium_mg_per_hr,
      confidence_score,
      warnings: safety.warnings.map(({ code }) => code),
    },
  })}`;
}

/** Writes JSON with a class for names, texts and numbers. The values are ours and numbers; nothing in them needs escaping. */
function coloured(value: object): readonly (Drawn | string)[] {
  const text = layOut(value, '');
  const parts: (Drawn | string)[] = [];
  let end = 0;
  for (const match of text.matchAll(MEMBERS)) {
    const [whole, name, colon] = match;
    parts.push(text.slice(end, match.index));
    const style = name === undefined ? 'hljs-number' : colon === undefined ? 'hljs-string' : 'hljs-attr';
    const isLimit = name === '"max_safe_fluid_ml_per_hr"';
    parts.push(isLimit ? html`<mark>${whole}</mark>` : html`<span class="${style}">${whole}</span>`);
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)];
}

/** Writes a value as JSON, short values on one line. */
function layOut(value: unknown, indent: string): string {
  const line = JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
  if (typeof value !== 'object' || value === null || line.length <= LINE_CHARACTERS) return line;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const members = Object.entries(value).map(([name, member]) => {
    const content = layOut(member, inner);
    return Array.isArray(value) ? `${inner}${content}` : `${inner}"${name}": ${content}`;
  });
  return `${open}\n${members.join(',\n')}\n${indent}${close}`;
}
