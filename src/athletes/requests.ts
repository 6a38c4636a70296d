import * as z from 'zod/mini';
import { batchItems } from '../http/batch.ts';
import { documented } from '../http/openapi-metadata.ts';
import { AthleteItem } from '../records/athlete-input.ts';

export const AthleteBatch = documented(z.strictObject({ athletes: batchItems(AthleteItem) }), {
  id: 'AthleteBatch',
  description: '`athletes` holds 1–100 athletes, each with its `external_id`.',
});
