import { numberFormat } from '../number-format.ts';
import { PLAIN_HOURS } from '../phrasing.ts';
import type { RaceTexts } from '../race-texts.ts';

const number = numberFormat('en');

/** English words of the drawing of a session over time. */
export const RACE: RaceTexts = {
  ...PLAIN_HOURS,
  title: () => 'Your session over time',
  weight: () => 'Weight, % since the start',
  sodium: () => 'Blood sodium, mmol/l',
  gut: () => 'Carbs waiting in the gut, g',
  plan: () => 'Plan',
  range: () => 'Four of five people, if thirst corrects the plan',
  wideRange: () => 'Four of five people, if they follow it exactly',
  ceiling: () => 'Plain water at the ceiling',
  nothing: () => 'Nothing',
  zoneHeavier: () => 'Heavier than at the start',
  zoneLighter: () => 'Very dry',
  zoneDiluted: () => 'Too diluted',
  zoneConcentrated: () => 'Too concentrated',
  lighter: ({ percent }) => `${number(percent, 1)}% lighter`,
  heavier: ({ percent }) => `${number(percent, 1)}% heavier`,
  same: () => 'as heavy as at the start',
  planEnds: ({ time, change }) => `At ${time}, following the plan, you would be ${change}.`,
  planRange: ({ low, high }) =>
    `If thirst corrects the plan, four of five people end between “${low}” and “${high}”.`,
  sodiumEnds: ({ mmol, low, high }) =>
    `Blood sodium would be about ${number(mmol, 1)} mmol/l, ${number(low, 1)} to ${number(high, 1)} in four of five people.`,
  endsAt: ({ change }) => `You would be ${change}.`,
  endsWithSodium: ({ mmol }) => `Blood sodium would be about ${number(mmol, 1)} mmol/l.`,
  lowSweat: () => 'The same for someone who sweats little',
  lowSweatEnds: ({ change }) => `One in ten sweats so little that they would be ${change}.`,
  lowSweatSodium: ({ mmol }) =>
    `For someone who sweats that little, blood sodium could fall to ${number(mmol, 1)} mmol/l.`,
  ceilingRisk: () => 'The ceiling is a limit, not a target.',
  gutMost: ({ grams, time }) => `At most ${grams} g of carbs wait in your gut, at ${time}.`,
  gutKeepsUp: () => 'Taken evenly, your gut keeps up with the carbs.',
  marks: () => 'Vertical lines: change of sports. Triangles: stations.',
  estimate: () => 'An estimate, not a medical prediction. Drink only when thirsty, never above the ceiling.',
};
