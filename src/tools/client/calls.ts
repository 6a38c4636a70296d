import type { components, operations } from './api-types.ts';
import type { OPERATIONS } from './operations.ts';

/** An operation of the API, by the name that its document gives it. */
export type OperationId = keyof typeof OPERATIONS & keyof operations;

type Parameters<Id extends OperationId> = operations[Id]['parameters'];

type Part<Source, Name extends string> = Source extends { readonly [Key in Name]?: infer Value }
  ? [Exclude<Value, undefined>] extends [never]
    ? unknown
    : Exclude<Value, undefined>
  : unknown;

type Body<Id extends OperationId> = operations[Id] extends { requestBody: { content: infer Content } }
  ? Content extends { 'application/json': infer Json; 'application/octet-stream': unknown }
    ? {
        readonly file: { readonly mediaType: keyof Content; readonly content: FileContent };
        readonly body?: Json;
      }
    : Content extends { 'application/json': infer Json }
      ? { readonly body: Json }
      : { readonly file: { readonly mediaType: keyof Content; readonly content: FileContent } }
  : unknown;

/** The content of a file: text or bytes. */
export type FileContent = string | Uint8Array<ArrayBuffer> | ArrayBuffer;

/** The input of an operation: the parameters of its path and query by name, and its `body` or `file`. */
export type Input<Id extends OperationId> = Part<Parameters<Id>, 'path'> &
  Part<Parameters<Id>, 'query'> &
  Body<Id>;

type Success<Id extends OperationId> = operations[Id]['responses'] extends infer Responses
  ? Responses[Extract<keyof Responses, 200 | 201 | 202>]
  : never;

type Schemas = components['schemas'];

/** Answers to athletes' tokens that lack a scope, with null members. An API key never gets them. */
type WithheldView =
  | Schemas['WrittenActivity']
  | Schemas['WrittenAthlete']
  | Schemas['WrittenEnvelope']
  | Schemas['WrittenPrescription']
  | Schemas['WrittenSweatTest']
  | Schemas['WrittenTeaserPrescription'];

/** The answer of an operation to an API key; undefined if it has no body. */
export type Answer<Id extends OperationId> = [Success<Id>] extends [never]
  ? undefined
  : Success<Id> extends { content: { 'application/json': infer Json } }
    ? Exclude<Json, WithheldView>
    : undefined;

/** An answer with the identifier of its request; null if the service named none. Not part of its JSON. */
export type Answered<Body> = Body extends object ? Body & { readonly requestId: string | null } : Body;

/** The media type of a fuel plan that is a file. */
export type FuelPlanForm = Exclude<
  keyof operations['getFuelPlan']['responses'][200]['content'],
  'application/json'
>;

/** Options of one call. */
export interface CallOptions {
  /** Ends the call, its retries included. */
  readonly signal?: AbortSignal;
  /** The most time that the call may take, its retries included; the default is that of the client. */
  readonly deadlineMs?: number;
  /** The most milliseconds of one attempt; the default is that of the client. */
  readonly timeout?: number;
  /** The most times that the request is retried; the default is that of the client. */
  readonly maxRetries?: number;
  /** The language of texts for athletes; the default is that of the client. */
  readonly language?: string;
  /** Makes a creation safe to repeat in later calls; by default each call has its own key. */
  readonly idempotencyKey?: string;
  /** Succeeds only if the resource is unchanged: the `ETag` of an earlier answer. */
  readonly ifMatch?: string;
}

type IsOptional<Value> = Record<never, never> extends Value ? true : false;

/** Every operation as a method. Its input may be left out if nothing in it is required. */
export type Operations = {
  readonly [Id in OperationId]: IsOptional<Input<Id>> extends true
    ? (input?: Input<Id>, options?: CallOptions) => Promise<Answered<Answer<Id>>>
    : (input: Input<Id>, options?: CallOptions) => Promise<Answered<Answer<Id>>>;
};
