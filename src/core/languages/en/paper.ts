import type { PaperTexts } from '../paper-texts.ts';
import { counted, plural } from '../phrasing.ts';

const cupsWord = plural('en', { one: 'cup', other: 'cups' });

/** English words of printed plans. */
export const PAPER: PaperTexts = {
  toDo: () => 'What to do',
  nothing: () => 'Nothing to take',
  finish: ({ bottle }) => `${bottle} empty`,
  until: ({ time }) => `until ${time}`,
  cups: ({ count, amount, drink }) => `${amount} ${cupsWord(count)} of ${drink}`,
  withFood: ({ amount }) => `Drink ${amount} with each gel or bar.`,
  withCaffeine: ({ amountMg }) => `${amountMg} mg caffeine`,
  perHour: () => 'per hour',
  maximum: ({ maxMl }) => `MAX ${maxMl} ml/h`,
  guidance: () => 'Guidance only. Drink only when thirsty.',
  cutting: () => 'Print at 100%. Cut along the dashed lines.',
  dropBag: () => 'Drop bag',
  measures: {
    scoop: counted('en', { one: 'scoop', other: 'scoops' }),
    sachet: counted('en', { one: 'sachet', other: 'sachets' }),
    tablet: counted('en', { one: 'tablet', other: 'tablets' }),
    pinch: counted('en', { one: 'pinch', other: 'pinches' }),
    serving: counted('en', { one: 'serving', other: 'servings' }),
  },
  lanes: { gel: 'Gels', solid: 'Food', capsule: 'Capsules', cup: 'Cups', caffeine: 'Caffeine' },
};
