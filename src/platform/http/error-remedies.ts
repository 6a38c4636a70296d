import type { ErrorCode } from './errors.ts';

/** The caller's remedy for each error, for the errors page and for assistants. */
export const REMEDIES: Readonly<Record<ErrorCode, string>> = {
  missing_authorization: 'Send `Authorization: Bearer <API key>` with every request.',
  invalid_api_key:
    'Check that the whole key was copied (it ends in a checksum) and that it was not deleted. Create a new one with another valid key of the same environment, or ask the operator.',
  expired_api_key: 'Deploy the key that replaced it. `rotated_to` on the key record names it.',
  environment_mismatch:
    'Use a key of the environment in which it was created: `sk_test_` for the sandbox, `sk_live_` for production. Identifiers that begin with `ath_t` are sandbox athletes, `ath_l` are real ones. Keys, clients, connections, webhooks, deliveries, recalculations and event cursors belong to one environment as well.',
  invalid_token: 'Refresh it at `/oauth/token`; if that fails, the athlete has to reconnect.',
  insufficient_scope:
    'Ask the athlete for the scope that the reference names for this operation. Key management and `GET /v1/me` are each open to one kind of credential only.',
  partner_terminated:
    'For 30 days after termination, list athletes, export them, delete them and delete keys. Everything else has ended.',
  full_tier_required: 'Offer the athlete the `subscribe_url` of the error.',
  operator_only: 'Use a test key to try it in the sandbox, or contact the operator.',
  foreign_origin:
    'Call `/mcp` from a server or a program: only requests without an `Origin`, or with that of the service, are answered. A local installation also refuses every `Host` but its own.',
  https_required: 'Call the same address with https. A key that was sent over plain http should be rotated.',
  malformed_json:
    'Send one JSON object, encoded in UTF-8, and each member of an object once: choosing one of two values of a field would be a guess.',
  method_not_allowed: 'The `Allow` header lists the methods that it supports.',
  precondition_failed:
    'Read the current version, decide whether your change still applies, and send the new ETag.',
  body_timeout:
    'Send the whole body at once, as soon as the connection is open. Retry with the same `Idempotency-Key` if it had one: nothing was done.',
  payload_too_large:
    'Bodies may have 64 KiB, activities and calculations 256 KiB, batches 512 KiB, a workout file 1 MiB, a course file 8 MiB. Split the request, or export the file with fewer points.',
  unsupported_media_type:
    'Set `Content-Type: application/json`, or for a file one of the media types that the reference names, and send the body uncompressed.',
  unreadable_file:
    '`message` says where and why: line and column of a text, the byte of a FIT file, or what is missing. Export the file again from the tool that made it. XML must be UTF-8 without a DOCTYPE, at most 32 elements deep; FIT files must be complete, with a valid checksum.',
  validation_failed:
    '`errors` lists every field with a JSON Pointer (`/duration_min`) or a query parameter (`?limit`), a code and a message. Unknown fields are refused on purpose: a misspelt name must not change a dose.',
  duplicate_item:
    'Send each `external_id` once; of activities, once per athlete. The earlier item was not affected.',
  idempotency_key_reused:
    'Use a new key for a new request; repeat a key only to repeat exactly the same request.',
  athlete_not_found:
    'Check the identifier. Athletes of other partners and erased athletes are reported as if they did not exist.',
  activity_not_found: 'Check the identifier, and that the activity belongs to the athlete in the path.',
  access_request_not_found: 'Check the identifier. Requests are deleted 90 days after the decision.',
  prescription_not_found:
    'Calculate it first: `POST /v1/athletes/{athlete_id}/activities/{activity_id}/prescription`.',
  feedback_not_found: 'Send it first: `POST /v1/athletes/{athlete_id}/activities/{activity_id}/feedback`.',
  sweat_test_not_found: 'List them with `GET /v1/athletes/{athlete_id}/sweat-tests`.',
  product_not_found:
    'Find it with `GET /v1/products?athlete_id=…`. If the path names an activity, the product is not attached to it.',
  key_not_found: 'List your keys with `GET /v1/partner/api-keys`.',
  partner_not_found:
    'Only the operator can receive this. List the partners with `GET /operator/v1/partners`.',
  client_not_found:
    'List your clients with `GET /v1/oauth/clients`. A client belongs to one environment: use a key of the same one.',
  connection_not_found: 'List the connections of your athletes with `GET /v1/connections`.',
  webhook_not_found:
    'List your webhooks with `GET /v1/webhooks`. A webhook belongs to one environment: use a key of the same one.',
  delivery_not_found:
    'List them with `GET /v1/webhooks/{webhook_id}/deliveries`. They are kept for 30 days. An older success is sent again by the identifier of its event.',
  route_not_found: 'See the reference at `/docs`. Paths have no trailing slash.',
  live_access_not_requested:
    'An admin of the partner sends the request in the console, and accepts the terms there.',
  documents_not_set:
    'Set both vars and deploy. Partners accept these documents when they request live access.',
  request_already_decided: 'A decision is final. The platform can send a new request.',
  region_in_use: 'Keep the region in the list, or let the partner erase those athletes first.',
  external_id_taken: '`resource_id` names the athlete who has it, or the activity of the same athlete.',
  recalculation_not_found: 'Recalculations are kept for 30 days.',
  recalculation_running:
    'One at a time in each environment: `resource_id` names the one under way. Wait until it has finished, or cancel it.',
  secret_already_shown:
    'If the first answer was lost, delete what `resource_id` names and create another with a new Idempotency-Key.',
  key_already_rotated:
    'Use the key that replaced it; `resource_id` names it. If its secret was lost, delete it and create another.',
  client_without_secret:
    'There is nothing to rotate: a public client authenticates with PKCE alone. If yours can keep a secret, create a client without `public`.',
  key_limit_reached:
    'Delete a key that is no longer needed. A rotated key counts until its 72 hours of grace are over; deleting it frees its place at once.',
  client_limit_reached: 'Delete a client that is no longer needed; its connections end with it.',
  webhook_limit_reached:
    'Delete a webhook that is no longer needed, or send more kinds of events to one of them.',
  not_scheduled: 'Set `scheduled_at` of the activity, or ask for another form of the plan.',
  webhook_disabled: 'Enable it first: `PATCH /v1/webhooks/{webhook_id}` with `{"status": "active"}`.',
  cursor_expired:
    'Synchronize in full (`updated_since` on the lists narrows that), then read the events again without a cursor, with `from` if you know the time. A cursor is bound to the filters that it was made with.',
  rate_limited: 'Wait for the seconds in `Retry-After`. `RateLimit` says how much of the budget is left.',
  athlete_rate_limited:
    'Wait for the seconds in `Retry-After`. The budget is per athlete and minute; other athletes are not affected.',
  athlete_daily_limit_reached:
    'Wait until midnight UTC (`Retry-After`). Products that were already shown to the athlete today can still be read. `r` of `"athlete-records"` in `RateLimit` says how many new ones are left; ask for a smaller page if that is enough. An athlete can be exported ten times a day.',
  internal_error: 'The fault is logged. Report the `request_id` if it happens repeatedly.',
  storage_full:
    'Retrying soon does not help, so there is no `Retry-After`. The operator has been alerted and has to make room. Reading, exporting and deleting still work.',
  temporarily_unavailable:
    'Retry the request after the seconds in `Retry-After`, with the same `Idempotency-Key` if it had one.',
};
