import type { components } from './api-types.ts';

type Schemas = components['schemas'];
type Details = Schemas['ErrorDetails'];

/** An error from this client or the service. See its subclasses. */
export class MusetteError extends Error {
  override readonly name: string = 'MusetteError';
}

/** An error response from the service. `code` is stable. The service's `/docs/errors` explains each code. */
class Refusal extends MusetteError {
  readonly code: Details['code'];
  readonly status: number;
  /** Quote it when you contact support. */
  readonly requestId: string;
  readonly documentationUrl: string;
  /** The resource that the request conflicts with. */
  readonly resourceId: string | null;
  /** All rejected fields. */
  readonly problems: readonly Schemas['FieldProblem'][];
  /** Seconds to wait before retrying, or null if the service gave none. */
  readonly retryAfterSeconds: number | null;

  constructor(details: Details, status: number, retryAfterSeconds: number | null) {
    super(`${details.code}: ${details.message} (request ${details.request_id})`);
    this.code = details.code;
    this.status = status;
    this.requestId = details.request_id;
    this.documentationUrl = details.documentation_url;
    this.resourceId = details.resource_id ?? null;
    this.problems = details.errors ?? [];
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** 401: the key is missing, invalid, expired or for the other environment. */
export class UnauthorizedError extends Refusal {
  override readonly name = 'UnauthorizedError';
}

/** 403: the key does not have permission. */
export class PermissionError extends Refusal {
  override readonly name = 'PermissionError';
}

/** 400, 412, 413, 415, 422 and similar: the request needs fixing before it is sent again. */
export class InvalidRequestError extends Refusal {
  override readonly name = 'InvalidRequestError';
}

/** 404: the resource does not exist. */
export class NotFoundError extends Refusal {
  override readonly name = 'NotFoundError';
}

/** 409 and 410: the request conflicts with stored data. */
export class ConflictError extends Refusal {
  override readonly name = 'ConflictError';
}

/** 429: a budget is used up and will not refill before the deadline. */
export class RateLimitError extends Refusal {
  override readonly name = 'RateLimitError';
}

/** 500 and above: the service failed, even after retries. */
export class ServiceError extends Refusal {
  override readonly name = 'ServiceError';
}

/** No response, even after retries. `cause` is the last reason. */
export class UnreachableError extends MusetteError {
  override readonly name = 'UnreachableError';
}

/** The call's deadline passed. A write may or may not have taken effect. */
export class DeadlineError extends MusetteError {
  override readonly name = 'DeadlineError';
}

/** A delivery was not signed with this secret, or is too old. Respond with 400. */
export class WebhookVerificationError extends MusetteError {
  override readonly name = 'WebhookVerificationError';
}

/** Maps an error response to the class for its status. */
export function refusalOf(details: Details, status: number, retryAfterSeconds: number | null): Refusal {
  return new (classOf(status))(details, status, retryAfterSeconds);
}

function classOf(status: number) {
  if (status === 401) return UnauthorizedError;
  if (status === 403) return PermissionError;
  if (status === 404) return NotFoundError;
  if (status === 409 || status === 410) return ConflictError;
  if (status === 429) return RateLimitError;
  return status >= 500 ? ServiceError : InvalidRequestError;
}
