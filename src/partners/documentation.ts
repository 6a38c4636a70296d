import * as z from 'zod/mini';
import type { DocumentationByOperation } from '../http/operation-documentation.ts';
import { pageOf } from '../http/pagination.ts';
import { instant } from '../http/wire-fields.ts';
import { ApiKeyWithSecret, keyExample } from '../keys/answer-schemas.ts';
import { tier } from '../records/athlete-fields.ts';
import { Partner, partnerExample } from './answer-schemas.ts';

const tag = 'Operator';

export const partnerDocumentation: DocumentationByOperation = {
  createPartner: {
    tag,
    summary: 'Create a partner',
    description: 'A vetted partner with its first sandbox key. The secret is shown this once.',
    bodyExample: {
      name: 'Sample Training Platform',
      use_case: 'In-activity nutrition beside planned workouts',
      contact_email: 'api@platform.example',
    },
    responses: {
      201: {
        description: 'The partner and its sandbox key.',
        schema: z.object({ partner: Partner, sandbox_key: ApiKeyWithSecret }),
        example: {
          partner: partnerExample,
          sandbox_key: { ...keyExample, secret: 'sk_test_(shown once)' },
        },
      },
    },
  },
  listPartners: {
    tag,
    summary: 'List partners',
    description: 'All partners, newest first.',
    responses: {
      200: {
        description: 'A page of partners.',
        schema: pageOf(Partner),
        example: { data: [partnerExample], has_more: false, next_cursor: null },
      },
    },
  },
  getPartner: {
    tag,
    summary: 'Read a partner',
    description: 'Its state and dates.',
    responses: { 200: { description: 'The partner.', schema: Partner, example: partnerExample } },
  },
  grantLiveAccess: {
    tag,
    summary: 'Give a partner a live key',
    description:
      'After its integration tests. The secret is shown this once. Granting again makes another live key, for a partner that lost its last one.',
    responses: {
      201: {
        description: 'The live key.',
        schema: z.object({ live_key: ApiKeyWithSecret }),
        example: { live_key: { ...keyExample, environment: 'live', secret: 'sk_live_(shown once)' } },
      },
    },
  },
  terminatePartner: {
    tag,
    summary: 'Terminate a partner',
    description:
      'Known to every key before the answer. For 30 days its keys list athletes, export, erase and delete keys only; then everything is purged. Answers the same when repeated, and finishes what an interrupted call (503) left.',
    responses: {
      200: {
        description: 'When it ended and when it will be purged.',
        schema: z.object({ id: z.string(), terminated_at: instant, purge_after: instant }),
        example: {
          id: partnerExample.id,
          terminated_at: '2026-11-21T09:30:00.000Z',
          purge_after: '2026-12-21T09:30:00.000Z',
        },
      },
    },
  },
  setAthleteTier: {
    tag,
    summary: "Set an athlete's tier",
    description: 'What the athlete subscribed to, in either environment. The full numbers show at once.',
    bodyExample: { tier: 'full' },
    responses: {
      200: {
        description: 'The athlete, without personal data.',
        schema: z.object({ id: z.string(), tier, updated_at: instant }),
        example: {
          id: 'ath_t001jcc9q0x8v5n3m1t7k2b6h4dz',
          tier: 'full',
          updated_at: '2026-11-21T09:30:00.000Z',
        },
      },
    },
  },
};
