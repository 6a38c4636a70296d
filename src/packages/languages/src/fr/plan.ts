import { numberFormat } from '../number-format.ts';
import { FRENCH_HOURS } from '../phrasing.ts';
import type { PlanTexts } from '../plan-texts.ts';
import { FOODS } from './foods.ts';
import { CONTAINERS, FORMS, STOPS } from './forms.ts';
import { SPORTS } from './notes.ts';
import { PAPER } from './paper.ts';
import { RACE } from './race.ts';
import { ASSUMPTIONS, REASONS } from './reasons.ts';

const number = numberFormat('fr');

const WISHES = { vegan: 'végane', glutenFree: 'sans gluten', caffeineFree: 'sans caféine' } as const;

const OFF = {
  carb: 'Les glucides sont',
  sodium: 'Le sodium est',
  fluid: 'Le liquide est',
  caffeine: 'La caféine est',
} as const;

const OF_QUANTITY = { carb: 'glucides', sodium: 'sodium', fluid: 'boisson', caffeine: 'caféine' } as const;

/** French texts of plans. */
export const PLAN: PlanTexts = {
  coverage: {
    fluidAboveCeiling: ({ plannedMl, maxMl }, m) =>
      `Ces produits apportent ${m.total(plannedMl)} de liquide. Dépasser ${m.limit(maxMl)} pendant cette durée est dangereux pour toi. Boire plus que tu ne transpires peut être mortel.`,
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
    drinksConcentrated: ({ gPerL, maxGPerL }, m) =>
      `Les boissons contiennent ${m.perLitre(gPerL)} g de glucides par ${m.litre('litre')}. Au-dessus de ${m.perLitre(maxGPerL)} g, elles quittent l’estomac lentement. Remplaces-en une partie par de l’eau, sans dépasser ta limite de liquide.`,
    planConcentrated: ({ gPerL, maxGPerL }, m) =>
      `Le plan a ${m.perLitre(gPerL)} g de glucides par ${m.litre('litre')} de liquide, et plus de ${m.perLitre(maxGPerL)} g, c’est trop concentré. Prends les gels et les aliments avec une plus grande part de l’eau prévue, sans dépasser ta limite de liquide.`,
    dietNotMet: ({ wish, products }) => `Pas ${WISHES[wish]} : ${products.join(', ')}.`,
    dietUnknown: ({ wish, products }) =>
      `Peut-être pas ${WISHES[wish]}, vérifie l’étiquette : ${products.join(', ')}.`,
  },
  notes: {
    off: ({ quantity, percent }) =>
      `${OFF[quantity]} ${number(Math.abs(percent))} % ${percent > 0 ? 'au-dessus' : 'en dessous'} de la recommandation.`,
    unused: ({ amount }) => `Hors du plan : ${amount}.`,
    why: {
      hourly_carb: () =>
        'Davantage en une heure, c’est trop pour l’intestin. Habitue-toi à plus à l’entraînement.',
      hourly_sodium: ({ quantity, max }) =>
        `Davantage ferait dépasser ta limite de ${max} de sodium en une heure. ${quantity === 'sodium' ? 'Prends le sel en plus petites doses.' : 'Choisis des aliments moins salés.'}`,
      hourly_fluid: ({ quantity, max }) =>
        `Davantage ferait dépasser ta limite de ${max} en une heure. ${quantity === 'fluid' ? 'Emporte de l’eau à boire entre les ravitaillements.' : 'Choisis des gels ou des aliments plutôt que des boissons.'}`,
      capacity: ({ quantity, amount }) =>
        quantity === 'fluid' && amount !== null
          ? `Tu ne peux pas en emporter ni en recevoir plus. Un autre bidon ou d’autres remplissages apportent les ${amount} qui manquent.`
          : 'Tes bidons n’en contiennent pas plus. Ajoute un bidon ou un remplissage.',
      spacing: ({ quantity }) =>
        quantity === 'product'
          ? 'Aucun moment n’est libre pour ce produit. Prends-le à la place d’un autre ou laisse-le de côté.'
          : `Aucun moment n’est libre pour davantage. ${quantity === 'sodium' ? 'Choisis une boisson plus salée.' : 'Choisis des produits avec plus de glucides chacun.'}`,
      pockets: ({ quantity }) =>
        `Tes poches sont pleines. ${quantity === 'sodium' ? 'Choisis une boisson plus salée.' : 'Choisis des produits avec plus de glucides chacun.'}`,
      supply: ({ quantity, amount }) => {
        if (quantity === 'product')
          return 'Le plan en apporte déjà assez sans ce produit. Laisse-le de côté.';
        return amount === null
          ? 'Les produits de ce plan en contiennent autant. Remplaces-en un.'
          : `Ces produits n’en contiennent pas plus. Ajoute ${amount} de ${OF_QUANTITY[quantity]}.`;
      },
      no_food: () =>
        'Trop peu de produits aux valeurs connues conviennent à ton régime et à tes goûts. Ajoutes-en un que tu aimes.',
      no_salt: () =>
        'Aucun produit à base de sel ne convient à ton régime et à tes goûts. Sale la boisson à ton goût.',
      salty_food: () =>
        'Les aliments et boissons qui conviennent en contiennent déjà. Choisis-en de moins salés.',
      whole_pieces: () => 'Des portions entières ne permettent pas mieux. Choisis-en de plus petites.',
      caffeine_limit: () =>
        'C’est au-dessus de ta limite de caféine pour cette séance. Choisis des produits sans caféine.',
      product_removed: () => 'Un produit de ce plan n’existe plus. Choisis-en un autre.',
    },
    littleFluidLeft: ({ taken, left }) =>
      `Tu as bu ${taken}. ${
        left === null
          ? 'Boire davantage pendant cette séance est dangereux pour toi. Ne bois plus rien avant d’avoir uriné. En cas de maux de tête, de vomissements ou de confusion, demande immédiatement une aide médicale.'
          : `Dépasser ${left} d’ici la fin est dangereux pour toi. Boire plus que tu ne transpires peut être mortel.`
      }`,
    caffeinePlanned: ({ amount }) =>
      `Ce plan contient ${amount} de caféine. C’est facultatif. Essaie-le d’abord à l’entraînement.`,
    caffeineFromElsewhere: ({ amount, time, isBeforeStart }) =>
      `Aucun produit n’apporte environ ${amount} de caféine ${isBeforeStart ? time : `à ${time}`}. Prends-la d’une autre source ou passe-t’en.`,
    stale: () =>
      'L’activité a changé depuis le calcul de sa recommandation. Recalcule-la pour des objectifs exacts.',
  },
  drawing: {
    title: () => 'Plan de ravitaillement',
    disclaimer: () =>
      'Des repères, pas des consignes. Bois seulement si tu as soif, sans jamais dépasser la limite.',
    allergens: () => 'Vérifie les allergènes sur les étiquettes.',
    review: () => 'Un professionnel devrait vérifier ces chiffres.',
    ceilings: ({ fluid, sodium, confidencePercent }) =>
      `Jamais plus de ${fluid} de liquide ni de ${sodium} de sodium par heure. Fiabilité : ${confidencePercent} %.`,
    noProducts: () => 'Pas encore de produits.',
    categories: ({ list }) => `À partir de : ${list}.`,
    perHour: ({ carb, sodium, fluid }) =>
      `Par heure : ${carb} de glucides, ${sodium} de sodium, ${fluid} de liquide.`,
    invitation: () => 'Abonne-toi pour voir quoi prendre et quand.',
    water: () => 'Eau',
    carbG: () => 'Glucides',
    sodiumMg: () => 'Sodium',
    fluidMl: () => 'Liquide',
    totals: (sum) =>
      `Total : ${sum.carb} sur ${sum.targetCarb} de glucides, ${sum.sodium} sur ${sum.targetSodium} de sodium et ${sum.fluid} sur ${sum.targetFluid} de liquide.`,
  },
  hours: FRENCH_HOURS,
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
