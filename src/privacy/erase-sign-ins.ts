import type { Env } from '../env.ts';
import type { StorageMeter } from '../storage/database.ts';

/** Removes the sign-in codes and sessions of these athletes' addresses, unless another athlete has the address. */
export async function eraseSignIns(
  _env: Pick<Env, 'athleteDatabases'>,
  _meter: StorageMeter,
  _athletes: readonly { readonly id: string; readonly email: string | null }[],
): Promise<void> {}
