import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createDocument,
  type ZodOpenApiComponentsObject,
  type ZodOpenApiObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiSecuritySchemeObject,
} from 'zod-openapi';
import { ROUTES } from '#delivery/app/routes.ts';
import { ErrorBody } from '#platform/http/error-codes.ts';
import { DOCUMENT_ORIGIN } from '#platform/http/openapi-metadata.ts';
import type { Route, Scope } from '#platform/http/route.ts';
import { exampleIdOf } from '#platform/storage/ids.ts';
import { ASSISTANT_PATHS, ASSISTANTS } from './assistant-operations.ts';
import { EVENT_WEBHOOKS, WEBHOOK_COMPONENTS } from './event-webhooks.ts';
import { readGuide } from './guides.ts';
import { CLIENT_SECURITY_SCHEME, OAUTH_PATHS } from './oauth-operations.ts';
import { operationOf } from './openapi-operation.ts';
import { batchItemSchemas, describeMembers, simplifySchemas } from './openapi-schemas.ts';

/** Writes the partners' OpenAPI 3.1 document. Runs at build time only: the Worker does not include it. */
export function openApiDocument(routes: readonly Route[]) {
  const ours = routes.filter(({ access }) => access !== 'operator');
  return documentOf(ours, {
    title: 'Musette',
    summary: 'In-activity nutrition with personal safety limits.',
    guide: 'introduction',
    security: [{ apiKey: [] }],
    furtherTags: [ASSISTANTS],
    paths: { ...OAUTH_PATHS, ...ASSISTANT_PATHS },
    furtherParts: { webhooks: EVENT_WEBHOOKS },
    components: WEBHOOK_COMPONENTS,
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
      furtherParts: {},
      components: {},
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
  readonly furtherParts: Pick<ZodOpenApiObject, 'webhooks'>;
  readonly components: ZodOpenApiComponentsObject;
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
      ...audience.furtherParts,
      components: {
        ...audience.components,
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
  'X-Request-Id': text('Unique to this response. Quote it when you contact support.', exampleIdOf('req')),
  'X-Service-Data-License': text('Data may be displayed to end users only.', 'display-only'),
  'X-Service-Data-Attribution': text('`required` if the service must be named near the data.', 'optional'),
  'X-Service-Data-Training': text('Training models on response data is prohibited.', 'prohibited'),
  'RateLimit-Policy': text(
    "The key's budget and its window in seconds. Responses about products also list the athlete's: `athlete-products`, requests per minute, and `athlete-records`, distinct products per UTC day.",
    '"standard";q=6000;w=60',
  ),
  RateLimit: text(
    'The remaining part of each budget, and the seconds until it is full. `r` of `standard` is a lower bound and may be three seconds old.',
    '"standard";r=5999;t=1',
  ),
  'Server-Timing': text(
    'Milliseconds spent waiting for each kind of store: `kv`, `guard`, `d1`.',
    'guard;dur=12, d1;dur=18',
  ),
  'Retry-After': text('Seconds to wait before a retry.', '2'),
  'WWW-Authenticate': text('How to authenticate.', 'Bearer'),
  ETag: text(
    'Identifies this state for `If-None-Match` and `If-Match`. If a response contains texts, its tag names the language. `If-Match` accepts the tag of any language.',
    '"TfG1Yk2bSQmX0p3rV5wZ8A"',
  ),
  'Content-Language': text(
    'The language of the texts. Without `Accept-Language`, the texts of several athletes may have several languages. All are listed.',
    'de',
  ),
  Vary: text('The request headers that selected this form of the response.', 'Accept-Language'),
  'Idempotent-Replayed': text('`true` if this response replays an earlier one.', 'true'),
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

/** Writes the OpenAPI documents from the route values; with `--check` it only reports whether the files are up to date. */
async function writeOpenApi(): Promise<void> {
  const documents = {
    'openapi.json': openApiDocument(ROUTES),
    'operator-openapi.json': operatorDocument(ROUTES),
  };

  for (const [name, document] of Object.entries(documents)) {
    const target = join(import.meta.dirname, '../..', name);
    const text = `${JSON.stringify(document, null, 1)}\n`;
    if (!process.argv.includes('--check')) {
      await writeFile(target, text);
      console.log(`Wrote src/${name}: ${Object.keys(document.paths ?? {}).length} paths.`);
    } else if ((await readFile(target, 'utf8').catch(() => '')) === text) {
      console.log(`src/${name} is up to date.`);
    } else {
      console.error(`src/${name} is not what the routes say. Run \`npm run openapi\` and commit it.`);
      process.exitCode = 1;
    }
  }
}

if (import.meta.main) await writeOpenApi();
