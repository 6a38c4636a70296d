import { numberFormat } from '../number-format.ts';
import { PLAIN_HOURS } from '../phrasing.ts';
import type { PlanTexts } from '../plan-texts.ts';
import { FOODS } from './foods.ts';
import { CONTAINERS, FORMS, STOPS } from './forms.ts';
import { SPORTS } from './notes.ts';
import { PAPER } from './paper.ts';
import { RACE } from './race.ts';
import { ASSUMPTIONS, REASONS } from './reasons.ts';

const number = numberFormat('it');

const WISHES = { vegan: 'vegano', glutenFree: 'senza glutine', caffeineFree: 'senza caffeina' } as const;

const OFF = {
  carb: 'I carboidrati sono',
  sodium: 'Il sodio è',
  fluid: 'Il liquido è',
  caffeine: 'La caffeina è',
} as const;

const OF_QUANTITY = { carb: 'carboidrati', sodium: 'sodio', fluid: 'bevanda', caffeine: 'caffeina' } as const;

/** Italian texts of plans. */
export const PLAN: PlanTexts = {
  coverage: {
    fluidAboveCeiling: ({ plannedMl, maxMl }, m) =>
      `Questi prodotti apportano ${m.total(plannedMl)} di liquido. Più di ${m.limit(maxMl)} in questo tempo non è sicuro per te. Bere più di quanto sudi può essere mortale.`,
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
    drinksConcentrated: ({ gPerL, maxGPerL }, m) =>
      `Le bevande contengono ${m.perLitre(gPerL)} g di carboidrati per ${m.litre('litro')}. Oltre ${m.perLitre(maxGPerL)} g lasciano lo stomaco lentamente. Sostituiscine una parte con acqua, senza superare il tuo limite di liquido.`,
    planConcentrated: ({ gPerL, maxGPerL }, m) =>
      `Il piano ha ${m.perLitre(gPerL)} g di carboidrati per ${m.litre('litro')} di liquido, e più di ${m.perLitre(maxGPerL)} g è troppo concentrato. Prendi gel e cibo con una parte maggiore dell’acqua prevista, senza superare il tuo limite di liquido.`,
    dietNotMet: ({ wish, products }) => `Non ${WISHES[wish]}: ${products.join(', ')}.`,
    dietUnknown: ({ wish, products }) =>
      `Forse non ${WISHES[wish]}, controlla l’etichetta: ${products.join(', ')}.`,
  },
  notes: {
    off: ({ quantity, percent }) =>
      `${OFF[quantity]} il ${number(Math.abs(percent))}% ${percent > 0 ? 'sopra' : 'sotto'} la raccomandazione.`,
    unused: ({ amount }) => `Fuori dal piano: ${amount}.`,
    why: {
      hourly_carb: () =>
        'Una quantità maggiore in un’ora pesa sull’intestino. Abituati a dosi più alte in allenamento.',
      hourly_sodium: ({ quantity, max }) =>
        `Una quantità maggiore supererebbe in un’ora il tuo limite di ${max} di sodio. ${quantity === 'sodium' ? 'Prendi il sale in dosi più piccole.' : 'Scegli cibo meno salato.'}`,
      hourly_fluid: ({ quantity, max }) =>
        `Una quantità maggiore supererebbe in un’ora il tuo limite di ${max}. ${quantity === 'fluid' ? 'Porta acqua da bere tra un ristoro e l’altro.' : 'Scegli gel o cibo invece di bevande.'}`,
      capacity: ({ quantity, amount }) =>
        quantity === 'fluid' && amount !== null
          ? `Non puoi portarne né riceverne di più. Un’altra borraccia o altri riempimenti aggiungono i ${amount} che mancano.`
          : 'Le tue borracce non ne contengono di più. Aggiungi una borraccia o un riempimento.',
      spacing: ({ quantity }) =>
        quantity === 'product'
          ? 'Non c’è un momento libero per questo prodotto. Usalo al posto di un altro o lascialo a casa.'
          : `Non c’è un momento libero per altro. ${quantity === 'sodium' ? 'Scegli una bevanda più salata.' : 'Scegli prodotti con più carboidrati ciascuno.'}`,
      pockets: ({ quantity }) =>
        `Le tue tasche sono piene. ${quantity === 'sodium' ? 'Scegli una bevanda più salata.' : 'Scegli prodotti con più carboidrati ciascuno.'}`,
      supply: ({ quantity, amount }) => {
        if (quantity === 'product')
          return 'Il piano ne ha già abbastanza senza questo prodotto. Lascialo a casa.';
        return amount === null
          ? 'I prodotti di questo piano ne contengono così tanto. Sostituiscine uno.'
          : `Questi prodotti non ne contengono di più. Aggiungi ${amount} di ${OF_QUANTITY[quantity]}.`;
      },
      no_food: () =>
        'Troppo pochi prodotti con valori noti sono adatti alla tua dieta e ai tuoi gusti. Aggiungine uno che ti piace.',
      no_salt: () =>
        'Nessun integratore salino è adatto alla tua dieta e ai tuoi gusti. Sala la bevanda a piacere.',
      salty_food: () => 'Il cibo e le bevande adatti lo contengono già. Scegline di meno salati.',
      whole_pieces: () => 'Con porzioni intere non ci si avvicina di più. Scegline di più piccole.',
      caffeine_limit: () =>
        'Supera il tuo limite di caffeina per questa sessione. Scegli prodotti senza caffeina.',
      product_removed: () => 'Un prodotto di questo piano non esiste più. Scegline un altro.',
    },
    littleFluidLeft: ({ taken, left }) =>
      `Hai bevuto ${taken}. ${
        left === null
          ? 'Bere di più in questa sessione non è sicuro per te. Non bere più nulla finché non hai urinato. In caso di mal di testa, vomito o confusione, chiedi subito assistenza medica.'
          : `Più di ${left} fino alla fine non è sicuro per te. Bere più di quanto sudi può essere mortale.`
      }`,
    caffeinePlanned: ({ amount }) =>
      `Questo piano contiene ${amount} di caffeina. È facoltativa. Provala prima in allenamento.`,
    caffeineFromElsewhere: ({ amount, time, isBeforeStart }) =>
      `Nessun prodotto apporta circa ${amount} di caffeina ${isBeforeStart ? time : `a ${time}`}. Prendila da un’altra fonte o rinuncia.`,
    stale: () =>
      'L’attività è cambiata da quando è stata calcolata la raccomandazione. Ricalcolala per avere obiettivi esatti.',
  },
  drawing: {
    title: () => 'Piano di rifornimento',
    disclaimer: () => 'Indicazioni, non istruzioni. Bevi solo quando hai sete e mai oltre il limite.',
    allergens: () => 'Controlla gli allergeni sulle etichette.',
    review: () => 'Un professionista dovrebbe rivedere queste cifre.',
    ceilings: ({ fluid, sodium, confidencePercent }) =>
      `Mai più di ${fluid} di liquido né di ${sodium} di sodio all’ora. Affidabilità: ${confidencePercent}%.`,
    noProducts: () => 'Ancora nessun prodotto.',
    categories: ({ list }) => `Con: ${list}.`,
    perHour: ({ carb, sodium, fluid }) =>
      `All’ora: ${carb} di carboidrati, ${sodium} di sodio, ${fluid} di liquido.`,
    invitation: () => 'Abbonati per vedere cosa prendere e quando.',
    water: () => 'Acqua',
    carbG: () => 'Carboidrati',
    sodiumMg: () => 'Sodio',
    fluidMl: () => 'Liquido',
    totals: (sum) =>
      `Totale: ${sum.carb} di ${sum.targetCarb} di carboidrati, ${sum.sodium} di ${sum.targetSodium} di sodio e ${sum.fluid} di ${sum.targetFluid} di liquido.`,
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
