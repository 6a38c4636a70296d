import type { FormTexts, StopNames, VesselNames } from '../form-texts.ts';
import { plural } from '../phrasing.ts';

const packsWord = plural('fr', { one: 'paquet', other: 'paquets' });

/** French names of stops. */
export const STOPS: StopNames = {
  start: 'Départ',
  transition: 'Transition',
  aid: 'Ravitaillement',
  refill: 'Remplissage',
  end: 'Arrivée',
};

/** French names of bottles. */
export const CONTAINERS: VesselNames = { bottle: 'Bidon', flask: 'Flasque', bladder: 'Poche à eau' };

/** French words of plans on paper, in calendars and on devices. */
export const FORMS: FormTexts = {
  named: ({ name, duration }) => `Plan de ravitaillement : ${name}, ${duration}`,
  headed: ({ head, content }) => `${head} : ${content}`,
  water: ({ amount }) => `${amount} d’eau`,
  packs: ({ amount, count }) => `${amount} : ${count} ${packsWord(count)}`,
  line: ({ carb, sodium, fluid, maximum, products }) =>
    `Ravitaillement : ${carb} de glucides, ${sodium} de sodium, ${fluid} de liquide par heure. Jamais plus de ${maximum} de liquide par heure.${products === null ? '' : ` Total : ${products}.`}`,
  teaserLine: ({ words, maximum }) =>
    `Ravitaillement : ${words} Jamais plus de ${maximum} de liquide par heure.`,
  time: () => 'Temps',
  bottles: () => 'Bidons',
  shopping: () => 'Liste de courses',
  notes: () => 'Remarques',
  atStart: ({ carriedOn }) => `pars avec ${carriedOn}`,
  medical: () => 'Ton médecin fixe tes liquides',
  deviceLimit: ({ rate }) => `Max ${rate} de liquide`,
  deviceGuidance: () => 'Des repères, pas des consignes',
};
