import type { LabelledTitle } from './labelled-title.ts';

/** A second author’s multi-sport titles with their legs. */
export const TITLES: readonly LabelledTitle[] = [
  {
    title: "Koppel 3h Rad → 45' Lauf @RT",
    type: 'brick',
    durationMin: 225,
    legs: [
      { type: 'bike', durationMin: 180 },
      { type: 'run', durationMin: 45 },
    ],
  },
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
    title: "3x(20'bike+5'run)",
    type: 'brick',
    durationMin: 75,
    legs: [
      { type: 'bike', durationMin: 60 },
      { type: 'run', durationMin: 15 },
    ],
  },
  {
    title: 'S/B/R 1.5/40/10',
    type: 'triathlon',
    legs: [
      { type: 'swim', distanceKm: 1.5 },
      { type: 'bike', distanceKm: 40 },
      { type: 'run', distanceKm: 10 },
    ],
  },
  {
    title: 'Ride 3h then run 40min',
    type: 'brick',
    durationMin: 220,
    legs: [
      { type: 'bike', durationMin: 180 },
      { type: 'run', durationMin: 40 },
    ],
  },
  {
    title: 'Bike 40k -> Run 10k',
    type: 'brick',
    legs: [
      { type: 'bike', distanceKm: 40 },
      { type: 'run', distanceKm: 10 },
    ],
  },
  {
    title: 'Swim 1900m + Bike 60k',
    type: 'brick',
    legs: [
      { type: 'swim', distanceKm: 1.9 },
      { type: 'bike', distanceKm: 60 },
    ],
  },
  {
    title: 'Brick 1:30 bike, 0:20 run',
    type: 'brick',
    durationMin: 110,
    legs: [
      { type: 'bike', durationMin: 90 },
      { type: 'run', durationMin: 20 },
    ],
  },
  {
    title: 'Bike/Run 90/20',
    type: 'brick',
    durationMin: 110,
    legs: [
      { type: 'bike', durationMin: 90 },
      { type: 'run', durationMin: 20 },
    ],
  },
  {
    title: "Enchaînement 2h30 vélo + 30' cap",
    type: 'brick',
    durationMin: 180,
    legs: [
      { type: 'bike', durationMin: 150 },
      { type: 'run', durationMin: 30 },
    ],
  },
  {
    title: 'Transición: 60 min bici + 20 min carrera',
    type: 'brick',
    durationMin: 80,
    legs: [
      { type: 'bike', durationMin: 60 },
      { type: 'run', durationMin: 20 },
    ],
  },
  {
    title: 'Combinato 2h bici + 30 min corsa',
    type: 'brick',
    durationMin: 150,
    legs: [
      { type: 'bike', durationMin: 120 },
      { type: 'run', durationMin: 30 },
    ],
  },
  {
    title: 'Koppeltraining 90 min fietsen + 30 min lopen',
    type: 'brick',
    durationMin: 120,
    legs: [
      { type: 'bike', durationMin: 90 },
      { type: 'run', durationMin: 30 },
    ],
  },
  {
    title: 'Zakładka: 60 min rower + 20 min bieg',
    type: 'brick',
    durationMin: 80,
    legs: [
      { type: 'bike', durationMin: 60 },
      { type: 'run', durationMin: 20 },
    ],
  },
  {
    title: 'バイク60分＋ラン20分',
    type: 'brick',
    durationMin: 80,
    legs: [
      { type: 'bike', durationMin: 60 },
      { type: 'run', durationMin: 20 },
    ],
  },
  {
    title: '骑行60分钟 + 跑步20分钟',
    type: 'brick',
    durationMin: 80,
    legs: [
      { type: 'bike', durationMin: 60 },
      { type: 'run', durationMin: 20 },
    ],
  },
  {
    title: 'Duathlon 5k run / 20k bike / 2.5k run',
    type: 'duathlon',
    legs: [
      { type: 'run', distanceKm: 5 },
      { type: 'bike', distanceKm: 20 },
      { type: 'run', distanceKm: 2.5 },
    ],
  },
  {
    title: "2 x (30' turbo + 10' treadmill)",
    type: 'brick',
    durationMin: 80,
    legs: [
      { type: 'indoor_bike', durationMin: 60 },
      { type: 'treadmill_run', durationMin: 20 },
    ],
  },
  {
    title: "Koppeltraining: 2h Rad + 30' Lauf",
    type: 'brick',
    durationMin: 150,
    legs: [
      { type: 'bike', durationMin: 120 },
      { type: 'run', durationMin: 30 },
    ],
  },
  {
    title: 'Brick - 75min bike / 25min run',
    type: 'brick',
    durationMin: 100,
    legs: [
      { type: 'bike', durationMin: 75 },
      { type: 'run', durationMin: 25 },
    ],
  },
  {
    title: '4h ride into 1h run',
    type: 'brick',
    durationMin: 300,
    legs: [
      { type: 'bike', durationMin: 240 },
      { type: 'run', durationMin: 60 },
    ],
  },
  {
    title: "4x(10' bike + 5' run)",
    type: 'brick',
    durationMin: 60,
    legs: [
      { type: 'bike', durationMin: 40 },
      { type: 'run', durationMin: 20 },
    ],
  },
  {
    title: '750m swim, 20km bike, 5km run',
    type: 'triathlon',
    legs: [
      { type: 'swim', distanceKm: 0.75 },
      { type: 'bike', distanceKm: 20 },
      { type: 'run', distanceKm: 5 },
    ],
  },
  {
    title: '90min Rolle → 20min Laufband',
    type: 'brick',
    durationMin: 110,
    legs: [
      { type: 'indoor_bike', durationMin: 90 },
      { type: 'treadmill_run', durationMin: 20 },
    ],
  },
  {
    title: "Swim 45' → Bike 2h",
    type: 'brick',
    durationMin: 165,
    legs: [
      { type: 'swim', durationMin: 45 },
      { type: 'bike', durationMin: 120 },
    ],
  },
  {
    title: '1h swim & 1h run',
    type: 'brick',
    durationMin: 120,
    legs: [
      { type: 'swim', durationMin: 60 },
      { type: 'run', durationMin: 60 },
    ],
  },
  {
    title: 'Run 20min + Bike 60min + Run 20min',
    type: 'duathlon',
    durationMin: 100,
    legs: [
      { type: 'run', durationMin: 20 },
      { type: 'bike', durationMin: 60 },
      { type: 'run', durationMin: 20 },
    ],
  },
  {
    title: '50 mi bike | 6 mi run',
    type: 'brick',
    legs: [
      { type: 'bike', distanceKm: 80.467 },
      { type: 'run', distanceKm: 9.656 },
    ],
  },
  {
    title: "Multi enchaînement : 40' vélo puis 15' course à pied",
    type: 'brick',
    durationMin: 55,
    legs: [
      { type: 'bike', durationMin: 40 },
      { type: 'run', durationMin: 15 },
    ],
  },
  {
    title: '1h bici + 20min correr',
    type: 'brick',
    durationMin: 80,
    legs: [
      { type: 'bike', durationMin: 60 },
      { type: 'run', durationMin: 20 },
    ],
  },
  {
    title: 'Treino de transição 1h30 bike + 30min corrida',
    type: 'brick',
    durationMin: 120,
    legs: [
      { type: 'bike', durationMin: 90 },
      { type: 'run', durationMin: 30 },
    ],
  },
  {
    title: 'Bike run brick 60/15',
    type: 'brick',
    durationMin: 75,
    legs: [
      { type: 'bike', durationMin: 60 },
      { type: 'run', durationMin: 15 },
    ],
  },
  {
    title: 'Kombipass: cykel 60 min + löpning 30 min',
    type: 'brick',
    durationMin: 90,
    legs: [
      { type: 'bike', durationMin: 60 },
      { type: 'run', durationMin: 30 },
    ],
  },
  {
    title: "Brick 2h z2 ride + 30' @ 70.3 pace run",
    type: 'brick',
    durationMin: 150,
    legs: [
      { type: 'bike', durationMin: 120 },
      { type: 'run', durationMin: 30 },
    ],
  },
  {
    title: '游泳1500米 + 骑行40公里 + 跑步10公里',
    type: 'triathlon',
    legs: [
      { type: 'swim', distanceKm: 1.5 },
      { type: 'bike', distanceKm: 40 },
      { type: 'run', distanceKm: 10 },
    ],
  },
  {
    title: '🚴 60min ➡️ 🏃 20min',
    type: 'brick',
    durationMin: 80,
    legs: [
      { type: 'bike', durationMin: 60 },
      { type: 'run', durationMin: 20 },
    ],
  },
  {
    title: '60 minutes of cycling followed by a 20 minute run',
    type: 'brick',
    durationMin: 80,
    legs: [
      { type: 'bike', durationMin: 60 },
      { type: 'run', durationMin: 20 },
    ],
  },
  {
    title: "SwimRun 20' swim / 40' run",
    type: 'brick',
    durationMin: 60,
    legs: [
      { type: 'swim', durationMin: 20 },
      { type: 'run', durationMin: 40 },
    ],
  },
];
