import * as z from 'zod/mini';
import { ok } from '#platform/http/answer.ts';
import { fail, isFailure } from '#platform/http/errors.ts';
import { described } from '#platform/http/openapi-metadata.ts';
import { isCursorOfOtherEnvironment, pageQuery, readPageRequest } from '#platform/http/pagination.ts';
import { defineRoute } from '#platform/http/route.ts';
import { inputInstant, text } from '#platform/http/wire-fields.ts';
import { EVENT_PATTERNS, eventTypesOf } from '#platform/storage/event-types.ts';
import { EventPage, eventToWire, exampleOfEvent } from './event-shape.ts';
import { BEGINNING, fromCursorPosition, toCursorPosition } from './feed-position.ts';
import { listEvents } from './list-events.ts';

/** A cursor names each store of the partner, so it is longer than those of other lists. */
const CURSOR_CHARACTERS_MAX = 4000;

const types = z.string().check(
  z.maxLength(1000),
  z.refine((value) => value.split(',').every((pattern) => EVENT_PATTERNS.includes(pattern)), {
    error: 'must be a list of event types, separated by commas',
    params: { code: 'unknown_event_type' },
  }),
);

const eventQuery = z.strictObject({
  types: described(
    z.optional(types),
    'Only these types, separated by commas: a type such as `activity.created`, a group such as `athlete.*`, or `*`.',
  ),
  athlete_id: described(z.optional(text(100, 1)), 'Only events of this athlete.'),
  from: described(
    z.optional(inputInstant()),
    'Only events from this time onwards. Events are kept for 30 days.',
  ),
  limit: pageQuery.limit,
  cursor: described(
    z.optional(z.string().check(z.maxLength(CURSOR_CHARACTERS_MAX))),
    '`next_cursor` of the previous page, even if that page was empty. Works only with the same filters, for 30 days.',
  ),
});

export const eventRoutes = [
  defineRoute({
    method: 'GET',
    path: '/v1/events',
    operationId: 'listEvents',
    tag: 'Events',
    summary: 'List events',
    description:
      "Lists changes in the key's environment, oldest first. Store `next_cursor` and pass it in the next call: immediately while `has_more` is true, otherwise later. No event is skipped or repeated, even while new ones are recorded. A cursor works with the filters that it was issued for, for 30 days. Events name the changed fields without their values.",
    responses: {
      200: {
        description: 'The next events.',
        schema: EventPage,
        example: { data: [exampleOfEvent('activity.updated')], has_more: false, next_cursor: 'eyJhIjoxfQ' },
      },
    },
    access: 'partner',
    scope: null,
    query: eventQuery,
    errors: ['cursor_expired'],
    async handler(ctx, request) {
      const { types, athlete_id: athleteId, from } = request.query;
      const filters = { types, athlete_id: athleteId, from };
      const page = await readPageRequest(ctx, request, filters);
      if (isFailure(page)) {
        const isForeign = await isCursorOfOtherEnvironment(ctx, request, filters);
        return isForeign ? fail('environment_mismatch') : page;
      }
      const after = page.after === null ? BEGINNING : fromCursorPosition(page.after, ctx.nowMs);
      if (after === null) return fail('cursor_expired');
      const filter = {
        types: types === undefined ? null : types.split(',').flatMap(eventTypesOf),
        athleteId,
        fromMs: from === undefined ? null : Date.parse(from),
        limit: page.limit - 1,
      };
      const read = await listEvents(ctx, filter, after);
      if (isFailure(read)) return read;
      return ok({
        data: read.rows.map(eventToWire),
        has_more: read.hasMore,
        next_cursor: await page.encode(toCursorPosition(read.position, ctx.nowMs)),
      });
    },
  }),
];
