import type { GutTrainingTexts } from '../texts.ts';

/** English texts about gut training. */
export const GUT_TRAINING: GutTrainingTexts = {
  reasons: {
    eating_disorder: () => 'Please plan this with your dietitian or doctor.',
    pregnant: () =>
      'No gut training is planned in pregnancy. Eat and drink as your doctor or midwife advises.',
    glp1_drug: () =>
      'No gut training is planned, because your medicine slows the stomach. Eat and drink small amounts.',
    under_16: () => 'No gut training is planned under 16.',
    nothing_to_train: () => 'There is nothing to train. You already take about as much as this race uses.',
    too_late: () => 'The race is too close for gut training. Race with what you have practised.',
  },
  rules: {
    products: () =>
      'Practise in two sessions a week at race effort, with the products you will use in the race.',
    daily: ({ sessions }) =>
      `Practise for an hour on each of the last ${sessions} days before the race, with the products you will use in it. Train no harder for that.`,
    mixture: () => 'Above 60 g/h, take glucose and fructose at 2:1. Above 90 g/h, take them at 1:0.8.',
    steps: () =>
      'After two good sessions, move to the next week. After a fair session, repeat the week. After a poor session, go back one step and repeat it.',
    stop: () =>
      'After two poor sessions in a row, vomiting or diarrhoea, stop and race with the last amount you tolerated well. If you see blood, see a doctor.',
    race: ({ mostGPerHr }) => `In the race, take at most ${mostGPerHr} g/h.`,
    diabetes: () => 'You are treated for diabetes. Go through these weeks with your doctor first.',
  },
};
