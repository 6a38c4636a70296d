import { DAY_MS, HOUR_MS } from '../clock.ts';
import { countedAddress } from '../guards/address-limit.ts';
import { type RequestContext, registryOf } from '../http/context.ts';
import { sign } from '../storage/digest.ts';
import { newId } from '../storage/ids.ts';
import type { AccessRequestRow } from '../storage/registry-schema.ts';
import { insertAccessRequest } from './access-request-repository.ts';

/** Requests that one network address may send per hour. A person reads each of them. */
export const REQUESTS_PER_HOUR = 5;
/** Time that a request is kept after its decision, or without one. */
export const REQUEST_KEPT_MS = 90 * DAY_MS;

/** The fields of the form. */
export interface AccessApplication {
  readonly platform: string;
  readonly useCase: string;
  readonly contactEmail: string;
}

/** Stores a request for access, for the operator to decide. Returns false if the address has sent too many. */
export async function requestAccess(
  ctx: RequestContext,
  application: AccessApplication,
  address: string | undefined,
): Promise<boolean> {
  const db = registryOf(ctx);
  const row: AccessRequestRow = {
    ...application,
    id: newId('acr', ctx.nowMs),
    status: 'pending',
    createdAt: ctx.nowMs,
    decidedAt: null,
    purgeAfter: ctx.nowMs + REQUEST_KEPT_MS,
    addressHash: await sign(ctx.env.signingSecret, 'access-request-address', countedAddress(address)),
    partnerId: null,
    linkHash: null,
    linkExpiresAt: null,
    linkUsedAt: null,
  };
  const limit = { max: REQUESTS_PER_HOUR, sinceMs: ctx.nowMs - HOUR_MS };
  const [inserted] = await db.batch([insertAccessRequest(db, row, limit)]);
  return inserted.meta.changes === 1;
}
