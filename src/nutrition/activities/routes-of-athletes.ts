import * as z from 'zod/mini';
import { DAY_MS } from '#platform/clock.ts';
import { ok } from '#platform/http/answer.ts';
import { invalid, isFailure } from '#platform/http/errors.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { pageFields, pageQuery, pageWith, readPage } from '#platform/http/pagination.ts';
import { defineRoute } from '#platform/http/route.ts';
import { text } from '#platform/http/wire-fields.ts';
import { Activity, activityExample } from './activity-shape.ts';
import { filterOf, listOfAthletes, listOrder, showRows, spanOf } from './list-activities.ts';
import { positionOfActivity } from './page-repository.ts';

const ActivitiesOfAthletes = documented(
  z.object({
    ...pageFields(Activity),
    not_found: described(
      z.nullable(z.array(z.string())),
      'On the first page, the identifiers that match none of your athletes. Null on later pages.',
    ),
  }),
  { id: 'ActivitiesOfAthletes' },
);

/** Limits of one request, and the athletes covered by one unit of the budget. */
const ATHLETES_MAX = 50;
const DAYS_MAX = 14;
const ATHLETES_PER_UNIT = 10;

function idsIn(athleteIds: string): readonly string[] {
  return [...new Set(athleteIds.split(','))];
}

export const routesOfAthletes = [
  defineRoute({
    method: 'GET',
    path: '/v1/activities',
    operationId: 'listActivitiesOfAthletes',
    tag: 'Activities',
    summary: 'List activities of several athletes',
    description:
      "Lists the activities of up to 50 athletes over at most 14 days with their prescriptions, such as a coach's week. Oldest first unless `order=desc`. A token may only name its own athlete. For athletes in teaser tier, the answer shows the same as a single read.",
    responses: {
      200: {
        description: 'A page of activities.',
        schema: ActivitiesOfAthletes,
        example: { data: [activityExample], has_more: false, next_cursor: null, not_found: [] },
      },
    },
    access: 'partner',
    hasTexts: true,
    scope: 'activities:read',
    query: z.strictObject({
      ...pageQuery,
      athlete_ids: described(
        text(ATHLETES_MAX * 60, 1).check(
          z.refine((ids) => idsIn(ids).length <= ATHLETES_MAX, {
            error: `must name at most ${ATHLETES_MAX} athletes`,
            params: { code: 'too_big' },
          }),
        ),
        'Identifiers of up to 50 athletes, separated by commas.',
      ),
      from: described(
        z.iso.date(),
        'First day, inclusive: the local one of each activity, or in UTC if no time zone is known.',
      ),
      to: described(z.iso.date(), 'Last day, inclusive, at most 13 days later.'),
      order: described(z.clone(listOrder), '`asc` (default): oldest first.'),
    }),
    cost: '1 unit per started ten athletes',
    unitsOfQuery: ({ athlete_ids }) => Math.ceil(idsIn(athlete_ids).length / ATHLETES_PER_UNIT),
    errors: ['athlete_not_found'],
    async handler(ctx, request) {
      const { query, headers } = request;
      const { from, to, athlete_ids } = query;
      const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
      if (days < 1) return invalid({ pointer: '?from', code: 'invalid_range', message: 'is after `to`' });
      if (days > DAYS_MAX) {
        const message = `must be at most ${DAYS_MAX - 1} days after \`from\``;
        return invalid({ pointer: '?to', code: 'too_big', message });
      }
      const filter = filterOf({ from, to, order: query.order ?? 'asc' });
      const page = await readPage(ctx, request, {
        filters: { from, to, athlete_ids, order: query.order },
        read: (wanted) => listOfAthletes(ctx, idsIn(athlete_ids), { ...filter, ...spanOf(wanted) }),
        positionOf: ({ activity }) => positionOfActivity(filter, activity),
      });
      if (isFailure(page)) return page;
      const { data, more } = await showRows(ctx, page.rows, headers);
      const not_found = query.cursor === undefined ? [...page.found.notFound] : null;
      return ok({ ...pageWith(page, data), not_found }, more);
    },
  }),
];
