import { numberFormat } from '../number-format.ts';
import { PLAIN_HOURS } from '../phrasing.ts';
import type { PlanTexts } from '../plan-texts.ts';
import { FOODS } from './foods.ts';
import { CONTAINERS, FORMS, STOPS } from './forms.ts';
import { SPORTS } from './notes.ts';
import { PAPER } from './paper.ts';
import { RACE } from './race.ts';

const number = numberFormat('de');

const WISHES = { vegan: 'vegan', glutenFree: 'glutenfrei', caffeineFree: 'koffeinfrei' } as const;

const CARB_REASONS = {
  nothing_fits:
    'kein Produkt mit bekannten Kohlenhydraten, Natrium und Koffein passt zu Ernährung und Sportart.',
  closest: 'keine Menge der passenden Produkte kommt innerhalb der empfohlenen Flüssigkeit näher heran.',
  little_needed: 'ein halbes Gel mehr oder weniger macht hier keinen Unterschied.',
} as const;

const SODIUM_REASONS = {
  in_food: () => 'das Essen und die Getränke, die passen, bringen es mit. Es bleibt unter der Obergrenze.',
  nothing_fits: () => 'kein Salzprodukt mit bekannten Angaben passt zu Ernährung und Sportart.',
  too_strong: (mg: number) =>
    `die kleinste Menge eines passenden Salzprodukts hat ${mg} mg. Salze das Getränk nach Geschmack.`,
  most_servings: (servings: number) => `ein Plan enthält höchstens ${servings} Portionen eines Produkts.`,
  dissolved: () =>
    'in der empfohlenen Flüssigkeit löst sich nicht mehr von einem passenden Salzprodukt. Salze das Getränk nach Geschmack.',
  hourly_ceiling: (mg: number) =>
    `mehr von den passenden Produkten brächte in eine Stunde mehr als die Obergrenze von ${mg} mg.`,
} as const;

const FLUID_REASONS = {
  hourly_ceiling: () =>
    'Flaschen und Verpflegungsstellen lassen nicht mehr zu, ohne dass eine Stunde über der Obergrenze liegt.',
  vessels: () => 'deine Flaschen fassen nicht mehr, bis du nachfüllen kannst.',
  cups: (ml: number) =>
    `die Verpflegungsstellen geben Becher mit ${ml} ml aus, und einer mehr läge über der Empfehlung.`,
  stations: () =>
    'selbst zwei Becher an jeder Verpflegungsstelle reichen nicht für mehr. Nimm vom Start mehr mit.',
} as const;

function off(percent: number): string {
  return `${number(Math.abs(percent))} % ${percent > 0 ? 'über' : 'unter'} der Empfehlung`;
}

/** German texts of plans. */
export const PLAN: PlanTexts = {
  coverage: {
    fluidAboveCeiling: ({ plannedMl, maxMl }) =>
      `Diese Produkte enthalten ${plannedMl} ml Flüssigkeit. Mehr als ${maxMl} ml sind in dieser Zeit für dich nicht sicher. Mehr zu trinken, als du schwitzt, kann tödlich sein.`,
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
    drinksConcentrated: ({ gPerL, maxGPerL }) =>
      `Die Getränke enthalten ${gPerL} g Kohlenhydrate pro Liter. Über ${maxGPerL} g verlassen sie den Magen langsam. Ersetze einen Teil davon durch Wasser und bleib unter deiner Trinkgrenze.`,
    planConcentrated: ({ gPerL, maxGPerL }) =>
      `Der Plan hat ${gPerL} g Kohlenhydrate pro Liter Flüssigkeit, und mehr als ${maxGPerL} g sind zu konzentriert. Nimm Gels und Essen mit mehr von deinem geplanten Wasser und bleib unter deiner Trinkgrenze.`,
    dietNotMet: ({ wish, products }) => `Nicht ${WISHES[wish]}: ${products.join(', ')}.`,
    dietUnknown: ({ wish, products }) =>
      `Vielleicht nicht ${WISHES[wish]}, prüf die Packung: ${products.join(', ')}.`,
  },
  notes: {
    littleTimeForFluid: ({ maxMlPerHr }) =>
      `In manchen Stunden enthalten die Produkte mehr Flüssigkeit als deine Obergrenze von ${maxMlPerHr} ml. Trinke weniger davon.`,
    littleTimeForSodium: ({ maxMgPerHr }) =>
      `In manchen Stunden enthalten die Produkte mehr Natrium als deine Obergrenze von ${maxMgPerHr} mg pro Stunde. Verteile Salz und Salziges weiter auseinander.`,
    productsMissing: ({ carbG }) => `In den übrigen Produkten fehlen ${carbG} g Kohlenhydrate.`,
    littleFluidLeft: ({ takenMl, leftMl }) =>
      `Du hast ${takenMl} ml getrunken. ${
        leftMl === 0
          ? 'Mehr ist für dich in dieser Einheit nicht sicher. Trinke nichts mehr, bis du uriniert hast. Hol bei Kopfschmerzen, Erbrechen oder Verwirrtheit sofort ärztliche Hilfe.'
          : `Mehr als ${leftMl} ml sind bis zum Ende für dich nicht sicher. Mehr zu trinken, als du schwitzt, kann tödlich sein.`
      }`,
    caffeinePlanned: ({ mg }) =>
      `Dieser Plan enthält ${mg} mg Koffein. Es ist freiwillig. Probier es zuerst im Training.`,
    caffeineFromElsewhere: ({ mg, time }) =>
      `Für etwa ${mg} mg Koffein bei ${time} passt kein Produkt. Nimm es aus einer anderen Quelle oder lass es weg.`,
  },
  suggestion: {
    objective: () =>
      'Kohlenhydrate und Natrium höchstens 5 % neben der Empfehlung, der übliche Anteil davon aus Getränken, alle 20 bis 45 Minuten etwas zu essen, wenige Produkte von wenigen Marken und Abwechslung im Geschmack. Getränke enthalten 30 bis 80 g Kohlenhydrate pro Liter. Die Flüssigkeit liegt nie über der Empfehlung, Natrium und Koffein nie über den persönlichen Obergrenzen.',
    carbohydrateMissed: ({ percent, why }) =>
      `Die Kohlenhydrate liegen ${off(percent)}: ${CARB_REASONS[why]}`,
    sodiumMissed: ({ percent, reason, amount }) =>
      `Das Natrium liegt ${off(percent)}: ${SODIUM_REASONS[reason](amount)}`,
    fluidMissed: ({ percent, shortage, cupMl }) =>
      `Die Flüssigkeit liegt ${off(percent)}: ${FLUID_REASONS[shortage](cupMl)}`,
    isStale: () =>
      'Die Aktivität wurde geändert, seit ihre Empfehlung berechnet wurde. Berechne sie neu, damit die Ziele stimmen.',
  },
  drawing: {
    title: () => 'Verpflegungsplan',
    titleFor: ({ duration }) => `Verpflegungsplan, ${duration}`,
    legend: () => 'Schattiert: nahe der Empfehlung. Gestrichelt: die Obergrenze.',
    disclaimer: () => 'Orientierung, keine Anweisung. Trink nur bei Durst und nie mehr als die Obergrenze.',
    allergens: () => 'Prüfe die Etiketten auf Allergene.',
    review: () => 'Eine Fachperson sollte diese Zahlen prüfen.',
    ceilings: ({ fluidMl, sodiumMg, confidencePercent }) =>
      `Nie mehr als ${fluidMl} ml Flüssigkeit oder ${sodiumMg} mg Natrium pro Stunde. Verlässlichkeit: ${confidencePercent} %.`,
    noProducts: () => 'Noch keine Produkte.',
    categories: ({ list }) => `Enthält: ${list}.`,
    perHour: ({ carb, sodium, fluid }) =>
      `Pro Stunde: ${carb} Kohlenhydrate, ${sodium} Natrium, ${fluid} Flüssigkeit.`,
    invitation: () => 'Mit einem Abo siehst du, was du wann nimmst.',
    water: () => 'Wasser',
    carbG: () => 'Kohlenhydrate',
    sodiumMg: () => 'Natrium',
    fluidMl: () => 'Flüssigkeit',
    amounts: ({ planned, target, unit, ceiling }) =>
      `${planned} von ${target} ${unit}${ceiling === null ? '' : `, Obergrenze ${ceiling}`}`,
    intake: ({ time, items }) => `Bei ${time}: ${items}.`,
    totals: (sum) =>
      `Insgesamt ${sum.carbG} von ${sum.targetCarbG} g Kohlenhydraten, ${sum.sodiumMg} von ${sum.targetSodiumMg} mg Natrium und ${sum.fluidMl} von ${sum.targetFluidMl} ml Flüssigkeit.`,
  },
  compromises: {
    carbohydrateMissed: ({ percent }) =>
      `Die Kohlenhydrate liegen ${off(percent)}: Mit den passenden Produkten geht es nicht genauer.`,
    sodiumMissed: ({ percent }) =>
      `Das Natrium liegt ${off(percent)}: Mit den passenden Produkten geht es nicht genauer.`,
    drinkShare: ({ percent, from, to }) =>
      `${percent} % der Kohlenhydrate kommen aus Getränken. Üblich sind hier ${from} bis ${to} %.`,
    rhythm: ({ gapMin }) => `${gapMin} Minuten lang gibt es nichts zu essen.`,
    sameFood: ({ count }) => `Dasselbe kommt ${count}-mal hintereinander. Nimm noch eine andere Sorte dazu.`,
    nothingSolid: () => 'Nichts Festes passt. Nimm einen Riegel oder normales Essen dazu, das du magst.',
    nothingSavoury: () =>
      'Nichts Salziges passt. Nimm etwas Salziges dazu, das du magst, von zu Hause oder von einer Verpflegungsstelle.',
    singleSource: ({ gPerHr }) =>
      `Für ${gPerHr} g Kohlenhydrate pro Stunde brauchst du Glukose und Fruktose. Nicht bei allen diesen Produkten ist beides angegeben.`,
    cannotCarry: ({ volumeMl, fromMin, toMin }) =>
      `Zwischen ${PLAIN_HOURS.moment({ min: fromMin })} und ${PLAIN_HOURS.moment({ min: toMin })} fehlt in deinen Flaschen Platz für ${volumeMl} ml. Nimm eine weitere mit oder füll an einer Verpflegungsstelle nach.`,
    tableSalt: ({ mg }) =>
      `${mg} mg Natrium kommen aus Kochsalz. Eine Salztablette lässt sich leichter abmessen.`,
    ownedProductsShort: ({ carbG, sodiumMg }) =>
      `Außer deinen eigenen Produkten brauchst du noch ${[carbG > 0 ? `${carbG} g Kohlenhydrate` : '', sodiumMg > 0 ? `${sodiumMg} mg Natrium` : ''].filter((part) => part !== '').join(' und ')}.`,
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
