import type { LabelledTitle } from './labelled-title.ts';

export const TITLES: readonly LabelledTitle[] = [
  { title: 'Poranny bieg', locale: 'pl', type: 'run' },
  { title: 'Popołudniowa jazda rowerem', locale: 'pl', type: 'bike' },
  { title: 'Rower', locale: 'pl', type: 'bike' },
  { title: 'Kraków Bieganie', type: 'run' },
  { title: 'Pływanie na basenie', type: 'swim' },
  { title: 'Wieczorny spacer', type: 'walk' },
  { title: 'Długie wybieganie 26 km', type: 'run' },
  { title: 'Trenażer 1h SST', locale: 'pl', type: 'indoor_bike', durationMin: 60 },
  { title: 'Bieżnia, bo smog', type: 'treadmill_run' },
  { title: 'Siłownia: nogi', type: 'lift' },
  { title: 'Biegówki w Jakuszycach', type: 'ski' },
  { title: 'Maraton Warszawski', type: 'run', isRace: true },
  { title: 'Rzeźnik - bieg górski 80 km', type: 'trail_run', isRace: true },
  { title: 'Wioślarstwo, ergometr 6 km', type: 'row' },
  { title: 'Wycieczka piesza: Rysy', type: 'hike' },
  { title: 'Open water na Zalewie', locale: 'pl', type: 'open_water_swim' },
  { title: 'Ironman 70.3 Gdynia, zawody', type: 'triathlon', isRace: true },
  { title: 'Duathlon Czempiń', type: 'duathlon', isRace: true },
  { title: 'Mecz siatkówki', type: 'other' },
];
