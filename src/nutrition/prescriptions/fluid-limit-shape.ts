import { FLUID_LIMIT_KINDS } from '@musette/engine/types';
import * as z from 'zod/mini';
import { described, documented } from '#platform/http/openapi-metadata.ts';

/** Members that say what a fluid ceiling means, next to each one. */
export const fluidLimitFields = {
  fluid_limit_kind: documented(z.enum(FLUID_LIMIT_KINDS), {
    id: 'FluidLimitKind',
    description:
      '`risk_limit`, below 8 hours: a stated risk at that rate. `planning_limit`, from 8 hours: show the athlete’s own number (`least_kg` to `most_kg` of `VERY_LONG_EVENT`) first, then this limit, without red.',
  }),
  fluid_limit_text: described(z.string(), 'What the limit means, as text for the athlete.'),
};

/** What a fluid ceiling means, as shown. */
export interface FluidLimit {
  readonly fluid_limit_kind: (typeof FLUID_LIMIT_KINDS)[number];
  readonly fluid_limit_text: string;
}
