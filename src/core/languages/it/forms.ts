import type { FormTexts, StopNames, VesselNames } from '../form-texts.ts';
import { plural } from '../phrasing.ts';

const packsWord = plural('it', { one: 'confezione', other: 'confezioni' });

/** Italian names of stops. */
export const STOPS: StopNames = {
  start: 'Partenza',
  transition: 'Transizione',
  aid: 'Ristoro',
  end: 'Arrivo',
};

/** Italian names of bottles. */
export const CONTAINERS: VesselNames = { bottle: 'Borraccia', flask: 'Soft flask', bladder: 'Sacca idrica' };

/** Italian words of plans on paper, in calendars and on devices. */
export const FORMS: FormTexts = {
  named: ({ name, duration }) => `Piano di rifornimento: ${name}, ${duration}`,
  headed: ({ head, content }) => `${head}: ${content}`,
  waterMl: ({ amountMl }) => `${amountMl} ml d’acqua`,
  packs: ({ amount, count }) => `${amount}: ${count} ${packsWord(count)}`,
  line: ({ carbG, sodiumMg, fluidMl, maxMl, products }) =>
    `Rifornimento: ${carbG} g di carboidrati, ${sodiumMg} mg di sodio, ${fluidMl} ml di liquido all’ora. Mai più di ${maxMl} ml di liquido all’ora.${products === null ? '' : ` Totale: ${products}.`}`,
  teaserLine: ({ words, maxMl }) => `Rifornimento: ${words} Mai più di ${maxMl} ml di liquido all’ora.`,
  time: () => 'Tempo',
  stations: () => 'Ristori',
  bottles: () => 'Borracce',
  shopping: () => 'Lista della spesa',
  notes: () => 'Note',
  atStart: ({ carriedOn }) => `parti con ${carriedOn}`,
  medical: () => 'I liquidi li decide il medico',
  limit: ({ maxMl }) => `Mai più di ${maxMl} ml/h`,
  deviceLimit: ({ maxMl }) => `Max ${maxMl} ml/h di liquido`,
  deviceGuidance: () => 'Indicazioni, non istruzioni',
  deviceStation: ({ taken }) => `Carica ${taken}`,
};
