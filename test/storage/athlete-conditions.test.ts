import { env } from 'cloudflare:workers';
import { drizzle } from 'drizzle-orm/d1';
import { describe, expect, test } from 'vitest';
import {
  forbidCreation,
  idsOfHolders,
  outdateOtherWrites,
  selectAthleteIds,
  selectAthletes,
  selectByExternalIds,
  selectExternalIds,
  selectExternalIdsAfter,
  selectHolder,
  selectHolders,
} from '#nutrition/athletes/repository.ts';
import { selectAnyAthlete } from '#partner/partners/repository.ts';
import { ATHLETE_TABLES, type AthleteTable } from '#partner/privacy/athlete-tables.ts';
import {
  blankAthlete,
  blankAthletes,
  blankRehoming,
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
  selectRehomes,
  selectSomeAthletes,
  selectUnapplied,
  selectUnreleased,
} from '#partner/privacy/repository.ts';
import {
  activities,
  appliedErasures,
  athletes,
  connections,
  rehomes,
} from '#platform/storage/athlete-schema.ts';
import { events } from '#platform/storage/events-schema.ts';
import { idempotencyKeys } from '#platform/storage/idempotency-schema.ts';
import { TEST_HOME } from '../support/shards.ts';
import { type Case, expectFirstOnly } from '../support/situations.ts';
import {
  ATHLETE,
  athlete,
  CONNECTION,
  connection,
  event,
  LEDGER,
  LIVE,
  ledger,
  NOW,
  OTHER_PARTNER,
} from '../support/stored-rows.ts';

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
  const ran = [
    activities,
    {
      id: 'act_a',
      athleteId: ATHLETE.id,
      type: 'run',
      durationMin: 60,
      effectiveAt: 1,
      createdAt: 1,
      updatedAt: 1,
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
        'with an activity left': [athlete(RELEASED), ran],
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
    [
      'selectUnapplied',
      () => selectUnapplied(home, ['a']),
      { 'unknown here': [], applied: [[appliedErasures, { idHash: 'a', appliedAt: 1 }]] },
    ],
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
  const ran = (athleteId: string) =>
    [
      activities,
      { id: 'act_a', athleteId, type: 'run', durationMin: 60, effectiveAt: 1, createdAt: 1, updatedAt: 1 },
    ] as const;
  const rehome = (athleteId: string) =>
    [rehomes, { athleteId, newAthleteId: 'ath_tc001a', attempt: 1, mark: '' }] as const;
  const ofEvents: AthleteTable | undefined = ATHLETE_TABLES.find(({ table }) => table === events);
  if (!ofEvents) throw new Error('an erasure reaches the events');
  test.each<Case>([
    [
      'reportErasures',
      () => reportErasures(home, 'test', [ATHLETE.id], NOW),
      {
        live: [athlete()],
        'under erasure': [athlete(ERASING)],
        'hidden for a move': [athlete({ status: 'rehoming' })],
        another: [athlete(OTHER)],
      },
    ],
    [
      'blankAthletes that are hidden for a move',
      () => blankAthletes(home, [ATHLETE.id]),
      { there: [athlete({ status: 'rehoming' })], another: [athlete({ ...OTHER, status: 'rehoming' })] },
    ],
    [
      'blankRehoming',
      () => blankRehoming(home, ATHLETE.id),
      {
        hidden: [athlete({ status: 'rehoming' })],
        live: [athlete()],
        another: [athlete({ ...OTHER, status: 'rehoming' })],
      },
    ],
    [
      'selectRehomes',
      () => selectRehomes(home, [ATHLETE.id], 9),
      {
        own: [athlete(), rehome(ATHLETE.id)],
        'of another': [athlete(OTHER), rehome(OTHER.id)],
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
        'hidden, of another partner': [athlete({ ...OTHER_PARTNER, status: 'rehoming' })],
        'under erasure': [athlete(ERASING)],
      },
    ],
    [
      'selectSomeAthletes that are hidden for a move',
      () => selectSomeAthletes(home, ['prt_a'], 9),
      { there: [athlete({ status: 'rehoming' })] },
    ],
    [
      "deleteErased beside another athlete's activity",
      () => deleteErased(home, [ATHLETE.id]),
      {
        there: [athlete(RELEASED), athlete(OTHER), ran(OTHER.id)],
        own: [athlete(RELEASED), ran(ATHLETE.id)],
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
      ran(OTHER.id),
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
        'of one that is not there': [
          athlete({ id: 'ath_tc000b' }),
          [appliedErasures, { idHash: 'b', appliedAt: 1 }],
        ],
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
  ])('%s', async (...given) => expectFirstOnly(home, given));
});
