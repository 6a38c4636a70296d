import { principalOfPartner, type RequestContext, registryOf } from '#platform/http/context.ts';
import { type Failure, fail, isFailure } from '#platform/http/errors.ts';
import type { PageRequest } from '#platform/http/pagination.ts';
import { mergeRows } from '#platform/http/partner-shards.ts';
import { auditRow, insertAuditWhere } from '#platform/storage/audit.ts';
import type { KeyRow } from '#platform/storage/registry-schema.ts';
import { insertAct } from '../console/shared-repository.ts';
import { endKey, listKeys } from '../keys/keys.ts';
import { getPartner } from './partners.ts';
import { isUnrecorded, selectAnyKey } from './repository.ts';

/** Reads the keys of any partner in both environments, newest first, including ended ones. */
export async function listKeysOfPartner(
  ctx: RequestContext,
  partnerId: string,
  page: PageRequest,
): Promise<readonly KeyRow[] | Failure> {
  const partner = await getPartner(ctx, partnerId);
  if (isFailure(partner)) return partner;
  const rows = (['test', 'live'] as const).map((environment) =>
    listKeys({ ...ctx, principal: principalOfPartner(ctx.env, partner, environment, 'operator') }, page),
  );
  return mergeRows(await Promise.all(rows), (one, other) => one.id > other.id, page.limit);
}

/**
 * Revokes a key of any partner immediately, as its partner could. Records it once in the partner's audit, after the key
 * has ended, so that nothing delays that. Repeating it finishes an interrupted call. Throws StorageUnavailable.
 */
export async function revokeKeyOfPartner(ctx: RequestContext, keyId: string): Promise<KeyRow | Failure> {
  const registry = registryOf(ctx);
  const [[key]] = await registry.batch([selectAnyKey(registry, keyId)]);
  if (!key) return fail('key_not_found');
  const { partnerId, environment } = key;
  const isFirst = isUnrecorded(partnerId, keyId);
  const act = { partnerId, memberId: null, action: 'key.revoke', environment, subjectId: keyId } as const;
  await endKey(ctx, key, () =>
    registry.batch([
      insertAuditWhere(
        registry,
        auditRow('key.revoke', keyId, { partner_id: partnerId }, ctx.nowMs),
        isFirst,
      ),
      insertAct(registry, ctx, act, isFirst),
    ]),
  );
  const [[revoked]] = await registry.batch([selectAnyKey(registry, keyId)]);
  return revoked ?? fail('key_not_found');
}
