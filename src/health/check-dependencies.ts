import { SECOND_MS } from '../clock.ts';
import { callKeyGuard } from '../guards/call-guard.ts';
import type { RequestContext } from '../http/context.ts';
import { describeFault } from '../http/log.ts';

/** For how long an isolate reuses one result: the check needs no key, so callers must not be able to load databases with it. */
const KEPT_MS = 5 * SECOND_MS;
let last: { readonly atMs: number; readonly isReady: boolean } | null = null;

/** Returns true if KV, every database and a key guard answer. */
export async function checkDependencies(ctx: RequestContext): Promise<boolean> {
  if (last && ctx.nowMs - last.atMs < KEPT_MS && ctx.nowMs >= last.atMs) return last.isReady;
  const isReady = await askAll(ctx);
  last = { atMs: ctx.nowMs, isReady };
  return isReady;
}

async function askAll(ctx: RequestContext): Promise<boolean> {
  const { apiKeys, registry, athleteDatabases } = ctx.env;
  const databases = [registry, ...athleteDatabases.test.values(), ...athleteDatabases.live.values()];
  try {
    await Promise.all([
      apiKeys.get('health'),
      ...databases.map((database) => database.prepare('SELECT 1').run()),
      callKeyGuard(ctx.env, 'health', (guard) => guard.ping()),
    ]);
    return true;
  } catch (fault) {
    ctx.log.fault = describeFault(fault);
    return false;
  }
}
