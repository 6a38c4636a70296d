import { numberFormat } from '../number-format.ts';
import { FRENCH_HOURS } from '../phrasing.ts';
import type { RaceTexts } from '../race-texts.ts';

const number = numberFormat('fr');

/** French words of the drawing of a session over time. */
export const RACE: RaceTexts = {
  ...FRENCH_HOURS,
  title: () => 'Ta séance dans le temps',
  weight: () => 'Poids, variation en % depuis le départ',
  sodium: () => 'Sodium sanguin, mmol/l',
  gut: () => 'Glucides en attente dans l’intestin, g',
  plan: () => 'Plan',
  range: () => 'Quatre personnes sur cinq, si la soif corrige le plan',
  wideRange: () => 'Quatre personnes sur cinq, si elles le suivent exactement',
  ceiling: () => 'Eau pure à la limite',
  nothing: () => 'Rien',
  zoneMoreWater: () => 'Plus d’eau qu’au départ',
  zoneLighter: () => 'Forte déshydratation',
  zoneDiluted: () => 'Trop dilué',
  zoneConcentrated: () => 'Trop concentré',
  lighter: ({ percent }) => `${number(percent, 1)} % de moins`,
  heavier: ({ percent }) => `${number(percent, 1)} % de plus`,
  same: () => 'autant',
  planEnds: ({ time, change }) => `Avec le plan, après ${time}, tu pèserais ${change} qu’au départ.`,
  planTooDry: () =>
    'C’est plus de poids que tu ne devrais en perdre. Emporte plus à boire si ta limite le permet, ralentis ou arrête-toi plus tôt.',
  planRange: ({ low, high }) =>
    `Si la soif corrige le plan, quatre personnes sur cinq finissent entre « ${low} » et « ${high} ».`,
  sodiumEnds: ({ mmol, low, high }) =>
    `Le sodium sanguin serait d’environ ${number(mmol, 1)} mmol/l. Si la soif corrige le plan, il se situe entre ${number(low, 1)} et ${number(high, 1)} pour quatre personnes sur cinq.`,
  weighNow: ({ least, most }) => `À ce stade, tu devrais avoir perdu de ${least} à ${most} depuis le départ.`,
  weighBy: ({ time, least, most }) =>
    `Après ${time}, tu devrais avoir perdu de ${least} à ${most} depuis le départ.`,
  lostLess: () => 'Si tu as moins perdu, ne bois rien avant d’avoir uriné.',
  bloated: () => 'Si tu as le ventre gonflé ou les mains qui gonflent, ne bois rien avant d’avoir uriné.',
  endsAt: ({ change }) => `Tu pèserais ${change} qu’au départ.`,
  endsWithSodium: ({ mmol }) => `Le sodium sanguin serait d’environ ${number(mmol, 1)} mmol/l.`,
  lowSweat: () => 'La même chose pour une personne qui transpire peu',
  lowSweatEnds: ({ change }) =>
    `Une personne sur dix transpire si peu qu’elle pèserait alors ${change} qu’au départ.`,
  lowSweatSodium: ({ mmol }) =>
    `Avec si peu de sueur, le sodium sanguin pourrait descendre à ${number(mmol, 1)} mmol/l.`,
  ceilingRisk: () => 'La limite n’est pas un objectif.',
  gutMost: ({ grams, time }) => `Au plus ${grams} g de glucides attendent dans l’intestin, à ${time}.`,
  gutKeepsUp: () => 'Pris régulièrement, les glucides n’attendent pas dans l’intestin.',
  transitionMarks: () => 'Lignes verticales : transitions.',
  stationMarks: () => 'Triangles : ravitaillements.',
  estimate: () =>
    'Une estimation, pas une prévision médicale. Bois seulement si tu as soif, sans jamais dépasser la limite.',
};
