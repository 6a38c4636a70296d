import type { EventRow } from '#platform/storage/events-schema.ts';
import type { State } from './dispatch-state.ts';
import type { Logged } from './ended-deliveries.ts';

/** A delivery that has failed, is being redelivered, or is behind an earlier one of its athlete. */
export interface Waiting extends Logged {
  readonly failures: number;
  readonly dueAt: number;
  /** Whether later events of its athlete wait for it. False after three failures, and for redeliveries. */
  readonly holdsUp: boolean;
}

/** A dispatcher's place and its waiting deliveries. */
interface Queue {
  readonly state: State;
  readonly waiting: ReadonlyMap<number, Waiting>;
}

/** A waiting row and the time from which it may be sent: when it is due and nothing before it blocks it. */
export interface Ready {
  readonly row: Waiting;
  readonly atMs: number;
}

/** Lists the waiting rows with the times at which they may be sent, each athlete's in order. */
export function readyRows(waiting: Iterable<Waiting>): readonly Ready[] {
  const rows = [...waiting].sort((one, other) => one.sequence - other.sequence);
  const lanes = Map.groupBy(rows, ({ athleteId, sequence }) => athleteId ?? sequence);
  return [...lanes.values()].flatMap((lane) => {
    let heldUntil = 0;
    return lane.map((row) => {
      const atMs = Math.max(row.dueAt, heldUntil);
      if (row.holdsUp) heldUntil = atMs;
      return { row, atMs };
    });
  });
}

/** Lists the waiting rows that may be sent now, at most `limit`. A due row takes those behind it along. */
export function sendable({ waiting }: Queue, nowMs: number, limit: number): readonly Waiting[] {
  const ready = readyRows(waiting.values()).filter(({ atMs }) => atMs <= nowMs);
  return ready.slice(0, limit).map(({ row }) => row);
}

/** Returns when the next waiting row may be sent, or the next probe. Returns null if nothing waits. */
export function nextDueAt({ state, waiting }: Queue): number | null {
  if (state.stoppedAt !== null) return state.probeAt;
  return waiting.size === 0 ? null : Math.min(...readyRows(waiting.values()).map(({ atMs }) => atMs));
}

/**
 * Returns the event to probe the receiver with. Of the first waiting events of each athlete, takes the one
 * with the oldest last attempt, so that one rejected event cannot block the others permanently. Empty if
 * nothing waits.
 */
export function nextProbe({ waiting }: Queue): readonly Waiting[] {
  const lastAt = ({ attempts }: Waiting) => attempts.at(-1)?.atMs ?? 0;
  const firsts = new Map<string | number, Waiting>();
  for (const { row } of readyRows(waiting.values())) {
    const lane = row.athleteId ?? row.sequence;
    if (!firsts.has(lane)) firsts.set(lane, row);
  }
  return [...firsts.values()].sort((one, other) => lastAt(one) - lastAt(other)).slice(0, 1);
}

/** Returns whether an event has to wait for an earlier one of its athlete. */
export function isHeldUp({ waiting }: Queue, { athleteId, sequence }: EventRow): boolean {
  if (athleteId === null) return false;
  for (const row of waiting.values()) {
    if (row.holdsUp && row.athleteId === athleteId && row.sequence < sequence) return true;
  }
  return false;
}
