import { env } from 'cloudflare:workers';
import { drizzle } from 'drizzle-orm/d1';
import { describe, expect, test } from 'vitest';
import { newAthlete } from '#nutrition/athletes/create-athlete.ts';
import { selectNthAthlete } from '#nutrition/athletes/move-on.ts';
import {
  forbidCreation,
  hasNoLearnedState,
  idsOfHolders,
  insertReservedAthletes,
  isFree,
  outdateOtherWrites,
  recordCreations,
  selectAthleteIds,
  selectAthleteOfLink,
  selectAthletes,
  selectByExternalIds,
  selectExternalIds,
  selectExternalIdsAfter,
  selectHolder,
  selectHolders,
  storeAnswer,
  updateAthlete,
  updateAthletes,
  useLinkForFullTier,
} from '#nutrition/athletes/repository.ts';
import { insertAthleteWhere, insertReserved, writeTier } from '#nutrition/athletes/shared-repository.ts';
import { countAthletes, selectAnyAthlete } from '#partner/partners/repository.ts';
import { ATHLETE_TABLES, type AthleteTable } from '#partner/privacy/athlete-tables.ts';
import {
  blankAthlete,
  blankAthletes,
  countRecords,
  deleteConnections,
  deleteCreationAnswers,
  deleteErased,
  deleteRecords,
  markMissing,
  markReleased,
  recordSearched,
  reportErasures,
  selectConnectionIds,
  selectErasing,
  selectLedger,
  selectLiveIdsAfter,
  selectMissing,
  selectSomeAthletes,
  selectUnapplied,
  selectUnreleased,
} from '#partner/privacy/repository.ts';
import { activities, athletes, connections, usedSubscribeLinks } from '#platform/storage/athlete-schema.ts';
import { idempotencyKeys } from '#platform/storage/common-schema.ts';
import { events } from '#platform/storage/events-schema.ts';
import { TEST_HOME } from '../support/shards.ts';
import {
  type Case,
  type Conditional,
  expectFirstOnly,
  expectOnlyIf,
  statementAt,
  whereHolds,
} from './situations.ts';
import {
  ATHLETE,
  activity,
  athlete,
  CONNECTION,
  connection,
  erased,
  event,
  LEARNED,
  LEDGER,
  LIVE,
  learned,
  ledger,
  NOW,
  OTHER_ATHLETE,
  OTHER_PARTNER,
  otherAthlete,
  TRUE,
} from './stored-rows.ts';

/**
 * The conditions of statements that decide between two requests at once, or between partners: each is tried in one situation
 * in which it finds its row, and in others that differ from that one in one thing.
 */

const registry = drizzle(env.REGISTRY);
const home = drizzle(TEST_HOME);

describe('athletes and their erasure', () => {
  const ERASING = { status: 'erasing' };
  const RELEASED = { status: 'erasing', partnerId: '' };
  const OTHER = { id: 'ath_tc000b' };
  const answer = (changes: object) =>
    [
      idempotencyKeys,
      {
        partnerId: 'prt_a',
        environment: 'test',
        keyHash: 'a',
        requestHash: '',
        resourceId: ATHLETE.id,
        athleteId: ATHLETE.id,
        answer: '{}',
        expiresAt: NOW,
        ...changes,
      },
    ] as const;
  test.each<Case>([
    [
      'blankAthlete',
      () => blankAthlete(home, 'prt_a', ATHLETE.id),
      {
        live: [athlete()],
        'under erasure': [athlete(ERASING)],
        another: [athlete(OTHER)],
        'of another partner': [athlete(OTHER_PARTNER)],
      },
    ],
    [
      'blankAthletes',
      () => blankAthletes(home, [ATHLETE.id]),
      { live: [athlete()], 'under erasure': [athlete(ERASING)], another: [athlete(OTHER)] },
    ],
    [
      'deleteCreationAnswers',
      () => deleteCreationAnswers(home, [ATHLETE.id]),
      {
        'to the creation': [athlete(), answer({})],
        "to an activity's creation": [athlete(), answer({ resourceId: 'act_a' })],
        "to another athlete's": [athlete(OTHER), answer({ resourceId: OTHER.id, athleteId: OTHER.id })],
      },
    ],
    [
      'selectErasing',
      () => selectErasing(home, 9),
      { 'under erasure': [athlete(ERASING)], live: [athlete()] },
    ],
    [
      'selectUnreleased',
      () => selectUnreleased(home, [ATHLETE.id]),
      {
        'under erasure': [athlete(ERASING)],
        live: [athlete()],
        released: [athlete(RELEASED)],
        another: [athlete({ ...ERASING, ...OTHER })],
      },
    ],
    [
      'markReleased',
      () => markReleased(home, [ATHLETE.id]),
      {
        'under erasure': [athlete(ERASING)],
        live: [athlete()],
        another: [athlete({ ...ERASING, ...OTHER })],
      },
    ],
    [
      'deleteErased',
      () => deleteErased(home, [ATHLETE.id]),
      {
        'with nothing left': [athlete(RELEASED)],
        'with an activity left': [athlete(RELEASED), activity()],
        'still in the directory': [athlete(ERASING)],
        live: [athlete({ partnerId: '' })],
        another: [athlete({ ...RELEASED, ...OTHER })],
      },
    ],
    [
      'selectLiveIdsAfter',
      () => selectLiveIdsAfter(home, 'ath_t', 9),
      { live: [athlete()], 'under erasure': [athlete(ERASING)], before: [athlete({ id: 'ath_l' })] },
    ],
    ['selectUnapplied', () => selectUnapplied(home, ['a']), { 'unknown here': [], applied: [erased('a')] }],
    [
      'outdateOtherWrites',
      () => outdateOtherWrites(home, ATHLETE.id, 'new'),
      {
        'with another external_id': [athlete()],
        'with this one': [athlete({ externalId: 'new' })],
        'under erasure': [athlete(ERASING)],
        'of another athlete': [athlete(OTHER)],
      },
    ],
    [
      'selectHolder',
      () => selectHolder(home, 'prt_a', 'rider'),
      {
        'the holder': [athlete()],
        'of another external_id': [athlete({ externalId: 'b' })],
        'of another partner': [athlete(OTHER_PARTNER)],
      },
    ],
    [
      'selectExternalIds',
      () => selectExternalIds(home, 'prt_a', [ATHLETE.id]),
      {
        live: [athlete()],
        'under erasure': [athlete(ERASING)],
        'of another partner': [athlete(OTHER_PARTNER)],
        another: [athlete(OTHER)],
      },
    ],
  ])('%s', async (...given) => expectFirstOnly(home, given));

  const SEARCHED = { searchedTo: '' };
  test.each<Case>([
    [
      'selectLedger',
      () => selectLedger(registry, LEDGER, { erasedAt: NOW, idHash: 'b' }, 9),
      {
        'of this shard': [ledger()],
        'of another shard': [ledger({ shard: 'c001' })],
        'of the other environment': [ledger(LIVE)],
        'missing before': [ledger(SEARCHED)],
        'of an earlier page': [ledger({ idHash: 'b' })],
      },
    ],
    [
      'markMissing',
      () => markMissing(registry, ['a']),
      {
        'not yet': [ledger()],
        'missing before': [ledger({ searchedTo: 'ath_x' })],
        another: [ledger({ idHash: 'b' })],
      },
    ],
    [
      'selectMissing',
      () => selectMissing(registry, LEDGER, 9),
      {
        'of this shard': [ledger(SEARCHED)],
        'of another shard': [ledger({ ...SEARCHED, shard: 'c001' })],
        'of the other environment': [ledger({ ...SEARCHED, ...LIVE })],
        'not missing': [ledger()],
      },
    ],
  ])('the ledger: %s', async (...given) => expectFirstOnly(registry, given));
});

describe('erasure, table by table', () => {
  const ERASING = { status: 'erasing' };
  const RELEASED = { status: 'erasing', partnerId: '' };
  const OTHER = { id: 'ath_tc000b' };
  const ofEvents: AthleteTable | undefined = ATHLETE_TABLES.find(({ table }) => table === events);
  if (!ofEvents) throw new Error('an erasure reaches the events');
  test.each<Case>([
    [
      'reportErasures',
      () => reportErasures(home, 'test', [ATHLETE.id], NOW),
      {
        live: [athlete()],
        'under erasure': [athlete(ERASING)],
        another: [athlete(OTHER)],
      },
    ],
    [
      'deleteRecords: events',
      () => deleteRecords(home, ofEvents, [ATHLETE.id]),
      {
        own: [event()],
        'of another': [event({ athleteId: OTHER.id })],
        'of the erasure itself': [event({ type: 'athlete.erased', data: {} })],
      },
    ],
    [
      'deleteConnections',
      () => deleteConnections(home, ['con_a']),
      { given: connection(), another: connection({ id: 'con_b' }) },
    ],
    [
      'selectConnectionIds',
      () => selectConnectionIds(home, [ATHLETE.id], 9),
      {
        own: connection(),
        'of another': [athlete(OTHER), [connections, { ...CONNECTION, athleteId: OTHER.id }]],
      },
    ],
    [
      'selectSomeAthletes',
      () => selectSomeAthletes(home, ['prt_a'], 9),
      {
        live: [athlete()],
        'of another partner': [athlete(OTHER_PARTNER)],
        'under erasure': [athlete(ERASING)],
      },
    ],
    [
      "deleteErased beside another athlete's activity",
      () => deleteErased(home, [ATHLETE.id]),
      {
        there: [athlete(RELEASED), athlete(OTHER), activity({ athleteId: OTHER.id })],
        own: [athlete(RELEASED), activity()],
      },
    ],
    [
      'deleteErased beside the event of the erasure',
      () => deleteErased(home, [ATHLETE.id]),
      {
        there: [athlete(RELEASED), event({ type: 'athlete.erased', data: {} })],
        'beside another event': [athlete(RELEASED), event()],
      },
    ],
  ])('%s', async (...given) => expectFirstOnly(home, given));

  test('countRecords counts the rows of this athlete only, each table apart', async () => {
    const situation = [
      athlete(),
      athlete({ ...OTHER, externalId: 'other' }),
      activity({ athleteId: OTHER.id }),
      event({ athleteId: OTHER.id }),
    ];
    for (const [table, row] of situation) await home.insert(table).values(row);
    const [counts, ...others] = await countRecords(home, ATHLETE.id);
    expect(others).toEqual([]);
    expect(counts).toMatchObject({ activities: 0, events: 0 });
    expect(await countRecords(home, OTHER.id)).toMatchObject([{ activities: 1, events: 1, feedback: 0 }]);
    for (const table of [events, activities, athletes]) await home.delete(table);
  });

  test.each<Case>([
    [
      'recordSearched',
      () => recordSearched(registry, ['a'], 'ath_x'),
      { this: [ledger()], another: [ledger({ idHash: 'b' })] },
    ],
  ])('the ledger: %s', async (...given) => expectFirstOnly(registry, given));
});

describe('what a partner reads of its athletes', () => {
  const FILTER = {
    after: { atMs: 0, id: 'ath_tc000b' },
    updatedSinceMs: null,
    limit: 9,
    externalId: 'rider',
  };
  const SINCE = { after: null, updatedSinceMs: 5, limit: 9, externalId: undefined };
  const ERASING = { status: 'erasing' };
  const SITUATIONS = {
    next: [athlete()],
    'of an earlier page': [athlete({ id: 'ath_tc000c' })],
    'of another external_id': [athlete({ externalId: 'b' })],
    'of another partner': [athlete(OTHER_PARTNER)],
    'under erasure': [athlete(ERASING)],
  };
  test.each<Case>([
    ['selectAthletes', () => selectAthletes(home, 'prt_a', FILTER), SITUATIONS],
    ['selectAthleteIds', () => selectAthleteIds(home, 'prt_a', FILTER), SITUATIONS],
    [
      'selectNthAthlete of a full shard',
      () => selectNthAthlete(home, 'prt_a', 2),
      {
        'with two athletes': [athlete(), otherAthlete],
        "with another partner's": [athlete(), athlete({ ...OTHER_ATHLETE, ...OTHER_PARTNER })],
        'with one under erasure': [athlete(), athlete({ ...OTHER_ATHLETE, ...ERASING })],
      },
    ],
    [
      'selectAthletes that changed',
      () => selectAthletes(home, 'prt_a', SINCE),
      { since: [athlete({ updatedAt: 5 })], before: [athlete({ updatedAt: 4 })] },
    ],
    [
      'selectHolders',
      () => selectHolders(home, 'prt_a', ['rider']),
      {
        'the holder': [athlete(ERASING)],
        'of another external_id': [athlete({ externalId: 'b' })],
        'of another partner': [athlete(OTHER_PARTNER)],
      },
    ],
    [
      'idsOfHolders',
      () => idsOfHolders(home, 'prt_a', ['rider']),
      { 'the holder': [athlete()], 'of another partner': [athlete(OTHER_PARTNER)] },
    ],
    [
      'selectByExternalIds',
      () => selectByExternalIds(home, 'prt_a', ['rider']),
      {
        'the holder': [athlete()],
        'under erasure': [athlete(ERASING)],
        'of another external_id': [athlete({ externalId: 'b' })],
        'of another partner': [athlete(OTHER_PARTNER)],
      },
    ],
    [
      'selectExternalIdsAfter',
      () => selectExternalIdsAfter(home, 'prt_a', 'ath_t', 9),
      {
        next: [athlete()],
        'of an earlier page': [athlete({ id: 'ath_l' })],
        'under erasure': [athlete(ERASING)],
        'of another partner': [athlete(OTHER_PARTNER)],
      },
    ],
    [
      'forbidCreation',
      () => forbidCreation(home, ATHLETE.id, 'hash', NOW),
      {
        'of one that is not there': [athlete({ id: 'ath_tc000b' }), erased('b')],
        'of one that is': [athlete()],
      },
    ],
    [
      'selectAnyAthlete',
      () => selectAnyAthlete(home, 'prt_a'),
      {
        live: [athlete()],
        'under erasure': [athlete(ERASING)],
        'of another partner': [athlete(OTHER_PARTNER)],
      },
    ],
    [
      'countAthletes',
      () => async () => (await countAthletes(home, 'prt_a'))[0]?.athletes,
      {
        live: [athlete()],
        'under erasure': [athlete(ERASING)],
        'of another partner': [athlete(OTHER_PARTNER)],
      },
    ],
  ])('%s', async (...given) => expectFirstOnly(home, given));
});

describe('what a partner writes of its athletes', () => {
  const owner = { environment: 'test', shard: 'c000', partnerId: 'prt_a', defaultTier: 'full' } as const;
  const row = { ...newAthlete(owner, {}, 1), ...ATHLETE };
  const reporter = { principal: owner, nowMs: NOW } as const;
  const CLAIM = {
    partnerId: 'prt_a',
    environment: 'test',
    keyHash: 'a',
    requestHash: 'r',
    nowMs: NOW,
  } as const;
  const kept = (changes: object = {}) =>
    [
      idempotencyKeys,
      { ...CLAIM, resourceId: 'reserved', athleteId: null, answer: null, expiresAt: NOW, ...changes },
    ] as const;
  const made = (changes: object = {}) => event({ type: 'athlete.created', data: {}, ...changes });
  const used = (changes: object = {}) =>
    [usedSubscribeLinks, { athleteId: ATHLETE.id, expiresAtS: 1, usedAt: 1, ...changes }] as const;
  const ERASING = { status: 'erasing' };
  const TEASER = { tier: 'teaser' };
  const another = { 'not there, but another is': [otherAthlete] };
  const learnedByOther = learned({ athleteId: OTHER_ATHLETE.id });
  const notForbidden = {
    'not forbidden': [erased('b')],
    'erased or forbidden meanwhile': [erased('hash'), otherAthlete],
  };
  const ctx = { nowMs: NOW, recorded: [] };
  const keep = (condition = TRUE) =>
    storeAnswer(home, CLAIM, ATHLETE.id, { answer: '{}', expiresAt: NOW }, condition);
  test.each<Case>([
    [
      'updateAthlete',
      () => updateAthlete(home, row, { name: 'A' }, undefined),
      {
        'as it was read': [athlete()],
        'changed since': [athlete({ revision: 2 })],
        'after its erasure began': [athlete(ERASING)],
        'of another partner': [athlete(OTHER_PARTNER)],
        ...another,
      },
    ],
    [
      'updateAthletes of a batch',
      () => {
        const change = { after: { ...row, revision: 2 }, report: [] };
        const read = { ...LEARNED, state: null, lastAt: null };
        return statementAt(updateAthletes(home, reporter, [{ ...change, learned: read }]), -1);
      },
      {
        'as it was read': [athlete(), learned()],
        'changed since': [athlete({ revision: 2 }), learned()],
        'taught since': [athlete(), learned({ revision: 'm' })],
        'taught nothing, beside one that was': [otherAthlete, learnedByOther, athlete()],
        'after its erasure began': [athlete(ERASING), learned()],
        'of another partner': [athlete(OTHER_PARTNER), learned()],
      },
    ],
    [
      'hasNoLearnedState',
      () => whereHolds(home, hasNoLearnedState(ATHLETE.id)),
      {
        'taught nothing, beside one that was': [otherAthlete, learnedByOther],
        taught: [athlete(), learned()],
      },
    ],
    [
      'insertReservedAthletes of a batch',
      () => statementAt(insertReservedAthletes(home, [row], ['hash']), 0),
      notForbidden,
    ],
    ['insertReserved', () => insertReserved(home, row, 'hash'), notForbidden],
    [
      'recordCreations: one athlete.created event each',
      () => statementAt(recordCreations(home, reporter, [row]), 0),
      {
        'without an event': [
          athlete(),
          made({ athleteId: OTHER_ATHLETE.id }),
          made({ type: 'athlete.updated' }),
        ],
        'with its event': [athlete(), made()],
        'after its erasure began': [athlete(ERASING)],
        ...another,
      },
    ],
    [
      'isFree: a creation under a reserved identifier',
      () => whereHolds(home, isFree(CLAIM, ATHLETE.id, 'hash', 'reserved')),
      {
        'never made': [otherAthlete, erased('b'), kept(), kept({ keyHash: 'b', resourceId: 'taken' })],
        'made before': [athlete()],
        'erased or forbidden': [erased('hash')],
        'with the key of another request': [kept({ resourceId: 'taken' })],
      },
    ],
    [
      'storeAnswer of a creation',
      () => keep(),
      {
        reserved: [athlete(), kept()],
        'answered before': [athlete(), kept({ answer: '{}' })],
        'with an athlete': [athlete(), kept({ athleteId: ATHLETE.id })],
        'of another request': [athlete(), kept({ requestHash: 's' })],
      },
    ],
    [
      'writeTier: the events of a change',
      () => writeTier(home, row, 'full', ctx)[0],
      {
        'of another tier': [athlete(TEASER)],
        'of this tier': [athlete()],
        'after its erasure began': [athlete({ ...TEASER, ...ERASING })],
        'not there, but another is': [athlete({ ...OTHER_ATHLETE, ...TEASER })],
      },
    ],
    [
      'writeTier',
      () => writeTier(home, row, 'full', ctx)[1],
      { live: [athlete()], 'after its erasure began': [athlete(ERASING)], ...another },
    ],
    [
      'useLinkForFullTier: the use of a link',
      () => useLinkForFullTier(home, row, 1, ctx)[0],
      { live: [athlete()], 'after the erasure began': [athlete(ERASING)] },
    ],
    [
      'selectAthleteOfLink: its use',
      () => selectAthleteOfLink(home, ATHLETE.id, 1)[1],
      {
        used: [athlete(), used()],
        'another of the athlete used': [athlete(), used({ expiresAtS: 2 })],
        'that of another athlete used': [otherAthlete, used({ athleteId: OTHER_ATHLETE.id })],
      },
    ],
  ])('%s', async (...given) => expectFirstOnly(home, given));

  test.each<Conditional>([
    ['updateAthlete', (condition) => updateAthlete(home, row, {}, condition), [athlete()]],
    ['insertAthleteWhere', (condition) => insertAthleteWhere(home, row, condition), [otherAthlete]],
    ['storeAnswer', keep, [athlete(), kept()]],
  ])('%s holds to its condition', async (...given) => expectOnlyIf(home, given));
});
