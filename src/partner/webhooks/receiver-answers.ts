import { type Attempt, isRefusal } from './delivery-shape.ts';
import {
  FAILURES_MAX,
  type Ladder,
  type Lane,
  NO_REFUSALS,
  newLadder,
  type State,
} from './dispatch-state.ts';

/** Counts an event of this type as accepted: earlier failures no longer count, and a lane of the type catches up. */
export function countAcceptance(state: State, type: string, atMs: number): void {
  Object.assign(state, { failuresInRow: 0, refused: NO_REFUSALS, failingSince: null });
  Object.assign(state, { acceptedAt: { ...state.acceptedAt, [type]: atMs }, isAcceptanceKnown: false });
  const { [type]: _forgotten, ...refusals } = state.refusals;
  state.refusals = refusals;
  const lane = state.lanes[type];
  if (lane) lane.ladder = null;
}

/** Counts a failed attempt of an event of the position or of a lane's probe. A refusal counts for its type, too. */
export function countFailure(
  state: State,
  type: string,
  attempt: Attempt,
  { isOfPosition, nowMs }: { readonly isOfPosition: boolean; readonly nowMs: number },
): void {
  state.failingSince ??= attempt.atMs;
  if (!isRefusal(attempt)) {
    state.failuresInRow += 1;
    return;
  }
  state.failuresInRow = 0;
  noteRefusal(state, type, isOfPosition);
  countRefusal(state, type, attempt.statusCode, nowMs);
}

/** Counts a refusal since the last success of any type. */
export function noteRefusal(state: State, type: string, isOfPosition: boolean): void {
  const { refused } = state;
  state.refused = {
    count: refused.count + 1,
    types: [...new Set([...refused.types, type])],
    isOfPosition: refused.isOfPosition || isOfPosition,
  };
}

/**
 * Returns whether the receiver has failed so often in a row that only probes are sent: five times without an
 * answer, or with five refusals of at least two types. Refused probes of lanes do not stop the position by
 * themselves.
 */
export function hasFailedOften({ failuresInRow, refused }: State): boolean {
  const isRefusing = refused.isOfPosition && refused.count >= FAILURES_MAX && refused.types.length > 1;
  return failuresInRow >= FAILURES_MAX || isRefusing;
}

/** Moves the probes of the stopped position and of all lanes. */
export function moveProbes(state: State, moved: (ladder: Ladder) => Ladder): void {
  state.stopped &&= moved(state.stopped);
  for (const lane of Object.values(state.lanes)) lane.ladder &&= moved(lane.ladder);
}

/**
 * Begins a pause when the partner is suspended, and ends it when it is resumed. The time in between counts neither as
 * failing nor as accepting. Returns whether anything changed.
 */
export function changePause(state: State, suspendedAt: number | null, nowMs: number): boolean {
  const { pausedAt } = state;
  if ((pausedAt === null) === (suspendedAt === null)) return false;
  if (pausedAt !== null) excludePause(state, Math.max(0, nowMs - pausedAt), nowMs);
  state.pausedAt = suspendedAt;
  return true;
}

/** Moves failures, refusals and acceptances to the times at which they would have been without the pause. */
function excludePause(state: State, pausedMs: number, nowMs: number): void {
  const later = (atMs: number) => Math.min(nowMs, atMs + pausedMs);
  const laterSince = <Row extends { readonly since: number }>(rows: Readonly<Record<string, Row>>) =>
    mapValues(rows, (row) => ({ ...row, since: later(row.since) }));
  if (state.failingSince !== null) state.failingSince = later(state.failingSince);
  state.lanes = laterSince(state.lanes);
  state.refusals = laterSince(state.refusals);
  state.acceptedAt = mapValues(state.acceptedAt, later);
  state.isAcceptanceKnown = false;
}

function mapValues<In, Out>(
  record: Readonly<Record<string, In>>,
  map: (value: In) => Out,
): Record<string, Out> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

/** Forgets all failures and lanes. */
export function recover(state: State): void {
  const recovered = { stopped: null, failuresInRow: 0, refused: NO_REFUSALS, failingSince: null };
  Object.assign(state, { ...recovered, lanes: {}, refusals: {} });
}

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
function countRefusal(state: State, type: string, statusCode: number, nowMs: number): void {
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
export function handleInLane({ lanes }: Lanes, { type, sequence }: { type: string; sequence: number }): void {
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
