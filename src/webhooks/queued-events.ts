import type { EventRow } from '../storage/events-schema.ts';
import type { DispatchLog, Waiting } from './dispatch-log.ts';

/** Returns those that wait, by athlete, each in the order of their places. */
function lanesOf({ waiting }: DispatchLog): readonly (readonly Waiting[])[] {
  const lanes = new Map<string | number, Waiting[]>();
  const rows = [...waiting.values()].sort((one, other) => one.sequence - other.sequence);
  for (const row of rows) {
    const name = row.athleteId ?? row.sequence;
    const lane = lanes.get(name);
    if (lane) lane.push(row);
    else lanes.set(name, [row]);
  }
  return [...lanes.values()];
}

/** Returns the time at which each row of a lane may be sent: when it is due, and nothing before it holds it up. */
function readyTimes(lane: readonly Waiting[]): readonly number[] {
  let heldUntil = 0;
  return lane.map(({ dueAt, blocksUntil }) => {
    const readyAt = Math.max(dueAt, heldUntil);
    heldUntil = Math.max(heldUntil, blocksUntil);
    return readyAt;
  });
}

/**
 * Lists what waits and may be sent now, at most `limit`. One that is due takes those behind it along: they are sent once it
 * has succeeded.
 */
export function sendable(log: DispatchLog, nowMs: number, limit: number): readonly Waiting[] {
  const rows = lanesOf(log).flatMap((lane) => {
    const taken: Waiting[] = [];
    let isBlocked = false;
    for (const row of lane) {
      if (isBlocked) break;
      if (row.dueAt <= nowMs) taken.push(row);
      else isBlocked = row.blocksUntil > nowMs;
    }
    return taken;
  });
  return rows.slice(0, limit);
}

/** Returns when something that waits may next be sent, or a probe; null if nothing waits. */
export function nextDueAt(log: DispatchLog): number | null {
  if (log.state.stoppedAt !== null) return log.state.probeAt;
  const times = lanesOf(log).flatMap(readyTimes);
  return times.length === 0 ? null : Math.min(...times);
}

/**
 * Returns what to probe the receiver with: of each athlete's first, the one whose last attempt is the longest ago, so that
 * one event that its receiver rejects cannot hold up the others for good. Empty if nothing waits.
 */
export function nextProbe(log: DispatchLog): readonly Waiting[] {
  const lastAt = ({ attempts }: Waiting) => attempts.at(-1)?.atMs ?? 0;
  const firsts = lanesOf(log).flatMap(([first]) => first ?? []);
  return firsts.sort((one, other) => lastAt(one) - lastAt(other)).slice(0, 1);
}

/** Returns whether an event has to wait for an earlier one of its athlete that is not due yet. */
export function isBehindBlocked({ waiting }: DispatchLog, event: EventRow, nowMs: number): boolean {
  if (event.athleteId === null) return false;
  for (const row of waiting.values()) {
    if (row.athleteId === event.athleteId && row.sequence < event.sequence && row.blocksUntil > nowMs)
      return true;
  }
  return false;
}
