import type { PaperTexts } from '../paper-texts.ts';
import { counted, plural } from '../phrasing.ts';

const cupsWord = plural('fr', { one: 'gobelet', other: 'gobelets' });

/** French words of printed plans. */
export const PAPER: PaperTexts = {
  toDo: () => 'À faire',
  nothing: () => 'Rien à prendre',
  finish: ({ bottle }) => `${bottle} : à finir`,
  until: ({ time }) => `jusqu’à ${time}`,
  cups: ({ count, amount, drink }) =>
    `${amount} ${cupsWord(count)} ${/^[aeiouyéèêh]/i.test(drink) ? 'd’' : 'de '}${drink}`,
  withFood: ({ amount }) => `Bois ${amount} avec chaque gel ou barre.`,
  withCaffeine: ({ amountMg }) => `${amountMg} mg de caféine`,
  perHour: () => 'par heure',
  maximum: ({ maxMl }) => `MAX ${maxMl} ml/h`,
  guidance: () => 'Simple repère. Bois seulement si tu as soif.',
  cutting: () => 'Imprime à 100 %. Découpe le long des pointillés.',
  dropBag: () => 'Sac d’allègement',
  measures: {
    scoop: counted('fr', { one: 'dose', other: 'doses' }),
    sachet: counted('fr', { one: 'sachet', other: 'sachets' }),
    tablet: counted('fr', { one: 'pastille', other: 'pastilles' }),
    pinch: counted('fr', { one: 'pincée', other: 'pincées' }),
    serving: counted('fr', { one: 'portion', other: 'portions' }),
  },
  lanes: { gel: 'Gels', solid: 'Solides', capsule: 'Gélules', cup: 'Gobelets', caffeine: 'Caféine' },
};
