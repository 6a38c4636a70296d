import * as z from 'zod/mini';
import { described, describedCopy, documented } from '#platform/http/openapi-metadata.ts';
import { toWire } from '#platform/http/wire-case.ts';
import { instant, isoInstant } from '#platform/http/wire-fields.ts';
import { type EventType, STALE_REASONS } from '#platform/storage/event-types.ts';
import type { EventRow } from '#platform/storage/events-schema.ts';

const athlete = {
  athlete_id: described(z.string(), 'The athlete.'),
  external_id: described(z.nullable(z.string()), "The athlete's `external_id` at the time of the event."),
};

const activity = {
  ...athlete,
  activity_id: described(z.string(), 'The activity.'),
  activity_external_id: described(
    z.nullable(z.string()),
    "The activity's `external_id` at the time of the event.",
  ),
};

const key_id = described(z.string(), 'The API key.');

const webhook_id = described(z.string(), 'The webhook.');

const changed = described(
  z.array(z.string()),
  'Names of the changed fields. Events do not include values, so read the resource.',
);

/** Makes the schema of the events of these types, which have the same data. */
function eventOf<const Types extends readonly EventType[], Data extends z.core.$ZodLooseShape>(
  types: Types,
  data: Data,
) {
  return z.object({
    id: described(z.string(), 'Identifies the event. Repeated deliveries have the same `id`.'),
    type: described(z.enum(types), 'What happened.'),
    created_at: describedCopy(instant, 'When it happened.'),
    environment: described(z.enum(['test', 'live']), 'Where it happened.'),
    data: described(z.object(data), 'Identifiers and names of changed fields, by type.'),
  });
}

export const Event = documented(
  z.discriminatedUnion('type', [
    documented(
      eventOf(
        [
          'athlete.created',
          'athlete.tier_changed',
          'athlete.learned',
          'athlete.connected',
          'athlete.disconnected',
          'athlete.connection_refused',
          'athlete.erased',
        ],
        athlete,
      ),
      { id: 'AthleteEvent' },
    ),
    documented(eventOf(['athlete.updated'], { ...athlete, changed }), { id: 'AthleteUpdatedEvent' }),
    documented(
      eventOf(
        [
          'activity.created',
          'activity.deleted',
          'prescription.calculated',
          'feedback.received',
          'feedback.deleted',
        ],
        activity,
      ),
      { id: 'ActivityEvent' },
    ),
    documented(eventOf(['activity.updated'], { ...activity, changed }), { id: 'ActivityUpdatedEvent' }),
    documented(
      eventOf(['prescription.stale'], {
        ...athlete,
        reason: described(
          z.enum(STALE_REASONS),
          'Why the numbers may have changed: a profile change, new learning, or the tier.',
        ),
      }),
      { id: 'PrescriptionStaleEvent' },
    ),
    documented(eventOf(['key.created', 'key.rotated', 'key.revoked', 'key.rotation_due'], { key_id }), {
      id: 'KeyEvent',
    }),
    documented(
      eventOf(['recalculation.finished'], {
        recalculation_id: described(z.string(), 'The recalculation.'),
      }),
      { id: 'RecalculationEvent' },
    ),
    documented(
      eventOf(['webhook.disabled'], {
        webhook_id,
        reason: described(z.string(), "The webhook's `disabled_reason`."),
      }),
      { id: 'WebhookDisabledEvent' },
    ),
    documented(
      eventOf(['webhook.type_disabled'], {
        webhook_id,
        event_type: described(z.string(), 'The type that the webhook no longer receives.'),
      }),
      { id: 'WebhookTypeDisabledEvent' },
    ),
    documented(eventOf(['webhook.test'], { webhook_id }), { id: 'WebhookTestEvent' }),
    documented(eventOf(['engine.updated', 'sandbox.reset'], {}), { id: 'ServiceEvent' }),
  ]),
  {
    id: 'Event',
    description: 'Something that happened. `type` determines the members of `data`.',
  },
);

export type Event = z.output<typeof Event>;

export const EventPage = documented(
  z.object({
    data: described(
      z.array(Event),
      'Oldest first within a store. Events of athletes in different stores have no common order.',
    ),
    has_more: described(z.boolean(), 'Whether more events may be available now. Such a page may be empty.'),
    next_cursor: described(
      z.string(),
      'Cursor of the next page. Use it now if `has_more` is true, otherwise later. Never null, not even on the last page.',
    ),
  }),
  { id: 'EventPage' },
);

export const eventExample = {
  id: 'evt_01jcc9q0x8v5n3m1t7k2b6h4dz',
  type: 'activity.updated',
  created_at: '2026-11-21T09:30:00.000Z',
  environment: 'test',
  data: {
    athlete_id: 'ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz',
    external_id: 'rider-1042',
    activity_id: 'act_01jcc9q0x8v5n3m1t7k2b6h4dz',
    activity_external_id: 'session-88',
    changed: ['duration_min', 'scheduled_at'],
  },
} satisfies Event;

/** The members of an event as in its row, without the link between its type and its data. */
interface Untied extends Omit<Event, 'data'> {
  readonly data: object;
}

/** Maps an event to its wire form, without its position in a store. */
export function eventToWire({ id, type, createdAt, environment, athleteId, data }: EventRow): Event {
  const whole = athleteId === null ? data : { athleteId, ...data };
  return tied({ id, type, created_at: isoInstant(createdAt), environment, data: toWire<object>(whole) });
}

/**
 * Casts an event's data to its type. Two columns cannot express the link, but every row is made from a
 * `ReportedEvent` (`src/platform/storage/record-events.ts`), which does.
 */
function tied(event: Untied): Event {
  return event as Event;
}
