import * as z from 'zod/mini';
import { Athlete, athleteExample, athleteToWire } from '#nutrition/athletes/athlete-shape.ts';
import { learnedStateOf } from '#nutrition/records/read-athlete.ts';
import { ok } from '#platform/http/answer.ts';
import { isFailure } from '#platform/http/errors.ts';
import { describedCopy } from '#platform/http/openapi-metadata.ts';
import { defineRoute } from '#platform/http/route.ts';
import type { SandboxSet } from './reset-sandbox.ts';

const count = z.int().check(z.gte(0));

export const sandboxRoutes = [
  defineRoute({
    method: 'POST',
    path: '/v1/sandbox/reset',
    operationId: 'resetSandbox',
    tag: 'Sandbox',
    summary: 'Reset your sandbox to the sample athletes',
    description:
      'Erases ALL athletes in your sandbox and creates eight synthetic ones: runners, cyclists, a triathlete and others, with full or sparse profiles, one of them in the teaser tier. Each has six weeks of sessions with calculated prescriptions, feedback, sweat tests and learned values, a week of planned sessions, and a race with products attached. One has products of their own. The set is always the same. Only identifiers differ, and dates count from today (UTC). Keys, clients and limits do not change. Test keys only.',
    responses: {
      200: {
        description: 'The new athletes.',
        schema: z.object({
          athletes: z.array(Athlete),
          records: z.object({
            athletes: count,
            activities: count,
            prescriptions: count,
            feedback: count,
            sweat_tests: count,
            own_products: count,
            activity_products: count,
          }),
          removed_athletes: describedCopy(count, 'Number of athletes before the reset.'),
        }),
        example: {
          athletes: [athleteExample],
          records: {
            athletes: 8,
            activities: 204,
            prescriptions: 204,
            feedback: 85,
            sweat_tests: 4,
            own_products: 2,
            activity_products: 23,
          },
          removed_athletes: 3,
        },
      },
    },
    access: 'partner',
    scope: null,
    errors: ['operator_only'],
    async handler(ctx) {
      const { resetSandbox } = await import('./reset-sandbox.ts');
      const set = await resetSandbox(ctx);
      return isFailure(set)
        ? set
        : ok(toWire(set), { tiers: set.athletes.map(({ athlete }) => athlete.tier) });
    },
  }),
];

function toWire({ athletes, removedAthletes, attachedProducts }: SandboxSet) {
  const sum = (countOf: (simulated: SandboxSet['athletes'][number]) => number) =>
    athletes.reduce((total, each) => total + countOf(each), 0);
  return {
    athletes: athletes.map(({ athlete, learned }) => athleteToWire(athlete, learnedStateOf(learned))),
    records: {
      athletes: athletes.length,
      activities: sum((each) => each.activities.length),
      prescriptions: sum((each) => each.prescriptions.length),
      feedback: sum((each) => each.feedback.length),
      sweat_tests: sum((each) => each.sweatTests.length),
      own_products: sum((each) => each.ownProducts.length),
      activity_products: attachedProducts,
    },
    removed_athletes: removedAthletes,
  };
}
