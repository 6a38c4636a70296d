import type { ErrorCode } from './error-codes.ts';

/** The remedy for each error, shown on the errors page and to assistants. */
export const REMEDIES: Readonly<Record<ErrorCode, string>> = {
  missing_authorization: 'Send `Authorization: Bearer <API key>` with every request.',
  invalid_api_key:
    'Check that you copied the whole key (it ends in a checksum) and that the key was not deleted. Create a new one with another valid key of the same environment, or ask the operator.',
  expired_api_key: 'Deploy the replacement key, which `rotated_to` on the key record identifies.',
  environment_mismatch:
    'Use a key from the environment where the resource was created: `sk_test_` for the sandbox, `sk_live_` for production. Identifiers that start with `ath_t` are sandbox athletes; `ath_l` are real ones. Keys, clients, connections, webhooks, deliveries, recalculations and event cursors also belong to one environment.',
  invalid_token: 'Refresh the token at `/oauth/token`. If that fails, the athlete must reconnect.',
  insufficient_scope:
    'Ask the athlete to grant the scope that the reference lists for this operation. Key management accepts only API keys, and `GET /v1/me` only access tokens.',
  partner_terminated:
    'For 30 days after termination you can list, export and delete athletes, and delete keys. Nothing else is available.',
  partner_suspended:
    'Contact the operator, and check in the console which keys and members you still trust. Meanwhile you can read your account, list, export and delete athletes, and delete keys. Nothing is lost: keys, tokens and webhooks work again once the account is resumed. Keep your tokens and retry hourly.',
  full_tier_required: "Offer the athlete the error's `subscribe_url`.",
  operator_only: 'Try it in the sandbox with a test key, or contact the operator.',
  foreign_origin:
    "Call `/mcp` from a server or a program. Requests must omit `Origin` or send the service's own origin. A local installation accepts only its own `Host`.",
  https_required: 'Use https. If you sent a key over plain http, rotate it.',
  malformed_json:
    'Send a single JSON object, encoded in UTF-8, with no duplicate members. We do not guess which of two values you meant.',
  method_not_allowed: 'Use one of the methods listed in the `Allow` header.',
  precondition_failed:
    'Read the current version, decide whether your change still applies, and send the new ETag.',
  body_timeout:
    'Send the whole body as soon as the connection opens. Nothing was done, so you can retry, with the same `Idempotency-Key` if the request had one.',
  payload_too_large:
    'Limits: 64 KiB for most bodies, 256 KiB for activities and calculations, 512 KiB for batches, 1 MiB for a workout file, 8 MiB for a course file. Split the request, or export the file with fewer points.',
  unsupported_media_type:
    'Set `Content-Type: application/json`, or for files one of the media types listed in the reference. Send the body uncompressed.',
  unreadable_file:
    '`message` says what is wrong and where: line and column for text files, byte offset for FIT, or the missing part. Export the file again from the tool that created it. XML must be UTF-8 without a DOCTYPE and at most 32 elements deep. FIT files must be complete, with a valid checksum.',
  validation_failed:
    '`errors` lists the invalid fields with their JSON Pointer (`/duration_min`) or query parameter (`?limit`), a code and a message. An answer lists at most 100 of them, in a batch all items together. `more_errors` counts those left out. There may be more, because checking stops early. The problem `invalid_cursor` means that the cursor is not from this list with these filters. Send the filters it was issued for, or start without it. Unknown fields are rejected on purpose, so that a typo never silently changes a dose.',
  duplicate_item:
    'Send each `external_id` once per batch. For activities, once per athlete. The earlier item is not affected.',
  idempotency_key_reused:
    'Use a new key for each new request. Reuse a key only to retry exactly the same request.',
  athlete_not_found:
    "Check the identifier. Other partners' athletes and erased athletes are also reported as not found.",
  activity_not_found: 'Check the identifier, and that the activity belongs to the athlete in the path.',
  access_request_not_found: 'Check the identifier. Requests are deleted 90 days after a decision.',
  prescription_not_found:
    'Calculate it first: `POST /v1/athletes/{athlete_id}/activities/{activity_id}/prescription`.',
  feedback_not_found: 'Send it first: `POST /v1/athletes/{athlete_id}/activities/{activity_id}/feedback`.',
  sweat_test_not_found: "List the athlete's sweat tests with `GET /v1/athletes/{athlete_id}/sweat-tests`.",
  product_not_found:
    "Search with `GET /v1/products?athlete_id=…`, or list the athlete's own with `GET /v1/athletes/{athlete_id}/products`. On an activity's path, this error means the product is not attached to that activity.",
  key_not_found: 'List your keys with `GET /v1/partner/api-keys`.',
  partner_not_found: 'Only the operator sees this error. List partners with `GET /operator/v1/partners`.',
  client_not_found:
    'List your clients with `GET /v1/oauth/clients`. A client belongs to one environment, so use a key from that environment.',
  connection_not_found: "List your athletes' connections with `GET /v1/connections`.",
  webhook_not_found:
    'List your webhooks with `GET /v1/webhooks`. A webhook belongs to one environment, so use a key from that environment.',
  delivery_not_found:
    'List deliveries with `GET /v1/webhooks/{webhook_id}/deliveries`. They are kept for 30 days. To resend an older successful delivery, use the identifier of its event.',
  route_not_found: 'See the reference at `/docs`. Paths have no trailing slash.',
  live_access_not_requested: 'A partner admin must accept the terms and send the request in the console.',
  documents_not_set:
    'Set both variables and deploy. Partners accept these documents when they request live access.',
  request_already_decided: 'Decisions are final. The partner can submit a new request.',
  region_in_use: 'Keep the region in the list, or have the partner erase those athletes first.',
  external_id_taken:
    '`resource_id` is the athlete, activity or product that already has it. Update that one or choose another `external_id`.',
  recalculation_not_found: 'Recalculations are kept for 30 days.',
  session_not_found:
    'A session is forgotten when it expires, is deleted, or is the oldest of more than 20 of its athlete. Create another one.',
  recalculation_running:
    'Only one recalculation can run per environment. `resource_id` identifies it. Wait until it finishes, or cancel it.',
  secret_already_shown:
    'If you lost the first response, delete the resource identified by `resource_id` and create another with a new Idempotency-Key.',
  key_already_rotated:
    'Use the replacement key, which `resource_id` identifies. If you lost its secret, delete it and create another.',
  client_without_secret:
    'Public clients authenticate with PKCE alone, so there is nothing to rotate. If your client can keep a secret, create one without `public`.',
  key_limit_reached:
    'Delete a key you no longer need. A rotated key counts until its 72-hour grace period ends, or until you delete it.',
  overlapping_test:
    '`resource_id` is the stored test. Delete it, or correct the time or the weights of one of the two. To replace a test, give it an `external_id`.',
  product_limit_reached:
    'Delete a product that the athlete no longer uses, with `DELETE /v1/athletes/{athlete_id}/products/{product_id}`, or change one.',
  client_limit_reached: 'Delete a client you no longer need. This also disconnects its athletes.',
  webhook_limit_reached: 'Delete a webhook you no longer need, or add event types to an existing one.',
  course_required: 'Set a course whose points have `lat` and `lon`, or request the plan in another format.',
  not_scheduled: "Set the activity's `scheduled_at`, or request the plan in another format.",
  webhook_disabled: 'Enable it first: `PATCH /v1/webhooks/{webhook_id}` with `{"status": "active"}`.',
  cursor_expired:
    'Run a full sync (use `updated_since` to fetch only changes). Then read events again without a cursor, with `from` if you know the time.',
  rate_limited:
    'Nothing was done or charged. Wait for the number of seconds in `Retry-After`: then the whole request fits. `RateLimit` shows your remaining budget.',
  athlete_rate_limited:
    'Wait for the number of seconds in `Retry-After`. The budget is per athlete per minute. Other athletes are not affected.',
  athlete_daily_limit_reached:
    'Wait until midnight UTC (`Retry-After`). Products already shown to the athlete today can still be read. `RateLimit` has an `athlete-records` entry; its `r` is how many new products the athlete can still see today. A smaller page may fit. An athlete can be exported ten times a day.',
  internal_error: 'The error has been logged. If it persists, report the `request_id`.',
  storage_full:
    'The operator has been alerted and needs to free up space. Retrying soon will not help, so there is no `Retry-After`. Reading and exporting still work. An erasure is answered with 202 and takes place once there is space.',
  temporarily_unavailable:
    'Retry after the number of seconds in `Retry-After`, with the same `Idempotency-Key` if the request had one.',
};
