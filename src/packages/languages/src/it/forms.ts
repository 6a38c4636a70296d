import type { FormTexts, StopNames, VesselNames } from '../form-texts.ts';
import { plural } from '../phrasing.ts';

const packsWord = plural('it', { one: 'confezione', other: 'confezioni' });

/** Italian names of stops. */
export const STOPS: StopNames = {
  start: 'Partenza',
  transition: 'Transizione',
  aid: 'Ristoro',
  refill: 'Riempimento',
  end: 'Arrivo',
};

/** Italian names of bottles. */
export const CONTAINERS: VesselNames = { bottle: 'Borraccia', flask: 'Soft flask', bladder: 'Sacca idrica' };

/** Italian words of plans on paper, in calendars and on devices. */
export const FORMS: FormTexts = {
  named: ({ name, duration }) => `Piano di rifornimento: ${name}, ${duration}`,
  headed: ({ head, content }) => `${head}: ${content}`,
  water: ({ amount }) => `${amount} d’acqua`,
  packs: ({ amount, count }) => `${amount}: ${count} ${packsWord(count)}`,
  line: ({ carb, sodium, fluid, maximum, products }) =>
    `Rifornimento: ${carb} di carboidrati, ${sodium} di sodio, ${fluid} di liquido all’ora. Mai più di ${maximum} di liquido all’ora.${products === null ? '' : ` Totale: ${products}.`}`,
  teaserLine: ({ words, maximum }) => `Rifornimento: ${words} Mai più di ${maximum} di liquido all’ora.`,
  time: () => 'Tempo',
  bottles: () => 'Borracce',
  shopping: () => 'Lista della spesa',
  notes: () => 'Note',
  atStart: ({ carriedOn }) => `parti con ${carriedOn}`,
  medical: () => 'I liquidi li decide il medico',
  deviceLimit: ({ rate }) => `Max ${rate} di liquido`,
  deviceGuidance: () => 'Indicazioni, non istruzioni',
};
