/** Every event type, grouped by what its data contains. The only list of types: schema, document, tests and guide derive from it. */
export const EVENT_TYPES_BY_DATA = {
  athlete: [
    'athlete.created',
    'athlete.tier_changed',
    'athlete.learned',
    'athlete.connected',
    'athlete.disconnected',
    /** The owner of an email address reports that the athlete's record is not theirs. */
    'athlete.connection_refused',
    'athlete.erased',
  ],
  athleteUpdate: ['athlete.updated'],
  activity: [
    'activity.created',
    'activity.deleted',
    'prescription.calculated',
    'feedback.received',
    'feedback.deleted',
  ],
  activityUpdate: ['activity.updated'],
  staleness: ['prescription.stale'],
  key: ['key.created', 'key.rotated', 'key.revoked', 'key.rotation_due'],
  recalculation: ['recalculation.finished'],
  webhook: ['webhook.test'],
  disabledWebhook: ['webhook.disabled'],
  disabledType: ['webhook.type_disabled'],
  service: ['engine.updated', 'sandbox.reset'],
} as const;

type TypesByData = typeof EVENT_TYPES_BY_DATA;

export type EventType = TypesByData[keyof TypesByData][number];

export const EVENT_TYPES: readonly EventType[] = Object.values(EVENT_TYPES_BY_DATA).flat();

/** Causes of a stale prescription. */
export const STALE_REASONS = ['profile', 'learned', 'tier'] as const;

type StaleReason = (typeof STALE_REASONS)[number];

/** The athlete of an event. Its `external_id` is read when the event is recorded. */
interface OfAthlete {
  readonly athleteId: string;
}

interface OfActivity extends OfAthlete {
  readonly activityId: string;
  readonly activityExternalId: string | null;
}

interface OfKey {
  readonly keyId: string;
}

interface OfWebhook {
  readonly webhookId: string;
}

interface Changed {
  /** Wire names of fields, never their values. */
  readonly changed: readonly string[];
}

/** The data of events: identifiers and field names, but no health data or people's names. */
interface EventData {
  readonly athlete: OfAthlete;
  readonly athleteUpdate: OfAthlete & Changed;
  readonly activity: OfActivity;
  readonly activityUpdate: OfActivity & Changed;
  readonly staleness: OfAthlete & { readonly reason: StaleReason };
  readonly key: OfKey;
  readonly recalculation: { readonly recalculationId: string };
  readonly webhook: OfWebhook;
  readonly disabledWebhook: OfWebhook & { readonly reason: string };
  readonly disabledType: OfWebhook & { readonly eventType: string };
  readonly service: Readonly<Record<never, never>>;
}

/** An event reported by a verb, before it has an identifier and a position in its store. */
export type ReportedEvent = {
  readonly [Data in keyof TypesByData]: {
    readonly type: TypesByData[Data][number];
    readonly data: EventData[Data];
  };
}[keyof TypesByData];

/** The stored data of an event, with the members of its type. The athlete has its own column. */
export interface StoredEventData {
  readonly externalId?: string | null;
  readonly activityId?: string;
  readonly activityExternalId?: string | null;
  readonly keyId?: string;
  readonly webhookId?: string;
  readonly eventType?: string;
  readonly recalculationId?: string;
  readonly reason?: string;
  readonly changed?: readonly string[];
}

/** Every pattern for types: a type, a group such as `athlete.*`, or `*`. */
export const EVENT_PATTERNS: readonly string[] = ['*', ...new Set(EVENT_TYPES.map(groupOf)), ...EVENT_TYPES];

/** Returns the pattern of a type's group. */
export function groupOf(type: EventType): string {
  return `${type.slice(0, type.indexOf('.'))}.*`;
}

/** Returns the types that match a pattern, or none if it is not one of EVENT_PATTERNS. */
export function eventTypesOf(pattern: string): readonly EventType[] {
  if (pattern === '*') return EVENT_TYPES;
  if (!pattern.endsWith('.*')) return EVENT_TYPES.filter((type) => type === pattern);
  return EVENT_TYPES.filter((type) => type.startsWith(pattern.slice(0, -1)));
}

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
