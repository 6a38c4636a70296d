import { ENGINE_VERSION } from '#core/engine/prescribe.ts';

/**
 * Compares a version of the engine with the running one, number by number: negative if it is older, positive if it is newer,
 * as during a deployment for isolates of the version that ends.
 */
export function compareWithRunning(version: string): number {
  return version.localeCompare(ENGINE_VERSION, 'en', { numeric: true });
}
