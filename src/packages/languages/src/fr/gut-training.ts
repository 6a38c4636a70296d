import type { GutTrainingTexts } from '../texts.ts';

/** French texts about gut training. */
export const GUT_TRAINING: GutTrainingTexts = {
  reasons: {
    eating_disorder: () => 'Prépare cela avec ta diététicienne ou ton médecin.',
    pregnant: () =>
      'Pendant la grossesse, aucun entraînement de l’intestin n’est prévu. Mange et bois selon l’avis de ton médecin ou de ta sage-femme.',
    glp1_drug: () =>
      'Aucun entraînement de l’intestin n’est prévu, car ton médicament ralentit l’estomac. Mange et bois par petites quantités.',
    under_16: () => 'Avant 16 ans, aucun entraînement de l’intestin n’est prévu.',
    nothing_to_train: () =>
      'Il n’y a rien à entraîner. Tu prends déjà à peu près ce que cette course demande.',
    too_late: () =>
      'La course est trop proche pour entraîner l’intestin. Cours avec ce que tu as déjà pratiqué.',
  },
  rules: {
    products: () =>
      'Entraîne-toi lors de deux séances par semaine à l’intensité de la course, avec les produits que tu y prendras.',
    daily: ({ sessions }) =>
      `Entraîne-toi une heure chacun des ${sessions} derniers jours avant la course, avec les produits que tu y prendras. N’augmente pas l’intensité pour autant.`,
    mixture: () =>
      'Au-dessus de 60 g par heure, prends glucose et fructose à 2:1. Au-dessus de 90 g par heure, à 1:0,8.',
    steps: () =>
      'Après deux bonnes séances, passe à la semaine suivante. Après une séance moyenne, répète la semaine. Après une mauvaise séance, reviens d’un palier et répète-le.',
    stop: () =>
      'Après deux mauvaises séances de suite, des vomissements ou une diarrhée, arrête et cours avec la dernière quantité bien supportée. Si tu vois du sang, consulte un médecin.',
    race: ({ mostGPerHr }) => `Pendant la course, prends au plus ${mostGPerHr} g par heure.`,
    diabetes: () =>
      'Tu suis un traitement contre le diabète. Parle d’abord de ces semaines avec ton médecin.',
  },
};
