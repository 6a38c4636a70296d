import { databaseOfPartner, type PartnerContext } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import type { ConnectionRow } from '../storage/athlete-schema.ts';
import { selectConnection } from './repository.ts';

/** Returns a connection to a client of the caller's partner; `connection_not_found` for any other. */
export async function getConnection(
  ctx: PartnerContext,
  connectionId: string,
): Promise<ConnectionRow | Failure> {
  const db = databaseOfPartner(ctx);
  const [[connection]] = await db.batch([selectConnection(db, ctx.principal.partnerId, connectionId)]);
  return connection ?? fail('connection_not_found');
}
