import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { describe, test } from 'vitest';
import { initialState } from '#core/engine/learning.ts';
import { newActivity } from '#nutrition/activities/create-activity.ts';
import { namedQueries } from '#nutrition/activities/named-activities.ts';
import {
  type ActivityFilter,
  idsOfPage,
  selectActivities,
  selectFeedbackOf,
  selectPage,
  selectPrescriptionsOf,
  selectProductsOf,
} from '#nutrition/activities/page-repository.ts';
import {
  deleteActivity,
  deleteWithoutFeedback,
  hasNoFeedback,
  insertActivities,
  insertActivity,
  moveFeedback,
  recordCreations,
  selectHolder,
  updateActivities,
  updateActivity,
  whereToBeUpdated,
} from '#nutrition/activities/repository.ts';
import { newAthlete } from '#nutrition/athletes/create-athlete.ts';
import { selectAccessLog } from '#nutrition/catalogue/access-log.ts';
import { deleteAccess, insertAccess, insertSeen } from '#nutrition/catalogue/shared-repository.ts';
import {
  removeProduct,
  selectAttached,
  touchActivity,
  upsertProducts,
  whereUnchanged,
} from '#nutrition/fuel-plans/repository.ts';
import {
  deleteEvidence,
  insertSweatTest,
  selectActivitiesOfFeedbackFrom,
  selectActivity,
  selectFeedback,
  selectFeedbackBefore,
  selectFeedbackFrom,
  selectMoment,
  selectPrescribedNumbers,
  selectSweatTest,
  selectSweatTestBefore,
  selectSweatTests,
  selectSweatTestsFrom,
  takeHistory,
  timeOfActivity,
  timeOfSweatTest,
  updateSteps,
  upsertFeedback,
} from '#nutrition/learning/repository.ts';
import { selectOutdated, writeInSteps } from '#nutrition/learning/write-history.ts';
import { prescribeActivity, rowOf } from '#nutrition/prescriptions/prescription-row.ts';
import { upsertPrescriptions } from '#nutrition/prescriptions/prescriptions.ts';
import {
  upsertMany,
  upsertPrescription,
  whereActivityIsInRevision,
} from '#nutrition/prescriptions/repository.ts';
import { newSession } from '#nutrition/records/activity-fields.ts';
import { toEngineAthlete } from '#nutrition/records/engine-input.ts';
import { selectDetails, toActivityDetails } from '#nutrition/records/read-activity.ts';
import { selectLearned, selectLearnedAmong } from '#nutrition/records/read-athlete.ts';
import { nextAthletes, selectInputs, selectNextActivities } from '#partner/recalculations/repository.ts';
import { finish } from '#platform/http/work.ts';
import {
  feedback,
  prescriptions,
  productAccessLog,
  productsSeen,
  sweatTests,
} from '#platform/storage/athlete-schema.ts';
import { idsFrom } from '#platform/storage/ids.ts';
import { inRow } from '#platform/storage/write-many.ts';
import { TEST_HOME } from '../support/shards.ts';
import {
  type Case,
  type Conditional,
  expectFirstOnly,
  expectOnlyIf,
  type Rows,
  statementAt,
  whereHolds,
} from './situations.ts';
import {
  ACTIVITY,
  ATHLETE,
  activity,
  athlete,
  attached,
  FEEDBACK,
  givenFeedback,
  LEARNED,
  learned,
  NOW,
  OTHER_ATHLETE,
  OTHER_PARTNER,
  otherAthlete,
  RECALCULATION,
  SWEAT_TEST,
  sweatTest,
} from './stored-rows.ts';

/**
 * The conditions of statements about an athlete's activities and what is learned from them: each is tried in one situation in
 * which it finds its row, and in others that differ from that one in one thing.
 */

const home = drizzle(TEST_HOME);
const A = ATHLETE.id;
const reporter = { principal: { partnerId: 'prt_a', environment: 'test' }, nowMs: NOW } as const;
const owner = { environment: 'test', shard: 'c000', partnerId: 'prt_a', defaultTier: 'full' } as const;
const athleteRow = { ...newAthlete(owner, {}, 1), ...ATHLETE };
const activityRow = {
  ...newActivity(newSession({ type: 'run', durationMin: 60 }, null, 1), A, 1),
  ...ACTIVITY,
};
const details = await toActivityDetails(athleteRow, activityRow, { learned: null });
const { prescription: calculated } = await prescribeActivity(details, NOW);

/** The same athlete and activity, with this changed. */
const run = (changes: object = {}): Rows => [athlete(), activity(changes)];
const B = { id: 'act_b' } as const;
/** Another activity of the athlete, which has feedback. */
const ratedB: Rows = [activity(B), givenFeedback({ activityId: B.id })];
const ofOther = { athleteId: OTHER_ATHLETE.id } as const;
const prescribed = (changes: object = {}) => [prescriptions, { ...rowOf(calculated), ...changes }] as const;

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
  ...{ intensityLevel: null, thermalStressLevel: null, weather: null, foodG: null, sweatSodiumMgPerL: null },
  ...{ stateAfter: null, testedAt: null, testedLocal: null, timeZone: null },
} as const;

/** Situations in which nothing of the athlete may be written: `rows` are there too. */
const closed = (...rows: Rows) => ({
  'after the erasure of the athlete began': [athlete({ status: 'erasing' }), ...rows],
  "of another partner's athlete": [athlete(OTHER_PARTNER), ...rows],
});
/** Situations in which the activity is not the one that was read, or may not be written. */
const notAsRead = (...rows: Rows) => ({
  'changed since the read': [...run({ revision: 2 }), ...rows],
  'of another athlete': [athlete(), otherAthlete, activity(ofOther), ...rows],
  ...closed(activity(), ...rows),
});
const notThere = { 'not there, but another is': run(B) };

describe('writes of activities', () => {
  const changed = { ...activityRow, name: 'Long run', revision: 2 };
  const updates = () =>
    updateActivities(home, reporter, [{ before: activityRow, after: { ...details, activity: changed } }], []);
  const createdOnce = { 'of a live athlete': [athlete(), otherAthlete], ...closed() };
  const withoutFeedback = {
    'without feedback, beside one with': [...run(), ...ratedB],
    'with feedback since': [...run(), givenFeedback()],
    'gone, beside one without feedback': run(B),
    ...closed(activity()),
  };
  test.each<Case>([
    ['insertActivity', () => insertActivity(home, 'prt_a', activityRow), createdOnce],
    [
      'insertActivities of a batch',
      () => statementAt(insertActivities(home, 'prt_a', [activityRow]), 0),
      createdOnce,
    ],
    [
      'recordCreations: an activity.created event for what was inserted only',
      () => statementAt(recordCreations(home, reporter, [activityRow]), 0),
      { inserted: run(), ...notThere },
    ],
    ...[0, -1].map(
      (place): Case => [
        `updateActivities of a batch: ${place === 0 ? 'the event' : 'the row'}`,
        () => statementAt(updates(), place),
        {
          'as it was read, beside one with feedback': [...run(), ...ratedB],
          'with feedback since': [...run(), givenFeedback()],
          ...notAsRead(),
        },
      ],
    ),
    [
      'whereToBeUpdated: the prescription of an updated activity',
      () => {
        const guard = { condition: whereToBeUpdated('prt_a')(inRow), values: [{ revision: 2 }] };
        return statementAt(upsertMany(home, [calculated], guard), 0);
      },
      {
        'as it was read': run(),
        'changed since, beside one that is as it was': [...run({ revision: 2 }), activity(B)],
        ...closed(activity()),
      },
    ],
    ...[0, -1].map(
      (place): Case => [
        `deleteWithoutFeedback: ${place === 0 ? 'the event' : 'the row'}`,
        () => statementAt(deleteWithoutFeedback(home, reporter, [activityRow]), place),
        withoutFeedback,
      ],
    ),
    [
      'updateActivity',
      () => updateActivity(home, 'prt_a', activityRow, { name: 'Long run' }),
      { 'as it was read': run(), ...notThere, ...notAsRead() },
    ],
    [
      'deleteActivity',
      () => deleteActivity(home, 'prt_a', activityRow, sql`1`),
      { 'as it was read': run(), ...notThere, ...notAsRead() },
    ],
    [
      'hasNoFeedback',
      () => whereHolds(home, hasNoFeedback(ACTIVITY.id)),
      { 'none, beside one with': [...run(), ...ratedB], given: [...run(), givenFeedback()] },
    ],
    [
      'moveFeedback',
      () => moveFeedback(home, 'fbk_a', 2, sql`1`),
      { this: [...run(), givenFeedback()], another: [...run(), givenFeedback({ id: 'fbk_b' })] },
    ],
  ])('%s', async (...given) => expectFirstOnly(home, given));

  test.each<Conditional>([
    ['updateActivity', (condition) => updateActivity(home, 'prt_a', activityRow, {}, condition), run()],
    ['deleteActivity', (condition) => deleteActivity(home, 'prt_a', activityRow, condition), run()],
    ['moveFeedback', (condition) => moveFeedback(home, 'fbk_a', 2, condition), [...run(), givenFeedback()]],
  ])('%s holds to its condition', async (...given) => expectOnlyIf(home, given));
});

describe('pages of activities', () => {
  const BY_TIME: ActivityFilter = {
    fromMs: 5,
    beforeMs: 10,
    type: 'run',
    externalId: 'a',
    updatedSinceMs: null,
    after: null,
    limit: 9,
  };
  const BY_CHANGE = { ...BY_TIME, updatedSinceMs: 7 };
  const own = { effectiveAt: 5, externalId: 'a', updatedAt: 7 };
  const situations = {
    'from its first moment': run(own),
    'before that': run({ ...own, effectiveAt: 4 }),
    'at its end': run({ ...own, effectiveAt: 10 }),
    'of another sport': run({ ...own, type: 'ride' }),
    'with another external_id': run({ ...own, externalId: 'b' }),
    'of another athlete': [athlete(), otherAthlete, activity({ ...own, ...ofOther })],
  };
  const sinceChange = { ...situations, 'changed before': run({ ...own, updatedAt: 6 }) };
  test.each<Case>([
    ['selectActivities', () => selectActivities(home, A, BY_TIME), situations],
    ['selectPage', () => selectPage(home, A, BY_TIME)[0], situations],
    ['selectPage of what changed', () => selectPage(home, A, BY_CHANGE)[0], sinceChange],
    ['selectActivities of several athletes', () => selectActivities(home, [A], BY_TIME), situations],
    ['selectActivities that changed', () => selectActivities(home, A, BY_CHANGE), sinceChange],
    ['idsOfPage', () => idsOfPage(home, A, BY_TIME), situations],
    ['idsOfPage of what changed', () => idsOfPage(home, A, BY_CHANGE), sinceChange],
    [
      'selectHolder of an external_id',
      () => selectHolder(home, A, 'a'),
      {
        'the holder': run(own),
        'of another external_id': run({ externalId: 'b' }),
        'of another athlete': [athlete(), otherAthlete, activity({ ...own, ...ofOther })],
      },
    ],
    ...Object.entries({
      selectPrescriptionsOf: [selectPrescriptionsOf, prescribed],
      selectProductsOf: [selectProductsOf, attached],
      selectFeedbackOf: [selectFeedbackOf, givenFeedback],
    } as const).map(
      ([name, [select, row]]): Case => [
        name,
        () => select(home, sql`(SELECT 'act_a')`),
        {
          'of the page': [...run(), row()],
          'of another activity': [...run(B), row({ activityId: B.id })],
        },
      ],
    ),
  ])('%s', async (...given) => expectFirstOnly(home, given));
});

describe('an activity with everything shown with it', () => {
  const ids = { athleteId: A, activityId: ACTIVITY.id } as const;
  const detail = (place: number, isWhole = false) =>
    statementAt(
      [...selectDetails(home, 'prt_a', ids, { withInputs: isWhole, withCoursePoints: isWhole })],
      place,
    );
  const beside = (row: typeof givenFeedback | typeof prescribed) => ({
    own: [...run(), row()],
    'of another activity': [...run(B), row({ activityId: B.id })],
    'of another athlete': [athlete(), otherAthlete, activity(ofOther), row(ofOther)],
  });
  const which = {
    own: run(),
    ...notThere,
    'of another athlete': [athlete(), otherAthlete, activity(ofOther)],
  };
  test.each<Case>([
    [
      'selectDetails: the athlete',
      () => detail(0),
      { own: run(), 'another athlete': [otherAthlete], ...closed() },
    ],
    ['selectDetails: the activity', () => detail(1), which],
    ['selectDetails: the activity with its course', () => detail(1, true), which],
    ['selectDetails: the prescription', () => detail(2), beside(prescribed)],
    ['selectDetails: the prescription with its inputs', () => detail(2, true), beside(prescribed)],
    [
      'selectDetails: products',
      () => detail(3),
      {
        attached: [...run(), attached()],
        'to another activity': [...run(B), attached({ activityId: B.id })],
      },
    ],
    ['selectDetails: feedback', () => detail(4), beside(givenFeedback)],
  ])('%s', async (...given) => expectFirstOnly(home, given));
});

describe.each([
  ['athlete_id', { athleteId: A, externalId: 'a' }],
  ['athlete_external_id', { athleteExternalId: ATHLETE.externalId, externalId: 'a' }],
])('activities named by external_id and the %s of their athlete', (_, name) => {
  const named = (place: number) => statementAt([...namedQueries(home, 'prt_a', [name])], place);
  const own = { externalId: 'a' } as const;
  const whole = [givenFeedback(), attached(), prescribed()];
  const situations = {
    named: [...run(own), ...whole],
    'with another external_id': [...run({ externalId: 'b' }), ...whole],
    'of another athlete': [athlete(), otherAthlete, activity({ ...own, ...ofOther }), ...whole],
    "of another partner's athlete": [athlete(OTHER_PARTNER), activity(own), ...whole],
  };
  test.each<Case>([
    [
      'namedQueries: the athlete',
      () => named(0),
      { named: [athlete()], 'another athlete': [otherAthlete], ...closed() },
    ],
    [
      'namedQueries: the learned state',
      () => named(1),
      {
        named: [athlete(), learned()],
        'of another athlete': [otherAthlete, learned(ofOther)],
        "of another partner's athlete": [athlete(OTHER_PARTNER), learned()],
      },
    ],
    ['namedQueries: the activity', () => named(2), situations],
    ['namedQueries: the prescription', () => named(3), situations],
    ['namedQueries: products', () => named(4), situations],
    ['namedQueries: feedback', () => named(5), situations],
  ])('%s', async (...given) => expectFirstOnly(home, given));
});

describe('what an athlete taught', () => {
  const state = initialState(toEngineAthlete(athleteRow, NOW));
  const others = (...rows: Rows): Rows => [athlete(), otherAthlete, ...rows];
  const rated = (changes: object = {}): Rows => [...run(), givenFeedback(changes)];
  const tested = (changes: object = {}): Rows => [athlete(), sweatTest(changes)];
  const byOther = others(activity(ofOther), givenFeedback(ofOther));
  const testedByOther = others(sweatTest(ofOther));
  const steps = new Map([['fbk_a', { changes: [], remarks: [], stateAfter: null }]]);
  const kept = { stateAfter: state } as const;
  const history = {
    revision: 'l',
    before: null,
    beforeAt: null,
    eventsSinceState: 0,
    state: null,
    isOutdated: false,
  };
  const write = (of: { readonly activity?: typeof activityRow } = {}) =>
    finish(writeInSteps(home, athleteRow, { ...history, events: [], taught: new Map() }, [], NOW, of));
  const takeBy = (changes: object = {}): Rows => [athlete(changes), learned()];
  const learnedOnly = {
    own: [athlete(), learned()],
    "another athlete's": others(learned(ofOther)),
  };
  test.each<Case>([
    [
      'selectActivity',
      () => selectActivity(home, A, ACTIVITY.id),
      { own: run(), ...notThere, 'of another athlete': others(activity(ofOther)) },
    ],
    [
      'timeOfActivity',
      () => whereHolds(home, sql`${timeOfActivity(A, ACTIVITY.id)} = 1`),
      { own: run(), ...notThere, 'of another athlete': others(activity(ofOther)) },
    ],
    [
      'selectPrescribedNumbers',
      () => selectPrescribedNumbers(home, A, ACTIVITY.id),
      {
        own: [...run(), prescribed()],
        'of another activity': [...run(B), prescribed({ activityId: B.id })],
        'of another athlete': others(activity(ofOther), prescribed(ofOther)),
      },
    ],
    [
      'selectFeedback',
      () => selectFeedback(home, A, ACTIVITY.id),
      { own: rated(), 'on another activity': [athlete(), ...ratedB], "another athlete's": byOther },
    ],
    [
      'selectSweatTest',
      () => selectSweatTest(home, A, 'swt_a'),
      { own: tested(), another: tested({ id: 'swt_b' }), "another athlete's": testedByOther },
    ],
    [
      'timeOfSweatTest',
      () => whereHolds(home, sql`${timeOfSweatTest(A, 'swt_a')} = 1`),
      { own: tested(), another: tested({ id: 'swt_b' }), "another athlete's": testedByOther },
    ],
    [
      'selectSweatTests, a page',
      () => selectSweatTests(home, A, { after: { atMs: 1, id: 'swt_b' }, limit: 9 }),
      { next: tested(), 'of an earlier page': tested({ id: 'swt_b' }), "another athlete's": testedByOther },
    ],
    [
      'deleteEvidence',
      () => deleteEvidence(home, sweatTests, 'swt_a', sql`1`),
      { this: tested(), another: tested({ id: 'swt_b' }) },
    ],
    [
      'selectMoment of a change',
      () => selectMoment(home, A, 1),
      { 'with a history': [athlete(), learned()], 'of another athlete': others(learned(ofOther)) },
    ],
    [
      'writeHistory',
      () => write().take,
      {
        'as it was read': takeBy(),
        'with another profile since': takeBy({ revision: 2 }),
        'taught by another request since': [athlete(), learned({ revision: 'm' })],
        'not taught, but another athlete is': others(learned(ofOther)),
        'after the erasure of the athlete began': takeBy({ status: 'erasing' }),
        "of another partner's athlete": takeBy(OTHER_PARTNER),
      },
    ],
    [
      'writeHistory: what follows in its batch',
      () => {
        const { take, taken } = write();
        return [take, whereHolds(home, taken)] as const;
      },
      { taken: takeBy(), 'not taken': [athlete(), learned({ revision: 'm' })] },
    ],
    ['selectLearned', () => selectLearned(home, A), learnedOnly],
    ['selectLearnedAmong', () => selectLearnedAmong(home, sql`(SELECT ${A})`), learnedOnly],
    [
      'selectOutdated: learned states that an older engine folded',
      () => selectOutdated(home, ['0.1']),
      {
        'by one of these': [athlete(), learned({ engineVersion: '0.1' })],
        'by another': [athlete(), learned({ engineVersion: '0.2' })],
        'after the erasure of the athlete began, beside another who taught nothing': [
          athlete({ status: 'erasing' }),
          learned({ engineVersion: '0.1' }),
          otherAthlete,
        ],
      },
    ],
    [
      'writeHistory from an activity',
      () => write({ activity: activityRow }).take,
      {
        'as it was read': [...run(), learned()],
        'changed since, beside one that is as it was': [...run({ revision: 2 }), activity(B), learned()],
      },
    ],
    [
      'selectSweatTestBefore: the last state to go on from',
      () => selectSweatTestBefore(home, A, 2),
      {
        'with a state': tested(kept),
        'without one': tested(),
        'at the moment': tested({ ...kept, effectiveAt: 2 }),
        "another athlete's": others(sweatTest({ ...kept, ...ofOther })),
      },
    ],
    [
      'selectFeedbackBefore: the last state to go on from',
      () => selectFeedbackBefore(home, A, 2),
      {
        'with a state': rated(kept),
        'without one': rated(),
        'at the moment': rated({ ...kept, sessionAt: 2 }),
        "another athlete's": others(activity(ofOther), givenFeedback({ ...kept, ...ofOther })),
      },
    ],
    [
      'selectFeedbackFrom the moment on',
      () => selectFeedbackFrom(home, A, 9),
      { own: rated(), "another athlete's": byOther },
    ],
    [
      "selectFeedbackFrom reads from the athlete's last state, not another's",
      () => selectFeedbackFrom(home, A, 9),
      {
        "before another's state and an event without": [
          ...rated(),
          otherAthlete,
          learned({ ...ofOther, lastAt: 2 }),
          sweatTest({ ...kept, ...ofOther, effectiveAt: 2 }),
          sweatTest({ id: 'swt_b', effectiveAt: 2 }),
        ],
        'before its own': [...rated(), sweatTest({ ...kept, effectiveAt: 2 })],
        'after which the learned state applies': [...rated(), learned({ lastAt: 2 })],
      },
    ],
    [
      'selectFeedbackFrom reads from a state before the change, not after it',
      () => selectFeedbackFrom(home, A, 9),
      {
        'before a later one': [...rated(), sweatTest({ ...kept, effectiveAt: 10 })],
        'before an earlier one': [...rated(), sweatTest({ ...kept, effectiveAt: 8 })],
      },
    ],
    [
      'selectActivitiesOfFeedbackFrom',
      () => selectActivitiesOfFeedbackFrom(home, A, 9),
      {
        'with feedback from the moment on': rated(),
        'without feedback': run(),
        'with feedback before the last state': [...rated(), sweatTest({ ...kept, effectiveAt: 2 })],
        "another athlete's": byOther,
      },
    ],
    [
      'selectSweatTestsFrom',
      () => selectSweatTestsFrom(home, A, 9),
      {
        'from the moment on': tested(),
        'before the last state': [...rated({ ...kept, sessionAt: 2 }), sweatTest()],
        "another athlete's": testedByOther,
      },
    ],
    [
      'updateSteps',
      () => statementAt(updateSteps(home, feedback, steps, sql`1`), 0),
      { taught: rated(), 'of another': rated({ id: 'fbk_b' }) },
    ],
  ])('%s', async (...given) => expectFirstOnly(home, given));

  const wholeTest = { ...UNKNOWN, ...SWEAT_TEST };
  const wholeFeedback = { ...UNKNOWN, ...FEEDBACK, revision: 1 };
  test.each<Conditional>([
    ['insertSweatTest', (condition) => insertSweatTest(home, wholeTest, condition), [athlete()]],
    ['deleteEvidence', (condition) => deleteEvidence(home, feedback, 'fbk_a', condition), rated()],
    ['updateSteps', (condition) => statementAt(updateSteps(home, feedback, steps, condition), 0), rated()],
    ['upsertFeedback', (condition) => upsertFeedback(home, wholeFeedback, condition), rated()],
    [
      'takeHistory',
      (condition) => takeHistory(home, { ...LEARNED, state: null, lastAt: null }, condition),
      [athlete(), learned()],
    ],
  ])('%s holds to its condition', async (...given) => expectOnlyIf(home, given));
});

describe('prescriptions, products and access to the catalogue', () => {
  const target = { partnerId: 'prt_a', athleteId: A, activityId: ACTIVITY.id } as const;
  const inRevision = { ...target, athleteId: sql`${A}`, activityId: sql`${ACTIVITY.id}`, revision: sql`1` };
  const ofAnother: Rows = [athlete(), otherAthlete, activity(ofOther)];
  const access = { id: 'acc_a', partnerId: 'prt_a', athleteId: A, query: '', at: 1, resultCount: 0 } as const;
  const LOG = { fromMs: null, beforeMs: null, athleteId: undefined, afterId: null, limit: 9 };
  const newProduct = { productId: 'prd_a', isNew: true, servings: 1, attachedAt: 1, position: 0 };
  const logged = (changes: object = {}): Rows => [athlete(), [productAccessLog, { ...access, ...changes }]];
  test.each<Case>([
    [
      'whereActivityIsInRevision',
      () => whereHolds(home, whereActivityIsInRevision(inRevision)),
      { 'as it was calculated': run(), ...notThere, ...notAsRead() },
    ],
    [
      'upsertPrescription',
      () => upsertPrescription(home, calculated, { partnerId: 'prt_a', revision: 1 }),
      { 'as it was calculated': run(), 'changed since': run({ revision: 2 }) },
    ],
    [
      'upsertPrescriptions of a batch',
      () => {
        const [upsert] = upsertPrescriptions(home, reporter, [{ ...details, prescription: calculated }]);
        return statementAt(upsert ? [upsert] : [], 0);
      },
      { 'as they were calculated': run(), 'changed since': run({ revision: 2 }) },
    ],
    [
      'whereUnchanged of an attachment',
      () => whereHolds(home, whereUnchanged(target, [{ productId: 'prd_a', isNew: true }], 2)),
      {
        'with another product, and this one on another activity': [
          ...run(),
          attached({ productId: 'prd_b' }),
          activity(B),
          attached({ activityId: B.id }),
        ],
        'attached by another request': [...run(), attached()],
        'without room': [...run(), attached({ productId: 'prd_b' }), attached({ productId: 'prd_c' })],
        ...notThere,
        'of another athlete': ofAnother,
        ...closed(activity()),
      },
    ],
    [
      'selectAttached',
      () => selectAttached(home, ACTIVITY.id),
      {
        'to this activity': [...run(), attached()],
        'to another': [...run(B), attached({ activityId: B.id })],
      },
    ],
    [
      'insertSeen, once a day',
      () => insertSeen(home, 'prt_a', { productIds: ['prd_a'], day: 2 }),
      {
        'on an earlier day': [[productsSeen, { partnerId: 'prt_a', productId: 'prd_a', day: 1 }]],
        'on this day': [[productsSeen, { partnerId: 'prt_a', productId: 'prd_a', day: 2 }]],
      },
    ],
    [
      'removeProduct',
      () => removeProduct(home, target, 'prd_a'),
      {
        attached: [...run(), attached()],
        'to another activity': [...run(B), attached({ activityId: B.id })],
        'another product': [...run(), attached({ productId: 'prd_b' })],
        "another athlete's": [...ofAnother, attached(ofOther)],
        ...closed(activity(), attached()),
      },
    ],
    [
      'touchActivity',
      () => touchActivity(home, target),
      { own: run(), ...notThere, 'of another athlete': ofAnother, ...closed(activity()) },
    ],
    [
      'selectAccessLog',
      () => selectAccessLog(home, 'prt_a', { ...LOG, fromMs: 5, beforeMs: 10 }),
      {
        'from its first moment': logged({ id: idsFrom('acc', 5) }),
        'before that': logged({ id: idsFrom('acc', 4) }),
        'at its end': logged({ id: idsFrom('acc', 10) }),
        "another partner's": logged({ ...OTHER_PARTNER, id: idsFrom('acc', 5) }),
      },
    ],
    [
      'selectAccessLog of an athlete, a later page',
      () => selectAccessLog(home, 'prt_a', { ...LOG, athleteId: A, afterId: 'acc_b' }),
      {
        next: logged(),
        'of an earlier page': logged({ id: 'acc_b' }),
        "another athlete's": [otherAthlete, ...logged(ofOther)],
        "another partner's": logged(OTHER_PARTNER),
      },
    ],
    [
      'deleteAccess',
      () => deleteAccess(home, access),
      {
        refused: logged(),
        'another access': logged({ id: 'acc_b' }),
        "another partner's": logged(OTHER_PARTNER),
      },
    ],
  ])('%s', async (...given) => expectFirstOnly(home, given));

  test.each<Conditional>([
    ['insertAccess', (condition: SQL) => insertAccess(home, access, condition), [athlete()]],
    ['touchActivity', (condition: SQL) => touchActivity(home, target, condition), run()],
    ['upsertProducts', (condition: SQL) => upsertProducts(home, target, [newProduct], condition), run()],
  ])('%s holds to its condition', async (...given) => expectOnlyIf(home, given));
});

describe('the steps of a recalculation', () => {
  const within = { ...RECALCULATION, fromAt: 5, beforeAt: 10 };
  /** Goes on within the athlete, after its activity of the sixth millisecond. */
  const inAthlete = { ...within, afterAthlete: A, afterAt: 6, afterActivity: 'act_a' };
  /** Goes on after an athlete whose last activity was later than this one's. */
  const afterAthlete = { ...within, afterAthlete: 'ath_tc0000', afterAt: 6, afterActivity: 'act_a' };
  const next = (row: typeof within) => selectNextActivities(home, row, sql`(SELECT ${A})`, 9);
  const inputs = (place: number) => statementAt(selectInputs(home, 'prt_a', [{ ...ACTIVITY }]), place);
  const nextOnes = nextAthletes({ ...within, afterAthlete: A }, 9);
  const live = { 'another athlete': [otherAthlete], ...closed() };
  test.each<Case>([
    [
      'nextAthletes',
      () => home.select({ id: sql`next_ones.id` }).from(sql`${nextOnes} AS next_ones`),
      { 'from the place on': [athlete()], before: [athlete({ id: 'ath_tc0000' })], ...closed() },
    ],
    [
      'selectNextActivities of the same athlete',
      () => next(inAthlete),
      {
        'after the place': run({ ...B, effectiveAt: 6 }),
        'calculated before': run({ effectiveAt: 6 }),
        'after the range': run({ ...B, effectiveAt: 10 }),
        'of an athlete who is not among these': [
          athlete(),
          otherAthlete,
          activity({ ...B, ...ofOther, effectiveAt: 6 }),
        ],
        ...closed(activity({ ...B, effectiveAt: 6 })),
      },
    ],
    [
      'selectNextActivities of a later athlete',
      () => next(afterAthlete),
      { 'in the range': run({ effectiveAt: 5 }), 'before the range': run({ effectiveAt: 4 }) },
    ],
    ['selectInputs: athletes', () => inputs(0), { live: [athlete()], ...live }],
    ['selectInputs: activities', () => inputs(1), { found: run(), ...notThere }],
    [
      'selectInputs: stored calculations',
      () => inputs(2),
      { found: [...run(), prescribed()], 'of another': [...run(B), prescribed({ activityId: B.id })] },
    ],
  ])('%s', async (...given) => expectFirstOnly(home, given));
});
