import { type RequestContext, registryOf, type Tier } from '../http/context.ts';
import { type MintedKey, mintKey } from '../keys/mint-key.ts';
import { projectNewKey } from '../keys/project-key.ts';
import { auditRow } from '../storage/audit.ts';
import { newId } from '../storage/ids.ts';
import { apiKeys, auditLog, partners } from '../storage/registry-schema.ts';
import type { PartnerRow } from './repository.ts';

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
): Promise<{ readonly partner: PartnerRow; readonly minted: MintedKey }> {
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
    purgedAt: null,
    accessEndedAt: null,
  };
  const minted = await mintKey(partner.id, 'test', 'Sandbox', ctx.nowMs);
  const db = registryOf(ctx);
  await db.batch([
    db.insert(partners).values(partner),
    db.insert(apiKeys).values(minted.row),
    db
      .insert(auditLog)
      .values(
        auditRow(
          'partner.create',
          partner.id,
          { default_tier: partner.defaultTier, key_id: minted.row.id },
          ctx.nowMs,
        ),
      ),
  ]);
  await projectNewKey(ctx, minted.row, partner);
  return { partner, minted };
}
