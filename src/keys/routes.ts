import * as z from 'zod/mini';
import { created, noContent, ok } from '../http/answer.ts';
import { isFailure } from '../http/errors.ts';
import { described } from '../http/openapi-metadata.ts';
import { pageQuery, readPageRequest, toPage } from '../http/pagination.ts';
import { defineRoute } from '../http/route.ts';
import { text } from '../http/wire-fields.ts';
import { createKey } from './create-key.ts';
import { findKey } from './find-key.ts';
import { addressOfKey } from './key-address.ts';
import { listKeys } from './list-keys.ts';
import { revokeKey } from './revoke-key.ts';
import { rotateKey } from './rotate-key.ts';
import { keyToWire, mintedKeyToWire } from './wire.ts';

const listPath = '/v1/partner/api-keys';
const itemPath = '/v1/partner/api-keys/{key_id}';

export const keyRoutes = [
  defineRoute({
    method: 'POST',
    path: listPath,
    operationId: 'createApiKey',
    access: 'partner',
    scope: null,
    idempotent: true,
    body: z.strictObject({
      name: described(text(100, 1), 'What the key is for: one per service or stage.'),
      environment: z.optional(z.enum(['live', 'test'])),
    }),
    errors: ['key_limit_reached', 'secret_already_shown'],
    handler: (ctx, { body, claim }) =>
      createKey(ctx, { name: body.name, environment: body.environment ?? ctx.principal.environment }, claim),
  }),
  defineRoute({
    method: 'GET',
    path: listPath,
    operationId: 'listApiKeys',
    access: 'partner',
    scope: null,
    query: z.strictObject(pageQuery),
    errors: [],
    async handler(ctx, { query, path }) {
      const page = await readPageRequest(ctx, path, query, {});
      if (isFailure(page)) return page;
      const rows = await listKeys(ctx, page);
      const body = await toPage(
        page,
        rows,
        (row) => keyToWire(row, ctx.nowMs),
        (row) => [row.id],
      );
      return ok(body);
    },
  }),
  defineRoute({
    method: 'GET',
    path: itemPath,
    operationId: 'getApiKey',
    access: 'partner',
    scope: null,
    errors: ['key_not_found'],
    async handler(ctx, { params }) {
      const found = await findKey(ctx, params.key_id);
      return isFailure(found) ? found : ok(keyToWire(found.key, ctx.nowMs));
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${itemPath}/rotate`,
    operationId: 'rotateApiKey',
    access: 'partner',
    scope: null,
    errors: ['key_not_found', 'key_already_rotated', 'key_limit_reached'],
    async handler(ctx, { params }) {
      const minted = await rotateKey(ctx, params.key_id);
      if (isFailure(minted)) return minted;
      return created(addressOfKey(ctx, minted.row.id), mintedKeyToWire(minted, ctx.nowMs));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: itemPath,
    operationId: 'revokeApiKey',
    access: 'partner',
    scope: null,
    afterTermination: true,
    errors: ['key_not_found'],
    async handler(ctx, { params }) {
      return (await revokeKey(ctx, params.key_id)) ?? noContent();
    },
  }),
];
