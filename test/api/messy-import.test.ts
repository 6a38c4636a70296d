import { RandomSource } from '@musette/basics/random-source';
import { beforeAll, expect, test } from 'vitest';
import { checkImport, Musette, readCsv, toItems, writeCsv } from '../../src/packages/client/src/index.ts';
import { plainFetch } from '../support/browser.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { BASE } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';
import { SEED } from '../support/random-seed.ts';

beforeAll(() => loadTestCatalogue());

const ROWS = 3_000;
const ATHLETES = 400;

/** What people write into a column, in the forms of many tools and languages, and behind it what no API can read. */
const CELLS: Readonly<Record<string, readonly [right: readonly string[], wrong: readonly string[]]>> = {
  name: [['Long run', 'Sortie longue 🚴', '', 'a "quoted" one'], ['x'.repeat(250)]],
  type: [
    ['Ride', 'Run', 'run', 'TrailRun', 'VirtualRide', 'Swim', 'ROWING'],
    ['Quidditch', ''],
  ],
  duration_min: [
    ['5400', '3600', '1:30:00', '1h30', '7200', '90 min', '2700.5'],
    ['abc', '-20', '', '900000'],
  ],
  distance_km: [
    ['12,195', '10.5', '6.2 mi', '', '12 km', 'n/a'],
    ['0', 'far', '99999', '1e400', '480'],
  ],
  elevation_gain_m: [
    ['1 200', '300', '3,281 ft', '', 'n/a'],
    ['-5', 'Infinity'],
  ],
  scheduled_at: [
    [
      '25.11.2026 07:30',
      '2026-11-21 07:30:00',
      '2026-11-21T07:30:00Z',
      '2026-11-21T07:30:00+0100',
      '2026-11-21',
      '',
    ],
    ['30.02.2026', '0001-01-01T00:00:00Z', '11/10/2026', 'soon', '2026-11-21T25:00:00Z'],
  ],
  time_zone: [
    ['Europe/Berlin', 'europe/kyiv', 'CET', ''],
    ['GMT+2', '+02:00', 'Mars'],
  ],
  intensity_level: [
    ['5', '7.0', ''],
    ['6,5', '14', '0', 'hard'],
  ],
  thermal_stress_level: [['3', '9', ''], ['10']],
  is_race_event: [['true', 'Ja', 'no', '1', ''], ['maybe']],
  average_power_w: [
    ['210', '210 W', ''],
    ['3000', '-1'],
  ],
  altitude_m: [
    ['1500', ''],
    ['-900', '5,0,0'],
  ],
  pack_kg: [['2.5', '5 lb', ''], ['70']],
  race_format: [[''], ['ironman', 'marathon']],
  refills: [['assumed', 'None', ''], ['sometimes']],
  body_mass_kg: [
    ['72.4', '72,4 kg', '154 lb', '158', '', 'NaN', '110'],
    ['350 kg', '0', 'heavy'],
  ],
  height_cm: [
    ['178', '1,78', '5\'11"', ''],
    ['1780', '17'],
  ],
  birth_year: [
    ['1990', '1990.0', ''],
    ['1899', '2025', '90', '35 years'],
  ],
  sex: [
    ['m', 'w', 'Frau', 'male', 'd', ''],
    ['?!', '35'],
  ],
  fitness_level: [
    ['5', ''],
    ['5.5', '11'],
  ],
  ftp_w: [['250', '250w', ''], ['1200']],
  vo2max_ml_per_kg_min: [['55', ''], ['155']],
  sweat_rate_ml_per_hr: [
    ['900', ''],
    ['0.9', '12000'],
  ],
  heat_acclimatized: [['yes', 'FALSE', ''], ['a bit']],
  units: [['metric', 'US', ''], ['imperial']],
  locale: [['de', 'pt-BR', ''], ['german!']],
  email: [
    ['a@b.example', ''],
    ['nobody', 'two@@b.example'],
  ],
};
/** The share of cells that cannot be read. Of 27 columns, two fifths of the rows have one. */
const WRONG_SHARE = 0.02;

function messyFile(): string {
  const random = new RandomSource(SEED);
  const pick = (list: readonly string[]) => list[Math.floor(random.uniform() * list.length)] ?? '';
  const columns = ['athlete_external_id', 'external_id', ...Object.keys(CELLS)];
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const cells = Object.fromEntries(
      Object.entries(CELLS).map(([name, list]) => {
        const [right, wrong] = list;
        return [name, pick(random.uniform() < WRONG_SHARE ? wrong : right)];
      }),
    );
    const isNameless = random.uniform() < 0.01;
    return {
      athlete_external_id: isNameless ? '' : `athlete-${index % ATHLETES}`,
      external_id: random.uniform() < 0.02 ? 'session-1' : `session-${index}`,
      ...cells,
    };
  });
  expect(Object.keys(rows[0] ?? {})).toEqual(columns);
  return writeCsv(rows);
}

/** Counts reasons without the values of their rows. */
function countReasons(reasons: readonly string[]): Record<string, number> {
  const kinds = reasons.map(
    (reason) => /^(\w+)(?: .*?)? (is .*|has .*)$/s.exec(reason)?.slice(1).join(' ') ?? reason,
  );
  return Object.fromEntries([...Map.groupBy(kinds, (kind) => kind)].map(([kind, all]) => [kind, all.length]));
}

test.each([false, true])(
  'after check-import --fix (dropped cells: %s) the API refuses none of the rows of a messy import',
  async (dropCells) => {
    const { testKey } = await makePartner();
    const musette = new Musette({
      apiKey: testKey,
      baseUrl: BASE,
      fetch: (input, init) => plainFetch(String(input), init),
    });
    const { data: types } = await musette.listActivityTypes();
    const { rows, refused, emptied } = checkImport(messyFile(), types, { dropCells });
    const { athletes, activities } = toItems(readCsv(writeCsv(rows)));
    const errors: unknown[] = [];
    for await (const { item, result } of musette.syncAthletes(athletes))
      if ('error' in result) errors.push([item, result.error.message]);
    let stored = 0;
    for await (const { item, result } of musette.syncActivities(activities)) {
      if ('error' in result) errors.push([item, result.error.message]);
      else stored += 1;
    }
    expect(errors).toEqual([]);
    expect(stored).toBe(rows.length);
    expect(stored).toBeGreaterThan(dropCells ? ROWS * 0.9 : ROWS * 0.4);
    if (!dropCells) expect(emptied).toEqual([]);
    console.log(
      JSON.stringify({
        ...{ dropCells, rows: ROWS, sent: rows.length, refusedByTheApi: errors.length },
        ...{
          leftOut: refused.length,
          why: countReasons(refused.flatMap(({ reason }) => reason.split('; '))),
        },
        ...{ emptied: emptied.length, cells: countReasons(emptied.map(({ reason }) => reason)) },
      }),
    );
  },
  240_000,
);
