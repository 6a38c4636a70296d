import { and, eq } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { Database } from '../storage/database.ts';
import { idempotencyKeys } from '../storage/idempotency-schema.ts';
import { selectPartner } from '../storage/partner.ts';
import type { PartnerRow } from '../storage/registry-schema.ts';
import type { Answer } from './answer.ts';
import { databaseOfPartner, type PartnerContext, registryOf } from './context.ts';
import { type ErrorCode, type Failure, fail } from './errors.ts';
import {
  type Claim,
  type Creation,
  claimedRow,
  createOnce,
  deleteExpired,
  isClaimed,
  replayedAnswer,
  selectFirstAnswer,
} from './idempotency.ts';

/** A partner's resource of the registry about to be created: an API key or an OAuth client. */
export interface RegistryCreation {
  readonly creation: Creation;
  readonly write: BatchItem<'sqlite'>;
  /** The failure if the write's condition does not hold. */
  readonly refusal: ErrorCode;
  /** Runs once the resource is written, and not for a replay. */
  readonly afterwards?: () => Promise<void>;
}

/**
 * Creates a resource of an active partner in the registry, once per claim: reads the partner and the first answer, then
 * replays that answer or writes what `prepare` returns.
 */
export async function createInRegistry(
  ctx: PartnerContext,
  claim: Claim | null,
  prepare: (registry: Database, partner: PartnerRow) => Promise<RegistryCreation>,
): Promise<Answer | Failure> {
  const registry = registryOf(ctx);
  const [[[partner], [stored]], taken] = await Promise.all([
    registry.batch([selectPartner(registry, ctx.principal.partnerId), selectFirstAnswer(registry, claim)]),
    reserveKey(ctx, claim),
  ]);
  if (partner?.status !== 'active') return refuse(ctx, claim, 'partner_terminated');
  const repeated = taken ?? replayedAnswer(claim, stored);
  if (repeated) return repeated;
  const { creation, write, refusal, afterwards } = await prepare(registry, partner);
  const answer = await createOnce(registry, claim, creation, [write]);
  if (answer === null) return refuse(ctx, claim, refusal);
  if (answer === creation.answer) await afterwards?.();
  return answer;
}

/** Frees the reserved key, so that the same request may be retried, and returns the refusal. */
async function refuse(ctx: PartnerContext, claim: Claim | null, code: ErrorCode): Promise<Failure> {
  if (claim !== null) await freeReservedKey(ctx, claim);
  return fail(code);
}

/** Marks a row of an athlete database as a reservation: the resource and its answer are in the registry. */
const RESERVED = '';

/**
 * Reserves the key of a claim on a registry resource in the partner's athlete database too, which holds the claims on
 * everything else: one key makes one thing, an athlete or an API key. Runs beside the verb's first read of the
 * registry, so it costs no further round trip, and claims on athletes' data cost nothing more. Returns null if the same
 * request may go on.
 */
async function reserveKey(ctx: PartnerContext, claim: Claim | null): Promise<Failure | null> {
  if (claim === null) return null;
  const db = databaseOfPartner(ctx);
  const [, , [holder]] = await db.batch([
    deleteExpired(db, claim),
    db.insert(idempotencyKeys).values(claimedRow(claim, RESERVED)).onConflictDoNothing(),
    selectFirstAnswer(db, claim),
  ]);
  return holder && holder.requestHash !== claim.requestHash ? fail('idempotency_key_reused') : null;
}

/** Frees the key that a refused request had reserved, unless the same request succeeded beside it. */
async function freeReservedKey(ctx: PartnerContext, claim: Claim): Promise<void> {
  const registry = registryOf(ctx);
  const [[stored]] = await registry.batch([selectFirstAnswer(registry, claim)]);
  if (replayedAnswer(claim, stored)) return;
  const db = databaseOfPartner(ctx);
  await db.batch([
    db
      .delete(idempotencyKeys)
      .where(
        and(
          isClaimed(claim),
          eq(idempotencyKeys.requestHash, claim.requestHash),
          eq(idempotencyKeys.resourceId, RESERVED),
        ),
      ),
  ]);
}
