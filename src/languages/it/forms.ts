import type { FormTexts, StopNames, VesselNames } from '../form-texts.ts';
import { plural } from '../plural.ts';

const packsWord = plural('it', { one: 'confezione', other: 'confezioni' });
const fillingsWord = plural('it', { one: 'riempimento è', other: 'riempimenti sono' });
const dropBagsWord = plural('it', { one: 'sacca è', other: 'sacche sono' });
const productsWord = plural('it', { one: 'prodotto è', other: 'prodotti sono' });

/** Italian names of stops. */
export const STOPS: StopNames = {
  start: 'Partenza',
  afterSwim: 'Dopo il nuoto',
  aid: 'Ristoro',
  end: 'Arrivo',
};

/** Italian names of vessels. */
export const VESSELS: VesselNames = { bottle: 'Borraccia', flask: 'Flask', bladder: 'Sacca idrica' };

/** Italian words of plans on paper, in calendars and on devices. */
export const FORMS: FormTexts = {
  named: ({ name, duration }) => `Piano di rifornimento: ${name}, ${duration} h`,
  waterMl: ({ amountMl }) => `${amountMl} ml d'acqua`,
  toMix: ({ amount }) => `${amount} (da sciogliere)`,
  fillAgain: ({ km }) => `riempi al km ${km}`,
  packs: ({ amount, count }) => `${amount}: ${count} ${packsWord(count)}`,
  carried: () => 'Da portare',
  line: ({ carbG, sodiumMg, fluidMl, maxMl, products }) =>
    `Rifornimento: ${carbG} g di carboidrati, ${sodiumMg} mg di sodio, ${fluidMl} ml di liquido all'ora, mai più di ${maxMl} ml di liquido.${products === null ? '' : ` In tutto ${products}.`}`,
  teaserLine: ({ words, maxMl }) => `Rifornimento: ${words} Mai più di ${maxMl} ml di liquido all'ora.`,
  time: () => 'Tempo',
  take: () => 'Prendi',
  stations: () => 'Ristori',
  bottles: () => 'Borracce',
  shopping: () => 'Lista della spesa',
  notes: () => 'Note',
  atStation: ({ taken, carriedOn }) => `prendi ${taken}; riparti con ${carriedOn}`,
  atStart: ({ carriedOn }) => `parti con ${carriedOn}`,
  limit: ({ maxMl }) => `Mai più di ${maxMl} ml all'ora`,
  deviceLimit: ({ maxMl }) => `Max ${maxMl} ml/h di liquido`,
  deviceGuidance: () => 'Indicazioni, non istruzioni',
  deviceStation: ({ taken }) => `Prendi ${taken}`,
  cardGuidance: () => 'Distribuisci ogni riga fino alla successiva. Indicazioni: bevi solo quando hai sete.',
  cardOthers: () => '+ altri: vedi il piano',
  furtherItems: ({ count }) => `e altri ${count}`,
  fillingsLeftOut: ({ count }) =>
    `${count} ${fillingsWord(count)} ancora nel piano, ma non in questa pagina.`,
  dropBagsLeftOut: ({ count }) =>
    `${count} ${dropBagsWord(count)} ancora nel piano, ma non in questa pagina.`,
  productsLeftOut: ({ count }) =>
    `${count} ${productsWord(count)} ancora nel piano, ma non in questa pagina.`,
  courseLegend: () => 'Numeri: ristori. In grassetto: salite.',
  drawnStation: ({ station }) => `Ristoro ${station}.`,
};
