import type { PaperTexts } from '../paper-texts.ts';
import { counted } from '../phrasing.ts';

const VESSELS = {
  bottle: ['die Flasche', 'Flaschen'],
  flask: ['die Softflask', 'Softflasks'],
  bladder: ['die Trinkblase', 'Trinkblasen'],
} as const;

/** German words of printed plans. */
export const PAPER: PaperTexts = {
  toDo: () => 'Was zu tun ist',
  nothing: () => 'Keine Verpflegung',
  finish: ({ bottle }) => `${bottle} leer`,
  until: ({ time }) => `bis ${time}`,
  beforeStart: ({ duration }) => `${duration} vor dem Start`,
  all: ({ kind, count }) => {
    const [one, others] = VESSELS[kind];
    if (count === 1) return one;
    return count === 2 ? `beide ${others}` : `alle ${count} ${others}`;
  },
  fill: ({ bottles }) => `${bottles} füllen`,
  refill: ({ bottles, time }) => `${bottles} bis ${time} auffüllen`,
  bags: ({ count }) => `${count} Beutel`,
  each: ({ amount }) => `je ${amount}`,
  marks: {
    full: () => 'ganz voll',
    half: () => 'halb voll',
    at: ({ amount }) => `bis ${amount}`,
  },
  cups: ({ amount, drink }) => `${amount} Becher ${drink}`,
  every: ({ step }) => `alle ${step}`,
  withFood: ({ amount }) => `Trink ${amount} zu jedem Gel oder Riegel.`,
  withCaffeine: ({ amount }) => `${amount} Koffein`,
  perHour: () => 'pro Stunde',
  maximum: ({ rate }) => `MAX ${rate}`,
  cutting: () => 'Mit 100 % drucken. An den gestrichelten Linien ausschneiden.',
  dropBag: () => 'Dropbag',
  tablets: counted('de', { one: 'Tablette', other: 'Tabletten' }),
  pinches: counted('de', { one: 'Prise Salz', other: 'Prisen Salz' }),
  pack: {
    title: () => 'Packliste',
    mix: () => 'Mischen',
    bags: () => 'Beutel abwiegen',
    carry: () => 'Mitnehmen',
    weigh: ({ bags, amount }) => `${bags} à ${amount}`,
    carbohydrate: ({ amount }) => `${amount} Kohlenhydraten`,
    leftPocket: () => 'Linke Tasche',
    rightPocket: () => 'Rechte Tasche',
    leftOver: ({ amount }) => `${amount} bleibt übrig`,
  },
  lanes: { gel: 'Gels', solid: 'Essen', capsule: 'Kapseln', cup: 'Becher', caffeine: 'Koffein' },
};
