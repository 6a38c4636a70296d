import type { LabelledTitle } from './labelled-title.ts';

/** Danish, Norwegian and Swedish. */
export const TITLES: readonly LabelledTitle[] = [
  { title: 'Aarhus Løb', locale: 'da', type: 'run' },
  { title: 'Landevejscykling, Marielyst rundt', locale: 'da', type: 'bike' },
  { title: 'Bænkpres og squat i fitnesscenteret', locale: 'da', type: 'lift' },
  { title: 'Havsvømning ved Amager Strand', locale: 'da', type: 'open_water_swim' },
  { title: 'Roning på Bagsværd Sø', locale: 'da', type: 'row' },
  { title: 'Vandretur i Rold Skov', locale: 'da', type: 'hike' },
  { title: 'Løbebånd med podcast', locale: 'da', type: 'treadmill_run' },
  { title: 'Joggetur etter jobb', locale: 'nb', type: 'run' },
  { title: 'Kveldstur på sykkel rundt Mjøsa', locale: 'nb', type: 'bike' },
  { title: 'Svømmetrening, 60x25', locale: 'nb', type: 'swim' },
  { title: 'Terrengløp i Bymarka', locale: 'nb', type: 'trail_run' },
  { title: 'Holmenkollstafetten, 3. etappe', locale: 'nb', type: 'run', isRace: true },
  { title: 'Sykkelrulle, 4x8', locale: 'nb', type: 'indoor_bike' },
  { title: 'Spasertur i sola', locale: 'nb', type: 'walk' },
  { title: 'Vasaloppet 90 km', type: 'ski', isRace: true },
  { title: 'Längdskidor på konstsnö', locale: 'sv', type: 'ski' },
  { title: 'Distanspass löpning, 75 minuter', locale: 'sv', type: 'run', durationMin: 75 },
  { title: 'Vätternrundan', type: 'bike', isRace: true },
  { title: 'Göteborgsvarvet', type: 'run', isRace: true },
  { title: 'Promenad till jobbet', locale: 'sv', type: 'walk' },
  { title: 'Gymmet: knäböj och marklyft', locale: 'sv', type: 'lift' },
  { title: 'Kalmar långdistans, äntligen Ironman', locale: 'sv', type: 'triathlon', isRace: true },
  { title: 'Vilodag, ingen löpning', locale: 'sv', type: null },
];
