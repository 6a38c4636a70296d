import { describe, expect, test } from 'vitest';
import { makeAthlete, makeCalculatedActivity } from '../support/builders.ts';
import { call, refusal } from '../support/client.ts';
import { makeLearner } from '../support/learners.ts';
import { makePartner } from '../support/partners.ts';
import { TEST_HOME } from '../support/shards.ts';

const CALCULATE = '/v1/nutrition/calculate';
const RUN = {
  type: 'run',
  duration_min: 240,
  intensity_level: 6,
  thermal_stress_level: 6,
  is_race_event: true,
};

async function setUp(fields: object = {}) {
  const { testKey: key } = await makePartner();
  const man = { sex: 'male', birth_year: 1986, body_mass_kg: 75, fitness_level: 5 };
  const { id, path } = await makeAthlete(key, { ...man, ...fields });
  return { key, id, path };
}

/** Rows: the column of an athlete that no answer shows. */
async function formerMassOf(id: string): Promise<unknown> {
  const row = await TEST_HOME.prepare('SELECT former_mass_kg FROM athletes WHERE id = ?').bind(id).first();
  return row?.former_mass_kg;
}

describe('the former body mass', () => {
  const warned = async (key: string, id: string) => {
    const { json } = await call('POST', CALCULATE, { key, body: { athlete_id: id, activity: RUN } });
    const { warnings, max_safe_fluid_ml_per_hr: max, requires_human_review } = json.safety;
    const codes = warnings.map(({ code }: { code: string }) => code);
    const severities = warnings.map(({ severity }: { severity: string }) => severity);
    return { isDoubted: codes.includes('MASS_UNLIKELY'), max, requires_human_review, severities };
  };

  test.each([
    [33, {}],
    [166, { height_cm: 205 }],
  ])(
    '%d kg after 75 is doubted, its ceiling that of the smaller body, and the new mass confirms it',
    async (kg, fields) => {
      const { key, id, path } = await setUp(fields);
      const before = await warned(key, id);
      expect(before.isDoubted).toBe(false);
      await call('PATCH', path, { key, body: { body_mass_kg: kg } });
      expect(await formerMassOf(id)).toBe(75);
      const doubted = await warned(key, id);
      expect(doubted).toMatchObject({ isDoubted: true, requires_human_review: true });
      expect(doubted.max).toBeLessThanOrEqual(before.max);
      expect(doubted.severities).not.toContain('danger');
      await call('PATCH', path, { key, body: { body_mass_kg: kg + 1 } });
      expect(await formerMassOf(id)).toBe(kg);
      expect((await warned(key, id)).isDoubted).toBe(false);
    },
  );

  test('165 kg after 75 does not fit a height of 178 cm, and not even a close mass confirms it', async () => {
    const { key, id, path } = await setUp({ height_cm: 178 });
    for (const body_mass_kg of [165, 164]) {
      await call('PATCH', path, { key, body: { body_mass_kg } });
      expect(await warned(key, id)).toMatchObject({ isDoubted: true, requires_human_review: true });
    }
  });

  test('a corrected typing error stays silent', async () => {
    const { key, id, path } = await setUp();
    for (const kg of [165.5, 74]) await call('PATCH', path, { key, body: { body_mass_kg: kg } });
    expect(await formerMassOf(id)).toBe(75);
    expect((await warned(key, id)).isDoubted).toBe(false);
  });

  test('the same mass again, another field and a null beside it change nothing, and null clears both', async () => {
    const { key, id, path } = await setUp();
    await call('PATCH', path, { key, body: { body_mass_kg: 70 } });
    for (const body of [{ body_mass_kg: 70 }, { height_cm: 180 }, { sweat_level: null }]) {
      await call('PATCH', path, { key, body });
      expect(await formerMassOf(id)).toBe(75);
    }
    await call('PATCH', path, { key, body: { body_mass_kg: null } });
    expect(await formerMassOf(id)).toBeNull();
  });

  test('every writer records it: PATCH, a batch, and a batch that refolds what was learned', async () => {
    const { key, athleteId, path, report } = await makeLearner();
    await report({ hydration_feel: 'dehydrated', actual_intake: { fluid_ml: 500 } });
    await call('PATCH', path, { key, body: { external_id: 'w', body_mass_kg: 72 } });
    expect(await formerMassOf(athleteId)).toBe(70);
    const batch = async (body_mass_kg: number) => {
      const body = { athletes: [{ external_id: 'w', body_mass_kg }] };
      return (await call('POST', '/v1/athletes/batch', { key, body })).json.results[0].status;
    };
    expect(await batch(73)).toBe('updated');
    expect(await formerMassOf(athleteId)).toBe(72);
    expect(await batch(73)).toBe('unchanged');
    expect(await formerMassOf(athleteId)).toBe(72);
    const plain = await setUp({ external_id: 'plain' });
    const body = { athletes: [{ external_id: 'plain', body_mass_kg: 80 }] };
    await call('POST', '/v1/athletes/batch', { key: plain.key, body });
    expect(await formerMassOf(plain.id)).toBe(75);
  });

  test('two concurrent changes record one after the other', async () => {
    const { key, id, path } = await setUp();
    await Promise.all([76, 77].map((body_mass_kg) => call('PATCH', path, { key, body: { body_mass_kg } })));
    const { body_mass_kg: last } = (await call('GET', path, { key })).json;
    expect([last, await formerMassOf(id)]).toEqual(last === 77 ? [77, 76] : [76, 77]);
  });

  test('is exported and shown nowhere else, named in no event, and blanked with the athlete', async () => {
    const { key, id, path } = await setUp();
    const stored = async () => (await call('POST', `${path}/export`, { key })).json;
    expect((await stored()).athlete.former_mass_kg).toBeNull();
    const patched = await call('PATCH', path, { key, body: { body_mass_kg: 71 } });
    const answers = [patched, await call('GET', path, { key }), await call('GET', '/v1/athletes', { key })];
    for (const { text } of answers) expect(text).not.toContain('former_mass');
    expect((await stored()).athlete).toMatchObject({ body_mass_kg: 71, former_mass_kg: 75 });
    const { data } = (await call('GET', `/v1/events?athlete_id=${id}`, { key })).json;
    expect(data).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ changed: ['body_mass_kg'] }) }),
    );
    const sent = await call('PATCH', path, { key, body: { former_mass_kg: 1 } });
    expect(refusal(sent).pointers).toEqual(['/former_mass_kg']);
    await call('DELETE', path, { key });
    expect(await formerMassOf(id)).toBeUndefined();
  });

  test('a mass of a stateless calculation is doubted against the stored one, which stays', async () => {
    const { key, id } = await setUp();
    const body = { athlete_id: id, profile: { body_mass_kg: 170 }, activity: RUN };
    const { json } = await call('POST', CALCULATE, { key, body });
    expect(json.safety.warnings.map(({ code }: { code: string }) => code)).toContain('MASS_UNLIKELY');
    expect(await formerMassOf(id)).toBeNull();
  });

  test('a change of it alone makes a prescription stale: it is part of the fingerprint', async () => {
    const { key, id } = await setUp();
    const prescription = `${(await makeCalculatedActivity(key, id, RUN)).path}/prescription`;
    expect((await call('GET', prescription, { key })).json.stale).toBe(false);
    await TEST_HOME.prepare('UPDATE athletes SET former_mass_kg = 30 WHERE id = ?').bind(id).run();
    expect((await call('GET', prescription, { key })).json.stale).toBe(true);
  });
});
