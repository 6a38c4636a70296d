import { html } from 'hono/html';
import type { Drawn } from './draw-figures.ts';
import { TEXTS } from './texts.ts';
import type { TriedEnvelope } from './tried-envelope.ts';

type Quantity = TriedEnvelope['explanation']['fluid'];
type Step = Quantity['steps'][number];

/** The note of a step that multiplies by one; it explains nothing here. */
const CHANGES_NOTHING = 'changes nothing here';
/** Two steps that agree in this share are the same figure before rounding. */
const SAME_WITHIN = 1e-3;

/** Draws the reason behind each number: the step that decided it, and all steps on demand. */
export function drawReasons({ explanation }: TriedEnvelope): Drawn {
  const reasons = [
    { id: 'why-carbohydrate', title: TEXTS.whyCarbohydrate, quantity: explanation.carbohydrate },
    { id: 'why-fluid', title: TEXTS.whyFluid, quantity: explanation.fluid },
    { id: 'why-ceiling', title: TEXTS.whyCeiling, quantity: explanation.max_safe_fluid },
    { id: 'why-sodium', title: TEXTS.whySodium, quantity: explanation.sodium },
  ];
  return html`<div class="reasons">${reasons.map(drawReason)}</div>`;
}

function drawReason({ id, title, quantity }: { id: string; title: string; quantity: Quantity }): Drawn {
  const steps = quantity.steps.filter(({ note }) => note !== CHANGES_NOTHING);
  const deciding = decidingStep(quantity);
  const words = deciding ? TEXTS.decidedBy(spaced(deciding.term), deciding.note) : '';
  return html`<details id="${id}"><summary><b>${title}</b> <span>${words}</span></summary>
<table><tbody>${steps.map(
    ({ term, value, unit, note }) =>
      html`<tr><th scope="row">${spaced(term)}</th><td class="number">${figure(value)} ${unit ?? ''}</td><td>${note}</td></tr>`,
  )}</tbody></table></details>`;
}

/** Finds the step that the cap is named after, or else the earliest whose figure is the result in the same unit. */
function decidingStep({ steps, bound_by: cap }: Quantity): Step | undefined {
  const named = steps.find(({ term }) => term === cap);
  if (named) return named;
  const result = steps.at(-1);
  if (result === undefined || typeof result.value !== 'number') return undefined;
  const { unit, value: final } = result;
  const earlier = steps
    .slice(0, -1)
    .find(
      ({ unit: own, value }) =>
        own === unit && typeof value === 'number' && Math.abs(value - final) <= SAME_WITHIN * Math.abs(final),
    );
  return earlier ?? result;
}

function spaced(term: string): string {
  return term.replaceAll('_', ' ');
}

function figure(value: Step['value']): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(3))) : String(value ?? '');
}
