import { numberFormat } from '../number-format.ts';
import { PLAIN_HOURS } from '../phrasing.ts';
import type { RaceTexts } from '../race-texts.ts';

const number = numberFormat('en');

/** English words of the drawing of a session over time. */
export const RACE: RaceTexts = {
  ...PLAIN_HOURS,
  title: () => 'Your session over time',
  weight: () => 'Weight, % change from the start',
  sodium: () => 'Blood sodium, mmol/l',
  gut: () => 'Carbs waiting in the gut, g',
  plan: () => 'Plan',
  range: () => 'Four in five people, if thirst corrects the plan',
  wideRange: () => 'Four in five people, if they follow it exactly',
  ceiling: () => 'Plain water at the limit',
  nothing: () => 'Nothing',
  zoneMoreWater: () => 'More water than at the start',
  zoneLighter: () => 'Very dehydrated',
  zoneDiluted: () => 'Too dilute',
  zoneConcentrated: () => 'Too concentrated',
  lighter: ({ percent }) => `${number(percent, 1)}% lighter`,
  heavier: ({ percent }) => `${number(percent, 1)}% heavier`,
  same: () => 'the same weight as at the start',
  planEnds: ({ time, change }) => `Following the plan, you would be ${change} after ${time}.`,
  planTooDry: () =>
    'That is more weight than you should lose. Carry more fluid if your limit allows it, slow down or stop earlier.',
  planRange: ({ low, high }) =>
    `If thirst corrects the plan, four in five people finish between “${low}” and “${high}”.`,
  sodiumEnds: ({ mmol, low, high }) =>
    `Blood sodium would be about ${number(mmol, 1)} mmol/l. If thirst corrects the plan, it ends between ${number(low, 1)} and ${number(high, 1)} for four in five people.`,
  weighNow: ({ least, most }) => `By now you should weigh ${least} to ${most} less than at the start.`,
  weighBy: ({ time, least, most }) =>
    `After ${time} you should weigh ${least} to ${most} less than at the start.`,
  lostLess: () => 'If you have lost less, drink nothing until you have urinated.',
  bloated: () => 'If you feel bloated or your hands swell, drink nothing until you have urinated.',
  endsAt: ({ change }) => `You would be ${change}.`,
  endsWithSodium: ({ mmol }) => `Blood sodium would be about ${number(mmol, 1)} mmol/l.`,
  lowSweat: () => 'The same for someone who sweats little',
  lowSweatEnds: ({ change }) => `One person in ten sweats so little that they would be ${change}.`,
  lowSweatSodium: ({ mmol }) =>
    `For someone who sweats that little, blood sodium could fall to ${number(mmol, 1)} mmol/l.`,
  ceilingRisk: () => 'The limit is not a target.',
  gutMost: ({ grams, time }) => `At most ${grams} g of carbs are waiting in your gut, at ${time}.`,
  gutKeepsUp: () => 'If you take the carbs evenly, your gut keeps up.',
  transitionMarks: () => 'Vertical lines: transitions.',
  stationMarks: () => 'Triangles: aid stations.',
  estimate: () =>
    'An estimate, not a medical prediction. Drink only when thirsty, and never exceed the limit.',
};
