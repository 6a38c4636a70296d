/** Every event type by its wire name. */
export const EVENT_TYPES = [
  'athlete.created',
  'athlete.updated',
  'athlete.tier_changed',
  'athlete.learned',
  'athlete.connected',
  'athlete.disconnected',
  'athlete.connection_refused',
  'athlete.erased',
  'activity.created',
  'activity.updated',
  'activity.deleted',
  'prescription.calculated',
  'prescription.stale',
  'feedback.received',
  'feedback.deleted',
  'key.created',
  'key.rotated',
  'key.revoked',
  'key.rotation_due',
  'recalculation.finished',
  'engine.updated',
  'webhook.disabled',
  'webhook.type_disabled',
  'webhook.test',
  'sandbox.reset',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** Causes of a stale prescription. */
export const STALE_REASONS = ['profile', 'learned', 'tier'] as const;

export type StaleReason = (typeof STALE_REASONS)[number];

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

interface Changed {
  /** Wire names of fields, never their values. */
  readonly changed: readonly string[];
}

/** The data of each event type: identifiers and field names, but no health data or people's names. */
interface EventData {
  readonly 'athlete.created': OfAthlete;
  readonly 'athlete.updated': OfAthlete & Changed;
  readonly 'athlete.tier_changed': OfAthlete;
  readonly 'athlete.learned': OfAthlete;
  readonly 'athlete.connected': OfAthlete;
  readonly 'athlete.disconnected': OfAthlete;
  /** The owner of an email address reports that the athlete's record is not theirs. */
  readonly 'athlete.connection_refused': OfAthlete;
  readonly 'athlete.erased': OfAthlete;
  readonly 'activity.created': OfActivity;
  readonly 'activity.updated': OfActivity & Changed;
  readonly 'activity.deleted': OfActivity;
  readonly 'prescription.calculated': OfActivity;
  readonly 'prescription.stale': OfAthlete & { readonly reason: StaleReason };
  readonly 'feedback.received': OfActivity;
  readonly 'feedback.deleted': OfActivity;
  readonly 'key.created': OfKey;
  readonly 'key.rotated': OfKey;
  readonly 'key.revoked': OfKey;
  readonly 'key.rotation_due': OfKey;
  readonly 'recalculation.finished': { readonly recalculationId: string };
  readonly 'engine.updated': Readonly<Record<never, never>>;
  readonly 'webhook.disabled': { readonly webhookId: string; readonly reason: string };
  readonly 'webhook.type_disabled': { readonly webhookId: string; readonly eventType: string };
  readonly 'webhook.test': { readonly webhookId: string };
  readonly 'sandbox.reset': Readonly<Record<never, never>>;
}

/** An event reported by a verb, before it has an identifier and a place in its store. */
export type ReportedEvent = {
  readonly [Type in EventType]: { readonly type: Type; readonly data: EventData[Type] };
}[EventType];

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
export const EVENT_PATTERNS: readonly string[] = [
  '*',
  ...new Set(EVENT_TYPES.map((type) => `${type.slice(0, type.indexOf('.'))}.*`)),
  ...EVENT_TYPES,
];

/** Returns the types that match a pattern, or none if it is not one of EVENT_PATTERNS. */
export function eventTypesOf(pattern: string): readonly EventType[] {
  if (pattern === '*') return EVENT_TYPES;
  if (!pattern.endsWith('.*')) return EVENT_TYPES.filter((type) => type === pattern);
  return EVENT_TYPES.filter((type) => type.startsWith(pattern.slice(0, -1)));
}
