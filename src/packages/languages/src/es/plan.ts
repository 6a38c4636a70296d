import { numberFormat } from '../number-format.ts';
import { PLAIN_HOURS } from '../phrasing.ts';
import type { PlanTexts } from '../plan-texts.ts';
import { FOODS } from './foods.ts';
import { CONTAINERS, FORMS, STOPS } from './forms.ts';
import { SPORTS } from './notes.ts';
import { PAPER } from './paper.ts';
import { RACE } from './race.ts';
import { ASSUMPTIONS, REASONS } from './reasons.ts';

const number = numberFormat('es');

const WISHES = { vegan: 'vegano', glutenFree: 'sin gluten', caffeineFree: 'sin cafeína' } as const;

const OFF = {
  carb: 'Los carbohidratos quedan',
  sodium: 'El sodio queda',
  fluid: 'El líquido queda',
  caffeine: 'La cafeína queda',
} as const;

const OF_QUANTITY = {
  carb: 'carbohidratos',
  sodium: 'sodio',
  fluid: 'bebida',
  caffeine: 'cafeína',
} as const;

/** Spanish texts of plans. */
export const PLAN: PlanTexts = {
  coverage: {
    fluidAboveCeiling: ({ plannedMl, maxMl }, m) =>
      `Estos productos aportan ${m.total(plannedMl)} de líquido. Más de ${m.limit(maxMl)} en este tiempo no es seguro para ti. Beber más de lo que sudas puede ser mortal.`,
    sodiumAboveCeiling: ({ plannedMg, maxMg }) =>
      `Estos productos aportan ${plannedMg} mg de sodio. Tu límite para este tiempo es de ${maxMg} mg.`,
    caffeineUnder18: ({ plannedMg }) =>
      `Hay previstos ${plannedMg} mg de cafeína. Aconsejamos no tomar cafeína antes de los 18 años.`,
    caffeineInSession: ({ plannedMg, maxMg }) =>
      `Hay previstos ${plannedMg} mg de cafeína. ${maxMg === 0 ? 'Te aconsejamos no tomar cafeína.' : `Te aconsejamos un máximo de ${maxMg} mg.`}`,
    caffeineAtOnce: ({ strongestMg, maxMg }) =>
      `Uno de estos productos tiene ${strongestMg} mg de cafeína. Te aconsejamos no pasar de ${maxMg} mg de una vez.`,
    carbUntrained: ({ gPerHr }) =>
      `${gPerHr} g de carbohidratos por hora son solo para un intestino entrenado durante semanas.`,
    carbAbovePractised: ({ gPerHr, practisedGPerHr }) =>
      `${gPerHr} g de carbohidratos por hora son más que los ${practisedGPerHr} g que ya has probado.`,
    carbSingleSource: ({ gPerHr, uptakeGPerHr }) =>
      `${gPerHr} g por hora vienen de una sola fuente de carbohidratos (glucosa). El intestino absorbe unos ${uptakeGPerHr} g. Elige productos con fructosa.`,
    carbSourceUnknown: ({ uptakeGPerHr }) =>
      `Por encima de ${uptakeGPerHr} g por hora hacen falta dos fuentes de carbohidratos. En algunos de estos productos no se conoce la proporción.`,
    drinksConcentrated: ({ gPerL, maxGPerL }, m) =>
      `Las bebidas tienen ${m.perLitre(gPerL)} g de carbohidratos por ${m.litre('litro')}. Por encima de ${m.perLitre(maxGPerL)} g salen despacio del estómago. Sustituye una parte por agua, sin superar tu límite de líquido.`,
    planConcentrated: ({ gPerL, maxGPerL }, m) =>
      `El plan tiene ${m.perLitre(gPerL)} g de carbohidratos por ${m.litre('litro')} de líquido, y más de ${m.perLitre(maxGPerL)} g es demasiado concentrado. Toma los geles y la comida con más parte del agua prevista, sin superar tu límite de líquido.`,
    dietNotMet: ({ wish, products }) => `No es ${WISHES[wish]}: ${products.join(', ')}.`,
    dietUnknown: ({ wish, products }) =>
      `Quizá no sea ${WISHES[wish]}, mira la etiqueta: ${products.join(', ')}.`,
  },
  notes: {
    off: ({ quantity, percent }) =>
      `${OFF[quantity]} un ${number(Math.abs(percent))} % por ${percent > 0 ? 'encima' : 'debajo'} de lo recomendado.`,
    unused: ({ amount }) => `Fuera del plan: ${amount}.`,
    why: {
      hourly_carb: () => 'Más en una hora es demasiado para el intestino. Practica más cantidad al entrenar.',
      hourly_sodium: ({ quantity, max }) =>
        `Más superaría en una hora tu límite de ${max} de sodio. ${quantity === 'sodium' ? 'Toma la sal en dosis más pequeñas.' : 'Elige comida con menos sal.'}`,
      hourly_fluid: ({ quantity, max }) =>
        `Más superaría en una hora tu límite de ${max}. ${quantity === 'fluid' ? 'Lleva agua para beber entre avituallamientos.' : 'Elige geles o comida en lugar de bebidas.'}`,
      capacity: ({ quantity, amount }) =>
        quantity === 'fluid' && amount !== null
          ? `No puedes llevar ni recoger más. Otro bidón o más recargas aportan los ${amount} que faltan.`
          : 'Tus bidones no llevan más. Añade un bidón o una recarga.',
      spacing: ({ quantity }) =>
        quantity === 'product'
          ? 'No queda ningún momento libre para él. Sustituye otro producto por este o prescinde de él.'
          : `No queda ningún momento libre para más. ${quantity === 'sodium' ? 'Elige una bebida más salada.' : 'Elige productos con más carbohidratos por unidad.'}`,
      pockets: ({ quantity }) =>
        `Tus bolsillos están llenos. ${quantity === 'sodium' ? 'Elige una bebida más salada.' : 'Elige productos con más carbohidratos por unidad.'}`,
      supply: ({ quantity, amount }) => {
        if (quantity === 'product') return 'El plan ya aporta suficiente sin este producto. Prescinde de él.';
        return amount === null
          ? 'Los productos de este plan aportan esa cantidad. Sustituye uno.'
          : `Estos productos no aportan más. Añade ${amount} de ${OF_QUANTITY[quantity]}.`;
      },
      no_food: () =>
        'Muy pocos productos con datos conocidos encajan con tu dieta y tus preferencias. Añade uno que te guste.',
      no_salt: () =>
        'Ningún producto de sal encaja con tu dieta y tus preferencias. Sala la bebida a tu gusto.',
      salty_food: () => 'La comida y la bebida que encajan ya lo aportan. Elige otras menos saladas.',
      whole_pieces: () => 'Con raciones enteras no se puede ajustar más. Elige otras más pequeñas.',
      caffeine_limit: () => 'Supera tu límite de cafeína para esta sesión. Elige productos sin cafeína.',
      product_removed: () => 'Un producto de este plan ya no existe. Elige otro.',
    },
    littleFluidLeft: ({ taken, left }) =>
      `Has bebido ${taken}. ${
        left === null
          ? 'Beber más en esta sesión no es seguro para ti. No bebas nada más hasta haber orinado. Si tienes dolor de cabeza, vómitos o confusión, busca ayuda médica de inmediato.'
          : `Más de ${left} hasta el final no es seguro para ti. Beber más de lo que sudas puede ser mortal.`
      }`,
    caffeinePlanned: ({ amount }) =>
      `Este plan tiene ${amount} de cafeína. Es opcional. Pruébalo antes en un entrenamiento.`,
    caffeineFromElsewhere: ({ amount, time, isBeforeStart }) =>
      `Ningún producto aporta unos ${amount} de cafeína ${isBeforeStart ? time : `tras ${time} h`}. Tómala de otra fuente o prescinde de ella.`,
    stale: () =>
      'La actividad ha cambiado desde que se calculó su recomendación. Calcúlala de nuevo para tener objetivos exactos.',
  },
  drawing: {
    title: () => 'Plan de avituallamiento',
    disclaimer: () =>
      'Es una orientación, no una instrucción. Bebe solo cuando tengas sed y nunca por encima del límite.',
    allergens: () => 'Comprueba los alérgenos en las etiquetas.',
    review: () => 'Un profesional debería revisar estas cifras.',
    ceilings: ({ fluid, sodium, confidencePercent }) =>
      `Nunca más de ${fluid} de líquido ni de ${sodium} de sodio por hora. Fiabilidad: ${confidencePercent} %.`,
    noProducts: () => 'Aún no hay productos.',
    categories: ({ list }) => `Con: ${list}.`,
    perHour: ({ carb, sodium, fluid }) =>
      `Por hora: ${carb} de carbohidratos, ${sodium} de sodio, ${fluid} de líquido.`,
    invitation: () => 'Suscríbete para ver qué tomar y cuándo.',
    water: () => 'Agua',
    carbG: () => 'Carbohidratos',
    sodiumMg: () => 'Sodio',
    fluidMl: () => 'Líquido',
    totals: (sum) =>
      `Total: ${sum.carb} de ${sum.targetCarb} de carbohidratos, ${sum.sodium} de ${sum.targetSodium} de sodio y ${sum.fluid} de ${sum.targetFluid} de líquido.`,
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
    isotonic_gel: 'gel isotónico',
    chew: 'gominola',
    bar: 'barrita',
    waffle: 'gofre',
    drink_mix: 'polvo para bebida',
    ready_to_drink: 'bebida lista',
    electrolyte_drink: 'bebida de electrolitos',
    electrolyte_tablet: 'pastilla de electrolitos',
    electrolyte_capsule: 'cápsula de electrolitos',
    electrolyte_chew: 'gominola de electrolitos',
    caffeine_chew: 'chicle con cafeína',
    real_food: 'comida normal',
  },
};
