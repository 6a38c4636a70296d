import type { LabelledTitle } from './labelled-title.ts';

export const TITLES: readonly LabelledTitle[] = [
  { title: 'Lunchowe pływanie', locale: 'pl', type: 'swim' },
  { title: 'Trening siłowy wieczorem', locale: 'pl', type: 'lift' },
  { title: 'Gdańsk Kolarstwo', type: 'bike' },
  { title: 'Rowerem do pracy', type: 'bike' },
  { title: 'Szosa z ekipą, 110 km, zmiany', locale: 'pl', type: 'bike' },
  { title: 'Interwały na trenażerze w Zwifcie', type: 'indoor_bike' },
  { title: 'Rozbieganie 40 minut', type: 'run', durationMin: 40 },
  { title: 'biegałem z psem po lesie, krótko', type: 'run' },
  { title: '10x400 m na stadionie', locale: 'pl', type: 'run' },
  { title: 'Półmaraton Poznań – życiówka 1:27', type: 'run', isRace: true, durationMin: 87 },
  { title: 'Bieg po bieżni mechanicznej', type: 'treadmill_run' },
  { title: 'Bieg Piastów 50 km, styl klasyczny, narty', type: 'ski', isRace: true },
  { title: 'Pływanie w jeziorze z bojką', type: 'open_water_swim' },
  { title: 'Kajaki na Krutyni', type: 'row' },
  { title: 'Spacerek po bulwarach', type: 'walk' },
  { title: 'Tatry, szlak na Giewont', locale: 'pl', type: 'hike' },
  { title: 'Ultra trail Bieszczady', type: 'trail_run', isRace: true },
  { title: 'Triathlon Poznań, dystans olimpijski', type: 'triathlon', isRace: true },
  { title: 'Dziś bez biegania', locale: 'pl', type: null },
  { title: 'Joga dla sportowców', locale: 'pl', type: 'other' },
];
