import type { PaperTexts } from '../paper-texts.ts';
import { counted, plural } from '../phrasing.ts';

const cupsWord = plural('en', { one: 'cup', other: 'cups' });
const bagsWord = plural('en', { one: 'bag', other: 'bags' });

/** English words of printed plans. */
export const PAPER: PaperTexts = {
  toDo: () => 'What to do',
  nothing: () => 'Nothing to take',
  finish: ({ bottle }) => `${bottle} empty`,
  until: ({ time }) => `until ${time}`,
  beforeStart: ({ duration }) => `${duration} before the start`,
  all: ({ kind, count }) => {
    if (count === 1) return `the ${kind}`;
    return count === 2 ? `both ${kind}s` : `all ${count} ${kind}s`;
  },
  fill: ({ bottles }) => `fill ${bottles}`,
  refill: ({ bottles, time }) => `refill ${bottles} by ${time}`,
  bags: ({ count }) => `${count} ${bagsWord(count)}`,
  each: ({ amount }) => `${amount} each`,
  marks: {
    full: () => 'to the top',
    half: () => 'to the half mark',
    at: ({ amount }) => `to ${amount}`,
  },
  cups: ({ count, amount, drink }) => `${amount} ${cupsWord(Math.max(1, count))} of ${drink}`,
  every: ({ step }) => `every ${step}`,
  withFood: ({ amount }) => `Drink ${amount} with each gel or bar.`,
  withCaffeine: ({ amount }) => `${amount} caffeine`,
  perHour: () => 'per hour',
  maximum: ({ rate }) => `MAX ${rate}`,
  cutting: () => 'Print at 100%. Cut along the dashed lines.',
  dropBag: () => 'Drop bag',
  tablets: counted('en', { one: 'tablet', other: 'tablets' }),
  pinches: counted('en', { one: 'pinch of salt', other: 'pinches of salt' }),
  pack: {
    title: () => 'Pack it',
    mix: () => 'Mix',
    bags: () => 'Weigh bags',
    carry: () => 'Carry',
    weigh: ({ bags, amount }) => `${bags} of ${amount}`,
    carbohydrate: ({ amount }) => `${amount} carbohydrate`,
    leftPocket: () => 'Left pocket',
    rightPocket: () => 'Right pocket',
    leftOver: ({ amount }) => `${amount} left over`,
  },
  lanes: { gel: 'Gels', solid: 'Food', capsule: 'Capsules', cup: 'Cups', caffeine: 'Caffeine' },
};
