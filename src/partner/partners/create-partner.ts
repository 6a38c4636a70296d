import { sql } from 'drizzle-orm';
import { type RequestContext, registryOf, type Tier } from '#platform/http/context.ts';
import { type Failure, isFailure } from '#platform/http/errors.ts';
import type { Region } from '#platform/regions.ts';
import { auditRow, insertAudit } from '#platform/storage/audit.ts';
import { StorageUnavailable } from '#platform/storage/database.ts';
import { newId } from '#platform/storage/ids.ts';
import { OPERATOR, type PartnerRow } from '#platform/storage/registry-schema.ts';
import { insertAct, insertMember, newMember } from '../console/shared-repository.ts';
import type { MintedKey } from '../keys/key-shape.ts';
import { mintKey, projectLater } from '../keys/keys.ts';
import { insertKey, keyCreation, mayTakeKey, reportKey } from '../keys/shared-repository.ts';
import { normalizeEmail } from '../oauth/sign-in-rules.ts';
import { insertPartner, keyExists } from './repository.ts';
import { NO_SHARDS, placeInRegions, statesIn } from './set-regions.ts';

/** The operator's choices for a new partner: the tier of its athletes, and its regions, home region first. */
interface PartnerChoices {
  readonly defaultTier: Tier;
  readonly regions: readonly [Region, ...Region[]];
}

/** A platform vetted by the operator. */
interface Application extends PartnerChoices {
  readonly name: string;
  readonly useCase: string;
  readonly contactEmail: string;
}

/** Returns the choices of a request. Defaults: teaser tier, region `weur`. */
export function choicesOf(sent: {
  readonly default_tier?: Tier | undefined;
  readonly regions?: readonly Region[] | undefined;
}): PartnerChoices {
  const [home = 'weur', ...others] = sent.regions ?? [];
  return { defaultTier: sent.default_tier ?? 'teaser', regions: [home, ...others] };
}

/** Builds the row of a new partner and assigns it a shard per environment in each of its regions. */
export async function newPartner(
  ctx: RequestContext,
  application: Application,
): Promise<PartnerRow | Failure> {
  const { env, nowMs } = ctx;
  const states = await statesIn(ctx, application.regions);
  const placed = placeInRegions(env, states, application.regions, NO_SHARDS);
  if (isFailure(placed)) return placed;
  return {
    ...application,
    ...placed,
    homeRegion: application.regions[0],
    regions: [...application.regions],
    id: newId('prt', nowMs),
    status: 'active',
    liveAccessAt: null,
    terminatedAt: null,
    purgeAfter: null,
    createdAt: nowMs,
    purgedAt: null,
    keysEndedAt: null,
    accessEndedAt: null,
    budgets: {},
    productsSeen: null,
    productsCountedAt: null,
    checklistDone: [],
    testOrigins: [],
    liveOrigins: [],
    terminationRequestedAt: null,
    suspendedAt: null,
    suspensionVersion: 0,
    suspensionFannedOut: 0,
  };
}

/** Builds the first member of a new partner's console: its contact, as an admin. */
export function firstMember({ nowMs }: RequestContext, { id: partnerId, contactEmail }: PartnerRow) {
  return newMember(
    { partnerId, email: normalizeEmail(contactEmail), role: 'admin', invitedBy: OPERATOR },
    nowMs,
  );
}

/**
 * Creates a vetted partner, fills its sandbox with the standard athletes, then creates its first sandbox key.
 * The first region is its home region and never changes. Live access is granted separately, later. If
 * interrupted, the partner exists without a key.
 */
export async function createPartner(
  ctx: RequestContext,
  input: Application,
): Promise<{ readonly partner: PartnerRow; readonly minted: MintedKey } | Failure> {
  const db = registryOf(ctx);
  const partner = await newPartner(ctx, input);
  if (isFailure(partner)) return partner;
  const minted = await mintSandboxKey(ctx, partner);
  const detail = {
    default_tier: partner.defaultTier,
    key_id: minted.row.id,
    regions: partner.regions.join(' '),
  };
  await db.batch([
    insertPartner(db, partner),
    insertMember(db, firstMember(ctx, partner), sql`1`),
    insertAudit(db, auditRow('partner.create', partner.id, detail, ctx.nowMs)),
  ]);
  await fillNewSandbox(ctx, partner);
  await db.batch([
    insertKey(db, minted.row, mayTakeKey(partner.id, 'test', ctx.nowMs)),
    reportKey(ctx, db, minted.row),
    insertAct(db, ctx, keyCreation(minted.row), keyExists(minted.row.id)),
  ]);
  projectLater(ctx, minted.row);
  return { partner, minted };
}

/** Mints the first key of a partner, for its sandbox. */
export function mintSandboxKey(
  { nowMs }: RequestContext,
  { id, homeRegion }: PartnerRow,
): Promise<MintedKey> {
  const first = { environment: 'test', name: 'Sandbox', createdBy: OPERATOR } as const;
  return mintKey({ ...first, partnerId: id, region: homeRegion }, nowMs);
}

/**
 * Fills the sandbox of a partner without a key, so that every key finds the standard athletes. Throws
 * StorageUnavailable if that fails.
 */
export async function fillNewSandbox(ctx: RequestContext, partner: PartnerRow): Promise<void> {
  const { fillSandbox } = await import('../sandbox/reset-sandbox.ts');
  const filled = await fillSandbox(ctx, partner);
  if (isFailure(filled)) throw new StorageUnavailable('the sandbox was not filled');
}
