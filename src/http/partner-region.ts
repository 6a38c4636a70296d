import type { Region } from '../regions.ts';
import { type Failure, invalid } from './errors.ts';

/** Returns the 422 for a `region` that the partner does not have. */
export function regionNotAssigned(regions: readonly Region[]): Failure {
  return invalid({
    pointer: '/region',
    code: 'invalid_value',
    message: `must be one of your regions: ${regions.join(', ')}`,
  });
}
