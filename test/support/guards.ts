import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { KeyGuard } from '../../src/guards/key-guard.ts';

/** Returns the guard of a key. */
export function guardOf(keyId: string): DurableObjectStub<KeyGuard> {
  return env.KEY_GUARD.get(env.KEY_GUARD.idFromName(keyId));
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
