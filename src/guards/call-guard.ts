import type { Env } from '../env.ts';
import { StorageUnavailable } from '../storage/database.ts';
import type { KeyGuard } from './key-guard.ts';
import type { ProductLimiter } from './product-limiter.ts';

/**
 * Calls the guard of a key or connection.
 *
 * @throws StorageUnavailable if the guard did not answer
 */
export function callKeyGuard<Answer>(
  { keyGuards }: Pick<Env, 'keyGuards'>,
  name: string,
  message: (guard: DurableObjectStub<KeyGuard>) => Promise<Answer>,
): Promise<Answer> {
  return call("the key's guard", () => message(keyGuards.get(keyGuards.idFromName(name))));
}

/**
 * Calls an athlete's product limiter.
 *
 * @throws StorageUnavailable if the limiter did not answer
 */
export function callProductLimiter<Answer>(
  { productLimiters }: Pick<Env, 'productLimiters'>,
  athleteId: string,
  message: (limiter: DurableObjectStub<ProductLimiter>) => Promise<Answer>,
): Promise<Answer> {
  return call("the athlete's limiter", () =>
    message(productLimiters.get(productLimiters.idFromName(athleteId))),
  );
}

async function call<Answer>(object: string, message: () => Promise<Answer>): Promise<Answer> {
  try {
    return await message();
  } catch (cause) {
    throw new StorageUnavailable(`${object} did not answer`, { cause });
  }
}
