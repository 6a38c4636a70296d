import { numberFormat } from '../number-format.ts';
import { PLAIN_HOURS } from '../phrasing.ts';
import type { PlanTexts } from '../plan-texts.ts';
import { FOODS } from './foods.ts';
import { CONTAINERS, FORMS, STOPS } from './forms.ts';
import { SPORTS } from './notes.ts';
import { PAPER } from './paper.ts';
import { RACE } from './race.ts';
import { ASSUMPTIONS, REASONS } from './reasons.ts';

const number = numberFormat('de');

const WISHES = { vegan: 'vegan', glutenFree: 'glutenfrei', caffeineFree: 'koffeinfrei' } as const;

const OFF = {
  carb: 'Die Kohlenhydrate liegen',
  sodium: 'Das Natrium liegt',
  fluid: 'Die Flüssigkeit liegt',
  caffeine: 'Das Koffein liegt',
} as const;

const OF_QUANTITY = {
  carb: 'Kohlenhydrate',
  sodium: 'Natrium',
  fluid: 'Getränk',
  caffeine: 'Koffein',
} as const;

/** German texts of plans. */
export const PLAN: PlanTexts = {
  coverage: {
    fluidAboveCeiling: ({ plannedMl, maxMl }, m) =>
      `Diese Produkte enthalten ${m.total(plannedMl)} Flüssigkeit. Mehr als ${m.limit(maxMl)} sind in dieser Zeit für dich nicht sicher. Mehr zu trinken, als du schwitzt, kann tödlich sein.`,
    sodiumAboveCeiling: ({ plannedMg, maxMg }) =>
      `Diese Produkte enthalten ${plannedMg} mg Natrium. Deine Obergrenze für diese Zeit sind ${maxMg} mg.`,
    caffeineUnder18: ({ plannedMg }) =>
      `${plannedMg} mg Koffein sind geplant. Unter 18 Jahren wird von Koffein abgeraten.`,
    caffeineInSession: ({ plannedMg, maxMg }) =>
      `${plannedMg} mg Koffein sind geplant. ${maxMg === 0 ? 'Für dich ist keines ratsam.' : `Für dich sind höchstens ${maxMg} mg ratsam.`}`,
    caffeineAtOnce: ({ strongestMg, maxMg }) =>
      `Eines dieser Produkte hat ${strongestMg} mg Koffein. Für dich sind höchstens ${maxMg} mg auf einmal ratsam.`,
    carbUntrained: ({ gPerHr }) =>
      `${gPerHr} g Kohlenhydrate pro Stunde sind für einen Darm, der das über Wochen trainiert hat.`,
    carbAbovePractised: ({ gPerHr, practisedGPerHr }) =>
      `${gPerHr} g Kohlenhydrate pro Stunde sind mehr als die ${practisedGPerHr} g, die du trainiert hast.`,
    carbSingleSource: ({ gPerHr, uptakeGPerHr }) =>
      `${gPerHr} g pro Stunde stammen aus einer einzigen Kohlenhydratquelle (Glukose). Der Darm nimmt etwa ${uptakeGPerHr} g auf. Wähle Produkte mit Fruktose.`,
    carbSourceUnknown: ({ uptakeGPerHr }) =>
      `Über ${uptakeGPerHr} g pro Stunde brauchst du zwei Kohlenhydratquellen. Bei einigen dieser Produkte ist das Verhältnis nicht bekannt.`,
    drinksConcentrated: ({ gPerL, maxGPerL }, m) =>
      `Die Getränke enthalten ${m.perLitre(gPerL)} g Kohlenhydrate pro ${m.litre('Liter')}. Über ${m.perLitre(maxGPerL)} g verlassen sie den Magen langsam. Ersetze einen Teil davon durch Wasser und bleib unter deiner Trinkgrenze.`,
    planConcentrated: ({ gPerL, maxGPerL }, m) =>
      `Der Plan hat ${m.perLitre(gPerL)} g Kohlenhydrate pro ${m.litre('Liter')} Flüssigkeit, und mehr als ${m.perLitre(maxGPerL)} g sind zu konzentriert. Nimm Gels und Essen mit mehr von deinem geplanten Wasser und bleib unter deiner Trinkgrenze.`,
    dietNotMet: ({ wish, products }) => `Nicht ${WISHES[wish]}: ${products.join(', ')}.`,
    dietUnknown: ({ wish, products }) =>
      `Vielleicht nicht ${WISHES[wish]}, prüf die Packung: ${products.join(', ')}.`,
  },
  notes: {
    off: ({ quantity, percent }) =>
      `${OFF[quantity]} ${number(Math.abs(percent))} % ${percent > 0 ? 'über' : 'unter'} der Empfehlung.`,
    unused: ({ amount }) => `Nicht im Plan: ${amount}.`,
    why: {
      hourly_carb: () => 'Mehr in einer Stunde belastet den Darm. Übe höhere Mengen im Training.',
      hourly_sodium: ({ quantity, max }) =>
        `Mehr läge in einer Stunde über deiner Obergrenze von ${max} Natrium. ${quantity === 'sodium' ? 'Nimm Salz in kleineren Mengen.' : 'Wähle Essen mit weniger Salz.'}`,
      hourly_fluid: ({ quantity, max }) =>
        `Mehr läge in einer Stunde über deiner Obergrenze von ${max}. ${quantity === 'fluid' ? 'Nimm Wasser mit, das du zwischen den Stationen trinkst.' : 'Wähle Gels oder Essen statt Getränken.'}`,
      capacity: ({ quantity, amount }) =>
        quantity === 'fluid' && amount !== null
          ? `Mehr kannst du nicht mitnehmen oder unterwegs bekommen. Eine weitere Flasche oder häufigeres Auffüllen bringt die fehlenden ${amount}.`
          : 'Deine Flaschen fassen nicht mehr. Nimm eine weitere mit oder füll einmal mehr auf.',
      spacing: ({ quantity }) =>
        quantity === 'product'
          ? 'Dafür ist kein Zeitpunkt frei. Ersetze ein anderes Produkt damit oder lass es weg.'
          : `Für mehr ist kein Zeitpunkt frei. ${quantity === 'sodium' ? 'Wähle ein salzigeres Getränk.' : 'Wähle Produkte mit mehr Kohlenhydraten pro Stück.'}`,
      pockets: ({ quantity }) =>
        `Deine Taschen sind voll. ${quantity === 'sodium' ? 'Wähle ein salzigeres Getränk.' : 'Wähle Produkte mit mehr Kohlenhydraten pro Stück.'}`,
      supply: ({ quantity, amount }) => {
        if (quantity === 'product') return 'Der Plan reicht auch ohne dieses Produkt. Lass es weg.';
        return amount === null
          ? 'So viel enthalten die Produkte dieses Plans. Ersetze eines davon.'
          : `Diese Produkte enthalten nicht mehr. Nimm noch ${amount} ${OF_QUANTITY[quantity]} dazu.`;
      },
      no_food: () =>
        'Zu wenige Produkte mit bekannten Angaben passen zu Ernährung und Vorlieben. Nimm eines dazu, das du magst.',
      no_salt: () => 'Kein Salzprodukt passt zu Ernährung und Vorlieben. Salze das Getränk nach Geschmack.',
      salty_food: () => 'Essen und Getränke, die passen, enthalten es schon. Wähle weniger Salziges.',
      whole_pieces: () => 'Mit ganzen Portionen geht es nicht genauer. Wähle kleinere.',
      caffeine_limit: () =>
        'Es liegt über deiner Koffeingrenze für diese Einheit. Wähle Produkte ohne Koffein.',
      product_removed: () => 'Ein Produkt dieses Plans gibt es nicht mehr. Wähle ein anderes.',
    },
    littleFluidLeft: ({ taken, left }) =>
      `Du hast ${taken} getrunken. ${
        left === null
          ? 'Mehr ist für dich in dieser Einheit nicht sicher. Trinke nichts mehr, bis du uriniert hast. Hol bei Kopfschmerzen, Erbrechen oder Verwirrtheit sofort ärztliche Hilfe.'
          : `Mehr als ${left} sind bis zum Ende für dich nicht sicher. Mehr zu trinken, als du schwitzt, kann tödlich sein.`
      }`,
    caffeinePlanned: ({ amount }) =>
      `Dieser Plan enthält ${amount} Koffein. Es ist freiwillig. Probier es zuerst im Training.`,
    caffeineFromElsewhere: ({ amount, time, isBeforeStart }) =>
      `Für etwa ${amount} Koffein ${isBeforeStart ? time : `bei ${time}`} passt kein Produkt. Nimm es aus einer anderen Quelle oder lass es weg.`,
    stale: () =>
      'Die Aktivität wurde geändert, seit ihre Empfehlung berechnet wurde. Berechne sie neu, damit die Ziele stimmen.',
  },
  drawing: {
    title: () => 'Verpflegungsplan',
    disclaimer: () => 'Orientierung, keine Anweisung. Trink nur bei Durst und nie mehr als die Obergrenze.',
    allergens: () => 'Prüfe die Etiketten auf Allergene.',
    review: () => 'Eine Fachperson sollte diese Zahlen prüfen.',
    ceilings: ({ fluid, sodium, confidencePercent }) =>
      `Nie mehr als ${fluid} Flüssigkeit oder ${sodium} Natrium pro Stunde. Verlässlichkeit: ${confidencePercent} %.`,
    noProducts: () => 'Noch keine Produkte.',
    categories: ({ list }) => `Enthält: ${list}.`,
    perHour: ({ carb, sodium, fluid }) =>
      `Pro Stunde: ${carb} Kohlenhydrate, ${sodium} Natrium, ${fluid} Flüssigkeit.`,
    invitation: () => 'Mit einem Abo siehst du, was du wann nimmst.',
    water: () => 'Wasser',
    carbG: () => 'Kohlenhydrate',
    sodiumMg: () => 'Natrium',
    fluidMl: () => 'Flüssigkeit',
    totals: (sum) =>
      `Insgesamt ${sum.carb} von ${sum.targetCarb} Kohlenhydraten, ${sum.sodium} von ${sum.targetSodium} Natrium und ${sum.fluid} von ${sum.targetFluid} Flüssigkeit.`,
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
    gel: 'Gel',
    isotonic_gel: 'isotonisches Gel',
    chew: 'Kaubonbon',
    bar: 'Riegel',
    waffle: 'Waffel',
    drink_mix: 'Getränkepulver',
    ready_to_drink: 'Fertiggetränk',
    electrolyte_drink: 'Elektrolytgetränk',
    electrolyte_tablet: 'Elektrolyttablette',
    electrolyte_capsule: 'Elektrolytkapsel',
    electrolyte_chew: 'Elektrolyt-Kaubonbon',
    caffeine_chew: 'Koffein-Kaugummi',
    real_food: 'normales Essen',
  },
};
