import type { RequestContext } from '#platform/http/context.ts';
import { dropOldest, memoryOf } from '#platform/isolate-memory.ts';
import type { PageSessionRow } from '#platform/storage/athlete-schema.ts';

/**
 * Sessions that this isolate has found live, by the hash of their secret, as their rows were. Such a session is looked up
 * whatever its address has done, and one whose views are spent is refused without asking anybody.
 */
const memories = new WeakMap<D1Database, Map<string, PageSessionRow>>();
const KNOWN_SESSIONS_MAX = 10_000;

/** Returns a session as this isolate has last found it, live. */
export function recallSession(ctx: RequestContext, hash: string): PageSessionRow | undefined {
  return sessionsOf(ctx).get(hash);
}

/** Remembers a live session. */
export function rememberSession(ctx: RequestContext, hash: string, session: PageSessionRow): void {
  const known = sessionsOf(ctx);
  // Deleted first, so the map keeps the order of views.
  known.delete(hash);
  known.set(hash, session);
  dropOldest(known, KNOWN_SESSIONS_MAX);
}

/** Forgets a session that has ended. */
export function forgetSession(ctx: RequestContext, hash: string): void {
  sessionsOf(ctx).delete(hash);
}

function sessionsOf({ env }: RequestContext): Map<string, PageSessionRow> {
  return memoryOf(memories, env.registry, () => new Map());
}
