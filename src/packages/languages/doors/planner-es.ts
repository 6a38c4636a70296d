/** The planner's words of one language, so that a browser loads no other. */
export { FOODS } from '../src/es/foods.ts';
export { LANDING } from '../src/es/landing.ts';
export { PLANNER } from '../src/es/planner.ts';
export { RACE } from '../src/es/race.ts';
