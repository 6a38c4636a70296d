import type { AlertPlace } from './condition.ts';
import { selectLateDispatchers } from './repository.ts';

/**
 * Finds stores with events that have waited more than 15 minutes for a webhook whose receiver answers. The
 * ten-minute job that wakes dispatchers asks each lagging one how far it has come. A failing receiver is its
 * partner's concern.
 */
export async function findDispatcherLag({ registry }: AlertPlace): Promise<readonly string[]> {
  const [rows] = await registry.batch([selectLateDispatchers(registry)]);
  return rows.map(
    ({ database, late }) =>
      `${database}: events have waited more than 15 minutes for ${late} ${late === 1 ? 'webhook' : 'webhooks'}.`,
  );
}
