import * as z from 'zod/mini';
import {
  BASES,
  CATEGORIES,
  CONFIDENCES,
  PURPOSES,
  type Purpose,
} from '#platform/storage/product-vocabulary.ts';
import { purposeOf } from './generic-foods.ts';

/** Optional amount per labelled serving, up to a plausible maximum. Engineering choices. */
const amount = (max: number) => z.optional(z.number().check(z.gte(0), z.lte(max)));

const Entry = z
  .strictObject({
    id: z.string().check(z.regex(/^prd_[0-7][0-9a-hjkmnp-tv-z]{25}$/)),
    brand: z.string().check(z.minLength(1), z.maxLength(60)),
    name: z.string().check(z.minLength(1), z.maxLength(100)),
    category: z.enum(CATEGORIES),
    servingLabel: z.string().check(z.minLength(1), z.maxLength(80)),
    massG: amount(250),
    volumeMl: amount(1000),
    mixWaterMl: amount(1000),
    energyKcal: amount(500),
    carbG: amount(120),
    sugarG: amount(120),
    sodiumMg: amount(2500),
    caffeineMg: amount(300),
    proteinG: amount(40),
    glucoseFructoseRatio: z.optional(z.string().check(z.regex(/^\d+(\.\d+)?:\d+(\.\d+)?$/))),
    purpose: z.optional(z.enum(PURPOSES)),
    fixedStrength: z.optional(z.boolean()),
    vegan: z.optional(z.boolean()),
    glutenFree: z.optional(z.boolean()),
    basis: z.enum(BASES),
    confidence: z.enum(CONFIDENCES),
    source: z.optional(z.string().check(z.minLength(1))),
    recalledFields: z.optional(z.array(z.string())),
    note: z.optional(z.string()),
  })
  .check(
    z.refine(
      (entry) => entry.basis === 'label-recalled' || entry.source !== undefined,
      'a seen label has a source',
    ),
  );

/** One product of the source file with its purpose. A missing member is unknown. */
export interface CatalogueEntry extends z.output<typeof Entry> {
  readonly purpose: Purpose;
  readonly fixedStrength: boolean;
}

/**
 * Parses the entries of a source file. Throws if one is malformed, so that a broken catalogue is never
 * loaded.
 */
export function parseCatalogue(source: unknown): readonly CatalogueEntry[] {
  const entries = z.array(Entry).check(z.minLength(1)).parse(source);
  return entries.map((entry) => ({
    ...entry,
    purpose: entry.purpose ?? purposeOf(entry),
    fixedStrength: entry.fixedStrength ?? false,
  }));
}
