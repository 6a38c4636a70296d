import { numberFormat } from '../number-format.ts';
import { PLAIN_HOURS } from '../phrasing.ts';
import type { RaceTexts } from '../race-texts.ts';

const number = numberFormat('de');

/** German words of the drawing of a session over time. */
export const RACE: RaceTexts = {
  ...PLAIN_HOURS,
  title: () => 'Deine Einheit im Verlauf',
  weight: () => 'Körpergewicht, Änderung in % seit dem Start',
  sodium: () => 'Natrium im Blut, mmol/l',
  gut: () => 'Kohlenhydrate, die im Darm warten, g',
  plan: () => 'Plan',
  range: () => 'Vier von fünf, wenn der Durst den Plan korrigiert',
  wideRange: () => 'Vier von fünf, wenn sie ihm genau folgen',
  ceiling: () => 'Nur Wasser an der Obergrenze',
  nothing: () => 'Nichts',
  zoneMoreWater: () => 'Mehr Wasser als am Start',
  zoneLighter: () => 'Stark dehydriert',
  zoneDiluted: () => 'Zu stark verdünnt',
  zoneConcentrated: () => 'Zu konzentriert',
  lighter: ({ percent }) => `${number(percent, 1)} % leichter`,
  heavier: ({ percent }) => `${number(percent, 1)} % schwerer`,
  same: () => 'so schwer wie am Start',
  planEnds: ({ time, change }) => `Mit dem Plan wärst du nach ${time} ${change}.`,
  planTooDry: () =>
    'So viel Gewicht solltest du nicht verlieren. Nimm mehr zu trinken mit, soweit deine Obergrenze es erlaubt, mach langsamer oder hör früher auf.',
  planRange: ({ low, high }) =>
    `Wenn der Durst den Plan korrigiert, enden vier von fünf zwischen „${low}“ und „${high}“.`,
  sodiumEnds: ({ mmol, low, high }) =>
    `Das Natrium im Blut läge bei etwa ${number(mmol, 1)} mmol/l. Wenn der Durst den Plan korrigiert, liegt es bei vier von fünf zwischen ${number(low, 1)} und ${number(high, 1)}.`,
  weighNow: ({ least, most }) => `Jetzt solltest du ${least} bis ${most} weniger wiegen als am Start.`,
  weighBy: ({ time, least, most }) =>
    `Nach ${time} solltest du ${least} bis ${most} weniger wiegen als am Start.`,
  lostLess: () => 'Wenn du weniger verloren hast, trinke nichts, bis du uriniert hast.',
  bloated: () =>
    'Wenn du dich aufgebläht fühlst oder deine Hände anschwellen, trinke nichts, bis du uriniert hast.',
  endsAt: ({ change }) => `Du wärst ${change}.`,
  endsWithSodium: ({ mmol }) => `Das Natrium im Blut läge bei etwa ${number(mmol, 1)} mmol/l.`,
  lowSweat: () => 'Dasselbe für Menschen, die wenig schwitzen',
  lowSweatEnds: ({ change }) => `Eine von zehn Personen schwitzt so wenig, dass sie ${change} wäre.`,
  lowSweatSodium: ({ mmol }) =>
    `Bei so wenig Schweiß könnte das Natrium im Blut auf ${number(mmol, 1)} mmol/l sinken.`,
  ceilingRisk: () => 'Die Obergrenze ist kein Ziel.',
  gutMost: ({ grams, time }) => `Höchstens ${grams} g Kohlenhydrate warten im Darm, bei ${time}.`,
  gutKeepsUp: () => 'Nimmst du die Kohlenhydrate gleichmäßig, kommt dein Darm mit.',
  transitionMarks: () => 'Senkrechte Linien: Wechsel.',
  stationMarks: () => 'Dreiecke: Verpflegungsstellen.',
  estimate: () =>
    'Eine Schätzung, keine medizinische Vorhersage. Trink nur bei Durst und nie mehr als die Obergrenze.',
};
