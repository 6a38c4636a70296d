/** The planner's words of one language, so that a browser loads no other. */
export { FOODS } from '../src/it/foods.ts';
export { LANDING } from '../src/it/landing.ts';
export { PLANNER } from '../src/it/planner.ts';
export { RACE } from '../src/it/race.ts';
