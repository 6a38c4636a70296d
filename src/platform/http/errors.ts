import { ERRORS, type ErrorCode, type ErrorType } from './error-codes.ts';

const UNAVAILABLE_RETRY_SECONDS = 2;

/** One invalid field. `pointer` is a JSON Pointer into the body or `?name` for a query parameter. */
export interface Problem {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}

/** An expected failure, as a value. Verbs return it and the HTTP layer maps it to the wire. */
export interface Failure {
  readonly failure: ErrorCode;
  readonly message?: string;
  readonly problems?: readonly Problem[];
  readonly retryAfterSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Additional members of the error object, such as the id of the conflicting resource. */
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

/** Returns a failure with this code. */
export function fail(failure: ErrorCode, more: Omit<Failure, 'failure'> = {}): Failure {
  return { failure, ...more };
}

/** Ends a request that was refused after its verb had started. This is a normal response, not a fault. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.failure);
    this.failure = failure;
  }
}

/** Returns a 422 that lists each invalid field. */
export function invalid(...problems: readonly Problem[]): Failure {
  const fields = problems.map((problem) => problem.pointer || 'the body').join(', ');
  return {
    failure: 'validation_failed',
    message:
      problems.length === 1 && problems[0]
        ? `${fields}: ${problems[0].message}`
        : `Invalid fields: ${fields}`,
    problems,
  };
}

/** Returns whether a verb's result is a failure. */
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

/** Returns the headers of a failure, regardless of its body's format. */
export function headersOf(failure: Failure): Headers {
  const headers = new Headers({
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    ...failure.headers,
  });
  // A full database does not recover within seconds.
  const isBrief = ERRORS[failure.failure].status === 503 && failure.failure !== 'storage_full';
  const retryAfterSeconds = failure.retryAfterSeconds ?? (isBrief ? UNAVAILABLE_RETRY_SECONDS : undefined);
  if (retryAfterSeconds !== undefined) headers.set('Retry-After', String(retryAfterSeconds));
  return headers;
}

/** Returns only the error body, for batches in which some items fail. */
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
