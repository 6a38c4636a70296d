import type { ObjectAddress } from '../guards/region.ts';
import type { KeyRow } from '../storage/registry-schema.ts';

/** Returns the address of a key's guard. */
export function guardOfKey({ id, region }: Pick<KeyRow, 'id' | 'region'>): ObjectAddress {
  return { name: id, region };
}
