import * as z from 'zod/mini';
import { described, describedCopy, documented } from '../http/openapi-metadata.ts';
import { instant } from '../http/wire-fields.ts';
import { EVENT_TYPES } from '../storage/event-types.ts';

const id = z.optional(z.string());
const idOrNull = z.optional(z.nullable(z.string()));

const EventData = documented(
  z.object({
    athlete_id: describedCopy(id, 'The athlete.'),
    external_id: describedCopy(idOrNull, "The athlete's `external_id` at the time of the event."),
    activity_id: describedCopy(id, 'The activity.'),
    activity_external_id: describedCopy(idOrNull, "The activity's `external_id` at the time of the event."),
    key_id: describedCopy(id, 'The API key.'),
    webhook_id: describedCopy(id, 'The webhook.'),
    recalculation_id: describedCopy(id, 'The recalculation.'),
    reason: describedCopy(id, 'Why: of `prescription.stale` what changed (`profile`, `learned` or `tier`).'),
    changed: described(
      z.optional(z.array(z.string())),
      'The names of the fields that changed. Their values are not part of an event: read the resource.',
    ),
  }),
  { id: 'EventData', description: 'What the event is about; each type has the members that apply to it.' },
);

export const Event = documented(
  z.object({
    id: described(z.string(), 'Identifies the event; a repeated delivery has the same one.'),
    type: described(z.enum(EVENT_TYPES), 'What happened.'),
    created_at: describedCopy(instant, 'When it happened.'),
    environment: described(z.enum(['test', 'live']), 'Where it happened.'),
    data: EventData,
  }),
  { id: 'Event' },
);

export type Event = z.output<typeof Event>;

export const EventPage = documented(
  z.object({
    data: described(
      z.array(Event),
      'Oldest first within a store; athletes of several stores have no common order.',
    ),
    has_more: described(z.boolean(), 'Whether more events may follow now. A page with `true` may be empty.'),
    next_cursor: described(
      z.string(),
      'Where to continue: now if `has_more`, else later. Never null; the cursor of the last page is the place to continue from later.',
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
    athlete_id: 'ath_tc001jcc9q0x8v5n3m1t7k2b6h4dz',
    external_id: 'rider-1042',
    activity_id: 'act_01jcc9q0x8v5n3m1t7k2b6h4dz',
    activity_external_id: 'session-88',
    changed: ['duration_min', 'scheduled_at'],
  },
} satisfies Event;
