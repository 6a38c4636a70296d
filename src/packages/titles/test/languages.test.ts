import { describe, expect, test } from 'vitest';
import { inferActivityType } from '../src/infer.ts';
import { LEXICON } from './lexicon.ts';

function infer(title: string, locale: string | null = null) {
  return inferActivityType({ title, description: null, tags: [], locale }, LEXICON);
}

describe('a character that occurs in words for several sports', () => {
  test.each(['午后行走', '晚间行走', '夜间行走'])(
    'is not a separate run in Strava’s name for a walk: %s',
    (title) => {
      for (const locale of [null, 'zh', 'zh-CN']) expect(infer(title, locale).inferredType).toBe('walk');
    },
  );

  test.each(['公园游玩', '故地重游', '古镇游览', '学校跑道', '三轮车', '凡尔赛', '赛段'])(
    'names no session in another word: %s',
    (title) => {
      for (const locale of [null, 'zh']) {
        expect(infer(title, locale).confidence).toBeLessThanOrEqual(0.5);
        expect(infer(title, locale).isRaceEvent).toBe(false);
      }
    },
  );

  test('names its sport if the locale, kana or an amount confirms the language', () => {
    expect(infer('走 10km').inferredType).not.toBe('walk');
    expect(infer('跑', 'zh').inferredType).toBe('run');
    expect(infer('跑').confidence).toBeLessThanOrEqual(0.5);
    expect(infer('跑10公里').inferredType).toBe('run');
    expect(infer('きょうの走').inferredType).toBe('run');
  });
});

describe('a word in a language that nothing else in the title uses', () => {
  test.each([
    'Making Up for Lost Mileage',
    'Bydgoszcz - Toruń',
    'P’tit Train du Nord',
    'Looping around town',
    'D4+ semi',
    'Lauf Kowloon',
  ])('never gives more than one half: %s', (title) => {
    expect(infer(title).confidence).toBeLessThanOrEqual(0.5);
  });

  test.each([
    ['Lauf', 'en'],
    ['Rodaje', 'de-DE'],
    ['Corsa', 'ja'],
  ])('never gives more than one half under a locale of another language either: %s %s', (title, locale) => {
    expect(infer(title, locale).confidence).toBeLessThanOrEqual(0.5);
    expect(infer(title, locale).inferredType).toBe('run');
  });

  test.each([
    ['Run', 'de', 'run'],
    ['Lauf Kowloon', 'de', 'run'],
    ['Lauf am Taunus', null, 'run'],
    ['Rodaje', null, 'run'],
    ['Rodaje Kowloon', 'es', 'run'],
  ])('counts in full with its locale, another word of it, or alone: %s %s', (title, locale, type) => {
    expect(infer(title, locale).inferredType).toBe(type);
    expect(infer(title, locale).confidence).toBeGreaterThan(0.8);
  });
});

describe('a leading name of an indoor platform', () => {
  test.each([
    'Zwift - Times Square Circuit in New York',
    'MyWhoosh - Yas Marina Circuit',
    'Zwift Academy Tri: Bike Workout',
    'TrainingPeaks Virtual - Classic Loop',
    'Rouvy - Core Valley',
  ])('leaves rides and runs only: %s', (title) => {
    expect(infer(title)).toMatchObject({ inferredType: 'indoor_bike', isMultiSport: false });
  });

  test('leaves the platform’s runs unchanged', () => {
    expect(infer('Zwift Run - Mayan Loop').inferredType).toBe('treadmill_run');
  });
});

test.each([
  ['ru', 'Утренняя пробежка', 'run'],
  ['uk', 'Вечірній велозаїзд', 'bike'],
  ['ko', '점심 수영', 'swim'],
  ['ca', 'Cursa matinal', 'run'],
  ['cs', 'Odpolední jízda', 'bike'],
  ['tr', 'Akşam koşusu', 'run'],
])('a platform’s automatic name needs no locale: %s', (locale, title, type) => {
  for (const told of [null, locale]) {
    expect(infer(title, told)).toMatchObject({ inferredType: type, isRaceEvent: false });
    expect(infer(title, told).confidence).toBeGreaterThan(0.8);
  }
});
