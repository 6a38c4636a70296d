import * as z from 'zod/mini';
import { Athlete, athleteExample } from '../athletes/answer-schemas.ts';
import { describedCopy } from '../http/openapi-metadata.ts';
import type { DocumentationByOperation } from '../http/operation-documentation.ts';

const count = z.int().check(z.gte(0));

export const sandboxDocumentation: DocumentationByOperation = {
  resetSandbox: {
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
  },
};
