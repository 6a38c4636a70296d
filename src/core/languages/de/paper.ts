import type { PaperTexts } from '../paper-texts.ts';
import { counted } from '../phrasing.ts';

/** German words of printed plans. */
export const PAPER: PaperTexts = {
  toDo: () => 'Was zu tun ist',
  nothing: () => 'Keine Verpflegung',
  finish: ({ bottle }) => `${bottle} leer`,
  until: ({ time }) => `bis ${time}`,
  cups: ({ amount, drink }) => `${amount} Becher ${drink}`,
  withFood: ({ amount }) => `Trink ${amount} zu jedem Gel oder Riegel.`,
  withCaffeine: ({ amountMg }) => `${amountMg} mg Koffein`,
  perHour: () => 'pro Stunde',
  maximum: ({ maxMl }) => `MAX ${maxMl} ml/h`,
  guidance: () => 'Nur Orientierung. Trink nur bei Durst.',
  cutting: () => 'Mit 100 % drucken. An den gestrichelten Linien ausschneiden.',
  dropBag: () => 'Dropbag',
  measures: {
    scoop: counted('de', { one: 'Messlöffel', other: 'Messlöffel' }),
    sachet: counted('de', { one: 'Beutel', other: 'Beutel' }),
    tablet: counted('de', { one: 'Tablette', other: 'Tabletten' }),
    pinch: counted('de', { one: 'Prise', other: 'Prisen' }),
    serving: counted('de', { one: 'Portion', other: 'Portionen' }),
  },
  lanes: { gel: 'Gels', solid: 'Essen', capsule: 'Kapseln', cup: 'Becher', caffeine: 'Koffein' },
};
