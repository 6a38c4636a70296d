import type { Product } from '../../catalogue/catalogue-copy.ts';
import { plainName } from '../../files/text-reader.ts';
import { numberFormat } from '../../languages/number-format.ts';
import { type Texts, warningText } from '../../languages/texts.ts';
import { teaserRanges } from '../../prescriptions/prescription-shape.ts';
import { warningsToWire } from '../../prescriptions/safety-shape.ts';
import { coverageWarningsToWire } from '../coverage-shape.ts';
import type { FuelPlan } from '../fuel-plan.ts';
import { categoriesOf } from '../fuel-plan-shape.ts';
import { type Fill, refillKmOf } from '../plan/bottles.ts';
import type { ShoppingItem } from '../plan/shopping-list.ts';
import { type PlanItem, type Station, WATER_SERVING_ML } from '../plan/stations.ts';
import { displayNameOf, fluidMlOf, formOf, isPlainWater } from '../portions.ts';
import { clock, roundToHundredth, servingsInWords, shortened, widthOf } from './svg-text.ts';

/** Lists what comes before everything else: warnings of the calculation and about the products. */
export function alertsOf({ numbers, coverage }: FuelPlan, texts: Texts): readonly string[] {
  return [...warningsToWire(numbers.warnings, texts), ...coverageWarningsToWire(coverage.warnings, texts)]
    .filter(({ severity }) => severity !== 'info')
    .map(({ message }) => `⚠ ${message}`);
}

/** Lists what comes before every figure of a form: who must set them with a heart or kidney condition; else nothing. */
export function medicalAlerts({ numbers }: FuelPlan, texts: Texts): readonly string[] {
  return numbers.warnings
    .filter(({ code }) => code === 'MEDICAL_FLUID')
    .map((warning) => `⚠ ${warningText(texts, warning)}`);
}

/** Lists the same in the few bytes of labels, cards and devices. */
export function medicalNotices(plan: FuelPlan, texts: Texts): readonly string[] {
  return medicalAlerts(plan, texts).map(() => texts.plan.forms.medical());
}

/** Lists the reasons for missed targets and the advice of the calculation. */
export function remarksOn({ suggestion, numbers }: FuelPlan, texts: Texts): readonly string[] {
  const advice = warningsToWire(numbers.warnings, texts).filter(({ severity }) => severity === 'info');
  const missed = suggestion?.notes.map((noteIn) => noteIn(texts.plan)) ?? [];
  return [...missed, ...advice.map(({ message }) => message)];
}

/** Lists the safety data beside the warnings: the same in every tier. */
export function safetyRemarks({ numbers }: FuelPlan, { plan: { drawing } }: Texts): readonly string[] {
  const ceilings = drawing.ceilings({
    fluidMl: numbers.maxSafeFluidMlPerHr,
    sodiumMg: numbers.maxSafeSodiumMgPerHr,
    confidencePercent: Math.round(numbers.confidenceScore * 100),
  });
  return numbers.requiresHumanReview ? [ceilings, drawing.review()] : [ceilings];
}

/** Returns the plan without texts that name amounts of its products, which teaser tier does not show. */
export function withoutProducts(plan: FuelPlan): FuelPlan {
  return { ...plan, suggestion: null, coverage: { ...plan.coverage, warnings: [] } };
}

export const ATTRIBUTION = 'Powered by Musette';

/** Lists what teaser tier shows in place of the plan: categories of products, and ranges. */
export function teaserWords(plan: FuelPlan, texts: Texts): readonly string[] {
  const { drawing } = texts.plan;
  const categories = categoriesOf(plan)
    .map((category) => texts.plan.categories[category])
    .sort();
  const from =
    categories.length === 0 ? drawing.noProducts() : drawing.categories({ list: categories.join(', ') });
  const ranges = teaserRanges(plan.numbers);
  const span = ({ min, max }: { readonly min: number; readonly max: number }, unit: string) =>
    `${min}–${max} ${unit}`;
  const perHour = drawing.perHour({
    carb: span(ranges.carb_g_per_hr_range, 'g'),
    sodium: span(ranges.sodium_mg_per_hr_range, 'mg'),
    fluid: span(ranges.fluid_ml_per_hr_range, 'ml'),
  });
  return [from, perHour];
}

/** Says the ceiling of fluid. */
export function limitInWords({ numbers }: FuelPlan, { plan: { forms } }: Texts): string {
  return forms.limit({ maxMl: numbers.maxSafeFluidMlPerHr });
}

/** Returns the title of a plan on one line, with the activity's name if it has one. */
export function titleOf({ activity, durationMin }: FuelPlan, { plan: { drawing, forms } }: Texts): string {
  const name = plainName(activity.name);
  const duration = clock(durationMin);
  return name === null ? drawing.titleFor({ duration }) : forms.named({ name, duration });
}

/** Says how much of something is taken, carried or bought: `2 × Gel`, `250 ml Water`. */
export function amountInWords(
  { product, servings, fluidMl }: Omit<PlanItem, 'generic'>,
  texts: Texts,
): string {
  const { forms } = texts.plan;
  if (product === null) return forms.waterMl({ amountMl: Math.round(servings * WATER_SERVING_ML) });
  if (isPlainWater(product) && fluidMl > 0) return forms.waterMl({ amountMl: Math.round(fluidMl) });
  const name = plainName(displayNameOf(product)) ?? product.id;
  const count = `${servingsInWords(roundToHundredth(servings), texts.language)} ×`;
  if (formOf(product) !== 'drink') return `${count} ${name}`;
  if (fluidMl > 0) return `${Math.round(fluidMl)} ml ${name}`;
  const grams = gramsOf(product, servings, texts);
  return forms.toMix({ amount: `${grams === null ? count : `${grams} (${count})`} ${name}` });
}

/** Returns the mass of what is mixed into a drink; null if it is unknown, or a tablet that is counted. */
function gramsOf({ massG, category }: Product, servings: number, texts: Texts): string | null {
  return massG === null || category === 'electrolyte_tablet' ? null : `${tenths(massG * servings, texts)} g`;
}

/** Joins amounts in words; a dash if there are none. */
export function amountsInWords(items: readonly Omit<PlanItem, 'generic'>[], texts: Texts): string {
  return items.length === 0 ? '–' : items.map((item) => amountInWords(item, texts)).join(', ');
}

/** Names a stop with its kilometre and the time at which it is passed. A longer name than this is cut. */
export function stationName({ stop }: Station, texts: Texts, nameCharacters = 100): string {
  const { stops } = texts.plan;
  const name = shortened(plainName(stop.name) ?? stops[stop.kind], nameCharacters);
  const km = stop.km === null ? '' : `, km ${tenths(stop.km, texts)}`;
  return `${name}${km}, ${clock(stop.atMin)}`;
}

/** Names the vessel of a filling: `Bottle 1 (750 ml)`; null if the athlete's vessels are unknown. */
export function vesselName({ vessel, kind, volumeMl }: Fill, { plan: { vessels } }: Texts): string | null {
  if (vessel === null || kind === null) return null;
  return `${vessels[kind]} ${vessel} (${volumeMl} ml)`;
}

/** Says what goes into a vessel, with the powder or the tablets to mix. A longer name of the drink than fits is cut. */
export function fillInWords(
  { product, fillMl }: Fill,
  texts: Texts,
  characters = Number.POSITIVE_INFINITY,
): string {
  const drink = amountInWords({ product, servings: 0, fluidMl: fillMl }, texts);
  const perServingMl = fluidMlOf(product) ?? 0;
  if (isPlainWater(product) || perServingMl === 0) return shortened(drink, characters);
  const servings = fillMl / perServingMl;
  const amount =
    gramsOf(product, servings, texts) ?? `${servingsInWords(roundToHundredth(servings), texts.language)} ×`;
  const mixed = `, ${texts.plan.forms.toMix({ amount })}`;
  return shortened(drink, characters - widthOf(mixed)) + mixed;
}

/** Says from when to when a filling is drunk. */
export function drunkFromTo({ fromMin, toMin }: Fill, { plan: { drawing } }: Texts): string {
  return drawing.range({ from: clock(fromMin), to: clock(toMin) });
}

/** Says where a vessel is filled again; null if it is not. */
export function refillInWords(fill: Fill, fills: readonly Fill[], texts: Texts): string | null {
  const km = refillKmOf(fill, fills);
  return km === null ? null : texts.plan.forms.fillAgain({ km: tenths(km, texts) });
}

function tenths(km: number, { language }: Texts): string {
  return numberFormat(language)(Math.round(km * 10) / 10);
}

/** Says what to buy. */
export function shoppingInWords({ product, servings, packs }: ShoppingItem, texts: Texts): string {
  const amount = amountInWords({ product, servings, fluidMl: 0 }, texts);
  return packs === null ? amount : texts.plan.forms.packs({ amount, count: packs });
}
