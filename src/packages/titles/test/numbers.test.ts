import { describe, expect, test } from 'vitest';
import { findCues } from '../src/find-cues.ts';
import { inferActivityType } from '../src/infer.ts';
import type { Sense } from '../src/lexicon/sense.ts';
import { tokenize } from '../src/tokenize.ts';
import { LEXICON, readAllWordLists } from './lexicon.ts';

/** Hours and minutes as each language writes them behind a number. */
const UNITS: Readonly<Record<string, readonly [hours: string, minutes: string]>> = {
  '*': ['h', 'min'],
  en: ['hours', 'mins'],
  de: ['Std', 'Minuten'],
  fr: ['heures', 'min'],
  es: ['horas', 'minutos'],
  it: ['ore', 'minuti'],
  pt: ['horas', 'minutos'],
  nl: ['uur', 'minuten'],
  no: ['timer', 'minutter'],
  da: ['timer', 'minutter'],
  sv: ['timmar', 'minuter'],
  pl: ['godz', 'minut'],
  ja: ['時間', '分'],
  zh: ['小时', '分钟'],
  ru: ['ч', 'мин'],
  uk: ['год', 'хв'],
  ko: ['시간', '분'],
  ca: ['hores', 'minuts'],
  cs: ['hod', 'minut'],
  tr: ['saat', 'dk'],
};

interface Numbered {
  readonly language: string;
  readonly phrase: string;
  readonly says: readonly Sense[];
  /** The phrase without its number. */
  readonly stem: string;
  readonly value: number;
}

/** Lists the phrases of all word lists that end in a number. */
function numberedPhrases(): Numbered[] {
  return readAllWordLists().flatMap(({ language, rows }) =>
    rows.flatMap(({ says, phrases }) =>
      phrases.flatMap((phrase): Numbered[] => {
        const last = tokenize(phrase).at(-1);
        if (last?.kind !== 'number') return [];
        const stem = phrase.slice(0, phrase.length - last.text.length).trim();
        return [{ language, phrase, says, stem, value: last.value }];
      }),
    ),
  );
}

/** Spells an amount whose number ends a phrase: glued, spaced, with a colon, a comma and an apostrophe. */
function amountsAfter({ language, phrase, value }: Numbered): [title: string, minutes: number][] {
  const [hours, minutes] = UNITS[language] ?? ['h', 'min'];
  return [
    [`${phrase} ${hours}`, value * 60],
    [`${phrase}${hours}`, value * 60],
    [`${phrase} h`, value * 60],
    [`${phrase}h`, value * 60],
    [`${phrase}h30`, value * 60 + (Number.isInteger(value) ? 30 : 0)],
    [`${phrase} h 15`, value * 60 + (Number.isInteger(value) ? 15 : 0)],
    [`${phrase} ${minutes}`, value],
    [`${phrase}min`, value],
    [`${phrase}'`, value],
    [`${phrase}:30`, value * 60 + 30],
    ...(Number.isInteger(value) ? [[`${phrase},5 h`, (value + 0.5) * 60] as [string, number]] : []),
    [`${phrase} km`, Number.NaN],
    [`${phrase} x 10 min`, Number.NaN],
  ];
}

const infer = (title: string, locale: string | null = null) =>
  inferActivityType({ title, description: null, tags: [], locale }, LEXICON);

describe('a number beside a unit belongs to the unit', () => {
  const phrases = numberedPhrases();

  test('so no phrase of a word list that ends in a number is found before a unit, a decimal or a colon', () => {
    expect(phrases.length).toBeGreaterThan(250);
    const found = phrases.flatMap((numbered) => {
      const length = tokenize(numbered.phrase).length;
      const isRace = numbered.says.some(({ kind }) => kind === 'event');
      const mayKeep = (title: string) => isRace && /km|saat/.test(title);
      return amountsAfter(numbered).flatMap(([title]) => {
        const cue = findCues(tokenize(title), LEXICON, { steps: 0 }).find(
          ({ from, to }) => from === 0 && to === length,
        );
        return cue === undefined || mayKeep(title) ? [] : [title];
      });
    });
    expect(found).toEqual([]);
  });

  test('so such a title states no race and no level, and its minutes or none', () => {
    const wrong = phrases.flatMap((numbered) => {
      const locale = numbered.language === '*' ? null : numbered.language;
      const stem = infer(numbered.stem, locale);
      return amountsAfter(numbered).flatMap(([title, minutes]) => {
        const { isRaceEvent, intensityLevel, durationMin } = infer(title, locale);
        // "Hardrock" alone is a race, and "4x4" are repetitions.
        if (stem.isRaceEvent || /km$| x |\d[x/-]\d/.test(title)) return [];
        const isRight = durationMin === null || durationMin === Math.round(minutes) || /:30$/.test(title);
        const isPlain = !isRaceEvent && (intensityLevel === null || intensityLevel === stem.intensityLevel);
        return isRight && isPlain ? [] : [title];
      });
    });
    expect(wrong).toEqual([]);
  });

  test.each([
    ['Lauf 2 Std', 120, null],
    ['Lauf 2 x 20 min', null, 6],
    ['Duurloop 3 uur', 180, 4],
    ['Duurloop 3 u', 180, 4],
    ['Zone 2 uur', 120, null],
    ['Zone 2 90 min', 90, 4],
    ['Vélo 2 h 15', 135, null],
    ['Sortie longue 1 h 30', 90, 4],
    ['Rad 2h 30', 150, null],
    ['Lauf 2 Std. 30 Min.', 150, null],
    ['Ride 2 hours and 30 minutes', 150, null],
    ['Løpetur 2 t 30', 150, null],
    ['Bike 1½ h', 90, null],
    ['Rad 3 h 20 °C', 180, null],
    ['Run 1 h 10x400', 60, 6],
    ['Vélo 2 h 30/30', 120, 6],
    ['Vélo 2 h 15 km', 120, null],
    ['Ride 2 h 45 TSS', 120, null],
    ['Run 1 h 10 hill repeats', 60, 6],
    ['骑行 2个小时', 120, null],
  ])('%s', (title, minutes, level) => {
    expect(infer(title)).toMatchObject({ durationMin: minutes, intensityLevel: level, isRaceEvent: false });
  });

  test.each(['Lauf 2: Berglauf', 'Lauf 2', 'Mozart 100 km', 'Hardrock 100 miles', 'Run 42.2 km'])(
    'but a race keeps its own number: %s',
    (title) => {
      expect(infer(title).isRaceEvent).toBe(true);
    },
  );

  test('and 70.3 km are no race over 113', () => {
    expect(infer('70.3 km ride')).toMatchObject({ inferredType: 'bike', isRaceEvent: false });
  });
});
