import type { GutTrainingTexts } from '../texts.ts';

/** German texts about gut training. */
export const GUT_TRAINING: GutTrainingTexts = {
  reasons: {
    eating_disorder: () => 'Bitte plane das mit deiner Ernährungsberatung oder deiner Ärztin, deinem Arzt.',
    pregnant: () =>
      'In der Schwangerschaft wird kein Darmtraining geplant. Iss und trink, wie es dir ärztlich oder von der Hebamme geraten wird.',
    glp1_drug: () =>
      'Es wird kein Darmtraining geplant, denn dein Medikament verlangsamt den Magen. Iss und trink kleine Mengen.',
    under_16: () => 'Unter 16 Jahren wird kein Darmtraining geplant.',
    nothing_to_train: () =>
      'Hier gibt es nichts zu trainieren. Du nimmst schon etwa das, was dieser Wettkampf braucht.',
    too_late: () => 'Der Wettkampf ist zu nah für ein Darmtraining. Starte mit dem, was du erprobt hast.',
  },
  rules: {
    products: () =>
      'Übe in zwei Einheiten pro Woche mit Wettkampfintensität und mit den Produkten, die du im Wettkampf nimmst.',
    daily: ({ sessions }) =>
      `Übe an jedem der letzten ${sessions} Tage vor dem Wettkampf eine Stunde, mit den Produkten, die du im Wettkampf nimmst. Trainiere dafür nicht härter.`,
    mixture: () =>
      'Nimm über 60 g pro Stunde Glukose und Fruktose im Verhältnis 2:1, über 90 g pro Stunde 1:0,8.',
    steps: () =>
      'Nach zwei guten Einheiten geht es mit der nächsten Woche weiter. Wiederhole nach einer mäßigen Einheit die Woche. Geh nach einer schlechten Einheit eine Stufe zurück und wiederhole sie.',
    stop: () =>
      'Hör nach zwei schlechten Einheiten nacheinander, bei Erbrechen oder Durchfall auf und starte mit der letzten Menge, die du gut vertragen hast. Geh bei Blut zu einer Ärztin oder einem Arzt.',
    race: ({ mostGPerHr }) => `Nimm im Wettkampf höchstens ${mostGPerHr} g pro Stunde.`,
    diabetes: () =>
      'Du wirst wegen Diabetes behandelt. Besprich diese Wochen vorher mit deiner Ärztin oder deinem Arzt.',
  },
};
