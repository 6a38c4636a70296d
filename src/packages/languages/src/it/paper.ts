import type { PaperTexts } from '../paper-texts.ts';
import { counted, plural } from '../phrasing.ts';

const cupsWord = plural('it', { one: 'bicchiere', other: 'bicchieri' });
const bagsWord = plural('it', { one: 'sacchetto', other: 'sacchetti' });

const VESSELS = {
  bottle: ['la borraccia', 'borracce'],
  flask: ['la soft flask', 'soft flask'],
  bladder: ['la sacca idrica', 'sacche idriche'],
} as const;

/** Italian words of printed plans. */
export const PAPER: PaperTexts = {
  toDo: () => 'Cosa fare',
  nothing: () => 'Niente da prendere',
  finish: ({ bottle }) => `${bottle}: da finire`,
  until: ({ time }) => `fino a ${time}`,
  beforeStart: ({ duration }) => `${duration} prima della partenza`,
  all: ({ kind, count }) => {
    const [one, others] = VESSELS[kind];
    if (count === 1) return one;
    return count === 2 ? `entrambe le ${others}` : `tutte e ${count} le ${others}`;
  },
  fill: ({ bottles }) => `riempi ${bottles}`,
  refill: ({ bottles, time }) => `riempi ${bottles} entro ${time}`,
  bags: ({ count }) => `${count} ${bagsWord(count)}`,
  each: ({ amount }) => `${amount} ciascuna`,
  marks: {
    full: () => 'fino in cima',
    half: () => 'fino a metà',
    at: ({ amount }) => `fino a ${amount}`,
  },
  cups: ({ count, amount, drink }) => `${amount} ${cupsWord(Math.max(1, count))} di ${drink}`,
  every: ({ step }) => `ogni ${step}`,
  withFood: ({ amount }) => `Bevi ${amount} con ogni gel o barretta.`,
  withCaffeine: ({ amount }) => `${amount} di caffeina`,
  perHour: () => 'all’ora',
  maximum: ({ rate }) => `MAX ${rate}`,
  cutting: () => 'Stampa al 100%. Ritaglia lungo le linee tratteggiate.',
  dropBag: () => 'Sacca personale',
  tablets: counted('it', { one: 'compressa', other: 'compresse' }),
  pinches: counted('it', { one: 'pizzico di sale', other: 'pizzichi di sale' }),
  pack: {
    title: () => 'Da preparare',
    mix: () => 'Mescolare',
    bags: () => 'Pesare i sacchetti',
    carry: () => 'Portare',
    weigh: ({ bags, amount }) => `${bags} da ${amount}`,
    carbohydrate: ({ amount }) => `${amount} di carboidrati`,
    leftPocket: () => 'Tasca sinistra',
    rightPocket: () => 'Tasca destra',
    leftOver: ({ amount }) => `avanza ${amount}`,
  },
  lanes: { gel: 'Gel', solid: 'Cibo', capsule: 'Capsule', cup: 'Bicchieri', caffeine: 'Caffeina' },
};
