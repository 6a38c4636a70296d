import type { GutTrainingTexts } from '../texts.ts';

/** English texts about gut training. */
export const GUT_TRAINING: GutTrainingTexts = {
  reasons: {
    eating_disorder: () => 'Please plan this with your dietitian or doctor.',
    pregnant: () =>
      'No gut training is planned in pregnancy. Eat and drink as your doctor or midwife advises.',
    under_16: () => 'No gut training is planned under 16.',
    nothing_to_train: () => 'There is nothing to train: you already take about what this race uses.',
    too_late: () => 'The race is too close for gut training. Race with what you have practised.',
  },
  rules: {
    products: () => 'Practise in two sessions a week at race effort, with the products you will race with.',
    mixture: () => 'Above 60 g an hour, take glucose and fructose 2:1. Above 90 g an hour, take them 1:0.8.',
    steps: () =>
      'Two good sessions: go on to the next week. One fair session: repeat the week. A poor session: go back one step and repeat it.',
    stop: () =>
      'Two poor sessions in a row, vomiting or diarrhoea: stop, and race with the last amount you took well. Blood: see a doctor.',
    race: ({ mostGPerHr }) => `In the race, take at most ${mostGPerHr} g an hour.`,
    diabetes: () => 'You treat diabetes. Go through these weeks with your doctor first.',
  },
};
