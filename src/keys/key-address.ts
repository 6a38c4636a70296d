import type { RequestContext } from '../http/context.ts';

/** Where a key's record can be read, by any key of the same partner and environment. */
export function addressOfKey(ctx: RequestContext, keyId: string): string {
  return `${ctx.env.baseUrl}/v1/partner/api-keys/${keyId}`;
}
