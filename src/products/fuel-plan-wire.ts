import type { RequestContext } from '../http/context.ts';
import { roundTo } from '../http/wire-fields.ts';
import type { Texts } from '../languages/texts.ts';
import { safetyToWire, teaserExtras } from '../prescriptions/wire.ts';
import { coverageToWire } from './activity-products.ts';
import type { Product } from './catalogue-copy.ts';
import type { FuelPlan } from './fuel-plan.ts';
import type { Amounts } from './plan/marks.ts';
import { displayNameOf, SERVINGS_DECIMALS } from './portions.ts';
import { suppliesToWire } from './supplies-wire.ts';

/**
 * Maps a plan to the shape of the athlete's tier: teaser tier shows only the categories of its products. The safety
 * data are the same in both.
 */
export async function fuelPlanToWire(
  ctx: RequestContext,
  plan: FuelPlan,
  texts: Texts,
): Promise<Record<string, unknown>> {
  const { tier } = plan.athlete;
  const disclaimer = texts.plan.drawing.disclaimer();
  if (tier === 'teaser') {
    const extras = await teaserExtras(ctx, tier, plan.athlete.id);
    const withheld = { stations: null, bottles: null, shopping_list: null };
    return {
      tier,
      safety: safetyToWire(plan.numbers, texts),
      disclaimer,
      categories: categoriesOf(plan),
      ...withheld,
      ...extras,
    };
  }
  return {
    tier,
    safety: safetyToWire(plan.numbers, texts),
    disclaimer,
    duration_min: plan.durationMin,
    prescription_stale: plan.targets.isStale,
    products: plan.portions.map(({ product, servings }) => ({
      product_id: product.id,
      brand: product.brand,
      name: product.name,
      category: product.category,
      servings: roundTo(servings, SERVINGS_DECIMALS),
    })),
    timeline: plan.marks.map(({ atMin, items, cumulative, ...amounts }) => ({
      at_min: atMin,
      items: items.map(({ product, servings, fluidMl }) => ({
        product_id: product.id,
        name: displayNameOf(product),
        servings: roundTo(servings, SERVINGS_DECIMALS),
        fluid_ml: roundTo(fluidMl, 0),
      })),
      ...amountsToWire(amounts),
      cumulative: amountsToWire(cumulative),
    })),
    totals: amountsToWire(plan.marks.at(-1)?.cumulative ?? NOTHING),
    coverage: coverageToWire(plan.coverage, texts),
    ...suppliesToWire(plan, texts),
    suggestion: suggestionToWire(plan, texts),
  };
}

const NOTHING: Amounts = { carbG: 0, sodiumMg: 0, fluidMl: 0, caffeineMg: 0 };

/** Lists the categories of a plan's products, sorted. */
export function categoriesOf(plan: FuelPlan): readonly Product['category'][] {
  return [...new Set(plan.portions.map(({ product }) => product.category))].sort();
}

function amountsToWire({ carbG, sodiumMg, fluidMl, caffeineMg }: Amounts) {
  return {
    carb_g: roundTo(carbG, 1),
    sodium_mg: roundTo(sodiumMg, 0),
    fluid_ml: roundTo(fluidMl, 0),
    caffeine_mg: roundTo(caffeineMg, 0),
  };
}

function suggestionToWire({ suggestion, targets }: FuelPlan, texts: Texts) {
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
