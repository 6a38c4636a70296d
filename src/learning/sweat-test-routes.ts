import * as z from 'zod/mini';
import { noContent, ok } from '../http/answer.ts';
import { isFailure } from '../http/errors.ts';
import { pageOf, pageQuery, readPageRequest, toPage } from '../http/pagination.ts';
import { defineRoute } from '../http/route.ts';
import { fromWire } from '../http/wire-case.ts';
import { createSweatTest } from './create-sweat-test.ts';
import { deleteSweatTest } from './delete-sweat-test.ts';
import { getSweatTest, listSweatTests } from './read-sweat-tests.ts';
import {
  SweatTest,
  sweatTestExample,
  sweatTestInputExample,
  WrittenSweatTest,
} from './sweat-test-answers.ts';
import { SweatTestInput } from './sweat-test-requests.ts';
import { sweatTestToWire } from './sweat-test-wire.ts';

const tag = 'Feedback';

const listPath = '/v1/athletes/{athlete_id}/sweat-tests';
const itemPath = '/v1/athletes/{athlete_id}/sweat-tests/{sweat_test_id}';

export const sweatTestRoutes = [
  defineRoute({
    method: 'POST',
    path: listPath,
    operationId: 'createSweatTest',
    tag,
    summary: 'Record a sweat test',
    description:
      'A session weighed before and after, everything taken in and passed noted. Answers the sweat rate with its standard error; it teaches far more than answers about feelings do.',
    bodyExample: sweatTestInputExample,
    responses: {
      201: {
        description: 'The sweat test. To a token without `profile:read`: identifiers, tier and dates only.',
        schema: z.union([SweatTest, WrittenSweatTest]),
        example: sweatTestExample,
      },
    },
    access: 'partner',
    scope: 'profile:write',
    idempotent: true,
    body: SweatTestInput,
    errors: ['athlete_not_found'],
    handler: (ctx, { params, body, claim }) => createSweatTest(ctx, params.athlete_id, fromWire(body), claim),
  }),
  defineRoute({
    method: 'GET',
    path: listPath,
    operationId: 'listSweatTests',
    tag,
    summary: 'List sweat tests',
    description: 'Newest first by `tested_at`.',
    responses: {
      200: {
        description: 'A page of sweat tests.',
        schema: pageOf(SweatTest),
        example: { data: [sweatTestExample], has_more: false, next_cursor: null },
      },
    },
    access: 'partner',
    scope: 'profile:read',
    query: z.strictObject(pageQuery),
    errors: ['athlete_not_found'],
    async handler(ctx, { params, query, path }) {
      const page = await readPageRequest(ctx, path, query, {});
      if (isFailure(page)) return page;
      const found = await listSweatTests(ctx, params.athlete_id, {
        after: page.after && { testedAt: Number(page.after[0]), id: String(page.after[1]) },
        limit: page.limit + 1,
      });
      if (isFailure(found)) return found;
      const { athlete, tests } = found;
      const items = await Promise.all(
        tests.map(async (test) => ({ test, shown: await sweatTestToWire(ctx, athlete, test) })),
      );
      const body = await toPage(
        page,
        items,
        (item) => item.shown,
        ({ test }) => [test.testedAt, test.id],
      );
      return ok(body, { tiers: [athlete.tier] });
    },
  }),
  defineRoute({
    method: 'GET',
    path: itemPath,
    operationId: 'getSweatTest',
    tag,
    summary: 'Read a sweat test',
    description: 'With what it moved, as the history stands today.',
    responses: { 200: { description: 'The sweat test.', schema: SweatTest, example: sweatTestExample } },
    access: 'partner',
    scope: 'profile:read',
    errors: ['athlete_not_found', 'sweat_test_not_found'],
    async handler(ctx, { params }) {
      const found = await getSweatTest(ctx, params.athlete_id, params.sweat_test_id);
      if (isFailure(found)) return found;
      const { athlete, test } = found;
      return ok(await sweatTestToWire(ctx, athlete, test), { tiers: [athlete.tier] });
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: itemPath,
    operationId: 'deleteSweatTest',
    tag,
    summary: 'Delete a sweat test',
    description: 'For one that was mistyped. What was learned is recomputed as if it had never been there.',
    responses: { 204: { description: 'Gone.' } },
    access: 'partner',
    scope: 'profile:write',
    errors: ['athlete_not_found', 'sweat_test_not_found'],
    async handler(ctx, { params }) {
      const outcome = await deleteSweatTest(ctx, params.athlete_id, params.sweat_test_id);
      return isFailure(outcome) ? outcome : noContent();
    },
  }),
];
