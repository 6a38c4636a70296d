/** The fields that the engine reads of an athlete and a session, declared once, and what is known without them. */

export { profileGaps } from '../src/confidence.ts';
export { resolveBody } from '../src/effort.ts';
export { formerMassAfter, POUNDS_FROM_KG, UNLIKELY_MASS } from '../src/gaps.ts';
export {
  engineMembers,
  type Field,
  type Fields,
  PROFILE_FIELDS,
  SESSION_FIELDS,
  SESSION_MAX_MIN,
  type StatedOf,
} from '../src/input-fields.ts';
export { fractionOfStep } from '../src/steps.ts';
export { isByHour } from '../src/sweat.ts';
