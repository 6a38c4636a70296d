import { type RequestContext, registryOf, type Tier } from '../http/context.ts';
import { insertKey, mayTakeKey } from '../keys/insert-key.ts';
import { type MintedKey, mintKey } from '../keys/mint-key.ts';
import { projectNewKey } from '../keys/project-key.ts';
import { auditRow, insertAudit } from '../storage/audit.ts';
import { newId } from '../storage/ids.ts';
import type { PartnerRow } from '../storage/registry-schema.ts';
import { insertPartner } from './repository.ts';

/** New partners go to the first shard of each environment until there is a second one to choose. */
const FIRST_SHARD = '0';

/** Creates a vetted partner and its first sandbox key. Live access is granted later, by an act of its own. */
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
  const detail = { default_tier: partner.defaultTier, key_id: minted.row.id };
  const db = registryOf(ctx);
  await db.batch([
    insertPartner(db, partner),
    insertKey(db, minted.row, mayTakeKey(partner.id, 'test', ctx.nowMs)),
    insertAudit(db, auditRow('partner.create', partner.id, detail, ctx.nowMs)),
  ]);
  await projectNewKey(ctx, minted.row, partner);
  return { partner, minted };
}
