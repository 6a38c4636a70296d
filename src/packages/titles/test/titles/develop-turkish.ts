import type { LabelledTitle } from './labelled-title.ts';

/** Turkish: what platforms call sessions by themselves, weekdays, races and session words. */
export const TITLES: readonly LabelledTitle[] = [
  { title: 'Sabah koşusu', type: 'run' },
  { title: 'Akşam Bisiklet Sürüşü', type: 'bike' },
  { title: 'Öğle yürüyüşü', type: 'walk' },
  { title: 'Öğleden sonra yüzmesi', type: 'swim' },
  { title: 'Gece koşusu', type: 'run' },
  { title: 'Pazar uzun koşu 20 km', type: 'run', intensity: 'endurance' },
  { title: 'Salı interval koşu 6x800', type: 'run', intensity: 'vo2max' },
  { title: 'Hafif koşu 40 dk', type: 'run', intensity: 'easy', durationMin: 40 },
  { title: 'Tempo koşusu', type: 'run', intensity: 'tempo' },
  { title: 'İstanbul Maratonu', type: 'run', isRace: true },
  { title: 'Yarı maraton', type: 'run', isRace: true },
  { title: 'Koşu bandı 30 dk', type: 'treadmill_run', durationMin: 30 },
  { title: 'Açık su yüzme 2 km', type: 'open_water_swim' },
  { title: 'Ağırlık antrenmanı', type: 'lift' },
  { title: 'Doğa yürüyüşü', type: 'hike' },
  { title: 'Halı saha', type: 'other' },
  { title: 'Cumartesi bisiklet turu', type: 'bike' },
  { title: 'Dinlenme günü', type: null },
];
