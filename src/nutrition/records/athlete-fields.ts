import { REFILLS } from '@musette/basics/courses';
import { formerMassAfter, PROFILE_FIELDS } from '@musette/engine/fields';
import { UNITS } from '@musette/languages/languages';
import { isNull, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { databaseOfAthlete, type PartnerContext, registryOf } from '#platform/http/context.ts';
import { type Failure, fail, invalid, type Problem } from '#platform/http/errors.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { type Camelized, snakeName } from '#platform/http/wire-case.ts';
import { emailAddress, flags, settable, text, timeZone, wireFields } from '#platform/http/wire-fields.ts';
import { REGIONS } from '#platform/regions.ts';
import {
  type AthleteRow,
  DIET,
  FUEL_FORMATS,
  type FuelPreferences,
} from '#platform/storage/athlete-schema.ts';
import { isOwnProductId } from '#platform/storage/ids.ts';
import { products } from '#platform/storage/registry-schema.ts';
import { caffeineHabits, toCaffeineHabits } from './caffeine.ts';
import { mapSet, presentFields } from './columns-of-fields.ts';
import { vesselList } from './course.ts';
import { selectOwners } from './read-activity.ts';

/** The most products in one list of an athlete. */
const PRODUCTS_MAX = 50;

const productIds = () => z.array(text(100, 1)).check(z.maxLength(PRODUCTS_MAX));

/** Members of an athlete's `fuel_preferences`. */
const fuelPreferences = documented(
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
      'Preferences for suggested plans. Omitted members are kept. Products are of the catalogue or the athlete’s own. Those removed from the catalogue are skipped.',
  },
);

const NOTHING_SAID: FuelPreferences = { avoids: [], formats: null, owns: null };

type Sent = {
  readonly [Name in keyof FuelPreferences]?: FuelPreferences[Name] | null | undefined;
};

/** Merges preferences into the stored ones: omitted members are kept, null clears. */
function toFuelPreferences(sent: Sent, before: FuelPreferences | null): FuelPreferences {
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

/** Returns the athletes, among these, whose own products are among the unknown ones. Reads only if any may be. */
export async function ownersAmong(
  ctx: PartnerContext,
  unknown: ReadonlySet<string>,
  athleteIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const named = [...unknown].filter(isOwnProductId);
  if (named.length === 0) return new Map();
  const byShard = Map.groupBy(athleteIds, (id) => databaseOfAthlete(ctx, id));
  const found = await Promise.all(
    [...byShard].map(async ([db, ids]) => {
      if (db === null) return [];
      const [rows] = await db.batch([selectOwners(db, named, ids)]);
      return rows;
    }),
  );
  return new Map(found.flat().map(({ id, athleteId }) => [id, athleteId]));
}

/**
 * Rejects preferences that name an unknown product. Null if none does.
 *
 * @param athlete the athlete, if stored, and the owners of products that the catalogue lacks
 */
export function refusePreferences(
  { fuelPreferences: sent }: Preferring,
  unknown: ReadonlySet<string>,
  athlete: { readonly id: string; readonly owners: ReadonlyMap<string, string> } | null,
): Failure | null {
  const isUnknown = (id: string) =>
    unknown.has(id) && (athlete === null || athlete.owners.get(id) !== athlete.id);
  const problemsIn = (list: 'avoids' | 'owns'): readonly Problem[] =>
    (sent?.[list] ?? []).flatMap((id, index) =>
      isUnknown(id)
        ? [
            {
              pointer: `/fuel_preferences/${list}/${index}`,
              code: 'unknown_product' as const,
              message: 'is neither in the catalogue nor one of the athlete’s own products',
            },
          ]
        : [],
    );
  const problems = [...problemsIn('avoids'), ...problemsIn('owns')];
  return problems.length > 0 ? invalid(...problems) : null;
}

/** Profile fields that the engine does not read; most of them identify the athlete. */
export const identityFields = {
  external_id: described(
    settable(text(255, 1)),
    "The partner's own identifier, unique per partner and environment.",
  ),
  name: settable(text(200)),
  email: settable(emailAddress),
  locale: described(
    settable(
      text(35, 2).check(
        z.refine(isLanguageTag, {
          error: 'must be a BCP 47 language tag',
          params: { code: 'invalid_format' },
        }),
      ),
    ),
    'Language of the texts for this athlete as a BCP 47 tag, such as `de` or `pt-BR`.',
  ),
  time_zone: described(
    settable(timeZone()),
    'Time zone by its IANA name, such as `Europe/Berlin`. Activities and sweat tests without one of their own take it when they are written. A later change changes none of them.',
  ),
  units: described(
    settable(z.enum(UNITS)),
    'Units in texts for this athlete: `metric`, or `us` for fl oz, miles, feet, °F and lb. Null follows `locale`: `en-US` and `es-US` mean `us`. Numbers in JSON are metric.',
  ),
  vessels: described(
    settable(vesselList),
    'Bottles, flasks and bladders the athlete usually carries. An activity can list different ones.',
  ),
  run_vessels: described(
    settable(vesselList),
    'Carried on the run of a triathlon or duathlon. Null means nothing. An activity can list different ones.',
  ),
  refills: described(
    settable(z.enum(REFILLS)),
    '`assumed`: bottles that do not reach the end of a training session are refilled during it. `none`: plans hold what the bottles hold. Null means `assumed`. A course with stations is complete, so nothing is assumed there.',
  ),
  fuel_preferences: described(
    settable(fuelPreferences),
    'Preferences for suggested plans: products to avoid, products at home, and preferred formats.',
  ),
};

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

const { sex, ...profile } = wireFields(PROFILE_FIELDS);

/** Profile fields that the engine reads. `nutrition/calculate` accepts exactly these. */
export const engineProfileFields = {
  sex,
  birth_year: described(settable(z.int().check(z.gte(1900))), 'At least 5 years before the current year.'),
  ...profile,
  caffeine: described(settable(caffeineHabits), "The athlete's caffeine preferences."),
};

/** Every field that a request sets. Answers show exactly these columns of the athlete. */
export const athleteFields = { ...identityFields, ...engineProfileFields, diet: settable(flags(DIET)) };

export const tier = z.enum(['teaser', 'full']);

/** Returns the latest accepted year of birth: athletes are at least 5 years old. */
function latestBirthYear(nowMs: number): number {
  return new Date(nowMs).getUTCFullYear() - 5;
}

/**
 * Maps an engine input's name to the field on the wire. The engine takes an age, the wire a year of birth.
 */
export function wireFieldName(engineName: string): string {
  return engineName === 'ageYears' ? 'birth_year' : snakeName(engineName);
}

const region = z.enum(REGIONS);

export const AthleteInput = documented(
  z.strictObject({ ...athleteFields, tier: described(z.optional(tier), 'Test keys only.') }),
  {
    id: 'AthleteInput',
    description: 'Every field is optional; each one raises the confidence of the numbers.',
  },
);

/** The body that creates an athlete, including its region, which never changes. */
export const NewAthlete = documented(
  z.extend(AthleteInput, {
    region: described(
      z.optional(region),
      'The region that stores the athlete. Must be one of yours. Defaults to your first. Never changes.',
    ),
  }),
  {
    id: 'NewAthlete',
    description: 'An athlete to create: the fields of `AthleteInput`, and the region.',
  },
);

/** An athlete as sent in a batch, identified by `external_id`. */
export const AthleteItem = documented(
  z.extend(NewAthlete, {
    external_id: described(text(255, 1), 'Identifies the athlete, existing or new.'),
  }),
  {
    id: 'AthleteItem',
    description: 'An athlete to create or change. An absent field stays unchanged. `null` clears it.',
  },
);

export const AthletePatch = documented(z.clone(AthleteInput), {
  id: 'AthletePatch',
  description:
    'An absent field stays unchanged. `null` clears it. The same holds for the members of `diet` and `health`.',
});

export type AthleteFields = Camelized<z.output<typeof AthleteInput>>;

/** Merges sent flags into the stored ones. One that was never sent is null. */
function mergedFlags<Name extends string>(
  names: readonly Name[],
  before: Readonly<Record<Name, boolean | null>> | null | undefined,
  sent: { readonly [Each in Name]?: boolean | null | undefined },
) {
  const unset = Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>;
  return { ...unset, ...before, ...presentFields(sent) };
}

/**
 * Rejects fields by the rules that depend on the clock or the caller and so cannot be in a schema. Null if
 * all rules hold.
 */
export function refuseFields(
  ctx: PartnerContext,
  fields: { readonly birthYear?: number | null | undefined; readonly tier?: unknown },
): Failure | null {
  const refusal = refuseBirthYear(fields.birthYear, ctx.nowMs, '/birth_year');
  if (refusal) return refusal;
  const { environment, athleteId } = ctx.principal;
  // In production the tier follows the athlete's subscription, so only the operator changes it. In the
  // sandbox a partner may try both tiers, but an athlete's token may not.
  const isPartnersChoice = environment === 'test' && athleteId === null;
  return fields.tier !== undefined && !isPartnersChoice ? fail('operator_only') : null;
}

/** Rejects a year of birth that makes the athlete younger than 5 years today. */
export function refuseBirthYear(
  birthYear: number | null | undefined,
  nowMs: number,
  pointer: string,
): Failure | null {
  const latest = latestBirthYear(nowMs);
  if (typeof birthYear !== 'number' || birthYear <= latest) return null;
  return invalid({ pointer, code: 'too_big', message: `must be at most ${latest}` });
}

/**
 * Returns the columns that these fields set. Absent members are omitted, `null` clears, and members of `diet`
 * and `health` are merged into the stored ones, so that setting one condition keeps the rest. A change of body
 * mass also sets the former one.
 */
export function toAthleteColumns(fields: AthleteFields, before: AthleteRow | null): Partial<AthleteRow> {
  const { diet, health, caffeine, fuelPreferences, ...flat } = fields;
  const { bodyMassKg } = flat;
  return presentFields({
    ...flat,
    formerMassKg:
      before === null || bodyMassKg === undefined ? undefined : formerMassAfter(before, bodyMassKg),
    diet: mapSet(diet, (sent) => mergedFlags(DIET, before?.diet, sent)),
    fuelPreferences: mapSet(fuelPreferences, (sent) =>
      toFuelPreferences(sent, before?.fuelPreferences ?? null),
    ),
    caffeine: mapSet(caffeine, (habits) => toCaffeineHabits(habits, before?.caffeine ?? null)),
    health: mapSet(health, (sent) => mergedFlags(PROFILE_FIELDS.health.names, before?.health, sent)),
  });
}
