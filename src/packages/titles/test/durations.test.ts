import { describe, expect, test } from 'vitest';
import { inferActivityType, inferBrick } from '../src/infer.ts';
import { LEXICON } from './lexicon.ts';

function infer(title: string) {
  return inferActivityType({ title, description: null, tags: [], locale: null }, LEXICON);
}

describe('a duration is a dose: it is null', () => {
  test.each([
    ['an effort', 'Threshold 4:50'],
    ['an effort', 'Run: tempo 4:15'],
    ['an effort', 'Schwelle 3:58, Lauf'],
    ['an effort', 'Threshold 15 min, run'],
    ['the race whose pace is aimed at', 'Marathon target pace 4:30'],
    ['the race whose pace is aimed at', 'Half marathon pace run'],
    ['the race that is watched', 'Spectating Ironman'],
    ['the race that is prepared for', 'Marathon expo'],
    ['the race at whose effort it is done', 'Marathon tempo run'],
    ['a repetition', '1600m time trial'],
    ['a repetition', '4min Power'],
    ['a repetition', '800m race in 2:03'],
    ['a repetition', '400 m swim test'],
    ['a time of day', '3:51 AM'],
    ['a time of day', '19:30 social run'],
    ['a time of day', 'Footing 18h30'],
    ['a time of day', 'Run club 7:30'],
    ['a time of day', '6:30 group ride'],
    ['a pace', 'Run 4:50'],
    ['a pace', 'Easy 5:30'],
    ['a code', '2E+13T'],
    ['a code', '3E 5T 2E'],
    ['a climb', 'Ride 154m'],
    ['a code', 'W01D6a'],
    ['a code', 'W01D6a run'],
    ['a code', 'Run 5kmB12'],
    ['parts', 'Run, cool down: 15 min'],
    ['a stage', 'Stage 2 marathon, run'],
    ['a stage', 'Etappe 12'],
    ['an age', '70y old run'],
    ['an age', 'Run for 60 years, 40 yrs'],
    ['a name', 'Pre 24hr Exam run'],
    ['a name', '24h shift, run'],
    ['another time', 'Run after 9 h of sleep'],
    ['another time', 'Lauf nach 3 h Fahrt'],
    ['a week', 'Run, 8 h month'],
  ])('for %s: %s', (_, title) => {
    expect(infer(title).durationMin).toBeNull();
  });

  test.each(['W01D6a', 'W01D6a Brick', '2E+13T brick', 'W2D3 bike/run'])(
    'and a code of a plan gives no legs that could be posted: %s',
    (title) => {
      const { segments } = inferBrick(
        { title, description: null, tags: [], locale: null, durationMin: null },
        LEXICON,
      );
      expect(
        segments.every(({ durationMin, distanceKm }) => durationMin === null && distanceKm === null),
      ).toBe(true);
    },
  );
});

describe('a duration is returned', () => {
  test.each([
    ['a time', 'Run 45min', 45],
    ['a time', 'Tempo run 1h15', 75],
    ['a time', 'Long run 2:15', 135],
    ['a time', 'Ride 2:30', 150],
    ['a round number of minutes, however long', 'Ride 110m', 110],
    ['a time', '10x400m run, 70 min', 70],
    ['a time behind the parentheses of a rest', 'Run 10x400m (90 s), 70 min', 70],
    ['a time', 'Run after 2h ride', 120],
    ['a time behind a pace', 'Run 4:30/km, 45 min', 45],
    ['a time behind a pace in miles', 'Run 7:30/mi, 45 min', 45],
    ['a time of many hours that is the event', '24h race, run 24 h', 1440],
    ['a distance', 'Run 10k', 60],
    ['a distance, whenever it starts', '18:00 Lauftreff 8 km', 48],
    ['a distance', '5k time trial', 25],
    ['the event itself', 'Berlin Marathon', 213],
    ['the event itself', 'Easy half marathon', 156],
    ['minutes and seconds over a distance', 'Run 5k 24:30', 25],
    ['minutes and seconds over a distance', '2k row 6:58', 7],
    ['hours and minutes over a distance', 'Marathon 3:15', 195],
    ['hours and minutes over a distance', 'Ride 100 km 3:40', 220],
    ['a pace over a distance', 'Run 8 km 4:20', 35],
    ['a pace over a distance in miles', 'Run 6 mi 8:30', 51],
  ])('for %s: %s', (_, title, durationMin) => {
    expect(infer(title).durationMin).toBe(durationMin);
  });
});
