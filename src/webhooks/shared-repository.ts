import { lt } from 'drizzle-orm';
import { DAY_MS } from '../clock.ts';
import { deliveries, webhookPositions } from '../storage/athlete-schema.ts';
import { isOneOf } from '../storage/conditions.ts';
import type { Database } from '../storage/database.ts';
import { deleteSome } from '../storage/delete-some.ts';
import { idsFrom } from '../storage/ids.ts';

/** As long as the events that they deliver. */
const KEPT_MS = 30 * DAY_MS;

const ROWS = { table: deliveries, key: [deliveries.id] } as const;

/** Deletes some deliveries that are past their retention. */
export function deleteOldDeliveries(db: Database, nowMs: number) {
  return deleteSome(db, ROWS, lt(deliveries.id, idsFrom('dlv', nowMs - KEPT_MS)));
}

/** Deletes some of these partners' deliveries, and their positions. */
export function deleteDeliveriesOfPartners(home: Database, partnerIds: readonly string[]) {
  return [
    deleteSome(home, ROWS, isOneOf(deliveries.partnerId, partnerIds)),
    home.delete(webhookPositions).where(isOneOf(webhookPositions.partnerId, partnerIds)),
  ] as const;
}
