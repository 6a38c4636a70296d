import type { PaperTexts } from '../paper-texts.ts';
import { counted, plural } from '../phrasing.ts';

const cupsWord = plural('it', { one: 'bicchiere', other: 'bicchieri' });

/** Italian words of printed plans. */
export const PAPER: PaperTexts = {
  toDo: () => 'Cosa fare',
  nothing: () => 'Niente da prendere',
  finish: ({ bottle }) => `${bottle}: da finire`,
  until: ({ time }) => `fino a ${time}`,
  cups: ({ count, amount, drink }) => `${amount} ${cupsWord(count)} di ${drink}`,
  withFood: ({ amount }) => `Bevi ${amount} con ogni gel o barretta.`,
  withCaffeine: ({ amountMg }) => `${amountMg} mg di caffeina`,
  perHour: () => 'all’ora',
  maximum: ({ maxMl }) => `MAX ${maxMl} ml/h`,
  guidance: () => 'Solo indicazioni. Bevi solo quando hai sete.',
  cutting: () => 'Stampa al 100%. Ritaglia lungo le linee tratteggiate.',
  dropBag: () => 'Sacca personale',
  measures: {
    scoop: counted('it', { one: 'misurino', other: 'misurini' }),
    sachet: counted('it', { one: 'bustina', other: 'bustine' }),
    tablet: counted('it', { one: 'compressa', other: 'compresse' }),
    pinch: counted('it', { one: 'pizzico', other: 'pizzichi' }),
    serving: counted('it', { one: 'porzione', other: 'porzioni' }),
  },
  lanes: { gel: 'Gel', solid: 'Cibo', capsule: 'Capsule', cup: 'Bicchieri', caffeine: 'Caffeina' },
};
