import { ACTIVITY_TYPES, isVagueSport, typeOfSport } from '@musette/files/activity-types';
import { describe, expect, test } from 'vitest';
import { inferActivityType, inferBrick } from '../src/infer.ts';
import type { Recording } from '../src/recording.ts';
import { LEXICON } from './lexicon.ts';

const NAMES = ACTIVITY_TYPES.flatMap(({ type, strava, garminFit, trainingPeaks, polar }) =>
  [...strava, ...garminFit, ...trainingPeaks, ...polar].map((name) => ({ name, type })),
);

function recorded(facts: Partial<Recording>): Recording {
  const sport = facts.sport ?? null;
  return {
    sport,
    sportType: sport === null ? null : typeOfSport(sport),
    isVague: sport !== null && isVagueSport(sport),
    distanceKm: null,
    movingTimeMin: null,
    elevationGainM: null,
    averagePowerW: null,
    averageHeartRateBpm: null,
    isIndoor: null,
    ...facts,
  };
}

function infer(title: string | null, facts: Partial<Recording>) {
  const recording = recorded(facts);
  return inferActivityType({ title, description: null, tags: [], locale: null, recording }, LEXICON);
}

describe('the sport of a recording', () => {
  test('decides the type: every name in the activity types, without a title', () => {
    const wrong = NAMES.filter(({ name, type }) => infer(null, { sport: name }).inferredType !== type);
    expect(wrong).toEqual([]);
  });

  test('overrides the words of a title, in any case and with any separators', () => {
    const wrong = NAMES.filter(({ name }) => !isVagueSport(name)).filter(({ name, type }) => {
      const sport = name.toUpperCase().replace('/', ' - ');
      const title = type === 'lift' ? 'Evening ride' : 'Weights at the gym';
      return infer(title, { sport }).inferredType !== type;
    });
    expect(wrong).toEqual([]);
  });

  test('is read as text if no platform in the activity types uses it', () => {
    expect(infer(null, { sport: 'street_running' }).inferredType).toBe('run');
    expect(infer('Tuesday', { sport: 'flumpering' }).inferredType).toBe('other');
  });

  test.each(['Workout', 'Other', 'generic', 'Race'])(
    '%s is used for any sport and comes after the words',
    (sport) => {
      expect(infer('Morning run', { sport }).inferredType).toBe('run');
    },
  );

  test('becomes the member of its family indicated by words and place', () => {
    expect(infer('Trail loop', { sport: 'Run' }).inferredType).toBe('trail_run');
    expect(infer('Lunch', { sport: 'Run', isIndoor: true }).inferredType).toBe('treadmill_run');
    expect(infer('Lunch', { sport: 'Ride', isIndoor: true }).inferredType).toBe('indoor_bike');
  });

  test('as a tag weighs more than three words for another sport', () => {
    const input = { description: null, tags: ['Ride'], locale: null };
    const title = 'Morning run, easy jog, running';
    expect(inferActivityType({ ...input, title }, LEXICON).inferredType).toBe('run');
    const tagTypes = new Map([['Ride', 'bike' as const]]);
    expect(inferActivityType({ ...input, title, tagTypes }, LEXICON).inferredType).toBe('bike');
  });
});

describe('the figures of a recording', () => {
  test.each<[string, Partial<Recording>, string]>([
    ['10 km in 55 min', { distanceKm: 10, movingTimeMin: 55 }, 'run'],
    ['62 km in 140 min', { distanceKm: 62, movingTimeMin: 140, elevationGainM: 600 }, 'bike'],
    ['5 km in 62 min', { distanceKm: 5, movingTimeMin: 62 }, 'walk'],
    ['12 km in 4 h with 900 m of climb', { distanceKm: 12, movingTimeMin: 240, elevationGainM: 900 }, 'hike'],
    ['2 km in 45 min', { distanceKm: 2, movingTimeMin: 45 }, 'swim'],
    [
      '20 km in 170 min with 900 m of climb',
      { distanceKm: 20, movingTimeMin: 170, elevationGainM: 900 },
      'trail_run',
    ],
    [
      '30 km in an hour at 210 W indoors',
      { distanceKm: 30, movingTimeMin: 60, averagePowerW: 210, isIndoor: true },
      'indoor_bike',
    ],
  ])('tell the sport without words: %s', (_, facts, type) => {
    const { inferredType, confidence, evidence } = infer(null, facts);
    expect(inferredType).toBe(type);
    expect(confidence).toBeGreaterThan(0.6);
    expect(evidence.join()).toContain('recording: speed');
  });

  test('say nothing about the sport if they are only a heart rate or a time', () => {
    for (const facts of [{ averageHeartRateBpm: 150 }, { movingTimeMin: 60 }]) {
      expect(infer(null, facts)).toMatchObject({ inferredType: 'other' });
      expect(infer(null, facts).confidence).toBeLessThanOrEqual(0.2);
    }
  });

  test('settle what the text leaves open, and are named in the evidence', () => {
    const { inferredType, evidence } = infer('Circuit', {
      distanceKm: 40,
      movingTimeMin: 80,
      elevationGainM: 300,
    });
    expect(inferredType).toBe('bike');
    expect(evidence).toContain('recording: speed 30 km/h');
    expect(evidence).toContain('recording: climb 7.5 m/km');
    expect(infer('rower', { distanceKm: 30, movingTimeMin: 75 }).inferredType).toBe('bike');
    expect(infer('rower', { distanceKm: 8, movingTimeMin: 40 }).inferredType).toBe('row');
  });

  test('show that a session took place, regardless of the title', () => {
    const facts = { distanceKm: 30, movingTimeMin: 70 };
    expect(infer('The bike got stolen', facts).confidence).toBeGreaterThan(0.5);
  });

  test('of any size give a well-formed answer', () => {
    for (const value of [0, 1e-9, 0.2, 1, 60, 2880, 30_000]) {
      const facts = { distanceKm: value, movingTimeMin: value, elevationGainM: value, averagePowerW: value };
      const { confidence } = infer(null, facts);
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(confidence).toBeLessThanOrEqual(1);
    }
  });
});

describe('a recording of one leg of a multi-sport event', () => {
  test.each<[string, Partial<Recording>, string]>([
    ['Ironman Frankfurt', { sport: 'Run' }, 'run'],
    ['Ironman Frankfurt', { distanceKm: 180.4, movingTimeMin: 320 }, 'bike'],
    ['Ironman Frankfurt', { distanceKm: 226, movingTimeMin: 700 }, 'triathlon'],
    ['Ironman Frankfurt', {}, 'triathlon'],
    ['Triathlon Hamburg', { distanceKm: 40, movingTimeMin: 66 }, 'bike'],
    ["Brick: 90' bike + 20' run", { sport: 'Ride', movingTimeMin: 91 }, 'bike'],
  ])('is that leg: %s %j', (title, facts, type) => {
    expect(infer(title, facts).inferredType).toBe(type);
  });

  test.each<[string, Partial<Recording>, string, number | null]>([
    ["Brick: 90' bike + 20' run", { sport: 'Ride' }, 'bike', 90],
    ["Brick: 90' bike + 20' run", { sport: 'Run', movingTimeMin: 21 }, 'run', 20],
    ["Brick: 90' bike + 20' run", { sport: 'Ride', movingTimeMin: 60 }, 'bike', null],
    ["Brick: 90' bike + 20' run", { sport: 'Swim', movingTimeMin: 20 }, 'swim', null],
    ['Swim bike run', { sport: 'Run', movingTimeMin: 30 }, 'run', null],
    ['Bike + run', { sport: 'VirtualRide', movingTimeMin: 30 }, 'indoor_bike', null],
    ['Triathlon training', { sport: 'TrailRun' }, 'trail_run', null],
    ['Duathlon Zürich', { sport: 'Yoga' }, 'other', null],
  ])("is decided by the file's sport: %s %j", (title, facts, type, durationMin) => {
    expect(infer(title, facts)).toMatchObject({ inferredType: type, isMultiSport: false, durationMin });
  });

  test.each<[string, Partial<Recording>, string]>([
    ["Brick: 90' bike + 20' run", { sport: 'Ride', movingTimeMin: 112 }, 'brick'],
    ["Brick: 90' bike + 20' run", { sport: 'Run', movingTimeMin: 135 }, 'brick'],
    ["Brick: 90' bike + 20' run", { sport: 'Run', movingTimeMin: 150 }, 'run'],
    ['40 km bike + 10 km run', { sport: 'Ride', movingTimeMin: 150 }, 'brick'],
    ['1.5k swim / 40k bike / 10k run', { sport: 'Ride', movingTimeMin: 170 }, 'triathlon'],
    ["Brick: 90' bike + 20' run", { sport: 'Workout', movingTimeMin: 400 }, 'brick'],
  ])(
    'is the whole session only if the amounts of its legs add up to the recorded time: %s %j',
    (title, facts, type) => {
      expect(infer(title, facts).inferredType).toBe(type);
    },
  );

  test('gives its moving time to the legs that the text leaves open', () => {
    const recording = recorded({ movingTimeMin: 110 });
    const input = { title: 'Brick: bike + 20 min run', description: null, tags: [], locale: null, recording };
    const { segments } = inferBrick({ ...input, durationMin: null }, LEXICON);
    expect(segments.map(({ durationMin }) => durationMin)).toEqual([90, 20]);
  });
});

describe('the distance and time of a recording', () => {
  test.each<[string, Partial<Recording>, string]>([
    ['nobody swims 18 km in 7 h', { distanceKm: 18, movingTimeMin: 420 }, 'hike'],
    ['nor 8 km in 3 h', { distanceKm: 8, movingTimeMin: 180 }, 'hike'],
    ['nobody runs 117 km in 8.7 h', { distanceKm: 117, movingTimeMin: 522 }, 'bike'],
    ['800 m in 2:03 need no bicycle', { distanceKm: 0.8, movingTimeMin: 2.05 }, 'run'],
    ['a marathon of 3 h is run', { distanceKm: 42.2, movingTimeMin: 180 }, 'run'],
    ['100 km in 10 h are run on trails', { distanceKm: 100, movingTimeMin: 600 }, 'trail_run'],
    ['3 km in an hour are swum', { distanceKm: 3, movingTimeMin: 60 }, 'swim'],
    ['5 km in 12 min are ridden', { distanceKm: 5, movingTimeMin: 12 }, 'bike'],
  ])('bound what it can be: %s', (_, facts, type) => {
    expect(infer('Sunday', facts).inferredType).toBe(type);
  });

  test('leave a word for walking as a hint', () => {
    expect(infer('Walk in the park', { distanceKm: 40, movingTimeMin: 90 }).inferredType).toBe('bike');
    expect(infer('Walk in the park', { distanceKm: 4, movingTimeMin: 50 }).inferredType).toBe('walk');
  });

  test('leave a word for swimming its long swims', () => {
    expect(infer('Swim marathon', { distanceKm: 10, movingTimeMin: 200 }).inferredType).toContain('swim');
  });
});

describe('a total in the title with a recorded time', () => {
  test('that contradicts it does not belong to this session', () => {
    expect(infer('Easy run 90 min', { movingTimeMin: 88 }).durationMin).toBe(90);
    expect(infer('Easy run 90 min', { movingTimeMin: 30 }).durationMin).toBeNull();
    expect(infer('Easy run 90 min', { movingTimeMin: 60 }).durationMin).toBeNull();
    expect(infer('Berlin Marathon', { movingTimeMin: 300 }).durationMin).toBeNull();
  });

  test('is estimated from its distance at the recorded speed', () => {
    const facts = { sport: 'Run', distanceKm: 20.2, movingTimeMin: 141 };
    expect(infer('Lauf 20 km', facts).durationMin).toBe(140);
    expect(infer('Lauf 40 km', facts).durationMin).toBeNull();
  });
});
