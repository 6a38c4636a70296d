import * as z from 'zod/mini';
import { noContent, ok } from '#platform/http/answer.ts';
import { isFailure } from '#platform/http/errors.ts';
import { documented } from '#platform/http/openapi-metadata.ts';
import { answerPage, pageQuery, pageResponse } from '#platform/http/pagination.ts';
import { defineRoute } from '#platform/http/route.ts';
import { distinct, integerBetween, settable, text } from '#platform/http/wire-fields.ts';
import { ATHLETE_PAGES } from '#platform/storage/athlete-schema.ts';
import {
  NewPageSession,
  newPageSessionExample,
  PageSession,
  pageSessionExample,
  pageSessionToWire,
} from './session-shape.ts';

const TTL_DEFAULT_MIN = 60;
const TTL_MAX_MIN = 1440;

const PageSessionInput = documented(
  z.strictObject({
    pages: distinct(z.array(z.enum(ATHLETE_PAGES)).check(z.minLength(1), z.maxLength(ATHLETE_PAGES.length))),
    activity_id: settable(text(100)),
    ttl_min: settable(integerBetween(1, TTL_MAX_MIN)),
    return_url: settable(text(2000, 1)),
  }),
  { id: 'PageSessionInput' },
);

const tag = 'Athlete pages';
const listPath = '/v1/athletes/{athlete_id}/sessions';
const itemPath = '/v1/athletes/{athlete_id}/sessions/{session_id}';

export const pageSessionRoutes = [
  defineRoute({
    method: 'POST',
    path: listPath,
    operationId: 'createPageSession',
    tag,
    summary: 'Open pages for an athlete',
    description:
      'Pass `token` to `<musette-plan>` on your page, or send the athlete to `url`. The session ends when it expires, when you delete it, or with this key. The 21st live session of an athlete ends the oldest. Each page costs this key what its plan costs, at least 1 unit, and a plan counts as a product access. A session shows at most 60 pages a minute. A repeated call creates another session.',
    bodyExample: { pages: ['plan', 'feedback'], ttl_min: 60 },
    responses: {
      201: {
        description: 'The session with its token and link.',
        schema: NewPageSession,
        example: newPageSessionExample,
      },
    },
    access: 'partner',
    duringAdmission: true,
    scope: null,
    body: PageSessionInput,
    errors: ['athlete_not_found', 'activity_not_found'],
    async handler(ctx, { params, body }) {
      const { createPageSession } = await import('./sessions.ts');
      return createPageSession(ctx, params.athlete_id, {
        pages: body.pages,
        activityId: body.activity_id ?? null,
        ttlMin: body.ttl_min ?? TTL_DEFAULT_MIN,
        returnUrl: body.return_url ?? null,
      });
    },
  }),
  defineRoute({
    method: 'GET',
    path: listPath,
    operationId: 'listPageSessions',
    tag,
    summary: "List an athlete's page sessions",
    description: 'Returns the live sessions of the athlete, newest first, without their tokens and links.',
    responses: {
      200: pageResponse('A page of sessions.', PageSession, 'PageSessionList', pageSessionExample),
    },
    access: 'partner',
    scope: null,
    query: z.strictObject(pageQuery),
    errors: ['athlete_not_found'],
    async handler(ctx, request) {
      const { listPageSessions } = await import('./sessions.ts');
      return answerPage(ctx, request, {
        read: (wanted) => listPageSessions(ctx, request.params.athlete_id, wanted),
        positionOf: ({ id }) => [id],
        toWire: pageSessionToWire,
      });
    },
  }),
  defineRoute({
    method: 'GET',
    path: itemPath,
    operationId: 'getPageSession',
    tag,
    summary: 'Read a page session',
    description: 'Returns a live session, without its token and link.',
    responses: { 200: { description: 'The session.', schema: PageSession, example: pageSessionExample } },
    access: 'partner',
    scope: null,
    errors: ['athlete_not_found', 'session_not_found'],
    async handler(ctx, { params }) {
      const { getPageSession } = await import('./sessions.ts');
      const found = await getPageSession(ctx, params.athlete_id, params.session_id);
      return isFailure(found) ? found : ok(pageSessionToWire(found));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: itemPath,
    operationId: 'deletePageSession',
    tag,
    summary: 'End a page session',
    description: 'Ends the session: no page of it is shown from this response on, in any browser.',
    responses: { 204: { description: 'Ended.' } },
    access: 'partner',
    duringAdmission: true,
    scope: null,
    errors: ['athlete_not_found', 'session_not_found'],
    async handler(ctx, { params }) {
      const { endPageSession } = await import('./sessions.ts');
      return (await endPageSession(ctx, params.athlete_id, params.session_id)) ?? noContent();
    },
  }),
];
