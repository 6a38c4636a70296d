import * as z from 'zod/mini';
import { batchItems, parseItem } from '#platform/http/batch.ts';
import type { PartnerContext } from '#platform/http/context.ts';
import { type Failure, invalid, isFailure } from '#platform/http/errors.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { fromWire } from '#platform/http/wire-case.ts';
import { ActivityItem, ActivityName } from '../records/activity-fields.ts';
import type { ActivityName as Name } from './named-activities.ts';
import type { ActivityItem as Item } from './upsert-activities.ts';

export const ActivityBatch = documented(
  z.strictObject({
    activities: batchItems(ActivityItem),
    calculate: described(
      z.optional(z.boolean()),
      'Calculates prescriptions in the same write. For unchanged activities, only if the prescription is stale or missing.',
    ),
  }),
  {
    id: 'ActivityBatch',
    description:
      '`activities` holds 1–100 objects like `ActivityInput`, each with its `external_id` and either `athlete_id` or `athlete_external_id`.',
  },
);

export const ActivityDeletion = documented(z.strictObject({ activities: batchItems(ActivityName) }), {
  id: 'ActivityDeletion',
  description:
    '`activities` holds 1–100 of `{ external_id }`, each with either `athlete_id` or `athlete_external_id`.',
});

/** Parses one activity of a batch. */
export function parseActivityItem(ctx: PartnerContext, item: unknown): Item | Failure {
  const parsed = parseItem(ctx, ActivityItem, item);
  if (isFailure(parsed)) return parsed;
  const { athleteId, athleteExternalId, ...changes } = fromWire(parsed.item);
  const { externalId } = changes;
  return (
    refuseAthleteName({ athleteId, athleteExternalId }) ?? {
      athleteId,
      athleteExternalId,
      externalId,
      changes,
    }
  );
}

/** Parses the name of an activity to delete. */
export function parseActivityName(ctx: PartnerContext, item: unknown): Name | Failure {
  const parsed = parseItem(ctx, ActivityName, item);
  if (isFailure(parsed)) return parsed;
  const name = fromWire(parsed.item);
  return refuseAthleteName(name) ?? name;
}

/** Rejects an item that names its athlete with no identifier or with both. */
function refuseAthleteName({ athleteId, athleteExternalId }: Pick<Name, 'athleteId' | 'athleteExternalId'>) {
  if ((athleteId === undefined) !== (athleteExternalId === undefined)) return null;
  return athleteId === undefined
    ? invalid({ pointer: '/athlete_id', code: 'required', message: 'or athlete_external_id is required' })
    : invalid({
        pointer: '/athlete_external_id',
        code: 'not_allowed',
        message: 'names the athlete twice; send one of the two',
      });
}
