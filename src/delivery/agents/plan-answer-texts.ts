import { VESSEL_KINDS } from '@musette/basics/courses';
import { CATEGORIES, GENERIC_FOOD_IDS } from '@musette/basics/products';
import { milligramsText, servingsText, weighedText } from '@musette/languages/amounts';
import type { Texts } from '@musette/languages/texts';
import * as z from 'zod/mini';
import { genericFood } from '#nutrition/catalogue/generic-foods.ts';
import { numberedNames } from '#nutrition/fuel-plans/names.ts';
import { eatenText } from '#nutrition/fuel-plans/portion-words.ts';
import { type Drinks, pouredVolumes } from '#nutrition/fuel-plans/poured-volumes.ts';
import { Safety } from '#nutrition/prescriptions/safety-shape.ts';
import { amountsOf, categoryOf, figure, type Read, type Sentences, saySafety, textOf } from './sentences.ts';

const generic = z.nullable(z.enum(GENERIC_FOOD_IDS));

const row = z.object({
  kind: z.enum(['eat', 'finish_bottle', 'station', 'refill']),
  at_min: z.number(),
  km: z.nullable(z.number()),
  items: z.array(
    z.object({
      product_id: z.nullable(z.string()),
      generic,
      short_name: z.string(),
      servings: z.number(),
      fluid_ml: z.number(),
    }),
  ),
  bottles: z.array(z.int()),
  station: z.nullable(z.int()),
  caffeine_mg: z.number(),
});

const bottle = z.object({
  number: z.int(),
  leg: z.int(),
  vessel: z.nullable(z.int()),
  kind: z.enum(VESSEL_KINDS),
  fill_ml: z.number(),
  drunk_ml: z.number(),
  recipe: z.nullable(z.int()),
  bags: z.nullable(z.number()),
  ingredients: z.array(z.object({ generic })),
  from_min: z.number(),
  to_min: z.number(),
});

const fullPlan = z.object({
  safety: Safety,
  prescription_stale: z.boolean(),
  products: z.array(
    z.object({ product_id: z.string(), short_name: z.string(), category: z.enum(CATEGORIES) }),
  ),
  rows: z.array(row),
  stations: z.array(z.object({ kind: z.enum(['start', 'transition', 'aid', 'refill', 'end']) })),
  bottles: z.array(bottle),
  recipes: z.array(
    z.object({
      product_id: z.nullable(z.string()),
      generic,
      short_name: z.string(),
      servings_per_bag: z.number(),
      grams_per_bag: z.nullable(z.number()),
      bags_at_home: z.number(),
      bags_carried: z.number(),
      bags_by_stop: z.array(z.object({ bags: z.number() })),
    }),
  ),
  shopping_list: z.array(
    z.object({
      product_id: z.nullable(z.string()),
      generic,
      servings: z.number(),
      packs: z.nullable(z.int()),
    }),
  ),
  totals: z.object({
    carb_g: z.number(),
    sodium_mg: z.number(),
    fluid_ml: z.number(),
  }),
  coverage: z.object({ warnings: z.array(z.object({ message: z.string() })) }),
  notes: z.array(z.object({ message: z.string() })),
  suggestion: z.nullable(z.object({ within_target: z.boolean() })),
});

type Plan = Read<typeof fullPlan>;

const teaserPlan = z.object({ safety: Safety, categories: z.array(z.string()) });

export const textOfFuelPlan = textOf(z.union([fullPlan, teaserPlan]), (plan, texts) => {
  if (!('rows' in plan)) return sayTeaserPlan(plan, texts);
  const isEnough = plan.suggestion?.withinTarget === true;
  return sayPlan(plan, isEnough ? texts.assistant.nothingToTake() : texts.assistant.emptyPlan(), texts);
});

/** Never asks for more in an empty plan: it may be empty because the athlete has already taken too much. */
export const textOfReplan = textOf(fullPlan, (plan, texts) =>
  sayPlan(plan, texts.assistant.nothingToTake(), texts),
);

function sayTeaserPlan({ categories, safety }: Read<typeof teaserPlan>, texts: Texts): Sentences {
  const { drawing } = texts.plan;
  const list = categories.map((category) => categoryOf(texts, category)).join(', ');
  return [
    texts.assistant.teaser(),
    list === '' ? drawing.noProducts() : drawing.categories({ list }),
    ...saySafety(safety, texts),
  ];
}

/** Replaces the names of the athlete's own products, which people wrote, by their numbers. */
function withNumberedNames(plan: Plan, texts: Texts): Plan {
  const listed = plan.products.map(({ productId: id, category }) => ({ id, category }));
  // What a bottle holds at the moment of a replan is no longer among the products.
  const mixed = plan.recipes.map(({ productId }) => ({
    id: productId ?? '',
    category: 'drink_mix' as const,
  }));
  const taken = plan.rows.flatMap(({ items }) =>
    items.map(({ productId }) => ({ id: productId ?? '', category: 'real_food' as const })),
  );
  const names = numberedNames([...listed, ...mixed, ...taken], texts);
  const renamed = <Item extends { readonly productId: string | null; readonly shortName: string }>(
    item: Item,
  ) => ({
    ...item,
    shortName: names.get(item.productId ?? '') ?? item.shortName,
  });
  return {
    ...plan,
    products: plan.products.map(renamed),
    rows: plan.rows.map((each) => ({ ...each, items: each.items.map(renamed) })),
    recipes: plan.recipes.map(renamed),
  };
}

/** @param empty the text for a plan with nothing to take */
function sayPlan(answer: Plan, empty: string, texts: Texts): Sentences {
  const { assistant } = texts;
  const plan = withNumberedNames(answer, texts);
  const { safety, totals, coverage, notes } = plan;
  const isEmpty = plan.rows.length === 0 && plan.bottles.length === 0;
  const warned = coverage.warnings.map(({ message }) => message).join(' ');
  const inAll = assistant.inAll(
    amountsOf(totals, (amount) => figure(texts, Math.round(amount)), texts.measures.total),
  );
  return [
    plan.prescriptionStale && assistant.stale(),
    ...notes.map(({ message }) => message),
    ...(isEmpty
      ? [empty]
      : [...sayPacking(plan, texts), ...plan.rows.map((each) => sayRow(each, plan, texts)), inAll]),
    warned !== '' && assistant.onProducts({ list: warned }),
    ...saySafety(safety, texts),
  ];
}

/** Says what to buy, how many bags to weigh, and what each bottle starts with. */
function sayPacking(plan: Plan, texts: Texts): Sentences {
  const { forms, paper } = texts.plan;
  const named = (head: string, content: string) => sentence(forms.headed({ head, content }), texts);
  const bought = plan.shoppingList.map((item) => {
    const product = plan.products.find(({ productId }) => productId === item.productId);
    const mix = plan.recipes.find(
      (recipe) => recipe.productId === item.productId && recipe.generic === item.generic,
    );
    const name = (product ?? mix)?.shortName ?? (item.generic === null ? '' : texts.plan.foods[item.generic]);
    if (mix && mix.gramsPerBag !== null) {
      const grams = (item.servings / mix.servingsPerBag) * mix.gramsPerBag;
      return `${weighedText(grams, texts.language)} ${name}`;
    }
    return name === '' ? '' : `${servingsText(item.packs ?? item.servings)} × ${name}`;
  });
  const list = texts.planner.list(bought.filter((item) => item !== ''));
  const weighed = plan.recipes.flatMap((recipe) => {
    const { gramsPerBag, bagsAtHome } = recipe;
    if (gramsPerBag === null || travelling(recipe) === 0) return [];
    const count = bagsAtHome % 1 === 0 ? bagsAtHome + travelling(recipe) : travelling(recipe);
    const bags = paper.bags({ count: Math.round(count) });
    return [
      named(recipe.shortName, paper.pack.weigh({ bags, amount: weighedText(gramsPerBag, texts.language) })),
    ];
  });
  const laterOn = new Set(plan.rows.flatMap((each) => (isFilledThere(each, plan) ? each.bottles : [])));
  const poured = pouredVolumes(drinksOf(plan), plan.safety.maxSafeFluidMlPerHr, texts.measures);
  const mixed = plan.bottles
    .map((each, index) => ({ ...each, amount: poured[index] ?? texts.measures.volume(each.fillMl) }))
    .filter(({ number }) => !laterOn.has(number))
    .map((each) => {
      const water = forms.water({ amount: each.amount });
      const content = contentOf(each, plan, texts);
      return named(bottleName(each, texts), each.recipe === null ? water : `${content} + ${water}`);
    });
  return [list !== '' && named(forms.shopping(), list), ...weighed, ...mixed];
}

function drinksOf({ bottles, rows }: Plan): Drinks {
  return {
    fills: bottles.map(({ fillMl, drunkMl, fromMin, toMin }) => ({
      filledMl: fillMl,
      volumeMl: drunkMl,
      fromMin,
      toMin,
    })),
    intakes: rows.flatMap(({ atMin, items }) => items.map(({ fluidMl }) => ({ atMin, fluidMl }))),
  };
}

/** Returns how many bags of powder travel, carried or in drop bags. Bottles that are mixed at home need none. */
function travelling({ bagsCarried, bagsByStop }: Plan['recipes'][number]): number {
  return bagsByStop.reduce((sum, { bags }) => sum + bags, bagsCarried);
}

/** Returns whether the bottles of a row are filled there. In a transition they are ready. */
function isFilledThere({ kind, station }: Plan['rows'][number], { stations }: Plan): boolean {
  const isStop = kind === 'station' || kind === 'refill';
  return isStop && station !== null && stations[station]?.kind !== 'transition';
}

/** Ends a sentence as the language does. */
function sentence(words: string, { language }: Texts): string {
  return language === 'ja' ? `${words}。` : `${words}.`;
}

/** Says what to do at a minute. Names of stations are user-written, so a station is named by its kind. */
function sayRow(shown: Plan['rows'][number], plan: Plan, texts: Texts): string | false {
  const { forms, paper, stops, hours } = texts.plan;
  const { kind, km, items, station } = shown;
  const at =
    shown.atMin < 0
      ? paper.beforeStart({ duration: hours.duration({ min: -shown.atMin }) })
      : hours.moment({ min: shown.atMin });
  const stop = station === null ? undefined : plan.stations[station];
  const stopWord = kind === 'station' && stop !== undefined ? [stops[stop.kind]] : [];
  const bottles = shown.bottles.flatMap(
    (number) => plan.bottles.find((each) => each.number === number) ?? [],
  );
  const caffeine =
    shown.caffeineMg < 1 ? [] : [paper.withCaffeine({ amount: milligramsText(shown.caffeineMg) })];
  const done = [
    ...(isFilledThere(shown, plan) ? sayFillings(shown, bottles, plan, texts) : []),
    ...items.map((item) => itemText(item, texts)),
    ...caffeine,
    ...(kind === 'eat' || kind === 'finish_bottle'
      ? bottles.map((each) => paper.finish({ bottle: bottleName(each, texts) }))
      : []),
  ];
  if (done.length === 0) return false;
  const head = [at, ...(km === null ? [] : [texts.measures.distance(km, false)]), ...stopWord].join(', ');
  return sentence(forms.headed({ head, content: texts.planner.list(done) }), texts);
}

/** Says which bottles are filled and with what, those with the same content together. */
function sayFillings(
  { kind, atMin }: Plan['rows'][number],
  bottles: Plan['bottles'],
  plan: Plan,
  texts: Texts,
): readonly string[] {
  const { forms, paper } = texts.plan;
  return [...Map.groupBy(bottles, (each) => contentOf(each, plan, texts))].map(([content, alike]) => {
    const [first] = alike;
    if (first === undefined) return '';
    const firstHere = Math.min(...bottles.map(({ number }) => number));
    const before = plan.bottles.filter(({ leg, number }) => leg === first.leg && number < firstHere);
    const count = alike.length;
    const isAll = count === bottles.length;
    const names = isAll
      ? paper.all({ kind: first.kind, count })
      : alike.map((each) => bottleName(each, texts)).join(' + ');
    const untilMin = Math.max(atMin, ...before.map(({ toMin }) => toMin));
    const time = texts.plan.hours.moment({ min: untilMin });
    const filled =
      kind === 'refill' ? paper.refill({ bottles: names, time }) : paper.fill({ bottles: names });
    const each =
      count > 1 && first.recipe !== null ? paper.each({ amount: content, kind: first.kind }) : content;
    return forms.headed({ head: filled, content: each });
  });
}

/** Says what a bottle takes: bags of its recipe, salt, a drink of the station, or water. */
function contentOf({ recipe, bags, ingredients }: Plan['bottles'][number], plan: Plan, texts: Texts): string {
  const mix = recipe === null ? undefined : plan.recipes[recipe];
  if (mix !== undefined && bags !== null) {
    const isInBags = travelling(mix) > 0 && Math.abs(bags - Math.round(bags)) < 0.01;
    if (isInBags || mix.gramsPerBag === null) {
      return texts.plan.paper.bags({ count: Math.max(1, Math.round(bags)) });
    }
    return `${weighedText(mix.gramsPerBag * bags, texts.language)} ${mix.shortName}`;
  }
  const drink = ingredients[0]?.generic ?? 'water';
  return texts.plan.foods[drink];
}

function bottleName({ kind, vessel, number }: Plan['bottles'][number], { plan: { vessels } }: Texts): string {
  return `${vessels[kind]} ${vessel ?? number}`;
}

/** Says an intake: cups of a station's drink, else pieces. */
function itemText(item: Plan['rows'][number]['items'][number], texts: Texts): string {
  const { servings, shortName } = item;
  const amount = servingsText(servings);
  if (item.generic === null) return amount === '1' ? shortName : `${amount} × ${shortName}`;
  const name = texts.plan.foods[item.generic];
  if (item.fluidMl > 0) return texts.plan.paper.cups({ count: servings, amount, drink: name });
  return eatenText({ product: genericFood(item.generic), servings }, texts, name);
}
