import { getTableName } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { DATA_MAP } from '#delivery/site/data-map.ts';
import { Activity, type FullActivity } from '#nutrition/activities/activity-shape.ts';
import { Athlete } from '#nutrition/athletes/athlete-shape.ts';
import { ATHLETE_TABLES } from '#partner/privacy/athlete-tables.ts';
import { AthleteExport } from '#partner/privacy/export-shape.ts';

/** What tells nothing about a person that its row does not tell: identifiers of ours, and what is derived on reading. */
const OURS = null;

type MembersOf<Schema extends z.ZodMiniType> = keyof (z.output<Schema> extends infer Each ? Each : never);

/** The words of the data map that cover each member of an athlete. The compiler asks for those of a new member. */
const ATHLETE_WORDS: Readonly<Record<MembersOf<typeof Athlete> | 'former_mass_kg', string | null>> = {
  id: OURS,
  environment: OURS,
  region: OURS,
  tier: 'tier',
  external_id: 'own identifier',
  name: 'name',
  email: 'email address',
  locale: 'language',
  time_zone: 'time zone',
  units: 'units',
  vessels: 'bottles',
  run_vessels: 'bottles',
  refills: 'bottles',
  fuel_preferences: 'formats they like',
  sex: 'sex',
  birth_year: 'year of birth',
  body_mass_kg: 'weight',
  former_mass_kg: 'weight before its last change',
  height_cm: 'height',
  fitness_level: 'fitness',
  vo2max_ml_per_kg_min: 'fitness',
  ftp_w: 'fitness',
  sweat_level: 'sweat',
  saltiness_level: 'sweat',
  sweat_rate_ml_per_hr: 'sweat',
  sweat_sodium_mg_per_l: 'sweat',
  carb_tolerance_g_per_hr: 'gut',
  usual_carb_g_per_hr: 'gut',
  heat_acclimatized: 'heat',
  gi_history: 'gut',
  health: 'health conditions',
  caffeine: 'caffeine',
  diet: 'diet',
  profile_completeness: OURS,
  missing_fields: OURS,
  created_at: OURS,
  updated_at: OURS,
};

type ActivityMember =
  | MembersOf<typeof FullActivity>
  | keyof z.output<typeof AthleteExport>['activities'][number];

/** The words of the data map that cover each member of an activity. */
const ACTIVITY_WORDS: Readonly<Record<ActivityMember | 'attribution' | 'subscribe_url', string | null>> = {
  id: OURS,
  athlete_id: OURS,
  external_id: 'own identifiers',
  name: 'Sessions',
  type: 'Sessions',
  duration_min: 'length',
  intensity_level: 'intensity',
  thermal_stress_level: 'heat',
  is_race_event: 'races',
  weather: 'weather',
  average_power_w: 'power',
  distance_km: 'distance',
  elevation_gain_m: 'climb',
  altitude_m: 'altitude',
  pack_kg: 'weight carried',
  race_format: 'format',
  segments: 'length',
  steps: 'steps',
  course: 'course',
  vessels: 'bottles carried',
  run_vessels: 'bottles carried',
  refills: 'bottles carried',
  caffeine: 'caffeine',
  scheduled_at: 'time',
  scheduled_date: 'time',
  scheduled_local: 'time',
  time_zone: 'time zone',
  safety: 'prescriptions',
  prescription: 'prescriptions',
  prescription_stale: OURS,
  products: 'products',
  feedback: 'how it felt',
  tier: 'tier',
  coverage: 'products',
  attribution: OURS,
  subscribe_url: OURS,
  created_at: OURS,
  updated_at: OURS,
  engine_version: OURS,
  missing_fields: 'profile',
  legs: 'prescriptions',
  planned_caffeine: 'prescriptions',
  explanation: 'learned values',
  explanation_unavailable: OURS,
  intake: 'prescriptions',
  ranges: 'prescriptions',
  projection: 'prescriptions',
  drivers: 'prescriptions',
};

/** The tables that each member of an export shows. `athletes` is in the database before all of ATHLETE_TABLES. */
const NOT_A_TABLE = ['export_version', 'generated_at', 'complete'];
const BY_ANOTHER_NAME: Readonly<Record<string, string>> = {
  athlete: 'athletes',
  wearables: 'learned_states',
  unnoted: 'learned_states',
  weighed_until: 'learned_states',
};

const wordsOf = (tables: readonly string[]) =>
  DATA_MAP.filter(({ tables: held }) => held.some((table) => tables.includes(table)))
    .map(({ fields }) => fields)
    .join(' ');

test.each([
  ['athlete', ATHLETE_WORDS, ['athletes', 'used_subscribe_links']],
  ['activity', ACTIVITY_WORDS, ['activities', 'feedback', 'events', 'used_subscribe_links']],
] as const)('the data map names what every member of an %s tells about a person', (_name, words, tables) => {
  const told = wordsOf(tables);
  const untold = Object.entries(words).filter(([, word]) => word !== null && !told.includes(word));
  expect(untold).toEqual([]);
});

test('every member of the schemas of athletes and activities, in each tier and in the export, has its words', () => {
  const tiers = Activity.def.options.flatMap((each) => Object.keys(each.shape));
  const { athlete, activities } = AthleteExport.shape;
  const exported = Object.keys(activities.def.element.shape);
  const missing = [
    ...[...Object.keys(Athlete.shape), ...Object.keys(athlete.shape)].filter(
      (name) => !(name in ATHLETE_WORDS),
    ),
    ...[...tiers, ...exported].filter((name) => !(name in ACTIVITY_WORDS)),
  ];
  expect(missing, 'name each here, with the words of its row in src/delivery/site/data-map.ts').toEqual([]);
});

test('every table of the export is in the data map, and every member of an export shows a table', () => {
  const mapped = DATA_MAP.flatMap(({ tables }) => tables);
  const shown = new Map<string, string[]>();
  for (const { table, exported } of ATHLETE_TABLES) {
    const name = getTableName(table);
    expect(mapped, `${name}: a row of src/delivery/site/data-map.ts`).toContain(name);
    if (!('as' in exported)) continue;
    const [list = ''] = exported.as.split('.');
    shown.set(list, [...(shown.get(list) ?? []), name]);
  }
  const members = Object.keys(AthleteExport.shape).filter((name) => !NOT_A_TABLE.includes(name));
  const tableless = members.filter(
    (name) => !shown.has(name) && !mapped.includes(BY_ANOTHER_NAME[name] ?? ''),
  );
  expect(tableless).toEqual([]);
  for (const list of shown.keys()) expect(members).toContain(list);
});
