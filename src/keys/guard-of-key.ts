import type { Env } from '../env.ts';
import type { KeyGuard } from '../limits/key-guard.ts';
import { StorageUnavailable } from '../storage/database.ts';

/** Tells a key's guard something. Throws StorageUnavailable where the guard did not answer. */
export async function tellGuard<Answer>(
  env: Pick<Env, 'keyGuards'>,
  keyId: string,
  message: (guard: DurableObjectStub<KeyGuard>) => Promise<Answer>,
): Promise<Answer> {
  const guards = env.keyGuards;
  try {
    return await message(guards.get(guards.idFromName(keyId)));
  } catch (cause) {
    throw new StorageUnavailable("the key's guard did not answer", { cause });
  }
}
