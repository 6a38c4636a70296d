import type { FormTexts, StopNames, VesselNames } from '../form-texts.ts';
import { plural } from '../phrasing.ts';

const packsWord = plural('en', { one: 'pack', other: 'packs' });

/** English names of stops. */
export const STOPS: StopNames = {
  start: 'Start',
  transition: 'Transition',
  aid: 'Aid station',
  refill: 'Refill',
  end: 'Finish',
};

/** English names of bottles. */
export const CONTAINERS: VesselNames = { bottle: 'Bottle', flask: 'Flask', bladder: 'Bladder' };

/** English words of plans on paper, in calendars and on devices. */
export const FORMS: FormTexts = {
  named: ({ name, duration }) => `Fuel plan: ${name}, ${duration}`,
  headed: ({ head, content }) => `${head}: ${content}`,
  water: ({ amount }) => `${amount} water`,
  packs: ({ amount, count }) => `${amount}: ${count} ${packsWord(count)}`,
  line: ({ carb, sodium, fluid, maximum, products }) =>
    `Fuel: ${carb} carbohydrate, ${sodium} sodium, ${fluid} fluid per hour. Never exceed ${maximum} of fluid per hour.${products === null ? '' : ` Total: ${products}.`}`,
  teaserLine: ({ words, maximum }) => `Fuel: ${words} Never exceed ${maximum} of fluid per hour.`,
  time: () => 'Time',
  bottles: () => 'Bottles',
  shopping: () => 'Shopping list',
  notes: () => 'Notes',
  atStart: ({ carriedOn }) => `leave with ${carriedOn}`,
  medical: () => 'A doctor must set your fluid',
  deviceLimit: ({ rate }) => `Max fluid ${rate}`,
  deviceGuidance: () => 'Guidance, not instructions',
};
