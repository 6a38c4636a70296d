import { numberFormat } from '../number-format.ts';
import { PLAIN_HOURS } from '../phrasing.ts';
import type { PlanTexts } from '../plan-texts.ts';
import { FOODS } from './foods.ts';
import { FORMS, STOPS, VESSELS } from './forms.ts';
import { SPORTS } from './notes.ts';
import { PAPER } from './paper.ts';
import { RACE } from './race.ts';

const number = numberFormat('en');

const WISHES = { vegan: 'vegan', glutenFree: 'gluten-free', caffeineFree: 'caffeine-free' } as const;

const SODIUM_REASONS = {
  in_food: () => 'the food and drink that fit bring it with them. It stays below the ceiling.',
  nothing_fits: () => 'no salt product with known figures fits the diet and the sport.',
  too_strong: (mg: number) =>
    `the smallest measure of a salt product that fits has ${mg} mg. Salt the drink to taste.`,
  most_servings: (servings: number) => `a plan holds at most ${servings} servings of a product.`,
  dissolved: () =>
    'the prescribed fluid dissolves no more of a salt product that fits. Salt the drink to taste.',
  hourly_ceiling: (mg: number) =>
    `more of the products that fit would put more than the ceiling of ${mg} mg into an hour.`,
} as const;

const FLUID_REASONS = {
  hourly_ceiling: () => 'with these bottles and stations, more would put an hour above the ceiling.',
  vessels: () => 'your bottles hold no more between two refills.',
  cups: (ml: number) => `stations hand out cups of ${ml} ml, and one more would be above the prescription.`,
  stations: () =>
    'there are too few stations for more, even with two cups at each. Carry more from the start.',
} as const;

function off(percent: number): string {
  return `${number(Math.abs(percent))}% ${percent > 0 ? 'above' : 'below'} the prescription`;
}

/** English texts of plans. */
export const PLAN: PlanTexts = {
  coverage: {
    fluidAboveCeiling: ({ plannedMl, maxMl }) =>
      `These products come with ${plannedMl} ml of fluid; more than ${maxMl} ml in this time is not safe for you. Drinking more than you sweat can be deadly.`,
    sodiumAboveCeiling: ({ plannedMg, maxMg }) =>
      `These products bring ${plannedMg} mg of sodium; your ceiling for this time is ${maxMg} mg.`,
    caffeineUnder18: ({ plannedMg }) =>
      `${plannedMg} mg of caffeine is planned. Under 18 the advice is none.`,
    caffeineInSession: ({ plannedMg, maxMg }) =>
      `${plannedMg} mg of caffeine is planned. ${maxMg === 0 ? 'None' : `At most ${maxMg} mg`} is advised for you.`,
    caffeineAtOnce: ({ strongestMg, maxMg }) =>
      `One of these products has ${strongestMg} mg of caffeine; not more than ${maxMg} mg at once is advised for you.`,
    carbUntrained: ({ gPerHr }) =>
      `${gPerHr} g of carbohydrate an hour is for guts that have trained it over weeks.`,
    carbAbovePractised: ({ gPerHr, practisedGPerHr }) =>
      `${gPerHr} g of carbohydrate an hour is more than the ${practisedGPerHr} g that you have practised.`,
    carbSingleSource: ({ gPerHr, uptakeGPerHr }) =>
      `${gPerHr} g an hour comes from one carbohydrate source (glucose); the gut takes up about ${uptakeGPerHr} g. Choose products with fructose.`,
    carbSourceUnknown: ({ uptakeGPerHr }) =>
      `Above ${uptakeGPerHr} g an hour two carbohydrate sources are needed; for some of these products the ratio is not known.`,
    drinksConcentrated: ({ gPerL, maxGPerL }) =>
      `The drinks hold ${gPerL} g of carbohydrate a litre; above ${maxGPerL} g they leave the stomach slowly. Replace a part of them with water, within your fluid ceiling.`,
    planConcentrated: ({ gPerL, maxGPerL }) =>
      `${gPerL} g of carbohydrate for each litre of fluid is more than ${maxGPerL} g: take gels and food with a larger part of your planned water, and stay under your fluid ceiling.`,
    dietNotMet: ({ wish, products }) => `Not ${WISHES[wish]}: ${products}.`,
    dietUnknown: ({ wish, products }) =>
      `Whether these are ${WISHES[wish]} is not known; read the label: ${products}.`,
  },
  notes: {
    littleTimeForFluid: ({ maxMlPerHr }) =>
      `In some hours the products bring more fluid than the ceiling of ${maxMlPerHr} ml. Drink less of them.`,
    littleTimeForSodium: ({ maxMgPerHr }) =>
      `In some hours the products bring more sodium than the ceiling of ${maxMgPerHr} mg an hour. Spread salt and salty food further apart.`,
    productsMissing: ({ carbG }) => `${carbG} g of carbohydrate are missing from what is left.`,
    littleFluidLeft: ({ takenMl, leftMl }) =>
      `You have drunk ${takenMl} ml: ${
        leftMl === 0
          ? 'no more is safe for you in this session. Drink nothing more until you have urinated. Headache, vomiting or confusion: get medical help at once.'
          : `more than ${leftMl} ml until the end is not safe for you. Drinking more than you sweat can be deadly.`
      }`,
    caffeinePlanned: ({ mg }) =>
      `This plan has ${mg} mg of caffeine. It is optional. Try it in training first.`,
    caffeineFromElsewhere: ({ mg, time }) =>
      `No product brings about ${mg} mg of caffeine at ${time}. Take it from another source, or leave it out.`,
  },
  suggestion: {
    objective: () =>
      'Carbohydrate and sodium within 5 % of the prescription, as much of it drunk as is usual for the event, food every 20 to 45 minutes, few products of few brands, and a change of taste. Drinks have 30 to 80 g of carbohydrate per litre. Fluid is never above the prescription, and sodium and caffeine never above the personal ceilings.',
    carbohydrateMissed: ({ percent, isNothingFitting }) =>
      `Carbohydrate is ${off(percent)}: ${
        isNothingFitting
          ? 'no product with known carbohydrate, sodium and caffeine fits the diet and the sport.'
          : 'no measure of the products that fit comes nearer within the prescribed fluid.'
      }`,
    sodiumMissed: ({ percent, reason, amount }) =>
      `Sodium is ${off(percent)}: ${SODIUM_REASONS[reason](amount)}`,
    fluidMissed: ({ percent, shortage, cupMl }) =>
      `Fluid is ${off(percent)}: ${FLUID_REASONS[shortage](cupMl)}`,
    isStale: () =>
      'The activity has changed since its prescription was calculated; calculate it again for exact targets.',
  },
  drawing: {
    title: () => 'Fuel plan',
    titleFor: ({ duration }) => `Fuel plan, ${duration}`,
    legend: () => 'Shaded: near the prescription. Dashed: the ceiling.',
    disclaimer: () => 'Guidance, not instructions. Drink only when thirsty, never above the ceiling.',
    allergens: () => 'Check labels for allergens.',
    review: () => 'A professional should review these numbers.',
    ceilings: ({ fluidMl, sodiumMg, confidencePercent }) =>
      `Never above ${fluidMl} ml of fluid or ${sodiumMg} mg of sodium an hour. Confidence: ${confidencePercent}%.`,
    noProducts: () => 'No products yet.',
    categories: ({ list }) => `From: ${list}.`,
    perHour: ({ carb, sodium, fluid }) => `An hour: ${carb} carbohydrate, ${sodium} sodium, ${fluid} fluid.`,
    invitation: () => 'Subscribe to see what to take and when.',
    water: () => 'Water',
    carbG: () => 'Carbohydrate',
    sodiumMg: () => 'Sodium',
    fluidMl: () => 'Fluid',
    amounts: ({ planned, target, unit, ceiling }) =>
      `${planned} of ${target} ${unit}${ceiling === null ? '' : `, ceiling ${ceiling}`}`,
    intake: ({ time, items }) => `At ${time}: ${items}.`,
    totals: (sum) =>
      `In all ${sum.carbG} of ${sum.targetCarbG} g carbohydrate, ${sum.sodiumMg} of ${sum.targetSodiumMg} mg sodium and ${sum.fluidMl} of ${sum.targetFluidMl} ml fluid.`,
  },
  compromises: {
    carbohydrateMissed: ({ percent }) =>
      `Carbohydrate is ${off(percent)}: the products that fit come no nearer.`,
    sodiumMissed: ({ percent }) => `Sodium is ${off(percent)}: the products that fit come no nearer.`,
    drinkShare: ({ percent, from, to }) =>
      `Drinks bring ${percent} % of the carbohydrate. For this event ${from} to ${to} % is usual.`,
    rhythm: ({ gapMin }) => `There are ${gapMin} minutes between two things to eat.`,
    sameFood: ({ count }) => `The same food comes ${count} times in a row. Add another flavour.`,
    nothingSolid: () => 'Nothing solid fits. Add a bar or real food that you like.',
    nothingSavoury: () =>
      'Nothing savoury fits. Add something salty that you like, from a station or from home.',
    singleSource: ({ gPerHr }) =>
      `For ${gPerHr} g of carbohydrate an hour you need glucose and fructose. Not all of these products say that they have both.`,
    cannotCarry: ({ volumeMl, fromMin, toMin }) =>
      `Your bottles are ${volumeMl} ml short between ${PLAIN_HOURS.moment({ min: fromMin })} and ${PLAIN_HOURS.moment({ min: toMin })}. Add a bottle or refill at a station.`,
    tableSalt: ({ mg }) => `${mg} mg of sodium comes from table salt. A salt tablet is easier to measure.`,
    ownedProductsShort: ({ carbG, sodiumMg }) =>
      `Your own products leave ${[carbG > 0 ? `${carbG} g of carbohydrate` : '', sodiumMg > 0 ? `${sodiumMg} mg of sodium` : ''].filter((part) => part !== '').join(' and ')} to buy.`,
  },
  hours: PLAIN_HOURS,
  forms: FORMS,
  paper: PAPER,
  race: RACE,
  foods: FOODS,
  stops: STOPS,
  vessels: VESSELS,
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
