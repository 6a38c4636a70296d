import * as z from 'zod/mini';
import { documented } from '../http/openapi-metadata.ts';
import { FullEnvelope } from '../prescriptions/envelope-shape.ts';
import { attribution } from '../prescriptions/tier-shape.ts';

export const TriedAnswer = documented(z.extend(FullEnvelope, { attribution }), {
  id: 'TriedPrescriptionEnvelope',
  description: 'The envelope for a caller without a key: always the full numbers.',
});

export type TriedAnswer = z.output<typeof TriedAnswer>;
