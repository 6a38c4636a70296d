import * as z from 'zod/mini';
import { documented } from '../http/openapi-metadata.ts';
import { attribution, FullEnvelope } from '../prescriptions/answers.ts';

export const TriedAnswer = documented(z.extend(FullEnvelope, { attribution }), {
  id: 'TriedPrescriptionEnvelope',
  description: 'The envelope for a caller without a key: always the full numbers.',
});

export type TriedAnswer = z.output<typeof TriedAnswer>;
