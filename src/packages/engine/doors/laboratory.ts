/** Athletes and sessions for tests: drawn, published, and the golden rows. The Worker never imports it. */

export { activity, athlete, HEALTHY } from '../laboratory/fixtures.ts';
export { GOLDEN_EVENTS } from '../laboratory/golden-events.ts';
export { simulatePeople } from '../laboratory/people-simulation.ts';
export { judgePeople } from '../laboratory/people-sweat.ts';
export { drawPerson, drawSession } from '../laboratory/population.ts';
export { PUBLISHED_ATHLETES } from '../laboratory/published-athletes.ts';
export { InputSource } from '../laboratory/random-inputs.ts';
