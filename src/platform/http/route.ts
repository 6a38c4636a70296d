import type * as z from 'zod/mini';
import type { Answer, SuccessStatus } from './answer.ts';
import type { PartnerContext, RequestContext } from './context.ts';
import type { ErrorCode, Failure } from './errors.ts';
import type { Claim, Replayed, Success } from './idempotency.ts';

/** The resources that an athlete can grant access to, each with tokens of its own (RFC 8707). */
export const RESOURCES = ['api', 'mcp'] as const;
export type Resource = (typeof RESOURCES)[number];

/** Returns the identifier of a resource, which authorization requests name as `resource`. */
export function addressOf(baseUrl: string, resource: Resource): string {
  return resource === 'mcp' ? `${baseUrl}/mcp` : baseUrl;
}

/** The scopes that an athlete can grant to a connected application (CONTRACT §12). */
export const SCOPES = [
  'profile:read',
  'profile:write',
  'activities:read',
  'activities:write',
  'prescriptions:read',
  'prescriptions:create',
  'feedback:write',
  'products:read',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Stands in for a scope on routes that touch no athlete's data: any token may call them. */
export const ANY_TOKEN = 'any token';

/** The `{athlete_id}` parameters of a path as the keys of an object. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name | keyof PathParams<Rest>]: string }
  : Readonly<Record<never, string>>;

/** Describes one status of an operation: its meaning, schema and example. */
export interface ResponseDocumentation<Schema = z.ZodMiniType | undefined> {
  readonly description: string;
  readonly schema?: Schema;
  /** A body that the schema describes, with the members that it has and no others. */
  readonly example?: Schema extends z.ZodMiniType ? z.output<Schema> : undefined;
  /** Media types besides JSON that `Accept` can ask for, each with its description. */
  readonly otherContent?: Readonly<Record<string, string>>;
  /** The operation's own response headers, beyond those that every answer has. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Describes an operation for the OpenAPI document. Tests hold every answer to `responses` and call every route with its
 * `bodyExample`.
 */
export interface OperationDocumentation<Schemas = Bodies> {
  readonly tag: string;
  readonly summary: string;
  /**
   * Mentioning `If-None-Match` here adds that header and the 304 to a GET whose answer carries an entity tag.
   */
  readonly description: string;
  readonly bodyExample?: unknown;
  /** The successes, by status. Failures are the route's own `errors`. */
  readonly responses: { readonly [Status in keyof Schemas]: ResponseDocumentation<Schemas[Status]> };
}

/** Describes a body that is a file instead of JSON. */
export interface FileDocumentation {
  readonly description: string;
  /** The accepted media types; the content decides which format the file has. */
  readonly mediaTypes: readonly string[];
  readonly example: { readonly mediaType: string; readonly text: string };
}

interface RouteSpec<Path extends string, Query, Body, Schemas> extends OperationDocumentation<Schemas> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** In the OpenAPI document's form: `/v1/athletes/{athlete_id}`. */
  readonly path: Path;
  /** Names the operation in the OpenAPI document. */
  readonly operationId: string;
  readonly query?: Query;
  readonly body?: Body;
  /** A request without a body counts as one with an empty object. */
  readonly isBodyOptional?: boolean;
  /** The body is a file, in place of `body`: the handler reads it from `ctx.body.bytes`. */
  readonly file?: FileDocumentation;
  readonly bodyLimitBytes?: number;
  /** Honours `Idempotency-Key`: the handler gets the claim that it makes. */
  readonly idempotent?: boolean;
  /** Has texts for athletes: `Accept-Language` chooses their language. */
  readonly hasTexts?: boolean;
  /** Honours If-Match (412). */
  readonly ifMatch?: boolean;
  /** The failures beyond those that every route of its kind can give. */
  readonly errors: readonly ErrorCode[];
}

/** The query and body of a request after validation, and its path's parameters as sent. */
export interface Input<Path extends string, Query, Body> {
  readonly params: PathParams<Path>;
  readonly query: Query extends z.ZodMiniType ? z.output<Query> : Readonly<Record<never, string>>;
  readonly body: Body extends z.ZodMiniType ? z.output<Body> : Readonly<Record<never, unknown>>;
  readonly headers: Headers;
  /** The path of the request; cursors are bound to it. */
  readonly path: string;
  /** The claim of an `Idempotency-Key`; null if none was sent or the route does not honour it. */
  readonly claim: Claim | null;
}

/** The schemas of a route's successes, by status; undefined for one without a body. */
export type Bodies = Readonly<Record<number, z.ZodMiniType | undefined>>;

/** The status that a key names: the compiler infers the keys of a mapped type as text. */
type StatusOf<Key> = `${Key & (string | number)}` extends `${infer Status extends SuccessStatus}`
  ? Status
  : never;

/** The answers that a route documents: of each status the output of its schema. */
export type AnswerOf<Schemas> = {
  [Status in keyof Schemas]: Answer<
    Schemas[Status] extends z.ZodMiniType ? z.output<Schemas[Status]> : never,
    StatusOf<Status>
  >;
}[keyof Schemas];

/** What a handler may return: an answer that its route documents, one that was kept, or a failure. */
type Outcome<Schemas> = AnswerOf<Schemas> | Replayed | Failure;

type Handled<Schemas> = Promise<Outcome<Schemas>> | Outcome<Schemas>;

interface PartnerRouteSpec<Path extends string, Query, Body, Schemas>
  extends RouteSpec<Path, Query, Body, Schemas> {
  readonly access: 'partner';
  /** The OAuth scope that an athlete's token needs for this route, or ANY_TOKEN; null: API keys only. */
  readonly scope: Scope | typeof ANY_TOKEN | null;
  /** Scopes that a token needs beside `scope`, for an answer that cannot be shown in part. */
  readonly furtherScopes?: readonly Scope[];
  /**
   * Members of the body that only an API key may send. A token that sends one lacks the scope, whatever the value: that
   * is authorization, so it comes before the shape.
   */
  readonly keyMembers?: readonly string[];
  /** Open to athletes' tokens only: an API key is refused with `insufficient_scope`. */
  readonly tokensOnly?: boolean;
  /** Still answers for 30 days after the partner was terminated. */
  readonly afterTermination?: boolean;
  /**
   * Whether the handler starts while the request is being admitted. The default is true for a GET; one that
   * charges a limiter must set false. For other methods it is false; if set, their reads start at once, their
   * first write to a database waits, and any message that changes a Durable Object must follow
   * `untilAdmitted`.
   */
  readonly besideAdmission?: boolean;
  /**
   * Returns the units of the key's budget that a body costs in addition to the unit of its admission. They
   * are taken before the handler runs.
   */
  readonly furtherUnits?: (body: Input<Path, Query, Body>['body']) => number;
  /** The same for what a query asks for. */
  readonly furtherUnitsOfQuery?: (query: Input<Path, Query, Body>['query']) => number;
  readonly handler: (ctx: PartnerContext, input: Input<Path, Query, Body>) => Handled<Schemas>;
}

interface OpenRouteSpec<Path extends string, Query, Body, Schemas>
  extends RouteSpec<Path, Query, Body, Schemas> {
  readonly access: 'public' | 'operator';
  readonly handler: (ctx: RequestContext, input: Input<Path, Query, Body>) => Handled<Schemas>;
}

/** A route of any path, query and body: the app mounts these, and the document and the tests iterate over them. */
export type Route = (
  | (Omit<
      PartnerRouteSpec<string, z.ZodMiniType, z.ZodMiniType, Bodies>,
      'handler' | 'furtherUnits' | 'furtherUnitsOfQuery'
    > & {
      readonly furtherUnits?: (body: unknown) => number;
      readonly furtherUnitsOfQuery?: (query: AnyInput['query']) => number;
      readonly handler: (
        ctx: PartnerContext,
        input: AnyInput,
      ) => Promise<Success | Failure> | Success | Failure;
    })
  | (Omit<OpenRouteSpec<string, z.ZodMiniType, z.ZodMiniType, Bodies>, 'handler'> & {
      readonly handler: (
        ctx: RequestContext,
        input: AnyInput,
      ) => Promise<Success | Failure> | Success | Failure;
    })
) & { readonly method: RouteSpec<string, unknown, unknown, Bodies>['method'] };

type AnyInput = Input<string, z.ZodMiniType, z.ZodMiniType>;
type AnyPartnerRoute = PartnerRouteSpec<string, unknown, unknown, Bodies>;

/** The part of a route that decides who is admitted. */
export type RouteAccess =
  | { readonly access: 'public' | 'operator' }
  | (Pick<
      AnyPartnerRoute,
      | 'access'
      | 'method'
      | 'scope'
      | 'furtherScopes'
      | 'keyMembers'
      | 'tokensOnly'
      | 'afterTermination'
      | 'besideAdmission'
    > & {
      /** The resource that a token must have been granted for. Default `api`. */
      readonly resource?: Resource;
    });

/**
 * Defines one operation as a value. The same value validates requests, mounts the handler, makes the OpenAPI document and
 * checks the answers in tests, so that these cannot diverge.
 */
export function defineRoute<
  const Path extends string,
  Query extends z.ZodMiniType | undefined = undefined,
  Body extends z.ZodMiniType | undefined = undefined,
  Schemas extends Readonly<Record<number, unknown>> = Bodies,
>(spec: PartnerRouteSpec<Path, Query, Body, Schemas> | OpenRouteSpec<Path, Query, Body, Schemas>): Route {
  // Sound, because the dispatcher passes a handler only the output of the route's own schemas.
  return spec as unknown as Route;
}
