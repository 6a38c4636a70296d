import * as z from 'zod/mini';
import { ENVIRONMENTS, type Limits } from '#platform/env.ts';
import { exactly, ok } from '#platform/http/answer.ts';
import type { PartnerContext } from '#platform/http/context.ts';
import { isFailure } from '#platform/http/errors.ts';
import { described, describedCopy, documented } from '#platform/http/openapi-metadata.ts';
import { defineRoute } from '#platform/http/route.ts';
import { instant, isoInstant } from '#platform/http/wire-fields.ts';
import { GUARD_REGIONS, REGIONS } from '#platform/regions.ts';
import { exampleIdOf } from '#platform/storage/ids.ts';
import { defaultTierIn, originsIn } from '#platform/storage/partner.ts';
import { type KeyRow, type PartnerRow, STATUS_CLASSES } from '#platform/storage/registry-schema.ts';
import { rotateBy } from '../keys/key-shape.ts';
import { findKey } from '../keys/keys.ts';
import { allowedOrigins } from './requests.ts';
import {
  operatorUsageQuery,
  partnerUsageQuery,
  readUsage,
  readUsageOfPartner,
  type UsageOfPeriod,
} from './usage.ts';

const Account = documented(
  z.object({
    id: described(z.string(), 'Identifier of your account.'),
    name: described(z.string(), 'Your name, as the operator registered it.'),
    environment: described(z.enum(ENVIRONMENTS), 'The environment of the calling key.'),
    status: described(
      z.enum(['active', 'suspended', 'terminated', 'purged']),
      'While the account is suspended, most requests fail with `partner_suspended`. Requests of a terminated account fail with `partner_terminated`.',
    ),
    default_tier: described(
      z.enum(['teaser', 'full']),
      'Tier of the athletes you create in this environment. Always `full` in the sandbox.',
    ),
    regions: described(
      z.array(z.enum(REGIONS)),
      'Regions where you can store athletes. The first is your home region.',
    ),
    allowed_origins: allowedOrigins,
    limits: described(
      z.object({
        requests_per_min: described(z.int(), 'Requests per minute for each key and each connection.'),
        product_requests_per_min: described(z.int(), 'Product requests per minute for each athlete.'),
        product_records_per_day: described(z.int(), 'Distinct products per UTC day for each athlete.'),
        exports_per_day: described(z.int(), 'Exports per UTC day for each athlete.'),
      }),
      'Your budgets in this environment.',
    ),
    api_key: described(
      z.object({
        id: described(z.string(), 'Identifier of the calling key.'),
        name: described(z.string(), 'Name given at creation.'),
        region: described(z.enum(GUARD_REGIONS), 'Region that counts its requests.'),
        rotate_by: describedCopy(instant, 'Rotate the key by this time, 90 days after creation.'),
      }),
      'The key that made this request.',
    ),
  }),
  { id: 'Account' },
);

type Account = z.output<typeof Account>;

const accountExample: Account = {
  id: exampleIdOf('prt'),
  name: 'Sample Training Platform',
  environment: 'test',
  status: 'active',
  default_tier: 'full',
  regions: ['weur', 'enam'],
  allowed_origins: ['https://app.platform.example'],
  limits: {
    requests_per_min: 6000,
    product_requests_per_min: 300,
    product_records_per_day: 200,
    exports_per_day: 10,
  },
  api_key: {
    id: exampleIdOf('key'),
    name: 'Backend, production',
    region: 'weur',
    rotate_by: '2027-02-19T09:30:00.000Z',
  },
};

const Usage = documented(
  z.object({
    at: describedCopy(instant, 'Start of the hour or day.'),
    operation_id: described(z.string(), '`operationId` in the OpenAPI document.'),
    status_class: described(z.enum(STATUS_CLASSES), 'Class of the response status.'),
    requests: described(z.int(), 'Number of requests. Approximate, so do not use it for billing.'),
  }),
  { id: 'Usage' },
);

type Usage = z.output<typeof Usage>;

const UsageList = documented(
  z.object({
    data: described(z.array(Usage), 'Oldest first, without zero counts.'),
  }),
  { id: 'UsageList' },
);

const OperatorUsage = z.extend(Usage, {
  environment: described(z.enum(ENVIRONMENTS), 'Environment of the credential.'),
});

type OperatorUsage = z.output<typeof OperatorUsage>;

const OperatorUsageList = documented(
  z.object({
    data: described(z.array(OperatorUsage), 'Oldest first, without zero counts.'),
  }),
  { id: 'PartnerUsageList' },
);

const usageExample: Usage = {
  at: '2026-11-21T00:00:00.000Z',
  operation_id: 'calculatePrescription',
  status_class: '2xx',
  requests: 1240,
};

function accountToWire(ctx: PartnerContext, partner: PartnerRow, key: KeyRow): Account {
  const { environment } = ctx.principal;
  return {
    id: partner.id,
    name: partner.name,
    environment,
    status: partner.status,
    default_tier: defaultTierIn(environment, partner),
    regions: partner.regions,
    allowed_origins: [...originsIn(environment, partner)],
    limits: limitsToWire(ctx.principal.limits),
    api_key: { id: key.id, name: key.name, region: key.region, rotate_by: rotateBy(key) },
  };
}

function limitsToWire(limits: Limits) {
  return {
    requests_per_min: limits.standardPerMin,
    product_requests_per_min: limits.productPerMin,
    product_records_per_day: limits.productRecordsPerDay,
    exports_per_day: limits.exportsPerDay,
  };
}

/** Maps a usage count to the partner's wire form, for the one environment that it asks about. */
function usageToWire({ at, operationId, statusClass, requests }: UsageOfPeriod): Usage {
  return { at: isoInstant(at), operation_id: operationId, status_class: statusClass, requests };
}

/** Maps a usage count to the operator's wire form. */
function usageToOperatorWire(usage: UsageOfPeriod): OperatorUsage {
  return exactly({ environment: usage.environment, ...usageToWire(usage) });
}

const tag = 'Account';

export const accountRoutes = [
  defineRoute({
    method: 'GET',
    path: '/v1/partner',
    operationId: 'getAccount',
    tag,
    summary: 'Read your account',
    description:
      "Returns your account in the calling key's environment, with its limits and that key. Also works while the account is suspended.",
    responses: { 200: { description: 'Your account.', schema: Account, example: accountExample } },
    access: 'partner',
    scope: null,
    duringSuspension: true,
    errors: ['key_not_found'],
    async handler(ctx) {
      const found = await findKey(ctx, ctx.principal.keyId);
      return isFailure(found) ? found : ok(accountToWire(ctx, found.partner, found.key));
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/v1/partner',
    operationId: 'updateAccount',
    tag,
    summary: 'Change your account',
    description:
      "Sets `allowed_origins` of the calling key's environment. It replaces the list. New page sessions use it at once; existing ones keep the list they began with, so delete those that should not.",
    bodyExample: { allowed_origins: ['https://app.platform.example'] },
    responses: { 200: { description: 'Your account.', schema: Account, example: accountExample } },
    access: 'partner',
    duringAdmission: true,
    scope: null,
    body: documented(z.strictObject({ allowed_origins: z.optional(allowedOrigins) }), { id: 'AccountPatch' }),
    errors: ['key_not_found'],
    async handler(ctx, { body }) {
      const { setAllowedOrigins } = await import('./allowed-origins.ts');
      const refusal = await setAllowedOrigins(ctx, body.allowed_origins);
      if (refusal) return refusal;
      const found = await findKey(ctx, ctx.principal.keyId);
      return isFailure(found) ? found : ok(accountToWire(ctx, found.partner, found.key));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/partner/usage',
    operationId: 'listUsage',
    tag,
    summary: 'List your usage',
    description:
      "Counts requests in the calling key's environment by operation and status class: those of your keys and of the applications that athletes connected. Failed authentications are not counted. Counts lag by about two minutes and are kept for 13 months. They are approximate, because what a key's server counted since it last stored its counts is lost when it stops: the last few seconds, or one isolated request.",
    responses: {
      200: { description: 'Your usage.', schema: UsageList, example: { data: [usageExample] } },
    },
    access: 'partner',
    scope: null,
    query: partnerUsageQuery,
    errors: [],
    async handler(ctx, { query }) {
      const usage = await readUsage(ctx, query);
      return isFailure(usage) ? usage : ok({ data: usage.map(usageToWire) });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/operator/v1/partners/{partner_id}/usage',
    operationId: 'listPartnerUsage',
    tag: 'Operator',
    summary: "List a partner's usage",
    description: "Counts a partner's requests in both environments, as `GET /v1/partner/usage` does in one.",
    responses: {
      200: {
        description: 'Its usage.',
        schema: OperatorUsageList,
        example: { data: [{ environment: 'live', ...usageExample }] },
      },
    },
    access: 'operator',
    query: operatorUsageQuery,
    errors: ['partner_not_found'],
    async handler(ctx, { params, query }) {
      const usage = await readUsageOfPartner(ctx, params.partner_id, query);
      return isFailure(usage) ? usage : ok({ data: usage.map(usageToOperatorWire) });
    },
  }),
];
