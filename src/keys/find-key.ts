import { type PartnerContext, registryOf } from '../http/context.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import { ofOwnEnvironment } from '../http/own-environment.ts';
import { selectPartner } from '../storage/partner.ts';
import type { KeyRow, PartnerRow } from '../storage/registry-schema.ts';
import { selectKey } from './repository.ts';

/**
 * Reads one of the caller's keys, with its partner. A key manages keys of its own environment: a key of the
 * partner's other environment is a mismatch; another partner's key is a 404, like one that never existed.
 */
export async function findKey(
  ctx: PartnerContext,
  keyId: string,
): Promise<{ readonly key: KeyRow; readonly partner: PartnerRow } | Failure> {
  const { partnerId } = ctx.principal;
  const db = registryOf(ctx);
  const [[key], [partner]] = await db.batch([selectKey(db, partnerId, keyId), selectPartner(db, partnerId)]);
  if (!partner) return fail('key_not_found');
  const found = ofOwnEnvironment(ctx, key, 'key_not_found');
  return isFailure(found) ? found : { key: found, partner };
}
