import { ok } from '#platform/http/answer.ts';
import { fail, isFailure } from '#platform/http/errors.ts';
import { isCursorOfOtherEnvironment, readPageRequest } from '#platform/http/pagination.ts';
import { defineRoute } from '#platform/http/route.ts';
import { eventTypesOf } from '#platform/storage/event-types.ts';
import { EventPage, eventToWire, exampleOfEvent } from './event-shape.ts';
import { BEGINNING, fromCursorPosition, toCursorPosition } from './feed-position.ts';
import { listEvents } from './list-events.ts';
import { eventQuery } from './requests.ts';

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
