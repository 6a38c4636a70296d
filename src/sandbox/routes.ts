import * as z from 'zod/mini';
import { Athlete, athleteExample } from '../athletes/answers.ts';
import { athleteToWire } from '../athletes/wire.ts';
import { ok } from '../http/answer.ts';
import { isFailure } from '../http/errors.ts';
import { describedCopy } from '../http/openapi-metadata.ts';
import { defineRoute } from '../http/route.ts';
import { learnedStateOf } from '../records/learned-state.ts';
import { resetSandbox, type SandboxSet } from './reset-sandbox.ts';

const count = z.int().check(z.gte(0));

export const sandboxRoutes = [
  defineRoute({
    method: 'POST',
    path: '/v1/sandbox/reset',
    operationId: 'resetSandbox',
    tag: 'Sandbox',
    summary: 'Fill your sandbox with the standard athletes',
    description:
      'Erases ALL athletes of your sandbox and puts eight synthetic ones in their place: runners, cyclists, a triathlete and others, with full and with thin profiles, in both tiers, each with six weeks of sessions, calculated prescriptions, feedback, sweat tests and what was learned from them, a week of planned sessions, and a race with products attached. The same every time: only identifiers differ, and dates count from today (UTC). Keys, clients and limits stay as they are. Test keys only.',
    responses: {
      200: {
        description: 'The athletes that are there now.',
        schema: z.object({
          athletes: z.array(Athlete),
          records: z.object({
            athletes: count,
            activities: count,
            prescriptions: count,
            feedback: count,
            sweat_tests: count,
            activity_products: count,
          }),
          removed_athletes: describedCopy(count, 'How many were there before.'),
        }),
        example: {
          athletes: [athleteExample],
          records: {
            athletes: 8,
            activities: 204,
            prescriptions: 204,
            feedback: 85,
            sweat_tests: 4,
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
      const set = await resetSandbox(ctx);
      return isFailure(set) ? set : ok(toWire(set), { tiers: set.lives.map(({ athlete }) => athlete.tier) });
    },
  }),
];

function toWire({ lives, removedAthletes, attachedProducts }: SandboxSet) {
  const sum = (countOf: (life: SandboxSet['lives'][number]) => number) =>
    lives.reduce((total, life) => total + countOf(life), 0);
  return {
    athletes: lives.map(({ athlete, learned }) => athleteToWire(athlete, learnedStateOf(learned))),
    records: {
      athletes: lives.length,
      activities: sum((life) => life.activities.length),
      prescriptions: sum((life) => life.prescriptions.length),
      feedback: sum((life) => life.feedback.length),
      sweat_tests: sum((life) => life.sweatTests.length),
      activity_products: attachedProducts,
    },
    removed_athletes: removedAthletes,
  };
}
