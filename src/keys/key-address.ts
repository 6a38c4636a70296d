import type { RequestContext } from '../http/context.ts';

/** Returns the address of a key's record, readable by any key of the same partner and environment. */
export function addressOfKey(ctx: RequestContext, keyId: string): string {
  return `${ctx.env.baseUrl}/v1/partner/api-keys/${keyId}`;
}
