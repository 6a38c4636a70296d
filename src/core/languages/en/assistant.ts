import type { AssistantTexts } from '../assistant-texts.ts';

/** English texts of assistants' answers. */
export const ASSISTANT: AssistantTexts = {
  readStructured: () => 'The answer is in the structured content.',
  inAll: ({ carb, sodium, fluid }) =>
    `In all: ${carb} of carbohydrate, ${sodium} of sodium, ${fluid} of fluid.`,
  caffeine: ({ doses, maxMg }) =>
    `${doses === null ? '' : `Caffeine: ${doses}. `}At most ${maxMg} of caffeine in this session.`,
  warnings: ({ list }) => `Warnings: ${list}`,
  noWarnings: () => 'There are no warnings.',
  severities: { info: 'note', caution: 'caution', danger: 'danger' },
  stale: () =>
    'Something that the prescription was calculated from has changed: calculate it again before use.',
  notCalculated: () => 'There is no prescription to show.',
  teaser: () => 'Without a subscription only ranges are shown.',
  activity: ({ details }) => `Activity: ${details}.`,
  activities: ({ count }) => `Activities: ${count}.`,
  noActivities: () => 'There are no such activities.',
  more: () => 'There are more after `next_cursor`.',
  sweatRate: () => 'Sweat rate',
  advice: ({ list }) => `Advice: ${list}`,
  emptyPlan: () => 'Nothing is planned yet: attach products, or ask for a suggestion with `suggest`.',
  nothingToTake: () => 'The plan has nothing to take.',
  onProducts: ({ list }) => `On the products: ${list}`,
  inferred: ({ sport, confidencePercent }) =>
    `Most likely: ${sport}, with ${confidencePercent} % confidence.`,
  intensity: ({ level }) => `Intensity: level ${level} of 9.`,
  duration: ({ minutes }) => `Duration: ${minutes} min.`,
  noDuration: () => 'No duration is stated.',
  isRace: () => 'It is a race.',
  products: ({ count }) => `Products: ${count}.`,
  noProducts: () => 'No product matches.',
  ofLabels: () => 'The figures are those of one serving on the label, not amounts to take.',
  feedbackStored: () => 'The feedback is stored.',
  taught: ({ list }) => `It taught: ${list}.`,
  taughtNothing: () => 'It changed no quantity.',
  known: ({ list }) => `Known so far: ${list}.`,
  knownNothing: () => 'Nothing can be shown.',
  notADose: () =>
    'These values describe the body. They are not amounts to take; those are in a prescription, with its ceilings.',
  multiSports: { triathlon: 'triathlon', duathlon: 'duathlon', brick: 'brick session' },
};
