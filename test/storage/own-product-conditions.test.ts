import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { describe, test } from 'vitest';
import { forgetProduct } from '#nutrition/athletes/shared-repository.ts';
import { removeDeleted, whereUnchanged } from '#nutrition/fuel-plans/repository.ts';
import {
  deleteOwnProduct,
  isAsRead,
  mayTakeProduct,
  recordDetached,
  selectHolder,
  selectOwnProduct,
  selectPageOfOwnProducts,
  updateOwnProduct,
} from '#nutrition/own-products/repository.ts';
import { attachedColumns, selectOwners, selectOwnProducts } from '#nutrition/records/read-activity.ts';
import {
  activityProducts,
  type OwnProductDefinition,
  ownProducts,
} from '#platform/storage/athlete-schema.ts';
import { TEST_HOME } from '../support/shards.ts';
import {
  type Case,
  type Conditional,
  expectFirstOnly,
  expectOneOf,
  expectOnlyIf,
  type Rows,
  whereHolds,
} from './situations.ts';
import {
  ACTIVITY,
  ATHLETE,
  activity,
  athlete,
  attached,
  NOW,
  OTHER_ATHLETE,
  OTHER_PARTNER,
  otherAthlete,
  TRUE,
} from './stored-rows.ts';

/**
 * The conditions of statements about an athlete's own products: each is tried in one situation in which it finds its row, and in
 * others that differ from that one in one thing.
 */

const home = drizzle(TEST_HOME);
const A = ATHLETE.id;
const reporter = { principal: { partnerId: 'prt_a', environment: 'test' }, nowMs: NOW } as const;
const DEFINITION: OwnProductDefinition = {
  name: 'Gel',
  format: 'gel',
  brand: null,
  gtin: null,
  vegan: null,
  glutenFree: null,
  glucoseFructoseRatio: null,
  servingG: 40,
  servingMl: null,
  carbG: 20,
  sodiumMg: null,
  caffeineMg: null,
  fluidMl: null,
  recipe: null,
};
const OWN = {
  id: 'cpr_a',
  athleteId: A,
  revision: 1,
  externalId: 'a',
  definition: DEFINITION,
  createdAt: 1,
  updatedAt: 1,
} as const;
const own = (changes: object = {}) => [ownProducts, { ...OWN, ...changes }] as const;
const ofOther = { athleteId: OTHER_ATHLETE.id } as const;
const target = { partnerId: 'prt_a', athleteId: A, activityId: ACTIVITY.id } as const;

const others: Readonly<Record<string, Rows>> = {
  another: [athlete(), own({ id: 'cpr_b' })],
  "another athlete's": [athlete(), otherAthlete, own(ofOther)],
};
const closed = (...rows: Rows): Readonly<Record<string, Rows>> => ({
  'of another partner': [athlete(OTHER_PARTNER), ...rows],
  'of an erased athlete': [athlete({ status: 'erasing' }), ...rows],
});
const changed = { 'changed since': [athlete(), own({ revision: 2 })] };

describe('own products', () => {
  const page = { afterId: null, limit: 9, externalId: undefined };
  const preferring = (fuelPreferences: object) =>
    athlete({ fuelPreferences: { formats: null, ...fuelPreferences } });
  const OWNING = { formats: null, avoids: [], owns: ['cpr_a', 'cpr_b'] };
  const owning = athlete({ fuelPreferences: OWNING });
  const forget = () => forgetProduct(home, { athleteId: A, productId: 'cpr_a', nowMs: NOW }, TRUE);
  const detaching: Rows = [athlete(), activity(), attached({ productId: 'cpr_a' })];
  test.each<Case>([
    [
      'mayTakeProduct',
      () => whereHolds(home, mayTakeProduct('prt_a', A, 1)),
      {
        'while another athlete has one': [athlete(), otherAthlete, own(ofOther)],
        'at the limit': [athlete(), own()],
        ...closed(),
      },
    ],
    ['selectOwnProduct', () => selectOwnProduct(home, A, 'cpr_a'), { found: [athlete(), own()], ...others }],
    [
      'selectPageOfOwnProducts',
      () => selectPageOfOwnProducts(home, A, page),
      { found: [athlete(), own()], "another athlete's": [athlete(), otherAthlete, own(ofOther)] },
    ],
    [
      'selectPageOfOwnProducts after a position',
      () => selectPageOfOwnProducts(home, A, { ...page, afterId: 'cpr_b' }),
      { older: [athlete(), own()], shown: [athlete(), own({ id: 'cpr_b' })] },
    ],
    [
      'selectPageOfOwnProducts by external_id',
      () => selectPageOfOwnProducts(home, A, { ...page, externalId: 'a' }),
      { named: [athlete(), own()], other: [athlete(), own({ externalId: 'b' })] },
    ],
    [
      'selectHolder',
      () => selectHolder(home, A, 'a'),
      {
        found: [athlete(), own()],
        'of another name': [athlete(), own({ externalId: 'b' })],
        "another athlete's": [athlete(), otherAthlete, own(ofOther)],
      },
    ],
    [
      'updateOwnProduct',
      () => updateOwnProduct(home, 'prt_a', OWN, { externalId: 'b', definition: DEFINITION, updatedAt: 2 }),
      { 'as read': [athlete(), own()], ...changed, ...others, ...closed(own()) },
    ],
    [
      'isAsRead',
      () => whereHolds(home, isAsRead('prt_a', OWN)),
      { 'as read': [athlete(), own()], ...changed, ...others, ...closed(own()) },
    ],
    ['deleteOwnProduct', () => deleteOwnProduct(home, OWN, TRUE), { found: [athlete(), own()], ...others }],
    [
      'recordDetached',
      () => recordDetached(home, reporter, OWN, TRUE),
      {
        attached: detaching,
        'another product': [athlete(), activity(), attached()],
        "another athlete's": [
          athlete(),
          otherAthlete,
          activity(ofOther),
          attached({ ...ofOther, productId: 'cpr_a' }),
        ],
      },
    ],
    [
      'selectOwnProducts',
      () => selectOwnProducts(home, A),
      { found: [athlete(), own()], "another athlete's": [athlete(), otherAthlete, own(ofOther)] },
    ],
    ['selectOwners', () => selectOwners(home, ['cpr_a'], [A]), { found: [athlete(), own()], ...others }],
    [
      'the definition of an attached product',
      () => home.select(attachedColumns).from(activityProducts).where(sql`own IS NOT NULL`),
      {
        own: [...detaching, own()],
        deleted: detaching,
        "another athlete's": [...detaching, otherAthlete, own(ofOther)],
        'of the catalogue': [athlete(), activity(), attached(), own({ id: 'prd_a' })],
      },
    ],
    [
      'forgetProduct',
      forget,
      {
        owned: [owning],
        'neither owned nor avoided': [preferring({ avoids: ['cpr_b'], owns: null })],
        'without preferences': [athlete()],
        'of another athlete': [athlete(), athlete({ ...OTHER_ATHLETE, fuelPreferences: OWNING })],
        'of an erased athlete': [athlete({ status: 'erasing', fuelPreferences: OWNING })],
      },
    ],
    [
      'forgetProduct of avoided ones',
      forget,
      {
        avoided: [preferring({ avoids: ['cpr_a'], owns: null })],
        'not avoided': [preferring({ avoids: [], owns: null })],
      },
    ],
    [
      'removeDeleted',
      () => removeDeleted(home, target),
      {
        deleted: detaching,
        'still there': [...detaching, own()],
        'of the catalogue': [athlete(), activity(), attached()],
        'of another activity': [
          athlete(),
          activity({ id: 'act_b' }),
          attached({ activityId: 'act_b', productId: 'cpr_a' }),
        ],
        "another athlete's": [
          athlete(),
          otherAthlete,
          activity(ofOther),
          attached({ ...ofOther, productId: 'cpr_a' }),
        ],
        ...closed(activity(), attached({ productId: 'cpr_a' })),
      },
    ],
    [
      'whereUnchanged of an own product',
      () => whereHolds(home, whereUnchanged(target, [{ productId: 'cpr_a', isNew: true }], 2)),
      {
        'beside one that was deleted': [
          athlete(),
          activity(),
          own(),
          attached(),
          attached({ productId: 'cpr_b' }),
        ],
        deleted: [athlete(), activity()],
        "another athlete's": [athlete(), otherAthlete, activity(), own(ofOther)],
        'without room': [
          athlete(),
          activity(),
          own(),
          own({ id: 'cpr_b', externalId: 'b' }),
          attached(),
          attached({ productId: 'cpr_b' }),
        ],
      },
    ],
  ])('%s', async (...given) => expectFirstOnly(home, given));

  test('recordDetached reports only the activities that had the product', () =>
    expectOneOf(home, [
      'recordDetached',
      () => recordDetached(home, reporter, OWN, TRUE),
      [...detaching, activity({ id: 'act_b' })],
    ]));

  test.each<Conditional>([
    ['deleteOwnProduct', (condition) => deleteOwnProduct(home, OWN, condition), [athlete(), own()]],
    ['recordDetached', (condition) => recordDetached(home, reporter, OWN, condition), detaching],
    [
      'forgetProduct',
      (condition) => forgetProduct(home, { athleteId: A, productId: 'cpr_a', nowMs: NOW }, condition),
      [owning],
    ],
    ['removeDeleted', (condition) => removeDeleted(home, target, condition), detaching],
  ])('%s only if its condition holds', async (...given) => expectOnlyIf(home, given));
});
