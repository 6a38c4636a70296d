import type { Measures } from '@musette/languages/amounts';
import type { WhyTexts } from '@musette/languages/texts';
import { html } from 'hono/html';
import type { Choice } from './choice.ts';
import type { Drawn } from './draw-figures.ts';
import type { TriedEnvelope } from './tried-envelope.ts';
import type { Wording } from './words.ts';

type Quantity = TriedEnvelope['explanation']['fluid'];

/** Relative tolerance for figures that are equal before rounding. */
const SAME_WITHIN = 1e-3;
/** Step to which litres in sentences are rounded. */
const SWEAT_STEP_L = 0.05;

/** Draws the reason for each number as text, and all steps on demand. */
export function drawReasons(choice: Choice, envelope: TriedEnvelope, texts: Wording): Drawn {
  const { explanation } = envelope;
  const { titles, steps } = texts.why;
  const words = reasonsOf(choice, envelope, texts);
  const reasons = [
    { id: 'why-carbohydrate', title: titles.carbohydrate, quantity: explanation.carbohydrate },
    { id: 'why-fluid', title: titles.fluid, quantity: explanation.fluid },
    { id: 'why-limit', title: titles.limit, quantity: explanation.max_safe_fluid },
    { id: 'why-sodium', title: titles.sodium, quantity: explanation.sodium },
  ];
  const drawn = reasons.map(
    ({ id, title, quantity }, index) => html`<section><h3>${title}</h3><p>${words[index]}</p>
<details id="${id}"><summary>${steps}<span class="unseen">: ${title}</span></summary>${drawSteps(quantity, texts.measures)}</details></section>`,
  );
  return html`<div class="reasons">${drawn}</div>`;
}

function drawSteps({ steps }: Quantity, measures: Measures): Drawn {
  return html`<table><tbody>${steps.map(
    (step) =>
      html`<tr><th scope="row">${step.term.replaceAll('_', ' ')}</th><td class="number">${figure(step, measures)}</td><td>${step.note}</td></tr>`,
  )}</tbody></table>`;
}

/** Concentrations of drinks. Those of sweat are in mg/L in every country. */
const OF_DRINKS: ReadonlySet<string> = new Set(['counted_sodium', 'planned_concentration']);

function figure({ term, value, unit }: Quantity['steps'][number], measures: Measures): string {
  if (typeof value !== 'number') return `${value ?? ''} ${unit ?? ''}`;
  if (measures.units === 'us') {
    if (unit === 'L' || unit === 'L/h') return measures.total(1000 * value) + unit.slice(1);
    if (unit === 'kg') return measures.mass(value, 1);
    if (unit === '°C') return measures.temperature(value);
    if (unit === 'mg/L' && OF_DRINKS.has(term)) return `${measures.perLitre(value)} mg/${measures.litre('')}`;
  }
  // Litres as the rest of the page writes small ones.
  if (unit === 'L' || unit === 'L/h') return `${rounded(1000 * value)} ml${unit.slice(1)}`;
  return `${rounded(value)} ${unit ?? ''}`;
}

/** Rounds to three significant digits and at most two decimals. */
const rounded = (value: number) => Number(Number(value.toPrecision(3)).toFixed(2));

/** Lists the reasons for carbohydrate, fluid, its limit and sodium, in this order. */
export function reasonsOf(
  choice: Choice,
  envelope: TriedEnvelope,
  texts: Wording,
): readonly [string, string, string, string] {
  return [
    carbohydrateReason(choice, envelope, texts),
    fluidReason(envelope, texts),
    limitReason(choice, envelope, texts),
    sodiumReason(envelope, texts),
  ];
}

function carbohydrateReason(choice: Choice, envelope: TriedEnvelope, texts: Wording): string {
  const { prescription, explanation, legs } = envelope;
  const why = texts.why.carbohydrate;
  const { carbohydrate } = explanation;
  if (prescription.carb_g_per_hr === 0) return why.none;
  if (legs !== null && legs.length > 0) return why.legs;
  const grams = Math.round(numberOf(carbohydrate, 'limited'));
  switch (carbohydrate.bound_by) {
    case null:
      return why.target({
        duration: texts.duration({ min: choice.dials.duration_min }),
        guidelineG: Math.round(numberOf(carbohydrate, 'guideline')),
      });
    case 'tolerance':
      return toleranceReason(choice, carbohydrate, why);
    case 'demand':
      return why.demand;
    case 'untrained_gut_limit':
      return why.untrained({ grams });
    case 'youth_limit':
      return why.young;
    case 'drink_concentration':
      return why.drink;
    case 'too_little_to_matter':
      return why.none;
    default:
      return why.absolute({ grams });
  }
}

/** Tolerance of a gut that has caused trouble before, g/h. */
const HELD_BY_HISTORY_G_PER_HR = 60;

function toleranceReason(
  { guesses, ticks, measures }: Choice,
  carbohydrate: Quantity,
  why: WhyTexts['carbohydrate'],
): string {
  const grams = Math.round(numberOf(carbohydrate, 'tolerance_limit'));
  if (ticks.gi_history && numberOf(carbohydrate, 'tolerance') === HELD_BY_HISTORY_G_PER_HR) {
    return why.giHistory({ grams });
  }
  const isPractised = guesses.carb_tolerance_g_per_hr !== null || measures.usual_carb_g_per_hr !== null;
  const targetG = Math.round(numberOf(carbohydrate, 'target'));
  return isPractised ? why.practised({ grams }) : why.assumed({ grams, targetG });
}

function fluidReason({ prescription, safety, explanation }: TriedEnvelope, texts: Wording): string {
  const why = texts.why.fluid;
  const { fluid } = explanation;
  if (prescription.fluid_ml_per_hr === 0) return why.none;
  const sweat = sweatText(numberOf(explanation.balance, 'sweat_rate'), texts);
  switch (fluid.bound_by) {
    case null:
      return wishReason(explanation, sweat, why);
    case 'gastric_ceiling':
      return why.gut;
    case 'safety_ceiling':
      return why.limit({ limitMl: safety.max_safe_fluid_ml_per_hr }, texts.measures);
    case 'loss_share':
      return why.losses({ sweat });
    case 'no_gain':
      return why.noGain;
    default:
      return why.other;
  }
}

/** Explains which of the four fluid targets was the largest. */
function wishReason(
  { fluid, balance }: TriedEnvelope['explanation'],
  sweat: string,
  why: WhyTexts['fluid'],
): string {
  const share = numberOf(fluid, 'share_of_sweat');
  const percent = Math.round((100 * share) / numberOf(balance, 'sweat_rate'));
  const wishes = [
    { value: share, words: () => why.share({ sweat, percent }) },
    { value: numberOf(fluid, 'allowed_loss'), words: () => why.loss({ sweat }) },
    { value: numberOf(fluid, 'plasma_sodium'), words: () => why.plasma({ sweat }) },
    { value: numberOf(fluid, 'carbohydrate_carrier'), words: () => why.carrier },
  ];
  const largest = wishes.reduce((most, wish) => (wish.value > most.value ? wish : most));
  return numberOf(fluid, 'short_session_factor') < 1
    ? `${largest.words()}${why.gap}${why.short}`
    : largest.words();
}

function limitReason({ sex }: Choice, { explanation }: TriedEnvelope, texts: Wording): string {
  const why = texts.why.limit;
  const { max_safe_fluid: limit } = explanation;
  const amounts = {
    sweat: sweatText(numberOf(explanation.balance, 'sweat_rate'), texts),
    cautious: sweatText(numberOf(limit, 'low_sweat'), texts),
  };
  const isLower = sex === 'unspecified' && limit.steps.some(({ term }) => term === 'without_field');
  const words = limitWords(limit.bound_by, amounts, why);
  return isLower ? `${words}${texts.why.fluid.gap}${why.unknownSex}` : words;
}

function limitWords(
  boundBy: string | null,
  amounts: { readonly sweat: string; readonly cautious: string },
  why: WhyTexts['limit'],
): string {
  switch (boundBy) {
    case 'mass_gain':
      return why.mass(amounts);
    case 'plasma_sodium':
      return why.plasma(amounts);
    case 'symptoms':
      return why.symptoms(amounts);
    case 'gut':
      return why.gut;
    case 'floor':
      return why.floor;
    default:
      return why.other;
  }
}

function sodiumReason({ prescription, explanation }: TriedEnvelope, texts: Wording): string {
  const why = texts.why.sodium;
  const { sodium } = explanation;
  const { sodium_mg_per_hr: sodiumMgPerHr, fluid_ml_per_hr: fluidMlPerHr } = prescription;
  if (sodiumMgPerHr === 0) return why.none;
  switch (sodium.bound_by) {
    case 'loss':
      return why.losses;
    case 'drink_concentration':
      return why.drink;
    case 'safety_ceiling':
    case 'medical_limit':
      return why.limit;
    default:
      break;
  }
  const wanted = numberOf(sodium, 'wanted');
  const isWanted = (term: string) => Math.abs(numberOf(sodium, term) - wanted) <= SAME_WITHIN * wanted;
  if (isWanted('practice') && fluidMlPerHr > 0) {
    // From the numbers as shown, because readers divide them.
    return why.practice({ mgPerL: 10 * Math.round((100 * sodiumMgPerHr) / fluidMlPerHr) }, texts.measures);
  }
  return isWanted('measured_half') ? why.measured : why.need;
}

function sweatText(litresPerHr: number, texts: Wording): string {
  const steps = Math.max(1, Math.round(litresPerHr / SWEAT_STEP_L));
  if (texts.measures.units === 'us') return texts.measures.total(1000 * steps * SWEAT_STEP_L);
  return texts.litres({ value: Number((steps * SWEAT_STEP_L).toFixed(2)) });
}

/** Returns the figure of a step; 0 if the quantity has no such step or it is no number. */
function numberOf({ steps }: Quantity, term: string): number {
  const value = steps.find((step) => step.term === term)?.value;
  return typeof value === 'number' ? value : 0;
}
