import type { RequestContext } from '../http/context.ts';
import { describeFault } from '../http/log.ts';
import { isSameInstallation } from '../http/web-worker.ts';
import { loadLexicon } from '../inference/load-lexicon.ts';

/** For how long an isolate keeps one answer: asking needs no key, so it must not be a way to make databases work. */
const KEPT_MS = 5_000;
let last: { readonly atMs: number; readonly isReady: boolean } | null = null;

/** Whether storage and the web Worker answer, both belong together, and the lexicon of inference is there. */
export async function checkDependencies(ctx: RequestContext): Promise<boolean> {
  if (last && ctx.nowMs - last.atMs < KEPT_MS && ctx.nowMs >= last.atMs) return last.isReady;
  const isReady = await askAll(ctx);
  last = { atMs: ctx.nowMs, isReady };
  return isReady;
}

async function askAll(ctx: RequestContext): Promise<boolean> {
  const { apiKeys, registry, athleteDatabases, keyGuards } = ctx.env;
  const databases = [registry, ...athleteDatabases.test.values(), ...athleteDatabases.live.values()];
  try {
    const [isSame] = await Promise.all([
      isSameInstallation(ctx),
      apiKeys.get('health'),
      ...databases.map((database) => database.prepare('SELECT 1').run()),
      keyGuards.get(keyGuards.idFromName('health')).ping(),
      // A deployment that was not prepared lacks it.
      loadLexicon(ctx),
    ]);
    if (!isSame) ctx.log.fault = 'the web Worker has another SIGNING_SECRET, BASE_URL or set of shards';
    return isSame;
  } catch (fault) {
    ctx.log.fault = describeFault(fault);
    return false;
  }
}
