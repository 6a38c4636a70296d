import type { AlertPlace } from './condition.ts';
import { selectLateDispatchers } from './repository.ts';

/**
 * Finds stores with events that a webhook whose receiver answers has not got within 15 minutes. The ten-minute job that
 * wakes dispatchers asks each that is behind how far it has come. A receiver that fails is its partner's to see.
 */
export async function findDispatcherLag({ registry }: AlertPlace): Promise<readonly string[]> {
  const [rows] = await registry.batch([selectLateDispatchers(registry)]);
  return rows.map(
    ({ database, late }) =>
      `${database}: events wait for more than 15 minutes for ${late} ${late === 1 ? 'webhook' : 'webhooks'}.`,
  );
}
