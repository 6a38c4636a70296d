import { isNull, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { type PartnerContext, registryOf } from '#platform/http/context.ts';
import { type Failure, invalid, type Problem } from '#platform/http/errors.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { settable, text } from '#platform/http/wire-fields.ts';
import { FUEL_FORMATS, type FuelPreferences } from '#platform/storage/athlete-schema.ts';
import { products } from '#platform/storage/registry-schema.ts';

/** The most products in one list of an athlete. */
const PRODUCTS_MAX = 50;

const productIds = () => z.array(text(100, 1)).check(z.maxLength(PRODUCTS_MAX));

/** Members of an athlete's `fuel_preferences`. */
export const fuelPreferences = documented(
  z.strictObject({
    avoids: described(settable(productIds()), 'Products to exclude from all plans.'),
    formats: described(
      settable(z.array(z.enum(FUEL_FORMATS)).check(z.maxLength(FUEL_FORMATS.length))),
      'Formats that a plan may use. Null allows all. Salt does not count as a format.',
    ),
    owns: described(
      settable(productIds()),
      'Products at home. A plan uses only these and says what is missing. Empty means nothing at home, so a plan uses only generic foods. Null means unknown.',
    ),
  }),
  {
    id: 'FuelPreferences',
    description:
      'Preferences for suggested plans. Omitted members are kept. Products removed from the catalogue are skipped.',
  },
);

const NOTHING_SAID: FuelPreferences = { avoids: [], formats: null, owns: null };

type Sent = {
  readonly [Name in keyof FuelPreferences]?: FuelPreferences[Name] | null | undefined;
};

/** Merges preferences into the stored ones: omitted members are kept, null clears. */
export function toFuelPreferences(sent: Sent, before: FuelPreferences | null): FuelPreferences {
  const stored = before ?? NOTHING_SAID;
  return {
    avoids: sent.avoids === undefined ? stored.avoids : (sent.avoids ?? []),
    formats: sent.formats === undefined ? stored.formats : sent.formats,
    owns: sent.owns === undefined ? stored.owns : sent.owns,
  };
}

interface Preferring {
  readonly fuelPreferences?: Sent | null | undefined;
}

/** Lists the products in these preferences that the catalogue lacks. Reads only if any is named. */
export async function unknownPreferred(
  ctx: PartnerContext,
  athletes: readonly Preferring[],
): Promise<ReadonlySet<string>> {
  const named = [...new Set(athletes.flatMap(({ fuelPreferences: sent }) => namedIn(sent)))];
  if (named.length === 0) return new Set();
  const db = registryOf(ctx);
  const isNamed = sql`${products.id} IN (SELECT value FROM json_each(${JSON.stringify(named)}))`;
  const [known] = await db.batch([
    db
      .select({ id: products.id })
      .from(products)
      .where(sql`${isNamed} AND ${isNull(products.hiddenAt)}`),
  ]);
  const ids = new Set(known.map(({ id }) => id));
  return new Set(named.filter((id) => !ids.has(id)));
}

function namedIn(sent: Sent | null | undefined): readonly string[] {
  return [...(sent?.avoids ?? []), ...(sent?.owns ?? [])];
}

/** Rejects preferences that name an unknown product. Null if none does. */
export function refusePreferences(
  { fuelPreferences: sent }: Preferring,
  unknown: ReadonlySet<string>,
): Failure | null {
  const problemsIn = (list: 'avoids' | 'owns'): readonly Problem[] =>
    (sent?.[list] ?? []).flatMap((id, index) =>
      unknown.has(id)
        ? [
            {
              pointer: `/fuel_preferences/${list}/${index}`,
              code: 'unknown_product' as const,
              message: 'is not in the catalogue',
            },
          ]
        : [],
    );
  const problems = [...problemsIn('avoids'), ...problemsIn('owns')];
  return problems.length > 0 ? invalid(...problems) : null;
}
