/**
 * The error codes of the API in one table: the error body, its status, the errors page and the OpenAPI document are all
 * made from it. The message is the default; a failure may carry a more specific one. What a caller does about each is in
 * `error-remedies.ts`, which no isolate needs to answer a request.
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
}

export const ERRORS = {
  missing_authorization: {
    type: 'authentication_error',
    status: 401,
    message: 'No Authorization header was sent.',
  },
  invalid_api_key: {
    type: 'authentication_error',
    status: 401,
    message: 'The API key does not exist or was revoked.',
  },
  expired_api_key: {
    type: 'authentication_error',
    status: 401,
    message: 'The API key was rotated and its 72 hours of grace have passed.',
  },
  environment_mismatch: {
    type: 'authentication_error',
    status: 401,
    message: 'The key belongs to one environment and the resource to the other.',
  },
  invalid_token: {
    type: 'authentication_error',
    status: 401,
    message: 'The access token is unknown, expired or revoked.',
  },
  insufficient_scope: {
    type: 'permission_error',
    status: 403,
    message: 'The credential does not cover this operation.',
  },
  partner_terminated: {
    type: 'permission_error',
    status: 403,
    message: 'The partner account is terminated; only listing, export and deletion remain.',
  },
  full_tier_required: {
    type: 'permission_error',
    status: 403,
    message: 'This requires an athlete of the full tier.',
  },
  operator_only: {
    type: 'permission_error',
    status: 403,
    message: 'Only the service operator can do this in production.',
  },
  foreign_origin: {
    type: 'permission_error',
    status: 403,
    message: 'Pages of other sites may not call this.',
  },
  https_required: {
    type: 'permission_error',
    status: 403,
    message: 'Plain http is refused.',
  },
  malformed_json: {
    type: 'invalid_request_error',
    status: 400,
    message: 'The body is not valid JSON.',
  },
  method_not_allowed: {
    type: 'invalid_request_error',
    status: 405,
    message: 'This path does not support that method.',
  },
  precondition_failed: {
    type: 'invalid_request_error',
    status: 412,
    message: 'The resource has changed since the version that If-Match names.',
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
    message: 'The request is well-formed but some of its fields are not valid.',
  },
  duplicate_item: {
    type: 'invalid_request_error',
    status: 422,
    message: 'An earlier item of this batch has the same external_id.',
  },
  idempotency_key_reused: {
    type: 'invalid_request_error',
    status: 422,
    message: 'This Idempotency-Key was already used with another request.',
  },
  athlete_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'No such athlete.',
  },
  activity_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'No such activity.',
  },
  access_request_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'No such request for access.',
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
    message: 'No such sweat test.',
  },
  product_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'No such product.',
  },
  key_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'No such API key.',
  },
  partner_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'No such partner.',
  },
  client_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'No such OAuth client.',
  },
  connection_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'No such connection.',
  },
  webhook_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'No such webhook.',
  },
  delivery_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'No such delivery of this webhook.',
  },
  route_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'No such path.',
  },
  live_access_not_requested: {
    type: 'conflict_error',
    status: 409,
    message: 'The partner has no pending request for live access.',
  },
  documents_not_set: {
    type: 'conflict_error',
    status: 409,
    message: 'TERMS_URL and DPA_URL are not both set.',
  },
  request_already_decided: {
    type: 'conflict_error',
    status: 409,
    message: 'The request for access was already decided differently.',
  },
  region_in_use: {
    type: 'conflict_error',
    status: 409,
    message: 'Athletes of this partner live in a region that would be removed.',
  },
  external_id_taken: {
    type: 'conflict_error',
    status: 409,
    message: 'Another of your athletes already has this external_id.',
  },
  recalculation_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'You have no recalculation with this id in this environment.',
  },
  recalculation_running: {
    type: 'conflict_error',
    status: 409,
    message: 'Another recalculation has not finished yet.',
  },
  secret_already_shown: {
    type: 'conflict_error',
    status: 409,
    message: 'This request already succeeded; its secret was shown once and is not stored.',
  },
  key_already_rotated: {
    type: 'conflict_error',
    status: 409,
    message: 'This key was already rotated.',
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
    message: 'The activity has no scheduled_at, so its plan has no place in a calendar.',
  },
  webhook_disabled: {
    type: 'conflict_error',
    status: 409,
    message: 'The webhook is disabled.',
  },
  cursor_expired: {
    type: 'invalid_request_error',
    status: 410,
    message: 'The cursor is unknown or older than 30 days.',
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
    message: "The athlete's products or exports for today are used up.",
  },
  internal_error: {
    type: 'api_error',
    status: 500,
    message: 'Something went wrong in the service.',
  },
  storage_full: {
    type: 'api_error',
    status: 503,
    message: 'The database of this athlete has no room for this write. Nothing was stored.',
  },
  temporarily_unavailable: {
    type: 'api_error',
    status: 503,
    message: 'The service cannot answer this safely at the moment.',
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

/** The body of a failure. Its schema is `src/platform/http/error-answers.ts`. */
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
