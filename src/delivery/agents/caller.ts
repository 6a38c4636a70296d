import type { Language } from '#core/languages/tags.ts';
import type { Failure } from '#platform/http/errors.ts';
import type { Success } from '#platform/http/idempotency.ts';
import type { Route } from '#platform/http/route.ts';

/** The unvalidated arguments of one operation. */
export interface OperationRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly headers: Headers;
}

/** The admitted caller behind an assistant, with the operations it can call. */
export interface Caller {
  /** The token's athlete, or null for an API key, which must name one. */
  readonly athleteId: string | null;
  /** The request's `Accept-Language`, or null if missing. */
  readonly acceptLanguage: string | null;
  readonly requestId: string;
  readonly baseUrl: string;
  /** Returns whether the credential covers an operation. */
  mayCall(route: Route): boolean;
  /** Calls an operation with the same checks as a separate request. Returns faults as failures. */
  call(route: Route, request: OperationRequest): Promise<Success | Failure>;
  /** Logs the called tool. */
  noteTool(name: string): void;
  /** Sets the response's language headers. */
  noteLanguage(language: Language): void;
}
