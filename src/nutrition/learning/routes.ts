import { textsFor } from '@musette/languages/languages';
import * as z from 'zod/mini';
import { created, noContent, ok } from '#platform/http/answer.ts';
import { databaseOfAthlete } from '#platform/http/context.ts';
import { fail, isFailure } from '#platform/http/errors.ts';
import { pageQuery, pageResponse, pageWith, readPage } from '#platform/http/pagination.ts';
import { defineRoute } from '#platform/http/route.ts';
import { fromWire } from '#platform/http/wire-case.ts';
import { selectLiveAthlete } from '#platform/storage/live-athlete.ts';
import { teaserExtras } from '../prescriptions/tier-shape.ts';
import { learnedStateOf, selectLearned } from '../records/read-athlete.ts';
import { deleteFeedback, getFeedback, giveFeedback } from './feedback.ts';
import { FeedbackAnswer, feedbackAnswer, feedbackExample, feedbackInputExample } from './feedback-shape.ts';
import { selectMomentsOfChanges } from './history.ts';
import { Learned, learnedExample, learnedToWire } from './learned-shape.ts';
import { FeedbackInput, SweatTestInput } from './requests.ts';
import {
  SweatTest,
  sweatTestAnswer,
  sweatTestExample,
  sweatTestInputExample,
  WrittenSweatTest,
} from './sweat-test-shape.ts';
import { createSweatTest, deleteSweatTest, getSweatTest, listSweatTests } from './sweat-tests.ts';
import { RELEARNING_COST } from './write-history.ts';

const tag = 'Feedback';

const feedbackPath = '/v1/athletes/{athlete_id}/activities/{activity_id}/feedback';
const sweatTestsPath = '/v1/athletes/{athlete_id}/sweat-tests';
const sweatTestPath = '/v1/athletes/{athlete_id}/sweat-tests/{sweat_test_id}';

const deleted = { 204: { description: 'Deleted.' } } as const;

export const learningRoutes = [
  defineRoute({
    method: 'POST',
    path: feedbackPath,
    operationId: 'giveFeedback',
    tag,
    summary: 'Give feedback on an activity',
    description:
      'Records how the session went and the actual intake. Later prescriptions for this athlete learn from it, and `learned` shows the quantities that changed. Each activity has one feedback. Another POST replaces it, and what was learned is recomputed from the history. Without `activities:read` and `profile:read`, a token sees null for everything except identifiers, tier and dates.',
    bodyExample: feedbackInputExample,
    responses: {
      200: {
        description: 'The feedback, which replaced an earlier one.',
        schema: FeedbackAnswer,
        example: feedbackExample,
      },
      201: {
        description: 'The first feedback on this activity.',
        schema: FeedbackAnswer,
        example: feedbackExample,
      },
    },
    access: 'partner',
    hasTexts: true,
    duringAdmission: true,
    scope: 'feedback:write',
    cost: RELEARNING_COST,
    body: FeedbackInput,
    errors: ['athlete_not_found', 'activity_not_found'],
    async handler(ctx, { params, body, headers }) {
      const stored = await giveFeedback(ctx, params.athlete_id, params.activity_id, fromWire(body));
      if (isFailure(stored)) return stored;
      const { feedback, tier, reader, isFirst } = stored;
      const texts = await textsFor(headers, reader);
      const answer = await feedbackAnswer(ctx, feedback, tier, texts);
      const location = `${ctx.env.baseUrl}/v1/athletes/${feedback.athleteId}/activities/${feedback.activityId}/feedback`;
      const more = { tiers: [tier], languages: [texts.tag] };
      return isFirst ? created(location, answer, more) : ok(answer, more);
    },
  }),
  defineRoute({
    method: 'GET',
    path: feedbackPath,
    operationId: 'getFeedback',
    tag,
    summary: 'Read the feedback on an activity',
    description:
      'Returns the feedback with the quantities that it changed, recomputed from the current history. Without `profile:read`, a token sees null for everything except identifiers, tier and dates.',
    responses: { 200: { description: 'The feedback.', schema: FeedbackAnswer, example: feedbackExample } },
    access: 'partner',
    hasTexts: true,
    scope: 'activities:read',
    errors: ['athlete_not_found', 'activity_not_found', 'feedback_not_found'],
    async handler(ctx, { params, headers }) {
      const found = await getFeedback(ctx, params.athlete_id, params.activity_id);
      if (isFailure(found)) return found;
      const { feedback, tier, reader } = found;
      const texts = await textsFor(headers, reader);
      const answer = await feedbackAnswer(ctx, feedback, tier, texts);
      return ok(answer, { tiers: [tier], languages: [texts.tag] });
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: feedbackPath,
    operationId: 'deleteFeedback',
    tag,
    summary: 'Delete the feedback on an activity',
    description: 'Deletes the feedback and recomputes what was learned as if it had never been given.',
    responses: deleted,
    access: 'partner',
    duringAdmission: true,
    scope: 'feedback:write',
    cost: RELEARNING_COST,
    errors: ['athlete_not_found', 'activity_not_found', 'feedback_not_found'],
    async handler(ctx, { params }) {
      const outcome = await deleteFeedback(ctx, params.athlete_id, params.activity_id);
      return isFailure(outcome) ? outcome : noContent();
    },
  }),
  defineRoute({
    method: 'POST',
    path: sweatTestsPath,
    operationId: 'createSweatTest',
    tag,
    summary: 'Record a sweat test',
    description:
      'Records a session with weight before and after, all intake and urine. Returns the sweat rate with its standard error. One test teaches far more than feedback on how a session felt. A test counts once: the same figures at the same `tested_at`, or within 24 hours if it has none, are the stored test (200). So is an `external_id` that another test of the athlete has: the new figures replace the old ones.',
    bodyExample: sweatTestInputExample,
    responses: {
      201: {
        description: 'The sweat test. Without `profile:read`, a token sees only identifiers, tier and dates.',
        schema: z.union([SweatTest, WrittenSweatTest]),
        example: sweatTestExample,
      },
      200: {
        description: 'A test that was stored before: unchanged, or replaced under its `external_id`.',
        schema: z.union([SweatTest, WrittenSweatTest]),
        example: sweatTestExample,
      },
    },
    access: 'partner',
    hasTexts: true,
    duringAdmission: true,
    scope: 'profile:write',
    cost: RELEARNING_COST,
    keyMembers: ['external_id'],
    idempotent: true,
    body: SweatTestInput,
    errors: ['athlete_not_found', 'overlapping_test'],
    handler: (ctx, { params, body, claim, headers }) =>
      createSweatTest(ctx, params.athlete_id, fromWire(body), { claim, headers }),
  }),
  defineRoute({
    method: 'GET',
    path: sweatTestsPath,
    operationId: 'listSweatTests',
    tag,
    summary: 'List sweat tests',
    description: 'Lists sweat tests, newest first by `tested_at`.',
    responses: {
      200: pageResponse('A page of sweat tests.', SweatTest, 'SweatTestList', sweatTestExample),
    },
    access: 'partner',
    hasTexts: true,
    scope: 'profile:read',
    query: z.strictObject(pageQuery),
    errors: ['athlete_not_found'],
    async handler(ctx, request) {
      const page = await readPage(ctx, request, {
        read: (wanted) => listSweatTests(ctx, request.params.athlete_id, wanted),
        positionOf: ({ effectiveAt, id }) => [effectiveAt, id],
      });
      if (isFailure(page)) return page;
      const { athlete } = page.found;
      const texts = await textsFor(request.headers, athlete);
      const shown = page.rows.map((test) => sweatTestAnswer(ctx, athlete, test, texts));
      return ok(pageWith(page, await Promise.all(shown)), {
        tiers: [athlete.tier],
        languages: [texts.tag],
      });
    },
  }),
  defineRoute({
    method: 'GET',
    path: sweatTestPath,
    operationId: 'getSweatTest',
    tag,
    summary: 'Read a sweat test',
    description:
      'Returns the sweat test with the quantities that it changed, recomputed from the current history.',
    responses: { 200: { description: 'The sweat test.', schema: SweatTest, example: sweatTestExample } },
    access: 'partner',
    hasTexts: true,
    scope: 'profile:read',
    errors: ['athlete_not_found', 'sweat_test_not_found'],
    async handler(ctx, { params, headers }) {
      const found = await getSweatTest(ctx, params.athlete_id, params.sweat_test_id);
      if (isFailure(found)) return found;
      const { athlete, test } = found;
      const texts = await textsFor(headers, athlete);
      const answer = await sweatTestAnswer(ctx, athlete, test, texts);
      return ok(answer, { tiers: [athlete.tier], languages: [texts.tag] });
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: sweatTestPath,
    operationId: 'deleteSweatTest',
    tag,
    summary: 'Delete a sweat test',
    description:
      'Deletes a sweat test, such as a mistyped one, and recomputes what was learned as if it had never been recorded.',
    responses: deleted,
    access: 'partner',
    duringAdmission: true,
    scope: 'profile:write',
    cost: RELEARNING_COST,
    errors: ['athlete_not_found', 'sweat_test_not_found'],
    async handler(ctx, { params }) {
      const outcome = await deleteSweatTest(ctx, params.athlete_id, params.sweat_test_id);
      return isFailure(outcome) ? outcome : noContent();
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/athletes/{athlete_id}/learned',
    operationId: 'getLearned',
    tag,
    summary: 'Read what was learned about an athlete',
    description:
      "Returns every quantity that feedback and sweat tests can change, with its current estimate, standard deviation and number of observations. Prescriptions use this state regardless of the activity's date.",
    responses: { 200: { description: 'The quantities.', schema: Learned, example: learnedExample } },
    access: 'partner',
    scope: 'profile:read',
    errors: ['athlete_not_found'],
    async handler(ctx, { params }) {
      const db = databaseOfAthlete(ctx, params.athlete_id);
      if (!db) return fail('athlete_not_found');
      const [[athlete], [learned], moments] = await db.batch([
        selectLiveAthlete(db, ctx.principal.partnerId, params.athlete_id),
        selectLearned(db, params.athlete_id),
        selectMomentsOfChanges(db, params.athlete_id),
      ]);
      if (!athlete) return fail('athlete_not_found');
      const { tier, locale, units } = athlete;
      const state = learnedStateOf(learned);
      const data = tier === 'full' ? learnedToWire(athlete, state, moments, ctx.nowMs) : [];
      return ok(
        { data, tier, ...(await teaserExtras(ctx, tier, athlete.id)) },
        { tiers: [tier], locale, units },
      );
    },
  }),
];
