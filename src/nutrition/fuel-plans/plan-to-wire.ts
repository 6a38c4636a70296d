import type { Texts } from '@musette/languages/texts';
import { exactly } from '#platform/http/answer.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { snakeName } from '#platform/http/wire-case.ts';
import { roundTo } from '#platform/http/wire-fields.ts';
import { genericIdOf } from '../catalogue/generic-foods.ts';
import { safetyToWire } from '../prescriptions/safety-shape.ts';
import { teaserMembers } from '../prescriptions/tier-shape.ts';
import { coverageToWire } from './coverage-shape.ts';
import type { FuelPlan } from './fuel-plan.ts';
import type { FullPlan, TeaserPlan } from './fuel-plan-shape.ts';
import { nameOf, numberedNames, shortNameOf } from './names.ts';
import { type Amounts, EPSILON, type Fill, type Plan, type Product } from './plan/model.ts';
import type { PackedRecipe } from './plan/packing.ts';
import type { PlanView } from './plan/view.ts';
import type { Carried, Row, TimelineEntry } from './plan/views.ts';
import { assumptionText, noteText } from './plan-notes.ts';
import { isPlainWater, SERVINGS_DECIMALS } from './portions.ts';

/**
 * Maps a plan to the shape of the athlete's tier. Teaser tier shows only product categories; safety data is the same.
 */
export async function fuelPlanToWire(
  ctx: RequestContext,
  plan: FuelPlan,
  texts: Texts,
): Promise<FullPlan | TeaserPlan> {
  const { tier } = plan.athlete;
  if (tier === 'full') return fullPlanToWire(ctx, plan, texts);
  return exactly({
    tier,
    safety: safetyToWire(plan.numbers, texts),
    disclaimer: texts.plan.drawing.disclaimer(),
    categories: categoriesOf(plan),
    stations: null,
    bottles: null,
    shopping_list: null,
    rows: null,
    notes: null,
    recipes: null,
    assumptions: null,
    ...(plan.trajectory !== undefined && { trajectory: null }),
    ...(await teaserMembers(ctx, plan.athlete.id)),
  });
}

/** Maps a plan to its full-tier wire form. */
export function fullPlanToWire(
  { isForAssistant }: Pick<RequestContext, 'isForAssistant'>,
  plan: FuelPlan,
  texts: Texts,
): FullPlan {
  const spoken = isForAssistant ? withNumberedNames(plan, texts) : texts;
  return exactly({
    tier: 'full',
    safety: safetyToWire(plan.numbers, texts),
    disclaimer: texts.plan.drawing.disclaimer(),
    allergens: texts.plan.drawing.allergens(),
    duration_min: plan.durationMin,
    prescription_stale: plan.targets.isStale,
    products: plan.view.own.flatMap(({ product }) => {
      const supplied = plan.plan.supply[product.id];
      if (supplied === undefined) return [];
      const { id, brand, name } = product;
      return [
        {
          product_id: id,
          brand: brand || null,
          name,
          short_name: shortNameOf(product, texts),
          category: product.category,
          servings: supplied.atMost,
        },
      ];
    }),
    ...rowsToWire(plan, texts),
    timeline: plan.view.timeline.map((entry) => entryToWire(entry, texts)),
    totals: amountsToWire(plan.view.totals),
    coverage: coverageToWire(plan.coverage, spoken),
    ...suppliesToWire(plan, texts),
    assumptions: assumptionsToWire(plan, spoken),
    notes: notesToWire(plan, spoken),
    suggestion: suggestionToWire(plan),
    ...(plan.trajectory !== undefined && { trajectory: plan.trajectory }),
  });
}

/**
 * Returns the texts of a plan's sentences for an assistant, in which own products have numbers instead of names: in the
 * order of `products` and `recipes`, as the assistant's own text counts them.
 */
function withNumberedNames({ plan, view }: FuelPlan, texts: Texts): Texts {
  const used = view.own.map(({ product }) => product);
  const listed = used.filter(({ id }) => plan.supply[id] !== undefined);
  const mixed = view.recipes.map(({ product }) => product);
  const ownNames = numberedNames([...listed, ...mixed, ...used, ...plan.request.home], texts);
  return { ...texts, plan: { ...texts.plan, ownNames } };
}

function entryToWire(
  { atMin, items, cumulative, ...amounts }: TimelineEntry,
  texts: Texts,
): FullPlan['timeline'][number] {
  return exactly({
    at_min: atMin,
    items: items.map((item) => itemToWire(item, texts)),
    ...amountsToWire(amounts),
    cumulative: amountsToWire(cumulative),
  });
}

/** Servings of water are portions of this size, ml. */
const WATER_SERVING_ML = 250;

const NOTHING: Amounts = { carbG: 0, sodiumMg: 0, fluidMl: 0, caffeineMg: 0 };

/** Maps an amount of a product or of water to the wire, with its names. */
function itemToWire(item: Carried, texts: Texts) {
  return { ...foodToWire(item.product), ...namesToWire(item.product, texts), ...amountToWire(item) };
}

function namesToWire(product: Product | null, texts: Texts) {
  if (product === null) return { name: texts.plan.foods.water, short_name: texts.plan.foods.water };
  return { name: nameOf(product, texts), short_name: shortNameOf(product, texts) };
}

function amountToWire({ product, servings, fluidMl }: Carried) {
  return {
    servings: roundTo(product === null ? servings / WATER_SERVING_ML : servings, SERVINGS_DECIMALS),
    fluid_ml: roundTo(fluidMl, 0),
  };
}

/** Lists the categories of a plan's products, sorted. */
export function categoriesOf({ view }: FuelPlan): Product['category'][] {
  return [...new Set(view.own.map(({ product }) => product.category))].sort();
}

function amountsToWire({ carbG, sodiumMg, fluidMl, caffeineMg }: Amounts): FullPlan['totals'] {
  return {
    carb_g: roundTo(carbG, 1),
    sodium_mg: roundTo(sodiumMg, 0),
    fluid_ml: roundTo(fluidMl, 0),
    caffeine_mg: roundTo(caffeineMg, 0),
  };
}

function suggestionToWire({ suggestion, view }: FuelPlan): FullPlan['suggestion'] {
  if (suggestion === null) return null;
  const { totals: planned, targets, off } = view;
  const distanceOf = (quantity: 'carbG' | 'sodiumMg' | 'fluidMl', percent: number | null) => ({
    target: roundTo(targets[quantity], 0),
    planned: roundTo(planned[quantity], quantity === 'carbG' ? 1 : 0),
    percent_off: percent === null ? null : roundTo(percent, 0),
  });
  return {
    within_target: suggestion.isWithinTarget,
    distance: {
      carb_g: distanceOf('carbG', off.carb),
      sodium_mg: distanceOf('sodiumMg', off.sodium),
      fluid_ml: distanceOf('fluidMl', off.fluid),
    },
  };
}

function rowsToWire({ plan, view }: FuelPlan, texts: Texts): Pick<FullPlan, 'legs' | 'rows'> {
  return {
    legs: plan.request.legs.map(({ type, startMin, endMin }) => ({
      type,
      start_min: Math.round(startMin),
      end_min: Math.round(endMin),
    })),
    rows: view.rows.map((each) => rowToWire(each, plan, texts)),
  };
}

function rowToWire(shown: Row, { fills }: Plan, texts: Texts): FullPlan['rows'][number] {
  const { kind, atMin, km, leg: legIndex, intakes, waterMl, filled, finished, stop, caffeineMg } = shown;
  const isAtStop = kind === 'station' || kind === 'refill';
  return {
    kind,
    at_min: Math.round(atMin),
    km,
    leg: legIndex,
    items: intakes.map((intake) => itemToWire(intake, texts)),
    water_ml: roundTo(waterMl, 0),
    bottles: (isAtStop ? filled : finished).map((fill) => fills.indexOf(fill) + 1),
    station: stop,
    caffeine_mg: roundTo(caffeineMg, 0),
  };
}

function suppliesToWire(
  { plan, view }: FuelPlan,
  texts: Texts,
): Pick<FullPlan, 'stations' | 'bottles' | 'recipes' | 'shopping_list'> {
  return {
    stations: plan.stops.map(({ km, atMin, name, kind, assumed, place }, index) => ({
      km,
      at_min: atMin,
      name,
      kind,
      assumed,
      place,
      leave_with: (view.stations[index]?.leaveWith ?? []).map(carriedToWire),
      take: (view.stations[index]?.take ?? []).map(carriedToWire),
    })),
    bottles: plan.fills.map((fill, index) => bottleToWire(fill, index, view)),
    recipes: view.recipes.map((each) => recipeToWire(each, texts)),
    shopping_list: view.shopping.map(({ product, servings, packs }) => ({
      ...foodToWire(product),
      servings: roundTo(servings, SERVINGS_DECIMALS),
      packs,
    })),
  };
}

function assumptionsToWire({ view }: FuelPlan, texts: Texts): FullPlan['assumptions'] {
  return view.assumptions.map((each) => ({
    code: each.code,
    stations: [...each.stations],
    parameters: parametersToWire(each.parameters),
    fluid_ml_without: roundTo(each.fluidMlWithout, 0),
    message: assumptionText(each, texts),
  }));
}

function notesToWire({ plan }: FuelPlan, texts: Texts): FullPlan['notes'] {
  return plan.notes.map((each) => ({
    quantity: each.quantity,
    percent_off: each.percentOff,
    binding: each.binding,
    helps: each.help ?? null,
    parameters: parametersToWire(each.parameters),
    message: noteText(each, plan.request, texts),
  }));
}

function parametersToWire(
  parameters: Readonly<Record<string, unknown>> | Plan['notes'][number]['parameters'],
): Record<string, number | string> {
  const figures = Object.entries(parameters).map(([name, figure]) => [snakeName(name), figure]);
  return Object.fromEntries(figures);
}

function recipeToWire(packed: PackedRecipe, texts: Texts): FullPlan['recipes'][number] {
  const { product, gramsPerBag } = packed;
  return {
    ...foodToWire(product),
    ...namesToWire(product, texts),
    servings_per_bag: roundTo(packed.servingsPerBag, SERVINGS_DECIMALS),
    grams_per_bag: gramsPerBag === null ? null : roundTo(gramsPerBag, 1),
    bag_for_ml: roundTo(packed.bagForMl, 0),
    bags_at_home: packed.bagsAtHome,
    bags_carried: packed.bagsCarried,
    bags_by_stop: packed.bagsByStop.map(({ stop, bags }) => ({ station: stop, bags })),
  };
}

function carriedToWire(item: Carried): FullPlan['stations'][number]['take'][number] {
  return { ...foodToWire(item.product), ...amountToWire(item) };
}

function bottleToWire(
  fill: Fill,
  index: number,
  { plan: { fills, stops }, recipes, brings: all }: PlanView,
): FullPlan['bottles'][number] {
  const { vessel, recipe: mix, tablet, filledMl, volumeMl } = fill;
  const packed = recipes.findIndex((each) => each.fills.includes(fill));
  const bagForMl = recipes[packed]?.bagForMl ?? null;
  const mixed = mix === null ? [] : [{ product: mix.product, servings: mix.servingsPerMl * filledMl }];
  const brings = all[index] ?? NOTHING;
  const next = fills.find(
    (other) => other.vessel === vessel && other.leg === fill.leg && other.stop > fill.stop,
  );
  return {
    number: index + 1,
    leg: fill.leg,
    vessel: vessel.number,
    kind: vessel.kind,
    volume_ml: vessel.volumeMl,
    fill_ml: roundTo(filledMl, 0),
    drunk_ml: roundTo(volumeMl, 0),
    recipe: packed < 0 ? null : packed,
    bags: bagForMl === null ? null : roundTo(filledMl / bagForMl, 2),
    product_id: mix === null ? null : foodToWire(mix.product).product_id,
    servings: roundTo(mixed[0]?.servings ?? filledMl / WATER_SERVING_ML, SERVINGS_DECIMALS),
    ingredients: [...mixed, ...(tablet === null ? [] : [tablet])].map((part) => ({
      ...foodToWire(part.product),
      servings: roundTo(part.servings, SERVINGS_DECIMALS),
      ...measureOf(part.product, part.servings),
    })),
    carb_g: roundTo(brings.carbG, 1),
    sodium_mg: roundTo(brings.sodiumMg, 0),
    carb_g_per_l: volumeMl > 0 ? roundTo((brings.carbG * 1000) / volumeMl, 1) : 0,
    from_min: fill.fromMin,
    to_min: fill.toMin,
    refill_at_km: next === undefined ? null : (stops[next.stop]?.km ?? null),
  };
}

const PACK = /^(\d+) (scoop|sachet|stick|packet|pouch)/;

type Measure = Pick<FullPlan['bottles'][number]['ingredients'][number], 'unit' | 'amount'>;

/** Returns servings as people measure them: tablets and sachets in halves, scoops if they are halves too, else grams. */
function measureOf(product: Product, servings: number): Measure {
  const measure = (unit: Measure['unit'], amount: number) => ({ unit, amount: roundTo(amount, 2) });
  if (product.form === 'tablet') return measure('tablet', servings);
  if (genericIdOf(product) === 'salt') return measure('pinch', servings);
  if (product.form === 'ready') return measure('ml', servings * product.fluidMl);
  const [, count, name] = PACK.exec(product.servingLabel) ?? [];
  const amount = servings * Number(count ?? 0);
  if (name !== undefined && Math.abs(2 * amount - Math.round(2 * amount)) < EPSILON) {
    return measure(name === 'scoop' ? 'scoop' : 'sachet', Math.round(2 * amount) / 2);
  }
  return product.massG === null ? measure('serving', servings) : measure('g', servings * product.massG);
}

/** Maps a product to the identifiers that name it on the wire; null is water. */
function foodToWire(product: Product | null) {
  const generic = product === null || isPlainWater(product) ? 'water' : genericIdOf(product);
  return { product_id: generic === null ? (product?.id ?? null) : null, generic };
}
