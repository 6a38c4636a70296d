import * as z from 'zod/mini';
import { created, noContent, ok } from '#platform/http/answer.ts';
import { isFailure } from '#platform/http/errors.ts';
import { described } from '#platform/http/openapi-metadata.ts';
import { answerPage, pageQuery, pageResponse } from '#platform/http/pagination.ts';
import { defineRoute } from '#platform/http/route.ts';
import { inputEnvironment, ownName } from '#platform/http/wire-fields.ts';
import { GUARD_REGIONS } from '#platform/regions.ts';
import { ApiKey, ApiKeyWithSecret, keyExample, keyToWire, mintedKeyToWire } from './key-shape.ts';
import { addressOfKey, createKey, findKey, listKeys, revokeKey, rotateKey } from './keys.ts';

const tag = 'API keys';

const listPath = '/v1/partner/api-keys';
const itemPath = '/v1/partner/api-keys/{key_id}';

export const keyRoutes = [
  defineRoute({
    method: 'POST',
    path: listPath,
    operationId: 'createApiKey',
    tag,
    summary: 'Create an API key',
    description:
      "Creates another key in the calling key's environment. `environment` is optional. Requests are counted in the key's `region`, so a key for servers in Sydney belongs in `oc`. The secret appears in this response only. Limit: 25 usable keys per environment.",
    bodyExample: { name: 'Backend, staging' },
    responses: {
      201: {
        description: 'The key with its secret.',
        schema: ApiKeyWithSecret,
        example: { ...keyExample, secret: 'sk_test_(shown once)' },
      },
    },
    access: 'partner',
    duringAdmission: true,
    scope: null,
    idempotent: true,
    body: z.strictObject({
      name: ownName('Your name for the key. Use one key per service or stage.'),
      environment: z.optional(
        inputEnvironment(
          'Must be the environment of the calling key, the default: `test` or `sandbox`, `live` or `production`.',
        ),
      ),
      region: described(
        z.optional(z.enum(GUARD_REGIONS)),
        "Region that counts the key's requests. Default: your home region. Choose the one closest to the servers that use the key, even if you store no athletes there. Never changes.",
      ),
    }),
    errors: ['key_limit_reached', 'secret_already_shown'],
    handler: (ctx, { body, claim }) =>
      createKey(
        ctx,
        {
          name: body.name,
          environment: body.environment ?? ctx.principal.environment,
          region: body.region,
        },
        claim,
      ),
  }),
  defineRoute({
    method: 'GET',
    path: listPath,
    operationId: 'listApiKeys',
    tag,
    summary: 'List API keys',
    description:
      "Returns the keys of the calling key's environment, newest first, without secrets. Ended keys are listed for 90 days.",
    responses: {
      200: pageResponse('A page of keys.', ApiKey, 'ApiKeyList', keyExample),
    },
    access: 'partner',
    scope: null,
    query: z.strictObject(pageQuery),
    errors: [],
    handler: (ctx, request) =>
      answerPage(ctx, request, {
        read: (wanted) => listKeys(ctx, wanted),
        positionOf: ({ id }) => [id],
        toWire: (row) => keyToWire(row, ctx.nowMs),
      }),
  }),
  defineRoute({
    method: 'GET',
    path: itemPath,
    operationId: 'getApiKey',
    tag,
    summary: 'Read an API key',
    description:
      "Returns the key's state, without its secret. `last_used_at` is accurate to the hour. `rotate_by` is the advised rotation date.",
    responses: { 200: { description: 'The key.', schema: ApiKey, example: keyExample } },
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
    tag,
    summary: 'Rotate an API key',
    description:
      'Creates a new key with the same name. The old key works for another 72 hours, then fails with `expired_api_key`. A key can rotate itself.',
    responses: {
      201: {
        description: 'The new key with its secret.',
        schema: ApiKeyWithSecret,
        example: { ...keyExample, secret: 'sk_test_(shown once)' },
      },
    },
    access: 'partner',
    duringAdmission: true,
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
    tag,
    summary: 'Revoke an API key',
    description:
      'Revokes the key everywhere. The response may take five seconds, even for a key that has already ended. From then on, new requests with the key fail with `invalid_api_key`. Requests already in progress may still finish. A key can revoke itself.',
    responses: { 204: { description: 'Revoked.' } },
    access: 'partner',
    duringAdmission: true,
    scope: null,
    afterTermination: true,
    errors: ['key_not_found'],
    async handler(ctx, { params }) {
      return (await revokeKey(ctx, params.key_id)) ?? noContent();
    },
  }),
];
