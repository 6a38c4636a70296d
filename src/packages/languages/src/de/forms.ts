import type { FormTexts, StopNames, VesselNames } from '../form-texts.ts';
import { plural } from '../phrasing.ts';

const packsWord = plural('de', { one: 'Packung', other: 'Packungen' });

/** German names of stops. */
export const STOPS: StopNames = {
  start: 'Start',
  transition: 'Wechsel',
  aid: 'Verpflegungsstelle',
  refill: 'Auffüllen',
  end: 'Ziel',
};

/** German names of bottles. */
export const CONTAINERS: VesselNames = { bottle: 'Flasche', flask: 'Softflask', bladder: 'Trinkblase' };

/** German words of plans on paper, in calendars and on devices. */
export const FORMS: FormTexts = {
  named: ({ name, duration }) => `Verpflegungsplan: ${name}, ${duration}`,
  headed: ({ head, content }) => `${head}: ${content}`,
  water: ({ amount }) => `${amount} Wasser`,
  packs: ({ amount, count }) => `${amount}: ${count} ${packsWord(count)}`,
  line: ({ carb, sodium, fluid, maximum, products }) =>
    `Verpflegung: ${carb} Kohlenhydrate, ${sodium} Natrium, ${fluid} Flüssigkeit pro Stunde. Nie mehr als ${maximum} Flüssigkeit pro Stunde.${products === null ? '' : ` Insgesamt ${products}.`}`,
  teaserLine: ({ words, maximum }) => `Verpflegung: ${words} Nie mehr als ${maximum} Flüssigkeit pro Stunde.`,
  time: () => 'Zeit',
  bottles: () => 'Flaschen',
  shopping: () => 'Einkaufsliste',
  notes: () => 'Hinweise',
  atStart: ({ carriedOn }) => `starte mit ${carriedOn}`,
  medical: () => 'Trinkmenge ärztlich festlegen',
  deviceLimit: ({ rate }) => `Max. ${rate} Flüssigkeit`,
  deviceGuidance: () => 'Orientierung, keine Anweisung',
};
