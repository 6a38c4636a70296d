import { ok } from '#platform/http/answer.ts';
import { isFailure } from '#platform/http/errors.ts';
import { defineRoute } from '#platform/http/route.ts';
import { findKey } from '../keys/keys.ts';
import {
  Account,
  accountExample,
  accountToWire,
  OperatorUsageList,
  UsageList,
  usageExample,
  usageToOperatorWire,
  usageToWire,
} from './account-shape.ts';
import { operatorUsageQuery, partnerUsageQuery, readUsage, readUsageOfPartner } from './usage.ts';

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
    method: 'GET',
    path: '/v1/partner/usage',
    operationId: 'listUsage',
    tag,
    summary: 'List your usage',
    description:
      "Counts requests in the calling key's environment by operation and status class: those of your keys and of the applications that athletes connected. Failed authentications are not counted. Counts lag by about two minutes and are kept for 13 months. They are approximate, because a server that stops loses its last few seconds of counts.",
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
