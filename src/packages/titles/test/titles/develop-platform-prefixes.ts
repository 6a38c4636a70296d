import type { LabelledTitle } from './labelled-title.ts';

/** Names of indoor platforms in front of courses, workouts and events. */
export const TITLES: readonly LabelledTitle[] = [
  { title: 'Zwift - Times Square Loop in New York', type: 'indoor_bike' },
  { title: 'Zwift - Greater London Loop', type: 'indoor_bike' },
  { title: 'Zwift - Triple Flat Loops', type: 'indoor_bike' },
  { title: 'Zwift - Innsbruck KOM After Party', type: 'indoor_bike' },
  { title: 'MyWhoosh - Yas Island Circuit', type: 'indoor_bike' },
  { title: 'MyWhoosh - AlUla Rock Climb', type: 'indoor_bike' },
  { title: 'MyWhoosh - Downtown Strength', type: 'indoor_bike' },
  { title: 'ROUVY | Passo Giau', type: 'indoor_bike' },
  { title: 'Rouvy - Mallorca Swim Bay road', type: 'indoor_bike' },
  { title: 'TrainingPeaks Virtual - Classic Hills', type: 'indoor_bike' },
  { title: 'TrainingPeaks Virtual - Crater Lake', type: 'indoor_bike' },
  { title: 'Zwift Academy Tri: Baseline Workout', type: 'indoor_bike', isRace: false },
  { title: 'Zwift - Core Crushers', type: 'indoor_bike' },
  { title: 'Zwift Academy: Workout 4 | Climb', type: 'indoor_bike' },
  { title: 'Zwift - Group Workout: Sweet Spot', type: 'indoor_bike', intensity: 'tempo' },
  { title: 'Zwift - Stage 2: Tour de Zwift group ride', type: 'indoor_bike', isRace: false },
  { title: 'Zwift - Race: Bell Lap, cat C', type: 'indoor_bike', isRace: true },
  { title: 'Zwift run - Mayan Loop', type: 'treadmill_run' },
  { title: 'Zwift - Run: 5k Loop', type: 'treadmill_run' },
  { title: 'Zwift - Pacer Group Ride: Tempus Fugit with Yumi', type: 'indoor_bike' },
  { title: 'Zwift - Bologna TT Lap', type: 'indoor_bike' },
  { title: 'Zwift - Group Ride: Coffee Cruise', type: 'indoor_bike', isRace: false },
  { title: 'MyWhoosh - Sunday Circuit', type: 'indoor_bike' },
  { title: 'Rouvy: Alpe dHuez', type: 'indoor_bike' },
];
