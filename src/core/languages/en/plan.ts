import { numberFormat } from '../number-format.ts';
import { PLAIN_HOURS } from '../phrasing.ts';
import type { PlanTexts } from '../plan-texts.ts';
import { FOODS } from './foods.ts';
import { CONTAINERS, FORMS, STOPS } from './forms.ts';
import { SPORTS } from './notes.ts';
import { PAPER } from './paper.ts';
import { RACE } from './race.ts';

const number = numberFormat('en');

const WISHES = { vegan: 'vegan', glutenFree: 'gluten-free', caffeineFree: 'caffeine-free' } as const;

const CARB_REASONS = {
  nothing_fits: 'No product with known carbohydrate, sodium and caffeine fits your diet and sport.',
  closest: 'No amount of the suitable products gets closer within the planned fluid.',
  little_needed: 'Half a gel more or less makes no difference here.',
} as const;

const SODIUM_REASONS = {
  in_food: () => 'The food and drink that fit already contain it. It stays below your limit.',
  nothing_fits: () => 'No salt product with known figures fits your diet and sport.',
  too_strong: (mg: number) =>
    `The smallest dose of a suitable salt product has ${mg} mg. Salt your drink to taste.`,
  most_servings: (servings: number) => `A plan includes at most ${servings} servings of a product.`,
  dissolved: () =>
    'No more of a suitable salt product dissolves in the planned fluid. Salt your drink to taste.',
  hourly_ceiling: (mg: number) =>
    `More of the suitable products would exceed your limit of ${mg} mg in an hour.`,
} as const;

const FLUID_REASONS = {
  hourly_ceiling: () => 'With these bottles and stations, more would exceed the hourly limit.',
  vessels: () => 'Your bottles hold no more between refills.',
  cups: (ml: number) => `Stations hand out ${ml} ml cups, and one more would exceed the target.`,
  stations: () =>
    'There are too few stations for more, even with two cups at each. Carry more from the start.',
} as const;

function off(percent: number): string {
  return `${number(Math.abs(percent))}% ${percent > 0 ? 'above' : 'below'} target`;
}

/** English texts of plans. */
export const PLAN: PlanTexts = {
  coverage: {
    fluidAboveCeiling: ({ plannedMl, maxMl }) =>
      `These products contain ${plannedMl} ml of fluid. More than ${maxMl} ml in this time is not safe for you. Drinking more than you sweat can be deadly.`,
    sodiumAboveCeiling: ({ plannedMg, maxMg }) =>
      `These products contain ${plannedMg} mg of sodium. Your limit for this time is ${maxMg} mg.`,
    caffeineUnder18: ({ plannedMg }) => `${plannedMg} mg of caffeine is planned. We advise none under 18.`,
    caffeineInSession: ({ plannedMg, maxMg }) =>
      `${plannedMg} mg of caffeine is planned. We advise ${maxMg === 0 ? 'none' : `at most ${maxMg} mg`} for you.`,
    caffeineAtOnce: ({ strongestMg, maxMg }) =>
      `One of these products has ${strongestMg} mg of caffeine. We advise at most ${maxMg} mg at a time for you.`,
    carbUntrained: ({ gPerHr }) =>
      `${gPerHr} g of carbohydrate per hour is only for a gut that has trained for it over weeks.`,
    carbAbovePractised: ({ gPerHr, practisedGPerHr }) =>
      `${gPerHr} g of carbohydrate per hour is more than the ${practisedGPerHr} g you’ve practised.`,
    carbSingleSource: ({ gPerHr, uptakeGPerHr }) =>
      `${gPerHr} g per hour comes from one carbohydrate source (glucose). The gut absorbs about ${uptakeGPerHr} g. Choose products with fructose.`,
    carbSourceUnknown: ({ uptakeGPerHr }) =>
      `Above ${uptakeGPerHr} g per hour you need two carbohydrate sources. For some of these products we don’t know the ratio.`,
    drinksConcentrated: ({ gPerL, maxGPerL }) =>
      `The drinks contain ${gPerL} g of carbohydrate per litre. Above ${maxGPerL} g they leave the stomach slowly. Replace some of them with water, within your fluid limit.`,
    planConcentrated: ({ gPerL, maxGPerL }) =>
      `The plan has ${gPerL} g of carbohydrate per litre of fluid, and more than ${maxGPerL} g is too concentrated. Take gels and food with more of your planned water, and stay below your fluid limit.`,
    dietNotMet: ({ wish, products }) => `Not ${WISHES[wish]}: ${products.join(', ')}.`,
    dietUnknown: ({ wish, products }) =>
      `May not be ${WISHES[wish]}, so check the label: ${products.join(', ')}.`,
  },
  notes: {
    littleTimeForFluid: ({ maxMlPerHr }) =>
      `In some hours the products contain more fluid than your limit of ${maxMlPerHr} ml. Drink less of them.`,
    littleTimeForSodium: ({ maxMgPerHr }) =>
      `In some hours the products contain more sodium than your limit of ${maxMgPerHr} mg per hour. Space salt and salty food further apart.`,
    productsMissing: ({ carbG }) => `Your remaining products are ${carbG} g of carbohydrate short.`,
    littleFluidLeft: ({ takenMl, leftMl }) =>
      `You have drunk ${takenMl} ml. ${
        leftMl === 0
          ? 'No more is safe for you in this session. Drink nothing more until you have urinated. If you have a headache, vomit or feel confused, get medical help immediately.'
          : `More than ${leftMl} ml before the end is not safe for you. Drinking more than you sweat can be deadly.`
      }`,
    caffeinePlanned: ({ mg }) =>
      `This plan has ${mg} mg of caffeine. It is optional. Try it in training first.`,
    caffeineFromElsewhere: ({ mg, time }) =>
      `No product provides the ${mg} mg or so of caffeine due at ${time}. Use another source or skip it.`,
  },
  suggestion: {
    objective: () =>
      'Carbohydrate and sodium within 5% of target, the usual share of it from drinks, food every 20 to 45 minutes, few products from few brands, and varied tastes. Drinks contain 30 to 80 g of carbohydrate per litre. Fluid never exceeds the target. Sodium and caffeine never exceed the personal limits.',
    carbohydrateMissed: ({ percent, why }) => `Carbohydrate is ${off(percent)}. ${CARB_REASONS[why]}`,
    sodiumMissed: ({ percent, reason, amount }) =>
      `Sodium is ${off(percent)}. ${SODIUM_REASONS[reason](amount)}`,
    fluidMissed: ({ percent, shortage, cupMl }) =>
      `Fluid is ${off(percent)}. ${FLUID_REASONS[shortage](cupMl)}`,
    isStale: () =>
      'The activity has changed since its targets were calculated. Recalculate for exact targets.',
  },
  drawing: {
    title: () => 'Fuel plan',
    titleFor: ({ duration }) => `Fuel plan, ${duration}`,
    legend: () => 'Shaded: close to target. Dashed: your limit.',
    disclaimer: () => 'Guidance, not instructions. Drink only when thirsty, and never exceed the limit.',
    allergens: () => 'Check labels for allergens.',
    review: () => 'A professional should review these numbers.',
    ceilings: ({ fluidMl, sodiumMg, confidencePercent }) =>
      `Never exceed ${fluidMl} ml of fluid or ${sodiumMg} mg of sodium per hour. Confidence: ${confidencePercent}%.`,
    noProducts: () => 'No products yet.',
    categories: ({ list }) => `From: ${list}.`,
    perHour: ({ carb, sodium, fluid }) => `Per hour: ${carb} carbohydrate, ${sodium} sodium, ${fluid} fluid.`,
    invitation: () => 'Subscribe to see what to take and when.',
    water: () => 'Water',
    carbG: () => 'Carbohydrate',
    sodiumMg: () => 'Sodium',
    fluidMl: () => 'Fluid',
    amounts: ({ planned, target, unit, ceiling }) =>
      `${planned} of ${target} ${unit}${ceiling === null ? '' : `, limit ${ceiling}`}`,
    intake: ({ time, items }) => `At ${time}: ${items}.`,
    totals: (sum) =>
      `Total: ${sum.carbG} of ${sum.targetCarbG} g carbohydrate, ${sum.sodiumMg} of ${sum.targetSodiumMg} mg sodium, ${sum.fluidMl} of ${sum.targetFluidMl} ml fluid.`,
  },
  compromises: {
    carbohydrateMissed: ({ percent }) =>
      `Carbohydrate is ${off(percent)}. The suitable products get no closer.`,
    sodiumMissed: ({ percent }) => `Sodium is ${off(percent)}. The suitable products get no closer.`,
    drinkShare: ({ percent, from, to }) =>
      `Drinks provide ${percent}% of the carbohydrate. For this event, ${from}–${to}% is usual.`,
    rhythm: ({ gapMin }) => `There is a ${gapMin}-minute gap without food.`,
    sameFood: ({ count }) => `The same food comes up ${count} times in a row. Add another flavour.`,
    nothingSolid: () => 'Nothing solid fits. Add a bar or real food you like.',
    nothingSavoury: () => 'Nothing savoury fits. Add something salty you like, from home or a station.',
    singleSource: ({ gPerHr }) =>
      `For ${gPerHr} g of carbohydrate per hour you need both glucose and fructose. Some of these products don’t list both.`,
    cannotCarry: ({ volumeMl, fromMin, toMin }) =>
      `Your bottles are ${volumeMl} ml short between ${PLAIN_HOURS.moment({ min: fromMin })} and ${PLAIN_HOURS.moment({ min: toMin })}. Add a bottle or refill at a station.`,
    tableSalt: ({ mg }) => `${mg} mg of sodium comes from table salt. A salt tablet is easier to measure.`,
    ownedProductsShort: ({ carbG, sodiumMg }) =>
      `Besides your own products, you still need ${[carbG > 0 ? `${carbG} g of carbohydrate` : '', sodiumMg > 0 ? `${sodiumMg} mg of sodium` : ''].filter((part) => part !== '').join(' and ')}.`,
  },
  hours: PLAIN_HOURS,
  forms: FORMS,
  paper: PAPER,
  race: RACE,
  foods: FOODS,
  stops: STOPS,
  vessels: CONTAINERS,
  sports: SPORTS,
  categories: {
    gel: 'gel',
    isotonic_gel: 'isotonic gel',
    chew: 'chew',
    bar: 'bar',
    waffle: 'waffle',
    drink_mix: 'drink mix',
    ready_to_drink: 'ready to drink',
    electrolyte_drink: 'electrolyte drink',
    electrolyte_tablet: 'electrolyte tablet',
    electrolyte_capsule: 'electrolyte capsule',
    electrolyte_chew: 'electrolyte chew',
    caffeine_chew: 'caffeine chew',
    real_food: 'real food',
  },
};
