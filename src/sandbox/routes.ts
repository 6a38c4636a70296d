import { athleteToWire } from '../athletes/wire.ts';
import { ok } from '../http/answer.ts';
import { isFailure } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { learnedStateOf } from '../records/learned-state.ts';
import { resetSandbox, type SandboxSet } from './reset-sandbox.ts';

export const sandboxRoutes = [
  defineRoute({
    method: 'POST',
    path: '/v1/sandbox/reset',
    operationId: 'resetSandbox',
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
