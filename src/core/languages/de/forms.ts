import type { FormTexts, StopNames, VesselNames } from '../form-texts.ts';
import { plural } from '../phrasing.ts';

const packsWord = plural('de', { one: 'Packung', other: 'Packungen' });

/** German names of stops. */
export const STOPS: StopNames = {
  start: 'Start',
  transition: 'Wechsel',
  aid: 'Verpflegungsstelle',
  end: 'Ziel',
};

/** German names of bottles. */
export const CONTAINERS: VesselNames = { bottle: 'Flasche', flask: 'Softflask', bladder: 'Trinkblase' };

/** German words of plans on paper, in calendars and on devices. */
export const FORMS: FormTexts = {
  named: ({ name, duration }) => `Verpflegungsplan: ${name}, ${duration}`,
  headed: ({ head, content }) => `${head}: ${content}`,
  waterMl: ({ amountMl }) => `${amountMl} ml Wasser`,
  packs: ({ amount, count }) => `${amount}: ${count} ${packsWord(count)}`,
  line: ({ carbG, sodiumMg, fluidMl, maxMl, products }) =>
    `Verpflegung: ${carbG} g Kohlenhydrate, ${sodiumMg} mg Natrium, ${fluidMl} ml Flüssigkeit pro Stunde. Nie mehr als ${maxMl} ml Flüssigkeit pro Stunde.${products === null ? '' : ` Insgesamt ${products}.`}`,
  teaserLine: ({ words, maxMl }) => `Verpflegung: ${words} Nie mehr als ${maxMl} ml Flüssigkeit pro Stunde.`,
  time: () => 'Zeit',
  stations: () => 'Stationen',
  bottles: () => 'Flaschen',
  shopping: () => 'Einkaufsliste',
  notes: () => 'Hinweise',
  atStart: ({ carriedOn }) => `starte mit ${carriedOn}`,
  medical: () => 'Trinkmenge ärztlich festlegen',
  limit: ({ maxMl }) => `Nie mehr als ${maxMl} ml/h`,
  deviceLimit: ({ maxMl }) => `Max. ${maxMl} ml/h Flüssigkeit`,
  deviceGuidance: () => 'Orientierung, keine Anweisung',
  deviceStation: ({ taken }) => `Hol ${taken}`,
};
