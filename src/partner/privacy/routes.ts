import * as z from 'zod/mini';
import { accepted, ok, streamed } from '#platform/http/answer.ts';
import { isFailure } from '#platform/http/errors.ts';
import { described, documented, EXAMPLE_ATHLETE_ID } from '#platform/http/openapi-metadata.ts';
import { defineRoute } from '#platform/http/route.ts';
import { instant, isoInstant, isoInstantOrNull } from '#platform/http/wire-fields.ts';
import { ATHLETE_TABLES } from './athlete-tables.ts';
import { eraseAthlete } from './erase-athlete.ts';
import { AthleteExport, exportExample } from './export-shape.ts';

const ErasureReceipt = documented(
  z.object({
    id: z.string(),
    deleted: z.literal(true),
    deleted_at: instant,
    completed_at: described(
      z.nullable(instant),
      'Null if the rest is removed in the background: usually within an hour if there are many records, or once the database can take changes (202).',
    ),
    records: described(
      z.object(
        Object.fromEntries(ATHLETE_TABLES.map(({ receiptName }) => [receiptName, z.int().check(z.gte(0))])),
      ),
      "Number of the athlete's records of each kind.",
    ),
  }),
  { id: 'ErasureReceipt' },
);

const receiptExample: z.output<typeof ErasureReceipt> = {
  id: EXAMPLE_ATHLETE_ID,
  deleted: true,
  deleted_at: '2026-11-21T09:30:00.000Z',
  completed_at: '2026-11-21T09:30:00.000Z',
  records: Object.fromEntries(
    ATHLETE_TABLES.map(({ receiptName }) => [receiptName, receiptName === 'activities' ? 124 : 0]),
  ),
};

const tag = 'Privacy';

export const privacyRoutes = [
  defineRoute({
    method: 'POST',
    path: '/v1/athletes/{athlete_id}/export',
    operationId: 'exportAthlete',
    tag,
    summary: 'Export an athlete',
    description:
      "Returns everything stored about the athlete as one JSON document for data portability and access requests, with the same content in every tier. The document is streamed without a size limit. Its last member is `complete`; a document without it was cut off. Limit: ten exports per athlete and UTC day. Compressed if `Accept-Encoding` accepts gzip. Also available for 30 days after the partner's termination. Excludes tokens and sign-ins of the athlete's address, because they are secrets or not the partner's data.",
    responses: {
      200: { description: 'The export.', schema: AthleteExport, example: exportExample },
    },
    access: 'partner',
    hasTexts: true,
    scope: null,
    cost: '1 unit per started 50 activities, or per started 50 legs of multi-sport sessions',
    afterTermination: true,
    errors: ['athlete_not_found', 'athlete_daily_limit_reached'],
    async handler(ctx, { params, headers }) {
      const { exportAthlete } = await import('./export-athlete.ts');
      const exported = await exportAthlete(ctx, params.athlete_id, headers);
      if (isFailure(exported)) return exported;
      return streamed(exported.pieces, { tiers: [exported.tier], languages: [exported.language] });
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v1/athletes/{athlete_id}',
    operationId: 'eraseAthlete',
    tag,
    summary: 'Erase an athlete',
    description:
      "Removes everything stored about the athlete: profile, activities, prescriptions, feedback, learned values, product plans, the product access log, connections with their tokens, stored idempotent responses and rate-limit state. Sign-ins belong to a mailbox, not to an athlete. They contain no readable address and expire within two days. After the response, requests for the athlete fail with `athlete_not_found` and its `external_id` is free. An erasure cannot be undone. If the athlete's database cannot take changes, for example because it is full, the answer is 202: the erasure is recorded, takes place once it can, and the athlete may be readable until then. Supports `If-Match`. Also available for 30 days after the partner's termination.",
    responses: {
      200: { description: 'A receipt.', schema: ErasureReceipt, example: receiptExample },
      202: {
        description:
          'The database cannot take changes now. The erasure is recorded and takes place once it can.',
        schema: ErasureReceipt,
        example: { ...receiptExample, completed_at: null },
      },
    },
    access: 'partner',
    scope: null,
    afterTermination: true,
    ifMatch: true,
    errors: ['athlete_not_found', 'precondition_failed'],
    async handler(ctx, { params, headers }) {
      const erasure = await eraseAthlete(ctx, params.athlete_id, headers.get('if-match'));
      if (isFailure(erasure)) return erasure;
      const receipt = {
        id: erasure.id,
        deleted: true as const,
        deleted_at: isoInstant(erasure.deletedAtMs),
        completed_at: isoInstantOrNull(erasure.completedAtMs),
        records: erasure.records,
      };
      return erasure.isRecorded ? accepted(receipt) : ok(receipt);
    },
  }),
];
