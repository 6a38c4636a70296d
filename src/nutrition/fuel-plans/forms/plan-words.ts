import { numberFormat } from '#core/languages/number-format.ts';
import { type Hours, PLAIN_HOURS } from '#core/languages/phrasing.ts';
import { type Texts, warningText } from '#core/languages/texts.ts';
import { plainName } from '#platform/files/text-reader.ts';
import type { Product } from '../../catalogue/catalogue-copy.ts';
import { teaserRanges } from '../../prescriptions/prescription-shape.ts';
import { warningsToWire } from '../../prescriptions/safety-shape.ts';
import { coverageWarningsToWire } from '../coverage-shape.ts';
import type { FuelPlan } from '../fuel-plan.ts';
import { categoriesOf } from '../fuel-plan-shape.ts';
import { isUncounted, nameOf } from '../names.ts';
import type { Fill } from '../plan/bottles.ts';
import { compromiseText } from '../plan/compromises.ts';
import type { Ingredient } from '../plan/drink.ts';
import { noteText } from '../plan/plan-notes.ts';
import type { ShoppingItem } from '../plan/shopping-list.ts';
import { type PlanItem, type Station, WATER_SERVING_ML } from '../plan/stations.ts';
import { fluidMlOf, formOf, isPlainWater } from '../portions.ts';
import { roundToHundredth, servingsText } from './svg-text.ts';

/** Lists the warnings of the calculation and of the products, which come first in every form. */
export function alertsOf({ numbers, coverage }: FuelPlan, texts: Texts): readonly string[] {
  return [...warningsToWire(numbers.warnings, texts), ...coverageWarningsToWire(coverage.warnings, texts)]
    .filter(({ severity }) => severity !== 'info')
    .map(({ message }) => `⚠ ${message}`);
}

/** Lists the warning that precedes every figure: with a heart or kidney condition, a doctor must set them. */
export function medicalAlerts({ numbers }: FuelPlan, texts: Texts): readonly string[] {
  return numbers.warnings
    .filter(({ code }) => code === 'MEDICAL_FLUID')
    .map((warning) => `⚠ ${warningText(texts, warning)}`);
}

/** Lists the same warning, short enough for labels, cards and devices. */
export function medicalNotices(plan: FuelPlan, texts: Texts): readonly string[] {
  return medicalAlerts(plan, texts).map(() => texts.plan.forms.medical());
}

/**
 * Lists the remarks of a plan, each sentence once: water with food, parts that do not fit, broken rules, reasons for
 * missed targets, and advice of the calculation.
 */
export function notesOf(plan: FuelPlan, texts: Texts): readonly string[] {
  const water = waterWithFood(plan, texts);
  return [
    ...new Set([
      ...(water === null ? [] : [water]),
      ...plan.notes.map((note) => noteText(note, texts.plan)),
      ...plan.compromises.map((compromise) => compromiseText(compromise, texts.plan)),
      ...remarksOn(plan, texts),
    ]),
  ];
}

/** Lists the reasons for missed targets and the advice of the calculation. */
export function remarksOn({ suggestion, numbers }: FuelPlan, texts: Texts): readonly string[] {
  const advice = warningsToWire(numbers.warnings, texts).filter(({ severity }) => severity === 'info');
  const missed = suggestion?.notes.map((noteIn) => noteIn(texts.plan)) ?? [];
  return [...missed, ...advice.map(({ message }) => message)];
}

/** Lists the safety data other than warnings, the same in every tier. */
export function safetyRemarks({ numbers }: FuelPlan, { plan: { drawing } }: Texts): readonly string[] {
  const ceilings = drawing.ceilings({
    fluidMl: numbers.maxSafeFluidMlPerHr,
    sodiumMg: numbers.maxSafeSodiumMgPerHr,
    confidencePercent: Math.round(numbers.confidenceScore * 100),
  });
  return numbers.requiresHumanReview ? [ceilings, drawing.review()] : [ceilings];
}

/** Returns the plan without texts that name product amounts, for the teaser tier. */
export function withoutProducts(plan: FuelPlan): FuelPlan {
  return { ...plan, suggestion: null, coverage: { ...plan.coverage, warnings: [] } };
}

export const ATTRIBUTION = 'Powered by Musette';

/** Lists what the teaser tier shows instead of the plan: product categories and ranges. */
export function teaserWords(plan: FuelPlan, texts: Texts): readonly string[] {
  const { drawing } = texts.plan;
  const categories = categoriesOf(plan)
    .map((category) => texts.plan.categories[category])
    .sort();
  const from =
    categories.length === 0
      ? drawing.noProducts()
      : drawing.categories({ list: texts.planner.list(categories) });
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

/** Formats the fluid limit. */
export function limitText({ numbers }: FuelPlan, { plan: { forms } }: Texts): string {
  return forms.limit({ maxMl: numbers.maxSafeFluidMlPerHr });
}

/** Returns the title of a plan on one line, with the activity's name if it has one. */
export function titleOf(
  { activity, durationMin }: FuelPlan,
  { plan: { drawing, forms, hours } }: Texts,
): string {
  const name = plainName(activity.name);
  const duration = hours.duration({ min: durationMin });
  if (name === null) return drawing.titleFor({ duration });
  return hasDuration(name, durationMin, hours)
    ? forms.headed({ head: drawing.title(), content: name })
    : forms.named({ name, duration });
}

/** Returns whether a name already has this duration, with or without spaces: `Gran fondo 4 h`. */
export function hasDuration(name: string, min: number, hours: Hours): boolean {
  return [hours.duration({ min }), PLAIN_HOURS.duration({ min })].some((duration) =>
    new RegExp(`(?<!\\d)${duration.replaceAll(/\s+/g, '\\s*')}(?![\\d\\p{L}])`, 'iu').test(name),
  );
}

/** Returns the name of a session, else the title of its plan. */
export function nameOfPlan(plan: FuelPlan, texts: Texts): string {
  return plainName(plan.activity.name) ?? texts.plan.drawing.title();
}

/** Formats the start in UTC, as the athlete's time zone is unknown; null if it is not scheduled. */
export function startText({ activity }: FuelPlan, { language }: Texts): string | null {
  if (activity.scheduledAt === null) return null;
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
  });
  return `${format.format(activity.scheduledAt)} UTC`;
}

/** Formats an amount that is taken, carried or bought: `2 × Gel`, `250 ml Water`. */
export function amountText(
  { product, servings, fluidMl }: Omit<PlanItem, 'generic'>,
  texts: Texts,
  name: string = product === null ? '' : nameIn(product, texts),
): string {
  const { forms } = texts.plan;
  if (product === null) return forms.waterMl({ amountMl: Math.round(servings * WATER_SERVING_ML) });
  if (isPlainWater(product) && fluidMl > 0) return forms.waterMl({ amountMl: Math.round(fluidMl) });
  const count = `${servingsText(roundToHundredth(servings), texts.language)} ×`;
  if (formOf(product) !== 'drink') return weighed({ product, servings }, name) ?? `${count} ${name}`;
  const drunkMl = isReadyDrink(product) ? servings * (fluidMlOf(product) ?? 0) : fluidMl;
  if (drunkMl > 0) return `${Math.round(drunkMl)} ml ${name}`;
  const grams = gramsOf(product, servings, texts);
  if (grams === null) return `${count} ${name}`;
  // Whole and half sachets are counted as well as weighed; other fractions are only weighed.
  return isInHalves(servings) ? `${grams} (${count}) ${name}` : `${grams} ${name}`;
}

/** Formats food that is not counted: its weight, or a single portion by its name. Null for everything else. */
export function weighed(
  { product, servings }: { readonly product: Product; readonly servings: number },
  name: string,
): string | null {
  if (!isUncounted(product)) return null;
  if (product.massG !== null) return `${Math.round(product.massG * servings)} g ${name}`;
  return servings === 1 ? name : null;
}

/** Returns whether a drink comes ready to drink, not as a powder or tablet. */
export function isReadyDrink(product: Product): boolean {
  return formOf(product) === 'drink' && product.mixWaterMl === null && (fluidMlOf(product) ?? 0) > 0;
}

function isInHalves(servings: number): boolean {
  return Math.abs(2 * servings - Math.round(2 * servings)) < 1e-6;
}

/** Formats the mass of a drink powder; null if it is unknown, and for tablets, which are counted. */
function gramsOf({ massG, category }: Product, servings: number, texts: Texts): string | null {
  return massG === null || category === 'electrolyte_tablet' ? null : gramsText(massG * servings, texts);
}

/** Joins amounts as text; a dash if there are none. */
export function amountsText(items: readonly Omit<PlanItem, 'generic'>[], texts: Texts): string {
  return items.length === 0 ? '–' : texts.planner.list(items.map((item) => amountText(item, texts)));
}

/** Joins the non-empty actions of one time. */
export function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}

/** Says how much water to drink with gels and bars taken alone; null if the plan has none. */
function waterWithFood({ rows }: FuelPlan, { plan: { paper, forms } }: Texts): string | null {
  const amountsMl = rows.flatMap((row) =>
    row.kind === 'eat' && row.waterMl > 0 && row.items.some(isGelOrBar) ? [row.waterMl] : [],
  );
  if (amountsMl.length === 0) return null;
  return paper.withFood({ amount: forms.waterMl({ amountMl: Math.max(...amountsMl) }) });
}

const GELS_AND_BARS: ReadonlySet<Product['category']> = new Set(['gel', 'isotonic_gel', 'bar', 'waffle']);

function isGelOrBar({ product }: Pick<PlanItem, 'product'>): boolean {
  return product !== null && GELS_AND_BARS.has(product.category);
}

/** Names a stop as its course does, else by its kind; adds the sport if two stops share a name. */
export function stopName({ stop }: Pick<Station, 'stop'>, { plan: { stops, sports } }: Texts): string {
  const own = plainName(stop.name);
  if (own === null) return stops[stop.kind];
  return stop.namesake === undefined ? own : `${own} (${sports[stop.namesake]})`;
}

/** Names a stop with its kilometre and time. */
export function stationName(station: Station, texts: Texts): string {
  const { km, atMin } = station.stop;
  const distance = km === null ? '' : `, km ${tenths(km, texts)}`;
  return `${stopName(station, texts)}${distance}, ${texts.plan.hours.moment({ min: atMin })}`;
}

/** Names a filling by its number in the plan: `Bottle 3`. */
export function bottleName({ kind, number }: Fill, { plan: { vessels } }: Texts): string {
  return `${vessels[kind ?? 'bottle']} ${number}`;
}

/** Names several fillings: `Bottle 3 + 4`, `Bottle 3–6`. */
export function bottlesName(fills: readonly Fill[], texts: Texts): string {
  const byKind = Map.groupBy(fills, ({ kind }) => kind ?? 'bottle');
  const names = [...byKind].map(
    ([kind, alike]) => `${texts.plan.vessels[kind]} ${inRuns(alike.map(({ number }) => number)).join(' + ')}`,
  );
  return joined(names);
}

/** Joins runs of three or more consecutive numbers: 1–3. */
function inRuns(numbers: readonly number[]): readonly string[] {
  const runs: number[][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run !== undefined && run.at(-1) === number - 1) run.push(number);
    else runs.push([number]);
  }
  return runs.flatMap((run) => (run.length > 2 ? [`${run[0]}–${run.at(-1)}`] : run.map(String)));
}

/** Formats a bottle's recipe: water and ingredients, in the measures of their packs. */
export function recipeText(
  fill: Fill,
  texts: Texts,
  nameOfIngredient: (ingredient: Ingredient) => string = ({ product }) => nameIn(product, texts),
): string {
  const amountMl = waterOf(fill);
  const water = amountMl > 0 ? [texts.plan.forms.waterMl({ amountMl })] : [];
  return [...water, ...ingredientsText(fill, texts, nameOfIngredient)].join(' + ');
}

/** Lists a bottle's ingredients other than water, each with its measure. */
export function ingredientsText(
  { ingredients }: Fill,
  texts: Texts,
  nameOfIngredient: (ingredient: Ingredient) => string = ({ product }) => nameIn(product, texts),
): readonly string[] {
  return ingredients.map((ingredient) => `${measureText(ingredient, texts)} ${nameOfIngredient(ingredient)}`);
}

/** Returns the water of a bottle, ml: the volume that ready-to-drink ingredients leave. */
function waterOf({ fillMl, ingredients }: Fill): number {
  const readyMl = ingredients.reduce(
    (sum, { measure }) => sum + (measure.unit === 'ml' ? measure.amount : 0),
    0,
  );
  return Math.max(0, Math.round(fillMl - readyMl));
}

/** Below this mass, tenths of a gram matter. */
const SMALL_G = 10;

function gramsText(massG: number, texts: Texts): string {
  return `${massG < SMALL_G ? tenths(massG, texts) : Math.round(massG)} g`;
}

/** Formats the amount of an ingredient in a bottle: `2 scoops`, `30 g`. */
export function measureText({ measure: { unit, amount } }: Ingredient, texts: Texts): string {
  if (unit === 'g') return gramsText(amount, texts);
  if (unit === 'ml') return `${Math.round(amount)} ml`;
  const shown = servingsText(roundToHundredth(amount), texts.language);
  return texts.plan.paper.measures[unit]({ count: amount, amount: shown });
}

/** Returns the everyday name of a product on one line. */
export function nameIn(product: Product, texts: Texts): string {
  return plainName(nameOf(product, texts)) ?? product.id;
}

/** Formats a distance with at most one decimal. */
export function tenths(km: number, { language }: Texts): string {
  return numberFormat(language)(Math.round(km * 10) / 10);
}

/** Formats a shopping item, with its packs where they differ from its servings. */
export function shoppingText({ product, servings, packs }: ShoppingItem, texts: Texts): string {
  const amount = amountText({ product, servings, fluidMl: 0 }, texts);
  return packs === null || packs === servings ? amount : texts.plan.forms.packs({ amount, count: packs });
}
