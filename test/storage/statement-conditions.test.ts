import { env } from 'cloudflare:workers';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { describe, expect, test } from 'vitest';
import { promoteMember } from '#partner/console/shared-repository.ts';
import { announceEngine } from '#partner/events/announce-engine.ts';
import { type EventFilter, selectEvents, selectReach } from '#partner/events/repository.ts';
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
  decideRequest,
  endLinkOfOthers,
  insertAccessRequest,
  isUnused,
  markLinkUsed,
  replaceLink,
  requestHas,
  selectAccessRequest,
  selectAccessRequests,
  selectRequestOfLink,
} from '#partner/partners/access-request-repository.ts';
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
  writeSuspension,
} from '#partner/partners/repository.ts';
import { deleteEnds, reduceToRecord } from '#partner/partners/shared-repository.ts';
import {
  claimDue,
  insertRecalculation,
  mayRecalculate,
  moveOn,
  selectRecalculation,
  selectUnfinished,
} from '#partner/recalculations/repository.ts';
import {
  cancelRecalculations,
  cancelUnfinished,
  completeRecalculation,
  failExhausted,
} from '#partner/recalculations/shared-repository.ts';
import { selectDueEverywhere, updateProductsSeen } from '#partner/retention/repository.ts';
import {
  deleteOwnWebhook,
  disableActive,
  ENABLING,
  giveUpCreation,
  insertWebhook,
  mayTakeWebhook,
  recordFanOut,
  replaceEvents,
  reportToWebhook,
  requestFanOut,
  resumeActive,
  selectAwaitingFanOut,
  selectOwnWebhooks,
  selectVersions,
  selectWebhookOfPartner,
  TESTS_PER_MIN,
  takeOverCreation,
  takeTest,
  updateOwnWebhook,
} from '#partner/webhooks/repository.ts';
import {
  acknowledge,
  deleteEnded,
  selectAcceptedAt,
  selectEventsAfter,
  selectEventsAt,
  selectEventsOfLanes,
  selectLate,
  selectSubscriber,
  selectSubscribersAfter,
  selectSubscribersOf,
  selectSuspension,
} from '#partner/webhooks/subscriber-repository.ts';
import { selectKeyByHash, updateLastUse } from '#platform/access/repository.ts';
import { DAY_MS, MINUTE_MS } from '#platform/clock.ts';
import { deleteExpired, freeReserved } from '#platform/http/shared-repository.ts';
import { databaseName } from '#platform/storage/athlete-databases.ts';
import { idempotencyKeys } from '#platform/storage/common-schema.ts';
import { consoleAudit } from '#platform/storage/console-schema.ts';
import { suspensions } from '#platform/storage/events-schema.ts';
import { newId } from '#platform/storage/ids.ts';
import { wherePartnerHasStatus, wherePartnerIsOpen } from '#platform/storage/partner.ts';
import {
  type AccessRequestRow,
  accessRequests,
  announcedEngine,
  type PartnerRow,
  partnerEnds,
  partners,
  type ReportedHealth,
  webhooks,
} from '#platform/storage/registry-schema.ts';
import { TEST_HOME } from '../support/shards.ts';
import {
  type Case,
  type Conditional,
  expectFirstOnly,
  expectOneOf,
  expectOnlyIf,
  type OneOf,
  type Rows,
  resultWith,
  whereHolds,
} from './situations.ts';
import {
  ADMIN,
  client,
  EVENT,
  event,
  KEY,
  key,
  LIVE,
  member,
  NOW,
  OTHER_PARTNER,
  PARTNER,
  partner,
  RECALCULATION,
  recalculation,
  SUBSCRIBER,
  subscriber,
  TARGET,
  TERMINATED,
  TRUE,
  WEBHOOK,
  webhook,
} from './stored-rows.ts';

/**
 * The conditions of statements that decide between two requests at once, or between partners: each is tried in one situation
 * in which it finds its row, and in others that differ from that one in one thing.
 */

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
  const SUSPENDED = { status: 'suspended', suspendedAt: 1 };
  const asRead: Parameters<typeof updateLocations>[1] = {
    id: 'prt_a',
    regions: ['weur'],
    testShards: ['c000'],
    liveShards: ['c000'],
  };
  test.each<Case>([
    [
      'terminatePartner',
      () => terminatePartner(registry, 'prt_a', { terminatedAt: NOW, purgeAfter: NOW }),
      {
        active: [partner()],
        'terminated before': [partner(TERMINATED)],
        another: [partner({ id: 'prt_b' })],
      },
    ],
    [
      'patchBudgets',
      () => patchBudgets(registry, 'prt_a', {}),
      { active: [partner()], terminated: [partner(TERMINATED)], another: [partner({ id: 'prt_b' })] },
    ],
    [
      'updateLocations',
      () => updateLocations(registry, asRead, { regions: ['weur'], testShards: [], liveShards: [] }),
      {
        'as it was read': [partner()],
        'with another region since': [partner({ regions: ['weur', 'enam'] })],
        'with another shard of the sandbox': [partner({ testShards: ['c001'] })],
        'with another shard of production': [partner({ liveShards: ['c001'] })],
        terminated: [partner(TERMINATED)],
        'beside one that is as it was read': [partner({ regions: [] }), partner({ id: 'prt_b' })],
      },
    ],
    [
      'markLiveAccess',
      () => markLiveAccess(registry, 'prt_a', 'key_a', NOW),
      { 'with the key': [partner(), key()], 'without it': [partner(), key({ id: 'key_b', hash: 'b' })] },
    ],
    [
      'selectPartnersToNotify',
      () => selectPartnersToNotify(registry, NOW - 1, 9),
      {
        'terminated, not all told': [partner(TERMINATED)],
        active: [partner({ purgeAfter: NOW })],
        told: [partner({ ...TERMINATED, accessEndedAt: NOW })],
        'told, with tokens that have not ended': [partner({ ...TERMINATED, keysEndedAt: NOW })],
        'purged long ago': [partner({ ...TERMINATED, purgeAfter: NOW - 1 })],
      },
    ],
    [
      'selectDueEverywhere',
      () => selectDueEverywhere(registry, [], NOW, 9),
      {
        due: [partner(TERMINATED)],
        'not yet due': [partner({ ...TERMINATED, purgeAfter: NOW + 1 })],
        active: [partner({ purgeAfter: NOW })],
        'purged before': [partner({ ...TERMINATED, status: 'purged' })],
      },
    ],
    [
      'updateProductsSeen',
      () => updateProductsSeen(registry, 'prt_a', 1, NOW),
      {
        terminated: [partner(TERMINATED)],
        purged: [partner({ status: 'purged' })],
        another: [partner({ id: 'prt_b' })],
      },
    ],
    [
      'reduceToRecord',
      () => reduceToRecord(registry, 'prt_a', NOW),
      {
        'with nothing left': [partner(TERMINATED)],
        active: [partner()],
        'with a key': [partner(TERMINATED), key()],
        'with a client': [partner(TERMINATED), client()],
        'with a webhook': [partner(TERMINATED), webhook()],
        'with a recalculation': [partner(TERMINATED), recalculation()],
        'with a member': [partner(TERMINATED), member(ADMIN)],
        'with a line of the audit': [
          partner(TERMINATED),
          [consoleAudit, { id: 'aud_a', partnerId: 'prt_a', at: 1, action: '', outcome: 'done' }],
        ],
      },
    ],
    [
      'changeSuspension to suspended',
      () => changeSuspension(registry, 'prt_a', NOW),
      {
        active: [partner()],
        'suspended before': [partner(SUSPENDED)],
        terminated: [partner(TERMINATED)],
        another: [partner({ id: 'prt_b' })],
      },
    ],
    [
      'changeSuspension to resumed',
      () => changeSuspension(registry, 'prt_a', null),
      {
        suspended: [partner(SUSPENDED)],
        active: [partner()],
        terminated: [partner(TERMINATED)],
        another: [partner({ ...SUSPENDED, id: 'prt_b' })],
      },
    ],
    [
      'recordSuspensionFannedOut',
      () => recordSuspensionFannedOut(registry, { ...NEW_PARTNER, suspensionVersion: 2 }),
      {
        'of an earlier version': [partner({ suspensionFannedOut: 1 })],
        'of a later one': [partner({ suspensionFannedOut: 3 })],
        'of this one': [partner({ suspensionFannedOut: 2 })],
        another: [partner({ id: 'prt_b', suspensionFannedOut: 1 })],
      },
    ],
    [
      'selectSuspensionsToFanOut',
      () => selectSuspensionsToFanOut(registry, 9),
      {
        changed: [partner({ suspensionVersion: 2, suspensionFannedOut: 1 })],
        'fanned out': [partner({ suspensionVersion: 2, suspensionFannedOut: 2 })],
      },
    ],
    ...(['active', 'suspended'] as const).map(
      (status): Case => [
        `wherePartnerHasStatus, ${status}`,
        () => whereHolds(registry, wherePartnerHasStatus('prt_a', status)),
        {
          this: [partner({ status })],
          another: [partner({ id: 'prt_b', status })],
          'of another status': [partner({ status: status === 'active' ? 'suspended' : 'active' })],
        },
      ],
    ),
    ...['active', 'suspended'].map(
      (status): Case => [
        `wherePartnerIsOpen, ${status}`,
        () => whereHolds(registry, wherePartnerIsOpen('prt_a')),
        {
          this: [partner({ status })],
          another: [partner({ id: 'prt_b', status })],
          terminated: [partner(TERMINATED)],
          purged: [partner({ status: 'purged' })],
        },
      ],
    ),
    [
      'terminatePartner of a suspended one',
      () => [
        terminatePartner(registry, 'prt_a', { terminatedAt: NOW, purgeAfter: NOW }),
        registry.select().from(partners).where(sql`status = 'terminated' AND suspended_at IS NULL`),
      ],
      { this: [partner(SUSPENDED)], another: [partner({ ...SUSPENDED, id: 'prt_b' })] },
    ],
    [
      'patchBudgets of a suspended one',
      () => patchBudgets(registry, 'prt_a', {}),
      { this: [partner(SUSPENDED)], purged: [partner({ status: 'purged' })] },
    ],
  ])('%s', async (...given) => expectFirstOnly(registry, given));

  test('changeSuspension raises the version that stores compare', async () => {
    const changed = [changeSuspension(registry, 'prt_a', NOW), registry.select().from(partners)] as const;
    const rows = await resultWith(registry, changed, [partner({ suspensionVersion: 4 })]);
    expect(rows).toMatchObject([{ status: 'suspended', suspendedAt: NOW, suspensionVersion: 5 }]);
  });

  const inDatabase = (changes: object = {}) =>
    [suspensions, { partnerId: 'prt_a', suspendedAt: 1, version: 5, ...changes }] as const;
  test.each<Case>([
    [
      'writeSuspension',
      () => writeSuspension(home, { ...NEW_PARTNER, suspensionVersion: 5 }),
      {
        'over an earlier version': [inDatabase({ version: 4 })],
        'over the same': [inDatabase()],
        'over a later one': [inDatabase({ version: 6 })],
      },
    ],
    [
      'writeSuspension of a partner without a row',
      () => writeSuspension(home, { ...NEW_PARTNER, suspensionVersion: 5 }),
      { 'beside another': [inDatabase({ partnerId: 'prt_b' })] },
    ],
  ])('in an athlete database: %s', async (...given) => expectFirstOnly(home, given));
});

describe('keys', () => {
  const both = [partner(), partner({ id: 'prt_b' })];
  const successor = key({ id: 'key_b', hash: 'b' });
  const ofAge = (ageMs: number) => key({ id: newId('key', NOW - ageMs) });
  const DUE = { id: newId('key', NOW - ADVISED_ROTATION_MS) };
  const due = key(DUE);
  const notified = (changes: object = {}) =>
    event({
      ...{ type: 'key.rotation_due', athleteId: null, data: { keyId: DUE.id }, createdAt: NOW },
      ...changes,
    });
  const audited = (changes: object = {}) =>
    [
      consoleAudit,
      {
        ...{ id: 'aud_a', partnerId: 'prt_a', at: 1, action: 'key.revoke', outcome: 'done' },
        ...{ subjectId: 'key_a', memberId: null, ...changes },
      },
    ] as const;
  const announce = () => async () => (await announceRotations(registry, NOW)).counts.events;
  test.each<Case>([
    [
      'announceRotations',
      announce,
      {
        due: [...both, due],
        'not yet': [...both, ofAge(ADVISED_ROTATION_MS - 1)],
        'for more than a week': [...both, ofAge(ADVISED_ROTATION_MS + 7 * DAY_MS + 1)],
        revoked: [...both, key({ ...DUE, status: 'revoked' })],
        'notified before': [...both, due, notified()],
      },
    ],
    [
      'announceRotations of a key at its second age',
      announce,
      { 'after an earlier notice': [...both, due, notified({ createdAt: NOW - 7 * DAY_MS - 1 })] },
    ],
    [
      'announceRotations of each key',
      announce,
      { "after another key's notice": [...both, due, notified({ data: { keyId: 'key_b' } })] },
    ],
    [
      'selectAnyKey',
      () => selectAnyKey(registry, 'key_a'),
      { this: [...both, key()], another: [...both, key({ id: 'key_b' })] },
    ],
    [
      'isUnrecorded',
      () => whereHolds(registry, isUnrecorded('prt_a', 'key_a')),
      { 'before the revocation': [audited({ subjectId: 'key_b' })], 'after it': [audited()] },
    ],
    ...Object.entries({
      'of another partner': OTHER_PARTNER,
      'of another act': { action: 'key.create' },
      'of a member': { memberId: 'mbr_a' },
    }).map(
      ([name, changes]): Case => [
        `isUnrecorded beside a row ${name}`,
        () => whereHolds(registry, isUnrecorded('prt_a', 'key_a')),
        { 'not yet': [audited(changes)], recorded: [audited()] },
      ],
    ),
    [
      'endRotatedKey',
      () => endRotatedKey(registry, 'key_a', 'key_b', NOW),
      {
        'with its successor': [...both, key(), successor],
        'without one': [...both, key()],
        'rotated before': [...both, key({ status: 'rotated' }), successor],
        another: [...both, key({ id: 'key_c' }), successor],
      },
    ],
    [
      'selectUsableKeys',
      () => selectUsableKeys(registry, 'prt_a', NOW),
      {
        'active, or rotated and within its grace': [
          ...both,
          key(),
          key({ id: 'key_b', hash: 'b', status: 'rotated', expiresAt: NOW + 1 }),
        ],
        'rotated and over': [...both, key({ status: 'rotated', expiresAt: NOW })],
        revoked: [...both, key({ status: 'revoked' })],
        'of another partner': [...both, key(OTHER_PARTNER)],
      },
    ],
  ])('%s', async (...given) => expectFirstOnly(registry, given));
});

describe('recalculations', () => {
  const FINISHED = { finishedAt: 1 };
  test.each<Case>([
    [
      'selectUnfinished',
      () => selectUnfinished(registry, RECALCULATION),
      {
        unfinished: [recalculation()],
        finished: [recalculation(FINISHED)],
        'of the other environment': [recalculation(LIVE)],
        'of another partner': [recalculation(OTHER_PARTNER)],
      },
    ],
    [
      'claimDue',
      () => claimDue(registry, NOW, NOW + 9),
      {
        due: [recalculation({ dueAt: NOW })],
        'at work': [recalculation({ dueAt: NOW + 1 })],
        finished: [recalculation(FINISHED)],
      },
    ],
    [
      'claimDue beside one that has waited longer',
      () => claimDue(registry, NOW, NOW + 9),
      {
        first: [recalculation({ id: 'rcl_b', ...LIVE, dueAt: 2 }), recalculation()],
        'not the other': [recalculation({ id: 'rcl_b', ...LIVE, dueAt: 0, finishedAt: 1 })],
      },
    ],
    [
      'moveOn',
      () => moveOn(registry, RECALCULATION, RECALCULATION),
      {
        'from the position that was read': [recalculation()],
        'from another': [recalculation({ moves: 2 })],
        another: [recalculation({ id: 'rcl_b' })],
        finished: [recalculation(FINISHED)],
      },
    ],
    ...([0, 1] as const).map(
      (place): Case => [
        `failExhausted: ${['the event', 'the row'][place]}`,
        () => failExhausted(registry, NOW)[place],
        {
          'claimed six times': [recalculation({ dueAt: NOW, claims: 6 })],
          'claimed five times': [recalculation({ dueAt: NOW, claims: 5 })],
          'at work': [recalculation({ dueAt: NOW + 1, claims: 6 })],
          finished: [recalculation({ claims: 6, ...FINISHED })],
        },
      ],
    ),
    [
      'mayRecalculate',
      () => whereHolds(registry, mayRecalculate(RECALCULATION)),
      {
        'beside what does not count': [
          partner(),
          recalculation(OTHER_PARTNER),
          recalculation({ id: 'rcl_b', ...LIVE }),
          recalculation({ id: 'rcl_c', ...FINISHED }),
        ],
        'beside an unfinished one': [partner(), recalculation()],
        'of a terminated partner': [partner(TERMINATED)],
      },
    ],
    [
      'selectRecalculation',
      () => selectRecalculation(registry, 'prt_a', 'rcl_a'),
      {
        own: [recalculation()],
        another: [recalculation({ id: 'rcl_b' })],
        'of another partner': [recalculation(OTHER_PARTNER)],
      },
    ],
    ...([0, 1] as const).map(
      (place): Case => [
        `cancelRecalculations of one environment: ${['the event', 'the row'][place]}`,
        () => cancelRecalculations(registry, { partnerId: 'prt_a', environment: 'test' }, NOW)[place],
        {
          own: [recalculation()],
          finished: [recalculation(FINISHED)],
          'of the other environment': [recalculation(LIVE)],
          'of another partner': [recalculation(OTHER_PARTNER)],
        },
      ],
    ),
    ...([0, 1] as const).map(
      (place): Case => [
        `cancelUnfinished: ${['the event', 'the row'][place]}`,
        () => cancelUnfinished(registry, RECALCULATION, NOW)[place],
        {
          own: [recalculation()],
          another: [recalculation({ id: 'rcl_b' })],
          finished: [recalculation(FINISHED)],
          'of the other environment': [recalculation(LIVE)],
          'of another partner': [recalculation(OTHER_PARTNER)],
        },
      ],
    ),
    ...([0, 1] as const).map(
      (place): Case => [
        `completeRecalculation: ${['the event', 'the row'][place]}`,
        () => completeRecalculation(registry, 'rcl_a', NOW)[place],
        {
          unfinished: [recalculation()],
          another: [recalculation({ id: 'rcl_b' })],
          finished: [recalculation(FINISHED)],
        },
      ],
    ),
    [
      'cancelRecalculations of a partner',
      () => cancelRecalculations(registry, { partnerId: 'prt_a' }, NOW)[1],
      { own: [recalculation(LIVE)], 'of another partner': [recalculation(OTHER_PARTNER)] },
    ],
  ])('%s', async (...given) => expectFirstOnly(registry, given));

  test.each<Conditional>([
    [
      'insertRecalculation',
      (condition) => insertRecalculation(registry, { ...RECALCULATION, id: 'rcl_new' }, condition),
      [recalculation(FINISHED)],
    ],
  ])('%s holds to its condition', async (...given) => expectOnlyIf(registry, given));
});

describe('the row that holds an idempotency key', () => {
  const CLAIM = {
    partnerId: 'prt_a',
    environment: 'test',
    keyHash: 'a',
    requestHash: 'a',
    nowMs: NOW,
  } as const;
  const held = (changes: object = {}) => {
    const { nowMs, ...claimed } = CLAIM;
    return [idempotencyKeys, { ...claimed, resourceId: 'reserved', expiresAt: nowMs, ...changes }] as const;
  };
  const OF_OTHERS = {
    'of another partner': [held(OTHER_PARTNER)],
    'of the other environment': [held(LIVE)],
    'of another key': [held({ keyHash: 'b' })],
  };
  test.each<Case>([
    [
      'freeReserved',
      () => freeReserved(registry, CLAIM, 'reserved'),
      {
        'as it was reserved': [held()],
        ...OF_OTHERS,
        'of another request': [held({ requestHash: 'b' })],
        'for another resource': [held({ resourceId: 'b' })],
        'with an answer': [held({ answer: '{}' })],
      },
    ],
    [
      'deleteExpired',
      () => deleteExpired(registry, CLAIM),
      { expired: [held()], ...OF_OTHERS, 'of later': [held({ expiresAt: NOW + 1 })] },
    ],
  ])('%s', async (...given) => expectFirstOnly(registry, given));
});

describe('requests for access', () => {
  const REQUEST: AccessRequestRow = {
    id: 'acr_a',
    platform: '',
    useCase: '',
    contactEmail: '',
    status: 'pending',
    createdAt: NOW,
    decidedAt: null,
    purgeAfter: NOW,
    addressHash: 'a',
    partnerId: null,
    linkHash: 'link',
    linkExpiresAt: NOW,
    linkUsedAt: null,
  };
  const request = (changes: object = {}) => [accessRequests, { ...REQUEST, ...changes }] as const;
  const LINK = { partnerId: 'prt_a', contactEmail: 'first@platform.example' };
  const SENT = { max: 1, sinceMs: NOW - 1 };
  const when = (condition: SQL) => promoteMember(registry, 'prt_a', TARGET.email, condition);
  test.each<Case>([
    [
      'insertAccessRequest',
      () => insertAccessRequest(registry, { ...REQUEST, id: 'acr_new', linkHash: null }, SENT),
      {
        "after another address's": [request({ addressHash: 'b' })],
        'after one of this address': [request()],
      },
    ],
    [
      'insertAccessRequest later',
      () => insertAccessRequest(registry, { ...REQUEST, id: 'acr_new', linkHash: null }, SENT),
      { 'after an earlier one': [request({ createdAt: NOW - 1 })] },
    ],
    [
      'selectAccessRequest',
      () => selectAccessRequest(registry, 'acr_a'),
      { this: [request()], another: [request({ id: 'acr_b' })] },
    ],
    [
      'selectRequestOfLink',
      () => selectRequestOfLink(registry, 'link'),
      { its: [request()], another: [request({ linkHash: 'b' })] },
    ],
    [
      'selectAccessRequests',
      () => selectAccessRequests(registry, { afterId: 'acr_b', limit: 9 }),
      { next: [request()], 'of an earlier page': [request({ id: 'acr_b' })] },
    ],
    [
      'decideRequest',
      () => decideRequest(registry, 'acr_a', { status: 'declined', decidedAt: NOW, purgeAfter: NOW }),
      {
        pending: [request()],
        another: [request({ id: 'acr_b' })],
        'decided before': [request({ status: 'approved' })],
      },
    ],
    [
      'replaceLink',
      () => replaceLink(registry, 'acr_a', { linkHash: 'new', linkExpiresAt: NOW }),
      {
        approved: [request({ status: 'approved' })],
        another: [request({ id: 'acr_b', status: 'approved' })],
        pending: [request()],
      },
    ],
    [
      'markLinkUsed',
      () => markLinkUsed(registry, 'link', NOW, TRUE),
      { its: [request()], another: [request({ linkHash: 'b' })] },
    ],
    [
      'requestHas',
      () => when(requestHas('acr_a', 'pending', 'link')),
      {
        'this status and link': [member(TARGET), request()],
        'another status': [member(TARGET), request({ status: 'declined' })],
        'another link': [member(TARGET), request({ linkHash: 'b' })],
        'of another request': [member(TARGET), request({ id: 'acr_b' })],
      },
    ],
    [
      'endLinkOfOthers',
      () => endLinkOfOthers(registry, 'prt_a', 'new@platform.example', TRUE),
      {
        'of another address': [request(LINK)],
        'of this address': [request({ ...LINK, contactEmail: 'New@Platform.example' })],
        'without one': [request({ ...LINK, linkHash: null })],
        used: [request({ ...LINK, linkUsedAt: 1 })],
        'of another partner': [request({ ...LINK, ...OTHER_PARTNER })],
      },
    ],
    [
      'isUnused',
      () => when(isUnused('link')),
      {
        unused: [member(TARGET), request()],
        used: [member(TARGET), request({ linkUsedAt: 1 })],
        another: [member(TARGET), request({ linkHash: 'b' })],
      },
    ],
  ])('%s', async (...given) => expectFirstOnly(registry, given));

  test.each<Conditional>([
    [
      'endLinkOfOthers',
      (condition) => endLinkOfOthers(registry, 'prt_a', 'new@platform.example', condition),
      [request(LINK)],
    ],
    ['markLinkUsed', (isKeyMade) => markLinkUsed(registry, 'link', NOW, isKeyMade), [request()]],
  ])('%s holds to its condition', async (...given) => expectOnlyIf(registry, given));
});

describe('webhooks', () => {
  const OWN = { partnerId: 'prt_a', environment: 'test', webhookId: 'whk_a' } as const;
  const OF_OTHERS = {
    another: [webhook({ id: 'whk_b' })],
    'of another partner': [webhook(OTHER_PARTNER)],
    'of the other environment': [webhook(LIVE)],
  };
  const NEW = { ...OWN, url: 'u', events: [], description: null };
  const REPORT: ReportedHealth = {
    state: 'healthy',
    asOf: NOW,
    ...{ since: null, statusCode: null, waiting: 0, refusedTypes: [], nextAttemptAt: null },
  };
  const begun = (changes: object = {}) => webhook({ fannedOut: 0, url: 'u', begunAt: 1, ...changes });
  const CLAIM = {
    partnerId: 'prt_a',
    environment: 'test',
    keyHash: 'a',
    requestHash: 'a',
    nowMs: NOW,
  } as const;
  const claimed = (changes: object = {}) => {
    const { nowMs, ...held } = CLAIM;
    return [idempotencyKeys, { ...held, resourceId: 'whk_a', expiresAt: nowMs, ...changes }] as const;
  };
  const tests = (count: number, atMs: number) => ({ testedAt: Array.from({ length: count }, () => atMs) });
  const both: Rows = [partner(), partner({ id: 'prt_b' })];
  const may = (others: Rows) => [member(TARGET), ...others];
  const ten = (changes: object = {}) =>
    Array.from({ length: 10 }, (_, at) => webhook({ id: `whk_${at}`, ...changes }));
  test.each<Case>([
    [
      'mayTakeWebhook',
      () => promoteMember(registry, 'prt_a', TARGET.email, mayTakeWebhook('prt_a', 'test')),
      {
        'below ten': may([webhook()]),
        'after ten': may(ten()),
      },
    ],
    [
      'mayTakeWebhook of an active partner',
      () => promoteMember(registry, 'prt_c', TARGET.email, mayTakeWebhook('prt_c', 'test')),
      {
        active: [partner({ id: 'prt_c' }), member(TARGET, { partnerId: 'prt_c' })],
        terminated: [partner({ ...TERMINATED, id: 'prt_c' }), member(TARGET, { partnerId: 'prt_c' })],
      },
    ],
    ...Object.entries({ "another partner's": OTHER_PARTNER, 'the other environment': LIVE }).map(
      ([name, changes]): Case => [
        `mayTakeWebhook beside ten of ${name}`,
        () => promoteMember(registry, 'prt_a', TARGET.email, mayTakeWebhook('prt_a', 'test')),
        { there: may(ten(changes)) },
      ],
    ),
  ])('%s', async (...given) => expectFirstOnly(registry, given, both));

  test.each<Case>([
    [
      'selectWebhookOfPartner',
      () => selectWebhookOfPartner(registry, OWN),
      { own: [webhook()], another: OF_OTHERS.another, 'of another partner': OF_OTHERS['of another partner'] },
    ],
    [
      'selectOwnWebhooks',
      () => selectOwnWebhooks(registry, 'prt_a', 'test', { afterId: 'whk_b', limit: 9 }),
      { own: [webhook()], 'of an earlier page': OF_OTHERS.another, ...OF_OTHERS },
    ],
    ['updateOwnWebhook', () => updateOwnWebhook(registry, OWN, {}), { own: [webhook()], ...OF_OTHERS }],
    ['deleteOwnWebhook', () => deleteOwnWebhook(registry, OWN), { own: [webhook()], ...OF_OTHERS }],
    [
      'takeTest',
      () => takeTest(registry, OWN, NOW),
      {
        active: [webhook(tests(TESTS_PER_MIN - 1, NOW))],
        ...OF_OTHERS,
        disabled: [webhook({ status: 'disabled' })],
        'after ten within a minute': [webhook(tests(TESTS_PER_MIN, NOW))],
      },
    ],
    ...Object.entries({
      'an earlier minute': tests(TESTS_PER_MIN, NOW - MINUTE_MS),
      'a clock that was ahead': tests(TESTS_PER_MIN, NOW + MINUTE_MS + 1),
    }).map(
      ([name, tested]): Case => [
        `takeTest after ten of ${name}`,
        () => takeTest(registry, OWN, NOW),
        { there: [webhook(tested)] },
      ],
    ),
    [
      'reportToWebhook',
      () => reportToWebhook(registry, { ...OWN, store: 'tc000', region: 'weur', resumeAt: null }, 1, REPORT),
      {
        own: [webhook()],
        ...OF_OTHERS,
        'enabled again since': [webhook({ activation: 2 })],
      },
    ],
    [
      'replaceEvents',
      () => replaceEvents(registry, OWN, { activation: 1, url: '', types: ['*'] }, ['key.*']),
      {
        'as it was': [webhook({ events: ['*'] })],
        'of another': [webhook({ id: 'whk_b', events: ['*'] })],
        'of another partner': [webhook({ ...OTHER_PARTNER, events: ['*'] })],
        'of the other environment': [webhook({ ...LIVE, events: ['*'] })],
        disabled: [webhook({ status: 'disabled', events: ['*'] })],
        'enabled anew': [webhook({ activation: 2, events: ['*'] })],
        'with another address': [webhook({ url: 'u', events: ['*'] })],
        'with other events': [webhook({ events: ['athlete.*'] })],
      },
    ],
    [
      'resumeActive',
      () => resumeActive(registry, OWN, NOW),
      {
        'never resumed': [webhook()],
        ...OF_OTHERS,
        disabled: [webhook({ status: 'disabled' })],
        'about to resume': [webhook({ resumeAt: NOW + 5000 })],
      },
    ],
    ...Object.entries({
      'a moment ago': { resumeAt: NOW },
      'by a clock that was ahead': { resumeAt: NOW + 5001 },
    }).map(
      ([name, resumed]): Case => [
        `resumeActive of one resumed ${name}`,
        () => resumeActive(registry, OWN, NOW),
        { there: [webhook(resumed)] },
      ],
    ),
    [
      'disableActive',
      () => disableActive(registry, OWN, { activation: 1, url: '' }, 'gone'),
      {
        'as it was': [webhook()],
        ...OF_OTHERS,
        disabled: [webhook({ status: 'disabled' })],
        'enabled anew': [webhook({ activation: 2 })],
        'with another address': [webhook({ url: 'u' })],
      },
    ],
    [
      'recordFanOut',
      () => recordFanOut(registry, { id: 'whk_a', version: 2 }),
      { 'not yet': [webhook()], another: OF_OTHERS.another, already: [webhook({ fannedOut: 2 })] },
    ],
    [
      'takeOverCreation of the same fields',
      () => takeOverCreation(registry, NEW, null, NOW),
      {
        interrupted: [begun()],
        'of another partner': [begun(OTHER_PARTNER)],
        'of the other environment': [begun(LIVE)],
        'that has been fanned out': [begun({ fannedOut: 1 })],
        'that may be under way': [begun({ begunAt: NOW })],
        'of another address': [begun({ url: 'b' })],
        'of other events': [begun({ events: ['a'] })],
        'with a description': [begun({ description: 'a' })],
      },
    ],
    [
      'takeOverCreation that was given up',
      () => takeOverCreation(registry, NEW, null, NOW),
      { there: [begun({ begunAt: null })], 'under way': [begun({ begunAt: NOW })] },
    ],
    [
      'takeOverCreation of the same key',
      () => takeOverCreation(registry, NEW, CLAIM, NOW),
      {
        interrupted: [begun(), claimed()],
        'without the key': [begun()],
        'of another request': [begun(), claimed({ requestHash: 'b' })],
        'of another key': [begun(), claimed({ keyHash: 'b' })],
        'of another webhook': [begun(), claimed({ resourceId: 'whk_b' })],
      },
    ],
    [
      'giveUpCreation',
      () => giveUpCreation(registry, 'whk_a'),
      { this: [begun()], another: [begun({ id: 'whk_b' })] },
    ],
    [
      'selectAwaitingFanOut',
      () => selectAwaitingFanOut(registry, 'whk_', NOW, 9),
      {
        changed: [webhook({ version: 2 })],
        'in all stores': [webhook()],
        'of an earlier page': [webhook({ id: 'whk', version: 2 })],
        'whose creation may be under way': [webhook({ fannedOut: 0, createdAt: NOW })],
      },
    ],
    [
      'selectAwaitingFanOut of long ago',
      () => selectAwaitingFanOut(registry, 'whk_', NOW, 9),
      { 'whose creation was interrupted': [webhook({ fannedOut: 0 })] },
    ],
    [
      'selectAwaitingFanOut of lately',
      () => selectAwaitingFanOut(registry, 'whk_', NOW, 9),
      { 'that has changed': [webhook({ version: 2, createdAt: NOW })] },
    ],
    [
      'selectVersions',
      () => selectVersions(registry, ['whk_a']),
      { this: [webhook()], another: OF_OTHERS.another },
    ],
    [
      'requestFanOut',
      () => requestFanOut(registry, ['whk_a']),
      { this: [webhook()], another: OF_OTHERS.another },
    ],
  ])('%s', async (...given) => expectFirstOnly(registry, given, both));

  test.each<Conditional>([
    [
      'insertWebhook',
      (condition) => {
        const unset = {
          description: null,
          disabledReason: null,
          previousSecret: null,
          previousSecretUntil: null,
        };
        const row = {
          ...WEBHOOK,
          ...unset,
          begunAt: null,
          resumeAt: null,
          health: {},
          testedAt: [],
          id: 'whk_new',
          events: [],
        };
        return insertWebhook(registry, row, condition);
      },
      [partner(), webhook()],
    ],
  ])('%s holds to its condition', async (...given) => expectOnlyIf(registry, given));
});

describe('events and the webhooks that receive them', () => {
  const OWN = { ...SUBSCRIBER, acknowledged: 4 };
  const OF_OTHERS = {
    'of another webhook': [subscriber({ webhookId: 'whk_b' })],
    'of another partner': [subscriber(OTHER_PARTNER)],
    'of the other environment': [subscriber(LIVE)],
  };
  const recorded = (changes: object = {}) => event({ sequence: 5, createdAt: NOW, ...changes });
  const NOT_NEXT = {
    'of another partner': [recorded(OTHER_PARTNER)],
    'of the other environment': [recorded(LIVE)],
    'of an earlier page': [recorded({ sequence: 4 })],
  };
  const FILTER: EventFilter = {
    ...{ partnerId: 'prt_a', environment: 'test', limit: 9 },
    ...{ types: null, athleteId: undefined, fromMs: null },
  };
  const OF_ATHLETE = { ...FILTER, athleteId: EVENT.athleteId };
  const DELETED = { status: 'deleted' };
  const RESUMED = { suspendedAt: null };
  const suspended = (changes: object = {}) =>
    [suspensions, { partnerId: 'prt_a', suspendedAt: 1, version: 1, ...changes }] as const;
  test.each<Case>([
    ['selectSubscriber', () => selectSubscriber(home, OWN), { own: [subscriber()], ...OF_OTHERS }],
    [
      'selectSuspension',
      () => selectSuspension(home, OWN),
      {
        suspended: [suspended()],
        'of another partner': [suspended(OTHER_PARTNER)],
        resumed: [suspended(RESUMED)],
      },
    ],
    ['selectAcceptedAt', () => selectAcceptedAt(home, OWN), { own: [subscriber()], ...OF_OTHERS }],
    [
      'selectEventsOfLanes',
      () => selectEventsOfLanes(home, OWN, [{ type: EVENT.type, after: 4, upTo: 5 }], 9),
      {
        'within the lane': [recorded()],
        ...NOT_NEXT,
        'after its end': [recorded({ sequence: 6 })],
        'of another type': [recorded({ type: 'activity.deleted' })],
      },
    ],
    ['acknowledge', () => acknowledge(home, OWN, OWN), { own: [subscriber()], ...OF_OTHERS }],
    [
      'deleteEnded',
      () => deleteEnded(home, OWN),
      {
        deleted: [subscriber(DELETED)],
        active: [subscriber()],
        'of another webhook': [subscriber({ ...DELETED, webhookId: 'whk_b' })],
      },
    ],
    [
      'selectSubscribersOf',
      () => selectSubscribersOf(home, ['prt_a']),
      { own: [subscriber()], 'of another partner': OF_OTHERS['of another partner'] },
    ],
    [
      'selectSubscribersAfter',
      () => selectSubscribersAfter(home, { ...OWN, webhookId: 'whk_' }, 9),
      { next: [subscriber()], 'of an earlier page': [subscriber({ webhookId: 'whk_' })] },
    ],
    ['selectEventsAfter', () => selectEventsAfter(home, OWN, 4, 9), { next: [recorded()], ...NOT_NEXT }],
    [
      'selectEventsAt',
      () => selectEventsAt(home, OWN, [5]),
      { 'at this place': [recorded()], 'at another': [recorded({ sequence: 6 })], ...NOT_NEXT },
    ],
    ['selectEvents', () => selectEvents(home, FILTER, 4), { next: [recorded()], ...NOT_NEXT }],
    [
      'selectEvents of an athlete',
      () => selectEvents(home, OF_ATHLETE, 4),
      { next: [recorded()], ...NOT_NEXT, 'of another athlete': [recorded({ athleteId: 'ath_tc000b' })] },
    ],
    [
      'selectEvents from a time, within the minute by which clocks differ',
      () => selectEvents(home, { ...FILTER, fromMs: NOW }, 0),
      { 'of that time': [recorded()], 'of before': [recorded({ createdAt: NOW - 1 })] },
    ],
    [
      'selectEvents of a type',
      () => selectEvents(home, { ...FILTER, types: ['activity.created'] }, 0),
      { this: [recorded()], another: [recorded({ type: 'athlete.erased' })] },
    ],
  ])('%s', async (...given) => expectFirstOnly(home, given));

  test.each([
    ['its own event, not yet received: behind', recorded(), { isBehind: 1 }, { late: 1 }],
    ['its own, received', recorded({ sequence: 4 }), { isBehind: 0 }, { late: 0 }],
    ["another partner's", recorded(OTHER_PARTNER), { isBehind: 0 }, { late: 0 }],
    ['one of the other environment', recorded(LIVE), { isBehind: 0 }, { late: 0 }],
    ['one that is not old', recorded({ createdAt: NOW + 1 }), { isBehind: 1 }, { late: 0 }],
    ['its own, while suspended: not behind', recorded(), { isBehind: 0 }, { late: 1 }, suspended()],
    ['its own, once resumed', recorded(), { isBehind: 1 }, { late: 1 }, suspended(RESUMED)],
    [
      'its own, while another is suspended',
      recorded(),
      { isBehind: 1 },
      { late: 1 },
      suspended(OTHER_PARTNER),
    ],
  ])('a webhook beside %s', async (_, row, behind, late, beside = suspended(RESUMED)) => {
    const rows = [subscriber(OWN), row, beside];
    const after = { ...OWN, webhookId: '' };
    const next = await resultWith(home, selectSubscribersAfter(home, after, 9), rows);
    expect(next).toMatchObject([behind]);
    const places = [{ ...OWN, position: 0 }];
    expect(await resultWith(home, selectLate(home, places, NOW + 1), rows)).toEqual([late]);
  });

  const announced = [announcedEngine, { id: 1, version: '1' }] as const;
  const ofPartner = event({ athleteId: null });
  test.each<Case>([
    [
      'announceEngine',
      () => async () => (await announceEngine(registry, '2', NOW)).counts.events,
      {
        'of an engine that has changed': [announced, partner(), ofPartner],
        'announced before': [[announcedEngine, { id: 1, version: '2' }], partner()],
        'in the first night': [partner()],
        'to a terminated partner': [announced, partner(TERMINATED)],
      },
    ],
  ])('%s', async (...given) => expectFirstOnly(registry, given));

  test.each([
    ['before it has live access: in its sandbox', null, 1],
    ['with live access: in both environments', NOW, 2],
    ['that is suspended', null, 1, 'suspended'],
  ])('announceEngine notifies a partner %s', async (_, liveAccessAt, count, status = 'active') => {
    const rows = [announced, partner({ liveAccessAt, status }), ofPartner];
    const step = await resultWith(registry, () => announceEngine(registry, '2', NOW), rows);
    expect(step).toEqual({ counts: { events: count }, isDone: true });
  });

  test('selectReach tells how far the rows of a page reach, of this partner and environment alone', async () => {
    const others = [recorded({ ...OTHER_PARTNER, sequence: 6 }), recorded({ ...LIVE, sequence: 7 })];
    const reach = selectReach(home, 'c', FILTER, 4);
    const rows = [recorded({ sequence: 4 }), recorded(), ...others];
    expect(await resultWith(home, reach, rows)).toMatchObject([{ store: 'c', reached: 5, examined: 1 }]);
  });

  test.each([
    ['active: keeps its place', 'active', 1],
    ['disabled: begins anew', 'disabled', 2],
  ])('enabling a webhook that is %s', async (_, status, activation) => {
    const rows = [partner(), webhook({ status })];
    const enabled = await resultWith(registry, updateOwnWebhook(registry, OWN, ENABLING), rows);
    expect(enabled).toMatchObject([{ status: 'active', activation }]);
  });

  test.each([
    ['one', [NOW - MINUTE_MS], [NOW - MINUTE_MS, NOW]],
    ['ten', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [2, 3, 4, 5, 6, 7, 8, 9, 10, NOW]],
  ])('takeTest remembers the last ten tests, after %s', async (_, testedAt, after) => {
    const taken = [takeTest(registry, OWN, NOW), registry.select().from(webhooks)] as const;
    const stored = await resultWith(registry, taken, [partner(), webhook({ testedAt })]);
    expect(stored).toMatchObject([{ testedAt: after }]);
  });
});

describe("a partner's end, its production and its keys", () => {
  const HOME = { environment: 'test', shard: 'c000' } as const;
  const ended = (changes: object = {}) =>
    [
      partnerEnds,
      { partnerId: 'prt_a', part: 'connections', database: databaseName(HOME), ...changes },
    ] as const;
  const END = partner({ ...TERMINATED, keysEndedAt: 1 });
  const other = partner({ id: 'prt_b' });
  const usable = (count: number, changes: object = {}) =>
    Array.from({ length: count }, (_, at) => key({ id: `key_${at}`, hash: `${at}`, ...changes }));
  const UNSET = { expiresAt: null, revokedAt: null, rotatedTo: null, lastUsedAt: null };
  const ROTATED = { status: 'rotated', expiresAt: NOW + 1 };
  const mayTake = () => promoteMember(registry, 'prt_a', TARGET.email, mayTakeKey('prt_a', 'test', NOW));
  const room = (...keys: Rows) => [partner(), other, member(TARGET), ...keys];
  test.each<Case>([
    [
      'isLeftIn',
      () => selectPartnersToEndIn(registry, HOME, NOW - 1, 9),
      {
        'with another database finished': [
          END,
          ended({ database: databaseName({ ...HOME, shard: 'c001' }) }),
          ended({ part: 'athletes' }),
          ended({ partnerId: 'prt_b' }),
        ],
        finished: [END, ended()],
      },
    ],
    [
      'isOverIn',
      () => recordAccessEndedIn(registry, [databaseName(HOME)], NOW),
      {
        'in each database': [END, ended()],
        'in none': [END],
        'in another': [END, ended({ database: 'b' })],
        'of another part': [END, ended({ part: 'athletes' })],
        'of another partner': [END, ended({ partnerId: 'prt_b' })],
        'before its keys': [partner(TERMINATED), ended()],
        'recorded before': [partner({ ...TERMINATED, keysEndedAt: 1, accessEndedAt: 1 }), ended()],
        'of an active partner': [partner({ keysEndedAt: 1, purgeAfter: NOW }), ended()],
      },
    ],
    [
      'deleteEnds',
      () => deleteEnds(registry, 'prt_a'),
      {
        'of a purged partner': [partner({ status: 'purged' }), ended()],
        'of another': [partner({ status: 'purged' }), ended({ partnerId: 'prt_b' })],
        'before the purge': [END, ended()],
        'beside another that is purged': [END, partner({ id: 'prt_b', status: 'purged' }), ended()],
      },
    ],
    [
      'recordKeysEnded',
      () => recordKeysEnded(registry, 'prt_a', NOW),
      { this: [partner()], another: [other] },
    ],
    [
      'recordAccessEnded',
      () => recordAccessEnded(registry, 'prt_a', NOW),
      { this: [partner()], another: [other] },
    ],
    [
      'openProduction',
      () => openProduction(registry, 'prt_a', 'full', TRUE, NOW),
      { this: [partner()], another: [other] },
    ],
    [
      'updateContact',
      () => updateContact(registry, 'prt_a', 'new@platform.example', TRUE),
      { this: [partner()], another: [other] },
    ],
    [
      'markLiveAccess of this partner',
      () => markLiveAccess(registry, 'prt_a', 'key_a', NOW),
      { this: [partner(), key()], another: [other, key({ partnerId: 'prt_b' })] },
    ],
    [
      'reduceToRecord of this partner',
      () => reduceToRecord(registry, 'prt_a', NOW),
      {
        'beside all that is of others': [
          partner(TERMINATED),
          other,
          key(OTHER_PARTNER),
          client(OTHER_PARTNER),
          webhook(OTHER_PARTNER),
          recalculation(OTHER_PARTNER),
          member(ADMIN, OTHER_PARTNER),
          [consoleAudit, { id: 'aud_a', partnerId: 'prt_b', at: 1, action: '', outcome: 'done' }],
          [
            idempotencyKeys,
            {
              partnerId: 'prt_b',
              environment: 'test',
              keyHash: 'a',
              requestHash: '',
              resourceId: '',
              expiresAt: NOW,
            },
          ],
          event({ ...OTHER_PARTNER, athleteId: null }),
        ],
        'with a kept answer': [
          partner(TERMINATED),
          [
            idempotencyKeys,
            {
              partnerId: 'prt_a',
              environment: 'test',
              keyHash: 'a',
              requestHash: '',
              resourceId: '',
              expiresAt: NOW,
            },
          ],
        ],
        'with an event': [partner(TERMINATED), event({ athleteId: null })],
        another: [partner({ ...TERMINATED, id: 'prt_b' })],
      },
    ],
    [
      'selectKey',
      () => selectKey(registry, 'prt_a', 'key_a'),
      {
        own: [partner(), other, key()],
        another: [partner(), other, key({ id: 'key_b' })],
        'of another partner': [partner(), other, key(OTHER_PARTNER)],
      },
    ],
    [
      'selectKeys',
      () => selectKeys(registry, 'prt_a', 'test', { afterId: 'key_b', limit: 9 }),
      {
        own: [partner(), other, key()],
        'of an earlier page': [partner(), other, key({ id: 'key_b' })],
        'of the other environment': [partner(), other, key(LIVE)],
        'of another partner': [partner(), other, key(OTHER_PARTNER)],
      },
    ],
    [
      'selectLatestKey',
      () => selectLatestKey(registry, 'prt_a', 'test'),
      {
        own: [partner(), other, key()],
        'of the other environment': [partner(), other, key(LIVE)],
        'of another partner': [partner(), other, key(OTHER_PARTNER)],
      },
    ],
    [
      'selectUsableKeys that are rotated',
      () => selectUsableKeys(registry, 'prt_a', NOW),
      {
        'within their grace': [partner(), key(ROTATED)],
        'revoked within it': [partner(), key({ ...ROTATED, status: 'revoked' })],
      },
    ],
    [
      'selectUsableKeys that are active',
      () => selectUsableKeys(registry, 'prt_a', NOW),
      { 'without an end': [partner(), key()] },
    ],
    [
      'selectKeyByHash: the key',
      () => selectKeyByHash(registry, 'a')[0],
      { its: [partner(), key()], another: [partner(), key({ hash: 'b' })] },
    ],
    [
      'selectKeyByHash: its partner',
      () => selectKeyByHash(registry, 'a')[1],
      {
        its: [partner(), key()],
        'of another key': [partner(), key({ hash: 'b' })],
        'without a key': [partner(), other, key({ hash: 'b', ...OTHER_PARTNER })],
      },
    ],
    [
      'updateLastUse of a key',
      () => updateLastUse(registry, 'key_a', NOW),
      {
        'used before': [partner(), key({ lastUsedAt: NOW - 1 })],
        'used later': [partner(), key({ lastUsedAt: NOW + 1 })],
        another: [partner(), key({ id: 'key_b' })],
      },
    ],
    ['updateLastUse of a new key', () => updateLastUse(registry, 'key_a', NOW), { this: [partner(), key()] }],
    [
      'selectPartners',
      () => selectPartners(registry, { afterId: 'prt_b', limit: 9 }),
      { next: [partner()], 'of an earlier page': [partner({ id: 'prt_b' })] },
    ],
    [
      'selectPartners of the first page',
      () => selectPartners(registry, { afterId: null, limit: 9 }),
      { there: [partner()] },
    ],
    [
      'removeKeys',
      () => removeKeys(registry, ['key_a']),
      { this: [partner(), key()], another: [partner(), key({ id: 'key_b' })] },
    ],
    [
      'mayTakeKey',
      mayTake,
      {
        'below the limit': room(...usable(USABLE_KEYS_MAX - 1)),
        'with as many active': room(...usable(USABLE_KEYS_MAX)),
        'with as many within their grace': room(...usable(USABLE_KEYS_MAX, ROTATED)),
      },
    ],
    ...Object.entries({
      "another partner's": OTHER_PARTNER,
      'the other environment': LIVE,
      'revoked ones': { status: 'revoked' },
      "another partner's within their grace": { ...ROTATED, ...OTHER_PARTNER },
      'the other environment within their grace': { ...ROTATED, ...LIVE },
      'revoked ones that would have ended later': { ...ROTATED, status: 'revoked' },
      'those whose grace is over': { ...ROTATED, expiresAt: NOW },
    }).map(
      ([name, changes]): Case => [
        `mayTakeKey beside ${name}`,
        mayTake,
        { there: room(...usable(USABLE_KEYS_MAX, changes)) },
      ],
    ),
    [
      'mayTakeKey of a partner',
      mayTake,
      { active: room(), terminated: [partner(TERMINATED), member(TARGET)] },
    ],
  ])('%s', async (...given) => expectFirstOnly(registry, given));

  test.each<Conditional>([
    ['openProduction', (condition) => openProduction(registry, 'prt_a', 'full', condition, NOW), [partner()]],
    [
      'updateContact',
      (condition) => updateContact(registry, 'prt_a', 'new@platform.example', condition),
      [partner()],
    ],
    [
      'insertPartnerWhere',
      (condition) => insertPartnerWhere(registry, { ...NEW_PARTNER, id: 'prt_new' }, condition),
      [partner()],
    ],
    [
      'insertKey',
      (condition) => insertKey(registry, { ...KEY, ...UNSET, id: 'key_new', hash: 'new' }, condition),
      [partner(), key()],
    ],
  ])('%s holds to its condition', async (...given) => expectOnlyIf(registry, given));

  test.each<OneOf>([
    [
      'updateLocations of one partner',
      () => updateLocations(registry, NEW_PARTNER, { regions: ['weur'], testShards: [], liveShards: [] }),
      [partner(NEW_PARTNER), partner({ ...NEW_PARTNER, id: 'prt_b' })],
    ],
    [
      'endRotatedKey of one key',
      () => endRotatedKey(registry, 'key_a', 'key_b', NOW),
      [partner(), key(), key({ id: 'key_b', hash: 'b' })],
    ],
  ])('%s', async (...given) => expectOneOf(registry, given));
});
