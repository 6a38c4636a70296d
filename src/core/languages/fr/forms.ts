import type { FormTexts, StopNames, VesselNames } from '../form-texts.ts';
import { plural } from '../phrasing.ts';

const packsWord = plural('fr', { one: 'paquet', other: 'paquets' });

/** French names of stops. */
export const STOPS: StopNames = {
  start: 'Départ',
  transition: 'Transition',
  aid: 'Ravitaillement',
  end: 'Arrivée',
};

/** French names of bottles. */
export const CONTAINERS: VesselNames = { bottle: 'Bidon', flask: 'Flasque', bladder: 'Poche à eau' };

/** French words of plans on paper, in calendars and on devices. */
export const FORMS: FormTexts = {
  named: ({ name, duration }) => `Plan de ravitaillement : ${name}, ${duration}`,
  headed: ({ head, content }) => `${head} : ${content}`,
  waterMl: ({ amountMl }) => `${amountMl} ml d’eau`,
  packs: ({ amount, count }) => `${amount} : ${count} ${packsWord(count)}`,
  line: ({ carbG, sodiumMg, fluidMl, maxMl, products }) =>
    `Ravitaillement : ${carbG} g de glucides, ${sodiumMg} mg de sodium, ${fluidMl} ml de liquide par heure. Jamais plus de ${maxMl} ml de liquide par heure.${products === null ? '' : ` Total : ${products}.`}`,
  teaserLine: ({ words, maxMl }) =>
    `Ravitaillement : ${words} Jamais plus de ${maxMl} ml de liquide par heure.`,
  time: () => 'Temps',
  stations: () => 'Postes',
  bottles: () => 'Bidons',
  shopping: () => 'Liste de courses',
  notes: () => 'Remarques',
  atStart: ({ carriedOn }) => `pars avec ${carriedOn}`,
  medical: () => 'Ton médecin fixe tes liquides',
  limit: ({ maxMl }) => `Jamais plus de ${maxMl} ml/h`,
  deviceLimit: ({ maxMl }) => `Max ${maxMl} ml/h de liquide`,
  deviceGuidance: () => 'Des repères, pas des consignes',
  deviceStation: ({ taken }) => `Emporte ${taken}`,
};
