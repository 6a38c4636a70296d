import type { Environment } from '../env.ts';
import type { Region } from '../regions.ts';

/** The identifier of a webhook within a partner and environment. */
export interface OwnWebhook {
  readonly partnerId: string;
  readonly environment: Environment;
  readonly webhookId: string;
}

/** A webhook in one store: the address of a dispatcher. */
export interface Subscriber extends OwnWebhook {
  readonly store: string;
  /** The region of the store, where the dispatcher is. */
  readonly region: Region;
  /** The time at which the receiver may be back (`resume_at` of the webhook). Null if unknown. */
  readonly resumeAt: number | null;
}

/**
 * The subscribers to the events recorded by the statement directly before this one. `types` contains types, groups and `*`.
 */
export const WANTING_LAST_EVENTS = `SELECT DISTINCT subscribers.partner_id AS partnerId, subscribers.environment,
  subscribers.webhook_id AS webhookId, subscribers.store, subscribers.region, subscribers.resume_at AS resumeAt
  FROM events CROSS JOIN subscribers ON subscribers.partner_id = events.partner_id
    AND subscribers.environment = events.environment
  WHERE events.sequence > (SELECT seq FROM sqlite_sequence WHERE name = 'events') - changes()
    AND subscribers.status = 'active'
    AND EXISTS (SELECT 1 FROM json_each(subscribers.types)
      WHERE value IN (events.type, '*', substr(events.type, 1, instr(events.type, '.')) || '*'))`;
