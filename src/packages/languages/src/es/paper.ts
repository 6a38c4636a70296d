import type { PaperTexts } from '../paper-texts.ts';
import { counted, plural } from '../phrasing.ts';

const cupsWord = plural('es', { one: 'vaso', other: 'vasos' });
const bagsWord = plural('es', { one: 'bolsita', other: 'bolsitas' });

const VESSELS = {
  bottle: ['el bidón', 'los', 'bidones', 'uno'],
  flask: ['la soft flask', 'las', 'soft flasks', 'una'],
  bladder: ['la bolsa de hidratación', 'las', 'bolsas de hidratación', 'una'],
} as const;

/** Spanish words of printed plans. */
export const PAPER: PaperTexts = {
  toDo: () => 'Qué hacer',
  nothing: () => 'Nada que tomar',
  finish: ({ bottle }) => `${bottle}: terminar`,
  until: ({ time }) => `hasta ${time}`,
  beforeStart: ({ duration }) => `${duration} antes de la salida`,
  all: ({ kind, count }) => {
    const [one, article, others] = VESSELS[kind];
    if (count === 1) return one;
    return `${article} ${count === 2 ? 'dos' : count} ${others}`;
  },
  fill: ({ bottles }) => `llena ${bottles}`,
  refill: ({ bottles, time }) => `rellena ${bottles} antes de ${time}`,
  bags: ({ count }) => `${count} ${bagsWord(count)}`,
  each: ({ amount, kind }) => `${amount} en cada ${VESSELS[kind][3]}`,
  marks: {
    full: () => 'hasta arriba',
    half: () => 'hasta la mitad',
    at: ({ amount }) => `hasta ${amount}`,
  },
  cups: ({ count, amount, drink }) => `${amount} ${cupsWord(Math.max(1, count))} de ${drink}`,
  every: ({ step }) => `cada ${step}`,
  withFood: ({ amount }) => `Bebe ${amount} con cada gel o barrita.`,
  withCaffeine: ({ amount }) => `${amount} de cafeína`,
  perHour: () => 'por hora',
  maximum: ({ rate }) => `MÁX ${rate}`,
  cutting: () => 'Imprime al 100 %. Recorta por las líneas discontinuas.',
  dropBag: () => 'Bolsa de vida',
  tablets: counted('es', { one: 'pastilla', other: 'pastillas' }),
  pinches: counted('es', { one: 'pizca de sal', other: 'pizcas de sal' }),
  pack: {
    title: () => 'Qué preparar',
    mix: () => 'Mezclar',
    bags: () => 'Pesar bolsitas',
    carry: () => 'Llevar',
    weigh: ({ bags, amount }) => `${bags} de ${amount}`,
    carbohydrate: ({ amount }) => `${amount} de carbohidratos`,
    leftPocket: () => 'Bolsillo izquierdo',
    rightPocket: () => 'Bolsillo derecho',
    leftOver: ({ amount }) => `sobra ${amount}`,
  },
  lanes: { gel: 'Geles', solid: 'Comida', capsule: 'Cápsulas', cup: 'Vasos', caffeine: 'Cafeína' },
};
