import type { LabelledTitle } from './labelled-title.ts';

export const TITLES: readonly LabelledTitle[] = [
  {
    title: "Brick: 90' bike + 20' run",
    type: 'brick',
    durationMin: 110,
    legs: [
      { type: 'bike', durationMin: 90 },
      { type: 'run', durationMin: 20 },
    ],
  },
  {
    title: '2h ride / 30min run off the bike',
    type: 'brick',
    durationMin: 150,
    legs: [
      { type: 'bike', durationMin: 120 },
      { type: 'run', durationMin: 30 },
    ],
  },
  {
    title: 'Koppel 3h Rad → 45’ Lauf',
    locale: 'de',
    type: 'brick',
    durationMin: 225,
    legs: [
      { type: 'bike', durationMin: 180 },
      { type: 'run', durationMin: 45 },
    ],
  },
  {
    title: 'Enchaînement vélo 1h30 + CAP 15min',
    locale: 'fr',
    type: 'brick',
    durationMin: 105,
    legs: [
      { type: 'bike', durationMin: 90 },
      { type: 'run', durationMin: 15 },
    ],
  },
  {
    title: 'Transición: bici 60 km + carrera 8 km',
    locale: 'es',
    type: 'brick',
    legs: [
      { type: 'bike', distanceKm: 60 },
      { type: 'run', distanceKm: 8 },
    ],
  },
  {
    title: 'Combinato bici 2h + corsa 20’',
    locale: 'it',
    type: 'brick',
    durationMin: 140,
    legs: [
      { type: 'bike', durationMin: 120 },
      { type: 'run', durationMin: 20 },
    ],
  },
  {
    title: 'Koppeltraining 75 min fietsen, dan 25 min lopen',
    locale: 'nl',
    type: 'brick',
    durationMin: 100,
    legs: [
      { type: 'bike', durationMin: 75 },
      { type: 'run', durationMin: 25 },
    ],
  },
  {
    title: 'Turbo 45min into treadmill 15min',
    type: 'brick',
    durationMin: 60,
    legs: [
      { type: 'indoor_bike', durationMin: 45 },
      { type: 'treadmill_run', durationMin: 15 },
    ],
  },
  {
    title: '1500m swim, 40k bike, 10k run - club triathlon',
    type: 'triathlon',
    isRace: true,
    legs: [
      { type: 'swim', distanceKm: 1.5 },
      { type: 'bike', distanceKm: 40 },
      { type: 'run', distanceKm: 10 },
    ],
  },
  {
    title: 'Duathlon: 5k run | 20k bike | 2.5k run',
    type: 'duathlon',
    isRace: true,
    legs: [
      { type: 'run', distanceKm: 5 },
      { type: 'bike', distanceKm: 20 },
      { type: 'run', distanceKm: 2.5 },
    ],
  },
  {
    title: '#brick bike/run',
    type: 'brick',
    legs: [{ type: 'bike' }, { type: 'run' }],
  },
  {
    title: '1h ows then 2.5 hrs ride',
    type: 'brick',
    durationMin: 210,
    legs: [
      { type: 'open_water_swim', durationMin: 60 },
      { type: 'bike', durationMin: 150 },
    ],
  },
  {
    title: '25 mi ride + 3 mi run, legs of jelly',
    type: 'brick',
    legs: [
      { type: 'bike', distanceKm: 40.234 },
      { type: 'run', distanceKm: 4.828 },
    ],
  },
  {
    title: 'Race sim',
    description: 'Bike 3h at 70.3 power then run 40 min at 70.3 pace',
    type: 'brick',
    isRace: false,
    durationMin: 220,
    legs: [
      { type: 'bike', durationMin: 180 },
      { type: 'run', durationMin: 40 },
    ],
  },
  { title: "3x(20' bike + 5' run)", type: 'brick', durationMin: 75 },
  {
    title: 'Treino de transição: 40km pedal + 5km corrida',
    locale: 'pt-BR',
    type: 'brick',
    legs: [
      { type: 'bike', distanceKm: 40 },
      { type: 'run', distanceKm: 5 },
    ],
  },
  {
    title: 'バイク60分+ラン20分 ブリック',
    locale: 'ja',
    type: 'brick',
    durationMin: 80,
    legs: [
      { type: 'bike', durationMin: 60 },
      { type: 'run', durationMin: 20 },
    ],
  },
  {
    title: 'Zakładka: rower 1:30 + bieg 0:30',
    locale: 'pl',
    type: 'brick',
    durationMin: 120,
    legs: [
      { type: 'bike', durationMin: 90 },
      { type: 'run', durationMin: 30 },
    ],
  },
  { title: 'Multisport', locale: 'en', tags: ['swim', 'bike', 'run'], type: 'triathlon' },
  { title: 'Transition run after the long one, 10 minutes', type: 'run', durationMin: 10 },
  { title: 'Brick wall hit at mile 20 of the marathon', type: 'run', isRace: true },
];
