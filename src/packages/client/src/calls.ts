import type { components, operations } from './api-types.ts';
import type { OPERATIONS } from './operations.ts';

/** An operation of the API, by its name in the OpenAPI document. */
export type OperationId = keyof typeof OPERATIONS & keyof operations;

type Parameters<Id extends OperationId> = operations[Id]['parameters'];

type Part<Source, Name extends string> = Source extends { readonly [Key in Name]?: infer Value }
  ? [Exclude<Value, undefined>] extends [never]
    ? unknown
    : Exclude<Value, undefined>
  : unknown;

type Body<Id extends OperationId> = operations[Id] extends { requestBody: { content: infer Content } }
  ? BodyOf<Content>
  : operations[Id] extends { requestBody?: { content: infer Content } | undefined }
    ? [Content] extends [never]
      ? unknown
      : Partial<BodyOf<Content>>
    : unknown;

type BodyOf<Content> = Content extends {
  'application/json': infer Json;
  'application/octet-stream': unknown;
}
  ? {
      readonly file: { readonly mediaType: keyof Content; readonly content: FileContent };
      readonly body?: Json;
    }
  : Content extends { 'application/json': infer Json }
    ? { readonly body: Json }
    : { readonly file: { readonly mediaType: keyof Content; readonly content: FileContent } };

/** The content of a file, text or bytes. */
export type FileContent = string | Uint8Array<ArrayBuffer> | ArrayBuffer;

/** The input of an operation: path and query parameters by name, and its `body` or `file`. */
export type Input<Id extends OperationId> = Part<Parameters<Id>, 'path'> &
  Part<Parameters<Id>, 'query'> &
  Body<Id>;

type Success<Id extends OperationId> = operations[Id]['responses'] extends infer Responses
  ? Responses[Extract<keyof Responses, 200 | 201 | 202>]
  : never;

type Schemas = components['schemas'];

/** Responses to athletes' tokens that lack a scope, with null members. An API key never gets them. */
type WithheldView =
  | Schemas['WrittenActivity']
  | Schemas['WrittenAthlete']
  | Schemas['WrittenEnvelope']
  | Schemas['WrittenPrescription']
  | Schemas['WrittenSweatTest']
  | Schemas['WrittenTeaserPrescription'];

/** The response of an operation to an API key, or undefined if it has no body. */
export type Answer<Id extends OperationId> = [Success<Id>] extends [never]
  ? undefined
  : Success<Id> extends { content: { 'application/json': infer Json } }
    ? Exclude<Json, WithheldView>
    : undefined;

/** A response with its request identifier, or null if there was none. Not part of the JSON. */
export type WithRequestId<Body> = Body extends object ? Body & { readonly requestId: string | null } : Body;

/** The media type of a fuel plan file. */
export type FuelPlanForm = Exclude<
  keyof operations['getFuelPlan']['responses'][200]['content'],
  'application/json'
>;

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call, including its retries. */
  readonly signal?: AbortSignal;
  /** Time limit for the call, including retries. Defaults to the client's. */
  readonly deadlineMs?: number;
  /** Timeout of one attempt in milliseconds. Defaults to the client's. */
  readonly timeout?: number;
  /** Maximum number of retries, not counting those after a 429. Defaults to the client's. */
  readonly maxRetries?: number;
  /** Language of texts for athletes. Defaults to the client's. */
  readonly language?: string;
  /** Makes a creation safe to repeat in later calls. By default each call has its own key. */
  readonly idempotencyKey?: string;
  /** The `ETag` of an earlier response. The call succeeds only if the resource is unchanged. */
  readonly ifMatch?: string;
}

type IsOptional<Value> = Record<never, never> extends Value ? true : false;

/** Every operation as a method. The input is optional if nothing in it is required. */
export type Operations = {
  readonly [Id in OperationId]: IsOptional<Input<Id>> extends true
    ? (input?: Input<Id>, options?: CallOptions) => Promise<WithRequestId<Answer<Id>>>
    : (input: Input<Id>, options?: CallOptions) => Promise<WithRequestId<Answer<Id>>>;
};
