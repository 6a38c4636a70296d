import type { Position } from '../storage/cursor.ts';
import { EVENTS_KEPT_MS } from '../storage/purge-events.ts';

/** A place in one store: everything up to this sequence was read, as long as the store counts in this epoch. */
export interface Place {
  readonly epoch: string;
  readonly sequence: number;
}

/** Places by the name of their store. */
export type Places = ReadonlyMap<string, Place>;

/** Encodes places as a position for a cursor, with the time at which they were read. */
export function toPosition(places: Places, nowMs: number): Position {
  return [nowMs, ...[...places].flatMap(([store, { epoch, sequence }]) => [store, epoch, sequence])];
}

/** Reads the places of a position; null if it is older than events are kept. */
export function toPlaces([readAt, ...parts]: Position, nowMs: number): Places | null {
  if (typeof readAt !== 'number' || readAt < nowMs - EVENTS_KEPT_MS) return null;
  const places = new Map<string, Place>();
  for (let index = 0; index + 2 < parts.length; index += 3) {
    const [store, epoch, sequence] = parts.slice(index, index + 3);
    places.set(String(store), { epoch: String(epoch), sequence: Number(sequence) });
  }
  return places;
}
