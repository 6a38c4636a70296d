import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { decodeText } from '../../src/packages/client/src/csv.ts';
import { columnsOf } from '../../src/packages/client/src/import-items.ts';
import {
  checkImport,
  Musette,
  readCsv,
  toItems,
  verifyWebhook,
  writeCsv,
} from '../../src/packages/client/src/index.ts';
import { listen } from '../../src/packages/client/src/listen.ts';
import { plainFetch } from '../support/browser.ts';
import { makeAthlete } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { BASE, call } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';

beforeAll(() => loadTestCatalogue());

const ROWS = 300;
const RIDERS = 100;
const RIDE = [{ type: 'bike', strava: ['Ride'], garmin_fit: [], training_peaks: [], polar: [] }];
const SPORTS = ['Ride', 'Ride', 'Run', 'VirtualRide', 'TrailRun', 'NordicSki'];
const TYPES = ['bike', 'bike', 'run', 'indoor_bike', 'trail_run', 'ski'];

/** The mass of a rider in kilograms, or null if no row has it. */
const massOf = (rider: number) => (rider % 10 === 9 ? null : 60 + (rider % 30) + 0.5);

/** A file as a platform exports it: semicolons, decimal commas, some pounds, names of Strava, seconds, missing masses. */
function exported(): string {
  const lines = Array.from({ length: ROWS }, (_, index) => {
    const rider = index % RIDERS;
    // The last row of each rider has no mass.
    const kg = index < ROWS - RIDERS ? massOf(rider) : null;
    const isInPounds = index % 15 === 13 && kg !== null;
    const mass =
      kg === null ? '' : isInPounds ? String(Math.round(kg * 2.20462)) : String(kg).replace('.', ',');
    const seconds = 60 * (45 + (index % 100));
    return [`rider-${rider}`, mass, `session-${index}`, SPORTS[index % SPORTS.length], seconds].join(';');
  });
  return ['\uFEFFathlete_external_id;body_mass_kg;external_id;type;duration_min', ...lines].join('\r\n');
}

async function partnersClient() {
  const { testKey } = await makePartner();
  const client = new Musette({
    apiKey: testKey,
    baseUrl: BASE,
    fetch: (input, init) => plainFetch(String(input), init),
  });
  return { client, testKey };
}

describe('an import by the guide', () => {
  test('a CSV file of 300 rows with pounds, commas, Strava names, seconds and missing masses is imported as it was meant', async () => {
    const { client: musette, testKey: key } = await partnersClient();
    const { data: types } = await musette.listActivityTypes();
    const { findings, refused, rows } = checkImport(exported(), types);
    expect(refused).toEqual([]);
    expect(findings).toEqual([
      expect.stringMatching(/^Decimal commas, written with a point: \d+ rows/),
      // A guess about a person, so every line is listed.
      expect.stringMatching(
        /^Masses that look like pounds, converted to kilograms: 13 rows \(line (?:\d+, ){12}\d+\)\.$/,
      ),
      'Durations that look like seconds, converted to minutes: 300 rows (line 2, 3, 4, 5, 6 …).',
      expect.stringMatching(/^Type Ride, which is bike here: 100 rows/),
      expect.stringContaining('Run, which is run'),
      expect.stringContaining('VirtualRide, which is indoor_bike'),
      expect.stringContaining('TrailRun, which is trail_run'),
      expect.stringContaining('NordicSki, which is ski'),
      expect.stringMatching(
        /^No body mass in any row of the athlete.*: 10 rows \(line 11, 21, 31, 41, 51 …\)\.$/,
      ),
    ]);
    const again = checkImport(writeCsv(rows), types);
    expect(again.findings).toEqual([expect.stringMatching(/^No body mass.*10 rows/)]);
    const { athletes, activities } = toItems(readCsv(writeCsv(rows)));
    const errors: unknown[] = [];
    const stored: (number | null)[] = [];
    for await (const { result } of musette.syncAthletes(athletes)) {
      if ('error' in result) errors.push(result.error);
      else stored.push(result.athlete.body_mass_kg);
    }
    const imported: unknown[] = [];
    for await (const { result } of musette.syncActivities(activities)) {
      if ('error' in result) errors.push(result.error);
      else imported.push([result.activity.type, result.activity.duration_min]);
    }
    expect(errors).toEqual([]);
    expect(stored).toHaveLength(RIDERS);
    for (const [index, kg] of stored.entries()) {
      const meant = massOf(index);
      if (meant === null || kg === null) expect(kg).toBe(meant);
      else expect(Math.abs(kg - meant), `row ${index}`).toBeLessThan(0.3);
    }
    const meant = Array.from({ length: ROWS }, (_, index) => [
      TYPES[index % TYPES.length],
      45 + (index % 100),
    ]);
    expect(imported).toEqual(meant);
    expect((await call('GET', '/v1/athletes?limit=1&external_id=rider-7', { key })).json.data).toHaveLength(
      1,
    );
  }, 60_000);

  test('rows that only a person can correct are left out with line and reason, never as another number', () => {
    const lines = [
      'athlete_external_id;external_id;type;duration_min;scheduled_at;intensity_level;body_mass_kg;title',
      'a;1;Ride;5400;2026-11-21 07:30:00;5;154,5;"two\nlines; 12"" wheels"',
      'a;2;Ride;abc;;;;',
      'a;3;Ride;-3600;;;;',
      'a;4;Ride;;;;;',
      ';5;Ride;3600;;;;',
      'a;;Ride;3600;;;;',
      'a;6;Ride;3600;25/11/26;;;',
      'a;7;Ride;3600;;14;;',
      'a;8;Quidditch;3600;;;;',
      'a;9;Ride',
      'a;10;Ride;3600;;;heavy;',
      'a;11;Ride;1:30:00;2026-11-21T07:30:00+01:00;;n/a;12" wheels;',
      'a;11;Ride;3600;;;;',
    ];
    const { findings, refused, rows } = checkImport(lines.join('\r\n'), RIDE);
    expect(refused).toEqual([
      { line: 4, external_id: '2', reason: 'duration_min abc is not a number' },
      { line: 5, external_id: '3', reason: 'duration_min -3600 is not within 1 to 2880' },
      { line: 6, external_id: '4', reason: 'duration_min is missing' },
      { line: 7, external_id: '5', reason: 'athlete_external_id is missing' },
      { line: 8, external_id: '', reason: 'external_id is missing' },
      { line: 9, external_id: '6', reason: expect.stringContaining('25/11/26 is not written as') },
      { line: 10, external_id: '7', reason: 'intensity_level 14 is not within 1 to 9' },
      {
        line: 11,
        external_id: '8',
        reason: expect.stringContaining('type Quidditch is a name of no platform'),
      },
      { line: 12, external_id: '9', reason: 'the row has 3 cells, and the header 8' },
      { line: 13, external_id: '10', reason: 'body_mass_kg heavy is not a number' },
    ]);
    expect(
      rows.map(({ duration_min, body_mass_kg, scheduled_at }) => [duration_min, body_mass_kg, scheduled_at]),
    ).toEqual([
      ['90', '70.1', '2026-11-21T07:30:00'],
      ['60', '', ''],
    ]);
    expect(rows[0]?.title).toBe('two\nlines; 12" wheels');
    expect(findings).toContain(
      'An external_id that comes again below: that row is kept, and this one is not: 1 row (line 14).',
    );
    expect(findings.join()).not.toContain('No body mass');
  });

  test('units are recognized by the column: metres, heights in metres, marathons with a decimal comma, thousands', () => {
    const kmOf = (csv: string) => checkImport(csv, []).rows.map(({ distance_km }) => distance_km);
    expect(kmOf('distance_km;height_cm\n42,195;1,78\n')).toEqual(['42.195']);
    expect(checkImport('distance_km;height_cm\n42,195;1,78\n', []).rows[0]?.height_cm).toBe('178');
    expect(kmOf('distance_km\tbody_mass_kg\n42,195\t61,5\n')).toEqual(['42.195']);
    expect(kmOf('distance_km\n"1,500"\n20\n10\n')).toEqual(['1500', '20', '10']);
    expect(kmOf('distance_km\n5000\n10000\n21098\n')).toEqual(['5', '10', '21.098']);
    expect(checkImport('duration_min;body_mass_kg\n"1,200";61,5\n', []).rows[0]?.duration_min).toBe('20');
  });

  test('the columns, types and bounds of the check are those of the OpenAPI document', async () => {
    const { json: document } = await call('GET', '/openapi.json');
    const { AthleteItem, ActivityItem } = document.components.schemas;
    const fields = { ...AthleteItem.properties, ...ActivityItem.properties };
    const columns = columnsOf(['type', ...Object.keys(fields)]);
    expect(columns.size).toBeGreaterThan(30);
    for (const [name, { kind, min, max }] of columns) {
      const { type, minimum, maximum, minLength, maxLength } = fields[name];
      expect([min, max], name).toEqual([minimum ?? minLength, maximum ?? maxLength]);
      const isWhole = [type].flat().includes('integer');
      expect(kind === 'whole', name).toBe(isWhole);
    }
  });

  test.each([
    ['body_mass_kg', '72.4 kg', '72.4'],
    ['body_mass_kg', '72,4kg', '72.4'],
    ['body_mass_kg', '154 lbs', '69.853'],
    ['height_cm', '1,78 m', '178'],
    ['height_cm', '5\'11"', '180.3'],
    ['distance_km', '26.2 mi', '42.165'],
    ['distance_km', '800 m', '0.8'],
    ['elevation_gain_m', '1 200', '1200'],
    ['elevation_gain_m', '3,281 ft', '1'],
    ['ftp_w', '250 W', '250'],
    ['duration_min', '1:30', '90'],
    ['duration_min', '1h30', '90'],
    ['duration_min', '1 h 30 min', '90'],
    ['duration_min', 'PT1H30M', '90'],
    ['duration_min', '1.5 h', '90'],
    ['duration_min', '1,5 Std', '90'],
    ['duration_min', '01:30:29', '90'],
    ['duration_min', "90'", '90'],
    ['fitness_level', '5.0', '5'],
    ['scheduled_at', '25.11.2026 07:30', '2026-11-25T07:30'],
    ['scheduled_at', '5.1.2026', '2026-01-05'],
    ['scheduled_at', '2026/11/25 7:30', '2026-11-25T07:30'],
    ['scheduled_at', '25/11/2026 7:30 PM', '2026-11-25T19:30'],
    ['scheduled_at', '11/25/2026, 12:05:00 AM', '2026-11-25T00:05:00'],
    ['scheduled_at', '2026-11-25 07:30:00 +0100', '2026-11-25T07:30:00+01:00'],
    ['scheduled_at', '2026-11-25 07:30:00 UTC', '2026-11-25T07:30:00Z'],
    ['is_race_event', 'Ja', 'true'],
    ['heat_acclimatized', '0', 'false'],
    ['sex', 'weiblich', 'female'],
  ])('%s written as %s is read as %s', (column, written, read) => {
    const { rows, refused } = checkImport(
      `external_id;${column}\na;"${written.replaceAll('"', '""')}"\n`,
      [],
    );
    expect(refused).toEqual([]);
    expect(rows[0]?.[column]).toBe(read);
  });

  test.each([
    ['scheduled_at', '11/10/2026 07:30', 'an order of day and month that no row shows'],
    ['scheduled_at', '2026-02-30', 'a day that does not exist'],
    ['scheduled_at', '25.11.26', 'a year of two digits'],
    ['scheduled_at', '0001-01-01T00:00:00Z', 'a missing value of a program'],
    ['fitness_level', '5.5', 'a level between two'],
    ['birth_year', '2025', 'an athlete below five years'],
    ['time_zone', 'Mars/Olympus', 'an unknown time zone'],
    ['locale', 'german!', 'no language'],
    ['email', 'a@b', 'no address'],
    ['race_format', 'marathon', 'an unknown format'],
  ])('%s written as %s is refused: %s', (column, written) => {
    const csv = `external_id,${column}\na,"${written}"\n`;
    expect(checkImport(csv, []).refused).toHaveLength(1);
    const { refused, emptied, rows } = checkImport(csv, [], { dropCells: true });
    expect([refused, emptied.length, rows]).toEqual([[], 1, [{ external_id: 'a', [column]: '' }]]);
    expect(emptied[0]?.reason).toContain(`${column} ${written} `);
  });

  test.each([
    ['f,m', { f: 'female', m: 'male' }],
    ['W,M,d', { W: 'female', M: 'male', d: 'unspecified' }],
    ['H,M', { H: 'male', M: 'female' }],
    ['H,F', { H: 'male', F: 'female' }],
    ['m,m', null],
    ['M,Frau', null],
    ['f,m,h', null],
    ['1,2', null],
  ])('letters of sex %s mean what their pair says, or nothing', (letters, meanings) => {
    const entries = letters.split(',');
    const lines = entries.map((letter, index) => `${index},${letter}`);
    const { rows, refused } = checkImport(['external_id,sex', ...lines].join('\n'), []);
    if (meanings !== null) expect(rows.map(({ sex }) => sex)).toEqual(Object.values(meanings));
    else expect(refused.length).toBeGreaterThanOrEqual(entries.filter((one) => one.length === 1).length);
  });

  test('clocks of two parts are minutes and seconds where hours would be more than a day of sport', () => {
    const csv = (cells: string[]) =>
      [
        'athlete_external_id,external_id,type,duration_min',
        ...cells.map((cell, at) => `a,${at},bike,${cell}`),
      ].join('\n');
    const read = (...cells: string[]) =>
      checkImport(csv(cells), RIDE).rows.map(({ duration_min }) => duration_min);
    expect(read('45:30', '62:10', '9:59')).toEqual(['46', '62', '10']);
    expect(read('1:30', '0:45', '12:00')).toEqual(['90', '45', '720']);
  });

  test('distances are judged by sport: metres of one sport are converted, what nobody covers is named', () => {
    const csv = [
      'athlete_external_id,external_id,type,duration_min,distance_km',
      'a,1,swim,40,1500',
      'a,2,swim,60,2400',
      'a,3,run,60,12',
      'a,4,row,60,80',
      'a,5,bike,60,42195',
      'a,6,bike,60,30',
    ].join('\n');
    const types = ['swim', 'run', 'row', 'bike'].map((type) => ({ ...RIDE[0], type, strava: [] }));
    const { rows, emptied, findings } = checkImport(csv, types as typeof RIDE, { dropCells: true });
    expect(rows.map(({ distance_km }) => distance_km)).toEqual(['1.5', '2.4', '12', '', '', '30']);
    expect(emptied.map(({ reason }) => reason)).toEqual([
      'distance_km 80 is farther than anyone gets in 60 min of row',
      expect.stringMatching(/^distance_km 42195 is not within 0.1 to 2000/),
    ]);
    expect(findings).toContain(
      'Distances of swim that look like metres, converted to kilometres: 2 rows (line 2, 3).',
    );
  });

  test('a unit in the cell is not guessed again, whatever the rest of the column is in', () => {
    const lines = ['5400', '90 min', '1:30', '7200'].map((cell, at) => `a,${at},bike,${cell}`);
    const { rows } = checkImport(
      ['athlete_external_id,external_id,type,duration_min', ...lines].join('\n'),
      RIDE,
    );
    expect(rows.map(({ duration_min }) => duration_min)).toEqual(['90', '90', '90', '120']);
    const own = checkImport('external_id,body_mass_kg\na,158\nb,180\nc,140\nd,72.4 kg\ne,154 lb\n', []);
    expect(own.rows.map(({ body_mass_kg }) => body_mass_kg)).toEqual([
      '71.7',
      '81.6',
      '63.5',
      '72.4',
      '69.853',
    ]);
  });

  test('masses from 110 kg without a height are asked about, and kept', () => {
    const csv = 'external_id,body_mass_kg,height_cm\na,70,\nb,118,\nc,118,195\nd,60,\ne,65,\n';
    const { rows, findings } = checkImport(csv, []);
    expect(rows.map(({ body_mass_kg }) => body_mass_kg)).toEqual(['70', '118', '118', '60', '65']);
    expect(findings).toEqual([
      'Masses from 110 kg without a height: check that none is in pounds: 1 row (line 3).',
    ]);
  });

  test('a check leaves correct files alone, and reads quotes, tabs, thousands, Excel and other encodings', () => {
    const correct = 'external_id,body_mass_kg,height_cm\n"a, ""b""",61.5,170\n';
    const { findings, rows } = checkImport(correct, []);
    expect([findings, writeCsv(rows)]).toEqual([[], correct]);
    expect(checkImport('body_mass_kg\tduration_min\n61\t1,200\n', []).rows[0]?.duration_min).toBe('20');
    expect(readCsv('sep=;\r\na;b\r\n1,5;2\r\n')).toEqual([{ a: '1,5', b: '2' }]);
    expect(decodeText(Uint8Array.of(0xff, 0xfe, 0x61, 0, 0xe9, 0))).toBe('aé');
    expect(decodeText(Uint8Array.of(0x61, 0xe9))).toBe('aé');
  });

  test('a file that cannot be read says why', () => {
    const whyOf = (csv: string) => checkImport(csv, RIDE).unreadable;
    expect(whyOf('')).toBe('The file is empty.');
    expect(whyOf('athlete_external_id,type\n')).toBe('The file has a header and no rows.');
    expect(whyOf('type,title\nRide,a\nRide,"b\nRide,c\n')).toBe('A quote opened on line 3 is never closed.');
    expect(whyOf('Activity ID,Elapsed Time\n1,3600\n')).toMatch(
      /^No column is named after a field of the API.*The file has: Activity ID, Elapsed Time\.$/,
    );
    const { unreadable, findings } = checkImport('type,Elapsed Time\nRide,3600\n', RIDE);
    expect(unreadable).toBeNull();
    expect(findings).toContain(
      'No column athlete_external_id, external_id, duration_min, which every session needs.',
    );
    expect(findings).toContain('Columns that this check does not know: Elapsed Time.');
  });

  test('a foreign name of a sport gets a hint, an unknown one the list', async () => {
    const { testKey: key } = await makePartner();
    const athlete = await makeAthlete(key);
    const send = async (type: unknown) => {
      const body = { type, duration_min: 60 };
      const { json } = await call('POST', `/v1/athletes/${athlete.id}/activities`, { key, body });
      return json.error.errors[0];
    };
    expect((await send('Ride')).message).toBe('is not one of our types. Send `bike` for it');
    for (const vague of ['Race', 'Crosstrain', 'Multisport', 'Workout']) {
      expect((await send(vague)).message).toMatch(/^does not say which sport it is/);
    }
    expect((await send('quidditch')).message).toMatch(/^must be one of: run, /);
    expect((await send(undefined)).code).toBe('required');
    expect((await send(7)).code).toBe('invalid_value');
  });
});

describe('musette listen', () => {
  const NOWHERE = { signal: new AbortController().signal, print: () => undefined, everyMs: 1 };

  /** Listens during an act until a local server has received an event. Returns what it received and what was printed. */
  async function listenDuring(
    client: Musette,
    options: { readonly secret?: string },
    act: () => Promise<unknown>,
  ) {
    const lines: string[] = [];
    const ended = new AbortController();
    const received: { readonly body: string; readonly headers: Headers }[] = [];
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
      received.push({ body: String(init?.body), headers: new Headers(init?.headers) });
      return new Response(null, { status: 204 });
    });
    onTestFinished(() => spy.mockRestore());
    const listening = listen(client, 'http://127.0.0.1:3000/hook', {
      ...options,
      signal: ended.signal,
      print: (line) => lines.push(line),
      everyMs: 1,
    });
    await act();
    await expect.poll(() => received.length, { timeout: 10_000 }).toBeGreaterThan(0);
    ended.abort();
    await listening;
    const [{ body, headers } = { body: '', headers: new Headers() }] = received;
    return { lines, body, headers, bodies: received.map((each) => JSON.parse(each.body)) };
  }

  test('sends each new sandbox event to a local server, signed with the secret that it printed', async () => {
    const { client, testKey: key } = await partnersClient();
    await makeAthlete(key, { external_id: 'before' });
    await new Promise((resolve) => setTimeout(resolve, 2));
    const { lines, body, headers, bodies } = await listenDuring(client, {}, () =>
      makeAthlete(key, { external_id: 'after' }),
    );
    expect(bodies.map(({ data }) => data.external_id)).toEqual(['after']);
    const [, secret = ''] = /(whsec_\S+)/.exec(lines[0] ?? '') ?? [];
    expect((await verifyWebhook(body, headers, secret)).type).toBe('athlete.created');
    expect(lines.at(-1)).toMatch(/^athlete\.created evt_\w+ → 204$/);
  });

  test('signs with the secret that the server already has, and refuses one that is none', async () => {
    const { client, testKey: key } = await partnersClient();
    const secret = 'whsec_c2VjcmV0IG9mIGEgdGVzdA==';
    const { lines, body, headers } = await listenDuring(client, { secret }, () => makeAthlete(key));
    const bytes = new TextEncoder().encode(body);
    expect((await verifyWebhook(bytes, headers, secret)).type).toBe('athlete.created');
    const marked = Uint8Array.of(0xef, 0xbb, 0xbf, ...bytes);
    await expect(verifyWebhook(marked, headers, secret)).rejects.toThrow();
    expect(lines.join('\n')).not.toContain(secret);
    for (const none of ['secret', 'whsec_', 'whsec_*'])
      await expect(listen(client, 'http://127.0.0.1:3000', { ...NOWHERE, secret: none })).rejects.toThrow(
        'not a webhook secret',
      );
  });
});
