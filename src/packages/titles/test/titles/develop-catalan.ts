import type { LabelledTitle } from './labelled-title.ts';

/** Catalan: what platforms call sessions by themselves, weekdays, races and session words. */
export const TITLES: readonly LabelledTitle[] = [
  { title: 'Cursa matinal', type: 'run', isRace: false },
  { title: 'Cursa de tarda', type: 'run', isRace: false },
  { title: 'Volta amb bici al matí', type: 'bike' },
  { title: 'Excursió matinal', type: 'hike' },
  { title: 'Caminada de vespre', type: 'walk' },
  { title: 'Natació a la piscina', type: 'swim' },
  { title: 'Dimarts, sèries 6x800 corrent', type: 'run', intensity: 'vo2max' },
  { title: 'Diumenge, tirada llarga', type: 'run', intensity: 'endurance' },
  { title: 'Marató de Barcelona', type: 'run', isRace: true },
  { title: 'Mitja marató de Granollers', type: 'run', isRace: true },
  { title: 'Rodatge suau 8 km', type: 'run', intensity: 'easy' },
  { title: 'Sortida en bici amb els amics', type: 'bike' },
  { title: 'Gimnàs, força', type: 'lift' },
  { title: 'Aigües obertes a la Costa Brava', type: 'open_water_swim' },
  { title: 'Rodet 1 h', type: 'indoor_bike', durationMin: 60 },
  { title: 'Esquí de muntanya a Núria', type: 'ski' },
  { title: 'Triatló de Banyoles', type: 'triathlon', isRace: true },
  { title: 'Dia de descans', type: null },
];
