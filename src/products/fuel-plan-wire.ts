import { exactly } from '../http/answer.ts';
import type { RequestContext } from '../http/context.ts';
import { roundTo } from '../http/wire-fields.ts';
import type { Texts } from '../languages/texts.ts';
import { safetyToWire, teaserMembers } from '../prescriptions/wire.ts';
import { coverageToWire } from './activity-products.ts';
import type { Product } from './catalogue-copy.ts';
import type { FuelPlan } from './fuel-plan.ts';
import type { FullPlan, TeaserPlan } from './fuel-plan-answers.ts';
import type { Amounts } from './plan/marks.ts';
import { displayNameOf, SERVINGS_DECIMALS } from './portions.ts';
import { suppliesToWire } from './supplies-wire.ts';

type ShownMark = FullPlan['timeline'][number];

/**
 * Maps a plan to the shape of the athlete's tier: teaser tier shows only the categories of its products. The safety
 * data are the same in both.
 */
export async function fuelPlanToWire(
  ctx: RequestContext,
  plan: FuelPlan,
  texts: Texts,
): Promise<FullPlan | TeaserPlan> {
  const { tier } = plan.athlete;
  if (tier === 'full') return fullPlanToWire(plan, texts);
  return exactly({
    tier,
    safety: safetyToWire(plan.numbers, texts),
    disclaimer: texts.plan.drawing.disclaimer(),
    categories: categoriesOf(plan),
    stations: null,
    bottles: null,
    shopping_list: null,
    ...(await teaserMembers(ctx, plan.athlete.id)),
  });
}

/** Maps a plan to the wire as full tier shows it. */
export function fullPlanToWire(plan: FuelPlan, texts: Texts): FullPlan {
  return exactly({
    tier: 'full',
    safety: safetyToWire(plan.numbers, texts),
    disclaimer: texts.plan.drawing.disclaimer(),
    duration_min: plan.durationMin,
    prescription_stale: plan.targets.isStale,
    products: plan.portions.map(({ product, servings }) => ({
      product_id: product.id,
      brand: product.brand,
      name: product.name,
      category: product.category,
      servings: roundTo(servings, SERVINGS_DECIMALS),
    })),
    timeline: plan.marks.map(markToWire),
    totals: amountsToWire(plan.marks.at(-1)?.cumulative ?? NOTHING),
    coverage: coverageToWire(plan.coverage, texts),
    ...suppliesToWire(plan, texts),
    suggestion: suggestionToWire(plan, texts),
  });
}

function markToWire({ atMin, items, cumulative, ...amounts }: FuelPlan['marks'][number]): ShownMark {
  return exactly({
    at_min: atMin,
    items: items.map(({ product, servings, fluidMl }) => ({
      product_id: product.id,
      name: displayNameOf(product),
      servings: roundTo(servings, SERVINGS_DECIMALS),
      fluid_ml: roundTo(fluidMl, 0),
    })),
    ...amountsToWire(amounts),
    cumulative: amountsToWire(cumulative),
  });
}

const NOTHING: Amounts = { carbG: 0, sodiumMg: 0, fluidMl: 0, caffeineMg: 0 };

/** Lists the categories of a plan's products, sorted. */
export function categoriesOf(plan: FuelPlan): Product['category'][] {
  return [...new Set(plan.portions.map(({ product }) => product.category))].sort();
}

function amountsToWire({ carbG, sodiumMg, fluidMl, caffeineMg }: Amounts): FullPlan['totals'] {
  return {
    carb_g: roundTo(carbG, 1),
    sodium_mg: roundTo(sodiumMg, 0),
    fluid_ml: roundTo(fluidMl, 0),
    caffeine_mg: roundTo(caffeineMg, 0),
  };
}

function suggestionToWire({ suggestion, targets }: FuelPlan, texts: Texts): FullPlan['suggestion'] {
  if (suggestion === null) return null;
  const { choice, offPercent } = suggestion;
  return {
    optimises: texts.plan.suggestion.objective(),
    within_target: suggestion.isWithinTarget,
    distance: {
      carb_g: { target: targets.carbG, planned: roundTo(choice.carbG, 1), percent_off: offPercent.carb },
      sodium_mg: {
        target: targets.sodiumMg,
        planned: roundTo(choice.sodiumMg, 0),
        percent_off: offPercent.sodium,
      },
      fluid_ml: {
        target: targets.fluidMl,
        planned: roundTo(choice.fluidMl, 0),
        percent_off: offPercent.fluid,
      },
    },
    notes: suggestion.notes.map((noteIn) => noteIn(texts.plan)),
  };
}
