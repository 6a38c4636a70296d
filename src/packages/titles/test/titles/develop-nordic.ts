import type { LabelledTitle } from './labelled-title.ts';

/** Danish, Norwegian and Swedish. */
export const TITLES: readonly LabelledTitle[] = [
  { title: 'Morgenløb', locale: 'da', type: 'run' },
  { title: 'Eftermiddagscykeltur', locale: 'da', type: 'bike' },
  { title: 'Intervaller på hometraineren', locale: 'da', type: 'indoor_bike' },
  { title: 'Gåtur med hunden', locale: 'da', type: 'walk' },
  { title: 'Svømning 1500 m crawl', locale: 'da', type: 'swim' },
  { title: 'Copenhagen Half, PR!', type: 'run', isRace: true },
  { title: 'Langtur, løb i skoven, 21 km', locale: 'da', type: 'run' },
  { title: 'Rolig langkjøring på ski', locale: 'nb', type: 'ski' },
  { title: 'Langrenn Nordmarka, blå swix', type: 'ski' },
  { title: 'Birkebeinerrennet', type: 'ski', isRace: true },
  { title: 'Rulleski, staking', locale: 'no', type: 'ski' },
  { title: 'Mølle 6x6min terskel', locale: 'nb', type: 'treadmill_run' },
  { title: 'Styrketrening', locale: 'nb', type: 'lift' },
  { title: 'Topptur til fots, Galdhøpiggen', locale: 'nb', type: 'hike' },
  { title: 'Norseman Xtreme', type: 'triathlon', isRace: true },
  { title: 'Morgonlöpning', locale: 'sv', type: 'run' },
  { title: 'Cykelpendling', locale: 'sv', type: 'bike' },
  { title: 'Simning i bassäng', locale: 'sv', type: 'swim' },
  { title: 'Öppet vatten i Mälaren', locale: 'sv', type: 'open_water_swim' },
  { title: 'Terränglöpning på Sörmlandsleden', locale: 'sv', type: 'trail_run' },
  { title: 'Roddmaskin 20 min', locale: 'sv', type: 'row', durationMin: 20 },
  { title: 'Innebandy', locale: 'sv', type: 'other' },
];
