import type { AssistantTexts } from '../assistant-texts.ts';

/** English texts of assistants' responses. */
export const ASSISTANT: AssistantTexts = {
  readStructured: () => 'The answer is in the structured content.',
  inAll: ({ carb, sodium, fluid }) =>
    `Total: ${carb} of carbohydrate, ${sodium} of sodium, ${fluid} of fluid.`,
  caffeine: ({ doses, maxMg }) =>
    `${doses === null ? '' : `Caffeine: ${doses}. `}At most ${maxMg} of caffeine in this session.`,
  beforeStart: ({ minutes }) => `${minutes} min before the start`,
  warnings: ({ list }) => `Warnings: ${list}`,
  noWarnings: () => 'There are no warnings.',
  severities: { info: 'note', caution: 'caution', danger: 'danger' },
  stale: () => 'The inputs of this prescription have changed. Recalculate it before use.',
  notCalculated: () => 'There is no prescription to show.',
  teaser: () => 'Without a subscription, only ranges are shown.',
  activity: ({ details }) => `Activity: ${details}.`,
  activities: ({ count }) => `Activities: ${count}.`,
  noActivities: () => 'No activities match.',
  more: () => 'More follow after `next_cursor`.',
  sweatRate: () => 'Sweat rate',
  advice: ({ list }) => `Advice: ${list}`,
  emptyPlan: () => 'Nothing is planned yet. Attach products, or request a suggestion with `suggest`.',
  nothingToTake: () => 'The plan has nothing to take.',
  onProducts: ({ list }) => `About the products: ${list}`,
  inferred: ({ sport, confidencePercent }) => `Most likely: ${sport}, with ${confidencePercent}% confidence.`,
  intensity: ({ level }) => `Intensity: level ${level} of 9.`,
  duration: ({ minutes }) => `Duration: ${minutes} min.`,
  noDuration: () => 'No duration was given.',
  isRace: () => 'This is a race.',
  products: ({ count }) => `Products: ${count}.`,
  noProducts: () => 'No product matches.',
  ofLabels: () => 'The figures are per serving, from the label. They are not amounts to take.',
  feedbackStored: () => 'The feedback was saved.',
  taught: ({ list }) => `We learned: ${list}.`,
  taughtNothing: () => 'It changed no estimates.',
  known: ({ list }) => `Known so far: ${list}.`,
  knownNothing: () => 'There is nothing to show.',
  notADose: () =>
    'These values describe the body. They are not amounts to take. A prescription has the amounts, with their safety limits.',
  multiSports: { triathlon: 'triathlon', duathlon: 'duathlon', brick: 'brick session' },
};
