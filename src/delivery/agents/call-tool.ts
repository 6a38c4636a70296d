import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Language, Units } from '@musette/languages/languages';
import { chooseLanguage, textsOf, unitsFor, unitsOfTag } from '@musette/languages/languages';
import { ERRORS } from '#platform/http/error-codes.ts';
import { REMEDIES } from '#platform/http/error-remedies.ts';
import {
  errorBody,
  type Failure,
  headersOf,
  invalid,
  isFailure,
  type Problem,
} from '#platform/http/errors.ts';
import { bodyOf, type Success } from '#platform/http/idempotency.ts';
import type { Route } from '#platform/http/route.ts';
import { pointerTo } from '#platform/http/validation.ts';
import { isObject } from '#platform/members.ts';
import { argumentShapes, IDEMPOTENCY_KEY } from './tool-schema.ts';
import { operationOf, TOOL_REMEDIES, type Tool } from './tools.ts';

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

/** Returns the units of an answer's texts, or those that they would have if there are none. */
function unitsOf({ languages, locale = null, units = null }: Success): Units {
  const [spoken] = languages ?? [];
  return spoken === undefined ? unitsFor({ locale, units }) : unitsOfTag(spoken);
}

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Calls a tool. Its arguments become a request to its operation, which validates them, checks scopes and counts limits
 * as usual. The answer becomes the structured content, summarized by one paragraph in its language. A failure becomes
 * the tool's error, in English, starting with the error code.
 */
export async function callTool(
  caller: Caller,
  routes: readonly Route[],
  tool: Tool,
  sent: Arguments,
): Promise<CallToolResult> {
  caller.noteTool(tool.name);
  const route = operationOf(tool, routes);
  const request = toRequest(caller, route, tool, sent);
  const answer = isFailure(request) ? request : await caller.call(route, request);
  if (isFailure(answer)) return errorResult(caller, answer);
  const body = bodyOf(answer);
  if (!isObject(body) || Array.isArray(body))
    throw new Error(`${tool.operationId} did not answer with an object`);
  const texts = await textsOf(languageOf(caller, answer), unitsOf(answer));
  caller.noteLanguage(texts.language);
  return { content: [{ type: 'text', text: tool.textOf(body, texts) }], structuredContent: { ...body } };
}

/** Returns the language of an answer's texts, or the one they would have if there are none. */
function languageOf({ acceptLanguage }: Caller, { languages, locale }: Success): Language {
  const [spoken] = languages ?? [];
  return chooseLanguage(spoken ?? acceptLanguage, locale ?? null);
}

/**
 * Distributes arguments to path, query and body. An unknown argument goes to the schema that rejects it. Only own
 * members are compared, because an assistant may send `toString` or `__proto__`.
 */
function toRequest(caller: Caller, route: Route, tool: Tool, sent: Arguments): OperationRequest | Failure {
  const shapes = argumentShapes(route);
  const fixed = tool.fixedQuery ?? {};
  const named = withAthlete(caller, shapes, sent);
  const rest = Object.entries(named).filter(
    ([name]) =>
      !Object.hasOwn(shapes.params, name) && !(name === IDEMPOTENCY_KEY && route.idempotent === true),
  );
  const isOfBody = ([name]: Member) => route.body !== undefined && !Object.hasOwn(shapes.query, name);
  const params = Object.keys(shapes.params).map((name) => [name, named[name]] as const);
  const query = rest.filter((member) => !isOfBody(member));
  const problems = [
    ...params.filter(([, value]) => !isPathText(value)).map(([name, value]) => pathProblem(name, value)),
    ...query.flatMap((member) => queryProblems(member, shapes.query, fixed)),
  ];
  if (problems.length > 0) return invalid(...problems);
  return {
    params: asTexts(params),
    query: asTexts([...withoutUnknownValues(query, shapes.query), ...Object.entries(fixed)]),
    body: Object.fromEntries(rest.filter(isOfBody)),
    headers: headersFor(caller, route, sent),
  };
}

type Member = readonly [name: string, value: unknown];

/** Drops the values of unknown parameters. The schema rejects them by name. */
function withoutUnknownValues(query: readonly Member[], known: Arguments): readonly Member[] {
  return query.map(([name, value]) => [name, Object.hasOwn(known, name) ? value : '']);
}

/** Returns parameters as query strings. Null parameters are omitted. */
function asTexts(members: readonly Member[]): Record<string, string> {
  return Object.fromEntries(
    members.flatMap(([name, value]) => (value === null ? [] : [[name, String(value)] as const])),
  );
}

/** Adds the token's athlete if the operation takes an athlete. */
function withAthlete(
  { athleteId }: Caller,
  { params, query, body }: ReturnType<typeof argumentShapes>,
  sent: Arguments,
): Arguments {
  const takesAthlete = [params, query, body].some((shape) => 'athlete_id' in shape);
  return athleteId !== null && takesAthlete ? { athlete_id: athleteId, ...sent } : sent;
}

function headersFor({ acceptLanguage }: Caller, { idempotent }: Route, sent: Arguments): Headers {
  const headers = new Headers();
  if (acceptLanguage !== null) headers.set('Accept-Language', acceptLanguage);
  const key = sent[IDEMPOTENCY_KEY] ?? null;
  // Any other type is rejected as a malformed header.
  if (idempotent === true && key !== null) headers.set('Idempotency-Key', headerText(key));
  return headers;
}

/** Returns a value that is valid in a header, or an empty string, which is rejected as a key. */
function headerText(value: unknown): string {
  return typeof value === 'string' && /^[\x21-\x7e]*$/.test(value) ? value : '';
}

function isPathText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.isWellFormed();
}

function pathProblem(name: string, value: unknown): Problem {
  const pointer = pointerTo([name], 'body');
  return value === undefined
    ? { pointer, code: 'required', message: 'is required' }
    : { pointer, code: 'invalid_type', message: 'must be a string' };
}

/** Rejects parameters that the tool sets itself, and values that a query cannot carry. */
function queryProblems([name, value]: Member, known: Arguments, fixed: Arguments): Problem[] {
  const pointer = pointerTo([name], 'body');
  if (Object.hasOwn(fixed, name)) {
    return [{ pointer, code: 'unknown_field', message: 'is set by the tool' }];
  }
  if (value === null || isScalar(value) || !Object.hasOwn(known, name)) return [];
  return [{ pointer, code: 'invalid_type', message: 'must be a string, a number or a boolean' }];
}

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Returns the pointer of a problem relative to the tool's arguments. */
function argumentOf({ pointer, code }: Problem): string {
  return code === 'invalid_idempotency_key' ? `/${IDEMPOTENCY_KEY}` : pointer.replace(/^\?/, '/');
}

/**
 * Returns a failure as a tool error. It is text only, because clients validate structured content against the schema of
 * successes. It contains nothing from the arguments except the names of known members.
 */
function errorResult({ requestId, baseUrl }: Caller, failure: Failure): CallToolResult {
  const { message } = ERRORS[failure.failure];
  const {
    documentation_url,
    request_id,
    errors = [],
    more_errors,
  } = errorBody(failure, requestId, baseUrl).error;
  const known = errors.filter(({ code }) => code !== 'unknown_field');
  const unknown = errors.length - known.length;
  const sentences = [
    `${failure.failure}: ${message} ${TOOL_REMEDIES[failure.failure] ?? REMEDIES[failure.failure]}`,
    ...known.map((problem) => `${argumentOf(problem)} ${problem.message}.`),
    ...(unknown === 0 ? [] : [`Unknown arguments: ${unknown}.`]),
    ...(more_errors === undefined ? [] : [`Further problems: ${more_errors} or more.`]),
  ];
  const retryAfter = headersOf(failure).get('Retry-After');
  const details = {
    ...failure.details,
    ...(retryAfter === null ? {} : { retry_after_seconds: retryAfter }),
    documentation_url,
    request_id,
  };
  const lines = Object.entries(details).map(([name, value]) => `${name}: ${value}`);
  return { isError: true, content: [{ type: 'text', text: [sentences.join(' '), ...lines].join('\n') }] };
}
