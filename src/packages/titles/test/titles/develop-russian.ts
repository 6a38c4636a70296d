import type { LabelledTitle } from './labelled-title.ts';

/** Russian: what platforms call sessions by themselves, weekdays, races and session words. */
export const TITLES: readonly LabelledTitle[] = [
  { title: 'Утренняя пробежка', type: 'run' },
  { title: 'Дневной велозаезд', type: 'bike' },
  { title: 'Вечерний заплыв', type: 'swim' },
  { title: 'Ночная прогулка', type: 'walk' },
  { title: 'Обеденная силовая тренировка', type: 'lift' },
  { title: 'Вторник, пробежка', type: 'run' },
  { title: 'Воскресная длительная 25 км', type: 'run', intensity: 'endurance' },
  { title: 'Субботний велосипед', type: 'bike' },
  { title: 'Бассейн 2000 м', type: 'swim' },
  { title: 'Московский марафон', type: 'run', isRace: true },
  { title: 'Полумарафон Северная столица', type: 'run', isRace: true },
  { title: 'Легкий бег 8 км', type: 'run', intensity: 'easy' },
  { title: 'Интервалы 6х800 бег', type: 'run', intensity: 'vo2max' },
  { title: 'Темповый бег 10 км', type: 'run', intensity: 'tempo' },
  { title: 'Восстановительный бег 40 мин', type: 'run', intensity: 'recovery', durationMin: 40 },
  { title: 'Лыжи, коньковый ход 20 км', type: 'ski' },
  { title: 'Поход на Эльбрус', type: 'hike' },
  { title: 'Беговая дорожка 30 мин', type: 'treadmill_run', durationMin: 30 },
  { title: 'Велостанок 1 час', type: 'indoor_bike', durationMin: 60 },
  { title: 'Йога', type: 'other' },
  { title: 'Триатлон, олимпийская дистанция', type: 'triathlon', isRace: true },
  { title: 'Отдых', type: null },
  { title: 'Ремонт велосипеда', type: null },
];
