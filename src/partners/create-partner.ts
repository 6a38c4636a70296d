import { type RequestContext, registryOf, type Tier } from '../http/context.ts';
import { mintKey } from '../keys/mint-key.ts';
import type { KeyRow } from '../keys/wire.ts';
import { newId } from '../storage/ids.ts';
import { projectKey, writeKeyRecord } from '../storage/key-projection.ts';
import { apiKeys, auditLog, partners } from '../storage/registry-schema.ts';

export type PartnerRow = typeof partners.$inferSelect;

/** New partners go to the first shard of each environment until there is a second one to choose. */
const FIRST_SHARD = '0';

/** A vetted partner and its first sandbox key. Live access is granted later, by an act of its own. */
export async function createPartner(
  ctx: RequestContext,
  input: {
    readonly name: string;
    readonly useCase: string;
    readonly contactEmail: string;
    readonly defaultTier: Tier;
  },
): Promise<{ readonly partner: PartnerRow; readonly key: KeyRow; readonly secret: string }> {
  const partner: PartnerRow = {
    ...input,
    id: newId('prt', ctx.nowMs),
    status: 'active',
    testShard: FIRST_SHARD,
    liveShard: FIRST_SHARD,
    liveAccessAt: null,
    terminatedAt: null,
    purgeAfter: null,
    createdAt: ctx.nowMs,
  };
  const { row: key, secret } = await mintKey(partner.id, 'test', 'Sandbox', ctx.nowMs);
  const db = registryOf(ctx);
  await db.batch([
    db.insert(partners).values(partner),
    db.insert(apiKeys).values(key),
    db.insert(auditLog).values({
      id: newId('aud', ctx.nowMs),
      at: ctx.nowMs,
      actor: 'operator',
      action: 'partner.create',
      subjectId: partner.id,
      detail: JSON.stringify({ default_tier: partner.defaultTier, key_id: key.id }),
    }),
  ]);
  await writeKeyRecord(ctx.env.apiKeys, key.hash, projectKey(key, partner));
  return { partner, key, secret };
}
