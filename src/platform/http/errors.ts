import type * as z from 'zod/mini';
import { isObject } from '../members.ts';
import type { PartnerRow } from '../storage/registry-schema.ts';
import { ERRORS, type ErrorBody as ErrorBodySchema, type ErrorCode } from './error-codes.ts';

const UNAVAILABLE_RETRY_SECONDS = 2;

/** The most problems of one answer. All items of a batch share them. */
export const PROBLEMS_MAX = 100;
const POINTER_CHARACTERS_MAX = 200;
const MESSAGE_CHARACTERS_MAX = 300;
/** The most bytes of JSON that the errors of one answer take, all items of a batch together. */
const ERROR_BYTES_MAX = 64 * 1024;
/** The bytes of an empty `errors` and of a `more_errors` of seven digits. */
const NAMES_BYTES = 40;

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
  /** The number of further problems that were found. Checking stops early, so there may be more. */
  readonly furtherProblems?: number;
  readonly retryAfterSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Additional members of the error object, such as the id of the conflicting resource. */
  readonly details?: { readonly resource_id?: string; readonly subscribe_url?: string };
}

/** The body of a failure. */
export type ErrorBody = z.output<typeof ErrorBodySchema>;

/** Returns a failure with this code. */
export function fail(failure: ErrorCode, more: Omit<Failure, 'failure'> = {}): Failure {
  return { failure, ...more };
}

/** Returns the rejection of what only an active partner may do. */
export function refuseInactive(status: PartnerRow['status'] | undefined): Failure {
  return fail(status === 'suspended' ? 'partner_suspended' : 'partner_terminated');
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
  const named = problems
    .slice(0, PROBLEMS_MAX)
    .map((problem) => cut(problem.pointer, POINTER_CHARACTERS_MAX) || 'the body');
  const fields = [...new Set(named)].join(', ');
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
  return isObject(value) && 'failure' in value;
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

/** Returns the body of a failure. */
export function errorBody(failure: Failure, requestId: string, baseUrl: string): ErrorBody {
  const [body] = errorBodies([failure], requestId, baseUrl);
  if (!body) throw new Error('a failure has one body');
  return body;
}

/**
 * Returns the bodies of all failures of one answer, in order. Together they list at most 100 problems and fit in 64 KiB.
 * `more_errors` counts the problems that a body leaves out. A message that no longer fits gives way to the code's own.
 */
export function errorBodies(failures: readonly Failure[], requestId: string, baseUrl: string): ErrorBody[] {
  const bodies = failures.map((failure) => bareBody(failure, requestId, baseUrl));
  const capacity = {
    problems: PROBLEMS_MAX,
    bytes: ERROR_BYTES_MAX - sumOf(bodies.map(bytesOf)) - bodies.length * NAMES_BYTES,
  };
  for (const [index, { message, problems = [], furtherProblems = 0 }] of failures.entries()) {
    const error = bodies[index]?.error;
    if (!error) continue;
    if (message !== undefined) {
      const shown = cut(message, MESSAGE_CHARACTERS_MAX);
      if (takeBytes(capacity, bytesOf(shown))) error.message = shown;
    }
    const listed = takeProblems(capacity, problems);
    const left = problems.length - listed.length + furtherProblems;
    if (listed.length > 0) error.errors = listed;
    if (left > 0) error.more_errors = left;
  }
  return bodies;
}

function bareBody(failure: Failure, requestId: string, baseUrl: string): ErrorBody {
  const { type, message } = ERRORS[failure.failure];
  return {
    error: {
      type,
      code: failure.failure,
      message,
      documentation_url: `${baseUrl}/docs/errors#${failure.failure}`,
      request_id: requestId,
      ...failure.details,
    },
  };
}

/** The problems and bytes that an answer can still hold. */
interface Capacity {
  problems: number;
  bytes: number;
}

/** Takes bytes from the remaining capacity. Returns false if too few are left. */
function takeBytes(capacity: Capacity, bytes: number): boolean {
  if (bytes > capacity.bytes) return false;
  capacity.bytes -= bytes;
  return true;
}

/** Takes as many of these problems, in order, as the remaining capacity allows. */
function takeProblems(capacity: Capacity, problems: readonly Problem[]): Problem[] {
  const listed: Problem[] = [];
  for (const { pointer, code, message } of problems) {
    if (capacity.problems === 0) break;
    const problem = {
      pointer: cut(pointer, POINTER_CHARACTERS_MAX),
      code,
      message: cut(message, MESSAGE_CHARACTERS_MAX),
    };
    if (!takeBytes(capacity, bytesOf(problem))) break;
    capacity.problems -= 1;
    listed.push(problem);
  }
  return listed;
}

/** Cuts a text to this many characters, the last of which is then an ellipsis. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  // Never keeps half of a surrogate pair.
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Returns the bytes of a value in JSON, with a comma. */
function bytesOf(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).length + 1;
}

const encoder = new TextEncoder();

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
