import type { ZodOpenApiComponentsObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { exampleOfEvent, schemaNameOf } from '#partner/events/event-shape.ts';
import { EVENT_TYPES, type EventType } from '#platform/storage/event-types.ts';

/** The report of each event in a sentence. Not part of the Worker, which sends types only. */
const WHEN: { readonly [Type in EventType]: string } = {
  'athlete.created': 'An athlete was created.',
  'athlete.updated': 'Fields of an athlete changed. `changed` names them.',
  'athlete.tier_changed': "An athlete's tier changed.",
  'athlete.learned': 'Feedback or a sweat test changed what was learned about an athlete.',
  'athlete.connected': 'An athlete connected your application.',
  'athlete.disconnected': 'A connection of an athlete ended.',
  'athlete.connection_refused':
    "The owner of an email address reports that the athlete's record is not theirs.",
  'athlete.erased': 'An athlete was erased.',
  'activity.created': 'An activity was created.',
  'activity.updated': 'Fields of an activity changed. `changed` names them.',
  'activity.deleted': 'An activity was deleted, with its prescription and feedback.',
  'prescription.calculated': "An activity's prescription was calculated.",
  'prescription.stale': 'Prescriptions of an athlete for today or later may be out of date.',
  'feedback.received': 'An activity has new or changed feedback.',
  'feedback.deleted': "An activity's feedback was deleted.",
  'key.created': 'An API key was created.',
  'key.rotated': 'An API key was replaced by another.',
  'key.revoked': 'An API key was revoked.',
  'key.rotation_due': 'An API key is due for rotation.',
  'recalculation.finished': 'A recalculation has finished.',
  'engine.updated': 'A new version of the calculation. All stored prescriptions are stale.',
  'webhook.disabled': 'A webhook was disabled because its receiver failed or answered 410.',
  'webhook.type_disabled': 'A type was removed from a webhook because its receiver refused it for five days.',
  'webhook.test': 'You tested a webhook. Never in the feed.',
  'sandbox.reset': 'Your sandbox was reset.',
};

const IN_HEADER = { in: 'header', required: true } as const;
const string = { type: 'string' } as const;

const parameters = {
  'webhook-id': {
    ...IN_HEADER,
    name: 'webhook-id',
    description: "The event's `id`, the same in every attempt. Drop events whose `id` you have processed.",
    schema: string,
  },
  'webhook-timestamp': {
    ...IN_HEADER,
    name: 'webhook-timestamp',
    description: 'The time of the attempt in seconds since 1970. Reject times more than 5 minutes off.',
    schema: string,
  },
  'webhook-signature': {
    ...IN_HEADER,
    name: 'webhook-signature',
    description:
      '`v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` under your secret. Two signatures, separated by a space, for 24 hours after a rotation. One match is enough.',
    schema: string,
  },
  'musette-test': {
    in: 'header',
    name: 'musette-test',
    description: '`true` if you sent this event to test the webhook. Absent otherwise.',
    schema: { ...string, enum: ['true'] },
  },
} satisfies ZodOpenApiComponentsObject['parameters'];

const responses = {
  EventAccepted: { description: 'Any 2xx within 15 seconds: you have the event.' },
  EventRefused: {
    description:
      'Any other answer is a failure: we send the event again. 410 disables the webhook. See [the guide](/docs/guides/webhooks).',
  },
} satisfies ZodOpenApiComponentsObject['responses'];

/** The components of EVENT_WEBHOOKS. */
export const WEBHOOK_COMPONENTS = { parameters, responses };

/** The requests that webhooks get, by event type, for the member `webhooks` of the document. */
export const EVENT_WEBHOOKS: ZodOpenApiPathsObject = Object.fromEntries(
  EVENT_TYPES.map((type) => [type, { post: requestOf(type) }]),
);

function requestOf(type: EventType) {
  const schema = schemaNameOf(type);
  return {
    operationId: `on${schema}`,
    tags: ['Webhooks'],
    summary: WHEN[type],
    description: `Sent to webhooks that subscribe to \`${type}\`.`,
    security: [],
    parameters: Object.keys(parameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { $ref: `#/components/schemas/${schema}` },
          example: exampleOfEvent(type),
        },
      },
    },
    responses: {
      '2XX': { $ref: '#/components/responses/EventAccepted' },
      '4XX': { $ref: '#/components/responses/EventRefused' },
    },
  };
}

/** Lists every event type and what it reports, as the Markdown table of the guide. */
export function eventTypesMarkdown(): string {
  const rows = EVENT_TYPES.map((type) => `| \`${type}\` | ${WHEN[type]} |`);
  return ['| type | what happened |', '| --- | --- |', ...rows].join('\n');
}
