import { readFileSync } from 'node:fs';
import { RandomSource } from '@musette/basics/random-source';
import { type Field, type Fields, PROFILE_FIELDS, SESSION_FIELDS } from '@musette/engine/fields';
import { InputSource } from '@musette/engine/laboratory';
import { UNKNOWN_ATHLETE, UNKNOWN_SESSION } from '@musette/engine/types';
import { PLANNER } from '@musette/languages/planner/en';
import { describe, expect, test } from 'vitest';
import { activityExample } from '#nutrition/activities/activity-shape.ts';
import { athleteExample } from '#nutrition/athletes/athlete-shape.ts';
import { DIALS, MEASURES } from '#nutrition/planner/choice.ts';
import { activityFields } from '#nutrition/records/activity-fields.ts';
import { engineProfileFields, identityFields } from '#nutrition/records/athlete-fields.ts';
import { nearestName } from '#platform/http/validation.ts';
import { snakeName } from '#platform/http/wire-case.ts';
import { GLOSSARY } from '#tools/cli/glossary.ts';

/** Fields that the planner does not ask for: health is not for a public page, and weather replaces the level of heat. */
const WITHOUT_LABEL = ['health', 'thermalStressLevel'];
const { controls } = PLANNER;
const LABELS = {
  sex: '',
  race_format: controls.raceFormat.label,
  ...controls.dials,
  ...controls.ticks,
  ...controls.guesses,
  ...controls.measures,
};

const MIGRATION = readFileSync('migrations/athletes/0001_athletes.sql', 'utf8');
const source = new InputSource(new RandomSource(1));
const DRAWS = Array.from({ length: 1000 }, () => source.anything(0.1));

/** A list of fields and where they are written by hand. */
interface Resource {
  readonly table: 'athletes' | 'activities';
  readonly example: object;
  readonly unknown: object;
  readonly draws: readonly object[];
}

/** Returns what a field still lacks, with the file that it belongs in. */
function missingOf(name: string, field: Field, { table, example, unknown, draws }: Resource): string[] {
  const wire = snakeName(name);
  const conditions = field.kind === 'conditions' ? field.names.map(snakeName) : [];
  const columns = MIGRATION.split(`CREATE TABLE ${table} (`)[1]?.split(') STRICT')[0] ?? '';
  const written: Readonly<Record<string, boolean>> = {
    'column: migrations/athletes/0001_athletes.sql': columns.includes(`\n  ${wire} `),
    'description: src/packages/engine/src/input-fields.ts or src/tools/cli/glossary.ts':
      field.description !== undefined || wire in GLOSSARY,
    'example: athlete-shape.ts or activity-shape.ts': wire in example,
    'label: src/packages/languages/src/*/planner.ts, or a reason why not, here and in test/node/planner.test.ts':
      WITHOUT_LABEL.includes(name) || wire in LABELS,
    'draw of the laboratory: src/packages/engine/laboratory/random-inputs.ts': draws.some(
      (input) => name in input && Reflect.get(input, name) !== Reflect.get(unknown, name),
    ),
    ...Object.fromEntries(
      conditions.map((each) => [`description of ${each}: src/tools/cli/glossary.ts`, each in GLOSSARY]),
    ),
  };
  return Object.keys(written).filter((place) => !written[place]);
}

const PROFILE: Resource = {
  table: 'athletes',
  example: athleteExample,
  unknown: UNKNOWN_ATHLETE,
  draws: DRAWS.map(({ athlete }) => athlete),
};
const SESSION: Resource = {
  table: 'activities',
  example: activityExample,
  unknown: UNKNOWN_SESSION,
  draws: DRAWS.map(({ activity }) => activity),
};

describe('a declared field has everything that is written by hand', () => {
  test.each<[string, Fields, Resource]>([
    ['profile', PROFILE_FIELDS, PROFILE],
    ['session', SESSION_FIELDS, SESSION],
  ])('%s', (_name, fields, resource) => {
    const missing = Object.entries(fields).flatMap(([name, field]) =>
      missingOf(name, field, resource).map((place) => `${name} lacks its ${place}`),
    );
    expect(missing).toEqual([]);
  });

  test('that the planner asks for has bounds within those of the API: equal, or narrower for a slider', () => {
    const declared = new Map<string, Field>(
      Object.entries<Field>({ ...PROFILE_FIELDS, ...SESSION_FIELDS }).map(([name, field]) => [
        snakeName(name),
        field,
      ]),
    );
    for (const [name, { min, max }] of Object.entries(MEASURES))
      expect(declared.get(name), name).toMatchObject({ min, max });
    for (const [name, { min, max }] of Object.entries(DIALS)) {
      const field = declared.get(name);
      if (field?.kind !== 'number') continue;
      expect(min, name).toBeGreaterThanOrEqual(field.min);
      expect(max, name).toBeLessThanOrEqual(field.max);
    }
  });
});

describe('the field that was meant by an unknown one', () => {
  const KNOWN = Object.keys({ ...identityFields, ...engineProfileFields });

  test.each([
    ['body_mass', 'body_mass_kg'],
    ['bodyMassKg', 'body_mass_kg'],
    ['BODY-MASS-KG', 'body_mass_kg'],
    ['body_mas_kg', 'body_mass_kg'],
    ['body_mass_gk', 'body_mass_kg'],
    ['weight', 'body_mass_kg'],
    ['weight_kg', 'body_mass_kg'],
    ['height', 'height_cm'],
    ['ftp', 'ftp_w'],
    ['nmae', 'name'],
    ['sweatLevel', 'sweat_level'],
    ['birthyear', 'birth_year'],
    ['heat_acclimatised', 'heat_acclimatized'],
    ['gender', 'sex'],
    ['age', 'birth_year'],
    ['dob', 'birth_year'],
    ['dateOfBirth', 'birth_year'],
    ['allergies', 'fuel_preferences.avoids'],
    ['pregnant', 'health.pregnant'],
    ['vo2max', 'vo2max_ml_per_kg_min'],
    ['sez', 'sex'],
    ['emial', 'email'],
    ['timezone', 'time_zone'],
  ])('%s is near %s', (typed, meant) => {
    expect(nearestName(typed, KNOWN)).toBe(meant);
  });

  const OF_SESSIONS = Object.keys(activityFields);

  test.each([
    ['rpe', 'intensity_level'],
    ['temperature_c', 'weather.temperature_c'],
    ['humidity', 'weather.humidity_percent'],
    ['moving_time', 'duration_min'],
    ['duraton_min', 'duration_min'],
    ['distance_m', 'distance_km'],
    ['total_elevation_gain', 'elevation_gain_m'],
    ['start_date_local', 'scheduled_at'],
    ['sport_type', 'type'],
    ['title', 'name'],
  ])('%s of a session is near %s', (typed, meant) => {
    expect(nearestName(typed, OF_SESSIONS)).toBe(meant);
  });

  test('a name that people send for a field of another request is no hint here', () => {
    expect(nearestName('rpe', KNOWN)).toBeNull();
    expect(nearestName('age', OF_SESSIONS)).not.toBe('birth_year');
  });

  test.each(['favourite_colour', 'x', '', '__proto__', 'constructor', '训练', 'a'.repeat(100_000)])(
    '%.20s is near none',
    (typed) => {
      expect(nearestName(typed, KNOWN)).toBeNull();
    },
  );
});
