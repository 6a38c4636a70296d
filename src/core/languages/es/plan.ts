import { numberFormat } from '../number-format.ts';
import { PLAIN_HOURS } from '../phrasing.ts';
import type { PlanTexts } from '../plan-texts.ts';
import { FOODS } from './foods.ts';
import { CONTAINERS, FORMS, STOPS } from './forms.ts';
import { SPORTS } from './notes.ts';
import { PAPER } from './paper.ts';
import { RACE } from './race.ts';

const number = numberFormat('es');

const WISHES = { vegan: 'vegano', glutenFree: 'sin gluten', caffeineFree: 'sin cafeína' } as const;

const CARB_REASONS = {
  nothing_fits:
    'ningún producto con carbohidratos, sodio y cafeína conocidos encaja con la dieta y el deporte.',
  closest: 'ninguna cantidad de los productos que encajan se acerca más con el líquido recomendado.',
  little_needed: 'medio gel más o menos no importa aquí.',
} as const;

const SODIUM_REASONS = {
  in_food: () => 'la comida y la bebida que encajan ya lo aportan. Queda por debajo del límite.',
  nothing_fits: () => 'ningún producto de sal con datos conocidos encaja con la dieta y el deporte.',
  too_strong: (mg: number) =>
    `la medida más pequeña de un producto de sal que encaja tiene ${mg} mg. Sala la bebida a tu gusto.`,
  most_servings: (servings: number) => `un plan contiene como mucho ${servings} raciones de un producto.`,
  dissolved: () =>
    'el líquido recomendado no disuelve más de un producto de sal que encaje. Sala la bebida a tu gusto.',
  hourly_ceiling: (mg: number) =>
    `más cantidad de los productos que encajan superaría en una hora el límite de ${mg} mg.`,
} as const;

const FLUID_REASONS = {
  hourly_ceiling: () => 'los bidones y avituallamientos no permiten más sin que una hora supere el límite.',
  vessels: () => 'tus bidones no llevan más entre dos recargas.',
  cups: (ml: number) => `los avituallamientos dan vasos de ${ml} ml y uno más superaría la recomendación.`,
  stations: () => 'ni dos vasos en cada avituallamiento alcanzan para más. Lleva más desde la salida.',
} as const;

function off(percent: number): string {
  return `${number(Math.abs(percent))} % por ${percent > 0 ? 'encima' : 'debajo'} de lo recomendado`;
}

/** Spanish texts of plans. */
export const PLAN: PlanTexts = {
  coverage: {
    fluidAboveCeiling: ({ plannedMl, maxMl }) =>
      `Estos productos aportan ${plannedMl} ml de líquido. Más de ${maxMl} ml en este tiempo no es seguro para ti. Beber más de lo que sudas puede ser mortal.`,
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
    drinksConcentrated: ({ gPerL, maxGPerL }) =>
      `Las bebidas tienen ${gPerL} g de carbohidratos por litro. Por encima de ${maxGPerL} g salen despacio del estómago. Sustituye una parte por agua, sin superar tu límite de líquido.`,
    planConcentrated: ({ gPerL, maxGPerL }) =>
      `El plan tiene ${gPerL} g de carbohidratos por litro de líquido, y más de ${maxGPerL} g es demasiado concentrado. Toma los geles y la comida con más parte del agua prevista, sin superar tu límite de líquido.`,
    dietNotMet: ({ wish, products }) => `No es ${WISHES[wish]}: ${products.join(', ')}.`,
    dietUnknown: ({ wish, products }) =>
      `Quizá no sea ${WISHES[wish]}, mira la etiqueta: ${products.join(', ')}.`,
  },
  notes: {
    littleTimeForFluid: ({ maxMlPerHr }) =>
      `En algunas horas los productos aportan más líquido que tu límite de ${maxMlPerHr} ml. Bebe menos cantidad.`,
    littleTimeForSodium: ({ maxMgPerHr }) =>
      `En algunas horas los productos aportan más sodio que tu límite de ${maxMgPerHr} mg por hora. Separa más la sal y la comida salada.`,
    productsMissing: ({ carbG }) => `A los productos que te quedan les faltan ${carbG} g de carbohidratos.`,
    littleFluidLeft: ({ takenMl, leftMl }) =>
      `Has bebido ${takenMl} ml. ${
        leftMl === 0
          ? 'Beber más en esta sesión no es seguro para ti. No bebas nada más hasta haber orinado. Si tienes dolor de cabeza, vómitos o confusión, busca ayuda médica de inmediato.'
          : `Más de ${leftMl} ml hasta el final no es seguro para ti. Beber más de lo que sudas puede ser mortal.`
      }`,
    caffeinePlanned: ({ mg }) =>
      `Este plan tiene ${mg} mg de cafeína. Es opcional. Pruébalo antes en un entrenamiento.`,
    caffeineFromElsewhere: ({ mg, time }) =>
      `Ningún producto aporta unos ${mg} mg de cafeína tras ${time} h. Tómala de otra fuente o prescinde de ella.`,
  },
  suggestion: {
    objective: () =>
      'Carbohidratos y sodio a menos de un 5 % de la recomendación, la parte habitual en la bebida, algo de comer cada 20 a 45 minutos, pocos productos de pocas marcas y sabores variados. Las bebidas tienen de 30 a 80 g de carbohidratos por litro. El líquido nunca supera la recomendación. El sodio y la cafeína nunca superan los límites personales.',
    carbohydrateMissed: ({ percent, why }) =>
      `Los carbohidratos quedan un ${off(percent)}: ${CARB_REASONS[why]}`,
    sodiumMissed: ({ percent, reason, amount }) =>
      `El sodio queda un ${off(percent)}: ${SODIUM_REASONS[reason](amount)}`,
    fluidMissed: ({ percent, shortage, cupMl }) =>
      `El líquido queda un ${off(percent)}: ${FLUID_REASONS[shortage](cupMl)}`,
    isStale: () =>
      'La actividad ha cambiado desde que se calculó su recomendación. Calcúlala de nuevo para tener objetivos exactos.',
  },
  drawing: {
    title: () => 'Plan de avituallamiento',
    titleFor: ({ duration }) => `Plan de avituallamiento, ${duration}`,
    legend: () => 'Sombreado: cerca de lo recomendado. Línea discontinua: el límite.',
    disclaimer: () =>
      'Es una orientación, no una instrucción. Bebe solo cuando tengas sed y nunca por encima del límite.',
    allergens: () => 'Comprueba los alérgenos en las etiquetas.',
    review: () => 'Un profesional debería revisar estas cifras.',
    ceilings: ({ fluidMl, sodiumMg, confidencePercent }) =>
      `Nunca más de ${fluidMl} ml de líquido ni de ${sodiumMg} mg de sodio por hora. Fiabilidad: ${confidencePercent} %.`,
    noProducts: () => 'Aún no hay productos.',
    categories: ({ list }) => `Con: ${list}.`,
    perHour: ({ carb, sodium, fluid }) =>
      `Por hora: ${carb} de carbohidratos, ${sodium} de sodio, ${fluid} de líquido.`,
    invitation: () => 'Suscríbete para ver qué tomar y cuándo.',
    water: () => 'Agua',
    carbG: () => 'Carbohidratos',
    sodiumMg: () => 'Sodio',
    fluidMl: () => 'Líquido',
    amounts: ({ planned, target, unit, ceiling }) =>
      `${planned} de ${target} ${unit}${ceiling === null ? '' : `, límite ${ceiling}`}`,
    intake: ({ time, items }) => `Tras ${time} h: ${items}.`,
    totals: (sum) =>
      `Total: ${sum.carbG} de ${sum.targetCarbG} g de carbohidratos, ${sum.sodiumMg} de ${sum.targetSodiumMg} mg de sodio y ${sum.fluidMl} de ${sum.targetFluidMl} ml de líquido.`,
  },
  compromises: {
    carbohydrateMissed: ({ percent }) =>
      `Los carbohidratos quedan un ${off(percent)}: con los productos que encajan no se puede afinar más.`,
    sodiumMissed: ({ percent }) =>
      `El sodio queda un ${off(percent)}: con los productos que encajan no se puede afinar más.`,
    drinkShare: ({ percent, from, to }) =>
      `Las bebidas aportan el ${percent} % de los carbohidratos. Aquí lo habitual es del ${from} al ${to} %.`,
    rhythm: ({ gapMin }) => `Hay ${gapMin} minutos sin nada de comer.`,
    sameFood: ({ count }) => `Lo mismo se repite ${count} veces seguidas. Añade otro sabor.`,
    nothingSolid: () => 'No encaja nada sólido. Añade una barrita o comida normal que te guste.',
    nothingSavoury: () =>
      'No encaja nada salado. Añade algo salado que te guste, de casa o de un avituallamiento.',
    singleSource: ({ gPerHr }) =>
      `Para ${gPerHr} g de carbohidratos por hora necesitas glucosa y fructosa. Algunos de estos productos no indican las dos.`,
    cannotCarry: ({ volumeMl, fromMin, toMin }) =>
      `Entre ${PLAIN_HOURS.moment({ min: fromMin })} y ${PLAIN_HOURS.moment({ min: toMin })} faltan ${volumeMl} ml en tus bidones. Añade otro o rellena en un avituallamiento.`,
    tableSalt: ({ mg }) =>
      `${mg} mg de sodio vienen de la sal de mesa. Una pastilla de sal es más fácil de medir.`,
    ownedProductsShort: ({ carbG, sodiumMg }) =>
      `Además de tus productos necesitas ${[carbG > 0 ? `${carbG} g de carbohidratos` : '', sodiumMg > 0 ? `${sodiumMg} mg de sodio` : ''].filter((part) => part !== '').join(' y ')}.`,
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
