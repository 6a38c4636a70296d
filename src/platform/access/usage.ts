import { HOUR_MS, startOf } from '../clock.ts';
import type { Env } from '../env.ts';
import { addCounts, type UsageReport } from '../guards/key-guard-state.ts';
import type { Principal, RequestContext } from '../http/context.ts';
import { dropOldest, memoryOf } from '../isolate-memory.ts';
import { STATUS_CLASSES } from '../storage/registry-schema.ts';
import type { GuardBindings, UsageCount, UsageOwner } from '../storage/usage.ts';

/** Bounds the memory of an isolate: honest keys are few. */
const KEYS_MAX = 10_000;

interface KeyUsage {
  readonly owner: UsageOwner;
  readonly counts: Map<string, UsageCount>;
}

/** Counts that the guard of each key or connection does not have yet, for each environment. */
const usageByGuards = new WeakMap<Env['keyGuards'], Map<string, KeyUsage>>();

/**
 * Counts an answered request of a key or connection, until the next visit to its guard. Refused authentications are not
 * counted. An isolate that ends loses what it counted since its last visit.
 */
export function countRequest({ env, principal, operationId, nowMs }: RequestContext, status: number): void {
  const statusClass = STATUS_CLASSES.find((name) => name.startsWith(String(Math.floor(status / 100))));
  if (!principal || operationId === null || statusClass === undefined) return;
  const { keyId } = principal;
  const hourMs = startOf(HOUR_MS, nowMs);
  const count = { hourMs, operationId, statusClass, requests: 1 };
  addUsage(env, keyId, { owner: ownerOf(principal), counts: [count] });
}

/** Connections are many and last long: their counts are added up for each client and region before the registry gets them. */
function ownerOf({ partnerId, environment, clientId, guardRegion: region }: Principal): UsageOwner {
  if (clientId === null) return { partnerId, environment };
  // The region is part of the name, because a name exists once in all regions.
  return { partnerId, environment, pool: { name: `usage:${clientId}:${region}`, region } };
}

/** Takes what was counted of a key, for its guard; null if nothing was. */
export function takeUsage(env: GuardBindings, keyId: string): UsageReport | null {
  const keys = usageOf(env);
  const known = keys.get(keyId);
  if (!known) return null;
  keys.delete(keyId);
  return { owner: known.owner, counts: [...known.counts.values()] };
}

/**
 * Returns counts to this isolate because the guard did not answer. If the guard did take them over, they count twice.
 */
export function giveBackUsage(env: GuardBindings, keyId: string, usage: UsageReport | null): void {
  if (usage) addUsage(env, keyId, usage);
}

function addUsage(env: GuardBindings, keyId: string, { owner, counts }: UsageReport): void {
  const keys = usageOf(env);
  const known = keys.get(keyId) ?? { owner, counts: new Map() };
  keys.set(keyId, known);
  addCounts(known.counts, counts);
  dropOldest(keys, KEYS_MAX);
}

function usageOf({ keyGuards }: GuardBindings): Map<string, KeyUsage> {
  return memoryOf(usageByGuards, keyGuards, () => new Map());
}
