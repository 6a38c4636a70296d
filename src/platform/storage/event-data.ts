import type { StoredEventData } from './event-types.ts';

/**
 * Short stored names for members of event data, because every activity has some events. Rare members keep their own names.
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

/** Renames the members of event data for storage. */
export function toStoredData(data: object): Readonly<Record<string, unknown>> {
  return renamed(data, NAMES);
}

/** Restores the original member names of stored event data. */
export function fromStoredData(stored: object): StoredEventData {
  return renamed(stored, OWN_NAMES);
}

function renamed(data: object, names: ReadonlyMap<string, string>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [names.get(name) ?? name, value]));
}
