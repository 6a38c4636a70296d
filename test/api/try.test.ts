import { describe, expect, test } from 'vitest';
import { call, refusal } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';

const SCENARIO = {
  profile: { sex: 'female', body_mass_kg: 62 },
  activity: { type: 'run', duration_min: 210, intensity_level: 6, is_race_event: true },
};

const spent: Pick<Cloudflare.Env, 'TRIES'> = {
  TRIES: { limit: async () => ({ success: false }) },
};

describe('a calculation without a key', () => {
  test('answers the numbers of the keyed calculation, with explanation and attribution', async () => {
    const { testKey } = await makePartner({ defaultTier: 'full' });
    const tried = await call('POST', '/try/calculate', { body: SCENARIO });
    const keyed = await call('POST', '/v1/nutrition/calculate?include=explanation,trajectory', {
      key: testKey,
      body: SCENARIO,
    });
    expect(tried.status).toBe(200);
    const { attribution, prescription, ...rest } = tried.json;
    expect(attribution).toEqual({ text: 'Powered by Musette', url: 'https://musette.test' });
    const { prescription: keyedNumbers, ...keyedRest } = keyed.json;
    expect(rest).toEqual(keyedRest);
    expect({ ...prescription, calculated_at: null }).toEqual({ ...keyedNumbers, calculated_at: null });
    expect(rest.tier).toBe('full');
  });

  test('carries the data headers, requires attribution and is never cached', async () => {
    const { headers } = await call('POST', '/try/calculate', { body: SCENARIO });
    expect(headers.get('X-Service-Data-Attribution')).toBe('required');
    expect(headers.get('X-Service-Data-License')).toBe('display-only');
    expect(headers.get('X-Service-Data-Training')).toBe('prohibited');
    expect(headers.get('Cache-Control')).toBe('no-store');
  });

  test('takes no athlete, no query and no unknown field', async () => {
    const athlete = { ...SCENARIO, athlete_id: 'ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz' };
    for (const [path, body] of [
      ['/try/calculate', athlete],
      ['/try/calculate', { ...SCENARIO, name: 'x' }],
      ['/try/calculate?include=explanation', SCENARIO],
    ] as const) {
      expect(refusal(await call('POST', path, { body }))).toMatchObject({
        status: 422,
        code: 'validation_failed',
      });
    }
  });

  test('takes a body as large as a calculation with a key does: a course of 2,000 points', async () => {
    const points = Array.from({ length: 2000 }, (_, index) => ({
      km: index / 40,
      elevation_m: 1000.5,
      lat: 46.123456,
      lon: 8.123456,
    }));
    const activity = { type: 'bike', duration_min: 120, course: { distance_km: 50, points } };
    expect((await call('POST', '/try/calculate', { body: { activity } })).status).toBe(200);
    const name = 'x'.repeat(256 * 1024);
    const reply = await call('POST', '/try/calculate', { body: { activity: { ...activity, name } } });
    expect(refusal(reply)).toMatchObject({ status: 413, code: 'payload_too_large' });
  });

  test('refuses what contradicts itself with a pointer, and what is not JSON', async () => {
    const segments = [
      { type: 'bike', duration_min: 100 },
      { type: 'run', duration_min: 110 },
    ];
    const body = { activity: { ...SCENARIO.activity, segments } };
    const reply = refusal(await call('POST', '/try/calculate', { body }));
    expect(reply).toEqual({ status: 422, code: 'validation_failed', pointers: ['/activity/segments'] });
    const headers = { 'content-type': 'application/json' };
    const malformed = await call('POST', '/try/calculate', { rawBody: '{', headers });
    expect(refusal(malformed)).toMatchObject({ status: 400, code: 'malformed_json' });
  });

  test('is refused with a rate limit by address, and says when to come back', async () => {
    const reply = await call('POST', '/try/calculate', { body: SCENARIO, bindings: spent });
    expect(refusal(reply)).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(reply.headers.get('Retry-After')).toBe('60');
    expect(reply.headers.get('X-Service-Data-Attribution')).toBe('required');
  });

  const tryFrom = (address: string, bindings: Partial<Cloudflare.Env>) =>
    call('POST', '/try/calculate', { body: SCENARIO, bindings, headers: { 'cf-connecting-ip': address } });

  test('TRY_PER_MIN is the rate limit of an address, and each address has its own', async () => {
    const bindings = { TRY_PER_MIN: '2' };
    for (const address of ['192.0.2.201', '192.0.2.202']) {
      for (const status of [200, 200, 429]) expect((await tryFrom(address, bindings)).status).toBe(status);
    }
    const reply = await tryFrom('192.0.2.201', bindings);
    expect(refusal(reply)).toMatchObject({ code: 'rate_limited' });
    expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(Number(reply.headers.get('Retry-After'))).toBeLessThanOrEqual(30);
  });

  test('a TRY_PER_MIN above the fixed rate limit of the platform is not held down by it', async () => {
    expect((await tryFrom('192.0.2.203', { TRY_PER_MIN: '121', ...spent })).status).toBe(200);
    expect((await tryFrom('192.0.2.203', { TRY_PER_MIN: '120', ...spent })).status).toBe(429);
  });

  test('takes the budget before the body is read, so invalid bodies meet it too', async () => {
    const bindings = { TRY_PER_MIN: '2' };
    const headers = { 'content-type': 'application/json', 'cf-connecting-ip': '192.0.2.204' };
    const send = (rawBody: BodyInit) => call('POST', '/try/calculate', { rawBody, headers, bindings });
    expect((await send('{')).status).toBe(400);
    expect((await send('{"activity":{}}')).status).toBe(422);
    let pulls = 0;
    const unread = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulls += 1;
          controller.error(new Error('nobody may read this'));
        },
      },
      { highWaterMark: 0 },
    );
    expect((await send(unread)).status).toBe(429);
    expect(pulls).toBeLessThanOrEqual(1);
    expect((await send(JSON.stringify(SCENARIO))).status).toBe(429);
  });

  test('is available only while the limiter answers', async () => {
    const broken = { TRIES: { limit: () => Promise.reject(new Error('down')) } };
    const reply = await call('POST', '/try/calculate', { body: SCENARIO, bindings: broken });
    expect(refusal(reply)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
  });
});
