import * as z from 'zod/mini';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { distinct, settable, text } from '#platform/http/wire-fields.ts';
import { EVENT_PATTERNS, EVENT_TYPES } from '#platform/storage/event-types.ts';

const URL_LENGTH_MAX = 2000;
const DESCRIPTION_LENGTH_MAX = 200;

const url = described(
  text(URL_LENGTH_MAX, 1),
  'URL that receives the events: https on port 443 or 8443 of a public host name, without user info. Local installations also accept http on `127.0.0.1` and `localhost`.',
);
const events = described(
  distinct(z.array(z.enum(EVENT_PATTERNS)).check(z.minLength(1), z.maxLength(EVENT_PATTERNS.length))),
  'Events to send: types, groups such as `athlete.*`, or `*` for all.',
);
const description = described(settable(text(DESCRIPTION_LENGTH_MAX)), 'Your own note.');

export const WebhookInput = documented(z.strictObject({ url, events, description }), { id: 'WebhookInput' });

export const WebhookPatch = documented(
  z.strictObject({
    url: z.optional(url),
    events: z.optional(events),
    description,
    status: described(
      z.optional(z.enum(['active', 'disabled'])),
      '`disabled` cancels pending deliveries. After being re-enabled, the webhook receives events from then on.',
    ),
  }),
  { id: 'WebhookPatch', description: 'Missing fields stay unchanged.' },
);

export const WebhookTest = documented(
  z.strictObject({
    type: described(
      z.optional(z.enum(EVENT_TYPES)),
      'The type of the event to send, whether or not the webhook subscribes to it. Default: `webhook.test`.',
    ),
  }),
  { id: 'WebhookTest' },
);

export const deliveryStatus = z.enum(['pending', 'delivered', 'failed']);
