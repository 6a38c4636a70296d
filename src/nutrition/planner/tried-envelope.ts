import type * as z from 'zod/mini';
import { isObject, memberOf } from '#platform/members.ts';
import type { Envelope } from '../prescriptions/envelope-shape.ts';
import type { Explanation } from '../prescriptions/explanation-shape.ts';
import type { FullPrescription } from '../prescriptions/prescription-shape.ts';
import type { Trajectory } from '../prescriptions/trajectory-shape.ts';

type Whole = z.output<typeof Envelope>;

/** The envelope of `POST /try/calculate`: always the full numbers, with ranges and explanation. */
export interface TriedEnvelope
  extends Pick<Whole, 'safety' | 'intake' | 'legs' | 'drivers' | 'engine_version'> {
  readonly prescription: z.output<typeof FullPrescription>;
  readonly ranges: NonNullable<Whole['ranges']>;
  readonly explanation: z.output<typeof Explanation>;
  readonly trajectory: Trajectory;
}

/** Returns whether an answer is a `TriedEnvelope`, by the members that only full numbers have. */
export function isTriedEnvelope(answer: unknown): answer is TriedEnvelope {
  const prescription = memberOf(answer, 'prescription');
  return (
    typeof memberOf(prescription, 'carb_g_per_hr') === 'number' &&
    isObject(memberOf(answer, 'safety')) &&
    isObject(memberOf(answer, 'ranges')) &&
    isObject(memberOf(answer, 'explanation')) &&
    isObject(memberOf(answer, 'trajectory'))
  );
}
