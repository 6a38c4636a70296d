/** The planner's words of one language, so that a browser loads no other. */
export { FOODS } from '../src/ja/foods.ts';
export { LANDING } from '../src/ja/landing.ts';
export { PLANNER } from '../src/ja/planner.ts';
export { RACE } from '../src/ja/race.ts';
