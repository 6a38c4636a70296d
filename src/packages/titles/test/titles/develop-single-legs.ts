import type { LabelledTitle } from './labelled-title.ts';

/** One recorded leg of an event of several sports, and plans for such events. */
export const TITLES: readonly LabelledTitle[] = [
  { title: 'Duathlon Alsdorf - Run 2', type: 'run' },
  { title: 'Sprint duathlon | Run 1', type: 'run' },
  { title: 'Triathlon Kitzbühel (1/3)', type: 'swim' },
  { title: 'Triathlon Kitzbühel (2/3)', type: 'bike' },
  { title: 'Triathlon Kitzbühel (3/3)', type: 'run' },
  { title: 'W03D2b Triathlon', type: null },
  { title: 'W12D5a Ironman', type: null },
  { title: 'W04D1 run', type: 'run' },
  { title: 'Ironman Copenhagen - Swim', type: 'swim' },
  { title: 'Ironman Copenhagen: Bike leg', type: 'bike' },
  { title: '70.3 Zell am See - Run split', type: 'run' },
  { title: 'Bike - Challenge Almere', type: 'bike' },
  { title: 'Duathlon Zofingen (2/3)', type: 'bike' },
  { title: 'Triathlon training week 5: ride', type: 'bike', isRace: false },
  { title: 'Ironman build week 8', type: null, isRace: false },
  { title: 'Powerman - Bike', type: 'bike' },
  { title: 'Triatlón de Zarautz - Natación', type: 'swim' },
  { title: 'Triathlon de Gérardmer - Vélo', type: 'bike' },
  { title: 'Triathlon Ingolstadt - Laufen', type: 'run' },
  { title: 'Triathlon Ingolstadt', type: 'triathlon', isRace: true },
  { title: 'Triathlon club run', type: 'run', isRace: false },
  { title: 'Rest day walk', type: 'walk' },
];
