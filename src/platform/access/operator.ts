import type { RequestContext } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { equalInConstantTime } from '../storage/digest.ts';
import { type Credentials, notBearer } from './authenticate.ts';
import { refuseAddress } from './failed-attempts.ts';

/**
 * Rejects every caller except the service's operator. Null means accepted. Without a configured operator token, the
 * operator API does not exist and its routes return 404 like unknown ones.
 */
export async function authenticateOperator(
  ctx: RequestContext,
  { authorization, address }: Credentials,
): Promise<Failure | null> {
  if (ctx.env.operatorToken === null) return fail('route_not_found');
  if (authorization === undefined || authorization.trim() === '') return fail('missing_authorization');
  // The operator may choose any token, including one with spaces.
  const token = /^Bearer +(.*\S)\s*$/i.exec(authorization)?.[1];
  if (token === undefined) return refuseAddress(ctx, address, notBearer());
  if (await equalInConstantTime(token, ctx.env.operatorToken)) return null;
  return refuseAddress(ctx, address, fail('invalid_api_key'));
}
