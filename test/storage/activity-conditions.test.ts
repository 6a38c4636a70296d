import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { describe } from 'vitest';
import { namedQueries } from '#nutrition/activities/named-activities.ts';
import {
  type ActivityFilter,
  idsOfPage,
  selectActivities,
  selectPage,
} from '#nutrition/activities/page-repository.ts';
import {
  deleteActivity,
  deleteWithoutFeedback,
  hasNoFeedback,
  hasNoTimeZone,
  insertActivities,
  insertActivity,
  moveFeedback,
  recordCreations,
  selectHolder,
  updateActivities,
  updateActivity,
  whereToBeUpdated,
} from '#nutrition/activities/repository.ts';
import { selectAccessLog } from '#nutrition/catalogue/access-log.ts';
import {
  deleteAccess,
  insertAccess,
  insertSeen,
  whereTierIs,
} from '#nutrition/catalogue/shared-repository.ts';
import {
  removeProduct,
  selectAttached,
  touchActivity,
  upsertProducts,
  whereUnchanged,
} from '#nutrition/fuel-plans/repository.ts';
import { upsertPrescriptions } from '#nutrition/prescriptions/prescriptions.ts';
import {
  upsertMany,
  upsertPrescription,
  whereActivityIsInRevision,
} from '#nutrition/prescriptions/repository.ts';
import {
  selectDetails,
  selectFeedbackOf,
  selectPrescriptionsOf,
  selectProductsOf,
} from '#nutrition/records/read-activity.ts';
import { productsSeen } from '#platform/storage/athlete-schema.ts';
import { idsFrom } from '#platform/storage/ids.ts';
import { inRow } from '#platform/storage/write-many.ts';
import { TEST_HOME } from '../support/shards.ts';
import { type Rows, rowsOf, statementAt, statementsIn, whereHolds } from './situations.ts';
import {
  activityRow,
  B,
  calculated,
  closed,
  details,
  notAsRead,
  notThere,
  ON_ANOTHER,
  ofOther,
  prescribed,
  withActivity,
} from './stored-activity.ts';
import {
  ACCESS,
  ACTIVITY,
  ATHLETE,
  access,
  activity,
  athlete,
  attached,
  givenFeedback,
  learned,
  NOW,
  OTHER_ATHLETE,
  OTHER_PARTNER,
  otherAthlete,
} from './stored-rows.ts';

/** The conditions of statements about activities: their writes, pages, prescriptions and products. */

const home = drizzle(TEST_HOME);
const A = ATHLETE.id;
const reporter = { principal: { partnerId: 'prt_a', environment: 'test' }, nowMs: NOW } as const;

/** Another activity of the athlete, which has feedback. */
const ratedB: Rows = [activity(B), givenFeedback({ activityId: B.id })];

describe('writes of activities', () => {
  const changed = { ...activityRow, name: 'Long run', revision: 2 };
  const updates = () =>
    updateActivities(home, reporter, [{ before: activityRow, after: { ...details, activity: changed } }], []);
  const createdOnce = { 'of a live athlete': athlete(), ...closed() };
  const { firstOnly, firstOf, onlyIf } = statementsIn(home, [athlete(), otherAthlete]);
  firstOnly('insertActivity', () => insertActivity(home, 'prt_a', activityRow), createdOnce);
  firstOnly(
    'insertActivities of a batch',
    () => statementAt(insertActivities(home, 'prt_a', [activityRow]), 0),
    createdOnce,
  );
  firstOf('recordCreations: an activity.created event for what was inserted only', activity, [{}, B], () =>
    statementAt(recordCreations(home, reporter, [activityRow]), 0),
  );
  firstOnly(
    'whereToBeUpdated: the prescription of an updated activity',
    () => {
      const guard = { condition: whereToBeUpdated('prt_a')(inRow), values: [{ revision: 2 }] };
      return statementAt(upsertMany(home, [calculated], guard), 0);
    },
    {
      'as it was read': activity(),
      'changed since, beside one that is as it was': [activity({ revision: 2 }), activity(B)],
      ...closed(activity()),
    },
  );
  for (const [place, name] of [
    [0, 'the event'],
    [-1, 'the row'],
  ] as const) {
    firstOnly(`updateActivities of a batch: ${name}`, () => statementAt(updates(), place), {
      'as it was read, beside one with feedback': [activity(), ...ratedB],
      'with feedback since': [activity(), givenFeedback()],
      ...notAsRead(),
    });
    firstOnly(
      `deleteWithoutFeedback: ${name}`,
      () => statementAt(deleteWithoutFeedback(home, reporter, [activityRow]), place),
      {
        'without feedback, beside one with': [activity(), ...ratedB],
        'with feedback since': [activity(), givenFeedback()],
        'gone, beside one without feedback': activity(B),
        ...closed(activity()),
      },
    );
  }
  firstOnly(
    'updateActivity',
    () => updateActivity(home, 'prt_a', activityRow, { name: 'Long run' }),
    activity,
    { 'as it was read': {}, ...notThere, ...notAsRead() },
  );
  firstOnly('deleteActivity', () => deleteActivity(home, 'prt_a', activityRow, sql`1`), activity, {
    'as it was read': {},
    ...notThere,
    ...notAsRead(),
  });
  firstOnly('hasNoFeedback', () => whereHolds(home, hasNoFeedback(ACTIVITY.id)), {
    'none, beside one with': [activity(), ...ratedB],
    given: [activity(), givenFeedback()],
  });
  firstOf('hasNoTimeZone', athlete, [{}, { timeZone: 'Europe/Berlin' }], () =>
    whereHolds(home, hasNoTimeZone(A)),
  );
  statementsIn(home).touches(
    'hasNoTimeZone beside another athlete who has one',
    [athlete({ id: 'ath_tc0000', externalId: null, timeZone: 'Europe/Berlin' }), athlete()],
    () => whereHolds(home, hasNoTimeZone(A)),
  );
  firstOf('moveFeedback', withActivity(givenFeedback), [{}, { id: 'fbk_b' }], () =>
    moveFeedback(home, 'fbk_a', 2, sql`1`),
  );

  onlyIf('insertActivity', athlete(), (condition) => insertActivity(home, 'prt_a', activityRow, condition));
  onlyIf('updateActivity', activity(), (condition) =>
    updateActivity(home, 'prt_a', activityRow, {}, condition),
  );
  onlyIf('deleteActivity', activity(), (condition) => deleteActivity(home, 'prt_a', activityRow, condition));
  onlyIf('moveFeedback', [activity(), givenFeedback()], (condition) =>
    moveFeedback(home, 'fbk_a', 2, condition),
  );
});

describe('pages of activities', () => {
  const BY_TIME: ActivityFilter = {
    ...{ fromMs: 5, beforeMs: 10, type: 'run', externalId: 'a', updatedSinceMs: null, after: null, limit: 9 },
  };
  const BY_CHANGE = { ...BY_TIME, updatedSinceMs: 7 };
  const own = (changes: object) => activity({ effectiveAt: 5, externalId: 'a', updatedAt: 7, ...changes });
  /** The second is before the first moment, the third at the end. */
  const OF_PAGE = [
    {},
    { effectiveAt: 4 },
    { effectiveAt: 10 },
    { type: 'ride' },
    { externalId: 'b' },
    ofOther,
  ];
  const SINCE_CHANGE = [...OF_PAGE, { updatedAt: 6 }];

  const { firstOf } = statementsIn(home, [athlete(), otherAthlete]);
  firstOf('selectActivities', own, OF_PAGE, () => selectActivities(home, A, BY_TIME));
  firstOf('selectPage', own, OF_PAGE, () => selectPage(home, A, BY_TIME)[0]);
  firstOf('selectPage of what changed', own, SINCE_CHANGE, () => selectPage(home, A, BY_CHANGE)[0]);
  firstOf('selectActivities of several athletes', own, OF_PAGE, () => selectActivities(home, [A], BY_TIME));
  firstOf('selectActivities that changed', own, SINCE_CHANGE, () => selectActivities(home, A, BY_CHANGE));
  firstOf('idsOfPage', own, OF_PAGE, () => idsOfPage(home, A, BY_TIME));
  firstOf('idsOfPage of what changed', own, SINCE_CHANGE, () => idsOfPage(home, A, BY_CHANGE));
  firstOf('selectHolder of an external_id', own, [{}, { externalId: 'b' }, ofOther], () =>
    selectHolder(home, A, 'a'),
  );
  for (const [name, [select, row]] of Object.entries({
    selectPrescriptionsOf: [selectPrescriptionsOf, prescribed],
    selectProductsOf: [selectProductsOf, attached],
    selectFeedbackOf: [selectFeedbackOf, givenFeedback],
  } as const)) {
    firstOf(name, withActivity(row), [{}, ON_ANOTHER], () => select(home, sql`(SELECT 'act_a')`));
  }
});

describe('an activity with everything shown with it', () => {
  const ids = { athleteId: A, activityId: ACTIVITY.id } as const;
  const detail = (place: number, isWhole = false) =>
    statementAt(
      [...selectDetails(home, 'prt_a', ids, { withInputs: isWhole, withCoursePoints: isWhole })],
      place,
    );
  const OWN_ONLY = [{}, ON_ANOTHER, ofOther];

  const { firstOf } = statementsIn(home, [athlete(), otherAthlete]);
  statementsIn(home).firstOnly('selectDetails: the athlete', () => detail(0), {
    own: athlete(),
    'another athlete': otherAthlete,
    ...closed(),
  });
  firstOf('selectDetails: the activity', activity, [{}, B, ofOther], () => detail(1));
  firstOf('selectDetails: the activity with its course', activity, [{}, B, ofOther], () => detail(1, true));
  firstOf('selectDetails: the prescription', withActivity(prescribed), OWN_ONLY, () => detail(2));
  firstOf('selectDetails: the prescription with its inputs', withActivity(prescribed), OWN_ONLY, () =>
    detail(2, true),
  );
  firstOf('selectDetails: products', withActivity(attached), [{}, ON_ANOTHER], () => detail(3));
  firstOf('selectDetails: feedback', withActivity(givenFeedback), OWN_ONLY, () => detail(4));
});

describe.each([
  ['athlete_id', { athleteId: A, externalId: 'a' }],
  ['athlete_external_id', { athleteExternalId: ATHLETE.externalId, externalId: 'a' }],
])('activities named by external_id and the %s of their athlete', (_, name) => {
  const named = (place: number) => statementAt([...namedQueries(home, 'prt_a', [name])], place);
  const own = { externalId: 'a' } as const;
  const whole = [givenFeedback(), attached(), prescribed()];
  const situations = {
    named: [activity(own), ...whole],
    'with another external_id': [activity({ externalId: 'b' }), ...whole],
    'of another athlete': [activity({ ...own, ...ofOther }), ...whole],
    "of another partner's athlete": [athlete(OTHER_PARTNER), activity(own), ...whole],
  };

  const { firstOnly } = statementsIn(home, [athlete(), otherAthlete]);
  statementsIn(home).firstOnly('namedQueries: the athlete', () => named(0), {
    named: athlete(),
    'another athlete': otherAthlete,
    ...closed(),
  });
  firstOnly('namedQueries: the learned state', () => named(1), learned, {
    named: {},
    'of another athlete': ofOther,
    "of another partner's athlete": [athlete(OTHER_PARTNER), learned()],
  });
  firstOnly('namedQueries: the activity', () => named(2), situations);
  firstOnly('namedQueries: the prescription', () => named(3), situations);
  firstOnly('namedQueries: products', () => named(4), situations);
  firstOnly('namedQueries: feedback', () => named(5), situations);
});

describe('prescriptions, products and access to the catalogue', () => {
  const target = { partnerId: 'prt_a', athleteId: A, activityId: ACTIVITY.id } as const;
  const inRevision = { ...target, athleteId: sql`${A}`, activityId: sql`${ACTIVITY.id}`, revision: sql`1` };
  const LOG = { fromMs: null, beforeMs: null, athleteId: undefined, afterId: null, limit: 9 };
  const newProduct = { productId: 'prd_a', isNew: true, servings: 1, attachedAt: 1, position: 0 };

  const { firstOnly, firstOf, onlyIf } = statementsIn(home, [athlete(), otherAthlete]);
  firstOnly(
    'whereActivityIsInRevision',
    () => whereHolds(home, whereActivityIsInRevision(inRevision)),
    activity,
    { 'as it was calculated': {}, ...notThere, ...notAsRead() },
  );
  firstOf('upsertPrescription', activity, [{}, { revision: 2 }], () =>
    upsertPrescription(home, calculated, { partnerId: 'prt_a', revision: 1 }),
  );
  firstOf('upsertPrescriptions of a batch', activity, [{}, { revision: 2 }], () => {
    const [upsert] = upsertPrescriptions(home, reporter, [{ ...details, prescription: calculated }]);
    return statementAt(upsert ? [upsert] : [], 0);
  });
  firstOnly(
    'whereUnchanged of an attachment',
    () => whereHolds(home, whereUnchanged(target, [{ productId: 'prd_a', isNew: true }], 2)),
    activity,
    {
      'with another product, and this one on another activity': [
        activity(),
        attached({ productId: 'prd_b' }),
        activity(B),
        attached({ activityId: B.id }),
      ],
      'attached by another request': [activity(), attached()],
      'without room': [activity(), attached({ productId: 'prd_b' }), attached({ productId: 'prd_c' })],
      ...notThere,
      'of another athlete': activity(ofOther),
      ...closed(activity()),
    },
  );
  firstOf('selectAttached', withActivity(attached), [{}, ON_ANOTHER], () =>
    selectAttached(home, ACTIVITY.id),
  );
  const seen = rowsOf(productsSeen, { partnerId: 'prt_a', productId: 'prd_a', day: 1 });
  firstOf('insertSeen, once a day', seen, [{}, { day: 2 }], () =>
    insertSeen(home, 'prt_a', { productIds: ['prd_a'], day: 2 }),
  );
  firstOnly('removeProduct', () => removeProduct(home, target, 'prd_a'), withActivity(attached), {
    attached: {},
    'to another activity': ON_ANOTHER,
    'another product': { productId: 'prd_b' },
    "another athlete's": ofOther,
    ...closed(activity(), attached()),
  });
  firstOnly('touchActivity', () => touchActivity(home, target), activity, {
    own: {},
    ...notThere,
    'of another athlete': ofOther,
    ...closed(activity()),
  });
  firstOnly(
    'selectAccessLog',
    () => selectAccessLog(home, 'prt_a', { ...LOG, fromMs: 5, beforeMs: 10 }),
    access,
    {
      'from its first moment': { id: idsFrom('acc', 5) },
      'before that': { id: idsFrom('acc', 4) },
      'at its end': { id: idsFrom('acc', 10) },
      "another partner's": { ...OTHER_PARTNER, id: idsFrom('acc', 5) },
    },
  );
  firstOf(
    'selectAccessLog of an athlete, a later page',
    access,
    [{}, { id: 'acc_b' }, ofOther, OTHER_PARTNER],
    () => selectAccessLog(home, 'prt_a', { ...LOG, athleteId: A, afterId: 'acc_b' }),
  );
  const isOfTier = (tier: 'full' | null) => () =>
    whereHolds(home, whereTierIs(tier, { partnerId: 'prt_a', athleteId: A }));
  statementsIn(home).firstOf(
    'whereTierIs',
    athlete,
    [{}, { tier: 'teaser' }, { status: 'erasing' }, OTHER_PARTNER, OTHER_ATHLETE],
    isOfTier('full'),
  );
  statementsIn(home).firstOf(
    'whereTierIs of any tier',
    athlete,
    [{ tier: 'teaser' }, { status: 'erasing' }, OTHER_PARTNER, OTHER_ATHLETE],
    isOfTier(null),
  );
  firstOf('deleteAccess', access, [{}, { id: 'acc_b' }, OTHER_PARTNER], () => deleteAccess(home, ACCESS));

  onlyIf('insertAccess', athlete(), (condition) => insertAccess(home, ACCESS, condition));
  onlyIf('touchActivity', activity(), (condition) => touchActivity(home, target, condition));
  onlyIf('upsertProducts', activity(), (condition) => upsertProducts(home, target, [newProduct], condition));
});
