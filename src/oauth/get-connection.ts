import type { PartnerContext } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { readFromShards } from '../http/partner-shards.ts';
import type { ConnectionRow } from '../storage/athlete-schema.ts';
import { selectConnection } from './repository.ts';

/** Returns a connection to a client of the caller's partner; `connection_not_found` for any other. */
export async function getConnection(
  ctx: PartnerContext,
  connectionId: string,
): Promise<ConnectionRow | Failure> {
  const { partnerId } = ctx.principal;
  const found = await readFromShards(ctx, (db) => [selectConnection(db, partnerId, connectionId)] as const);
  return found.flatMap(([rows]) => rows)[0] ?? fail('connection_not_found');
}
