import type { RequestContext } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { equalInConstantTime } from '../storage/digest.ts';
import { noBearer, refuseAddress } from './authenticate.ts';

/**
 * Whether the caller is the service's operator. Where no operator token is configured the operator API
 * does not exist at all, so its routes answer as unknown ones do.
 */
export async function authenticateOperator(
  ctx: RequestContext,
  authorization: string | undefined,
  address: string | undefined,
): Promise<Failure | null> {
  if (ctx.env.operatorToken === null) return fail('route_not_found');
  if (authorization === undefined || authorization.trim() === '') return fail('missing_authorization');
  // Whatever the operator chose as its token, spaces included.
  const token = /^Bearer +(.*\S)\s*$/i.exec(authorization)?.[1];
  if (token === undefined) return refuseAddress(ctx, address, noBearer());
  if (await equalInConstantTime(token, ctx.env.operatorToken)) return null;
  return refuseAddress(ctx, address, fail('invalid_api_key'));
}
