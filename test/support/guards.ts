import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { onTestFinished, vi } from 'vitest';
import { type Bindings, parseEnv } from '#platform/env.ts';
import { addressOfLimiter, type LimitedAthlete } from '#platform/guards/call-guard.ts';
import { objectAt } from '#platform/guards/call-object.ts';
import type { Directory } from '#platform/guards/directory.ts';
import { KeyGuard } from '#platform/guards/key-guard.ts';
import { ProductLimiter } from '#platform/guards/product-limiter.ts';
import { call } from './client.ts';

/** Returns the guard of a key. */
export function guardOf(keyId: string): DurableObjectStub<KeyGuard> {
  return env.KEY_GUARD.get(env.KEY_GUARD.idFromName(keyId));
}

/**
 * Lets a key's guard send what an isolate has counted of the key to the registry. The isolate reports it with its next request,
 * ten seconds later.
 */
export async function flushUsage(
  { keyId, key }: { readonly keyId: string; readonly key: string },
  bindings: Partial<Cloudflare.Env> = {},
): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  await call('GET', '/v1/activity-types', { key, bindings });
  await runDurableObjectAlarm(guardOf(keyId));
}

/** Makes a key's guard work with other bindings, to count or break them, until the function that it returns is called. */
export async function rewireGuard(keyId: string, bindings: Partial<Bindings>): Promise<() => Promise<void>> {
  const set = (given: object) =>
    inGuard(keyId, (guard) => {
      Reflect.set(guard, 'env', given);
    });
  await set({ ...env, ...bindings });
  return () => set(env);
}

/** Makes a key's guard answer an end of the key without waiting for the leases that are out, until it is evicted. */
export async function skipWaitForLeases(keyId: string): Promise<void> {
  await inGuard(keyId, (guard) => {
    guard.wait = async () => undefined;
  });
}

/** Runs part of a test inside a key's guard. */
export function inGuard<Result>(
  keyId: string,
  work: (guard: KeyGuard, state: DurableObjectState) => Result | Promise<Result>,
): Promise<Result> {
  return runInDurableObject(guardOf(keyId), (instance, state) => {
    if (!(instance instanceof KeyGuard)) throw new Error('not a key guard');
    return work(instance, state);
  });
}

/** Evicts a key's guard without waiting until it would store what it has counted. */
export async function evictGuard(keyId: string): Promise<void> {
  await inGuard(keyId, (guard) => guard.storeCount());
  await evictDurableObject(guardOf(keyId));
}

/** Runs part of a test inside a product limiter. */
export function inLimiter<Result>(
  limiter: DurableObjectStub<ProductLimiter>,
  work: (limiter: ProductLimiter, state: DurableObjectState) => Result | Promise<Result>,
): Promise<Result> {
  return runInDurableObject(limiter, (instance, state) => {
    if (!(instance instanceof ProductLimiter)) throw new Error('not a product limiter');
    return work(instance, state);
  });
}

/** Returns the product limiter of a partner's athlete. */
export function limiterOf(athlete: LimitedAthlete): DurableObjectStub<ProductLimiter> {
  return objectAt(parseEnv(env), env.PRODUCT_LIMITER, addressOfLimiter(athlete));
}

/** Returns the directory of a partner's athletes in one environment. */
export function directoryOf(
  partnerId: string,
  environment: 'test' | 'live' = 'test',
): DurableObjectStub<Directory> {
  return env.DIRECTORY.get(env.DIRECTORY.idFromName(`${environment}:${partnerId}`));
}
