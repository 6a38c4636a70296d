import type * as z from 'zod/mini';
import type { Answer, SuccessStatus } from './answer.ts';
import type { PartnerContext, RequestContext } from './context.ts';
import type { ErrorCode } from './error-codes.ts';
import type { Failure } from './errors.ts';
import type { Claim, Replayed, Success } from './idempotency.ts';

/** The resources that an athlete can grant access to. Each has its own tokens (RFC 8707). */
export const RESOURCES = ['api', 'mcp'] as const;
export type Resource = (typeof RESOURCES)[number];

/** Returns the identifier that authorization requests send as `resource`. */
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

/** Used instead of a scope on routes without athlete data, which any token may call. */
export const ANY_TOKEN = 'any token';

/** The `{athlete_id}` parameters of a path as the keys of an object. */
type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name | keyof PathParams<Rest>]: string }
  : Readonly<Record<never, string>>;

/** The meaning, schema and example of one status of an operation. */
export interface ResponseDocumentation<Schema = z.ZodMiniType | undefined> {
  readonly description: string;
  readonly schema?: Schema;
  /** An example with exactly the schema's members. */
  readonly example?: Schema extends z.ZodMiniType ? z.output<Schema> : undefined;
  /** Media types other than JSON that `Accept` can request, with descriptions. */
  readonly otherContent?: Readonly<Record<string, string>>;
  /** Response headers specific to this operation. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Describes an operation for the OpenAPI document. Tests check every response against `responses` and call every route with
 * its `bodyExample`.
 */
interface OperationDocumentation<Schemas = Bodies> {
  readonly tag: string;
  readonly summary: string;
  /** Read by people alone. What the members of the route say (cost, scopes, entity tag) is added to it. */
  readonly description: string;
  readonly bodyExample?: unknown;
  /** The successes by status. Failures are in the route's `errors`. */
  readonly responses: { readonly [Status in keyof Schemas]: ResponseDocumentation<Schemas[Status]> };
}

/** Describes a file body. */
export interface FileDocumentation {
  readonly description: string;
  /** The accepted media types. The file's content determines its format. */
  readonly mediaTypes: readonly string[];
  readonly example: { readonly mediaType: string; readonly text: string };
}

interface RouteSpec<Path extends string, Query, Body, Schemas> extends OperationDocumentation<Schemas> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** The path in OpenAPI form: `/v1/athletes/{athlete_id}`. */
  readonly path: Path;
  /** The operation's name in the OpenAPI document. */
  readonly operationId: string;
  readonly query?: Query;
  readonly body?: Body;
  /** Treats a request without a body as an empty object. */
  readonly isBodyOptional?: boolean;
  /** Replaces `body` for files. The handler takes the file from `ctx.body`. */
  readonly file?: FileDocumentation;
  readonly bodyLimitBytes?: number;
  /** Honours `Idempotency-Key` and passes its claim to the handler. */
  readonly idempotent?: boolean;
  /** Returns texts for athletes, in the language chosen by `Accept-Language`. */
  readonly hasTexts?: boolean;
  /** Answers a GET with an `ETag`, and with 304 to a caller whose `If-None-Match` names it. */
  readonly entityTag?: true;
  /** Honours If-Match (412). */
  readonly ifMatch?: boolean;
  /** Failures in addition to those that every route of its kind can return. */
  readonly errors: readonly ErrorCode[];
}

/** The validated query and body of a request, and its path parameters as sent. */
interface RequestInput<Path extends string, Query, Body> {
  readonly params: PathParams<Path>;
  readonly query: Query extends z.ZodMiniType ? z.output<Query> : Readonly<Record<never, string>>;
  readonly body: Body extends z.ZodMiniType ? z.output<Body> : Readonly<Record<never, unknown>>;
  readonly headers: Headers;
  /** The request path, which cursors are bound to. */
  readonly path: string;
  /** The claim of the `Idempotency-Key`, or null if none was sent or the route does not honour it. */
  readonly claim: Claim | null;
}

/** The schemas of a route's successes by status, undefined for one without a body. */
export type Bodies = Readonly<Record<number, z.ZodMiniType | undefined>>;

/** Converts a key back to a status, because the compiler infers the keys of a mapped type as text. */
type StatusOf<Key> = `${Key & (string | number)}` extends `${infer Status extends SuccessStatus}`
  ? Status
  : never;

/** The responses that a route documents: for each status, the output of its schema. */
type AnswerOf<Schemas> = {
  [Status in keyof Schemas]: Answer<
    Schemas[Status] extends z.ZodMiniType ? z.output<Schemas[Status]> : never,
    StatusOf<Status>
  >;
}[keyof Schemas];

/** A handler's result: a documented response, a stored response, or a failure. */
type Outcome<Schemas> = AnswerOf<Schemas> | Replayed | Failure;

type Handled<Schemas> = Promise<Outcome<Schemas>> | Outcome<Schemas>;

interface PartnerRouteSpec<Path extends string, Query, Body, Schemas>
  extends RouteSpec<Path, Query, Body, Schemas> {
  readonly access: 'partner';
  /** The OAuth scope that an athlete's token needs for this route, ANY_TOKEN, or null for API keys only. */
  readonly scope: Scope | typeof ANY_TOKEN | null;
  /** Scopes that a token needs in addition to `scope`, for a response that cannot be shown in part. */
  readonly furtherScopes?: readonly Scope[];
  /**
   * Body members that only an API key may send. A token that sends one gets `insufficient_scope` before validation, whatever
   * the value.
   */
  readonly keyMembers?: readonly string[];
  /** Open only to athletes' tokens. Rejects API keys with `insufficient_scope`. */
  readonly tokensOnly?: boolean;
  /** Remains available while the partner is suspended, and for 30 days after it is terminated. */
  readonly afterTermination?: boolean;
  /** Available while the partner is suspended, in addition to what is available after termination. */
  readonly duringSuspension?: boolean;
  /**
   * Whether the handler starts while the request is being admitted. Defaults to true for a GET; a GET that charges a
   * limiter must set false. Defaults to false for other methods. If set, reads start immediately, the first database
   * write waits, and any message that changes a Durable Object must follow `untilAdmitted`.
   */
  readonly duringAdmission?: boolean;
  /**
   * States what a request costs, for the reference: "1 unit per started ten items". Default: 1 unit. What the body or query
   * tells is charged before the handler runs. The handler charges what only stored data tells (`charge`).
   */
  readonly cost?: string;
  /** Returns the units that a body costs. */
  readonly unitsOfBody?: (body: RequestInput<Path, Query, Body>['body']) => number;
  /** Returns the units that a query costs. */
  readonly unitsOfQuery?: (query: RequestInput<Path, Query, Body>['query']) => number;
  readonly handler: (ctx: PartnerContext, input: RequestInput<Path, Query, Body>) => Handled<Schemas>;
}

interface OpenRouteSpec<Path extends string, Query, Body, Schemas>
  extends RouteSpec<Path, Query, Body, Schemas> {
  readonly access: 'public' | 'operator';
  /** Charges a caller without a key by its address, before the body is received. Null means admitted. Public routes only. */
  readonly admitAnyone?: (ctx: RequestContext, address: string | undefined) => Promise<Failure | null>;
  readonly handler: (ctx: RequestContext, input: RequestInput<Path, Query, Body>) => Handled<Schemas>;
}

/** A route with any path, query and body. The app mounts these; the document and tests iterate over them. */
export type Route = (
  | (Omit<
      PartnerRouteSpec<string, z.ZodMiniType, z.ZodMiniType, Bodies>,
      'handler' | 'unitsOfBody' | 'unitsOfQuery'
    > & {
      readonly unitsOfBody?: (body: unknown) => number;
      readonly unitsOfQuery?: (query: AnyInput['query']) => number;
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

/** The members that document a route. A deployed bundle lacks them, apart from the responses of assistants' tools. */
export type DocumentationMember = keyof OperationDocumentation | 'cost';

/** A route as it is served. */
export type ServedRoute = Route extends infer Each
  ? Each extends Route
    ? Omit<Each, DocumentationMember>
    : never
  : never;

type AnyInput = RequestInput<string, z.ZodMiniType, z.ZodMiniType>;
type AnyPartnerRoute = PartnerRouteSpec<string, unknown, unknown, Bodies>;

/** The part of a route that determines who is admitted. */
export type RouteAccess =
  | Pick<OpenRouteSpec<string, unknown, unknown, Bodies>, 'access' | 'admitAnyone'>
  | (Pick<
      AnyPartnerRoute,
      | 'access'
      | 'method'
      | 'scope'
      | 'furtherScopes'
      | 'keyMembers'
      | 'tokensOnly'
      | 'afterTermination'
      | 'duringSuspension'
      | 'duringAdmission'
    > & {
      /** The resource that a token must be granted for. Default `api`. */
      readonly resource?: Resource;
    });

/**
 * Defines one operation as a value, which validates requests, mounts the handler, generates the OpenAPI document and
 * checks responses in tests, so these cannot diverge.
 */
export function defineRoute<
  const Path extends string,
  Query extends z.ZodMiniType | undefined = undefined,
  Body extends z.ZodMiniType | undefined = undefined,
  Schemas extends Readonly<Record<number, unknown>> = Bodies,
>(spec: PartnerRouteSpec<Path, Query, Body, Schemas> | OpenRouteSpec<Path, Query, Body, Schemas>): Route {
  // Sound because the dispatcher passes a handler only the output of the route's own schemas.
  return spec as unknown as Route;
}

/** Returns every failure that a route can return: its own `errors` and those of every route of its kind. */
export function errorsOf(route: Route): ReadonlySet<ErrorCode> {
  const codes = new Set<ErrorCode>([
    ...route.errors,
    'validation_failed',
    'https_required',
    'foreign_origin',
    'internal_error',
    'temporarily_unavailable',
  ]);
  if (route.method !== 'GET') {
    codes.add(route.file ? 'unreadable_file' : 'malformed_json');
    codes.add('payload_too_large');
    codes.add('body_timeout');
    codes.add('unsupported_media_type');
  }
  if (route.access !== 'public') {
    codes.add('storage_full');
    codes.add('missing_authorization');
    codes.add('invalid_api_key');
  }
  if (route.idempotent) codes.add('idempotency_key_reused');
  if (route.access === 'operator') {
    for (const code of ['route_not_found', 'rate_limited'] as const) codes.add(code);
  }
  if (route.access === 'partner') {
    for (const code of ['expired_api_key', 'environment_mismatch', 'rate_limited'] as const) codes.add(code);
    for (const code of ['invalid_token', 'insufficient_scope'] as const) codes.add(code);
    // A token can do nothing during a suspension, whatever stays open for keys.
    codes.add('partner_suspended');
    if (!route.afterTermination) codes.add('partner_terminated');
  }
  return codes;
}
