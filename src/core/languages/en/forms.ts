import type { FormTexts, StopNames, VesselNames } from '../form-texts.ts';
import { plural } from '../phrasing.ts';

const packsWord = plural('en', { one: 'pack', other: 'packs' });

/** English names of stops. */
export const STOPS: StopNames = {
  start: 'Start',
  transition: 'Transition',
  aid: 'Aid station',
  end: 'Finish',
};

/** English names of bottles. */
export const CONTAINERS: VesselNames = { bottle: 'Bottle', flask: 'Flask', bladder: 'Bladder' };

/** English words of plans on paper, in calendars and on devices. */
export const FORMS: FormTexts = {
  named: ({ name, duration }) => `Fuel plan: ${name}, ${duration}`,
  headed: ({ head, content }) => `${head}: ${content}`,
  waterMl: ({ amountMl }) => `${amountMl} ml water`,
  packs: ({ amount, count }) => `${amount}: ${count} ${packsWord(count)}`,
  line: ({ carbG, sodiumMg, fluidMl, maxMl, products }) =>
    `Fuel: ${carbG} g carbohydrate, ${sodiumMg} mg sodium, ${fluidMl} ml fluid per hour. Never exceed ${maxMl} ml of fluid per hour.${products === null ? '' : ` Total: ${products}.`}`,
  teaserLine: ({ words, maxMl }) => `Fuel: ${words} Never exceed ${maxMl} ml of fluid per hour.`,
  time: () => 'Time',
  stations: () => 'Stations',
  bottles: () => 'Bottles',
  shopping: () => 'Shopping list',
  notes: () => 'Notes',
  atStart: ({ carriedOn }) => `leave with ${carriedOn}`,
  medical: () => 'A doctor must set your fluid',
  limit: ({ maxMl }) => `Never exceed ${maxMl} ml/h`,
  deviceLimit: ({ maxMl }) => `Max fluid ${maxMl} ml/h`,
  deviceGuidance: () => 'Guidance, not instructions',
  deviceStation: ({ taken }) => `Pick up ${taken}`,
};
