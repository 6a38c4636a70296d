import { describe, expect, test } from 'vitest';
import { call, type Reply } from '../support/client.ts';
import { dayOf2026, type Learner, makeLearner } from '../support/learners.ts';

const RUN = { type: 'run', duration_min: 120, intensity_level: 6, thermal_stress_level: 5 } as const;
const WEIGHED = { body_mass_before_kg: 70, body_mass_after_kg: 67.4 };
const FEEDBACK = { ...WEIGHED, actual_intake: { fluid_ml: 500 } };
const TEST = { ...RUN, ...WEIGHED, fluid_ml: 500 };
const ANSWERED = { urinated: 'no', clothing_after: 'dry' } as const;

const problemsOf = ({ status, json }: Reply) => ({
  status,
  problems: json.error?.errors?.map(({ pointer }: { pointer: string }) => pointer),
});

async function ceilingOf(learner: Learner): Promise<number> {
  const { safety } = await learner.calculate({ ...RUN, duration_min: 360 });
  return safety.max_safe_fluid_ml_per_hr;
}

describe('the two questions of every weighing', () => {
  test('are answered with feedback and with sweat tests, shown and exported; a contradiction of the volume is 422', async () => {
    const { key, path, give, session } = await makeLearner();
    const at = await session(RUN);
    const given = await give(at, { ...FEEDBACK, urinated: 'once', clothing_after: 'wet' });
    expect(given.json).toMatchObject({ urinated: 'once', clothing_after: 'wet', urine_ml: null });
    const tests = `${path}/sweat-tests`;
    const tested = await call('POST', tests, {
      key,
      body: { ...TEST, ...ANSWERED, tested_at: dayOf2026(3) },
    });
    expect(tested.json).toMatchObject(ANSWERED);
    const { json } = await call('POST', `${path}/export`, { key });
    expect(json.activities[0].feedback).toMatchObject({ urinated: 'once', clothing_after: 'wet' });
    expect(json.sweat_tests[0]).toMatchObject(ANSWERED);
    expect(json.weighed_until).toBe('2026-06-01T10:00:00');
    for (const contradiction of [
      { urine_ml: 300, urinated: 'no' },
      { urine_ml: 0, urinated: 'once' },
      { urine_ml: 0, urinated: 'more' },
    ]) {
      const refused = { status: 422, problems: ['/urinated'] };
      expect(problemsOf(await give(at, { ...FEEDBACK, ...contradiction }))).toEqual(refused);
      const test = await call('POST', tests, { key, body: { ...TEST, ...contradiction } });
      expect(problemsOf(test)).toEqual(refused);
    }
    for (const agreeing of [{ urine_ml: 300, urinated: 'once' }, { urine_ml: 0, urinated: 'no' }, ANSWERED]) {
      expect((await give(at, agreeing)).status).toBe(200);
    }
  });

  test('without an answer about urine a weighing lowers the fluid ceiling, never raises it, and says so', async () => {
    const learner = await makeLearner();
    const before = await ceilingOf(learner);
    const at = await learner.session(RUN);
    const high = await learner.give(at, FEEDBACK);
    expect(high.json.remarks.join()).toContain('can lower your limit but not raise it');
    expect(await ceilingOf(learner)).toBeLessThanOrEqual(before);
    await learner.give(at, { ...FEEDBACK, ...ANSWERED });
    expect(await ceilingOf(learner)).toBeGreaterThan(before);
    await learner.give(at, { ...FEEDBACK, body_mass_after_kg: 69.3 });
    expect(await ceilingOf(learner)).toBeLessThan(before);
    const { json } = await call('POST', `${learner.path}/export`, { key: learner.key });
    expect(json.unnoted).toBe(1);
  });
});

describe('weighings of the same hours count once', () => {
  const NINE = '2026-06-01T09:00:00.000Z';
  const LOW = { ...FEEDBACK, ...ANSWERED, body_mass_after_kg: 69 };
  const testAt = (learner: Learner, tested_at: string, more: object = {}) =>
    call('POST', `${learner.path}/sweat-tests`, {
      key: learner.key,
      body: { ...TEST, ...ANSWERED, ...more, tested_at },
    });

  test.each([
    ['the test first', ['test', 'feedback']],
    ['feedback first', ['feedback', 'test']],
  ])(
    'a sweat test wins, %s, though it began later: feedback says same_session, and its alarm stays',
    async (_order, order) => {
      const learner = await makeLearner();
      const at = await learner.session({ ...RUN, scheduled_at: '2026-06-01T08:00:00.000Z' });
      for (const each of order) {
        if (each === 'test') expect((await testAt(learner, NINE)).status).toBe(201);
        else expect((await learner.give(at, LOW)).status).toBe(201);
      }
      const alone = await makeLearner();
      await testAt(alone, NINE);
      expect((await learner.learned()).sweat_rate_multiplier?.mean).toBe(
        (await alone.learned()).sweat_rate_multiplier?.mean,
      );
      const { json } = await call('GET', `${at}/feedback`, { key: learner.key });
      expect(json.remarks.join()).toContain('already weighed');
    },
  );

  test('the state follows whichever is deleted, also behind sixteen later events', async () => {
    const learner = await makeLearner();
    const at = await learner.session({ ...RUN, scheduled_at: '2026-01-01T08:00:00.000Z' });
    await learner.give(at, LOW);
    const alone = (await learner.learned()).sweat_rate_multiplier?.mean;
    const { json } = await testAt(learner, '2026-01-01T09:00:00.000Z');
    expect((await learner.learned()).sweat_rate_multiplier?.mean).not.toBe(alone);
    for (let day = 2; day < 20; day++) {
      await learner.report({ gi_comfort: 'good' }, { ...RUN, scheduled_at: dayOf2026(day) });
    }
    const gone = await call('DELETE', `${learner.path}/sweat-tests/${json.id}`, { key: learner.key });
    expect(gone.status).toBe(204);
    expect((await learner.learned()).sweat_rate_multiplier?.mean).toBe(alone);
  });

  test('a session with a date only is the test of that day and sport, and no other', async () => {
    const learner = await makeLearner();
    const at = await learner.session({ ...RUN, scheduled_at: '2026-06-01' });
    await learner.give(at, LOW);
    const remarks = async () =>
      (await call('GET', `${at}/feedback`, { key: learner.key })).json.remarks.join();
    await testAt(learner, '2026-06-02T07:00:00.000Z');
    await testAt(learner, '2026-06-01T06:00:00.000Z', { type: 'bike' });
    expect(await remarks()).not.toContain('already weighed');
    await testAt(learner, '2026-06-01T19:00:00.000Z');
    expect(await remarks()).toContain('already weighed');
  });
});
