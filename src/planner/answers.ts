import * as z from 'zod/mini';
import { documented } from '../http/openapi-metadata.ts';
import { attribution, FullEnvelope } from '../prescriptions/answers.ts';

export const TriedAnswer = documented(z.extend(FullEnvelope, { attribution }), {
  id: 'TriedPrescriptionEnvelope',
  description: 'The envelope of somebody without a key: always the full numbers.',
});
