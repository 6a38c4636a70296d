import { numberFormat } from '../number-format.ts';
import { PLAIN_HOURS } from '../phrasing.ts';
import type { PlanTexts } from '../plan-texts.ts';
import { FOODS } from './foods.ts';
import { CONTAINERS, FORMS, STOPS } from './forms.ts';
import { SPORTS } from './notes.ts';
import { PAPER } from './paper.ts';
import { RACE } from './race.ts';

const number = numberFormat('it');

const WISHES = { vegan: 'vegano', glutenFree: 'senza glutine', caffeineFree: 'senza caffeina' } as const;

const CARB_REASONS = {
  nothing_fits: 'nessun prodotto con carboidrati, sodio e caffeina noti è adatto alla dieta e allo sport.',
  closest: 'nessuna quantità dei prodotti adatti ci si avvicina di più con il liquido raccomandato.',
  little_needed: 'mezzo gel in più o in meno qui non fa differenza.',
} as const;

const SODIUM_REASONS = {
  in_food: () => 'il cibo e le bevande adatti lo contengono già. Resta sotto il limite.',
  nothing_fits: () => 'nessun integratore salino con valori noti è adatto alla dieta e allo sport.',
  too_strong: (mg: number) =>
    `la dose più piccola di un integratore salino adatto contiene ${mg} mg. Sala la bevanda a piacere.`,
  most_servings: (servings: number) => `un piano contiene al massimo ${servings} porzioni di un prodotto.`,
  dissolved: () =>
    'il liquido raccomandato non scioglie altro integratore salino adatto. Sala la bevanda a piacere.',
  hourly_ceiling: (mg: number) =>
    `una quantità maggiore dei prodotti adatti porterebbe in un’ora più del limite di ${mg} mg.`,
} as const;

const FLUID_REASONS = {
  hourly_ceiling: () => 'borracce e ristori non ne permettono di più senza che un’ora superi il limite.',
  vessels: () => 'le tue borracce non ne contengono di più tra un rifornimento e l’altro.',
  cups: (ml: number) => `i ristori danno bicchieri da ${ml} ml e uno in più supererebbe la raccomandazione.`,
  stations: () => 'nemmeno due bicchieri a ogni ristoro bastano per di più. Portane di più dalla partenza.',
} as const;

function off(percent: number): string {
  return `${number(Math.abs(percent))}% ${percent > 0 ? 'sopra' : 'sotto'} la raccomandazione`;
}

/** Italian texts of plans. */
export const PLAN: PlanTexts = {
  coverage: {
    fluidAboveCeiling: ({ plannedMl, maxMl }) =>
      `Questi prodotti apportano ${plannedMl} ml di liquido. Più di ${maxMl} ml in questo tempo non è sicuro per te. Bere più di quanto sudi può essere mortale.`,
    sodiumAboveCeiling: ({ plannedMg, maxMg }) =>
      `Questi prodotti apportano ${plannedMg} mg di sodio. Il tuo limite per questo tempo è di ${maxMg} mg.`,
    caffeineUnder18: ({ plannedMg }) =>
      `Sono previsti ${plannedMg} mg di caffeina. Sotto i 18 anni consigliamo di non prenderne.`,
    caffeineInSession: ({ plannedMg, maxMg }) =>
      `Sono previsti ${plannedMg} mg di caffeina. ${maxMg === 0 ? 'Ti consigliamo di non prenderne.' : `Ti consigliamo al massimo ${maxMg} mg.`}`,
    caffeineAtOnce: ({ strongestMg, maxMg }) =>
      `Uno di questi prodotti contiene ${strongestMg} mg di caffeina. Ti consigliamo di non superare ${maxMg} mg in una volta.`,
    carbUntrained: ({ gPerHr }) =>
      `${gPerHr} g di carboidrati all’ora sono solo per un intestino allenato per settimane.`,
    carbAbovePractised: ({ gPerHr, practisedGPerHr }) =>
      `${gPerHr} g di carboidrati all’ora sono più dei ${practisedGPerHr} g che hai provato.`,
    carbSingleSource: ({ gPerHr, uptakeGPerHr }) =>
      `${gPerHr} g all’ora vengono da una sola fonte di carboidrati (glucosio). L’intestino ne assorbe circa ${uptakeGPerHr} g. Scegli prodotti con fruttosio.`,
    carbSourceUnknown: ({ uptakeGPerHr }) =>
      `Oltre ${uptakeGPerHr} g all’ora servono due fonti di carboidrati. Per alcuni di questi prodotti il rapporto non è noto.`,
    drinksConcentrated: ({ gPerL, maxGPerL }) =>
      `Le bevande contengono ${gPerL} g di carboidrati per litro. Oltre ${maxGPerL} g lasciano lo stomaco lentamente. Sostituiscine una parte con acqua, senza superare il tuo limite di liquido.`,
    planConcentrated: ({ gPerL, maxGPerL }) =>
      `Il piano ha ${gPerL} g di carboidrati per litro di liquido, e più di ${maxGPerL} g è troppo concentrato. Prendi gel e cibo con una parte maggiore dell’acqua prevista, senza superare il tuo limite di liquido.`,
    dietNotMet: ({ wish, products }) => `Non ${WISHES[wish]}: ${products.join(', ')}.`,
    dietUnknown: ({ wish, products }) =>
      `Forse non ${WISHES[wish]}, controlla l’etichetta: ${products.join(', ')}.`,
  },
  notes: {
    littleTimeForFluid: ({ maxMlPerHr }) =>
      `In alcune ore i prodotti apportano più liquido del tuo limite di ${maxMlPerHr} ml. Bevine meno.`,
    littleTimeForSodium: ({ maxMgPerHr }) =>
      `In alcune ore i prodotti apportano più sodio del tuo limite di ${maxMgPerHr} mg all’ora. Distanzia di più il sale e il cibo salato.`,
    productsMissing: ({ carbG }) => `Nei prodotti che restano mancano ${carbG} g di carboidrati.`,
    littleFluidLeft: ({ takenMl, leftMl }) =>
      `Hai bevuto ${takenMl} ml. ${
        leftMl === 0
          ? 'Bere di più in questa sessione non è sicuro per te. Non bere più nulla finché non hai urinato. In caso di mal di testa, vomito o confusione, chiedi subito assistenza medica.'
          : `Più di ${leftMl} ml fino alla fine non è sicuro per te. Bere più di quanto sudi può essere mortale.`
      }`,
    caffeinePlanned: ({ mg }) =>
      `Questo piano contiene ${mg} mg di caffeina. È facoltativa. Provala prima in allenamento.`,
    caffeineFromElsewhere: ({ mg, time }) =>
      `Nessun prodotto apporta circa ${mg} mg di caffeina a ${time}. Prendila da un’altra fonte o rinuncia.`,
  },
  suggestion: {
    objective: () =>
      'Carboidrati e sodio entro il 5% dalla raccomandazione, la quota abituale nelle bevande, qualcosa da mangiare ogni 20-45 minuti, pochi prodotti di poche marche e gusti variati. Le bevande contengono da 30 a 80 g di carboidrati per litro. Il liquido non supera mai la raccomandazione. Sodio e caffeina non superano mai i limiti personali.',
    carbohydrateMissed: ({ percent, why }) => `I carboidrati sono il ${off(percent)}: ${CARB_REASONS[why]}`,
    sodiumMissed: ({ percent, reason, amount }) =>
      `Il sodio è il ${off(percent)}: ${SODIUM_REASONS[reason](amount)}`,
    fluidMissed: ({ percent, shortage, cupMl }) =>
      `Il liquido è il ${off(percent)}: ${FLUID_REASONS[shortage](cupMl)}`,
    isStale: () =>
      'L’attività è cambiata da quando è stata calcolata la raccomandazione. Ricalcolala per avere obiettivi esatti.',
  },
  drawing: {
    title: () => 'Piano di rifornimento',
    titleFor: ({ duration }) => `Piano di rifornimento, ${duration}`,
    legend: () => 'Area ombreggiata: vicino alla raccomandazione. Tratteggio: il limite.',
    disclaimer: () => 'Indicazioni, non istruzioni. Bevi solo quando hai sete e mai oltre il limite.',
    allergens: () => 'Controlla gli allergeni sulle etichette.',
    review: () => 'Un professionista dovrebbe rivedere queste cifre.',
    ceilings: ({ fluidMl, sodiumMg, confidencePercent }) =>
      `Mai più di ${fluidMl} ml di liquido né di ${sodiumMg} mg di sodio all’ora. Affidabilità: ${confidencePercent}%.`,
    noProducts: () => 'Ancora nessun prodotto.',
    categories: ({ list }) => `Con: ${list}.`,
    perHour: ({ carb, sodium, fluid }) =>
      `All’ora: ${carb} di carboidrati, ${sodium} di sodio, ${fluid} di liquido.`,
    invitation: () => 'Abbonati per vedere cosa prendere e quando.',
    water: () => 'Acqua',
    carbG: () => 'Carboidrati',
    sodiumMg: () => 'Sodio',
    fluidMl: () => 'Liquido',
    amounts: ({ planned, target, unit, ceiling }) =>
      `${planned} di ${target} ${unit}${ceiling === null ? '' : `, limite ${ceiling}`}`,
    intake: ({ time, items }) => `A ${time}: ${items}.`,
    totals: (sum) =>
      `Totale: ${sum.carbG} di ${sum.targetCarbG} g di carboidrati, ${sum.sodiumMg} di ${sum.targetSodiumMg} mg di sodio e ${sum.fluidMl} di ${sum.targetFluidMl} ml di liquido.`,
  },
  compromises: {
    carbohydrateMissed: ({ percent }) =>
      `I carboidrati sono il ${off(percent)}: con i prodotti adatti non si può fare meglio.`,
    sodiumMissed: ({ percent }) =>
      `Il sodio è il ${off(percent)}: con i prodotti adatti non si può fare meglio.`,
    drinkShare: ({ percent, from, to }) =>
      `Le bevande apportano il ${percent}% dei carboidrati. Qui è normale dal ${from} al ${to}%.`,
    rhythm: ({ gapMin }) => `Per ${gapMin} minuti non c’è niente da mangiare.`,
    sameFood: ({ count }) => `Lo stesso alimento si ripete ${count} volte di fila. Aggiungi un altro gusto.`,
    nothingSolid: () => 'Niente di solido è adatto. Aggiungi una barretta o cibo vero che ti piace.',
    nothingSavoury: () =>
      'Niente di salato è adatto. Aggiungi qualcosa di salato che ti piace, da casa o da un ristoro.',
    singleSource: ({ gPerHr }) =>
      `Per ${gPerHr} g di carboidrati all’ora servono glucosio e fruttosio. Alcuni di questi prodotti non li indicano entrambi.`,
    cannotCarry: ({ volumeMl, fromMin, toMin }) =>
      `Tra ${PLAIN_HOURS.moment({ min: fromMin })} e ${PLAIN_HOURS.moment({ min: toMin })} nelle tue borracce mancano ${volumeMl} ml. Aggiungi una borraccia o riempi a un ristoro.`,
    tableSalt: ({ mg }) =>
      `${mg} mg di sodio vengono dal sale da cucina. Una compressa di sali è più facile da dosare.`,
    ownedProductsShort: ({ carbG, sodiumMg }) =>
      `Oltre ai tuoi prodotti ti servono ancora ${[carbG > 0 ? `${carbG} g di carboidrati` : '', sodiumMg > 0 ? `${sodiumMg} mg di sodio` : ''].filter((part) => part !== '').join(' e ')}.`,
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
    isotonic_gel: 'gel isotonico',
    chew: 'caramella',
    bar: 'barretta',
    waffle: 'cialda',
    drink_mix: 'polvere per bevanda',
    ready_to_drink: 'bevanda pronta',
    electrolyte_drink: 'bevanda con elettroliti',
    electrolyte_tablet: 'compressa di elettroliti',
    electrolyte_capsule: 'capsula di elettroliti',
    electrolyte_chew: 'caramella di elettroliti',
    caffeine_chew: 'gomma con caffeina',
    real_food: 'cibo vero',
  },
};
