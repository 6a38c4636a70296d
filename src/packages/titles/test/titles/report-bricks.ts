import type { LabelledTitle } from './labelled-title.ts';

export const TITLES: readonly LabelledTitle[] = [
  {
    title: 'BRICK 🧱 56mi bike -> 6mi run',
    type: 'brick',
    legs: [
      { type: 'bike', distanceKm: 90.123 },
      { type: 'run', distanceKm: 9.656 },
    ],
  },
  {
    title: 'Zwift 1:15 & quick run 12min straight after',
    type: 'brick',
    durationMin: 87,
    legs: [
      { type: 'indoor_bike', durationMin: 75 },
      { type: 'run', durationMin: 12 },
    ],
  },
  {
    title: 'Run 30 min off a 4h bike',
    type: 'brick',
    durationMin: 270,
    legs: [
      { type: 'bike', durationMin: 240 },
      { type: 'run', durationMin: 30 },
    ],
  },
  {
    title: 'Koppeleinheit: 50 km Rennrad + 6 km Koppellauf',
    locale: 'de',
    type: 'brick',
    legs: [
      { type: 'bike', distanceKm: 50 },
      { type: 'run', distanceKm: 6 },
    ],
  },
  {
    title: 'Wechseltraining Rolle 40 min / Laufband 20 min',
    locale: 'de',
    type: 'brick',
    durationMin: 60,
    legs: [
      { type: 'indoor_bike', durationMin: 40 },
      { type: 'treadmill_run', durationMin: 20 },
    ],
  },
  {
    title: 'Multi-enchaînement natation 2000 m puis vélo 45 km',
    locale: 'fr',
    type: 'brick',
    legs: [
      { type: 'swim', distanceKm: 2 },
      { type: 'bike', distanceKm: 45 },
    ],
  },
  {
    title: 'HT 1h + tapis 30min, canicule oblige',
    locale: 'fr',
    type: 'brick',
    durationMin: 90,
    legs: [
      { type: 'indoor_bike', durationMin: 60 },
      { type: 'treadmill_run', durationMin: 30 },
    ],
  },
  {
    title: 'Doble: 3h bicicleta y 50 min corriendo sin parar',
    locale: 'es',
    type: 'brick',
    durationMin: 230,
    legs: [
      { type: 'bike', durationMin: 180 },
      { type: 'run', durationMin: 50 },
    ],
  },
  {
    title: 'Triatlón sprint: 750 m natación / 20 km bici / 5 km carrera',
    locale: 'es',
    type: 'triathlon',
    isRace: true,
    legs: [
      { type: 'swim', distanceKm: 0.75 },
      { type: 'bike', distanceKm: 20 },
      { type: 'run', distanceKm: 5 },
    ],
  },
  {
    title: 'Brick rulli 50min > corsa 25min',
    locale: 'it',
    type: 'brick',
    durationMin: 75,
    legs: [
      { type: 'indoor_bike', durationMin: 50 },
      { type: 'run', durationMin: 25 },
    ],
  },
  {
    title: 'Koppel: 90 km racefiets + 10 km hardlopen in Lanzarote',
    locale: 'nl',
    type: 'brick',
    legs: [
      { type: 'bike', distanceKm: 90 },
      { type: 'run', distanceKm: 10 },
    ],
  },
  {
    title: 'Duatlon 10k bieg + 40k rower + 5k bieg',
    locale: 'pl',
    type: 'duathlon',
    isRace: true,
    legs: [
      { type: 'run', distanceKm: 10 },
      { type: 'bike', distanceKm: 40 },
      { type: 'run', distanceKm: 5 },
    ],
  },
  {
    title: 'Sykkel 2t + løp 35 min (kombiøkt)',
    locale: 'nb',
    type: 'brick',
    durationMin: 155,
    legs: [
      { type: 'bike', durationMin: 120 },
      { type: 'run', durationMin: 35 },
    ],
  },
  {
    title: '骑行30公里+跑步5公里 两项训练',
    locale: 'zh-CN',
    type: 'brick',
    legs: [
      { type: 'bike', distanceKm: 30 },
      { type: 'run', distanceKm: 5 },
    ],
  },
  {
    title: 'Swim-bike combo before breakfast: 40 min pool, 80 min road',
    type: 'brick',
    durationMin: 120,
    legs: [
      { type: 'swim', durationMin: 40 },
      { type: 'bike', durationMin: 80 },
    ],
  },
  {
    title: 'Indoor tri class at the gym: 10min swim, 30min spin bike, 20min treadmill',
    type: 'triathlon',
    durationMin: 60,
    legs: [
      { type: 'swim', durationMin: 10 },
      { type: 'indoor_bike', durationMin: 30 },
      { type: 'treadmill_run', durationMin: 20 },
    ],
  },
  {
    title: 'Saturday special',
    description: '1. 100k on the road bike 2. 7k run in the new shoes',
    tags: ['brick'],
    type: 'brick',
    legs: [
      { type: 'bike', distanceKm: 100 },
      { type: 'run', distanceKm: 7 },
    ],
  },
  { title: "4 rounds: 12' turbo / 4' jog", type: 'brick', durationMin: 64 },
  { title: 'Aquabike practice at the quarry', type: 'brick' },
  {
    title: 'S/B/R 3.8/180/42 - done and dusted',
    type: 'triathlon',
    isRace: true,
    legs: [
      { type: 'swim', distanceKm: 3.8 },
      { type: 'bike', distanceKm: 180 },
      { type: 'run', distanceKm: 42 },
    ],
  },
  { title: 'Trun 4k', type: 'run' },
  { title: 'Built a brick patio, then a walk', type: 'walk' },
];
