import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkImport, Musette, readCsv, verifyWebhook, writeCsv } from '#tools/client/index.ts';
import { listen } from '#tools/client/listen.ts';
import { plainFetch } from '../support/browser.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { BASE, call } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';

beforeAll(() => loadTestCatalogue());

const ROWS = 300;
const SPORTS = ['Ride', 'Ride', 'Run', 'VirtualRide', 'TrailRun', 'NordicSki'];
const TYPES = ['bike', 'bike', 'run', 'indoor_bike', 'trail_run', 'ski'];

/** The mass of a row in kilograms, or null if it is missing. */
const massOf = (index: number) => (index % 10 === 9 ? null : 60 + (index % 30) + 0.5);

/** A file as a platform exports it: semicolons, decimal commas, some pounds, names of Strava, seconds, missing masses. */
function exported(): string {
  const lines = Array.from({ length: ROWS }, (_, index) => {
    const kg = massOf(index);
    const isInPounds = index % 25 === 23 && kg !== null;
    const mass =
      kg === null ? '' : isInPounds ? String(Math.round(kg * 2.20462)) : String(kg).replace('.', ',');
    const seconds = 60 * (45 + (index % 100));
    return [`rider-${index}`, mass, `session-${index}`, SPORTS[index % SPORTS.length], seconds].join(';');
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
    const { findings, rows } = checkImport(exported(), types);
    expect(findings).toEqual([
      expect.stringMatching(/^Decimal commas, written with a point: \d+ rows/),
      expect.stringMatching(/^Masses that look like pounds, converted to kilograms: 12 rows/),
      'Durations that look like seconds, converted to minutes: 300 rows (line 2, 3, 4, 5, 6 …).',
      expect.stringMatching(/^Type Ride, which is bike here: 100 rows/),
      expect.stringContaining('Run, which is run'),
      expect.stringContaining('VirtualRide, which is indoor_bike'),
      expect.stringContaining('TrailRun, which is trail_run'),
      expect.stringContaining('NordicSki, which is ski'),
      expect.stringMatching(/^No body mass, so the numbers are wider until you send it: 30 rows/),
    ]);
    const again = checkImport(writeCsv(rows), types);
    expect(again.findings).toEqual([expect.stringMatching(/^No body mass.*30 rows/)]);
    const fixed = readCsv(writeCsv(rows));
    const fields = (row: Record<string, string>, names: readonly string[]) =>
      Object.fromEntries(names.filter((name) => row[name]).map((name) => [name, Number(row[name])]));
    const refused: unknown[] = [];
    const athletes = fixed.map((row) => ({
      external_id: row.athlete_external_id ?? '',
      ...fields(row, ['body_mass_kg']),
    }));
    const stored: (number | null)[] = [];
    for await (const { result } of musette.syncAthletes(athletes)) {
      if ('error' in result) refused.push(result.error);
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
      if ('error' in result) refused.push(result.error);
      else imported.push([result.activity.type, result.activity.duration_min]);
    }
    expect(refused).toEqual([]);
    expect(stored).toHaveLength(ROWS);
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

  test('a check leaves correct files alone, and reads quotes, tabs, thousands and empty files', () => {
    const correct = 'external_id,body_mass_kg,duration_min\n"a, ""b""",61.5,60\n';
    const { findings, rows } = checkImport(correct, []);
    expect([findings, writeCsv(rows)]).toEqual([[], correct]);
    expect(checkImport('body_mass_kg\tduration_min\n61\t1,200\n', []).rows[0]?.duration_min).toBe('20');
    expect(checkImport('', [])).toEqual({ findings: [], rows: [] });
    expect(checkImport('body_mass_kg\nheavy\n', []).findings).toEqual([
      'Text where a number belongs: 1 row (line 2).',
    ]);
  });

  test('a foreign name of a sport gets a hint, an unknown one the list', async () => {
    const { testKey: key } = await makePartner();
    const { json: athlete } = await call('POST', '/v1/athletes', { key, body: {} });
    const send = async (type: unknown) => {
      const body = { type, duration_min: 60 };
      const { json } = await call('POST', `/v1/athletes/${athlete.id}/activities`, { key, body });
      return json.error.errors[0];
    };
    expect((await send('Ride')).message).toBe('is not one of our types. Send `bike` for it');
    expect((await send('quidditch')).message).toMatch(/^must be one of: run, /);
    expect((await send(undefined)).code).toBe('required');
    expect((await send(7)).code).toBe('invalid_value');
  });
});

test('musette listen sends each new sandbox event to a local server, signed with the secret that it printed', async () => {
  const { client, testKey: key } = await partnersClient();
  const lines: string[] = [];
  const ended = new AbortController();
  const received: { body: string; headers: Headers }[] = [];
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    received.push({ body: String(init?.body), headers: new Headers(init?.headers) });
    return new Response(null, { status: 204 });
  });
  onTestFinished(() => spy.mockRestore());
  await call('POST', '/v1/athletes', { key, body: { external_id: 'before' } });
  await new Promise((resolve) => setTimeout(resolve, 2));
  const listening = listen(client, 'http://127.0.0.1:3000/hook', {
    signal: ended.signal,
    print: (line) => lines.push(line),
    everyMs: 1,
  });
  await call('POST', '/v1/athletes', { key, body: { external_id: 'after' } });
  await expect.poll(() => received.length, { timeout: 10_000 }).toBeGreaterThan(0);
  ended.abort();
  await listening;
  expect(received.map(({ body }) => JSON.parse(body).data.external_id)).toEqual(['after']);
  const [, secret = ''] = /(whsec_\S+)/.exec(lines[0] ?? '') ?? [];
  const [{ body, headers } = { body: '', headers: new Headers() }] = received;
  expect((await verifyWebhook(body, headers, secret)).type).toBe('athlete.created');
  expect(lines.at(-1)).toMatch(/^athlete\.created evt_\w+ → 204$/);
});
