import * as z from 'zod';
import { BASES, CATEGORIES, CONFIDENCES } from '../../storage/product-vocabulary.ts';

/** Believable amounts per labelled serving; beyond them the source was misread. Engineering choices. */
const amount = (max: number) => z.number().min(0).max(max).optional();

const Entry = z
  .strictObject({
    id: z.string().regex(/^prd_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
    brand: z.string().min(1).max(60),
    name: z.string().min(1).max(100),
    category: z.enum(CATEGORIES),
    servingLabel: z.string().min(1).max(80),
    massG: amount(250),
    volumeMl: amount(1000),
    mixWaterMl: amount(1000),
    energyKcal: amount(500),
    carbG: amount(120),
    sugarG: amount(120),
    sodiumMg: amount(2500),
    caffeineMg: amount(300),
    proteinG: amount(40),
    glucoseFructoseRatio: z
      .string()
      .regex(/^\d+(\.\d+)?:\d+(\.\d+)?$/)
      .optional(),
    vegan: z.boolean().optional(),
    glutenFree: z.boolean().optional(),
    basis: z.enum(BASES),
    confidence: z.enum(CONFIDENCES),
    source: z.string().min(1).optional(),
    recalledFields: z.array(z.string()).optional(),
    note: z.string().optional(),
  })
  .refine(
    (entry) => entry.basis === 'label-recalled' || entry.source !== undefined,
    'a seen label has a source',
  );

/** One product of the source file. An absent member is not known. */
export type CatalogueEntry = z.output<typeof Entry>;

/** The entries of a source file. Throws where one is malformed: a broken catalogue is not loaded. */
export function parseCatalogue(source: unknown): readonly CatalogueEntry[] {
  return z.array(Entry).min(1).parse(source);
}
