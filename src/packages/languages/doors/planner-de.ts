/** The planner's words of one language, so that a browser loads no other. */
export { FOODS } from '../src/de/foods.ts';
export { LANDING } from '../src/de/landing.ts';
export { PLANNER } from '../src/de/planner.ts';
export { RACE } from '../src/de/race.ts';
