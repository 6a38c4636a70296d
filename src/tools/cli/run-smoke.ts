import { escapeLayout } from './foreign-text.ts';
import { type SmokeService, smoke } from './smoke-walk.ts';

interface Told extends SmokeService {
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
}

/** The command that sends all traffic back to the previous version. */
export const ROLLBACK = 'npx wrangler rollback';

/**
 * Walks through a service and prints each step, and how to roll back if one failed. Refuses to send the key over plain http
 * to another machine. Returns whether all steps succeeded.
 */
export async function runSmoke({ print, complain, ...service }: Told): Promise<boolean> {
  const { protocol, hostname } = new URL(service.baseUrl);
  if (protocol !== 'https:' && !['127.0.0.1', 'localhost'].includes(hostname)) {
    complain('Use https. The key is never sent over plain http.');
    return false;
  }
  const baseUrl = service.baseUrl.replace(/\/+$/, '');
  const steps = await smoke({ ...service, baseUrl });
  for (const { name, outcome, why } of steps) {
    const line = escapeLayout(`${outcome.padEnd(7)} ${name}${why === null ? '' : `: ${why}`}`);
    if (outcome === 'failed') complain(line);
    else print(line);
  }
  const failed = steps.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name);
  if (failed.length === 0) return true;
  complain(`The smoke test of ${baseUrl} failed: ${failed.join(', ')}.`);
  complain(`To roll back to the previous version: ${ROLLBACK}`);
  return false;
}

/**
 * Runs the smoke test against a new deployment and returns whether it succeeded. Skips it without a key. Refuses a production
 * key, because the walk creates and erases athletes.
 */
export async function smokeDeployment(service: Told): Promise<boolean> {
  if (service.key === '') {
    service.print('Smoke test skipped. To run it, set MUSETTE_SMOKE_KEY to a sandbox key.');
    return true;
  }
  if (!isSandboxKey(service.key)) {
    service.complain('Smoke test not run. MUSETTE_SMOKE_KEY must be a sandbox key (sk_test_…).');
    return false;
  }
  return runSmoke(service);
}

/** Returns whether a key belongs to a sandbox. The smoke test must not create athletes in production. */
export function isSandboxKey(key: string): boolean {
  return key.startsWith('sk_test_');
}
