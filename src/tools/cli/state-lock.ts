import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Refusal } from './refusal.ts';

/** A process. The start time distinguishes it from a later one with the same identifier, as after a container restart. */
interface Holder {
  readonly pid: number;
  readonly startedAt: string;
}

const BUSY_MS = 5_000;
const TABLE =
  'CREATE TABLE IF NOT EXISTS holder (id INTEGER PRIMARY KEY, pid INTEGER NOT NULL, started_at TEXT NOT NULL) STRICT';

/**
 * Locks a state directory for a process until the process ends. The next process then takes over.
 *
 * @returns false if the process already has the lock
 * @throws Refusal if another running process has the lock, because two Workers would write to the same databases
 */
export function takeState(stateDir: string, pid: number): boolean {
  const path = join(stateDir, 'musette/lock.sqlite');
  const taker = { pid, startedAt: startOf(pid) };
  const holder = holderAfter(path, taker);
  if (holder === null) return true;
  if (isSame(holder, taker)) return false;
  throw new Refusal(
    `${stateDir} is in use by process ${holder.pid}. Stop it, or start another sandbox with its own state: PORT=8788 STATE_DIR=.wrangler/another npm start`,
  );
}

/** Records the new holder, unless the current one is still running. Returns the running holder, or null. */
function holderAfter(path: string, taker: Holder): Holder | null {
  try {
    using database = new DatabaseSync(path, { timeout: BUSY_MS });
    // The second of two simultaneous starts waits here and then sees the first.
    database.exec(`BEGIN IMMEDIATE; ${TABLE}`);
    const row = database.prepare('SELECT pid, started_at FROM holder').get();
    const holder = row ? { pid: Number(row.pid), startedAt: String(row.started_at) } : null;
    if (holder !== null && isRunning(holder)) return holder;
    const write = database.prepare('INSERT OR REPLACE INTO holder (id, pid, started_at) VALUES (1, ?, ?)');
    write.run(taker.pid, taker.startedAt);
    database.exec('COMMIT');
    return null;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Refusal(
      `${path} cannot be used (${why}). If no sandbox is running with this state, delete the file.`,
    );
  }
}

function isSame(one: Holder, other: Holder): boolean {
  return one.pid === other.pid && one.startedAt === other.startedAt;
}

function isRunning({ pid, startedAt }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (cause) {
    // Another user's process exists but cannot be signalled.
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EPERM')) return false;
  }
  return startOf(pid) === startedAt;
}

/** Returns the start time of a process in the system's own format, or empty. */
function startOf(pid: number): string {
  try {
    // The program name, in parentheses, may contain spaces. The start time is the twentieth field after it.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '';
  } catch {
    return startByPs(pid);
  }
}

function startByPs(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
