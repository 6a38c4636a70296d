/** The planner's words of one language, so that a browser loads no other. */
export { FOODS } from '../src/en/foods.ts';
export { LANDING } from '../src/en/landing.ts';
export { PLANNER } from '../src/en/planner.ts';
export { RACE } from '../src/en/race.ts';
