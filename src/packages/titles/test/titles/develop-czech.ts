import type { LabelledTitle } from './labelled-title.ts';

/** Czech: what platforms call sessions by themselves, weekdays, races and session words. */
export const TITLES: readonly LabelledTitle[] = [
  { title: 'Ranní běh', type: 'run' },
  { title: 'Odpolední jízda', type: 'bike' },
  { title: 'Večerní procházka', type: 'walk' },
  { title: 'Polední plavání', type: 'swim' },
  { title: 'Nedělní dlouhý běh', type: 'run', intensity: 'endurance' },
  { title: 'Úterní intervaly, běh 5x1000', type: 'run', intensity: 'vo2max' },
  { title: 'Volný běh 8 km', type: 'run', intensity: 'easy' },
  { title: 'Tempový běh', type: 'run', intensity: 'tempo' },
  { title: 'Na kole do práce', type: 'bike' },
  { title: 'Trenažér 60 min', type: 'indoor_bike', durationMin: 60 },
  { title: 'Běžky Jizerky', type: 'ski' },
  { title: 'Jizerská padesátka', type: 'ski', isRace: true },
  { title: 'Pražský půlmaraton', type: 'run', isRace: true },
  { title: 'Posilovna', type: 'lift' },
  { title: 'Túra na Sněžku', type: 'hike' },
  { title: 'Bazén 2 km', type: 'swim' },
  { title: 'Olympijský triatlon Pardubice', type: 'triathlon', isRace: true },
  { title: 'Regenerační výklus', type: 'run', intensity: 'recovery' },
  { title: 'Odpočinek', type: null },
];
