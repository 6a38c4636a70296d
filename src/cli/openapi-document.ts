import * as z from 'zod/mini';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiSecuritySchemeObject,
} from 'zod-openapi';
import { ErrorBody } from '../http/error-answers.ts';
import {
  DOCUMENT_ORIGIN,
  described,
  documented,
  EXAMPLE_ACTIVITY_ID,
  EXAMPLE_ATHLETE_ID,
} from '../http/openapi-metadata.ts';
import {
  ANY_TOKEN,
  type FileDocumentation,
  type ResponseDocumentation,
  type Route,
  type Scope,
} from '../http/route.ts';
import { batchItemSchemas } from './batch-item-schemas.ts';
import { describeMembers } from './describe-members.ts';
import { readGuide } from './guides.ts';
import { COMMON_HEADERS, errorResponses, refs } from './openapi-errors.ts';
import { ASSISTANTS, CLIENT_SECURITY_SCHEME, PROTOCOL_PATHS } from './protocol-operations.ts';
import { simplifySchemas } from './simplify-schemas.ts';

/** Writes the partners' OpenAPI 3.1 document. Runs at build time only: the Worker does not include it. */
export function openApiDocument(routes: readonly Route[]) {
  const ours = routes.filter(({ access }) => access !== 'operator');
  return documentOf(ours, {
    title: 'Musette',
    summary: 'In-activity nutrition with personal safety limits.',
    guide: 'introduction',
    security: [{ apiKey: [] }],
    furtherTags: [ASSISTANTS],
    paths: PROTOCOL_PATHS,
    securitySchemes: PARTNER_SCHEMES,
  });
}

/** Writes the document of the operator's routes, which partners have no use for. */
export function operatorDocument(routes: readonly Route[]) {
  return documentOf(
    routes.filter(({ access }) => access === 'operator'),
    {
      title: 'Musette for its operator',
      summary: 'Partners, requests for access, regions, usage, scheduled jobs and the tiers of athletes.',
      guide: 'operator',
      security: [{ operator: [] }],
      furtherTags: [],
      paths: {},
      securitySchemes: { operator: OPERATOR_SCHEME },
    },
  );
}

interface Audience {
  readonly title: string;
  readonly summary: string;
  readonly guide: string;
  readonly security: Record<string, string[]>[];
  /** Tags of `paths`, after those of the routes. */
  readonly furtherTags: readonly string[];
  readonly paths: ZodOpenApiPathsObject;
  readonly securitySchemes: Readonly<Record<string, ZodOpenApiSecuritySchemeObject>>;
}

function documentOf(routes: readonly Route[], audience: Audience) {
  const items = batchItemSchemas(routes);
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: audience.title,
        version: '1.0.0',
        summary: audience.summary,
        description: readGuide(audience.guide),
        contact: { name: 'Musette', url: `${DOCUMENT_ORIGIN}/.well-known/security.txt` },
        license: { name: 'Proprietary', url: `${DOCUMENT_ORIGIN}/assets/license.txt` },
      },
      servers: [
        { url: DOCUMENT_ORIGIN, description: 'This installation. The key chooses sandbox or production.' },
      ],
      tags: tagsOf(routes, audience.furtherTags),
      security: audience.security,
      paths: { ...pathsOf(routes), ...audience.paths },
      components: {
        headers,
        securitySchemes: audience.securitySchemes,
        schemas: { ...items.schemas, Error: ErrorBody },
      },
    },
    {
      override: ({ jsonSchema, zodSchema, io }) => {
        // Answers may gain members: a client that rejects unknown ones would break on an addition.
        if (io === 'output' && jsonSchema.additionalProperties === false)
          delete jsonSchema.additionalProperties;
        const item = items.nameOf(zodSchema);
        if (item !== undefined) jsonSchema.$ref = `#/components/schemas/${item}`;
      },
    },
  );
  for (const kind of ['headers', 'schemas'] as const) dropUnused(document, kind);
  return simplifySchemas(describeMembers(document));
}

type Components = { readonly [Kind in 'headers' | 'schemas']?: object };

/**
 * Removes headers that no answer of this document has, and the answer variants of schemas that only requests
 * use.
 */
function dropUnused(document: { readonly components?: Components }, kind: keyof Components): void {
  const text = JSON.stringify(document);
  const declared: Record<string, unknown> = { ...document.components?.[kind] };
  for (const name of Object.keys(declared)) {
    if (!text.includes(`"#/components/${kind}/${name}"`)) delete declared[name];
  }
  if (document.components) Object.assign(document.components, { [kind]: declared });
}

/** Descriptions of scopes. A member whose scope is missing is null, in reads and in the answers of writes. */
const SCOPE_TEXTS: Readonly<Record<Scope, string>> = {
  'profile:read':
    'Read the athlete, what was learned and sweat tests; together with `activities:read` also feedback. Without it `PATCH` of the athlete and `POST` of a sweat test answer identifiers, tier and dates only.',
  'profile:write': 'Change the athlete, except for `email` and `external_id`; add and delete sweat tests.',
  'activities:read':
    'Read the own fields of activities: type, duration, intensity, weather. `prescription`, `safety`, `prescription_stale`, `products`, `coverage` and `feedback` need the scopes named here beside it.',
  'activities:write': 'Create, change and delete activities; attach and detach products.',
  'prescriptions:read':
    'See the numbers: `prescription`, `safety` and `prescription_stale` of activities, the envelope, and what `POST …/prescription` calculated.',
  'prescriptions:create': 'Calculate the prescription of an activity.',
  'feedback:write':
    'Give and delete feedback. Its content is shown with `activities:read` and `profile:read`.',
  'products:read':
    'Look up products. With `activities:read` also `products` of activities, with `prescriptions:read` fuel plans, with both also `coverage`.',
};

const OPERATOR_SCHEME = {
  type: 'http',
  scheme: 'bearer',
  description: "The service operator's token.",
} as const;

const PARTNER_SCHEMES = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key: `sk_test_…` for the sandbox, `sk_live_…` for production.',
  },
  oauth: {
    type: 'oauth2',
    description: 'A token that one athlete granted to your application; it reaches only that athlete.',
    flows: {
      authorizationCode: {
        authorizationUrl: `${DOCUMENT_ORIGIN}/oauth/authorize`,
        tokenUrl: `${DOCUMENT_ORIGIN}/oauth/token`,
        refreshUrl: `${DOCUMENT_ORIGIN}/oauth/token`,
        scopes: SCOPE_TEXTS,
      },
    },
  },
  oauthClient: CLIENT_SECURITY_SCHEME,
} as const;

const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string' as const },
  example,
});

const headers = {
  'X-Request-Id': text(
    'Unique to this answer. Quote it when you contact support.',
    'req_01kajz8w3t5v9c2b7n4m6q8r0s',
  ),
  'X-Service-Data-License': text('Data may be displayed to end users only.', 'display-only'),
  'X-Service-Data-Attribution': text('`required` if the service must be named near the data.', 'optional'),
  'X-Service-Data-Training': text('Training models on response data is prohibited.', 'prohibited'),
  'RateLimit-Policy': text(
    "The key's budget and its window in seconds. Answers about products also list the athlete's: `athlete-products`, the requests of a minute, and `athlete-records`, the distinct products of a UTC day.",
    '"standard";q=6000;w=60',
  ),
  RateLimit: text(
    'What is left of each budget, and the seconds until it is full. `r` of `standard` is a lower bound: it may be three seconds old.',
    '"standard";r=5999;t=1',
  ),
  'Server-Timing': text(
    'The milliseconds that the request waited for each kind of store: `kv`, `guard`, `d1`.',
    'guard;dur=12, d1;dur=18',
  ),
  'Retry-After': text('Seconds to wait before a retry.', '2'),
  'WWW-Authenticate': text('How to authenticate.', 'Bearer'),
  ETag: text(
    'Identifies this state for `If-None-Match` and `If-Match`. An answer with texts has its language in the tag; `If-Match` takes the tag of any language.',
    '"TfG1Yk2bSQmX0p3rV5wZ8A"',
  ),
  'Content-Language': text(
    'The language of the texts; of several athletes without `Accept-Language`, each in its own, all of them.',
    'de',
  ),
  Vary: text('The request headers that choose this form of the answer.', 'Accept-Language'),
  'Idempotent-Replayed': text('`true` if this answer replays that of an earlier request.', 'true'),
  Location: text('The address of the new resource.', `${DOCUMENT_ORIGIN}/v1/…`),
};

function tagsOf(routes: readonly Route[], furtherTags: readonly string[]) {
  return [...new Set([...routes.map((route) => route.tag), ...furtherTags])].map((name) => ({
    name,
    description: readGuide(name.toLowerCase().replaceAll(' ', '-')),
  }));
}

function pathsOf(routes: readonly Route[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) {
    const item = paths[route.path] ?? {};
    paths[route.path] = { ...item, [route.method.toLowerCase()]: operationOf(route) };
  }
  return paths;
}

function operationOf(route: Route): ZodOpenApiOperationObject {
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
      ...(hasEntityTag(route)
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
  if (route.access !== 'partner') return route.description;
  if (route.tokensOnly) {
    return `${route.description}\n\nAthletes' tokens with the scope \`${route.scope}\` only; an API key is refused.`;
  }
  const credentials =
    route.scope === null
      ? 'API keys only.'
      : route.scope === ANY_TOKEN
        ? "Also open to every athlete's token."
        : `Also open to an athlete's token with the scope ${scopesOf(route)
            .map((scope) => `\`${scope}\``)
            .join(' and ')}.`;
  return `${route.description}\n\n${credentials}`;
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

/** Returns whether the answer carries an ETag: reads of one athlete, activity or prescription do. */
function hasEntityTag(route: Route): boolean {
  return route.method === 'GET' && /If-None-Match/.test(route.description);
}

function headerParameters(route: Route) {
  const shape: Record<string, z.ZodMiniType> = {};
  if (route.hasTexts) {
    shape['Accept-Language'] = described(
      z.optional(z.string()),
      "The language of warnings, notes and plans: `en`, `de`, `fr`, `es`, `it` or `ja`, for example `de-AT, fr;q=0.8`. Without it, or with `*`, the athlete's `locale` decides, else English. Codes are never translated.",
    );
  }
  if (route.ifMatch) shape['If-Match'] = described(z.optional(z.string()), 'Act only on this state.');
  if (route.idempotent) {
    shape['Idempotency-Key'] = described(
      z.optional(z.string().check(z.minLength(1), z.maxLength(255), z.regex(/^[\x21-\x7e]+$/))),
      'Makes the request safe to repeat for 24 hours: the same method, path, query and body replay the first answer, with `Idempotent-Replayed: true`. A secret is never replayed (409 `secret_already_shown`). A key is valid for its partner and environment, whatever it creates: with another request it is rejected (422 `idempotency_key_reused`).',
    );
  }
  if (hasEntityTag(route)) {
    shape['If-None-Match'] = described(z.optional(z.string()), 'Answer 304 if this is still the state.');
  }
  return Object.keys(shape).length === 0 ? null : z.object(shape);
}

/** Lists the headers that every success of a route has, whatever its status. */
function successHeaders(route: Route): string[] {
  return [
    ...COMMON_HEADERS,
    ...(route.access === 'partner' ? RATE_HEADERS : []),
    ...(hasEntityTag(route) ? ['ETag'] : []),
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
    ...(spec.schema
      ? {
          content: {
            'application/json': {
              schema: spec.schema,
              ...(spec.example === undefined ? {} : { example: spec.example }),
            },
            ...otherContent(spec),
          },
        }
      : {}),
  };
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
  client_id: 'cli_01kajz8w3t5v9c2b7n4m6q8r0s',
  connection_id: 'con_01kajz8w3t5v9c2b7n4m6q8r0s',
  delivery_id: 'dlv_01kajz8w3t5v9c2b7n4m6q8r0s',
  access_request_id: 'acr_01kajz8w3t5v9c2b7n4m6q8r0s',
  partner_id: 'prt_01kajz8w3t5v9c2b7n4m6q8r0s',
  key_id: 'key_01kajz8w3t5v9c2b7n4m6q8r0s',
  product_id: 'prd_01kajz8w3t5v9c2b7n4m6q8r0s',
  recalculation_id: 'rcl_01kajz8w3t5v9c2b7n4m6q8r0s',
  sweat_test_id: 'swt_01kajz8w3t5v9c2b7n4m6q8r0s',
  webhook_id: 'whk_01kajz8w3t5v9c2b7n4m6q8r0s',
};

function exampleParameter(name: string) {
  const example = ID_EXAMPLES[name];
  if (example === undefined) throw new Error(`Give {${name}} an example in src/cli/openapi-document.ts`);
  return documented(z.string(), {
    description: 'The example is made up: use an identifier of yours.',
    example,
  });
}
