import { describe, expect, test } from 'vitest';
import { inferActivityType, inferBrick } from '../src/infer.ts';
import { LEXICON } from './lexicon.ts';

function infer(
  title: string,
  {
    description = null,
    locale = null,
    tags = [],
  }: { description?: string | null; locale?: string | null; tags?: string[] } = {},
) {
  return inferActivityType({ title, description, tags, locale }, LEXICON);
}

function legs(title: string) {
  const { segments } = inferBrick(
    { title, description: null, tags: [], locale: null, durationMin: null },
    LEXICON,
  );
  return segments.map(({ type, durationMin }) => [type, durationMin]);
}

describe('a phrase that means a sport only by habit', () => {
  test.each([
    ['Sortie longue vélo 3h', 'bike', 180],
    ['Sortie longue 3h vélo', 'bike', 180],
    ['Sortie longue 3h vélo 80km', 'bike', 180],
    ['Vélo - sortie longue 3h', 'bike', 180],
    ['Vélo | Sortie longue | 3h', 'bike', 180],
    ['SL vélo 3h', 'bike', 180],
    ['Sortie longue à vélo', 'bike', null],
    ['Sortie longue en VTT', 'bike', null],
    ['Sortie longue natation 90 min', 'swim', 90],
    ['Sortie longue ski de fond 3h', 'ski', 180],
    ['Sortie longue aviron 90 min', 'row', 90],
    ['Sortie longue marche 4h', 'walk', 240],
    ['Sortie longue rando 5h', 'hike', 300],
    ['Tirada larga bici 3h', 'bike', 180],
    ['Tirada larga en bici', 'bike', null],
    ['Tirada larga nado 90 min', 'swim', 90],
    ['Tirada larga caminando 4h', 'walk', 240],
    ['Rodaje bici 2h', 'bike', 120],
    ['Rodaje en bici', 'bike', null],
    ['Rodaje remo 60 min', 'row', 60],
    ['Longão bike 4h', 'bike', 240],
    ['Longão de bike', 'bike', null],
    ['Longão natação 90 min', 'swim', 90],
    ['Rodagem bike 2h', 'bike', 120],
    ['Lungo bici 4h', 'bike', 240],
    ['Giro lento in bici 2h', 'bike', 120],
    ['Fondo medio bici 2h', 'bike', 120],
    ['Sgambata 1h bici', 'bike', 60],
    ['Longjog Rad 2h', 'bike', 120],
    ['Lange Einheit Rad 3h', 'bike', 180],
    ['Fahrtspiel Rad 90 min', 'bike', 90],
    ['Medium long ride 3h', 'bike', 180],
    ['Medium long swim 90 min', 'swim', 90],
    ['Base miles row 60 min', 'row', 60],
    ['LSD 自転車 4時間', 'bike', 240],
    ['疲労抜き バイク 60分', 'bike', 60],
    ['长距离骑行 4小时', 'bike', 240],
    ['长距离游泳 90分钟', 'swim', 90],
    ['排酸骑行 30分钟', 'bike', 30],
  ])('gives way to a sport of another kind beside it: %s', (title, type, durationMin) => {
    expect(infer(title)).toMatchObject({ inferredType: type, isMultiSport: false, durationMin });
    expect(infer(title).confidence).toBeGreaterThan(0.8);
  });

  test.each(['Longão bike 100km', 'LSD 自転車 100km', '长距离骑行 100km'])(
    'leaves the distance to the sport it yields to: %s',
    (title) => {
      const { durationMin } = infer('Z2 ride 100km');
      expect(infer(title)).toMatchObject({ inferredType: 'bike', isMultiSport: false, durationMin });
    },
  );

  test.each(['Sortie longue vélo 3h', 'Tirada larga nado 4km', 'LSD 自転車 100km', '长距离骑行 100km'])(
    'keeps its effort when it yields: %s',
    (title) => {
      expect(infer(title)).toMatchObject({ intensityHint: 'endurance', intensityLevel: 4 });
    },
  );

  test.each([
    ['Sortie longue', null],
    ['Sortie longue 25 km', null],
    ['Tirada larga', null],
    ['Rodaje 10 km', null],
    ['Longão', null],
    ['LSD', 'ja'],
    ['长距离', null],
    ['Longjog', null],
    ['Medium long', null],
    ['Tirada larga 20k + gimnasio', null],
    ['Pas de vélo, sortie longue 2h', null],
  ])('is that sport, as surely as a word for it, where no other stands beside it: %s', (title, locale) => {
    expect(infer(title, { locale })).toMatchObject({ inferredType: 'run', confidence: 0.93 });
  });

  test('yields to the sport of a tag, and as a tag to the sport of its title', () => {
    expect(infer('Sortie longue 3h', { tags: ['Ride'] })).toMatchObject({
      inferredType: 'bike',
      durationMin: 180,
    });
    expect(infer('Vélo 3h', { tags: ['sortie longue'] })).toMatchObject({
      inferredType: 'bike',
      durationMin: 180,
    });
    expect(infer('Sortie longue 3h', { tags: ['Run'] }).inferredType).toBe('run');
  });

  test('does not yield to a sport of the description', () => {
    expect(infer('Sortie longue 20 km', { description: 'Retour à vélo' }).inferredType).toBe('run');
  });

  test.each([
    'Sortie longue 20 km, retour à vélo',
    'Sortie longue avec marche 15 km',
    'Rodaje 10 km por la tarde, por la mañana bici',
    'Longão 20km com caminhada',
  ])('is doubted, yet not given up, for a sport that is told in passing: %s', (title) => {
    expect(infer(title)).toMatchObject({ inferredType: 'run', isMultiSport: false });
    expect(infer(title).confidence).toBeLessThanOrEqual(0.5);
  });

  test.each([
    ['Sortie longue - vélo 3h', 'bike', 180],
    ['Sortie longue 3h - vélo', 'bike', 180],
    ['Vélo : sortie longue 3h', 'bike', 180],
    ['Tirada larga con la bici 3h', 'bike', 180],
  ])('gives way across a dash, a colon or a "with": %s', (title, type, durationMin) => {
    expect(infer(title)).toMatchObject({ inferredType: type, isMultiSport: false, durationMin });
    expect(infer(title).confidence).toBeGreaterThan(0.8);
  });

  test('yields inside a leg, and the other legs stay', () => {
    expect(legs('Sortie longue vélo 3h + 20 min cap')).toEqual([
      ['bike', 180],
      ['run', 20],
    ]);
  });

  test.each([
    [
      'Vélo 2h + sortie longue 1h',
      [
        ['bike', 120],
        ['run', 60],
      ],
    ],
    [
      'Vélo 2h, sortie longue 1h',
      [
        ['bike', 120],
        ['run', 60],
      ],
    ],
    [
      'Rodaje 40 min bici 60 min',
      [
        ['run', 40],
        ['bike', 60],
      ],
    ],
    [
      'Enchaînement vélo 2h sortie longue 1h',
      [
        ['bike', 120],
        ['run', 60],
      ],
    ],
    [
      'LSD 90分 + バイク 60分',
      [
        ['run', 90],
        ['bike', 60],
      ],
    ],
    [
      'vélo 2h + course 30 min',
      [
        ['bike', 120],
        ['run', 30],
      ],
    ],
    [
      'vélo puis sortie longue à pied',
      [
        ['bike', null],
        ['run', null],
      ],
    ],
    [
      'bike/run',
      [
        ['bike', null],
        ['run', null],
      ],
    ],
  ])('is a leg of a brick where a sign, a word or its own amount joins it: %s', (title, expected) => {
    expect(infer(title)).toMatchObject({ inferredType: 'brick', isMultiSport: true });
    expect(legs(title)).toEqual(expected);
  });
});
