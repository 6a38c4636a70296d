import * as z from 'zod/mini';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { ERRORS, type ErrorCode } from '#platform/http/error-codes.ts';
import {
  DOCUMENT_ORIGIN,
  described,
  documented,
  EXAMPLE_ACTIVITY_ID,
  EXAMPLE_ATHLETE_ID,
} from '#platform/http/openapi-metadata.ts';
import {
  ANY_TOKEN,
  errorsOf,
  type FileDocumentation,
  type ResponseDocumentation,
  type Route,
  type Scope,
} from '#platform/http/route.ts';
import { exampleIdOf } from '#platform/storage/ids.ts';

/** Returns the operation of a route as the OpenAPI document has it: parameters, body, answers and who may call it. */
export function operationOf(route: Route): ZodOpenApiOperationObject {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const requestHeaders = headerParameters(route);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: describe(route),
    security: securityOf(route),
    requestParams: {
      ...(names.length === 0
        ? {}
        : {
            path: z.object(Object.fromEntries(names.map((name) => [name, exampleParameter(name)]))),
          }),
      ...(route.query instanceof z.ZodMiniObject ? { query: route.query } : {}),
      ...(requestHeaders ? { header: requestHeaders } : {}),
    },
    ...requestBodyOf(route),
    responses: {
      ...Object.fromEntries(
        Object.entries(route.responses).map(([status, spec]) => [
          status,
          successOf(route, Number(status), spec),
        ]),
      ),
      ...(route.entityTag
        ? {
            304: {
              description: 'Unchanged: you already have this state.',
              headers: refs(...successHeaders(route)),
            },
          }
        : {}),
      ...errorResponses(route),
    },
  };
}

function requestBodyOf({ body, bodyExample, file, isBodyOptional = false }: Route) {
  if (file) return { requestBody: { required: true, content: fileContent(file) } };
  if (!body) return {};
  const example = bodyExample === undefined ? {} : { example: bodyExample };
  const content = { 'application/json': { schema: body, ...example } };
  return { requestBody: { required: !isBodyOptional, content } };
}

function fileContent({ description, mediaTypes, example }: FileDocumentation) {
  const schema = { type: 'string' as const, description };
  return Object.fromEntries(
    mediaTypes.map((type) => [
      type,
      { schema, ...(type === example.mediaType ? { example: example.text } : {}) },
    ]),
  );
}

function describe(route: Route): string {
  const description = route.entityTag ? `${route.description} Honours \`If-None-Match\`.` : route.description;
  if (route.access !== 'partner') return description;
  const cost = `Costs ${route.cost ?? '1 unit'}.`;
  if (route.tokensOnly) {
    return `${description}\n\n${cost} Athletes' tokens with the scope \`${route.scope}\` only. API keys are rejected.`;
  }
  const credentials =
    route.scope === null
      ? 'API keys only.'
      : route.scope === ANY_TOKEN
        ? "Also open to every athlete's token."
        : `Also open to an athlete's token with the scope ${scopesOf(route)
            .map((scope) => `\`${scope}\``)
            .join(' and ')}.`;
  return `${description}\n\n${cost} ${credentials}`;
}

function securityOf(route: Route): Record<string, string[]>[] {
  if (route.access !== 'partner') return route.access === 'public' ? [] : [{ operator: [] }];
  if (route.tokensOnly) return [{ oauth: scopesOf(route) }];
  return route.scope === null ? [{ apiKey: [] }] : [{ apiKey: [] }, { oauth: scopesOf(route) }];
}

function scopesOf(route: Extract<Route, { access: 'partner' }>): Scope[] {
  const { scope } = route;
  return [...(scope === null || scope === ANY_TOKEN ? [] : [scope]), ...(route.furtherScopes ?? [])];
}

function headerParameters(route: Route) {
  const shape: Record<string, z.ZodMiniType> = {};
  if (route.hasTexts) {
    shape['Accept-Language'] = described(
      z.optional(z.string()),
      "The language of warnings, notes and plans: `en`, `de`, `fr`, `es`, `it` or `ja`, for example `de-AT, fr;q=0.8`. Without it, or with `*`, the athlete's `locale` decides. The default is English. Codes are never translated.",
    );
  }
  if (route.ifMatch)
    shape['If-Match'] = described(
      z.optional(z.string()),
      'Succeeds only if this is still the current state.',
    );
  if (route.idempotent) {
    shape['Idempotency-Key'] = described(
      z.optional(z.string().check(z.minLength(1), z.maxLength(255), z.regex(/^[\x21-\x7e]+$/))),
      'Makes the request safe to repeat for 24 hours: the same method, path, query and body replay the first response, with `Idempotent-Replayed: true`. A secret is never replayed (409 `secret_already_shown`). A key is valid for its partner and environment. Reusing it for a different request is rejected (422 `idempotency_key_reused`).',
    );
  }
  if (route.entityTag) {
    shape['If-None-Match'] = described(
      z.optional(z.string()),
      'Returns 304 if this is still the current state.',
    );
  }
  return Object.keys(shape).length === 0 ? null : z.object(shape);
}

/** Lists the headers that every success of a route has, whatever its status. */
function successHeaders(route: Route): string[] {
  return [
    ...COMMON_HEADERS,
    ...(route.access === 'partner' ? RATE_HEADERS : []),
    ...(route.entityTag ? ['ETag'] : []),
    ...(route.hasTexts ? ['Content-Language', 'Vary'] : []),
  ];
}

function successOf(route: Route, status: number, spec: ResponseDocumentation) {
  const names = [
    ...successHeaders(route),
    ...(status === 201 || status === 202 ? ['Location'] : []),
    ...(route.idempotent ? ['Idempotent-Replayed'] : []),
  ];
  const documented = Object.fromEntries(
    Object.entries(spec.headers ?? {}).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' as const } },
    ]),
  );
  return {
    description: spec.description,
    headers: { ...refs(...names), ...documented },
    ...(spec.schema || spec.otherContent ? { content: { ...jsonContent(spec), ...otherContent(spec) } } : {}),
  };
}

function jsonContent({ schema, example }: ResponseDocumentation) {
  if (!schema) return {};
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
}

const RATE_HEADERS = ['RateLimit-Policy', 'RateLimit', 'Server-Timing'];

function otherContent(spec: ResponseDocumentation) {
  return Object.fromEntries(
    Object.entries(spec.otherContent ?? {}).map(([type, description]) => [
      type,
      { schema: { type: 'string' as const, description } },
    ]),
  );
}

/** Identifiers in paths, as examples: well-formed, and nobody's. */
const ID_EXAMPLES: Readonly<Record<string, string>> = {
  athlete_id: EXAMPLE_ATHLETE_ID,
  activity_id: EXAMPLE_ACTIVITY_ID,
  client_id: exampleIdOf('cli'),
  connection_id: exampleIdOf('con'),
  delivery_id: exampleIdOf('dlv'),
  access_request_id: exampleIdOf('acr'),
  partner_id: exampleIdOf('prt'),
  key_id: exampleIdOf('key'),
  product_id: exampleIdOf('prd'),
  recalculation_id: exampleIdOf('rcl'),
  session_id: exampleIdOf('ses'),
  sweat_test_id: exampleIdOf('swt'),
  webhook_id: exampleIdOf('whk'),
};

function exampleParameter(name: string) {
  const example = ID_EXAMPLES[name];
  if (example === undefined)
    throw new Error(`Give {${name}} an example in src/tools/cli/openapi-operation.ts`);
  return documented(z.string(), {
    description: 'The example is made up. Use your own identifier.',
    example,
  });
}

/** The names of the headers common to all responses. */
export const COMMON_HEADERS = [
  'X-Request-Id',
  'X-Service-Data-License',
  'X-Service-Data-Attribution',
  'X-Service-Data-Training',
];

/** Refers to headers of the document's components. */
export function refs(...names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Lists a route's error responses by status. */
function errorResponses(route: Route) {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(route)) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, errorResponse(status, codes)]));
}

const sharedErrorResponses = new Map<string, ReturnType<typeof newErrorResponse>>();

/** Returns the error responses of a status, shared by operations with the same codes. */
function errorResponse(status: number, codes: readonly ErrorCode[]) {
  const id = `${status}-${codes.join('-')}`;
  const shared = sharedErrorResponses.get(id) ?? newErrorResponse(id, status, codes);
  sharedErrorResponses.set(id, shared);
  return shared;
}

function newErrorResponse(id: string, status: number, codes: readonly ErrorCode[]) {
  const names = [
    ...COMMON_HEADERS,
    ...(status === 401 ? ['WWW-Authenticate'] : []),
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
  ];
  return {
    id,
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('\n\n'),
    headers: refs(...names),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [code, { value: errorExample(code) }])),
      },
    },
  };
}

function errorExample(code: ErrorCode) {
  const { type, message } = ERRORS[code];
  const problems = [{ pointer: '/duration_min', code: 'too_big', message: 'must be at most 2880' }];
  return {
    error: {
      type,
      code,
      message: code === 'validation_failed' ? '/duration_min: must be at most 2880' : message,
      documentation_url: `${DOCUMENT_ORIGIN}/docs/errors#${code}`,
      request_id: exampleIdOf('req'),
      ...(code === 'validation_failed' ? { errors: problems } : {}),
    },
  };
}

// Parts of the endpoints of OAuth and of the Model Context Protocol for the OpenAPI document. They are not route values,
// because the protocols define their requests and failures (RFC 6749 §5.2, JSON-RPC 2.0).

/** Describes a text. */
export const text = (description: string, example?: string) => ({
  type: 'string' as const,
  description,
  ...(example === undefined ? {} : { example }),
});

/** The headers of every response. */
export const headers = refs(...COMMON_HEADERS);

/** Describes a failure of the service itself, with the headers of these names. */
export const refused = (code: ErrorCode, description: string, ...names: readonly string[]) => ({
  description,
  headers: { ...headers, ...refs(...names) },
  content: {
    'application/json': { schema: { $ref: '#/components/schemas/Error' }, example: errorExample(code) },
  },
});

/** Describes a success in JSON whose members a standard defines. */
export const standardJson = (description: string, example: object) => ({
  description,
  headers,
  content: {
    'application/json': { schema: { type: 'object' as const, additionalProperties: true }, example },
  },
});

export const HTTPS_REQUIRED = refused('https_required', '`https_required`: HTTPS is required.');
