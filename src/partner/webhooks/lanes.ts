import { FAILURES_MAX, newLadder } from './dispatch-schedule.ts';
import type { Lane, State } from './dispatch-state.ts';

type Lanes = Pick<State, 'lanes'>;

/** Returns whether events of this type are refused, so that only probes of it are sent. */
export function isRefused({ lanes }: Lanes, type: string): boolean {
  return (lanes[type]?.ladder ?? null) !== null;
}

/** Returns the queue of an event: those of one athlete are sent in order, within the position and within a lane. */
export function queueOf(
  { lanes }: Lanes,
  event: { readonly sequence: number; readonly type: string; readonly athleteId: string | null },
): string {
  const lane = event.type in lanes ? event.type : '';
  return `${lane} ${event.athleteId ?? event.sequence}`;
}

/**
 * Counts a refusal of a type. The fifth without a success makes a lane of the type, or ends the attempt of a
 * lane to catch up.
 */
export function countRefusal(state: State, type: string, statusCode: number, nowMs: number): void {
  const { count = 0, since = nowMs } = state.refusals[type] ?? {};
  state.refusals = { ...state.refusals, [type]: { count: count + 1, since } };
  const lane = state.lanes[type];
  if (lane) lane.statusCode = statusCode;
  if (count + 1 < FAILURES_MAX || isRefused(state, type)) return;
  const { position, ahead } = lane ?? state;
  const ladder = newLadder(nowMs);
  const refused = { position, ahead, left: lane?.left ?? 0, since, statusCode, ladder };
  state.lanes = { ...state.lanes, [type]: refused };
}

/** Records that an event was sent or waits in the dispatcher. */
export function settleInLane({ lanes }: Lanes, { type, sequence }: { type: string; sequence: number }): void {
  const lane = lanes[type];
  if (lane && sequence > lane.position) lane.ahead = [...lane.ahead, sequence];
}

/** Moves a lane's position. */
export function advanceLane(lane: Lane, position: number): void {
  lane.position = Math.max(lane.position, position);
  lane.ahead = lane.ahead.filter((sequence) => sequence > lane.position);
}

/** Returns the last event that the dispatcher has read. Events of lanes up to here are theirs. */
export function headOf({ position, ahead }: Pick<State, 'position' | 'ahead'>): number {
  return Math.max(position, ...ahead);
}
