import type { FormTexts, StopNames, VesselNames } from '../form-texts.ts';
import { plural } from '../plural.ts';

const packsWord = plural('fr', { one: 'paquet', other: 'paquets' });
const fillingsWord = plural('fr', { one: 'remplissage est', other: 'remplissages sont' });
const dropBagsWord = plural('fr', { one: "sac d'allègement est", other: "sacs d'allègement sont" });
const productsWord = plural('fr', { one: 'produit est', other: 'produits sont' });

/** French names of stops. */
export const STOPS: StopNames = {
  start: 'Départ',
  afterSwim: 'Après la natation',
  aid: 'Ravitaillement',
  end: 'Arrivée',
};

/** French names of vessels. */
export const VESSELS: VesselNames = { bottle: 'Bidon', flask: 'Flasque', bladder: 'Poche à eau' };

/** French words of plans on paper, in calendars and on devices. */
export const FORMS: FormTexts = {
  named: ({ name, duration }) => `Plan de ravitaillement : ${name}, ${duration} h`,
  waterMl: ({ amountMl }) => `${amountMl} ml d'eau`,
  toMix: ({ amount }) => `${amount} (à mélanger)`,
  fillAgain: ({ km }) => `à remplir au km ${km}`,
  packs: ({ amount, count }) => `${amount} : ${count} ${packsWord(count)}`,
  carried: () => 'À emporter',
  line: ({ carbG, sodiumMg, fluidMl, maxMl, products }) =>
    `Ravitaillement : ${carbG} g de glucides, ${sodiumMg} mg de sodium, ${fluidMl} ml de liquide par heure, jamais plus de ${maxMl} ml de liquide.${products === null ? '' : ` En tout ${products}.`}`,
  teaserLine: ({ words, maxMl }) =>
    `Ravitaillement : ${words} Jamais plus de ${maxMl} ml de liquide par heure.`,
  time: () => 'Temps',
  take: () => 'À prendre',
  stations: () => 'Postes',
  bottles: () => 'Bidons',
  shopping: () => 'Liste de courses',
  notes: () => 'Remarques',
  atStation: ({ taken, carriedOn }) => `prends ${taken} ; repars avec ${carriedOn}`,
  atStart: ({ carriedOn }) => `pars avec ${carriedOn}`,
  limit: ({ maxMl }) => `Jamais plus de ${maxMl} ml par heure`,
  deviceLimit: ({ maxMl }) => `Max ${maxMl} ml/h de liquide`,
  deviceGuidance: () => 'Des repères, pas des consignes',
  deviceStation: ({ taken }) => `Prends ${taken}`,
  cardGuidance: () =>
    'Répartis chaque ligne jusqu’à la suivante. Des repères : bois seulement si tu as soif.',
  cardOthers: () => '+ autres : voir plan',
  furtherItems: ({ count }) => `et ${count} de plus`,
  fillingsLeftOut: ({ count }) =>
    `${count} ${fillingsWord(count)} encore dans le plan, mais pas sur cette page.`,
  dropBagsLeftOut: ({ count }) =>
    `${count} ${dropBagsWord(count)} encore dans le plan, mais pas sur cette page.`,
  productsLeftOut: ({ count }) =>
    `${count} ${productsWord(count)} encore dans le plan, mais pas sur cette page.`,
  courseLegend: () => 'Chiffres : postes. En gras : montées.',
  drawnStation: ({ station }) => `Poste ${station}.`,
};
