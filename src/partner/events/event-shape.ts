import * as z from 'zod/mini';
import { ENVIRONMENTS, type Environment } from '#platform/env.ts';
import { documented, EXAMPLE_ACTIVITY_ID, EXAMPLE_ATHLETE_ID } from '#platform/http/openapi-metadata.ts';
import { toWire } from '#platform/http/wire-case.ts';
import { instant, isoInstant } from '#platform/http/wire-fields.ts';
import { EVENT_TYPES_BY_DATA, type EventType, STALE_REASONS } from '#platform/storage/event-types.ts';
import type { EventRow } from '#platform/storage/events-schema.ts';
import { exampleIdOf } from '#platform/storage/ids.ts';

/** Registers the value of a member in examples and test events. The glossary describes the members. */
function shown<Schema extends z.ZodMiniType>(schema: Schema, example: z.output<Schema>): Schema {
  return documented(schema, { examples: [example] });
}

const athlete = {
  athlete_id: shown(z.string(), EXAMPLE_ATHLETE_ID),
  external_id: shown(z.nullable(z.string()), 'example-athlete'),
};

const activity = {
  ...athlete,
  activity_id: shown(z.string(), EXAMPLE_ACTIVITY_ID),
  activity_external_id: shown(z.nullable(z.string()), 'example-activity'),
};

const webhook = { webhook_id: shown(z.string(), exampleIdOf('whk')) };

const everyEvent = {
  test: z.optional(z.literal(true)),
  created_at: instant,
  environment: z.enum(ENVIRONMENTS),
};

/** Makes the schemas of the events of these types, which have the same data. */
function eventsOf<Type extends EventType, Data extends z.core.$ZodLooseShape>(
  types: readonly [Type, ...Type[]],
  members: Data,
) {
  const data = z.object(members);
  const eventOf = (type: Type) =>
    documented(z.object({ id: z.string(), type: z.literal(type), ...everyEvent, data }), {
      id: schemaNameOf(type),
    });
  const [first, ...others] = types;
  return [eventOf(first), ...others.map(eventOf)] as const;
}

/** Returns the name of the schema of a type's events: `AthleteTierChangedEvent`. */
export function schemaNameOf(type: EventType): string {
  return `${type.replaceAll(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase())}Event`;
}

const BY_DATA = EVENT_TYPES_BY_DATA;

export const Event = documented(
  z.discriminatedUnion('type', [
    ...eventsOf(BY_DATA.athlete, athlete),
    ...eventsOf(BY_DATA.athleteUpdate, {
      ...athlete,
      changed: shown(z.array(z.string()), ['body_mass_kg']),
    }),
    ...eventsOf(BY_DATA.activity, activity),
    ...eventsOf(BY_DATA.activityUpdate, {
      ...activity,
      changed: shown(z.array(z.string()), ['duration_min', 'scheduled_at']),
    }),
    ...eventsOf(BY_DATA.staleness, {
      ...athlete,
      reason: shown(z.enum(STALE_REASONS), 'profile'),
    }),
    ...eventsOf(BY_DATA.key, { key_id: shown(z.string(), exampleIdOf('key')) }),
    ...eventsOf(BY_DATA.recalculation, {
      recalculation_id: shown(z.string(), exampleIdOf('rcl')),
    }),
    ...eventsOf(BY_DATA.webhook, webhook),
    ...eventsOf(BY_DATA.disabledWebhook, {
      ...webhook,
      reason: shown(z.string(), 'failing'),
    }),
    ...eventsOf(BY_DATA.disabledType, { ...webhook, event_type: shown(z.string(), 'athlete.learned') }),
    ...eventsOf(BY_DATA.service, {}),
  ]),
  {
    id: 'Event',
    description: 'Something that happened. `type` determines the members of `data`.',
  },
);

export type Event = z.output<typeof Event>;

export const EventPage = documented(
  z.object({
    data: z.array(Event),
    has_more: z.boolean(),
    next_cursor: z.string(),
  }),
  { id: 'EventPage' },
);

function schemaOfEvent(type: EventType) {
  const schema = Event.def.options.find(({ shape }) => shape.type.def.values[0] === type);
  if (!schema) throw new Error(`${type} must have a schema`);
  return schema;
}

/**
 * Returns the documented example of an event type, with other values for the members that all types have. Its
 * identifiers are well-formed in the event's environment, and no resource ever gets them.
 */
export function exampleOfEvent(type: EventType, members: Partial<Omit<Event, 'type' | 'data'>> = {}): Event {
  const { environment = 'test' } = members;
  const data = Object.entries(schemaOfEvent(type).shape.data.shape).map(([name, schema]) => [
    name,
    exampleOf(schema, environment),
  ]);
  return Event.parse({
    id: 'evt_01jcc9q0x8v5n3m1t7k2b6h4dz',
    created_at: '2026-11-21T09:30:00.000Z',
    ...members,
    type,
    environment,
    data: Object.fromEntries(data),
  });
}

/** Returns the example of a member. An athlete's identifier names the environment. */
function exampleOf(schema: z.core.$ZodType, environment: Environment) {
  const example = z.globalRegistry.get(schema)?.examples?.[0];
  return example === EXAMPLE_ATHLETE_ID && environment === 'live'
    ? example.replace('ath_t', 'ath_l')
    : example;
}

/** An event whose data is not typed by its type, as in its row. */
interface UntypedEvent extends Omit<Event, 'data'> {
  readonly data: object;
}

/** Maps an event to its wire form, without its position in a store. */
export function eventToWire({ id, type, createdAt, environment, athleteId, data }: EventRow): Event {
  const whole = athleteId === null ? data : { athleteId, ...data };
  return typed({ id, type, created_at: isoInstant(createdAt), environment, data: toWire<object>(whole) });
}

/**
 * Casts an event's data to its type. Two columns cannot express how they belong together, but every row is made from a
 * `ReportedEvent` (`src/platform/storage/record-events.ts`), which does.
 */
function typed(event: UntypedEvent): Event {
  return event as Event;
}
