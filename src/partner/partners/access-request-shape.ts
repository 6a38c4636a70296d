import * as z from 'zod/mini';
import { described, describedCopy, documented } from '#platform/http/openapi-metadata.ts';
import { instant, isoInstant } from '#platform/http/wire-fields.ts';
import type { AccessRequestRow } from '#platform/storage/registry-schema.ts';

export const AccessRequest = documented(
  z.object({
    id: described(z.string(), 'Begins with `acr_`.'),
    platform: described(z.string(), "The platform's name, as entered in the form."),
    use_case: described(z.string(), 'What the platform wants to build.'),
    email: described(z.string(), 'Receives the link to the sandbox key after approval.'),
    status: described(z.enum(['pending', 'approved', 'declined']), 'Decisions are final.'),
    created_at: describedCopy(instant, 'When the form was submitted.'),
  }),
  { id: 'AccessRequest' },
);

export type AccessRequest = z.output<typeof AccessRequest>;

export const accessRequestExample = {
  id: 'acr_01kajz8w3t5v9c2b7n4m6q8r0s',
  platform: 'Sample Training Platform',
  use_case: 'In-activity nutrition alongside planned workouts',
  email: 'api@platform.example',
  status: 'pending',
  created_at: '2026-11-21T09:30:00.000Z',
} satisfies AccessRequest;

export function accessRequestToWire(row: AccessRequestRow): AccessRequest {
  return {
    id: row.id,
    platform: row.platform,
    use_case: row.useCase,
    email: row.contactEmail,
    status: row.status,
    created_at: isoInstant(row.createdAt),
  };
}
