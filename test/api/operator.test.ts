import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { sha256Hex } from '#platform/storage/cryptography.ts';
import { failingBindings } from '../support/bindings.ts';
import { makeActivity, makeAthlete, makeKey, makePrescription } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { BASE, call, operator, type Reply, refusal } from '../support/client.ts';
import { rewireGuard, skipWaitForLeases } from '../support/guards.ts';
import { beginIsolate } from '../support/isolates.ts';
import { makePartner } from '../support/partners.ts';
import { later, stopClock } from '../support/stopped-clock.ts';

const PARTNERS = '/operator/v1/partners';
const DAY_S = 86_400;
const UNKNOWN = 'prt_01kajz8w3t5v9c2b7n4m6q8r0s';
const application = {
  name: 'Sample Platform',
  use_case: 'Showing nutrition beside workouts',
  contact_email: 'api@platform.example',
};

beforeAll(() => loadTestCatalogue());

async function auditOf(subjectId: string): Promise<unknown[]> {
  const rows = await env.REGISTRY.prepare('SELECT * FROM audit_log WHERE subject_id = ? ORDER BY id')
    .bind(subjectId)
    .all();
  return rows.results;
}

describe('partners', () => {
  test('a partner is created with a working sandbox key, at a Location that the operator can read', async () => {
    const made = await operator('POST', PARTNERS, { body: application });
    expect(made.status).toBe(201);
    const { partner, sandbox_key: key } = made.json;
    expect(partner).toMatchObject({ ...application, default_tier: 'teaser', status: 'active' });
    expect(made.headers.get('Location')).toBe(`${BASE}${PARTNERS}/${partner.id}`);
    expect((await operator('GET', `${PARTNERS}/${partner.id}`)).json).toEqual(partner);
    expect((await call('GET', '/v1/athletes', { key: key.secret })).status).toBe(200);
    expect(await auditOf(partner.id)).toMatchObject([{ action: 'partner.create', actor: 'operator' }]);
    expect(JSON.stringify(await auditOf(partner.id))).not.toContain(key.secret);
  });

  test('a new sandbox starts with the sample athletes, one of them teaser, and its first prescription has six numbers', async () => {
    const made = await operator('POST', PARTNERS, { body: { ...application, regions: ['enam', 'weur'] } });
    const key = made.json.sandbox_key.secret;
    const { json: athletes } = await call('GET', '/v1/athletes', { key });
    expect(athletes.data).toHaveLength(8);
    const teaser = athletes.data.filter(({ tier }: { tier: string }) => tier === 'teaser');
    expect(teaser).toMatchObject([{ external_id: 'sandbox-first-half' }]);
    const runner = athletes.data.find((each: Reply['json']) => each.external_id === 'sandbox-marathon');
    const path = `/v1/athletes/${runner.id}/activities`;
    const { json: planned } = await call('GET', `${path}?limit=1`, { key });
    expect(planned.data[0]).toMatchObject({ prescription: expect.any(Object), safety: expect.any(Object) });

    const activity = await makeActivity(key, (await makeAthlete(key)).id);
    const bare = await makePrescription(key, activity.path);
    for (const number of [
      'carb_g_per_hr',
      'sodium_mg_per_hr',
      'fluid_ml_per_hr',
      'total_carb_g',
      'total_sodium_mg',
      'total_fluid_ml',
    ]) {
      expect(bare[number], number).toEqual(expect.any(Number));
    }
  });

  test('a name that athletes may not be shown is refused as invalid_name, and no partner is made', async () => {
    const name = '\u202emroftalP';
    const reply = await operator('POST', PARTNERS, { body: { ...application, name } });
    expect(refusal(reply)).toEqual({ status: 422, code: 'validation_failed', pointers: ['/name'] });
    expect(reply.json.error.errors[0].code).toBe('invalid_name');
    const row = await env.REGISTRY.prepare('SELECT id FROM partners WHERE name = ?').bind(name).first();
    expect(row).toBeNull();
  });

  test('a partner whose sandbox cannot be filled gets no key: 503, and the operator tries again', async () => {
    const body = { ...application, name: 'Half a partner' };
    const bindings = failingBindings('athleteBatches');
    const failed = await operator('POST', PARTNERS, { body, bindings });
    expect(refusal(failed)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
    const { results } = await env.REGISTRY.prepare(
      'SELECT api_keys.id FROM api_keys JOIN partners ON partners.id = partner_id WHERE partners.name = ?',
    )
      .bind(body.name)
      .all();
    expect(results).toEqual([]);
    expect((await operator('POST', PARTNERS, { body })).status).toBe(201);
  });

  test('live access creates a live key and keeps the date of the first grant', async () => {
    const { partnerId } = await makePartner();
    const path = `${PARTNERS}/${partnerId}`;
    const granted = await operator('POST', `${path}/live-access`);
    expect(granted.status).toBe(201);
    expect(granted.json.live_key.secret).toMatch(/^sk_live_/);
    expect((await call('GET', '/v1/athletes', { key: granted.json.live_key.secret })).status).toBe(200);
    const { json: read } = await operator('GET', path);
    expect(read.live_access_at).not.toBeNull();
    const again = await operator('POST', `${path}/live-access`, { bindings: later(60) });
    expect(again.json.live_key.id).not.toBe(granted.json.live_key.id);
    expect((await operator('GET', path)).json.live_access_at).toBe(read.live_access_at);
    expect(await auditOf(partnerId)).toHaveLength(2);
  });

  test('the list shows partners newest first, page by page with a cursor', async () => {
    const ids: string[] = [];
    while (ids.length < 3) ids.push((await makePartner()).partnerId);
    const first = await operator('GET', `${PARTNERS}?limit=2`);
    const second = await operator('GET', `${PARTNERS}?limit=2&cursor=${first.json.next_cursor}`);
    const shown = [...first.json.data, ...second.json.data].map((partner) => partner.id);
    expect(shown.slice(0, 3)).toEqual(ids.sort().reverse());
  });

  test.each([
    ['GET', ''],
    ['POST', '/live-access'],
    ['POST', '/terminate'],
  ])('%s …%s of an unknown partner is 404', async (method, tail) => {
    for (const id of [UNKNOWN, 'nonsense']) {
      const reply = await operator(method, `${PARTNERS}/${id}${tail}`);
      expect(refusal(reply)).toMatchObject({ status: 404, code: 'partner_not_found' });
    }
  });

  test.each([
    [{ ...application, name: '' }, '/name'],
    [{ ...application, contact_email: 'nobody' }, '/contact_email'],
    [{ ...application, default_tier: 'gold' }, '/default_tier'],
    [{ name: 'x', contact_email: 'a@b.example' }, '/use_case'],
  ])('refuses the application %j', async (body, pointer) => {
    const reply = await operator('POST', PARTNERS, { body });
    expect(refusal(reply)).toEqual({ status: 422, code: 'validation_failed', pointers: [pointer] });
  });
});

describe('the budgets of a partner', () => {
  test('are its own in both environments, and null returns to the default', async () => {
    const { partnerId, testKey, liveKey } = await makePartner();
    const other = await makePartner();
    const path = `${PARTNERS}/${partnerId}`;
    const before = (await call('GET', '/v1/partner', { key: testKey })).json.limits;
    const body = { requests_per_min: 7, product_records_per_day: 3, exports_per_day: 1 };
    const reply = await operator('PATCH', path, { body });
    expect(reply.json).toMatchObject({ ...body, product_requests_per_min: null });
    for (const key of [testKey, liveKey]) {
      const account = await call('GET', '/v1/partner', { key });
      expect(account.json.limits).toMatchObject(body);
      expect(account.headers.get('RateLimit-Policy')).toContain('"standard";q=7;w=60');
    }
    expect((await operator('GET', `${PARTNERS}/${other.partnerId}`)).json.requests_per_min).toBeNull();
    const reset = await operator('PATCH', path, {
      body: { requests_per_min: null, product_records_per_day: null, exports_per_day: null },
    });
    expect(reset.json).toMatchObject({ requests_per_min: null, exports_per_day: null });
    expect((await call('GET', '/v1/partner', { key: testKey })).json.limits).toEqual(before);
    expect(await auditOf(partnerId)).toMatchObject([
      {
        action: 'partner.set_budgets',
        detail: '{"standardPerMin":"7","productRecordsPerDay":"3","exportsPerDay":"1"}',
      },
      { action: 'partner.set_budgets' },
    ]);
  });

  test('limit its requests, exports and products', async () => {
    const { partnerId, testKey: key } = await makePartner();
    const athlete = await makeAthlete(key);
    const body = { requests_per_min: 6, exports_per_day: 1, product_records_per_day: 2 };
    await operator('PATCH', `${PARTNERS}/${partnerId}`, { body });
    const exportAthlete = () => call('POST', `/v1/athletes/${athlete.id}/export`, { key });
    expect((await exportAthlete()).status).toBe(200);
    expect(refusal(await exportAthlete()).code).toBe('athlete_daily_limit_reached');
    const products = await call('GET', `/v1/products?athlete_id=${athlete.id}&limit=2`, { key });
    expect(products.headers.get('RateLimit-Policy')).toContain('"athlete-records";q=2;w=86400');
    const statuses = [];
    for (let index = 0; index < 6; index++)
      statuses.push((await call('GET', '/v1/athletes', { key })).status);
    expect(statuses).toContain(429);
  });

  test('are refused below 1, as text and by unknown names, with 422; an unknown partner is 404', async () => {
    const { partnerId } = await makePartner();
    const sent = [
      [{ requests_per_min: 0 }, '/requests_per_min'],
      [{ requests_per_min: 60_001 }, '/requests_per_min'],
      [{ exports_per_day: 'x' }, '/exports_per_day'],
      [{ per_min: 1 }, '/per_min'],
    ] as const;
    for (const [body, pointer] of sent) {
      const reply = await operator('PATCH', `${PARTNERS}/${partnerId}`, { body });
      expect(refusal(reply)).toMatchObject({ status: 422, pointers: [pointer] });
    }
    const unknown = await operator('PATCH', `${PARTNERS}/${UNKNOWN}`, { body: {} });
    expect(refusal(unknown)).toMatchObject({ status: 404, code: 'partner_not_found' });
  });

  test('of a terminated partner cannot be changed: 409', async () => {
    const { partnerId } = await makePartner();
    await operator('POST', `${PARTNERS}/${partnerId}/terminate`);
    const reply = await operator('PATCH', `${PARTNERS}/${partnerId}`, { body: { requests_per_min: 9 } });
    expect(refusal(reply).code).toBe('partner_terminated');
  });
});

describe("an athlete's tier", () => {
  test.each(['test', 'live'] as const)(
    'is set by the operator in the %s environment',
    async (environment) => {
      const partner = await makePartner({ defaultTier: 'teaser' });
      const key = environment === 'test' ? partner.testKey : partner.liveKey;
      const body = { name: 'Ada', ...(environment === 'test' ? { tier: 'teaser' } : {}) };
      const { id, path } = await makeAthlete(key, body);
      const before = (await call('GET', path, { key })).headers.get('ETag');
      const reply = await operator('PUT', `/operator${path}/tier`, { body: { tier: 'full' } });
      expect([reply.status, reply.json.tier]).toEqual([200, 'full']);
      expect(reply.text).not.toContain('Ada');
      const after = await call('GET', path, { key });
      expect(after.json.tier).toBe('full');
      expect(after.headers.get('ETag')).not.toBe(before);
      const audit = await auditOf(`sha256:${await sha256Hex(id)}`);
      expect(audit).toMatchObject([{ action: 'athlete.set_tier' }]);
      expect(JSON.stringify(audit)).not.toContain(id);
    },
  );

  test('an unknown athlete is 404, an unknown tier 422', async () => {
    for (const id of [
      'ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz',
      'ath_tc00z01jcc9q0x8v5n3m1t7k2b6h4dz',
      'nonsense',
    ]) {
      const reply = await operator('PUT', `/operator/v1/athletes/${id}/tier`, { body: { tier: 'full' } });
      expect(refusal(reply)).toMatchObject({ status: 404, code: 'athlete_not_found' });
    }
    const { testKey } = await makePartner();
    const { path } = await makeAthlete(testKey);
    const reply = await operator('PUT', `/operator${path}/tier`, { body: { tier: 'gold' } });
    expect(refusal(reply).pointers).toEqual(['/tier']);
  });
});

describe('termination', () => {
  async function partnerWithKeys() {
    const partner = await makePartner();
    const second = await makeKey(partner.testKey);
    const athlete = await makeAthlete(partner.testKey);
    return { ...partner, second, athlete, terminate: `${PARTNERS}/${partner.partnerId}/terminate` };
  }

  /**
   * Makes such a partner, whose end is felt by an isolate that has used none of its keys. So it need not wait for leases: the
   * first test does.
   */
  async function partnerEndingAtOnce() {
    const partner = await partnerWithKeys();
    for (const keyId of [partner.testKeyId, partner.liveKeyId, partner.second.id])
      await skipWaitForLeases(keyId);
    beginIsolate();
    return partner;
  }

  test('termination reaches every key before the answer: only listing and key deletion remain', async () => {
    const { testKey, liveKey, second, athlete, terminate, partnerId } = await partnerWithKeys();
    for (const key of [testKey, liveKey, second.secret]) await call('GET', '/v1/athletes', { key });
    const ended = await operator('POST', terminate);
    expect(ended.status).toBe(200);
    const days = (Date.parse(ended.json.purge_after) - Date.parse(ended.json.terminated_at)) / 86_400_000;
    expect(days).toBe(30);
    for (const key of [testKey, liveKey, second.secret]) {
      const created = await call('POST', '/v1/athletes', { key, body: {} });
      expect(refusal(created)).toMatchObject({ status: 403, code: 'partner_terminated' });
      expect(created.headers.get('RateLimit')).not.toBeNull();
      expect((await call('GET', '/v1/athletes', { key })).status).toBe(200);
    }
    const read = await call('GET', `/v1/athletes/${athlete.id}`, { key: testKey });
    expect(refusal(read).code).toBe('partner_terminated');
    const makeKey = await call('POST', '/v1/partner/api-keys', { key: testKey, body: { name: 'x' } });
    expect(refusal(makeKey).code).toBe('partner_terminated');
    const live = await operator('POST', `${PARTNERS}/${partnerId}/live-access`);
    expect(refusal(live)).toMatchObject({ status: 403, code: 'partner_terminated' });
    const revoked = await call('DELETE', `/v1/partner/api-keys/${second.id}`, { key: testKey });
    expect(revoked.status).toBe(204);
    expect(refusal(await call('GET', '/v1/athletes', { key: second.secret })).code).toBe('invalid_api_key');
  });

  test('termination holds while KV still has the stale record', async () => {
    const { testKey, terminate } = await partnerEndingAtOnce();
    const name = `key:${await sha256Hex(testKey)}`;
    await call('GET', '/v1/athletes', { key: testKey });
    const before = await env.API_KEYS.get(name);
    beginIsolate();
    await operator('POST', terminate);
    await env.API_KEYS.put(name, before ?? '');
    const reply = await call('POST', '/v1/athletes', { key: testKey, body: {} });
    expect(refusal(reply)).toMatchObject({ status: 403, code: 'partner_terminated' });
  });

  test('the keys of a terminated partner are invalid after 30 days to the second, while their guard still admits them', async () => {
    stopClock();
    const { testKey, terminate } = await partnerEndingAtOnce();
    await operator('POST', terminate);
    const at = (seconds: number) => call('GET', '/v1/athletes', { key: testKey, bindings: later(seconds) });
    expect((await at(30 * DAY_S - 1)).status).toBe(200);
    expect(refusal(await at(30 * DAY_S))).toMatchObject({ status: 401, code: 'invalid_api_key' });
  });

  test('termination is idempotent: a retry answers the same and leaves one audit row', async () => {
    const { terminate, partnerId } = await partnerEndingAtOnce();
    const first = await operator('POST', terminate);
    const second = await operator('POST', terminate, { bindings: later(3600) });
    expect(second.json).toEqual(first.json);
    const acts = (await auditOf(partnerId)).filter((row) =>
      JSON.stringify(row).includes('partner.terminate'),
    );
    expect(acts).toHaveLength(1);
  });

  test.each([
    ['a guard', 'guardCalls', 2],
    ['the list of keys', 'registryBatches', 2],
  ] as const)(
    'interrupted at %s it answers 503, and repeating it finishes the work',
    async (_what, kind, from) => {
      const { testKey, liveKey, second, terminate } = await partnerEndingAtOnce();
      const cut = await operator('POST', terminate, { bindings: failingBindings(kind, from) });
      expect(refusal(cut)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
      expect((await operator('POST', terminate)).status).toBe(200);
      for (const key of [testKey, liveKey, second.secret]) {
        const reply = await call('POST', '/v1/athletes', { key, body: {} });
        expect(refusal(reply).code).toBe('partner_terminated');
      }
    },
  );

  test('interrupted where a guard writes KV it answers 503, and repeating it finishes the work', async () => {
    const { testKey, testKeyId, terminate } = await partnerEndingAtOnce();
    const repair = await rewireGuard(testKeyId, failingBindings('kvWrites'));
    const cut = await operator('POST', terminate);
    expect(refusal(cut)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
    await repair();
    expect((await operator('POST', terminate)).status).toBe(200);
    const reply = await call('POST', '/v1/athletes', { key: testKey, body: {} });
    expect(refusal(reply).code).toBe('partner_terminated');
    const record = await env.API_KEYS.get(`key:${await sha256Hex(testKey)}`, 'json');
    expect(record).toMatchObject({ partner: { status: 'terminated' } });
  });

  test('a key created at the moment of termination is refused or notified', async () => {
    const { testKey, terminate } = await partnerEndingAtOnce();
    const makeKey = () => call('POST', '/v1/partner/api-keys', { key: testKey, body: { name: 'x' } });
    const [ended, ...made] = await Promise.all([
      operator('POST', terminate),
      ...Array.from({ length: 8 }, makeKey),
    ]);
    expect(ended.status).toBe(200);
    beginIsolate();
    for (const reply of made.filter((other) => other.status === 201)) {
      const use = await call('POST', '/v1/athletes', { key: reply.json.secret, body: {} });
      expect(refusal(use).code).toBe('partner_terminated');
    }
  });
});
