import * as z from 'zod/mini';
import { described } from '#platform/http/openapi-metadata.ts';
import { pageQuery } from '#platform/http/pagination.ts';
import { givenInstant, text } from '#platform/http/wire-fields.ts';
import { EVENT_PATTERNS } from '#platform/storage/event-types.ts';

/** A cursor names each store of the partner, so it is longer than those of other lists. */
const CURSOR_CHARACTERS_MAX = 4000;

const types = z.string().check(
  z.maxLength(1000),
  z.refine((value) => value.split(',').every((pattern) => EVENT_PATTERNS.includes(pattern)), {
    error: 'must be a list of event types, separated by commas',
    params: { code: 'unknown_event_type' },
  }),
);

export const eventQuery = z.strictObject({
  types: described(
    z.optional(types),
    'Only these types, separated by commas: a type such as `activity.created`, a group such as `athlete.*`, or `*`.',
  ),
  athlete_id: described(z.optional(text(100, 1)), 'Only events of this athlete.'),
  from: described(
    z.optional(givenInstant()),
    'Only events from this time onwards. Events are kept for 30 days.',
  ),
  limit: pageQuery.limit,
  cursor: described(
    z.optional(z.string().check(z.maxLength(CURSOR_CHARACTERS_MAX))),
    '`next_cursor` of the previous page, even if that page was empty. Works only with the same filters, for 30 days.',
  ),
});
