import type { PaperTexts } from '../paper-texts.ts';
import { counted, plural } from '../phrasing.ts';

const cupsWord = plural('fr', { one: 'gobelet', other: 'gobelets' });
const bagsWord = plural('fr', { one: 'sachet', other: 'sachets' });

const VESSELS = {
  bottle: ['le bidon', 'bidons', 'chacun'],
  flask: ['la flasque', 'flasques', 'chacune'],
  bladder: ['la poche à eau', 'poches à eau', 'chacune'],
} as const;

/** French words of printed plans. */
export const PAPER: PaperTexts = {
  toDo: () => 'À faire',
  nothing: () => 'Rien à prendre',
  finish: ({ bottle }) => `${bottle} : à finir`,
  until: ({ time }) => `jusqu’à ${time}`,
  beforeStart: ({ duration }) => `${duration} avant le départ`,
  all: ({ kind, count }) => {
    const [one, others] = VESSELS[kind];
    if (count === 1) return one;
    return count === 2 ? `les deux ${others}` : `les ${count} ${others}`;
  },
  fill: ({ bottles }) => `remplis ${bottles}`,
  refill: ({ bottles, time }) => `remplis ${bottles} avant ${time}`,
  bags: ({ count }) => `${count} ${bagsWord(count)}`,
  each: ({ amount, kind }) => `${amount} ${VESSELS[kind][2]}`,
  marks: {
    full: () => 'jusqu’en haut',
    half: () => 'jusqu’à la moitié',
    at: ({ amount }) => `jusqu’à ${amount}`,
  },
  cups: ({ count, amount, drink }) =>
    `${amount} ${cupsWord(count)} ${/^[aeiouyéèêh]/i.test(drink) ? 'd’' : 'de '}${drink}`,
  every: ({ step }) => `tous\u00A0les ${step}`,
  withFood: ({ amount }) => `Bois ${amount} avec chaque gel ou barre.`,
  withCaffeine: ({ amount }) => `${amount} de caféine`,
  perHour: () => 'par heure',
  maximum: ({ rate }) => `MAX ${rate}`,
  cutting: () => 'Imprime à 100 %. Découpe le long des pointillés.',
  dropBag: () => 'Sac d’allègement',
  tablets: counted('fr', { one: 'pastille', other: 'pastilles' }),
  pinches: counted('fr', { one: 'pincée de sel', other: 'pincées de sel' }),
  pack: {
    title: () => 'À préparer',
    mix: () => 'Mélanger',
    bags: () => 'Peser les sachets',
    carry: () => 'Emporter',
    weigh: ({ bags, amount }) => `${bags} de ${amount}`,
    carbohydrate: ({ amount }) => `${amount} de glucides`,
    leftPocket: () => 'Poche gauche',
    rightPocket: () => 'Poche droite',
    leftOver: ({ amount }) => `reste ${amount}`,
  },
  lanes: { gel: 'Gels', solid: 'Solides', capsule: 'Gélules', cup: 'Gobelets', caffeine: 'Caféine' },
};
