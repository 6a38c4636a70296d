import * as z from 'zod/mini';
import { tier } from '#nutrition/records/athlete-fields.ts';
import { described, describedCopy, documented } from '#platform/http/openapi-metadata.ts';
import { instant, isoInstant, isoInstantOrNull } from '#platform/http/wire-fields.ts';
import type { LiveAccessRow } from '#platform/storage/console-schema.ts';

export const LiveAccessRequest = documented(
  z.object({
    id: described(z.string(), 'Begins with `lar_`.'),
    partner_id: z.string(),
    status: described(
      z.enum(['pending', 'approved', 'replaced']),
      '`replaced`: superseded by a newer request.',
    ),
    tier: described(z.clone(tier), 'Tier that the partner requests.'),
    data_protection_contact: described(z.string(), "The partner's contact for personal data."),
    expected_athletes: described(z.int(), 'Approximate number of athletes in production.'),
    checklist: described(z.array(z.string()), 'Steps that the partner had completed in the sandbox.'),
    accepted_by: described(z.string(), 'Email address of the admin who accepted both documents.'),
    terms_url: described(z.string(), '`TERMS_URL` when it was accepted.'),
    dpa_url: described(z.string(), '`DPA_URL` when it was accepted.'),
    created_at: instant,
    decided_at: describedCopy(z.nullable(instant), 'When it was approved or replaced.'),
  }),
  { id: 'LiveAccessRequest' },
);

export type LiveAccessRequest = z.output<typeof LiveAccessRequest>;

export const liveAccessExample = {
  id: 'lar_01kajz8w3t5v9c2b7n4m6q8r0s',
  partner_id: 'prt_01kajz8w3t5v9c2b7n4m6q8r0s',
  status: 'pending',
  tier: 'full',
  data_protection_contact: 'privacy@platform.example',
  expected_athletes: 50000,
  checklist: ['key_used', 'athlete_created', 'prescription_calculated', 'teaser_read'],
  accepted_by: 'api@platform.example',
  terms_url: 'https://musette.example/terms-2026-11',
  dpa_url: 'https://musette.example/dpa-2026-11',
  created_at: '2026-11-21T09:30:00.000Z',
  decided_at: null,
} satisfies LiveAccessRequest;

/** Maps a request for live access to the operator's wire form. */
export function liveAccessToWire(row: LiveAccessRow): LiveAccessRequest {
  return {
    id: row.id,
    partner_id: row.partnerId,
    status: row.status,
    tier: row.tier,
    data_protection_contact: row.dataProtectionContact,
    expected_athletes: row.expectedAthletes,
    checklist: row.checklist,
    accepted_by: row.acceptedBy,
    terms_url: row.termsUrl,
    dpa_url: row.dpaUrl,
    created_at: isoInstant(row.createdAt),
    decided_at: isoInstantOrNull(row.decidedAt),
  };
}
