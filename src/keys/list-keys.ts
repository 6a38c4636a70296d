import { type PartnerContext, registryOf } from '../http/context.ts';
import type { PageRequest } from '../http/pagination.ts';
import type { KeyRow } from '../storage/registry-schema.ts';
import { selectKeys } from './repository.ts';

/** Reads the keys of the caller's environment, ended ones too, newest first. */
export async function listKeys(ctx: PartnerContext, page: PageRequest): Promise<readonly KeyRow[]> {
  const { partnerId, environment } = ctx.principal;
  const db = registryOf(ctx);
  const [rows] = await db.batch([selectKeys(db, partnerId, environment, page)]);
  return rows;
}
