import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { NUMBERS } from '../../src/packages/client/src/check-import.ts';
import { decodeText } from '../../src/packages/client/src/csv.ts';
import {
  type AthleteItem,
  checkImport,
  Musette,
  readCsv,
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
const BOUNDS = z.object({ minimum: z.number(), maximum: z.optional(z.number()) });
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
    const fixed = readCsv(writeCsv(rows));
    const fields = (row: Record<string, string>, names: readonly string[]) =>
      Object.fromEntries(names.filter((name) => row[name]).map((name) => [name, Number(row[name])]));
    const errors: unknown[] = [];
    const athletes = new Map<string, AthleteItem>();
    for (const row of fixed) {
      const external_id = row.athlete_external_id ?? '';
      const profile = fields(row, ['body_mass_kg']);
      athletes.set(external_id, { ...athletes.get(external_id), external_id, ...profile });
    }
    const stored: (number | null)[] = [];
    for await (const { result } of musette.syncAthletes(athletes.values())) {
      if ('error' in result) errors.push(result.error);
      else stored.push(result.athlete.body_mass_kg);
    }
    const sessions = fixed.map((row) => ({
      athlete_external_id: row.athlete_external_id ?? '',
      external_id: row.external_id ?? '',
      type: types.find(({ type }) => type === row.type)?.type ?? 'other',
      ...fields(row, ['duration_min']),
    }));
    const imported: unknown[] = [];
    for await (const { result } of musette.syncActivities(sessions)) {
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
      'a;6;Ride;3600;25.11.2026 07:30;;;',
      'a;7;Ride;3600;;14;;',
      'a;8;Quidditch;3600;;;;',
      'a;9;Ride',
      'a;10;Ride;3600;;;154 lb;',
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
      { line: 9, external_id: '6', reason: expect.stringContaining('25.11.2026 07:30 is not written as') },
      { line: 10, external_id: '7', reason: 'intensity_level 14 is not within 1 to 9' },
      {
        line: 11,
        external_id: '8',
        reason: expect.stringContaining('type Quidditch is a name of no platform'),
      },
      { line: 12, external_id: '9', reason: 'the row has 3 cells, and the header 8' },
      { line: 13, external_id: '10', reason: 'body_mass_kg 154 lb is not a number' },
    ]);
    expect(
      rows.map(({ duration_min, body_mass_kg, scheduled_at }) => [duration_min, body_mass_kg, scheduled_at]),
    ).toEqual([
      ['90', '70.1', '2026-11-21T07:30:00'],
      ['90', '', '2026-11-21T07:30:00+01:00'],
      ['60', '', ''],
    ]);
    expect(rows[0]?.title).toBe('two\nlines; 12" wheels');
    expect(findings).toContain('An external_id that came before: the last one wins: 1 row (line 15).');
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

  test('the bounds of the check are those of the API', async () => {
    const { json: document } = await call('GET', '/openapi.json');
    const { AthleteItem, ActivityItem } = document.components.schemas;
    const fields = { ...AthleteItem.properties, ...ActivityItem.properties };
    for (const [name, [min, max]] of Object.entries(NUMBERS)) {
      const { minimum, maximum } = z.parse(BOUNDS, fields[name]);
      expect([minimum, maximum ?? max], name).toEqual([min, max]);
    }
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
