import * as z from 'zod/mini';
import { DAY_MS } from '#platform/clock.ts';
import { type Failure, invalid } from '#platform/http/errors.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { text } from '#platform/http/wire-fields.ts';
import type { Selection } from './recalculations.ts';

const ATHLETES_MAX = 1000;
/** Days after the first one if `to` is missing: the sessions that an athlete prepares for. */
const DEFAULT_DAYS = 14;

export const RecalculationInput = documented(
  z.strictObject({
    from: described(
      z.optional(z.iso.date()),
      'First UTC day of the activities, inclusive, by `scheduled_at`, or `created_at` if that is null. Default: today.',
    ),
    to: described(z.optional(z.iso.date()), 'Last UTC day, inclusive. Default: 14 days after `from`.'),
    athlete_ids: described(
      z.optional(z.array(text(100, 1)).check(z.minLength(1), z.maxLength(ATHLETES_MAX))),
      'Only activities of these athletes. Identifiers of deleted athletes, or of athletes that are not yours, match nothing.',
    ),
    only: described(
      z.optional(z.enum(['stale', 'all'])),
      '`stale` (the default) skips activities whose prescription is current. `all` calculates every one.',
    ),
  }),
  { id: 'RecalculationInput' },
);

/** Reads the activities that a request selects. Rejects days in the wrong order. */
export function parseSelection(
  body: z.output<typeof RecalculationInput>,
  nowMs: number,
): Selection | Failure {
  const fromMs = body.from === undefined ? nowMs - (nowMs % DAY_MS) : Date.parse(body.from);
  const lastMs = body.to === undefined ? fromMs + DEFAULT_DAYS * DAY_MS : Date.parse(body.to);
  if (lastMs < fromMs) {
    const message = body.from === undefined ? 'is in the past: send `from` too' : 'is before `from`';
    return invalid({ pointer: '/to', code: 'invalid_range', message });
  }
  return {
    fromMs,
    beforeMs: lastMs + DAY_MS,
    athleteIds: body.athlete_ids ?? null,
    onlyStale: body.only !== 'all',
  };
}
