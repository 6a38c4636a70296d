import { lt, sql } from 'drizzle-orm';
import { type Calls, calls } from '../storage/call-budget.ts';
import { consoleAudit, consoleSessions, invitations, members } from '../storage/console-schema.ts';
import type { Database } from '../storage/database.ts';
import { deleteSome, STEP_ROWS } from '../storage/delete-some.ts';
import { idsFrom } from '../storage/ids.ts';
import { CONSOLE } from './console-rules.ts';

/** Calls that one step makes. */
export const CALLS_OF_PURGING_CONSOLE: Calls = calls({ d1Queries: 4, subrequests: 1 });

const MEMBERS = { table: members, key: [members.id] } as const;
const INVITATIONS = { table: invitations, key: [invitations.id] } as const;
const SESSIONS = { table: consoleSessions, key: [consoleSessions.id] } as const;
const AUDIT = { table: consoleAudit, key: [consoleAudit.id] } as const;

/** Rows of the console that a step removed. */
export interface ConsolePurge {
  readonly members: number;
  readonly invitations: number;
  readonly sessions: number;
  readonly audit: number;
  readonly isDone: boolean;
}

/**
 * Deletes removed members and ended invitations after 30 days, sessions that are over, and the audit after 400 days, at
 * most 1,000 of each a call. `isDone` is false while more may be left.
 */
export async function purgeConsole(registry: Database, nowMs: number): Promise<ConsolePurge> {
  const kept = nowMs - CONSOLE.removedKeptMs;
  const results = await registry.batch([
    deleteSome(registry, MEMBERS, sql`${members.removedAt} IS NOT NULL AND ${members.removedAt} < ${kept}`),
    deleteSome(registry, INVITATIONS, lt(invitations.expiresAt, kept)),
    deleteSome(registry, SESSIONS, lt(consoleSessions.createdAt, nowMs - CONSOLE.sessionLivesMs)),
    deleteSome(registry, AUDIT, lt(consoleAudit.id, idsFrom('aud', nowMs - CONSOLE.auditKeptMs))),
  ]);
  const [gone, ended, over, old] = results;
  return {
    members: gone.meta.changes,
    invitations: ended.meta.changes,
    sessions: over.meta.changes,
    audit: old.meta.changes,
    isDone: results.every(({ meta }) => meta.changes < STEP_ROWS),
  };
}
