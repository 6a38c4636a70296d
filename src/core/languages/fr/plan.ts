import { numberFormat } from '../number-format.ts';
import { FRENCH_HOURS } from '../phrasing.ts';
import type { PlanTexts } from '../plan-texts.ts';
import { FOODS } from './foods.ts';
import { CONTAINERS, FORMS, STOPS } from './forms.ts';
import { SPORTS } from './notes.ts';
import { PAPER } from './paper.ts';
import { RACE } from './race.ts';

const number = numberFormat('fr');

const WISHES = { vegan: 'végane', glutenFree: 'sans gluten', caffeineFree: 'sans caféine' } as const;

const CARB_REASONS = {
  nothing_fits:
    'aucun produit dont glucides, sodium et caféine sont connus ne convient au régime et au sport.',
  closest:
    'aucune quantité des produits qui conviennent ne s’en approche davantage avec le liquide recommandé.',
  little_needed: 'un demi-gel de plus ou de moins ne change rien ici.',
} as const;

const SODIUM_REASONS = {
  in_food: () => 'les aliments et boissons qui conviennent en apportent déjà. Il reste sous ta limite.',
  nothing_fits: () => 'aucun produit à base de sel aux valeurs connues ne convient au régime et au sport.',
  too_strong: (mg: number) =>
    `la plus petite dose d’un produit à base de sel qui convient contient ${mg} mg. Sale la boisson à ton goût.`,
  most_servings: (servings: number) => `un plan contient au plus ${servings} portions d’un produit.`,
  dissolved: () =>
    'le liquide recommandé ne dissout pas davantage d’un produit à base de sel qui convient. Sale la boisson à ton goût.',
  hourly_ceiling: (mg: number) =>
    `davantage de produits qui conviennent ferait dépasser ta limite de ${mg} mg en une heure.`,
} as const;

const FLUID_REASONS = {
  hourly_ceiling: () =>
    'bidons et ravitaillements n’en permettent pas plus sans dépasser la limite sur une heure.',
  vessels: () => 'tes bidons n’en contiennent pas plus entre deux remplissages.',
  cups: (ml: number) =>
    `les ravitaillements servent des gobelets de ${ml} ml, et un de plus dépasserait la recommandation.`,
  stations: () =>
    'même deux gobelets à chaque ravitaillement n’en apportent pas plus. Emporte davantage dès le départ.',
} as const;

function off(percent: number): string {
  return `${number(Math.abs(percent))} % ${percent > 0 ? 'au-dessus' : 'en dessous'} de la recommandation`;
}

/** French texts of plans. */
export const PLAN: PlanTexts = {
  coverage: {
    fluidAboveCeiling: ({ plannedMl, maxMl }) =>
      `Ces produits apportent ${plannedMl} ml de liquide. Dépasser ${maxMl} ml pendant cette durée est dangereux pour toi. Boire plus que tu ne transpires peut être mortel.`,
    sodiumAboveCeiling: ({ plannedMg, maxMg }) =>
      `Ces produits apportent ${plannedMg} mg de sodium. Ta limite pour cette durée est de ${maxMg} mg.`,
    caffeineUnder18: ({ plannedMg }) =>
      `${plannedMg} mg de caféine sont prévus. Avant 18 ans, le conseil est de ne pas en prendre.`,
    caffeineInSession: ({ plannedMg, maxMg }) =>
      `${plannedMg} mg de caféine sont prévus. ${maxMg === 0 ? 'Il t’est conseillé de ne pas en prendre.' : `Le maximum conseillé pour toi est de ${maxMg} mg.`}`,
    caffeineAtOnce: ({ strongestMg, maxMg }) =>
      `L’un de ces produits contient ${strongestMg} mg de caféine. Il t’est conseillé de ne pas dépasser ${maxMg} mg à la fois.`,
    carbUntrained: ({ gPerHr }) =>
      `${gPerHr} g de glucides par heure, c’est réservé à un intestin entraîné pendant des semaines.`,
    carbAbovePractised: ({ gPerHr, practisedGPerHr }) =>
      `${gPerHr} g de glucides par heure dépassent les ${practisedGPerHr} g que tu as testés.`,
    carbSingleSource: ({ gPerHr, uptakeGPerHr }) =>
      `${gPerHr} g par heure viennent d’une seule source de glucides (glucose). L’intestin en absorbe environ ${uptakeGPerHr} g. Choisis des produits avec du fructose.`,
    carbSourceUnknown: ({ uptakeGPerHr }) =>
      `Au-dessus de ${uptakeGPerHr} g par heure, il faut deux sources de glucides. Pour certains de ces produits, la proportion n’est pas connue.`,
    drinksConcentrated: ({ gPerL, maxGPerL }) =>
      `Les boissons contiennent ${gPerL} g de glucides par litre. Au-dessus de ${maxGPerL} g, elles quittent l’estomac lentement. Remplaces-en une partie par de l’eau, sans dépasser ta limite de liquide.`,
    planConcentrated: ({ gPerL, maxGPerL }) =>
      `Le plan a ${gPerL} g de glucides par litre de liquide, et plus de ${maxGPerL} g, c’est trop concentré. Prends les gels et les aliments avec une plus grande part de l’eau prévue, sans dépasser ta limite de liquide.`,
    dietNotMet: ({ wish, products }) => `Pas ${WISHES[wish]} : ${products.join(', ')}.`,
    dietUnknown: ({ wish, products }) =>
      `Peut-être pas ${WISHES[wish]}, vérifie l’étiquette : ${products.join(', ')}.`,
  },
  notes: {
    littleTimeForFluid: ({ maxMlPerHr }) =>
      `Pendant certaines heures, les produits apportent plus de liquide que ta limite de ${maxMlPerHr} ml. Bois-en moins.`,
    littleTimeForSodium: ({ maxMgPerHr }) =>
      `Pendant certaines heures, les produits apportent plus de sodium que ta limite de ${maxMgPerHr} mg par heure. Espace davantage le sel et les aliments salés.`,
    productsMissing: ({ carbG }) => `Il manque ${carbG} g de glucides dans ce qui reste.`,
    littleFluidLeft: ({ takenMl, leftMl }) =>
      `Tu as bu ${takenMl} ml. ${
        leftMl === 0
          ? 'Boire davantage pendant cette séance est dangereux pour toi. Ne bois plus rien avant d’avoir uriné. En cas de maux de tête, de vomissements ou de confusion, demande immédiatement une aide médicale.'
          : `Dépasser ${leftMl} ml d’ici la fin est dangereux pour toi. Boire plus que tu ne transpires peut être mortel.`
      }`,
    caffeinePlanned: ({ mg }) =>
      `Ce plan contient ${mg} mg de caféine. C’est facultatif. Essaie-le d’abord à l’entraînement.`,
    caffeineFromElsewhere: ({ mg, time }) =>
      `Aucun produit n’apporte environ ${mg} mg de caféine à ${time}. Prends-la d’une autre source ou passe-t’en.`,
  },
  suggestion: {
    objective: () =>
      'Glucides et sodium à moins de 5 % de la recommandation, la part habituelle prise en boisson, une prise toutes les 20 à 45 minutes, peu de produits de peu de marques et des goûts variés. Les boissons contiennent de 30 à 80 g de glucides par litre. Le liquide ne dépasse jamais la recommandation. Le sodium et la caféine ne dépassent jamais les limites personnelles.',
    carbohydrateMissed: ({ percent, why }) => `Les glucides sont ${off(percent)} : ${CARB_REASONS[why]}`,
    sodiumMissed: ({ percent, reason, amount }) =>
      `Le sodium est ${off(percent)} : ${SODIUM_REASONS[reason](amount)}`,
    fluidMissed: ({ percent, shortage, cupMl }) =>
      `Le liquide est ${off(percent)} : ${FLUID_REASONS[shortage](cupMl)}`,
    isStale: () =>
      'L’activité a changé depuis le calcul de sa recommandation. Recalcule-la pour des objectifs exacts.',
  },
  drawing: {
    title: () => 'Plan de ravitaillement',
    titleFor: ({ duration }) => `Plan de ravitaillement, ${duration}`,
    legend: () => 'Zone ombrée : proche de la recommandation. Pointillés : ta limite.',
    disclaimer: () =>
      'Des repères, pas des consignes. Bois seulement si tu as soif, sans jamais dépasser la limite.',
    allergens: () => 'Vérifie les allergènes sur les étiquettes.',
    review: () => 'Un professionnel devrait vérifier ces chiffres.',
    ceilings: ({ fluidMl, sodiumMg, confidencePercent }) =>
      `Jamais plus de ${fluidMl} ml de liquide ni de ${sodiumMg} mg de sodium par heure. Fiabilité : ${confidencePercent} %.`,
    noProducts: () => 'Pas encore de produits.',
    categories: ({ list }) => `À partir de : ${list}.`,
    perHour: ({ carb, sodium, fluid }) =>
      `Par heure : ${carb} de glucides, ${sodium} de sodium, ${fluid} de liquide.`,
    invitation: () => 'Abonne-toi pour voir quoi prendre et quand.',
    water: () => 'Eau',
    carbG: () => 'Glucides',
    sodiumMg: () => 'Sodium',
    fluidMl: () => 'Liquide',
    amounts: ({ planned, target, unit, ceiling }) =>
      `${planned} sur ${target} ${unit}${ceiling === null ? '' : `, limite ${ceiling}`}`,
    intake: ({ time, items }) => `À ${time} : ${items}.`,
    totals: (sum) =>
      `Total : ${sum.carbG} sur ${sum.targetCarbG} g de glucides, ${sum.sodiumMg} sur ${sum.targetSodiumMg} mg de sodium et ${sum.fluidMl} sur ${sum.targetFluidMl} ml de liquide.`,
  },
  compromises: {
    carbohydrateMissed: ({ percent }) =>
      `Les glucides sont ${off(percent)} : les produits qui conviennent ne permettent pas mieux.`,
    sodiumMissed: ({ percent }) =>
      `Le sodium est ${off(percent)} : les produits qui conviennent ne permettent pas mieux.`,
    drinkShare: ({ percent, from, to }) =>
      `Les boissons apportent ${percent} % des glucides. Ici, c’est d’habitude de ${from} à ${to} %.`,
    rhythm: ({ gapMin }) => `Il y a ${gapMin} minutes sans rien à manger.`,
    sameFood: ({ count }) => `Le même aliment revient ${count} fois de suite. Ajoute un autre goût.`,
    nothingSolid: () => 'Rien de solide ne convient. Ajoute une barre ou un aliment que tu aimes.',
    nothingSavoury: () =>
      'Rien de salé ne convient. Ajoute quelque chose de salé que tu aimes, de chez toi ou d’un ravitaillement.',
    singleSource: ({ gPerHr }) =>
      `Pour ${gPerHr} g de glucides par heure, il te faut du glucose et du fructose. Certains de ces produits n’indiquent pas les deux.`,
    cannotCarry: ({ volumeMl, fromMin, toMin }) =>
      `Entre ${FRENCH_HOURS.moment({ min: fromMin })} et ${FRENCH_HOURS.moment({ min: toMin })}, il manque de la place pour ${volumeMl} ml dans tes bidons. Prends un bidon de plus ou remplis à un ravitaillement.`,
    tableSalt: ({ mg }) =>
      `${mg} mg de sodium viennent du sel de table. Une pastille de sel est plus facile à doser.`,
    ownedProductsShort: ({ carbG, sodiumMg }) =>
      `En plus de tes produits, il te faut encore ${[carbG > 0 ? `${carbG} g de glucides` : '', sodiumMg > 0 ? `${sodiumMg} mg de sodium` : ''].filter((part) => part !== '').join(' et ')}.`,
  },
  hours: FRENCH_HOURS,
  forms: FORMS,
  paper: PAPER,
  race: RACE,
  foods: FOODS,
  stops: STOPS,
  vessels: CONTAINERS,
  sports: SPORTS,
  categories: {
    gel: 'gel',
    isotonic_gel: 'gel isotonique',
    chew: 'gomme énergétique',
    bar: 'barre',
    waffle: 'gaufre',
    drink_mix: 'poudre pour boisson',
    ready_to_drink: 'boisson prête',
    electrolyte_drink: 'boisson d’électrolytes',
    electrolyte_tablet: 'pastille d’électrolytes',
    electrolyte_capsule: 'gélule d’électrolytes',
    electrolyte_chew: 'gomme d’électrolytes',
    caffeine_chew: 'chewing-gum à la caféine',
    real_food: 'aliments courants',
  },
};
