import type { Problem } from '../http/errors.ts';

/** Returns the problem of a member that names no product of the catalogue. */
export function unknownProduct(pointer: string): Problem {
  return { pointer, code: 'unknown_product', message: 'is not a product of the catalogue' };
}
