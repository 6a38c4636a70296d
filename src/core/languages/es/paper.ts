import type { PaperTexts } from '../paper-texts.ts';
import { counted, plural } from '../phrasing.ts';

const cupsWord = plural('es', { one: 'vaso', other: 'vasos' });

/** Spanish words of printed plans. */
export const PAPER: PaperTexts = {
  toDo: () => 'Qué hacer',
  nothing: () => 'Nada que tomar',
  finish: ({ bottle }) => `${bottle}: terminar`,
  until: ({ time }) => `hasta ${time}`,
  cups: ({ count, amount, drink }) => `${amount} ${cupsWord(count)} de ${drink}`,
  withFood: ({ amount }) => `Bebe ${amount} con cada gel o barrita.`,
  withCaffeine: ({ amountMg }) => `${amountMg} mg de cafeína`,
  perHour: () => 'por hora',
  maximum: ({ maxMl }) => `MÁX ${maxMl} ml/h`,
  guidance: () => 'Solo es una orientación. Bebe solo con sed.',
  cutting: () => 'Imprime al 100 %. Recorta por las líneas discontinuas.',
  dropBag: () => 'Bolsa de vida',
  measures: {
    scoop: counted('es', { one: 'medida', other: 'medidas' }),
    sachet: counted('es', { one: 'sobre', other: 'sobres' }),
    tablet: counted('es', { one: 'pastilla', other: 'pastillas' }),
    pinch: counted('es', { one: 'pizca', other: 'pizcas' }),
    serving: counted('es', { one: 'ración', other: 'raciones' }),
  },
  lanes: { gel: 'Geles', solid: 'Comida', capsule: 'Cápsulas', cup: 'Vasos', caffeine: 'Cafeína' },
};
