import type { BatchItem } from 'drizzle-orm/batch';
import type { Database } from '../storage/database.ts';
import type { ReportedEvent } from '../storage/event-types.ts';
import { selectPartner } from '../storage/partner.ts';
import { recordAny } from '../storage/record-events.ts';
import type { PartnerRow } from '../storage/registry-schema.ts';
import type { Answer } from './answer.ts';
import { type PartnerContext, registryOf } from './context.ts';
import type { ErrorCode } from './error-codes.ts';
import { type Failure, fail, refuseInactive } from './errors.ts';
import {
  type Claim,
  type Creation,
  createOnce,
  type Replayed,
  replayedAnswer,
  selectFirstAnswer,
} from './idempotency.ts';
import { homeDatabaseOfPartner } from './partner-shards.ts';
import { freeReserved, reserve } from './shared-repository.ts';

/** A partner's registry resource about to be created: an API key, an OAuth client or a recalculation. */
export interface RegistryCreation<Made extends Answer> {
  readonly creation: Creation<Made>;
  readonly write: BatchItem<'sqlite'>;
  /** Events of the write. */
  readonly events?: readonly ReportedEvent[];
  /** The failure if the write's condition is not met. */
  readonly refusal: ErrorCode;
  /** Runs once the resource is written, but not for a replay. */
  readonly afterwards?: () => void;
}

/**
 * Creates a resource of an active partner in the registry, once per claim. Reads the partner and the first response, then
 * replays that response or writes the result of `prepare`.
 */
export async function createInRegistry<Made extends Answer>(
  ctx: PartnerContext,
  claim: Claim | null,
  prepare: (registry: Database, partner: PartnerRow) => Promise<RegistryCreation<Made>>,
): Promise<Made | Replayed | Failure> {
  const registry = registryOf(ctx);
  const [[[partner], [stored]], taken] = await Promise.all([
    registry.batch([selectPartner(registry, ctx.principal.partnerId), selectFirstAnswer(registry, claim)]),
    reserveKey(ctx, claim),
  ]);
  if (partner?.status !== 'active') return refuse(ctx, claim, refuseInactive(partner?.status));
  const repeated = taken ?? replayedAnswer(claim, stored);
  if (repeated) return repeated;
  const { creation, write, events = [], refusal, afterwards } = await prepare(registry, partner);
  const answer = await createOnce(registry, claim, creation, [write, ...recordAny(registry, ctx, events)]);
  if (answer === null) return refuse(ctx, claim, fail(refusal));
  if (answer === creation.answer) afterwards?.();
  return answer;
}

/** Frees the reserved key so the request can be retried, and returns the failure. */
async function refuse(ctx: PartnerContext, claim: Claim | null, refusal: Failure): Promise<Failure> {
  if (claim !== null) await freeReservedKey(ctx, claim);
  return refusal;
}

/** Marks a row of the home shard as a reservation whose resource and response are in the registry. */
const RESERVED = '';

/**
 * Also reserves a registry claim's key in the partner's home shard, which stores the reservations of athletes, so that
 * one key creates one resource of any kind. Runs in parallel with the verb's first registry read, so it costs no extra
 * round trip. Returns null if the request may continue.
 */
async function reserveKey(ctx: PartnerContext, claim: Claim | null): Promise<Failure | null> {
  if (claim === null) return null;
  const home = homeDatabaseOfPartner(ctx);
  const [, , [holder]] = await home.batch(reserve(home, claim, RESERVED));
  return holder && holder.requestHash !== claim.requestHash ? fail('idempotency_key_reused') : null;
}

/** Frees the key that a failed request had reserved, unless the same request succeeded concurrently. */
async function freeReservedKey(ctx: PartnerContext, claim: Claim): Promise<void> {
  const registry = registryOf(ctx);
  const [[stored]] = await registry.batch([selectFirstAnswer(registry, claim)]);
  if (replayedAnswer(claim, stored)) return;
  const home = homeDatabaseOfPartner(ctx);
  await home.batch([freeReserved(home, claim, RESERVED)]);
}
