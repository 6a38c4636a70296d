export type * from './api-types.ts';
export type { Answer, CallOptions, FuelPlanForm, Input, OperationId, WithRequestId } from './calls.ts';
export {
  type CheckedImport,
  type CheckOptions,
  checkImport,
  type RefusedRow,
  type TypeNames,
} from './check-import.ts';
export { readCsv, writeCsv } from './csv.ts';
export {
  ConflictError,
  DeadlineError,
  InvalidRequestError,
  MusetteError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServiceError,
  UnauthorizedError,
  UnreachableError,
  WebhookVerificationError,
} from './errors.ts';
export { type ImportItems, toItems } from './import-items.ts';
export { Musette, type MusetteOptions } from './musette.ts';
export type { EventFeed, ListOperationId } from './pages.ts';
export type { RateLimit } from './retries.ts';
export type { ReceivedResponse, SentRequest } from './transport.ts';
export {
  type EventType,
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookEvent,
} from './webhooks.ts';
