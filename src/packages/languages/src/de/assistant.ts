import type { AssistantTexts } from '../assistant-texts.ts';

/** German texts of assistants' responses. */
export const ASSISTANT: AssistantTexts = {
  readStructured: () => 'Die Antwort steht im strukturierten Inhalt.',
  inAll: ({ carb, sodium, fluid }) =>
    `Insgesamt: ${carb} Kohlenhydrate, ${sodium} Natrium, ${fluid} Flüssigkeit.`,
  caffeine: ({ doses, maxMg }) =>
    `${doses === null ? '' : `Koffein: ${doses}. `}In dieser Einheit höchstens ${maxMg} Koffein.`,
  beforeStart: ({ minutes }) => `${minutes} min vor dem Start`,
  warnings: ({ list }) => `Warnungen: ${list}`,
  noWarnings: () => 'Es gibt keine Warnungen.',
  severities: { info: 'Hinweis', caution: 'Vorsicht', danger: 'Gefahr' },
  stale: () =>
    'Die Angaben hinter dieser Empfehlung haben sich geändert. Berechne sie neu, bevor du sie nutzt.',
  notCalculated: () => 'Es gibt keine Empfehlung, die gezeigt werden kann.',
  teaser: () => 'Ohne Abo werden nur Bereiche gezeigt.',
  activity: ({ details }) => `Aktivität: ${details}.`,
  activities: ({ count }) => `Aktivitäten: ${count}.`,
  noActivities: () => 'Keine passenden Aktivitäten.',
  more: () => 'Weitere folgen nach `next_cursor`.',
  sweatRate: () => 'Schweißrate',
  advice: ({ list }) => `Rat: ${list}`,
  emptyPlan: () =>
    'Noch ist nichts geplant. Füge Produkte hinzu oder lass dir mit `suggest` einen Vorschlag machen.',
  nothingToTake: () => 'Der Plan sieht nichts zum Einnehmen vor.',
  onProducts: ({ list }) => `Zu den Produkten: ${list}`,
  inferred: ({ sport, confidencePercent }) =>
    `Am wahrscheinlichsten: ${sport}, zu ${confidencePercent} % sicher.`,
  intensity: ({ level }) => `Intensität: Stufe ${level} von 9.`,
  duration: ({ minutes }) => `Dauer: ${minutes} min.`,
  noDuration: () => 'Es ist keine Dauer angegeben.',
  isRace: () => 'Es ist ein Wettkampf.',
  products: ({ count }) => `Produkte: ${count}.`,
  noProducts: () => 'Kein Produkt passt.',
  ofLabels: () => 'Die Angaben gelten für eine Portion laut Packung und sind keine Mengen zum Einnehmen.',
  ofAthlete: () =>
    'Die Angaben gelten pro Portion, so wie sie eingetragen wurden. Es sind keine Mengen zum Einnehmen.',
  ownProduct: ({ number, form }) => `eigenes Produkt ${number} (${form})`,
  formats: {
    drink: 'Getränk',
    gel: 'Gel',
    chew: 'Kaugummi oder Gummi',
    bar: 'Riegel',
    real_food: 'normales Essen',
    capsule: 'Kapsel',
    tablet: 'Tablette',
  },
  feedbackStored: () => 'Die Rückmeldung ist gespeichert.',
  taught: ({ list }) => `Daraus wurde gelernt: ${list}.`,
  taughtNothing: () => 'Sie hat keinen Wert verändert.',
  known: ({ list }) => `Bisher bekannt: ${list}.`,
  knownNothing: () => 'Es kann nichts gezeigt werden.',
  notADose: () =>
    'Diese Werte beschreiben den Körper. Sie sind keine Mengen zum Einnehmen. Die stehen in einer Empfehlung, mit ihren Obergrenzen.',
  multiSports: { triathlon: 'Triathlon', duathlon: 'Duathlon', brick: 'Koppeltraining' },
};
