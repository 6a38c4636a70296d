import type { EventRow } from '#platform/storage/events-schema.ts';
import { LANE_WINDOW, type Lane, type State, WAITING_MAX } from './dispatch-state.ts';
import type { Logged } from './finished-deliveries.ts';
import { headOf, isRefused, queueOf } from './receiver-answers.ts';

/** A delivery that has failed, is being redelivered, or is behind an earlier one of its athlete. */
export interface Waiting extends Logged {
  readonly failures: number;
  readonly dueAt: number;
  /** Whether later events of its athlete wait for it. False after three failures, and for redeliveries. */
  readonly holdsUp: boolean;
  /** Whether it is sent now to find out whether the receiver is back: redelivered, or chosen after a test. */
  readonly isFirst?: boolean;
}

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
export function readyRows({ state, waiting }: Queue): readonly Ready[] {
  const rows = [...waiting.values()].sort((one, other) => one.sequence - other.sequence);
  const queues = Map.groupBy(rows, (row) => queueOf(state, row));
  return [...queues.values()].flatMap((queue) => {
    let heldUntil = 0;
    return queue.map((row) => {
      const dueAt = row.isFirst && row.failures > 0 ? 0 : row.dueAt;
      const atMs = Math.max(dueAt, heldUntil);
      if (row.holdsUp) heldUntil = atMs;
      const probeAt = (state.stopped ?? state.lanes[row.type]?.ladder)?.probeAt;
      return { row, atMs: probeAt ?? atMs };
    });
  });
}

/** Lists the waiting rows that may be sent now, at most `limit`. A due row takes those behind it along. */
export function sendable(queue: Queue, nowMs: number, limit: number): readonly Waiting[] {
  const ready = readyRows(queue).filter(
    ({ row, atMs }) => atMs <= nowMs && !isRefused(queue.state, row.type),
  );
  return ready.slice(0, limit).map(({ row }) => row);
}

/** Returns when the next waiting row may be sent, or the next probe. Returns null if nothing waits. */
export function nextDueAt(queue: Queue): number | null {
  const { stopped, lanes } = queue.state;
  if (stopped) return stopped.probeAt;
  const times = [
    ...readyRows(queue).map(({ atMs }) => atMs),
    ...Object.values(lanes).map(({ ladder }) => ladder?.probeAt ?? 0),
  ];
  return times.length === 0 ? null : Math.min(...times);
}

/**
 * Returns the event to probe the receiver with, or a lane of this type. Of the first waiting events of each
 * athlete, takes the one with the oldest last attempt, so that one rejected event cannot block the others
 * permanently. Prefers types that were not refused, and first of all what the partner redelivers. Empty if
 * nothing waits.
 */
export function nextProbe(queue: Queue, type: string | null): readonly Waiting[] {
  const firsts = new Map<string, Waiting>();
  for (const { row } of readyRows(queue)) {
    if (type !== null && row.type !== type) continue;
    const name = queueOf(queue.state, row);
    if (row.isFirst && !row.holdsUp) firsts.set(`again ${row.sequence}`, row);
    else if (!firsts.has(name)) firsts.set(name, row);
  }
  const refused = new Set(queue.state.refused.types);
  const rank = (row: Waiting) => (row.isFirst ? 0 : refused.has(row.type) ? 2 : 1);
  const [first] = [...firsts.values()].sort(
    (one, other) => rank(one) - rank(other) || lastAttemptAt(one) - lastAttemptAt(other),
  );
  return first ? [first] : [];
}

/** Returns the time of a row's last attempt, or 0. */
export function lastAttemptAt({ attempts }: Waiting): number {
  return attempts.at(-1)?.atMs ?? 0;
}

/** Returns whether an event has to wait for an earlier one of its athlete. */
export function isHeldUp({ state, waiting }: Queue, event: EventRow): boolean {
  if (event.athleteId === null) return false;
  const queue = queueOf(state, event);
  for (const row of waiting.values()) {
    if (row.holdsUp && row.sequence < event.sequence && queueOf(state, row) === queue) return true;
  }
  return false;
}

/** Returns the event with which to probe each lane that is due for it. */
export function dueProbes(queue: Queue, nowMs: number): readonly Waiting[] {
  return dueLanes(queue, nowMs).flatMap(([type]) => nextProbe(queue, type));
}

/** A lane whose events are to be read from the store: those after its position, up to this one. */
export interface LaneRead {
  readonly type: string;
  readonly after: number;
  readonly upTo: number;
}

/** Lists the lanes that catch up, and those that have no event for a probe. */
export function lanesToRead(queue: Queue, nowMs: number): readonly LaneRead[] {
  const { lanes } = queue.state;
  const catchingUp = Object.entries(lanes).filter(([, { ladder }]) => ladder === null);
  const empty = dueLanes(queue, nowMs).filter(([type]) => nextProbe(queue, type).length === 0);
  return [...catchingUp, ...empty].map(([type, { position }]) => ({
    type,
    after: position,
    upTo: Math.min(position + LANE_WINDOW, headOf(queue.state)),
  }));
}

function dueLanes({ state: { lanes } }: Queue, nowMs: number): readonly [string, Lane][] {
  return Object.entries(lanes).filter(([, { ladder }]) => ladder !== null && ladder.probeAt <= nowMs);
}

/** Returns whether as many deliveries wait as may. Those of lanes do not count. */
export function isFull({ state, waiting }: Queue): boolean {
  if (waiting.size < WAITING_MAX) return false;
  return [...waiting.values()].filter(({ type }) => !isRefused(state, type)).length >= WAITING_MAX;
}

/** Returns the position up to which nothing waits. */
export function handledTo({ state: { position, lanes }, waiting }: Queue): number {
  const ofLanes = Object.values(lanes).map((lane) => lane.position);
  return Math.min(position, ...ofLanes, ...[...waiting.keys()].map((sequence) => sequence - 1));
}
