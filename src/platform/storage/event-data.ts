import type { StoredEventData } from './event-types.ts';

/**
 * The names by which members of an event's data are stored, since every activity has some events. Members that few events
 * have are stored by their own names.
 */
const STORED_NAMES = {
  externalId: 'e',
  activityId: 'a',
  activityExternalId: 'x',
  changed: 'c',
  reason: 'r',
} as const satisfies { readonly [Name in keyof StoredEventData]?: string };

const NAMES = new Map(Object.entries(STORED_NAMES));
const OWN_NAMES = new Map(Object.entries(STORED_NAMES).map(([own, stored]) => [stored, own]));

/** Returns data of an event by the names under which they are stored. */
export function toStoredData(data: object): Readonly<Record<string, unknown>> {
  return renamed(data, NAMES);
}

/** Returns stored data of an event by their own names. */
export function fromStoredData(stored: object): StoredEventData {
  return renamed(stored, OWN_NAMES);
}

function renamed(data: object, names: ReadonlyMap<string, string>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [names.get(name) ?? name, value]));
}
