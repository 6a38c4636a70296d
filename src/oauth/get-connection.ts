import type { PartnerContext } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { contextOfOtherEnvironment } from '../http/own-environment.ts';
import { readFromShards } from '../http/partner-shards.ts';
import type { ConnectionRow } from '../storage/athlete-schema.ts';
import { selectConnection } from './repository.ts';

/**
 * Returns a connection to a client of the caller's partner and environment; `connection_not_found` for another partner's.
 */
export async function getConnection(
  ctx: PartnerContext,
  connectionId: string,
): Promise<ConnectionRow | Failure> {
  const found = await findConnection(ctx, connectionId);
  if (found) return found;
  const elsewhere = await findConnection(await contextOfOtherEnvironment(ctx), connectionId);
  return fail(elsewhere ? 'environment_mismatch' : 'connection_not_found');
}

async function findConnection(ctx: PartnerContext, connectionId: string): Promise<ConnectionRow | undefined> {
  const { partnerId } = ctx.principal;
  const found = await readFromShards(ctx, (db) => [selectConnection(db, partnerId, connectionId)] as const);
  return found.flatMap(([rows]) => rows)[0];
}
