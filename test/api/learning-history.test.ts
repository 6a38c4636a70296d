import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { makeSweatTest } from '../support/builders.ts';
import { call } from '../support/client.ts';
import { runSchedule } from '../support/crons.ts';
import { dayOf2026, makeLearner, PROFILE } from '../support/learners.ts';
import { fc } from '../support/random-seed.ts';
import { TEST_HOME } from '../support/shards.ts';
import { anyAnswers, anyIndex, anyOperation, DAYS, LearningModel, type Session } from './learning-model.ts';

/** The stored state always equals a fold from scratch (`learning-model.ts`). */

describe('what is stored', () => {
  test('equals a fold from the beginning, after any history of feedback, replacements, deletions and changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyOperation, { minLength: 4, maxLength: 16 }), async (operations) => {
        const model = new LearningModel(await makeLearner());
        for (const operation of operations) await model.apply(operation);
        await model.expectStoredIsRecomputed();
      }),
      { numRuns: 25 },
    );
  });

  test('equals a fold from the beginning with many events before and after the changed one', async () => {
    const operations = fc.array(anyOperation, { minLength: 6, maxLength: 10 });
    const reports = fc.array(anyAnswers, { minLength: 36, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(reports, operations, async (answers, changes) => {
        const model = new LearningModel(await makeLearner());
        const session: Session = { type: 'bike', duration_min: 120, thermal_stress_level: 6 };
        for (const [day, given] of answers.entries())
          await model.apply({ act: 'report', day: day % DAYS, session, answers: given, calculate: false });
        await model.expectStoredIsRecomputed();
        for (const operation of changes) await model.apply(operation);
        await model.expectStoredIsRecomputed();
      }),
      { numRuns: 3 },
    );
  });

  test('is the same after concurrent operations', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyAnswers, { minLength: 5, maxLength: 10 }),
        fc.array(anyIndex, { minLength: 3, maxLength: 6 }),
        async (answers, indexes) => {
          const model = new LearningModel(await makeLearner(), false);
          const session: Session = { type: 'bike', duration_min: 120, thermal_stress_level: 6 };
          await Promise.all(
            answers.map((given, day) =>
              model.apply({ act: 'report', day, session, answers: given, calculate: false }),
            ),
          );
          await Promise.all([
            ...[...new Set(indexes.map((index) => index % answers.length))].map((index) =>
              model.apply(
                index % 2 === 0
                  ? { act: 'reschedule', index, day: (index * 5) % DAYS }
                  : { act: 'withdraw', index },
              ),
            ),
            model.apply({ act: 'weigh', day: 3, lossG: 1500, sodium: null, source: 'scale' }),
            model.apply({ act: 'profile', massKg: 75, sweatLevel: 6 }),
          ]);
          await model.expectStoredIsRecomputed();
        },
      ),
      { numRuns: 8 },
    );
  });

  test('keeps what simultaneous feedback and sweat tests taught, also in the history of a later session', async () => {
    const { key, path, athleteId, report, learned } = await makeLearner();
    const tested_at = dayOf2026(10);
    await report({ hydration_feel: 'dehydrated' }, { scheduled_at: tested_at });
    for (const fluid_ml of [300, 900])
      await makeSweatTest(key, athleteId, { type: 'bike', fluid_ml, tested_at });
    await report({ hydration_feel: 'well_hydrated' }, { scheduled_at: dayOf2026(20) });
    const stored = await learned();
    // A profile change folds the whole history from its beginning.
    await call('PATCH', path, { key, body: { body_mass_kg: 90 } });
    await call('PATCH', path, { key, body: { body_mass_kg: PROFILE.body_mass_kg } });
    expect(await learned()).toEqual(stored);
  });

  test('by an older engine version is refolded from the beginning with the next write', async () => {
    const model = new LearningModel(await makeLearner());
    const session: Session = { type: 'run', duration_min: 120, thermal_stress_level: 6 };
    const answers = {
      gi_comfort: 'good',
      energy_level: null,
      hydration_feel: 'dehydrated',
      carbs_grams: 90,
      fluid_ml: 600,
      masses: null,
      urine: { urine_ml: null, urinated: null },
      clothing_after: null,
      source: 'scale',
    } as const;
    for (const day of [1, 2, 3])
      await model.apply({ act: 'report', day, session, answers, calculate: false });
    const database = TEST_HOME;
    const { athleteId } = model.learner;
    await database.batch([
      database
        .prepare("UPDATE learned_states SET engine_version = '0.0.1' WHERE athlete_id = ?")
        .bind(athleteId),
      database.prepare("UPDATE feedback SET state_after = '[0.5]' WHERE athlete_id = ?").bind(athleteId),
    ]);
    await model.apply({ act: 'report', day: 4, session, answers, calculate: false });
    await model.expectStoredIsRecomputed();
  });

  test('by a newer engine version is neither refolded nor changed by this one: the cron skips it, a write is 503', async () => {
    const { key, path, athleteId, report } = await makeLearner();
    await report({ hydration_feel: 'dehydrated' }, { scheduled_at: dayOf2026(10) });
    const versionNow = (version: string) =>
      TEST_HOME.prepare('UPDATE learned_states SET engine_version = ? WHERE athlete_id = ?')
        .bind(version, athleteId)
        .run();
    const stored = () =>
      TEST_HOME.prepare('SELECT engine_version, state FROM learned_states WHERE athlete_id = ?')
        .bind(athleteId)
        .first();
    const own = await stored();
    // A text comparison would treat version ten as older than version three.
    await versionNow('10.0.0');
    const newer = await stored();
    await runSchedule('*/10 * * * *', env);
    const refused = await call('PATCH', path, { key, body: { body_mass_kg: 91 } });
    expect([refused.status, refused.json.error.code]).toEqual([503, 'temporarily_unavailable']);
    expect(await stored()).toEqual(newer);
    await versionNow('0.0.1');
    await runSchedule('*/10 * * * *', env);
    expect(await stored()).toEqual(own);
  });
});
