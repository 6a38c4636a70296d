import { ENGINE_VERSION } from '#core/engine/prescribe.ts';

/**
 * Compares an engine version with the running one, number by number: negative if it is older, positive if it
 * is newer. It can be newer during a deployment, in isolates of the outgoing version.
 */
export function compareWithRunning(version: string): number {
  return version.localeCompare(ENGINE_VERSION, 'en', { numeric: true });
}
