import type { DocumentationByOperation } from '../http/operation-documentation.ts';
import { pageOf } from '../http/pagination.ts';
import { ApiKey, ApiKeyWithSecret, keyExample } from './wire.ts';

const tag = 'API keys';

export const keyDocumentation: DocumentationByOperation = {
  createApiKey: {
    tag,
    summary: 'Create an API key',
    description:
      "A further key of the calling key's environment; `environment` may be left out. The secret is in this answer and nowhere else. At most 25 usable keys per environment.",
    bodyExample: { name: 'Backend, staging' },
    responses: {
      201: {
        description: 'The key with its secret.',
        schema: ApiKeyWithSecret,
        example: { ...keyExample, secret: 'sk_test_(shown once)' },
      },
    },
  },
  listApiKeys: {
    tag,
    summary: 'List API keys',
    description:
      "The keys of the calling key's environment, newest first; dead ones are shown for 90 days. Never a secret.",
    responses: {
      200: {
        description: 'A page of keys.',
        schema: pageOf(ApiKey),
        example: { data: [keyExample], has_more: false, next_cursor: null },
      },
    },
  },
  getApiKey: {
    tag,
    summary: 'Read an API key',
    description:
      'Its state, never its secret. `last_used_at` is true to the hour; `rotate_by` is when rotation is advised.',
    responses: { 200: { description: 'The key.', schema: ApiKey, example: keyExample } },
  },
  rotateApiKey: {
    tag,
    summary: 'Rotate an API key',
    description:
      'A new key with the same name. The old one works for 72 hours more and fails with `expired_api_key` from then on. A key may rotate itself.',
    responses: {
      201: {
        description: 'The new key with its secret.',
        schema: ApiKeyWithSecret,
        example: { ...keyExample, secret: 'sk_test_(shown once)' },
      },
    },
  },
  revokeApiKey: {
    tag,
    summary: 'Revoke an API key',
    description:
      'At once: the very next request with it, anywhere, fails with `invalid_api_key`. A key may revoke itself. Also 204 for a key already dead.',
    responses: { 204: { description: 'Dead.' } },
  },
};
