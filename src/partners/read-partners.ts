import { type RequestContext, registryOf } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import type { PageRequest } from '../http/pagination.ts';
import { selectPartner } from '../storage/partner.ts';
import type { PartnerRow } from '../storage/registry-schema.ts';
import { selectPartners } from './repository.ts';

/** Reads a partner, whatever its status. */
export async function getPartner(ctx: RequestContext, partnerId: string): Promise<PartnerRow | Failure> {
  const db = registryOf(ctx);
  const [[partner]] = await db.batch([selectPartner(db, partnerId)]);
  return partner ?? fail('partner_not_found');
}

/** Reads all partners, newest first. */
export async function listPartners(ctx: RequestContext, page: PageRequest): Promise<readonly PartnerRow[]> {
  const db = registryOf(ctx);
  const [rows] = await db.batch([selectPartners(db, page)]);
  return rows;
}
