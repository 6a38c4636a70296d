import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { describe, expect, test } from 'vitest';
import { forgetProduct } from '#nutrition/athletes/shared-repository.ts';
import { removeDeleted, whereUnchanged } from '#nutrition/fuel-plans/repository.ts';
import {
  countOwnProducts,
  deleteOwnProduct,
  insertOwnProduct,
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
  athletes,
  type OwnProductDefinition,
  ownProducts,
} from '#platform/storage/athlete-schema.ts';
import { events } from '#platform/storage/events-schema.ts';
import { TEST_HOME } from '../support/shards.ts';
import { type Rows, resultWith, rowsOf, statementsIn, whereHolds } from './situations.ts';
import {
  ACTIVITY,
  ATHLETE,
  activity,
  athlete,
  attached,
  event,
  NOW,
  OTHER_ATHLETE,
  OTHER_PARTNER,
  otherAthlete,
  TRUE,
} from './stored-rows.ts';

/** The conditions of statements about an athlete's own products. */

const home = drizzle(TEST_HOME);
const A = ATHLETE.id;
const reporter = { principal: { partnerId: 'prt_a', environment: 'test' }, nowMs: NOW } as const;
const DEFINITION: OwnProductDefinition = {
  ...{ name: 'Gel', format: 'gel', brand: null, gtin: null, vegan: null, glutenFree: null, recipe: null },
  ...{ glucoseFructoseRatio: null, servingG: 40, servingMl: null, carbG: 20, sodiumMg: null },
  ...{ caffeineMg: null, fluidMl: null },
};
const OWN = {
  ...{ id: 'cpr_a', athleteId: A, revision: 1, externalId: 'a', definition: DEFINITION },
  ...{ createdAt: 1, updatedAt: 1 },
} as const;
const own = rowsOf(ownProducts, OWN);
const ofOther = { athleteId: OTHER_ATHLETE.id } as const;
const target = { partnerId: 'prt_a', athleteId: A, activityId: ACTIVITY.id } as const;
const OTHERS = [{ id: 'cpr_b' }, ofOther];

/** Situations in which nothing of the athlete may be written: `rows` are there too. */
const closed = (...rows: Rows): readonly Rows[] => [
  [athlete(OTHER_PARTNER), ...rows],
  [athlete({ status: 'erasing' }), ...rows],
];

describe('own products', () => {
  const page = { afterId: null, limit: 9, externalId: undefined, gtin: undefined };
  const preferring = (fuelPreferences: object) =>
    athlete({ fuelPreferences: { formats: null, avoids: [], owns: null, ...fuelPreferences } });
  const OWNING = { formats: null, avoids: [], owns: ['cpr_a', 'cpr_b'] };
  const owning = athlete({ fuelPreferences: OWNING });
  const forget = () => forgetProduct(home, { athleteId: A, productId: 'cpr_a', nowMs: NOW }, TRUE);
  const detaching: Rows = [activity(), attached({ productId: 'cpr_a' })];

  const { firstOnly, firstOf, oneOf, onlyIf } = statementsIn(home, [athlete(), otherAthlete]);
  firstOf('mayTakeProduct, at the limit and below it', own, [ofOther, {}, ...closed()], () =>
    whereHolds(home, mayTakeProduct('prt_a', A, 1)),
  );
  firstOf(
    'countOwnProducts',
    own,
    [{}, ofOther],
    () => async () => (await countOwnProducts(home, A))[0]?.count,
  );
  firstOf('selectOwnProduct', own, [{}, ...OTHERS], () => selectOwnProduct(home, A, 'cpr_a'));
  firstOf('selectPageOfOwnProducts', own, [{}, ofOther], () => selectPageOfOwnProducts(home, A, page));
  firstOf('selectPageOfOwnProducts after a position', own, [{}, { id: 'cpr_b' }], () =>
    selectPageOfOwnProducts(home, A, { ...page, afterId: 'cpr_b' }),
  );
  firstOf('selectPageOfOwnProducts by external_id', own, [{}, { externalId: 'b' }], () =>
    selectPageOfOwnProducts(home, A, { ...page, externalId: 'a' }),
  );
  firstOf(
    'selectPageOfOwnProducts by gtin',
    own,
    [
      { definition: { ...DEFINITION, gtin: '036000291452' } },
      {},
      { definition: { ...DEFINITION, gtin: '96385074' } },
    ],
    () => selectPageOfOwnProducts(home, A, { ...page, gtin: '00036000291452' }),
  );
  firstOf('selectHolder', own, [{}, { externalId: 'b' }, ofOther], () => selectHolder(home, A, 'a'));
  firstOf('updateOwnProduct', own, [{}, { revision: 2 }, ...OTHERS, ...closed(own())], () =>
    updateOwnProduct(home, 'prt_a', OWN, { externalId: 'b', definition: DEFINITION, updatedAt: 2 }),
  );
  firstOf('isAsRead', own, [{}, { revision: 2 }, ...OTHERS, ...closed(own())], () =>
    whereHolds(home, isAsRead('prt_a', OWN)),
  );
  firstOf('deleteOwnProduct', own, [{}, ...OTHERS], () => deleteOwnProduct(home, OWN, TRUE));
  firstOnly('recordDetached', () => recordDetached(home, reporter, OWN, TRUE), {
    attached: detaching,
    'another product': [activity(), attached()],
    "another athlete's": [activity(ofOther), attached({ ...ofOther, productId: 'cpr_a' })],
  });
  firstOf('selectOwnProducts', own, [{}, ofOther], () => selectOwnProducts(home, A));
  firstOf('selectOwners', own, [{}, ...OTHERS], () => selectOwners(home, ['cpr_a'], [A]));
  firstOnly(
    'the definition of an attached product',
    () => home.select(attachedColumns).from(activityProducts).where(sql`own IS NOT NULL`),
    {
      own: [...detaching, own()],
      deleted: detaching,
      "another athlete's": [...detaching, own(ofOther)],
      'of the catalogue': [activity(), attached(), own({ id: 'prd_a' })],
    },
  );
  firstOnly('forgetProduct', forget, athlete, {
    owned: owning,
    'neither owned nor avoided': preferring({ avoids: ['cpr_b'] }),
    'without preferences': {},
    'of another athlete': { ...OTHER_ATHLETE, fuelPreferences: OWNING },
    'of an erased athlete': { status: 'erasing', fuelPreferences: OWNING },
  });
  firstOf('forgetProduct of avoided ones', preferring, [{ avoids: ['cpr_a'] }, {}], forget);
  firstOnly('removeDeleted', () => removeDeleted(home, target), {
    deleted: detaching,
    'still there': [...detaching, own()],
    'of the catalogue': [activity(), attached()],
    'of another activity': [activity({ id: 'act_b' }), attached({ activityId: 'act_b', productId: 'cpr_a' })],
    "another athlete's": [activity(ofOther), attached({ ...ofOther, productId: 'cpr_a' })],
    'of another partner': [athlete(OTHER_PARTNER), ...detaching],
    'of an erased athlete': [athlete({ status: 'erasing' }), ...detaching],
  });
  firstOnly(
    'whereUnchanged of an own product',
    () => whereHolds(home, whereUnchanged(target, [{ productId: 'cpr_a', isNew: true }], 2)),
    {
      'beside one that was deleted': [activity(), own(), attached(), attached({ productId: 'cpr_b' })],
      deleted: activity(),
      "another athlete's": [activity(), own(ofOther)],
      'without room': [
        ...[activity(), own(), own({ id: 'cpr_b', externalId: 'b' })],
        ...[attached(), attached({ productId: 'cpr_b' })],
      ],
    },
  );

  oneOf(
    'recordDetached reports only the activities that had the product',
    [...detaching, activity({ id: 'act_b' })],
    () => recordDetached(home, reporter, OWN, TRUE),
  );

  test('recordDetached names the athlete of the activity by its external_id', async () => {
    const earlier = athlete({ id: 'ath_tc0000', externalId: 'earlier' });
    const recorded = [recordDetached(home, reporter, OWN, TRUE), home.select().from(events)] as const;
    expect(await resultWith(home, recorded, [earlier, athlete(), ...detaching, event()])).toMatchObject([
      {},
      { type: 'activity.updated', athleteId: A, data: { externalId: ATHLETE.externalId } },
    ]);
  });

  test('forgetProduct leaves the other products', async () => {
    const forgotten = [forget(), home.select().from(athletes)] as const;
    expect(await resultWith(home, forgotten, [owning])).toMatchObject([
      { fuelPreferences: { formats: null, avoids: [], owns: ['cpr_b'] } },
    ]);
  });

  onlyIf('insertOwnProduct', own(), (condition) =>
    insertOwnProduct(home, { ...OWN, id: 'cpr_new', externalId: 'new' }, condition),
  );
  onlyIf('deleteOwnProduct', own(), (condition) => deleteOwnProduct(home, OWN, condition));
  onlyIf('recordDetached', detaching, (condition) => recordDetached(home, reporter, OWN, condition));
  onlyIf('forgetProduct', owning, (condition) =>
    forgetProduct(home, { athleteId: A, productId: 'cpr_a', nowMs: NOW }, condition),
  );
  onlyIf('removeDeleted', detaching, (condition) => removeDeleted(home, target, condition));
});
