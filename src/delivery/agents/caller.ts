import type { Language } from '#core/languages/tags.ts';
import type { Failure } from '#platform/http/errors.ts';
import type { Success } from '#platform/http/idempotency.ts';
import type { Route } from '#platform/http/route.ts';

/** The arguments of one operation as a caller sends them: nothing is validated yet. */
export interface OperationRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly headers: Headers;
}

/** The admitted caller behind an assistant, and the operations that it can call. */
export interface Caller {
  /** The athlete whose token it is; null for an API key, which must name an athlete. */
  readonly athleteId: string | null;
  /** The request's `Accept-Language`; null if it was not sent. */
  readonly acceptLanguage: string | null;
  readonly requestId: string;
  readonly baseUrl: string;
  /** Returns whether the credential covers an operation. */
  mayCall(route: Route): boolean;
  /**
   * Calls an operation with the checks that a separate request would pass. Returns a fault as its failure.
   */
  call(route: Route, request: OperationRequest): Promise<Success | Failure>;
  /** Names the called tool in the log line of the request. */
  noteTool(name: string): void;
  /** Names the language of the called tool's text in the headers of the answer. */
  noteLanguage(language: Language): void;
}
