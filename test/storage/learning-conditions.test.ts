import { finish } from '@musette/basics/work';
import { initialState } from '@musette/engine/learn';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { describe } from 'vitest';
import {
  deleteEvidence,
  selectActivitiesOfFeedbackFrom,
  selectActivity,
  selectFeedback,
  selectFeedbackBefore,
  selectFeedbackFrom,
  selectMoment,
  selectMomentsOfChanges,
  selectPrescribedNumbers,
  selectSweatTest,
  selectSweatTestBefore,
  selectSweatTests,
  selectSweatTestsFrom,
  sinceFeedbackOf,
  takeHistory,
  timeOfSweatTest,
  updateSteps,
  upsertFeedback,
  writeSweatTest,
} from '#nutrition/learning/repository.ts';
import { selectOutdated, writeInSteps } from '#nutrition/learning/write-history.ts';
import { toEngineAthlete } from '#nutrition/records/engine-input.ts';
import { selectLearned, selectLearnedAmong } from '#nutrition/records/read-athlete.ts';
import { feedback, sweatTests } from '#platform/storage/athlete-schema.ts';
import { TEST_HOME } from '../support/shards.ts';
import { type Rows, statementAt, statementsIn, whereHolds } from './situations.ts';
import {
  activityRow,
  athleteRow,
  B,
  ON_ANOTHER,
  ofOther,
  prescribed,
  withActivity,
} from './stored-activity.ts';
import {
  ACTIVITY,
  ATHLETE,
  activity,
  athlete,
  FEEDBACK,
  givenFeedback,
  LEARNED,
  learned,
  NOW,
  OTHER_PARTNER,
  otherAthlete,
  SWEAT_TEST,
  sweatTest,
} from './stored-rows.ts';

/** The conditions of statements about what an athlete taught: feedback, sweat tests and the learned state. */

const home = drizzle(TEST_HOME);
const A = ATHLETE.id;

/** Columns of feedback and sweat tests that may be unknown. */
const UNKNOWN = {
  ...{
    giComfort: null,
    energyLevel: null,
    hydrationFeel: null,
    notes: null,
    carbsGrams: null,
    fluidMl: null,
  },
  ...{ sodiumMg: null, bodyMassBeforeKg: null, bodyMassAfterKg: null, urineMl: null, prescribed: null },
  ...{ urinated: null, clothingAfter: null, actual: null },
  ...{ intensityLevel: null, thermalStressLevel: null, weather: null, foodG: null, sweatSodiumMgPerL: null },
  ...{ stateAfter: null, testedAt: null, testedLocal: null, timeZone: null },
} as const;

describe('what an athlete taught', () => {
  const state = initialState(toEngineAthlete(athleteRow, NOW));
  const rated = withActivity(givenFeedback);
  const steps = new Map([['fbk_a', { changes: [], remarks: [], stateAfter: null }]]);
  const withState = { stateAfter: state } as const;
  const history = {
    ...{ revision: 'l', before: null, beforeAt: null, eventsSinceState: 0, state: null, isOutdated: false },
    ...{ events: [], taught: new Map() },
  };
  const write = (of: { readonly activity?: typeof activityRow } = {}) =>
    finish(writeInSteps(home, athleteRow, history, [], NOW, of));
  const takeBy = (changes: object = {}): Rows => [athlete(changes), learned()];

  const { firstOnly, firstOf, oneOf, onlyIf } = statementsIn(home, [athlete(), otherAthlete]);
  firstOf('selectActivity', activity, [{}, B, ofOther], () => selectActivity(home, A, ACTIVITY.id));
  firstOf('sinceFeedbackOf', activity, [{}, B, ofOther], () =>
    whereHolds(home, sql`${sinceFeedbackOf(A, ACTIVITY.id, null)} = 1`),
  );
  firstOf('sinceFeedbackOf, of stored feedback', rated, [{ sessionAt: 0 }, {}, ON_ANOTHER], () =>
    whereHolds(home, sql`${sinceFeedbackOf(A, ACTIVITY.id, null)} = 0`),
  );
  firstOf('sinceFeedbackOf, of a reported start', activity, [{}, B, ofOther], () =>
    whereHolds(home, sql`${sinceFeedbackOf(A, ACTIVITY.id, '1970-01-01T00:00:00Z')} = -43200000`),
  );
  firstOf('selectPrescribedNumbers', withActivity(prescribed), [{}, ON_ANOTHER, ofOther], () =>
    selectPrescribedNumbers(home, A, ACTIVITY.id),
  );
  firstOf('selectFeedback', rated, [{}, ON_ANOTHER, ofOther], () => selectFeedback(home, A, ACTIVITY.id));
  firstOf('selectSweatTest', sweatTest, [{}, { id: 'swt_b' }, ofOther], () =>
    selectSweatTest(home, A, 'swt_a'),
  );
  firstOf('timeOfSweatTest', sweatTest, [{}, { id: 'swt_b' }, ofOther], () =>
    whereHolds(home, sql`${timeOfSweatTest(A, 'swt_a')} = 1`),
  );
  firstOf('selectSweatTests, a page', sweatTest, [{}, { id: 'swt_b' }, ofOther], () =>
    selectSweatTests(home, A, { after: { atMs: 1, id: 'swt_b' }, limit: 9 }),
  );
  firstOf('deleteEvidence', sweatTest, [{}, { id: 'swt_b' }], () =>
    deleteEvidence(home, sweatTests, 'swt_a', sql`1`),
  );
  const changed = { ...state, sweat: { ...state.sweat, updatedAtMs: 5 } };
  const selectMoments = () => selectMomentsOfChanges(home, A);
  firstOf(
    'selectMomentsOfChanges: sessions',
    (changes) => [learned({ state: changed }), ...rated({ sessionAt: 5, ...changes })],
    [{}, { sessionAt: 6 }, ofOther, [learned({ ...ofOther, state: changed }), ...rated({ sessionAt: 5 })]],
    selectMoments,
  );
  firstOf(
    'selectMomentsOfChanges: sweat tests',
    (changes) => [learned({ state: changed }), sweatTest({ effectiveAt: 5, ...changes })],
    [{}, { effectiveAt: 6 }, ofOther],
    selectMoments,
  );
  oneOf(
    'selectMomentsOfChanges: a session once, beside another activity',
    [learned({ state: changed }), ...rated({ sessionAt: 5 }), activity(B)],
    selectMoments,
  );
  firstOf('selectMoment of a change', learned, [{}, ofOther], () => selectMoment(home, A, 1));
  firstOf(
    'writeHistory',
    takeBy,
    [{}, { revision: 2 }, learned({ revision: 'm' }), learned(ofOther), { status: 'erasing' }, OTHER_PARTNER],
    () => write().take,
  );
  firstOnly(
    'writeHistory: what follows in its batch',
    () => {
      const { take, taken } = write();
      return [take, whereHolds(home, taken)] as const;
    },
    { taken: takeBy(), 'not taken': learned({ revision: 'm' }) },
  );
  firstOf('selectLearned', learned, [{}, ofOther], () => selectLearned(home, A));
  firstOf('selectLearnedAmong', learned, [{}, ofOther], () => selectLearnedAmong(home, sql`(SELECT ${A})`));
  firstOf(
    'selectOutdated: learned states that an older engine folded',
    learned,
    [
      { engineVersion: '0.1' },
      { engineVersion: '0.2' },
      [athlete({ status: 'erasing' }), learned({ engineVersion: '0.1' })],
    ],
    () => selectOutdated(home, ['0.1']),
  );
  firstOnly('writeHistory from an activity', () => write({ activity: activityRow }).take, {
    'as it was read': [activity(), learned()],
    'changed since, beside one that is as it was': [activity({ revision: 2 }), activity(B), learned()],
  });
  firstOf(
    'selectSweatTestBefore: the last state to go on from',
    sweatTest,
    [withState, {}, { ...withState, effectiveAt: 2 }, { ...withState, ...ofOther }],
    () => selectSweatTestBefore(home, A, 2),
  );
  firstOf(
    'selectFeedbackBefore: the last state to go on from',
    rated,
    [withState, {}, { ...withState, sessionAt: 2 }, { ...withState, ...ofOther }],
    () => selectFeedbackBefore(home, A, 2),
  );
  firstOf('selectFeedbackFrom the moment on', rated, [{}, ofOther], () => selectFeedbackFrom(home, A, 9));
  firstOnly(
    "selectFeedbackFrom reads from the athlete's last state, not another's",
    () => selectFeedbackFrom(home, A, 9),
    {
      "before another's state and an event without": [
        ...rated(),
        learned({ ...ofOther, lastAt: 2 }),
        sweatTest({ ...withState, ...ofOther, effectiveAt: 2 }),
        sweatTest({ id: 'swt_b', effectiveAt: 2 }),
      ],
      'before its own': [...rated(), sweatTest({ ...withState, effectiveAt: 2 })],
      'after which the learned state applies': [...rated(), learned({ lastAt: 2 })],
    },
  );
  firstOnly(
    'selectFeedbackFrom reads from a state before the change, not after it',
    () => selectFeedbackFrom(home, A, 9),
    {
      'before a later one': [...rated(), sweatTest({ ...withState, effectiveAt: 10 })],
      'before an earlier one': [...rated(), sweatTest({ ...withState, effectiveAt: 8 })],
    },
  );
  firstOnly('selectActivitiesOfFeedbackFrom', () => selectActivitiesOfFeedbackFrom(home, A, 9), {
    'with feedback from the moment on': rated(),
    'without feedback': activity(),
    'with feedback before the last state': [...rated(), sweatTest({ ...withState, effectiveAt: 2 })],
    "another athlete's": rated(ofOther),
  });
  firstOnly('selectSweatTestsFrom', () => selectSweatTestsFrom(home, A, 9), {
    'from the moment on': sweatTest(),
    'before the last state': [...rated({ ...withState, sessionAt: 2 }), sweatTest()],
    "another athlete's": sweatTest(ofOther),
  });
  firstOf('updateSteps', rated, [{}, { id: 'fbk_b' }], () =>
    statementAt(updateSteps(home, feedback, steps, sql`1`), 0),
  );

  const wholeTest = { ...UNKNOWN, externalId: null, ...SWEAT_TEST };
  const wholeFeedback = { ...UNKNOWN, ...FEEDBACK, revision: 1 };

  onlyIf('writeSweatTest', athlete(), (condition) => writeSweatTest(home, wholeTest, condition));
  onlyIf('deleteEvidence', rated(), (condition) => deleteEvidence(home, feedback, 'fbk_a', condition));
  onlyIf('updateSteps', rated(), (condition) =>
    statementAt(updateSteps(home, feedback, steps, condition), 0),
  );
  onlyIf('upsertFeedback', rated(), (condition) => upsertFeedback(home, wholeFeedback, condition));
  onlyIf('takeHistory', learned(), (condition) =>
    takeHistory(home, { ...LEARNED, state: null, lastAt: null }, condition),
  );
});
