import { type Course, REFILLS, type Vessel } from '@musette/basics/courses';
import {
  type Field,
  type Fields,
  PROFILE_FIELDS,
  SESSION_FIELDS,
  type StatedOf,
} from '@musette/engine/fields';
import type {
  ClothingAfter,
  EnergyLevel,
  GiComfort,
  HydrationFeel,
  MassSource,
  Urinated,
} from '@musette/engine/learn';
import type { ActivityType, EventWeather, Segment, SingleSportType } from '@musette/engine/types';
import { UNITS } from '@musette/languages/languages';
import { getTableColumns, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { customType, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import {
  packedColumn,
  packedEventWeather,
  packedMissingFields,
  packedWarnings,
  packedWeather,
  storedState,
} from './packed.ts';
import { packedLegs, packedNumbers, packedRates, type ShownNumbers } from './prescription-columns.ts';
import { packedChanges, packedRemarks } from './taught-columns.ts';
import type { WorkoutSteps } from './workout-columns.ts';

/** Bytes. D1 takes them as a typed array and returns them as an array of numbers. */
const bytes = customType<{ data: Uint8Array; driverData: Uint8Array | number[] }>({
  dataType: () => 'blob',
  fromDriver: (stored) => Uint8Array.from(stored),
});

/** Drizzle's schema of `migrations/athletes`. A test compares the two column by column. */

/** Habits of `athletes.diet`. */
export const DIET = ['vegan', 'glutenFree', 'caffeineFree'] as const;

export type Diet = { readonly [Habit in (typeof DIET)[number]]: boolean | null };

/** An athlete's answers about caffeine. Null if not answered. */
export interface CaffeineHabits {
  readonly wanted: boolean | null;
  readonly usualMgPerDay: number | null;
  readonly avoid: boolean | null;
}

/** The same for one activity, with the habits of its day. */
export interface CaffeineOfActivity extends CaffeineHabits {
  readonly takenTodayMg: number | null;
  readonly takenMinBeforeStart: number | null;
  readonly sleepAtMin: number | null;
}

/** Formats of food and drink that an athlete may prefer. */
export const FUEL_FORMATS = ['drink', 'gel', 'chew', 'bar', 'real_food'] as const;
export type FuelFormat = (typeof FUEL_FORMATS)[number];

/** An athlete's preferences for suggested plans, by product identifier. */
export interface FuelPreferences {
  readonly avoids: readonly string[];
  /** Null if every format is fine. */
  readonly formats: readonly FuelFormat[] | null;
  /** Null if not answered. If empty, a plan contains only food without a brand. */
  readonly owns: readonly string[] | null;
}

const flagColumn = (name: string) => integer(name, { mode: 'boolean' });
const valueColumn = <Value>(name: string) => text(name, { mode: 'json' }).$type<Value>();

type ColumnOf<F> = F extends { readonly kind: 'number' }
  ? ReturnType<typeof real>
  : F extends { readonly kind: 'level' }
    ? ReturnType<typeof integer>
    : F extends { readonly kind: 'flag' }
      ? ReturnType<typeof flagColumn>
      : ReturnType<typeof valueColumn<StatedOf<F>>>;

/** Creates the nullable columns of declared fields. */
function columnsOfFields<Declared extends Fields>(fields: Declared) {
  const columns = Object.entries(fields).map(([name, { kind }]) => [name, columnOf(toSnakeCase(name), kind)]);
  return Object.fromEntries(columns) as { [Name in keyof Declared]: ColumnOf<Declared[Name]> };
}

function columnOf(name: string, kind: Field['kind']) {
  switch (kind) {
    case 'number':
      return real(name);
    case 'level':
      return integer(name);
    case 'flag':
      return flagColumn(name);
    case 'choice':
      return text(name);
    case 'conditions':
      return text(name, { mode: 'json' });
  }
}
export const athletes = sqliteTable('athletes', {
  id: text('id').primaryKey(),
  partnerId: text('partner_id').notNull(),
  status: text('status', { enum: ['live', 'erasing'] })
    .notNull()
    .default('live'),
  revision: integer('revision').notNull().default(1),
  tier: text('tier', { enum: ['teaser', 'full'] }).notNull(),
  externalId: text('external_id'),
  name: text('name'),
  email: text('email'),
  birthYear: integer('birth_year'),
  ...columnsOfFields(PROFILE_FIELDS),
  formerMassKg: real('former_mass_kg'),
  diet: text('diet', { mode: 'json' }).$type<Diet>(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  locale: text('locale'),
  timeZone: text('time_zone'),
  units: text('units', { enum: UNITS }),
  vessels: text('vessels', { mode: 'json' }).$type<readonly Vessel[]>(),
  runVessels: text('run_vessels', { mode: 'json' }).$type<readonly Vessel[]>(),
  refills: text('refills', { enum: REFILLS }),
  caffeine: text('caffeine', { mode: 'json' }).$type<CaffeineHabits>(),
  fuelPreferences: text('fuel_preferences', { mode: 'json' }).$type<FuelPreferences>(),
});

export const activities = sqliteTable('activities', {
  id: text('id').primaryKey(),
  athleteId: text('athlete_id').notNull(),
  revision: integer('revision').notNull().default(1),
  externalId: text('external_id'),
  type: text('type').$type<ActivityType>().notNull(),
  name: text('name'),
  durationMin: integer('duration_min').notNull(),
  ...columnsOfFields(SESSION_FIELDS),
  scheduledAt: integer('scheduled_at'),
  scheduledLocal: integer('scheduled_local'),
  scheduledSent: text('scheduled_sent'),
  timeZone: text('time_zone'),
  timeZoneSource: text('time_zone_source', { enum: ['activity', 'athlete'] }),
  effectiveAt: integer('effective_at').notNull(),
  weather: packedColumn(packedEventWeather)('weather'),
  segments: text('segments', { mode: 'json' }).$type<Segment[]>(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  steps: text('steps', { mode: 'json' }).$type<WorkoutSteps>(),
  course: text('course', { mode: 'json' }).$type<Course>(),
  vessels: text('vessels', { mode: 'json' }).$type<readonly Vessel[]>(),
  runVessels: text('run_vessels', { mode: 'json' }).$type<readonly Vessel[]>(),
  refills: text('refills', { enum: REFILLS }),
  caffeine: text('caffeine', { mode: 'json' }).$type<CaffeineOfActivity>(),
});

export const prescriptions = sqliteTable('prescriptions', {
  activityId: text('activity_id').primaryKey(),
  athleteId: text('athlete_id').notNull(),
  fingerprint: text('fingerprint').notNull(),
  engineVersion: text('engine_version').notNull(),
  calculatedAt: integer('calculated_at').notNull(),
  numbers: packedColumn(packedNumbers)('numbers').notNull(),
  warnings: packedColumn(packedWarnings)('warnings').notNull(),
  missingFields: packedColumn(packedMissingFields)('missing_fields').notNull(),
  /** Null for a single sport. */
  legs: packedColumn(packedLegs)('legs'),
  /** Compressed (`src/nutrition/records/stored-inputs.ts` reads it). Null once it is too old to be needed. */
  inputs: bytes('inputs'),
});

export const connections = sqliteTable('connections', {
  id: text('id').primaryKey(),
  athleteId: text('athlete_id').notNull(),
  partnerId: text('partner_id').notNull(),
  clientId: text('client_id').notNull(),
  scopes: text('scopes', { mode: 'json' }).$type<string[]>().notNull(),
  status: text('status', { enum: ['active', 'revoked'] })
    .notNull()
    .default('active'),
  grantId: text('grant_id'),
  createdAt: integer('created_at').notNull(),
  connectedAt: integer('connected_at').notNull(),
  revokedAt: integer('revoked_at'),
  activation: integer('activation').notNull().default(1),
  reconciledActivation: integer('reconciled_activation').notNull().default(0),
});

export const oauthRecords = sqliteTable('oauth_records', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
  metadata: text('metadata'),
  version: integer('version').notNull().default(1),
  athleteId: text('athlete_id'),
  expiresAt: integer('expires_at'),
});

export const athleteSessions = sqliteTable('athlete_sessions', {
  id: text('id').primaryKey(),
  sealedEmail: text('sealed_email').notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
});

/** Columns for the updates that an event teaches, stored with it. */
const taught = {
  changes: packedColumn(packedChanges)('changes').notNull(),
  remarks: packedColumn(packedRemarks)('remarks').notNull(),
  /** Set only after each sixteenth event. */
  stateAfter: packedColumn(storedState)('state_after'),
};

/** What was really done, in the members that were reported. */
export interface ActualSession {
  /** ISO 8601 in UTC. */
  readonly startedAt?: string;
  readonly durationMin?: number;
  readonly distanceKm?: number;
  readonly elevationGainM?: number;
  readonly intensityLevel?: number;
  readonly averagePowerW?: number;
  readonly averageHeartRateBpm?: number;
  readonly weather?: EventWeather;
  readonly isIndoor?: boolean;
}

export const feedback = sqliteTable('feedback', {
  id: text('id').primaryKey(),
  athleteId: text('athlete_id').notNull(),
  activityId: text('activity_id').notNull(),
  revision: integer('revision').notNull().default(1),
  sessionAt: integer('session_at').notNull(),
  giComfort: text('gi_comfort').$type<GiComfort>(),
  energyLevel: text('energy_level').$type<EnergyLevel>(),
  hydrationFeel: text('hydration_feel').$type<HydrationFeel>(),
  notes: text('notes'),
  carbsGrams: real('carbs_grams'),
  fluidMl: real('fluid_ml'),
  sodiumMg: real('sodium_mg'),
  bodyMassBeforeKg: real('body_mass_before_kg'),
  bodyMassAfterKg: real('body_mass_after_kg'),
  source: text('source').$type<MassSource>().notNull(),
  urineMl: real('urine_ml'),
  urinated: text('urinated').$type<Urinated>(),
  clothingAfter: text('clothing_after').$type<ClothingAfter>(),
  actual: text('actual', { mode: 'json' }).$type<ActualSession>(),
  prescribed: packedColumn(packedRates)('prescribed'),
  ...taught,
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

export const sweatTests = sqliteTable('sweat_tests', {
  id: text('id').primaryKey(),
  athleteId: text('athlete_id').notNull(),
  externalId: text('external_id'),
  testedAt: integer('tested_at'),
  testedLocal: integer('tested_local'),
  timeZone: text('time_zone'),
  effectiveAt: integer('effective_at').notNull(),
  type: text('type').$type<SingleSportType>().notNull(),
  durationMin: integer('duration_min').notNull(),
  intensityLevel: integer('intensity_level'),
  thermalStressLevel: integer('thermal_stress_level'),
  weather: packedColumn(packedWeather)('weather'),
  bodyMassBeforeKg: real('body_mass_before_kg').notNull(),
  bodyMassAfterKg: real('body_mass_after_kg').notNull(),
  source: text('source').$type<MassSource>().notNull(),
  fluidMl: real('fluid_ml').notNull(),
  foodG: real('food_g'),
  urineMl: real('urine_ml'),
  urinated: text('urinated').$type<Urinated>(),
  clothingAfter: text('clothing_after').$type<ClothingAfter>(),
  sweatSodiumMgPerL: real('sweat_sodium_mg_per_l'),
  ...taught,
  createdAt: integer('created_at').notNull(),
});

export const learnedStates = sqliteTable('learned_states', {
  athleteId: text('athlete_id').primaryKey(),
  revision: text('revision').notNull(),
  engineVersion: text('engine_version').notNull(),
  state: packedColumn(storedState)('state'),
  lastAt: integer('last_at'),
  eventsSinceState: integer('events_since_state').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

export const activityProducts = sqliteTable('activity_products', {
  activityId: text('activity_id').notNull(),
  productId: text('product_id').notNull(),
  athleteId: text('athlete_id').notNull(),
  servings: real('servings').notNull(),
  attachedAt: integer('attached_at').notNull(),
  position: integer('position').notNull(),
});

/** Forms of an athlete's own products. */
export const OWN_FORMATS = [...FUEL_FORMATS, 'capsule', 'tablet'] as const;

/** Ingredients of a recipe, as they are sold. */
export const COMPONENTS = [
  'maltodextrin',
  'dextrose',
  'fructose',
  'sucrose',
  'table_salt',
  'sodium_citrate',
] as const;
export type Component = (typeof COMPONENTS)[number];

/** The ingredients of one serving. */
export interface KitchenRecipe {
  readonly waterMl: number | null;
  readonly parts: readonly { readonly component: Component; readonly grams: number }[];
}

/** The figures of a serving. Null if not stated. */
export interface OwnFigures {
  readonly servingG: number | null;
  readonly servingMl: number | null;
  readonly carbG: number | null;
  readonly sodiumMg: number | null;
  readonly caffeineMg: number | null;
  readonly fluidMl: number | null;
}

/** A product as the athlete defined it. With a recipe, figures and ratio are null, because they follow from it. */
export interface OwnProductDefinition extends OwnFigures {
  /** Text from a person: data, never markup. */
  readonly name: string;
  readonly brand: string | null;
  readonly format: (typeof OWN_FORMATS)[number];
  readonly gtin: string | null;
  readonly vegan: boolean | null;
  readonly glutenFree: boolean | null;
  readonly glucoseFructoseRatio: string | null;
  readonly recipe: KitchenRecipe | null;
}

export const ownProducts = sqliteTable('own_products', {
  id: text('id').primaryKey(),
  athleteId: text('athlete_id').notNull(),
  revision: integer('revision').notNull().default(1),
  externalId: text('external_id'),
  definition: text('definition', { mode: 'json' }).$type<OwnProductDefinition>().notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

export type OwnProductRow = typeof ownProducts.$inferSelect;

export const productAccessLog = sqliteTable(
  'product_access_log',
  {
    id: text('id').notNull(),
    partnerId: text('partner_id').notNull(),
    athleteId: text('athlete_id').notNull(),
    query: text('query').notNull(),
    at: integer('at').notNull(),
    resultCount: integer('result_count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.partnerId, table.id] })],
);

/** Sessions of athletes' pages (see the migration). */
export const pageSessions = sqliteTable('page_sessions', {
  id: text('id').primaryKey(),
  athleteId: text('athlete_id').notNull(),
  hash: text('hash').notNull(),
  keyId: text('key_id').notNull(),
  grantText: text('grant_text').notNull(),
  pages: text('pages', { mode: 'json' }).$type<AthletePage[]>().notNull(),
  activityId: text('activity_id'),
  origins: text('origins', { mode: 'json' }).$type<string[]>().notNull(),
  returnUrl: text('return_url'),
  partnerName: text('partner_name').notNull(),
  views: integer('views').notNull().default(0),
  viewedSince: integer('viewed_since').notNull().default(0),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
});

/** The pages that a session may show to its athlete. */
export const ATHLETE_PAGES = ['plan', 'feedback'] as const;
export type AthletePage = (typeof ATHLETE_PAGES)[number];

export type PageSessionRow = typeof pageSessions.$inferSelect;

export const usedSubscribeLinks = sqliteTable('used_subscribe_links', {
  athleteId: text('athlete_id').notNull(),
  expiresAtS: integer('expires_at_s').notNull(),
  usedAt: integer('used_at').notNull(),
});

/** One row: the number of comparisons with the registry, and what the first batch of a request asks (`first-batch.ts`). */
export const countedRuns = sqliteTable('counted_runs', {
  id: integer('id').primaryKey(),
  runs: integer('runs').notNull(),
  reconciling: integer('reconciling').notNull().default(0),
  newestMigration: text('newest_migration').notNull().default(''),
});

export const appliedErasures = sqliteTable('applied_erasures', {
  idHash: text('id_hash').primaryKey(),
  appliedAt: integer('applied_at').notNull(),
});

export type ActivityProductRow = typeof activityProducts.$inferSelect;
export type ProductAccessRow = typeof productAccessLog.$inferSelect;

/** The last UTC day on which any of a partner's athletes in this database was shown a product. Names no athlete. */
export const productsSeen = sqliteTable(
  'products_seen',
  {
    partnerId: text('partner_id').notNull(),
    productId: text('product_id').notNull(),
    /** Days since 1970. */
    day: integer('day').notNull(),
  },
  (table) => [primaryKey({ columns: [table.partnerId, table.productId] })],
);
export type AthleteRow = typeof athletes.$inferSelect;
export type ActivityRow = typeof activities.$inferSelect;
export type PrescriptionRow = typeof prescriptions.$inferSelect;
export type FeedbackRow = typeof feedback.$inferSelect;
export type SweatTestRow = typeof sweatTests.$inferSelect;
export type LearnedStateRow = typeof learnedStates.$inferSelect;
/** A prescription with its numbers as members, and without the inputs of its calculation. */
export type PrescriptionSummary = Omit<PrescriptionRow, 'numbers' | 'inputs'> & ShownNumbers;
export type ConnectionRow = typeof connections.$inferSelect;

/** The shards of partners whose home shard is this database (see the migration). */
export const partnerShards = sqliteTable(
  'partner_shards',
  {
    partnerId: text('partner_id').notNull(),
    shard: text('shard').notNull(),
    state: text('state', { enum: ['open', 'left', 'measured'] })
      .notNull()
      .default('open'),
    firstUlid: text('first_ulid').notNull().default(''),
    lastUlid: text('last_ulid').notNull().default(''),
    late: integer('late').notNull().default(0),
    changeHintUntil: integer('change_hint_until'),
    epoch: text('epoch'),
  },
  (table) => [primaryKey({ columns: [table.partnerId, table.shard] })],
);

/**
 * Columns of an activity, excluding the points of its course, which take up to 150 KB per row and are rarely shown. An
 * update sets only the columns that it changes, so a row read like this never overwrites the points.
 */
export const activityOutline = {
  ...getTableColumns(activities),
  course: sql<Course | null>`json_set(${activities.course}, '$.points', NULL)`
    .mapWith(activities.course)
    .as('course'),
};
