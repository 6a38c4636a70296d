/** The planner's words of one language, so that a browser loads no other. */
export { FOODS } from '../src/fr/foods.ts';
export { LANDING } from '../src/fr/landing.ts';
export { PLANNER } from '../src/fr/planner.ts';
export { RACE } from '../src/fr/race.ts';
