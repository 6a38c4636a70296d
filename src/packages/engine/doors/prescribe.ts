/** The one calculation, its version, and the limits that documents and plans state. */

export { fluidLimitKind, OLDER_ADULT_FROM_YEARS } from '../src/ceiling.ts';
export { CEILING_SHARE } from '../src/fluid.ts';
export { planEvent } from '../src/plan.ts';
export { ENGINE_VERSION, type PrescribeInput, type PrescribeResult, prescribe } from '../src/prescribe.ts';
export { downToTens, totalsOf } from '../src/rounding.ts';
export { RACE_ABOVE_PRACTISED_G_PER_HR, UNLIKELY_TOLERANCE } from '../src/tolerance.ts';
