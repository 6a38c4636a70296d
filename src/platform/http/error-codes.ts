import * as z from 'zod/mini';
import { described, documented } from './openapi-metadata.ts';

/**
 * The API's error codes in one table. Error bodies, statuses, the errors page and the OpenAPI document all come from it.
 * The message is the default; a failure may carry a more specific one. Remedies are in `error-remedies.ts`, which is not
 * needed to respond to a request.
 */

/** The kind of an error, for callers that do not branch on its code. */
export type ErrorType =
  | 'authentication_error'
  | 'permission_error'
  | 'invalid_request_error'
  | 'not_found_error'
  | 'conflict_error'
  | 'rate_limit_error'
  | 'api_error';

/** The HTTP statuses of errors. */
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
}

/** Every error code with its type, its status and its default message. */
export const ERRORS = {
  missing_authorization: {
    type: 'authentication_error',
    status: 401,
    message: 'The Authorization header is missing.',
  },
  invalid_api_key: {
    type: 'authentication_error',
    status: 401,
    message: 'The API key does not exist or was revoked.',
  },
  expired_api_key: {
    type: 'authentication_error',
    status: 401,
    message: 'The API key was rotated and its 72-hour grace period has ended.',
  },
  environment_mismatch: {
    type: 'authentication_error',
    status: 401,
    message: 'The key and the resource belong to different environments.',
  },
  invalid_token: {
    type: 'authentication_error',
    status: 401,
    message: 'The access token is unknown, expired or revoked.',
  },
  insufficient_scope: {
    type: 'permission_error',
    status: 403,
    message: 'The credential does not permit this operation.',
  },
  partner_terminated: {
    type: 'permission_error',
    status: 403,
    message: 'The partner account is terminated. Only listing, export and deletion are available.',
  },
  partner_suspended: {
    type: 'permission_error',
    status: 403,
    message:
      'The partner account is suspended. Only listing, export and deletion are available until it is resumed.',
  },
  full_tier_required: {
    type: 'permission_error',
    status: 403,
    message: 'This requires an athlete on the full tier.',
  },
  operator_only: {
    type: 'permission_error',
    status: 403,
    message: 'Only the service operator can do this in production.',
  },
  foreign_origin: {
    type: 'permission_error',
    status: 403,
    message: 'Cross-origin requests are not allowed.',
  },
  https_required: {
    type: 'permission_error',
    status: 403,
    message: 'HTTPS is required.',
  },
  malformed_json: {
    type: 'invalid_request_error',
    status: 400,
    message: 'The body is not valid JSON.',
  },
  method_not_allowed: {
    type: 'invalid_request_error',
    status: 405,
    message: 'This path does not support this method.',
  },
  precondition_failed: {
    type: 'invalid_request_error',
    status: 412,
    message: 'The resource has changed since the version in If-Match.',
  },
  body_timeout: {
    type: 'invalid_request_error',
    status: 408,
    message: 'The body took longer than 15 seconds to arrive.',
  },
  payload_too_large: {
    type: 'invalid_request_error',
    status: 413,
    message: 'The body is too large.',
  },
  unsupported_media_type: {
    type: 'invalid_request_error',
    status: 415,
    message: 'The body must be sent as application/json.',
  },
  unreadable_file: {
    type: 'invalid_request_error',
    status: 422,
    message: 'The file cannot be read.',
  },
  validation_failed: {
    type: 'invalid_request_error',
    status: 422,
    message: 'The request is well-formed, but some of its fields are invalid.',
  },
  duplicate_item: {
    type: 'invalid_request_error',
    status: 422,
    message: 'An earlier item of this batch has the same external_id.',
  },
  idempotency_key_reused: {
    type: 'invalid_request_error',
    status: 422,
    message: 'This Idempotency-Key was already used for a different request.',
  },
  athlete_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'Athlete not found.',
  },
  activity_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'Activity not found.',
  },
  access_request_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'Access request not found.',
  },
  prescription_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'This activity has no prescription yet.',
  },
  feedback_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'This activity has no feedback.',
  },
  sweat_test_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'Sweat test not found.',
  },
  product_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'Product not found.',
  },
  key_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'API key not found.',
  },
  partner_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'Partner not found.',
  },
  client_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'OAuth client not found.',
  },
  connection_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'Connection not found.',
  },
  webhook_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'Webhook not found.',
  },
  delivery_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'This webhook has no such delivery.',
  },
  route_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'Path not found.',
  },
  live_access_not_requested: {
    type: 'conflict_error',
    status: 409,
    message: 'The partner has no pending request for live access.',
  },
  documents_not_set: {
    type: 'conflict_error',
    status: 409,
    message: 'TERMS_URL or DPA_URL is not set.',
  },
  request_already_decided: {
    type: 'conflict_error',
    status: 409,
    message: 'A different decision was already made on this access request.',
  },
  region_in_use: {
    type: 'conflict_error',
    status: 409,
    message: "A region you're removing still holds this partner's athletes.",
  },
  external_id_taken: {
    type: 'conflict_error',
    status: 409,
    message:
      'Another of your athletes, or another activity or product of this athlete, already uses this external_id.',
  },
  recalculation_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'Recalculation not found in this environment.',
  },
  session_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'Page session not found. It may have expired.',
  },
  recalculation_running: {
    type: 'conflict_error',
    status: 409,
    message: 'Another recalculation is still running.',
  },
  secret_already_shown: {
    type: 'conflict_error',
    status: 409,
    message: 'This request already succeeded. Its secret was shown once and is not stored.',
  },
  key_already_rotated: {
    type: 'conflict_error',
    status: 409,
    message: 'This key has already been rotated.',
  },
  client_without_secret: {
    type: 'conflict_error',
    status: 409,
    message: 'A public client has no secret.',
  },
  key_limit_reached: {
    type: 'conflict_error',
    status: 409,
    message: 'The partner already has 25 usable keys in this environment.',
  },
  overlapping_test: {
    type: 'conflict_error',
    status: 409,
    message: 'Another sweat test of the same hours and instrument has other weights.',
  },
  product_limit_reached: {
    type: 'conflict_error',
    status: 409,
    message: 'The athlete already has 100 own products.',
  },
  client_limit_reached: {
    type: 'conflict_error',
    status: 409,
    message: 'The partner already has 50 OAuth clients in this environment.',
  },
  webhook_limit_reached: {
    type: 'conflict_error',
    status: 409,
    message: 'The partner already has 10 webhooks in this environment.',
  },
  not_scheduled: {
    type: 'conflict_error',
    status: 409,
    message: 'The activity has no scheduled_at, so its plan cannot go in a calendar.',
  },
  course_required: {
    type: 'conflict_error',
    status: 409,
    message: 'The activity has no course with positions, so its plan cannot go in a FIT file.',
  },
  webhook_disabled: {
    type: 'conflict_error',
    status: 409,
    message: 'The webhook is disabled.',
  },
  cursor_expired: {
    type: 'invalid_request_error',
    status: 410,
    message: 'The cursor is older than 30 days, or from before a restore of a database.',
  },
  rate_limited: {
    type: 'rate_limit_error',
    status: 429,
    message: 'Too many requests.',
  },
  athlete_rate_limited: {
    type: 'rate_limit_error',
    status: 429,
    message: 'Too many product requests for this athlete.',
  },
  athlete_daily_limit_reached: {
    type: 'rate_limit_error',
    status: 429,
    message: "The athlete's daily limit for products or exports has been reached.",
  },
  internal_error: {
    type: 'api_error',
    status: 500,
    message: 'Internal server error.',
  },
  storage_full: {
    type: 'api_error',
    status: 503,
    message: "The athlete's database is full. Nothing was written to it.",
  },
  temporarily_unavailable: {
    type: 'api_error',
    status: 503,
    message: 'The service is temporarily unavailable.',
  },
} as const satisfies Record<string, ErrorEntry>;

/** An error code of the API. */
export type ErrorCode = keyof typeof ERRORS;

const codes: readonly ErrorCode[] = Object.keys(ERRORS).filter((name): name is ErrorCode => name in ERRORS);
const types: readonly ErrorType[] = [...new Set(Object.values(ERRORS).map(({ type }) => type))];

const FieldProblem = documented(
  z.object({
    pointer: described(
      z.string(),
      'JSON Pointer into the body, or `?name` for a query parameter. One of more than 200 characters is cut and ends in `…`.',
    ),
    code: described(
      z.string(),
      'The problem: `required`, `unknown_field`, `invalid_type`, `invalid_value`, `invalid_format`, `too_small`, `too_big`, …',
    ),
    message: described(z.string(), 'The problem in plain English, without the field name.'),
  }),
  { id: 'FieldProblem', description: 'One rejected field.' },
);

const ErrorDetails = documented(
  z.object({
    type: documented(z.enum(types), { id: 'ErrorType', description: 'The type of error.' }),
    code: documented(z.enum(codes), {
      id: 'ErrorCode',
      description: 'Stable; its meaning never changes. /docs/errors explains each one.',
    }),
    message: described(z.string(), 'A human-readable explanation.'),
    documentation_url: described(z.url(), 'The page that explains the error and its remedy.'),
    request_id: described(z.string(), 'Same as `X-Request-Id`.'),
    resource_id: described(z.optional(z.string()), 'The resource that the request conflicts with.'),
    subscribe_url: described(
      z.optional(z.url()),
      'Page where the athlete can subscribe, if that unlocks the request.',
    ),
    errors: described(
      z.optional(z.array(FieldProblem)),
      'The rejected fields, at most 100 in an answer. All items of a batch share them.',
    ),
    more_errors: described(
      z.optional(z.int()),
      'Rejected fields that `errors` leaves out. There may be more, because checking stops early.',
    ),
  }),
  { id: 'ErrorDetails', description: 'The error, with its code and message.' },
);

/** The body of every error response, and of each failed item in a batch's results. */
export const ErrorBody = documented(z.object({ error: ErrorDetails }), { id: 'Error' });
