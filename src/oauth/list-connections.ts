import { databaseOfPartner, type PartnerContext } from '../http/context.ts';
import type { PageRequest } from '../http/pagination.ts';
import type { ConnectionRow } from '../storage/athlete-schema.ts';
import { type ConnectionFilter, selectConnections } from './repository.ts';

/**
 * Lists the caller's connections, newest first: one more than the page shows, which reveals whether there are
 * more.
 */
export async function listConnections(
  ctx: PartnerContext,
  page: PageRequest,
  filter: Pick<ConnectionFilter, 'athleteId' | 'clientId' | 'status'>,
): Promise<readonly ConnectionRow[]> {
  const db = databaseOfPartner(ctx);
  const afterId = page.after === null ? null : String(page.after[0]);
  const [rows] = await db.batch([
    selectConnections(db, ctx.principal.partnerId, { ...filter, afterId, limit: page.limit + 1 }),
  ]);
  return rows;
}
