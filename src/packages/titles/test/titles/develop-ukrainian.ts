import type { LabelledTitle } from './labelled-title.ts';

/** Ukrainian: what platforms call sessions by themselves, weekdays, races and session words. */
export const TITLES: readonly LabelledTitle[] = [
  { title: 'Ранкова пробіжка', type: 'run' },
  { title: 'Вечірній велозаїзд', type: 'bike' },
  { title: 'Денне плавання', type: 'swim' },
  { title: 'Обідня прогулянка', type: 'walk' },
  { title: 'Нічний біг', type: 'run' },
  { title: 'Середа, інтервали біг 5х1000', type: 'run', intensity: 'vo2max' },
  { title: 'Недільна довга пробіжка', type: 'run', intensity: 'endurance' },
  { title: 'Київський півмарафон', type: 'run', isRace: true },
  { title: 'Легкий біг 6 км', type: 'run', intensity: 'easy' },
  { title: 'Басейн 1500 м', type: 'swim' },
  { title: 'Силове тренування', type: 'lift' },
  { title: 'Похід у Карпати', type: 'hike' },
  { title: 'Велосипедом на роботу', type: 'bike' },
  { title: 'Бігова доріжка', type: 'treadmill_run' },
  { title: 'День відпочинку', type: null },
];
