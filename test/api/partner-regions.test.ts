import { beforeAll, describe, expect, test } from 'vitest';
import { parseAthleteId } from '#platform/storage/ids.ts';
import { failingBindings } from '../support/bindings.ts';
import { makeAthlete } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call, operator, refusal } from '../support/client.ts';
import { rewireGuard } from '../support/guards.ts';

const ATHLETES = '/v1/athletes';
const shardOf = (id: string) => parseAthleteId(id)?.shard;

describe("a partner's regions", () => {
  beforeAll(() => loadTestCatalogue());

  const PARTNERS = '/operator/v1/partners';
  const application = { name: 'A platform', use_case: 'testing', contact_email: 'api@platform.example' };

  async function partnerIn(regions?: readonly string[]) {
    const { json } = await operator('POST', PARTNERS, {
      body: { ...application, ...(regions && { regions }) },
    });
    return {
      path: `${PARTNERS}/${json.partner.id}/regions`,
      partner: json.partner,
      key: json.sandbox_key.secret,
      keyId: json.sandbox_key.id,
    };
  }

  test('the first is the home region, weur if none is named', async () => {
    expect((await partnerIn()).partner.regions).toEqual(['weur']);
    const { key, partner } = await partnerIn(['enam', 'weur']);
    expect(partner.regions).toEqual(['enam', 'weur']);
    expect(shardOf((await makeAthlete(key)).id)).toBe('b000');
  });

  test.each([[['apac']], [['weur', 'oc']], [['weur', 'weur']], [[]], [['moon']]])(
    'the regions %j are refused: without a database, twice, or unknown',
    async (regions) => {
      const reply = await operator('POST', PARTNERS, { body: { ...application, regions } });
      expect(refusal(reply)).toMatchObject({ status: 422, code: 'validation_failed' });
    },
  );

  test('one that is added is in the KV record of every key at once', async () => {
    const { path, key } = await partnerIn(['weur']);
    expect(refusal(await call('POST', ATHLETES, { key, body: { region: 'enam' } })).status).toBe(422);
    const set = await operator('PUT', path, { body: { regions: ['weur', 'enam'] } });
    expect([set.status, set.json.regions]).toEqual([200, ['weur', 'enam']]);
    expect(shardOf((await makeAthlete(key, { region: 'enam' })).id)).toBe('b000');
    expect((await operator('PUT', path, { body: { regions: ['weur', 'enam'] } })).status).toBe(200);
  });

  test('one where athletes live cannot be removed (409); without athletes it can', async () => {
    const { path, key } = await partnerIn(['weur', 'enam']);
    const { json: samples } = await call('GET', ATHLETES, { key });
    for (const { id } of samples.data) await call('DELETE', `${ATHLETES}/${id}`, { key });
    const id = (await makeAthlete(key, { region: 'enam' })).id;
    const removal = () => operator('PUT', path, { body: { regions: ['weur'] } });
    expect(refusal(await removal())).toMatchObject({ status: 409, code: 'region_in_use' });
    await call('DELETE', `${ATHLETES}/${id}`, { key });
    expect((await removal()).json.regions).toEqual(['weur']);
    expect(refusal(await call('POST', ATHLETES, { key, body: { region: 'enam' } })).status).toBe(422);
  });

  test('the home region never changes', async () => {
    const { path } = await partnerIn(['weur', 'enam']);
    const reply = await operator('PUT', path, { body: { regions: ['enam', 'weur'] } });
    expect(refusal(reply)).toEqual({ status: 422, code: 'validation_failed', pointers: ['/regions/0'] });
    expect(
      refusal(await operator('PUT', `${PARTNERS}/nonsense/regions`, { body: { regions: ['weur'] } })).status,
    ).toBe(404);
  });

  test('interrupted before KV it answers 503, and a retry brings the regions to every key', async () => {
    const { path, key, keyId } = await partnerIn(['weur']);
    await call('GET', ATHLETES, { key });
    const body = { regions: ['weur', 'enam'] };
    const repair = await rewireGuard(keyId, failingBindings('kvWrites'));
    expect((await operator('PUT', path, { body })).status).toBe(503);
    await repair();
    expect((await operator('PUT', path, { body })).status).toBe(200);
    (await makeAthlete(key, { region: 'enam' })).id;
  });
});
