import { ACTIVITY_TYPES } from '@musette/files/activity-types';
import { describe, expect, test } from 'vitest';
import { inferActivityType, inferBrick } from '../src/infer.ts';
import { LEXICON } from './lexicon.ts';

function infer(title: string, locale: string | null = null) {
  return inferActivityType({ title, description: null, tags: [], locale }, LEXICON);
}

function legs(title: string) {
  const { segments } = inferBrick(
    { title, description: null, tags: [], locale: null, durationMin: null },
    LEXICON,
  );
  return segments.map(({ type, durationMin, distanceKm }) => [type, durationMin, distanceKm]);
}

describe('words', () => {
  test.each([
    ['Footing récup 45min', 'run'],
    ['Prépa marathon S6', 'run'],
    ['Halbmarathontraining', 'run'],
    ['First run in 3 weeks', 'run'],
    ['Night run in the rain', 'run'],
    ['River walk with mum', 'walk'],
  ])('a phrase of effort or place does not swallow the sport in it: %s', (title, type) => {
    expect(infer(title).inferredType).toBe(type);
  });

  test.each(['Hermannslauf', 'Murtenlauf', 'Bruggenloop Rotterdam', 'Fredrikstadløpet'])(
    'a run is named after people and places: %s',
    (title) => {
      expect(infer(title)).toMatchObject({ inferredType: 'run' });
      expect(infer(title).confidence).toBeGreaterThan(0.5);
    },
  );

  test.each(['Kreislauf', 'Verlauf', 'Lebenslauf', 'Kringloop', 'Verloop'])('%s is not a run', (title) => {
    expect(infer(title).confidence).toBeLessThanOrEqual(0.5);
  });

  test('a word that two languages give different sports is uncertain until the locale decides', () => {
    expect(infer('rower').confidence).toBeLessThanOrEqual(0.5);
    expect(infer('rower', 'pl')).toMatchObject({ inferredType: 'bike' });
    expect(infer('rower', 'en')).toMatchObject({ inferredType: 'row' });
    for (const locale of ['pl', 'en']) expect(infer('rower', locale).confidence).toBeGreaterThan(0.5);
  });

  test.each([
    'The bike got stolen',
    'Pool closed',
    'Hallenbad zu',
    'Vélo volé',
    'Swimming lessons for kids',
    'Marathon expo',
    'Netflix marathon',
    'Swim club meeting',
    'Cap Ferret',
  ])('what is stolen, closed, taught or watched is no session: %s', (title) => {
    expect(infer(title).confidence).toBeLessThanOrEqual(0.5);
  });
});

describe('legs', () => {
  test.each([
    ['3.8/180/42.2', [3.8, 180, 42.2]],
    ['1.9 - 90 - 21.1', [1.9, 90, 21.1]],
    ['750/20/5', [0.75, 20, 5]],
  ])('three numbers of a triathlon course are its legs: %s', (title, km) => {
    expect(infer(title).inferredType).toBe('triathlon');
    expect(legs(title).map(([type, , distance]) => [type, distance])).toEqual([
      ['swim', km[0]],
      ['bike', km[1]],
      ['run', km[2]],
    ]);
  });

  test.each(['12/20/5', '1/20/2025', '5/3/1', '2024-05-04', '10/20/30'])('%s is not a triathlon', (title) => {
    expect(infer(title).inferredType).not.toBe('triathlon');
  });

  test.each([
    ['IM 70.3 Augusta - bike', 'bike'],
    ['Ironman Lanzarote: Run', 'run'],
    ['Swim - Challenge Roth', 'swim'],
    ['Challenge Roth (bike leg)', 'bike'],
    ['Triathlon Hamburg, run was hot', 'triathlon'],
  ])('a sport alone on its side of a sign is the leg that was recorded: %s', (title, type) => {
    expect(infer(title).inferredType).toBe(type);
  });

  test('machines that only suggest a sport are legs if a sign joins them', () => {
    expect(legs("2 x (30' turbo + 10' treadmill)")).toEqual([
      ['indoor_bike', 60, null],
      ['treadmill_run', 20, null],
    ]);
    expect(infer('Turbo + treadmill').inferredType).toBe('brick');
    expect(infer('Zwift + run').inferredType).toBe('brick');
    expect(infer('Zwift Run').inferredType).toBe('treadmill_run');
  });

  test('a word that only suggests a sport describes how the stated one was done', () => {
    expect(infer('Vélo : 2h30 EF', 'fr')).toMatchObject({ inferredType: 'bike', durationMin: 150 });
  });

  test('sets inside a leg and targets behind an @ change neither legs nor type', () => {
    expect(legs('Bike 90min incl. 3x10min FTP, then 5k run')).toEqual([
      ['bike', 90, null],
      ['run', expect.any(Number), 5],
    ]);
    expect(infer("2h30 bike w/ 4x10' @ 70.3 + 30' run")).toMatchObject({
      inferredType: 'brick',
      durationMin: 180,
      isRaceEvent: false,
    });
  });

  test.each<[string, unknown[]]>([
    [
      'Long ride + brick',
      [
        ['bike', null, null],
        ['run', null, null],
      ],
    ],
    [
      'Ride 3h + brick 20 min',
      [
        ['bike', 180, null],
        ['run', 20, null],
      ],
    ],
    [
      'Swim + brick',
      [
        ['swim', null, null],
        ['bike', null, null],
        ['run', null, null],
      ],
    ],
  ])('a brick that is added to a sport is what usually follows it: %s', (title, expected) => {
    expect(infer(title)).toMatchObject({ inferredType: 'brick', isMultiSport: true });
    expect(legs(title)).toEqual(expected);
  });

  test.each([
    'Bike – 30 mins, then immediately run – 10 mins',
    'Bike – 30 mins, then immediately … run – 10 mins',
    'Bike - 30 mins, then immediately ... run - 10 mins',
    'Bike – 30 mins, then immediately transition to a run – 10 mins',
    'Bike – 30 mins, then immediately off the bike into the run – 10 mins',
  ])('what is done immediately after is a leg: %s', (title) => {
    expect(infer(title)).toMatchObject({ inferredType: 'brick', durationMin: 40 });
    expect(legs(title)).toEqual([
      ['bike', 30, null],
      ['run', 10, null],
    ]);
  });

  test.each([
    'Bici 20 min + carrera 5 min x 4 vueltas',
    '20 min bici + 5 min carrera x 4 vueltas',
    '4 vueltas de 20 min bici + 5 min carrera',
    "20' bike + 5' run x 4 rounds",
    "4 rounds: 20' bike + 5' run",
    'Rad 20 min + Lauf 5 min x 4 Runden',
    "4 tours de 20' vélo + 5' cap",
  ])('rounds repeat all legs: %s', (title) => {
    expect(infer(title)).toMatchObject({ inferredType: 'brick', durationMin: 100 });
    expect(legs(title)).toEqual([
      ['bike', 80, null],
      ['run', 20, null],
    ]);
  });

  test.each(['40k bike + 10k run', '40k bike / 10k run', '40 k bike, then 10 k run'])(
    'a unit that is a word in another language leaves its leg: %s',
    (title) => {
      expect(legs(title)).toEqual([
        ['bike', expect.any(Number), 40],
        ['run', expect.any(Number), 10],
      ]);
    },
  );

  test.each([
    ['bike/run', 90, 0],
    ['bike 60 min, run 30 min', 90, 0],
    ['bike 60 min, run 30 min', 180, 0.15],
  ])('are doubted if their minutes do not fit the session: %s in %i min', (title, durationMin, doubt) => {
    const sure = (minutes: number | null) =>
      inferBrick({ title, description: null, tags: [], locale: null, durationMin: minutes }, LEXICON)
        .confidence;
    expect(sure(null)).toBeGreaterThan(0.9);
    expect(sure(null) - sure(durationMin)).toBeCloseTo(doubt, 6);
  });

  test('laps of a course repeat nothing', () => {
    expect(legs('Bike 20 km in 4 loops + 5 km run').map(([, , km]) => km)).toEqual([20, 5]);
  });

  test('the amount inside the name of a race belongs to its leg', () => {
    expect(legs('Rodillo 1h + carrera 5k')).toEqual([
      ['indoor_bike', 60, null],
      ['run', expect.any(Number), 5],
    ]);
  });
});

test.each([
  ['Walk 24 km', 'walk'],
  ['Walk 25 km', 'hike'],
])('a walk of 25 km or more is a hike: %s', (title, type) => {
  expect(infer(title).inferredType).toBe(type);
});

describe('words that mislead', () => {
  test.each([
    ['Cake walk ride', 'bike'],
    ['Run with walk breaks', 'run'],
    ['Run walk intervals', 'run'],
    ['Evening walk', 'walk'],
  ])('a word for walking is weak beside one for riding or running: %s', (title, type) => {
    expect(infer(title).inferredType).toBe(type);
    expect(infer(title).confidence).toBeGreaterThan(0.8);
  });

  test.each(['Ski day in Zermatt', 'Alpine skiing', 'Skitag', 'Journée ski', 'Esquí alpino', 'Sci alpino'])(
    'a day of alpine skiing is other: %s',
    (title) => {
      expect(infer(title).inferredType).toBe('other');
    },
  );

  test.each(['Ski touring', 'Skitour', 'Sci di fondo', 'Langrenn'])(
    'cross-country skiing is not: %s',
    (title) => {
      expect(infer(title).inferredType).toBe('ski');
    },
  );

  test.each([
    ['Time trial', 'other'],
    ['Club time trial', 'other'],
    ['1600m time trial', 'run'],
    ['Row time trial', 'row'],
    ['Time trial 40 km 61 min', 'bike'],
    ['Club 10 time trial 24:10', 'bike'],
  ])('a time trial is a race of any sport: %s', (title, type) => {
    expect(infer(title)).toMatchObject({ inferredType: type, isRaceEvent: true });
  });

  test.each(['Core route in Watopia', 'Crossfit hill - Zwift', 'Strength in Makuri'])(
    'gym words are part of the name of a virtual route: %s',
    (title) => {
      expect(infer(title).inferredType).toBe('indoor_bike');
      expect(infer(title).confidence).toBeGreaterThan(0.5);
    },
  );
});

describe('the rest in a set', () => {
  test.each([
    'Run 6x800 3min rest each',
    'Row 4x8 min, 3 min rest',
    'Run 5x1000, rest 2 min',
    'Swim 10x100 20s rest',
    'Bike 4x8min 4min rest',
  ])('cancels no session as a day of rest does: %s', (title) => {
    expect(infer(title).confidence).toBeGreaterThan(0.8);
  });

  test('is not a day of rest', () => {
    expect(infer('Rest, no run').confidence).toBeLessThanOrEqual(0.5);
  });
});

describe('the title of a training plan', () => {
  test.each([
    'Marathon training week 4: easy',
    'Half marathon prep: easy run',
    'Marathon block day 12',
    'Marathontraining Woche 3',
    'Halbmarathontraining',
    'Prépa marathon S6',
    'Entrenamiento maratón',
    'Allenamento maratona',
    'Treino maratona',
    'Marathon schema week 2',
    'Trening maraton',
    'Maratonträning',
    '马拉松训练',
    'マラソン練習',
  ])('names a race and not how long today takes: %s', (title) => {
    expect(infer(title)).toMatchObject({ inferredType: 'run', isRaceEvent: false, durationMin: null });
  });

  test.each([
    ['Marathon training week 4: 90 min easy', 90],
    ['Marathontraining Woche 3: 2h', 120],
    ['10k training run', 60],
  ])('keeps the amount that it tells: %s', (title, durationMin) => {
    expect(infer(title)).toMatchObject({ inferredType: 'run', durationMin });
  });

  test.each(['Berlin Marathon', 'Easy half marathon', 'Marathon de Paris', 'マラソン'])(
    'is not one without a word for plans, and its course gives the time: %s',
    (title) => {
      expect(infer(title).durationMin).toBeGreaterThan(100);
    },
  );
});

test('every name in the activity types is inferred, as a tag, as its type', () => {
  const wrong = ACTIVITY_TYPES.flatMap(({ type, strava, garminFit, trainingPeaks, polar }) =>
    [...strava, ...garminFit, ...trainingPeaks, ...polar].flatMap((name) => {
      const { inferredType } = inferActivityType(
        {
          title: null,
          description: null,
          tags: [name],
          locale: null,
        },
        LEXICON,
      );
      return inferredType === type ? [] : [`${name}: ${inferredType}, not ${type}`];
    }),
  );
  // As words, these do not indicate the sport, or the likeliest of several.
  expect(wrong).toEqual([
    'training: other, not lift',
    'multisport: triathlon, not other',
    'multisport/swim_run: brick, not other',
    'multisport/adventure_race: triathlon, not other',
    'Crosstrain: lift, not other',
  ]);
});
