import type { FormTexts, StopNames, VesselNames } from '../form-texts.ts';
import { plural } from '../phrasing.ts';

const packsWord = plural('en', { one: 'pack', other: 'packs' });

/** English names of stops. */
export const STOPS: StopNames = {
  start: 'Start',
  transition: 'Change of sports',
  aid: 'Aid station',
  end: 'End',
};

/** English names of vessels. */
export const VESSELS: VesselNames = { bottle: 'Bottle', flask: 'Flask', bladder: 'Bladder' };

/** English words of plans on paper, in calendars and on devices. */
export const FORMS: FormTexts = {
  named: ({ name, duration }) => `Fuel plan: ${name}, ${duration}`,
  headed: ({ head, content }) => `${head}: ${content}`,
  waterMl: ({ amountMl }) => `${amountMl} ml water`,
  packs: ({ amount, count }) => `${amount}: ${count} ${packsWord(count)}`,
  line: ({ carbG, sodiumMg, fluidMl, maxMl, products }) =>
    `Fuel: ${carbG} g carbohydrate, ${sodiumMg} mg sodium, ${fluidMl} ml fluid an hour, never above ${maxMl} ml fluid.${products === null ? '' : ` In all ${products}.`}`,
  teaserLine: ({ words, maxMl }) => `Fuel: ${words} Never above ${maxMl} ml of fluid an hour.`,
  time: () => 'Time',
  stations: () => 'Stations',
  bottles: () => 'Bottles',
  shopping: () => 'Shopping list',
  notes: () => 'Notes',
  atStart: ({ carriedOn }) => `leave with ${carriedOn}`,
  medical: () => 'A doctor must set your fluid',
  limit: ({ maxMl }) => `Never above ${maxMl} ml an hour`,
  deviceLimit: ({ maxMl }) => `Max ${maxMl} ml/h of fluid`,
  deviceGuidance: () => 'Guidance, not instructions',
  deviceStation: ({ taken }) => `Carry ${taken}`,
};
