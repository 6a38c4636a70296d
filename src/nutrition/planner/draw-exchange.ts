import { html } from 'hono/html';
import { type Choice, scenarioOf } from './choice.ts';
import type { Drawn } from './draw-figures.ts';
import type { TriedEnvelope } from './tried-envelope.ts';

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
