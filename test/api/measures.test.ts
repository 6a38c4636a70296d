import { beforeAll, describe, expect, test } from 'vitest';
import { makeAthlete, makeCalculatedActivity } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call, type Reply, refusal } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';

beforeAll(() => loadTestCatalogue());

/** A ride that warns of low blood sodium with a ceiling. */
const RIDE = { type: 'bike', duration_min: 360, intensity_level: 4 } as const;
const PROFILE = { body_mass_kg: 70, sex: 'female', birth_year: 1990, locale: 'en' } as const;

async function riderWith(fields: object) {
  const { testKey: key } = await makePartner();
  const { id, path } = await makeAthlete(key, { ...PROFILE, tier: 'full', ...fields });
  const made = await makeCalculatedActivity(key, id, RIDE);
  return { key, path, activity: made.path, made };
}

const messagesOf = ({ safety }: Reply['json']): string =>
  safety.warnings.map(({ message }: { message: string }) => message).join(' ');

describe('units', () => {
  test.each([
    [{ units: 'us' }, true],
    [{ units: null, locale: 'en-US' }, true],
    [{ units: null, locale: 'es-US' }, true],
    [{ units: 'metric', locale: 'en-US' }, false],
    [{ units: null, locale: 'de-US' }, false],
    [{ units: null, locale: 'en-GB' }, false],
  ])('texts of an athlete with %j', async (fields, isUs) => {
    const { key, activity, made } = await riderWith(fields);
    const headers = { Accept: 'text/plain', 'Accept-Language': isUs ? 'en-GB' : 'en-US' };
    const { text } = await call('GET', `${activity}/fuel-plan?suggest=true`, { key, headers });
    expect(text).toMatch(isUs ? /\d fl oz/ : /\d ml/);
    expect(messagesOf(made).includes('fl oz')).toBe(isUs);
    for (const said of [messagesOf(made), text.replaceAll(/\(\d+ ml\)/g, '')]) {
      expect(said).not.toMatch(isUs ? /\d ml|litre/ : /fl oz/);
    }
    expect(made.safety.max_safe_fluid_ml_per_hr).toBeGreaterThan(100);
  });

  test('a plan and its forms take the units of the request, with the same language', async () => {
    const { key, activity } = await riderWith({});
    for (const accept of ['text/plain', 'text/html', 'image/svg+xml']) {
      const headers = { Accept: accept };
      const us = await call('GET', `${activity}/fuel-plan?suggest=true&units=us`, { key, headers });
      expect(us.text, accept).toContain('fl oz');
      expect(us.headers.get('Content-Language')).toBe('en');
      const metric = await call('GET', `${activity}/fuel-plan?suggest=true&units=metric`, { key, headers });
      expect(metric.text, accept).not.toContain('fl oz');
    }
    const odd = await call('GET', `${activity}/fuel-plan?suggest=true&units=imperial`, { key });
    expect(refusal(odd)).toMatchObject({ status: 422, pointers: ['?units'] });
  });

  test('a sheet has its ceiling in whole fluid ounces below it, with milliliters in brackets', async () => {
    const { key, activity, made } = await riderWith({ units: 'us' });
    const most = made.safety.max_safe_fluid_ml_per_hr;
    const headers = { Accept: 'text/html' };
    const { text } = await call('GET', `${activity}/fuel-plan?suggest=true`, { key, headers });
    expect(text).toContain(`${Math.floor(most / 29.5735295625)} fl oz (${most} ml)`);
  });

  test('a replan takes them too', async () => {
    const { key, activity } = await riderWith({});
    const body = { at_min: 60, taken: { carb_g: 20, fluid_ml: 4000, sodium_mg: 100 }, suggest: true };
    const reply = await call('POST', `${activity}/fuel-plan/replan?units=us`, { key, body });
    expect(reply.status, reply.text).toBe(200);
    expect(JSON.stringify(reply.json.notes)).toContain('fl oz');
    expect(JSON.stringify(reply.json.notes)).not.toMatch(/\d ml/);
  });

  test('a calculation takes units for its texts, else those of its athlete, else metric', async () => {
    const { key, path } = await riderWith({ units: 'us' });
    const said = async (body: object) =>
      messagesOf((await call('POST', '/v1/nutrition/calculate', { key, body })).json);
    const { locale: _locale, ...profile } = PROFILE;
    expect(await said({ activity: RIDE, profile, units: 'us' })).toContain('fl oz');
    expect(await said({ activity: RIDE, profile })).not.toContain('fl oz');
    const athlete_id = path.split('/').at(-1);
    expect(await said({ activity: RIDE, athlete_id })).toContain('fl oz');
    expect(await said({ activity: RIDE, athlete_id, units: 'metric' })).not.toContain('fl oz');
    const body = {
      scenarios: [
        { activity: RIDE, profile, units: 'us' },
        { activity: RIDE, profile },
      ],
    };
    const { json } = await call('POST', '/v1/nutrition/calculate/batch', { key, body });
    expect(json.results.map((each: never) => messagesOf(each).includes('fl oz'))).toEqual([true, false]);
    const tried = await call('POST', '/try/calculate', { body: { activity: RIDE, profile, units: 'us' } });
    expect(messagesOf(tried.json)).toContain('fl oz');
  });

  test('entity tags contain the units, so that a cached text of other units is never used', async () => {
    const { key, path, activity } = await riderWith({});
    const before = await call('GET', activity, { key });
    const tag = before.headers.get('ETag') ?? '';
    await call('PATCH', path, { key, body: { units: 'us' } });
    const after = await call('GET', activity, { key, headers: { 'If-None-Match': tag } });
    expect(after.status).toBe(200);
    expect(messagesOf(after.json)).toContain('fl oz');
    const own = after.headers.get('ETag') ?? '';
    const again = await call('GET', activity, { key, headers: { 'If-None-Match': own } });
    expect(again.status).toBe(304);
    const body = { name: 'x' };
    const change = await call('PATCH', activity, { key, body, headers: { 'If-Match': own } });
    expect(change.status, change.text).toBe(200);
  });

  test('the replay of a stored answer keeps its units', async () => {
    const { key, path } = await riderWith({ units: 'us' });
    const headers = { 'Idempotency-Key': 'units' };
    const create = () => call('POST', `${path}/activities?calculate=true`, { key, body: RIDE, headers });
    const first = await create();
    await call('PATCH', path, { key, body: { units: 'metric' } });
    const replay = await create();
    expect(replay.text).toBe(first.text);
    expect(messagesOf(replay.json)).toContain('fl oz');
  });
});
