/**
 * The error codes of the API in one table: the error body, its status, the errors page and the OpenAPI document are all
 * made from it. The message is the default; a failure may carry a more specific one.
 */

export type ErrorType =
  | 'authentication_error'
  | 'permission_error'
  | 'invalid_request_error'
  | 'not_found_error'
  | 'conflict_error'
  | 'rate_limit_error'
  | 'api_error';

export type ErrorStatus =
  | 400
  | 401
  | 403
  | 404
  | 405
  | 408
  | 409
  | 410
  | 412
  | 413
  | 415
  | 422
  | 429
  | 500
  | 503;

interface ErrorEntry {
  readonly type: ErrorType;
  readonly status: ErrorStatus;
  readonly message: string;
  /** The caller's remedy, for the errors page. */
  readonly remedy: string;
}

export const ERRORS = {
  missing_authorization: {
    type: 'authentication_error',
    status: 401,
    message: 'No Authorization header was sent.',
    remedy: 'Send `Authorization: Bearer <API key>` with every request.',
  },
  invalid_api_key: {
    type: 'authentication_error',
    status: 401,
    message: 'The API key does not exist or was revoked.',
    remedy:
      'Check that the whole key was copied (it ends in a checksum) and that it was not deleted. Create a new one with another valid key of the same environment, or ask the operator.',
  },
  expired_api_key: {
    type: 'authentication_error',
    status: 401,
    message: 'The API key was rotated and its 72 hours of grace have passed.',
    remedy: 'Deploy the key that replaced it. `rotated_to` on the key record names it.',
  },
  environment_mismatch: {
    type: 'authentication_error',
    status: 401,
    message: 'The key belongs to one environment and the resource to the other.',
    remedy:
      'Use a key of the environment in which it was created: `sk_test_` for the sandbox, `sk_live_` for production. Identifiers that begin with `ath_t` are sandbox athletes, `ath_l` are real ones. Keys, clients, connections, webhooks, deliveries, recalculations and event cursors belong to one environment as well.',
  },
  invalid_token: {
    type: 'authentication_error',
    status: 401,
    message: 'The access token is unknown, expired or revoked.',
    remedy: 'Refresh it at `/oauth/token`; if that fails, the athlete has to reconnect.',
  },
  insufficient_scope: {
    type: 'permission_error',
    status: 403,
    message: 'The credential does not cover this operation.',
    remedy:
      'Ask the athlete for the scope that the reference names for this operation. Key management and `GET /v1/me` are each open to one kind of credential only.',
  },
  partner_terminated: {
    type: 'permission_error',
    status: 403,
    message: 'The partner account is terminated; only listing, export and deletion remain.',
    remedy:
      'For 30 days after termination, list athletes, export them, delete them and delete keys. Everything else has ended.',
  },
  full_tier_required: {
    type: 'permission_error',
    status: 403,
    message: 'This requires an athlete of the full tier.',
    remedy: 'Offer the athlete the `subscribe_url` of the error.',
  },
  operator_only: {
    type: 'permission_error',
    status: 403,
    message: 'Only the service operator can do this in production.',
    remedy: 'Use a test key to try it in the sandbox, or contact the operator.',
  },
  foreign_origin: {
    type: 'permission_error',
    status: 403,
    message: 'Pages of other sites may not call this.',
    remedy:
      'Call `/mcp` from a server or a program: only requests without an `Origin`, or with that of the service, are answered. A local installation also refuses every `Host` but its own.',
  },
  https_required: {
    type: 'permission_error',
    status: 403,
    message: 'Plain http is refused.',
    remedy: 'Call the same address with https. A key that was sent over plain http should be rotated.',
  },
  malformed_json: {
    type: 'invalid_request_error',
    status: 400,
    message: 'The body is not valid JSON.',
    remedy:
      'Send one JSON object, encoded in UTF-8, and each member of an object once: choosing one of two values of a field would be a guess.',
  },
  method_not_allowed: {
    type: 'invalid_request_error',
    status: 405,
    message: 'This path does not support that method.',
    remedy: 'The `Allow` header lists the methods that it supports.',
  },
  precondition_failed: {
    type: 'invalid_request_error',
    status: 412,
    message: 'The resource has changed since the version that If-Match names.',
    remedy: 'Read the current version, decide whether your change still applies, and send the new ETag.',
  },
  body_timeout: {
    type: 'invalid_request_error',
    status: 408,
    message: 'The body took longer than 15 seconds to arrive.',
    remedy:
      'Send the whole body at once, as soon as the connection is open. Retry with the same `Idempotency-Key` if it had one: nothing was done.',
  },
  payload_too_large: {
    type: 'invalid_request_error',
    status: 413,
    message: 'The body is too large.',
    remedy:
      'Bodies may have 64 KiB, activities and calculations 256 KiB, batches 512 KiB, a workout file 1 MiB, a course file 8 MiB. Split the request, or export the file with fewer points.',
  },
  unsupported_media_type: {
    type: 'invalid_request_error',
    status: 415,
    message: 'The body must be sent as application/json.',
    remedy:
      'Set `Content-Type: application/json`, or for a file one of the media types that the reference names, and send the body uncompressed.',
  },
  unreadable_file: {
    type: 'invalid_request_error',
    status: 422,
    message: 'The file cannot be read.',
    remedy:
      '`message` says where and why: line and column of a text, the byte of a FIT file, or what is missing. Export the file again from the tool that made it. XML must be UTF-8 without a DOCTYPE, at most 32 elements deep; FIT files must be complete, with a valid checksum.',
  },
  validation_failed: {
    type: 'invalid_request_error',
    status: 422,
    message: 'The request is well-formed but some of its fields are not valid.',
    remedy:
      '`errors` lists every field with a JSON Pointer (`/duration_min`) or a query parameter (`?limit`), a code and a message. Unknown fields are refused on purpose: a misspelt name must not change a dose.',
  },
  duplicate_item: {
    type: 'invalid_request_error',
    status: 422,
    message: 'An earlier item of this batch has the same external_id.',
    remedy:
      'Send each `external_id` once; of activities, once per athlete. The earlier item was not affected.',
  },
  idempotency_key_reused: {
    type: 'invalid_request_error',
    status: 422,
    message: 'This Idempotency-Key was already used with another request.',
    remedy: 'Use a new key for a new request; repeat a key only to repeat exactly the same request.',
  },
  athlete_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'No such athlete.',
    remedy:
      'Check the identifier. Athletes of other partners and erased athletes are reported as if they did not exist.',
  },
  activity_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'No such activity.',
    remedy: 'Check the identifier, and that the activity belongs to the athlete in the path.',
  },
  access_request_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'No such request for access.',
    remedy: 'Check the identifier. Requests are deleted 90 days after the decision.',
  },
  prescription_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'This activity has no prescription yet.',
    remedy: 'Calculate it first: `POST /v1/athletes/{athlete_id}/activities/{activity_id}/prescription`.',
  },
  feedback_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'This activity has no feedback.',
    remedy: 'Send it first: `POST /v1/athletes/{athlete_id}/activities/{activity_id}/feedback`.',
  },
  sweat_test_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'No such sweat test.',
    remedy: 'List them with `GET /v1/athletes/{athlete_id}/sweat-tests`.',
  },
  product_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'No such product.',
    remedy:
      'Find it with `GET /v1/products?athlete_id=…`. If the path names an activity, the product is not attached to it.',
  },
  key_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'No such API key.',
    remedy: 'List your keys with `GET /v1/partner/api-keys`.',
  },
  partner_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'No such partner.',
    remedy: 'Only the operator can receive this. List the partners with `GET /operator/v1/partners`.',
  },
  client_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'No such OAuth client.',
    remedy:
      'List your clients with `GET /v1/oauth/clients`. A client belongs to one environment: use a key of the same one.',
  },
  connection_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'No such connection.',
    remedy: 'List the connections of your athletes with `GET /v1/connections`.',
  },
  webhook_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'No such webhook.',
    remedy:
      'List your webhooks with `GET /v1/webhooks`. A webhook belongs to one environment: use a key of the same one.',
  },
  delivery_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'No such delivery of this webhook.',
    remedy: 'List them with `GET /v1/webhooks/{webhook_id}/deliveries`. They are kept for 30 days.',
  },
  route_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'No such path.',
    remedy: 'See the reference at `/docs`. Paths have no trailing slash.',
  },
  live_access_not_requested: {
    type: 'conflict_error',
    status: 409,
    message: 'The partner has no pending request for live access.',
    remedy: 'An admin of the partner sends the request in the console, and accepts the terms there.',
  },
  documents_not_set: {
    type: 'conflict_error',
    status: 409,
    message: 'TERMS_URL and DPA_URL are not both set.',
    remedy: 'Set both vars and deploy. Partners accept these documents when they request live access.',
  },
  request_already_decided: {
    type: 'conflict_error',
    status: 409,
    message: 'The request for access was already decided differently.',
    remedy: 'A decision is final. The platform can send a new request.',
  },
  region_in_use: {
    type: 'conflict_error',
    status: 409,
    message: 'Athletes of this partner live in a region that would be removed.',
    remedy: 'Keep the region in the list, or let the partner erase those athletes first.',
  },
  external_id_taken: {
    type: 'conflict_error',
    status: 409,
    message: 'Another of your athletes already has this external_id.',
    remedy: '`resource_id` names the athlete who has it, or the activity of the same athlete.',
  },
  recalculation_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'You have no recalculation with this id in this environment.',
    remedy: 'Recalculations are kept for 30 days.',
  },
  recalculation_running: {
    type: 'conflict_error',
    status: 409,
    message: 'Another recalculation has not finished yet.',
    remedy:
      'One at a time in each environment: `resource_id` names the one under way. Wait until it has finished, or cancel it.',
  },
  secret_already_shown: {
    type: 'conflict_error',
    status: 409,
    message: 'This request already succeeded; its secret was shown once and is not stored.',
    remedy:
      'If the first answer was lost, delete what `resource_id` names and create another with a new Idempotency-Key.',
  },
  key_already_rotated: {
    type: 'conflict_error',
    status: 409,
    message: 'This key was already rotated.',
    remedy:
      'Use the key that replaced it; `resource_id` names it. If its secret was lost, delete it and create another.',
  },
  client_without_secret: {
    type: 'conflict_error',
    status: 409,
    message: 'A public client has no secret.',
    remedy:
      'There is nothing to rotate: a public client authenticates with PKCE alone. If yours can keep a secret, create a client without `public`.',
  },
  key_limit_reached: {
    type: 'conflict_error',
    status: 409,
    message: 'The partner already has 25 usable keys in this environment.',
    remedy:
      'Delete a key that is no longer needed. A rotated key counts until its 72 hours of grace are over; deleting it frees its place at once.',
  },
  client_limit_reached: {
    type: 'conflict_error',
    status: 409,
    message: 'The partner already has 50 OAuth clients in this environment.',
    remedy: 'Delete a client that is no longer needed; its connections end with it.',
  },
  webhook_limit_reached: {
    type: 'conflict_error',
    status: 409,
    message: 'The partner already has 10 webhooks in this environment.',
    remedy: 'Delete a webhook that is no longer needed, or send more kinds of events to one of them.',
  },
  not_scheduled: {
    type: 'conflict_error',
    status: 409,
    message: 'The activity has no scheduled_at, so its plan has no place in a calendar.',
    remedy: 'Set `scheduled_at` of the activity, or ask for another form of the plan.',
  },
  webhook_disabled: {
    type: 'conflict_error',
    status: 409,
    message: 'The webhook is disabled.',
    remedy: 'Enable it first: `PATCH /v1/webhooks/{webhook_id}` with `{"status": "active"}`.',
  },
  cursor_expired: {
    type: 'invalid_request_error',
    status: 410,
    message: 'The cursor is unknown or older than 30 days.',
    remedy:
      'Synchronize in full (`updated_since` on the lists narrows that), then read the events again without a cursor, with `from` if you know the time. A cursor is bound to the filters that it was made with.',
  },
  rate_limited: {
    type: 'rate_limit_error',
    status: 429,
    message: 'Too many requests.',
    remedy: 'Wait for the seconds in `Retry-After`. `RateLimit` says how much of the budget is left.',
  },
  athlete_rate_limited: {
    type: 'rate_limit_error',
    status: 429,
    message: 'Too many product requests for this athlete.',
    remedy:
      'Wait for the seconds in `Retry-After`. The budget is per athlete and minute; other athletes are not affected.',
  },
  athlete_daily_limit_reached: {
    type: 'rate_limit_error',
    status: 429,
    message: "The athlete's products or exports for today are used up.",
    remedy:
      'Wait until midnight UTC (`Retry-After`). Products that were already shown to the athlete today can still be read. `r` of `"athlete-records"` in `RateLimit` says how many new ones are left; ask for a smaller page if that is enough. An athlete can be exported ten times a day.',
  },
  internal_error: {
    type: 'api_error',
    status: 500,
    message: 'Something went wrong in the service.',
    remedy: 'The fault is logged. Report the `request_id` if it happens repeatedly.',
  },
  storage_full: {
    type: 'api_error',
    status: 503,
    message: 'The database of this athlete has no room for this write. Nothing was stored.',
    remedy:
      'Retrying soon does not help, so there is no `Retry-After`. The operator has been alerted and has to make room. Reading, exporting and deleting still work.',
  },
  temporarily_unavailable: {
    type: 'api_error',
    status: 503,
    message: 'The service cannot answer this safely at the moment.',
    remedy:
      'Retry the request after the seconds in `Retry-After`, with the same `Idempotency-Key` if it had one.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

const UNAVAILABLE_RETRY_SECONDS = 2;

/** One invalid field. `pointer` is a JSON Pointer into the body or `?name` for a query parameter. */
export interface Problem {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}

/** An expected failure as a value: verbs return it, the HTTP layer maps it to the wire. */
export interface Failure {
  readonly failure: ErrorCode;
  readonly message?: string;
  readonly problems?: readonly Problem[];
  readonly retryAfterSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members of the error object, such as the id of the conflicting resource. */
  readonly details?: { readonly resource_id?: string; readonly subscribe_url?: string };
}

/** The body of a failure. Its schema is `src/http/error-answers.ts`. */
export interface ErrorBody {
  error: {
    type: ErrorType;
    code: ErrorCode;
    message: string;
    documentation_url: string;
    request_id: string;
    resource_id?: string;
    subscribe_url?: string;
    errors?: Problem[];
  };
}

export function fail(failure: ErrorCode, more: Omit<Failure, 'failure'> = {}): Failure {
  return { failure, ...more };
}

/** Ends a request that was refused after its verb had begun. It is the answer to the request, not a fault. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.failure);
    this.failure = failure;
  }
}

/** Returns a 422 that names each invalid field. */
export function invalid(...problems: readonly Problem[]): Failure {
  const fields = problems.map((problem) => problem.pointer || 'the body').join(', ');
  return {
    failure: 'validation_failed',
    message:
      problems.length === 1 && problems[0] ? `${fields}: ${problems[0].message}` : `Not valid: ${fields}.`,
    problems,
  };
}

export function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value !== null && 'failure' in value;
}

/** Maps a failure to its response (CONTRACT §2). A 5xx does not reveal its cause. */
export function errorResponse(failure: Failure, requestId: string, baseUrl: string): Response {
  const { status } = ERRORS[failure.failure];
  const headers = headersOf(failure);
  if (status === 401 && !headers.has('WWW-Authenticate')) headers.set('WWW-Authenticate', 'Bearer');
  return new Response(JSON.stringify(errorBody(failure, requestId, baseUrl)), { status, headers });
}

/** Returns the headers of a failure, whatever the form of its body. */
export function headersOf(failure: Failure): Headers {
  const headers = new Headers({
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    ...failure.headers,
  });
  // A full database is not less full within seconds.
  const isBrief = ERRORS[failure.failure].status === 503 && failure.failure !== 'storage_full';
  const retryAfterSeconds = failure.retryAfterSeconds ?? (isBrief ? UNAVAILABLE_RETRY_SECONDS : undefined);
  if (retryAfterSeconds !== undefined) headers.set('Retry-After', String(retryAfterSeconds));
  return headers;
}

/** Returns the error body alone, for a batch in which one item fails and the others do not. */
export function errorBody(failure: Failure, requestId: string, baseUrl: string): ErrorBody {
  const entry = ERRORS[failure.failure];
  return {
    error: {
      type: entry.type,
      code: failure.failure,
      message: failure.message ?? entry.message,
      documentation_url: `${baseUrl}/docs/errors#${failure.failure}`,
      request_id: requestId,
      ...failure.details,
      ...(failure.problems ? { errors: [...failure.problems] } : {}),
    },
  };
}
