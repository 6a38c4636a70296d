import { numberFormat } from '../number-format.ts';
import { PLAIN_HOURS } from '../phrasing.ts';
import type { PlanTexts } from '../plan-texts.ts';
import { FOODS } from './foods.ts';
import { CONTAINERS, FORMS, STOPS } from './forms.ts';
import { SPORTS } from './notes.ts';
import { PAPER } from './paper.ts';
import { RACE } from './race.ts';
import { ASSUMPTIONS, REASONS } from './reasons.ts';

const number = numberFormat('en');

const WISHES = { vegan: 'vegan', glutenFree: 'gluten-free', caffeineFree: 'caffeine-free' } as const;

const OFF = { carb: 'Carbohydrate', sodium: 'Sodium', fluid: 'Fluid', caffeine: 'Caffeine' } as const;

const OF_QUANTITY = { carb: 'carbohydrate', sodium: 'sodium', fluid: 'drink', caffeine: 'caffeine' } as const;

/** English texts of plans. */
export const PLAN: PlanTexts = {
  coverage: {
    fluidAboveCeiling: ({ plannedMl, maxMl }, m) =>
      `These products contain ${m.total(plannedMl)} of fluid. More than ${m.limit(maxMl)} in this time is not safe for you. Drinking more than you sweat can be deadly.`,
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
    drinksConcentrated: ({ gPerL, maxGPerL }, m) =>
      `The drinks contain ${m.perLitre(gPerL)} g of carbohydrate per ${m.litre('litre')}. Above ${m.perLitre(maxGPerL)} g they leave the stomach slowly. Replace some of them with water, within your fluid limit.`,
    planConcentrated: ({ gPerL, maxGPerL }, m) =>
      `The plan has ${m.perLitre(gPerL)} g of carbohydrate per ${m.litre('litre')} of fluid, and more than ${m.perLitre(maxGPerL)} g is too concentrated. Take gels and food with more of your planned water, and stay below your fluid limit.`,
    dietNotMet: ({ wish, products }) => `Not ${WISHES[wish]}: ${products.join(', ')}.`,
    dietUnknown: ({ wish, products }) =>
      `May not be ${WISHES[wish]}, so check the label: ${products.join(', ')}.`,
  },
  notes: {
    off: ({ quantity, percent }) =>
      `${OFF[quantity]} is ${number(Math.abs(percent))}% ${percent > 0 ? 'above' : 'below'} target.`,
    unused: ({ amount }) => `Not in the plan: ${amount}.`,
    why: {
      hourly_carb: () => 'More in an hour is hard on the gut. Practise higher intakes in training.',
      hourly_sodium: ({ quantity, max }) =>
        `More would exceed your limit of ${max} of sodium in an hour. ${quantity === 'sodium' ? 'Take salt in smaller doses.' : 'Choose food with less salt.'}`,
      hourly_fluid: ({ quantity, max }) =>
        `More would exceed your limit of ${max} in an hour. ${quantity === 'fluid' ? 'Carry water to drink between stations.' : 'Choose gels or food instead of drinks.'}`,
      capacity: ({ quantity, amount }) =>
        quantity === 'fluid' && amount !== null
          ? `You can’t carry or pick up more. Another bottle or more refills would add the missing ${amount}.`
          : 'Your bottles hold no more. Add a bottle or a refill.',
      spacing: ({ quantity }) =>
        quantity === 'product'
          ? 'There is no free moment for it. Replace another product with it, or leave it out.'
          : `There is no free moment for more. ${quantity === 'sodium' ? 'Choose a saltier drink.' : 'Choose products with more carbohydrate each.'}`,
      pockets: ({ quantity }) =>
        `Your pockets are full. ${quantity === 'sodium' ? 'Choose a saltier drink.' : 'Choose products with more carbohydrate each.'}`,
      supply: ({ quantity, amount }) => {
        if (quantity === 'product') return 'The plan already has enough without it. Leave it out.';
        return amount === null
          ? 'The products of this plan contain that much. Replace one of them.'
          : `These products contain no more. Add ${amount} of ${OF_QUANTITY[quantity]}.`;
      },
      no_food: () =>
        'Too little food with known figures fits your diet and preferences. Add a product you like.',
      no_salt: () => 'No salt product fits your diet and preferences. Salt your drink to taste.',
      salty_food: () => 'The food and drinks that fit already contain it. Choose less salty ones.',
      whole_pieces: () => 'Whole portions get no closer. Choose smaller ones.',
      caffeine_limit: () =>
        'It is above your caffeine limit for this session. Choose products without caffeine.',
      product_removed: () => 'A product of this plan no longer exists. Choose another one.',
    },
    littleFluidLeft: ({ taken, left }) =>
      `You have drunk ${taken}. ${
        left === null
          ? 'No more is safe for you in this session. Drink nothing more until you have urinated. If you have a headache, vomit or feel confused, get medical help immediately.'
          : `More than ${left} before the end is not safe for you. Drinking more than you sweat can be deadly.`
      }`,
    caffeinePlanned: ({ amount }) =>
      `This plan has ${amount} of caffeine. It is optional. Try it in training first.`,
    caffeineFromElsewhere: ({ amount, time, isBeforeStart }) =>
      `No product provides the ${amount} or so of caffeine due ${isBeforeStart ? time : `at ${time}`}. Use another source or skip it.`,
    stale: () => 'The activity has changed since its targets were calculated. Recalculate for exact targets.',
  },
  drawing: {
    title: () => 'Fuel plan',
    disclaimer: () => 'Guidance, not instructions. Drink only when thirsty, and never exceed the limit.',
    allergens: () => 'Check labels for allergens.',
    review: () => 'A professional should review these numbers.',
    ceilings: ({ fluid, sodium, confidencePercent }) =>
      `Never exceed ${fluid} of fluid or ${sodium} of sodium per hour. Confidence: ${confidencePercent}%.`,
    noProducts: () => 'No products yet.',
    categories: ({ list }) => `From: ${list}.`,
    perHour: ({ carb, sodium, fluid }) => `Per hour: ${carb} carbohydrate, ${sodium} sodium, ${fluid} fluid.`,
    invitation: () => 'Subscribe to see what to take and when.',
    water: () => 'Water',
    carbG: () => 'Carbohydrate',
    sodiumMg: () => 'Sodium',
    fluidMl: () => 'Fluid',
    totals: (sum) =>
      `Total: ${sum.carb} of ${sum.targetCarb} carbohydrate, ${sum.sodium} of ${sum.targetSodium} sodium, ${sum.fluid} of ${sum.targetFluid} fluid.`,
  },
  hours: PLAIN_HOURS,
  forms: FORMS,
  paper: PAPER,
  assumptions: ASSUMPTIONS,
  reasons: REASONS,
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
