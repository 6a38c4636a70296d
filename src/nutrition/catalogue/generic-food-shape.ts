import * as z from 'zod/mini';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { wholeList } from '#platform/http/pagination.ts';
import { GENERIC_FOOD_IDS } from '#platform/storage/product-vocabulary.ts';
import { GENERIC_FOODS } from './generic-foods.ts';
import { category } from './requests.ts';

const GenericFood = documented(
  z.object({
    id: described(z.enum(GENERIC_FOOD_IDS), 'As used in `offers` of a station and in `generic` of a plan.'),
    category,
    serving: described(z.string(), 'One serving as text.'),
    carb_g: described(z.nullable(z.number()), 'Per serving.'),
    sodium_mg: described(z.nullable(z.number()), 'Per serving.'),
    fluid_ml: described(
      z.number(),
      'Volume per serving of a drink, or the water that a powder or tablet dissolves in. Otherwise 0.',
    ),
    caffeine_mg: described(z.nullable(z.number()), 'Per serving.'),
    vegan: described(z.nullable(z.boolean()), 'Null if it depends on the brand.'),
    gluten_free: described(z.nullable(z.boolean()), 'Null if it depends on the brand.'),
    source: described(z.nullable(z.string()), 'Source of the figures.'),
  }),
  { id: 'GenericFood' },
);

export const GenericFoodList = documented(z.object({ data: z.array(GenericFood), ...wholeList }), {
  id: 'GenericFoodList',
  description: 'All generic foods.',
});

export type GenericFoodList = z.output<typeof GenericFoodList>;

/** Lists all generic foods with their figures. */
export function genericFoodsToWire(): GenericFoodList {
  return {
    data: [...GENERIC_FOODS].map(([id, food]) => ({
      id,
      category: food.category,
      serving: food.servingLabel,
      carb_g: food.carbG,
      sodium_mg: food.sodiumMg,
      fluid_ml: food.mixWaterMl ?? food.volumeMl ?? 0,
      caffeine_mg: food.caffeineMg,
      vegan: food.vegan,
      gluten_free: food.glutenFree,
      source: food.source,
    })),
    has_more: false,
    next_cursor: null,
  };
}
