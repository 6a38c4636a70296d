import * as z from 'zod/mini';
import { documented } from '../http/openapi-metadata.ts';
import type { DocumentationByOperation } from '../http/operation-documentation.ts';

const tag = 'Service';
const Health = documented(z.object({ status: z.literal('ok') }), { id: 'Health' });
const example = { status: 'ok' };

export const healthDocumentation: DocumentationByOperation = {
  getHealth: {
    tag,
    summary: 'Is the Worker running?',
    description: 'Depends on nothing but the Worker itself.',
    responses: { 200: { description: 'It runs.', schema: Health, example } },
  },
  getReadiness: {
    tag,
    summary: 'Can the Worker do its work?',
    description:
      'Asks the key projection, the databases, a guard, the Worker of pages and sign-in, and the lexicon of inference. Says only whether all of them answered.',
    responses: { 200: { description: 'All of them answered.', schema: Health, example } },
  },
};
