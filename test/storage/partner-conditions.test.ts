import { env } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { describe, expect, test } from 'vitest';
import { promoteMember } from '#partner/console/shared-repository.ts';
import { announceRotations } from '#partner/keys/announce-rotations.ts';
import { ADVISED_ROTATION_MS } from '#partner/keys/key-shape.ts';
import {
  endRotatedKey,
  removeKeys,
  selectKey,
  selectKeys,
  selectUsableKeys,
} from '#partner/keys/repository.ts';
import { insertKey, mayTakeKey, selectLatestKey, USABLE_KEYS_MAX } from '#partner/keys/shared-repository.ts';
import {
  changeSuspension,
  insertPartnerWhere,
  isUnrecorded,
  markLiveAccess,
  openProduction,
  patchBudgets,
  recordAccessEnded,
  recordAccessEndedIn,
  recordKeysEnded,
  recordSuspensionFannedOut,
  selectAnyKey,
  selectPartners,
  selectPartnersToEndIn,
  selectPartnersToNotify,
  selectSuspensionsToFanOut,
  terminatePartner,
  updateContact,
  updateLocations,
  updateOrigins,
  writeSuspension,
} from '#partner/partners/repository.ts';
import { deleteEnds, reduceToRecord } from '#partner/partners/shared-repository.ts';
import { selectDueEverywhere, updateProductsSeen } from '#partner/retention/repository.ts';
import { selectKeyByHash, updateLastUse } from '#platform/access/repository.ts';
import { DAY_MS } from '#platform/clock.ts';
import { newId } from '#platform/storage/ids.ts';
import { wherePartnerHasStatus, wherePartnerIsOpen } from '#platform/storage/partner.ts';
import { type PartnerRow, partners } from '#platform/storage/registry-schema.ts';
import { TEST_HOME } from '../support/shards.ts';
import { resultWith, statementsIn, whereHolds } from './situations.ts';
import {
  admin,
  audit,
  client,
  endedPart,
  event,
  KEY,
  kept,
  key,
  LIVE,
  NOW,
  OTHER_PARTNER,
  otherPartner,
  PARTNER,
  partner,
  recalculation,
  suspension,
  TARGET,
  TERMINATED,
  TRUE,
  target,
  webhook,
} from './stored-rows.ts';

/** The conditions of statements about partners, their end and their keys. */

const registry = drizzle(env.REGISTRY);
const home = drizzle(TEST_HOME);
const NEW_PARTNER: PartnerRow = {
  ...{ ...PARTNER, regions: [], testShards: [], liveShards: [], checklistDone: [], budgets: {} },
  ...{ testOrigins: [], liveOrigins: [] },
  ...{ liveAccessAt: null, terminatedAt: null, purgedAt: null, keysEndedAt: null },
  ...{ productsSeen: null, productsCountedAt: null, terminationRequestedAt: null },
  ...{ suspendedAt: null, suspensionVersion: 0, suspensionFannedOut: 0 },
};

describe('partners', () => {
  const ANOTHER = { id: 'prt_b' };
  const SUSPENDED = { status: 'suspended', suspendedAt: 1 };
  const asRead: Parameters<typeof updateLocations>[1] = {
    id: 'prt_a',
    regions: ['weur'],
    testShards: ['c000'],
    liveShards: ['c000'],
  };

  const { firstOnly, firstOf } = statementsIn(registry);
  firstOf('terminatePartner', partner, [{}, TERMINATED, ANOTHER], () =>
    terminatePartner(registry, 'prt_a', { terminatedAt: NOW, purgeAfter: NOW }),
  );
  firstOf('patchBudgets', partner, [{}, TERMINATED, ANOTHER], () => patchBudgets(registry, 'prt_a', {}));
  firstOf('updateOrigins', partner, [{}, TERMINATED, ANOTHER], () =>
    updateOrigins(registry, 'prt_a', 'test', []),
  );
  firstOf('recordKeysEnded', partner, [{}, ANOTHER], () => recordKeysEnded(registry, 'prt_a', NOW));
  firstOf('recordAccessEnded', partner, [{}, ANOTHER], () => recordAccessEnded(registry, 'prt_a', NOW));
  firstOf('openProduction', partner, [{}, ANOTHER], () =>
    openProduction(registry, 'prt_a', 'full', TRUE, NOW),
  );
  firstOf('updateContact', partner, [{}, ANOTHER], () =>
    updateContact(registry, 'prt_a', 'new@platform.example', TRUE),
  );
  firstOf('selectPartners', partner, [{}, ANOTHER], () =>
    selectPartners(registry, { afterId: 'prt_b', limit: 9 }),
  );
  firstOnly(
    'updateLocations',
    () => updateLocations(registry, asRead, { regions: ['weur'], testShards: [], liveShards: [] }),
    partner,
    {
      'as it was read': {},
      'with another region since': { regions: ['weur', 'enam'] },
      'with another shard of the sandbox': { testShards: ['c001'] },
      'with another shard of production': { liveShards: ['c001'] },
      terminated: TERMINATED,
      'beside one that is as it was read': [partner({ regions: [] }), partner({ id: 'prt_b' })],
    },
  );
  firstOnly('markLiveAccess', () => markLiveAccess(registry, 'prt_a', 'key_a', NOW), {
    'with the key': [partner(), key()],
    'without it': [partner(), key({ id: 'key_b', hash: 'b' })],
    'of another partner': [otherPartner, key(OTHER_PARTNER)],
  });
  firstOnly('selectPartnersToNotify', () => selectPartnersToNotify(registry, NOW - 1, 9), partner, {
    'terminated, not all told': TERMINATED,
    active: { purgeAfter: NOW },
    told: { ...TERMINATED, accessEndedAt: NOW },
    'told, with tokens that have not ended': { ...TERMINATED, keysEndedAt: NOW },
    'purged long ago': { ...TERMINATED, purgeAfter: NOW - 1 },
  });
  firstOnly('selectDueEverywhere', () => selectDueEverywhere(registry, [], NOW, 9), partner, {
    due: TERMINATED,
    'not yet due': { ...TERMINATED, purgeAfter: NOW + 1 },
    active: { purgeAfter: NOW },
    'purged before': { ...TERMINATED, status: 'purged' },
  });
  firstOf('updateProductsSeen', partner, [TERMINATED, { status: 'purged' }, ANOTHER], () =>
    updateProductsSeen(registry, 'prt_a', 1, NOW),
  );
  firstOnly('reduceToRecord', () => reduceToRecord(registry, 'prt_a', NOW), {
    'with nothing left': partner(TERMINATED),
    active: partner(),
    'with a key': [partner(TERMINATED), key()],
    'with a client': [partner(TERMINATED), client()],
    'with a webhook': [partner(TERMINATED), webhook()],
    'with a recalculation': [partner(TERMINATED), recalculation()],
    'with a member': [partner(TERMINATED), admin()],
    'with a line of the audit': [partner(TERMINATED), audit()],
  });
  firstOf('changeSuspension to suspended', partner, [{}, SUSPENDED, TERMINATED, ANOTHER], () =>
    changeSuspension(registry, 'prt_a', NOW),
  );
  firstOnly('changeSuspension to resumed', () => changeSuspension(registry, 'prt_a', null), partner, {
    suspended: SUSPENDED,
    active: {},
    terminated: TERMINATED,
    another: { ...SUSPENDED, id: 'prt_b' },
  });
  firstOnly(
    'recordSuspensionFannedOut',
    () => recordSuspensionFannedOut(registry, { ...NEW_PARTNER, suspensionVersion: 2 }),
    partner,
    {
      'of an earlier version': { suspensionFannedOut: 1 },
      'of a later one': { suspensionFannedOut: 3 },
      'of this one': { suspensionFannedOut: 2 },
      another: { id: 'prt_b', suspensionFannedOut: 1 },
    },
  );
  firstOnly('selectSuspensionsToFanOut', () => selectSuspensionsToFanOut(registry, 9), partner, {
    changed: { suspensionVersion: 2, suspensionFannedOut: 1 },
    'fanned out': { suspensionVersion: 2, suspensionFannedOut: 2 },
  });
  const hasStatus = (status: 'active' | 'suspended') => () =>
    whereHolds(registry, wherePartnerHasStatus('prt_a', status));
  firstOf('wherePartnerHasStatus active', partner, [{}, ANOTHER, SUSPENDED], hasStatus('active'));
  firstOf(
    'wherePartnerHasStatus suspended',
    partner,
    [SUSPENDED, { ...SUSPENDED, ...ANOTHER }, {}],
    hasStatus('suspended'),
  );
  const isOpen = () => whereHolds(registry, wherePartnerIsOpen('prt_a'));
  firstOf('wherePartnerIsOpen', partner, [{}, ANOTHER, TERMINATED, { status: 'purged' }], isOpen);
  firstOf(
    'wherePartnerIsOpen of a suspended one',
    partner,
    [SUSPENDED, { ...SUSPENDED, ...ANOTHER }],
    isOpen,
  );
  firstOf('terminatePartner of a suspended one', partner, [SUSPENDED, { ...SUSPENDED, id: 'prt_b' }], () => [
    terminatePartner(registry, 'prt_a', { terminatedAt: NOW, purgeAfter: NOW }),
    registry.select().from(partners).where(sql`status = 'terminated' AND suspended_at IS NULL`),
  ]);
  firstOf('patchBudgets of a suspended one', partner, [SUSPENDED, { status: 'purged' }], () =>
    patchBudgets(registry, 'prt_a', {}),
  );

  test('changeSuspension raises the version that stores compare', async () => {
    const changed = [changeSuspension(registry, 'prt_a', NOW), registry.select().from(partners)] as const;
    const rows = await resultWith(registry, changed, [partner({ suspensionVersion: 4 })]);
    expect(rows).toMatchObject([{ status: 'suspended', suspendedAt: NOW, suspensionVersion: 5 }]);
  });

  const inHome = statementsIn(home);
  inHome.firstOf('writeSuspension', suspension, [{ version: 4 }, {}, { version: 6 }], () =>
    writeSuspension(home, { ...NEW_PARTNER, suspensionVersion: 5 }),
  );
  inHome.touches('writeSuspension of a partner without a row', suspension(OTHER_PARTNER), () =>
    writeSuspension(home, { ...NEW_PARTNER, suspensionVersion: 5 }),
  );
});

describe("a partner's end and its keys", () => {
  const HOME = { environment: 'test', shard: 'c000' } as const;
  const END = partner({ ...TERMINATED, keysEndedAt: 1 });
  const usable = (count: number, changes: object = {}) =>
    Array.from({ length: count }, (_, at) => key({ id: `key_${at}`, hash: `${at}`, ...changes }));
  const UNSET = { expiresAt: null, revokedAt: null, rotatedTo: null, lastUsedAt: null };
  const ROTATED = { status: 'rotated', expiresAt: NOW + 1 };
  const mayTake = () => promoteMember(registry, 'prt_a', TARGET.email, mayTakeKey('prt_a', 'test', NOW));

  const { firstOnly, firstOf, eachOf, touches, oneOf, onlyIf } = statementsIn(registry, [
    partner(),
    otherPartner,
  ]);
  firstOnly('isLeftIn', () => selectPartnersToEndIn(registry, HOME, NOW - 1, 9), {
    'with another database finished': [
      END,
      endedPart({ database: 'test.c001' }),
      endedPart({ part: 'athletes' }),
      endedPart(OTHER_PARTNER),
    ],
    finished: [END, endedPart()],
  });
  firstOnly('isOverIn', () => recordAccessEndedIn(registry, ['test.c000'], NOW), {
    'in each database': [END, endedPart()],
    'in none': END,
    'in another': [END, endedPart({ database: 'b' })],
    'of another part': [END, endedPart({ part: 'athletes' })],
    'of another partner': [END, endedPart(OTHER_PARTNER)],
    'before its keys': [partner(TERMINATED), endedPart()],
    'recorded before': [partner({ ...TERMINATED, keysEndedAt: 1, accessEndedAt: 1 }), endedPart()],
    'of an active partner': [partner({ keysEndedAt: 1, purgeAfter: NOW }), endedPart()],
  });
  firstOnly('deleteEnds', () => deleteEnds(registry, 'prt_a'), {
    'of a purged partner': [partner({ status: 'purged' }), endedPart()],
    'of another': [partner({ status: 'purged' }), endedPart(OTHER_PARTNER)],
    'before the purge': [END, endedPart()],
    'beside another that is purged': [END, partner({ id: 'prt_b', status: 'purged' }), endedPart()],
  });
  firstOnly('reduceToRecord of this partner', () => reduceToRecord(registry, 'prt_a', NOW), {
    'beside all that is of others': [
      partner(TERMINATED),
      key(OTHER_PARTNER),
      client(OTHER_PARTNER),
      webhook(OTHER_PARTNER),
      recalculation(OTHER_PARTNER),
      admin(OTHER_PARTNER),
      audit(OTHER_PARTNER),
      kept(OTHER_PARTNER),
      event({ ...OTHER_PARTNER, athleteId: null }),
    ],
    'with a kept answer': [partner(TERMINATED), kept()],
    'with an event': [partner(TERMINATED), event({ athleteId: null })],
    another: partner({ ...TERMINATED, id: 'prt_b' }),
  });
  firstOf('selectKey', key, [{}, { id: 'key_b' }, OTHER_PARTNER], () =>
    selectKey(registry, 'prt_a', 'key_a'),
  );
  firstOf('selectKeys', key, [{}, { id: 'key_b' }, LIVE, OTHER_PARTNER], () =>
    selectKeys(registry, 'prt_a', 'test', { afterId: 'key_b', limit: 9 }),
  );
  firstOf('selectLatestKey', key, [{}, LIVE, OTHER_PARTNER], () =>
    selectLatestKey(registry, 'prt_a', 'test'),
  );
  firstOf('selectUsableKeys that are rotated', key, [ROTATED, { ...ROTATED, status: 'revoked' }], () =>
    selectUsableKeys(registry, 'prt_a', NOW),
  );
  firstOf('selectKeyByHash: the key', key, [{}, { hash: 'b' }], () => selectKeyByHash(registry, 'a')[0]);
  firstOnly('selectKeyByHash: its partner', () => selectKeyByHash(registry, 'a')[1], key, {
    its: {},
    'of another key': { hash: 'b' },
    'without a key': { hash: 'b', ...OTHER_PARTNER },
  });
  firstOnly('updateLastUse of a key', () => updateLastUse(registry, 'key_a', NOW), key, {
    'used before': { lastUsedAt: NOW - 1 },
    'used later': { lastUsedAt: NOW + 1 },
    another: { id: 'key_b' },
  });
  touches('updateLastUse of a new key', key(), () => updateLastUse(registry, 'key_a', NOW));
  touches('selectPartners of the first page', partner(), () =>
    selectPartners(registry, { afterId: null, limit: 9 }),
  );
  firstOnly('removeKeys', () => removeKeys(registry, ['key_a']), key, { this: {}, another: { id: 'key_b' } });
  firstOnly('mayTakeKey', mayTake, {
    'below the limit': [target(), ...usable(USABLE_KEYS_MAX - 1)],
    'with as many active': [target(), ...usable(USABLE_KEYS_MAX)],
    'with as many within their grace': [target(), ...usable(USABLE_KEYS_MAX, ROTATED)],
  });
  eachOf(
    'mayTakeKey beside those that do not count',
    (changes) => [target(), ...usable(USABLE_KEYS_MAX, changes)],
    [
      ...[OTHER_PARTNER, LIVE, { status: 'revoked' }],
      ...[OTHER_PARTNER, LIVE, { status: 'revoked' }, { expiresAt: NOW }].map((each) => ({
        ...ROTATED,
        ...each,
      })),
    ],
    mayTake,
  );
  firstOnly('mayTakeKey of a partner', mayTake, {
    active: target(),
    terminated: [partner(TERMINATED), target()],
  });

  onlyIf('openProduction', partner(), (condition) =>
    openProduction(registry, 'prt_a', 'full', condition, NOW),
  );
  onlyIf('updateContact', partner(), (condition) =>
    updateContact(registry, 'prt_a', 'new@platform.example', condition),
  );
  onlyIf('insertPartnerWhere', partner(), (condition) =>
    insertPartnerWhere(registry, { ...NEW_PARTNER, id: 'prt_new' }, condition),
  );
  onlyIf('insertKey', key(), (condition) =>
    insertKey(registry, { ...KEY, ...UNSET, id: 'key_new', hash: 'new' }, condition),
  );

  oneOf(
    'updateLocations of one partner',
    [partner(NEW_PARTNER), partner({ ...NEW_PARTNER, id: 'prt_b' })],
    () => updateLocations(registry, NEW_PARTNER, { regions: ['weur'], testShards: [], liveShards: [] }),
  );
  oneOf('endRotatedKey of one key', [key(), key({ id: 'key_b', hash: 'b' })], () =>
    endRotatedKey(registry, 'key_a', 'key_b', NOW),
  );
});

describe('keys', () => {
  const successor = key({ id: 'key_b', hash: 'b' });
  const ofAge = (ageMs: number) => key({ id: newId('key', NOW - ageMs) });
  const DUE = { id: newId('key', NOW - ADVISED_ROTATION_MS) };
  const due = key(DUE);
  const notified = (changes: object = {}) =>
    event({
      ...{ type: 'key.rotation_due', athleteId: null, data: { keyId: DUE.id }, createdAt: NOW },
      ...changes,
    });
  const audited = (changes: object) =>
    audit({ action: 'key.revoke', subjectId: 'key_a', memberId: null, ...changes });
  const announce = () => async () => (await announceRotations(registry, NOW)).counts.events;

  const { firstOnly, firstOf, eachOf, touches } = statementsIn(registry, [partner(), otherPartner]);
  firstOnly('announceRotations', announce, {
    due,
    'not yet': ofAge(ADVISED_ROTATION_MS - 1),
    'for more than a week': ofAge(ADVISED_ROTATION_MS + 7 * DAY_MS + 1),
    revoked: key({ ...DUE, status: 'revoked' }),
    'notified before': [due, notified()],
  });
  touches(
    'announceRotations of a key at its second age',
    [due, notified({ createdAt: NOW - 7 * DAY_MS - 1 })],
    announce,
  );
  touches('announceRotations of each key', [due, notified({ data: { keyId: 'key_b' } })], announce);
  firstOf('selectAnyKey', key, [{}, { id: 'key_b' }], () => selectAnyKey(registry, 'key_a'));
  const unrecorded = () => whereHolds(registry, isUnrecorded('prt_a', 'key_a'));
  firstOf('isUnrecorded', audited, [{ subjectId: 'key_b' }, {}], unrecorded);
  eachOf(
    'isUnrecorded beside what does not record it',
    audited,
    [OTHER_PARTNER, { action: 'key.create' }, { memberId: 'mbr_a' }],
    unrecorded,
  );
  firstOnly('endRotatedKey', () => endRotatedKey(registry, 'key_a', 'key_b', NOW), {
    'with its successor': [key(), successor],
    'without one': key(),
    'rotated before': [key({ status: 'rotated' }), successor],
    another: [key({ id: 'key_c' }), successor],
  });
  firstOnly('selectUsableKeys', () => selectUsableKeys(registry, 'prt_a', NOW), key, {
    'active, without an end': {},
    'rotated and over': { status: 'rotated', expiresAt: NOW },
    revoked: { status: 'revoked' },
    'of another partner': OTHER_PARTNER,
  });
});
