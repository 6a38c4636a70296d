import { env } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { describe, expect, test } from 'vitest';
import { newAthlete } from '#nutrition/athletes/new-athlete.ts';
import {
  forbidCreation,
  hasNoLearnedState,
  idsOfHolders,
  insertReservedAthletes,
  isFree,
  keepAnswer,
  outdateOtherWrites,
  recordCreations,
  selectAthleteIds,
  selectAthletes,
  selectByExternalIds,
  selectExternalIds,
  selectExternalIdsAfter,
  selectHolder,
  selectHolders,
  updateAthlete,
  updateAthletes,
} from '#nutrition/athletes/repository.ts';
import { insertAthleteWhere, insertReserved, writeTier } from '#nutrition/athletes/shared-repository.ts';
import { selectAthleteOfLink, useLinkForFullTier } from '#nutrition/athletes/subscribe-link-repository.ts';
import {
  connectionIsAsRead,
  deleteExpiredRecords,
  deleteGrant,
  deleteRecord,
  insertRecord,
  recordHas,
  replaceRecord,
  selectLiveRecord,
  selectRange,
  updateConnection,
  upsertSuccessor,
} from '#partner/oauth/records-repository.ts';
import {
  activateConnection,
  deleteGrantRecords,
  linkFirstGrant,
  narrowConnections,
  revokeConnections,
  selectActivation,
  selectAthletesByEmail,
  selectConnection,
  selectConnections,
} from '#partner/oauth/repository.ts';
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
  oauthRecords,
  rehomes,
  usedSubscribeLinks,
} from '#platform/storage/athlete-schema.ts';
import { events } from '#platform/storage/events-schema.ts';
import { idempotencyKeys } from '#platform/storage/idempotency-schema.ts';
import { TEST_HOME } from '../support/shards.ts';
import {
  type Case,
  type Conditional,
  expectFirstOnly,
  expectOnlyIf,
  statementAt,
  whereHolds,
} from '../support/situations.ts';
import {
  ATHLETE,
  athlete,
  CONNECTION,
  connection,
  erased,
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
} from '../support/stored-rows.ts';

/**
 * The conditions of statements that decide between two requests at once, or between partners: each is tried in one situation
 * in which it finds its row, and in others that differ from that one in one thing.
 */

const registry = drizzle(env.REGISTRY);
const home = drizzle(TEST_HOME);

describe('connections', () => {
  test.each<Case>([
    [
      'linkFirstGrant',
      () => linkFirstGrant(home, 'con_a', 'grant'),
      {
        'active without a grant': connection(),
        'with a grant': connection({ grantId: 'earlier' }),
        revoked: connection({ status: 'revoked' }),
        another: connection({ id: 'con_b' }),
      },
    ],
    [
      'narrowConnections',
      () => narrowConnections(home, 'cli_a', []),
      {
        active: connection(),
        'of another client': connection({ clientId: 'cli_b' }),
        revoked: connection({ status: 'revoked' }),
      },
    ],
    [
      'revokeConnections',
      () => revokeConnections(home, TRUE, NOW),
      { active: connection(), 'revoked before': connection({ status: 'revoked' }) },
    ],
    [
      'activateConnection',
      () => activateConnection(home, { ...CONNECTION, id: 'con_new', scopes: [] }),
      {
        'of a live athlete': connection({ status: 'revoked' }),
        'that is active': connection(),
        'of an athlete under erasure': [athlete({ status: 'erasing' })],
        "of another partner's athlete": [athlete(OTHER_PARTNER)],
      },
    ],
  ])('%s', async (...given) => expectFirstOnly(home, given));
});

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
  const event = (changes: object = {}) =>
    [
      events,
      {
        partnerId: 'prt_a',
        environment: 'test',
        type: 'activity.created',
        athleteId: ATHLETE.id,
        data: { activityId: 'act_a' },
        createdAt: 1,
        ...changes,
      },
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

describe('OAuth: connections and records', () => {
  const A = ATHLETE.id;
  const GRANT = `grant:${A}:g`;
  const TOKEN = `token:${A}:g:t`;
  const record = (key: string, changes: object = {}) =>
    [oauthRecords, { key, value: '{}', athleteId: A, expiresAt: null, ...changes }] as const;
  const CONTENT = { value: 'new', metadata: null, expiresAt: null };
  const FILTER = { afterId: 'con_b', limit: 9, athleteId: A, clientId: 'cli_a', status: 'active' } as const;
  const READ = {
    ...CONNECTION,
    scopes: [],
    grantId: 'g',
    activation: 1,
    settledActivation: 0,
    revokedAt: null,
  };
  test.each<Case>([
    [
      'selectConnections',
      () => selectConnections(home, 'prt_a', FILTER),
      {
        own: connection(),
        'of an earlier page': connection({ id: 'con_b' }),
        'of another partner': connection(OTHER_PARTNER),
        'of another client': connection({ clientId: 'cli_b' }),
        revoked: connection({ status: 'revoked' }),
        'of another athlete': [
          athlete(),
          athlete(OTHER_ATHLETE),
          [connections, { ...CONNECTION, athleteId: OTHER_ATHLETE.id }],
        ],
      },
    ],
    [
      'selectConnections of each athlete',
      () => selectConnections(home, 'prt_a', { ...FILTER, athleteId: undefined }),
      { active: connection(), revoked: connection({ status: 'revoked' }) },
    ],
    [
      'selectConnection',
      () => selectConnection(home, 'prt_a', 'con_a'),
      {
        own: connection(),
        another: connection({ id: 'con_b' }),
        'of another partner': connection(OTHER_PARTNER),
      },
    ],
    [
      'selectAthletesByEmail',
      () => selectAthletesByEmail(home, 'a@runner.example', 'prt_a', 9),
      {
        'with this address': [athlete({ email: ' A@runner.example' })],
        'with another': [athlete({ email: 'b@runner.example' })],
        'of another partner': [athlete({ ...OTHER_PARTNER, email: 'a@runner.example' })],
        'under erasure': [athlete({ email: 'a@runner.example', status: 'erasing' })],
      },
    ],
    [
      'selectActivation',
      () => selectActivation(home, A, 'cli_a'),
      {
        active: connection(),
        revoked: connection({ status: 'revoked' }),
        'of another client': connection({ clientId: 'cli_b' }),
        'of another athlete': [
          athlete(),
          athlete(OTHER_ATHLETE),
          [connections, { ...CONNECTION, athleteId: OTHER_ATHLETE.id }],
        ],
      },
    ],
    [
      'deleteGrantRecords: the grant',
      () => deleteGrantRecords(home, sql`'con_a'`),
      {
        current: [...connection({ grantId: 'g' }), record(GRANT)],
        "another connection's": [...connection({ id: 'con_b', grantId: 'g' }), record(GRANT)],
        'of another client': [
          ...connection({ grantId: 'h' }),
          record(GRANT, { value: '{"clientId":"cli_b"}' }),
        ],
        'of another athlete': [
          ...connection({ grantId: 'g' }),
          athlete(OTHER_ATHLETE),
          record(`grant:${OTHER_ATHLETE.id}:g`, { athleteId: OTHER_ATHLETE.id }),
        ],
      },
    ],
    [
      'deleteGrantRecords: its tokens',
      () => deleteGrantRecords(home, sql`'con_a'`),
      {
        'of the grant': [...connection({ grantId: 'g' }), record(TOKEN)],
        'of another': [...connection({ grantId: 'h' }), record(TOKEN)],
        'of one that sorts before': [...connection({ grantId: 'h' }), record(`token:${A}:a:t`)],
      },
    ],
    [
      'deleteGrantRecords: a consent that was not exchanged',
      () => deleteGrantRecords(home, sql`'con_a'`),
      {
        'to this client': [...connection({ grantId: 'h' }), record(GRANT, { value: '{"clientId":"cli_a"}' })],
        'to another': [...connection({ grantId: 'h' }), record(GRANT, { value: '{"clientId":"cli_b"}' })],
        'but not a token that names it': [
          ...connection({ grantId: 'h' }),
          record(TOKEN, { value: '{"clientId":"cli_a"}' }),
        ],
        'nor a record that sorts before': [
          ...connection({ grantId: 'h' }),
          record('client:a', { value: '{"clientId":"cli_a"}' }),
        ],
      },
    ],
    [
      'selectLiveRecord',
      () => selectLiveRecord(home, GRANT, 5),
      {
        'without an end': [athlete(), record(GRANT)],
        another: [athlete(), record(TOKEN)],
        expired: [athlete(), record(GRANT, { expiresAt: 5 })],
      },
    ],
    [
      'selectLiveRecord that ends',
      () => selectLiveRecord(home, GRANT, 5),
      {
        later: [athlete(), record(GRANT, { expiresAt: 6 })],
        before: [athlete(), record(GRANT, { expiresAt: 4 })],
      },
    ],
    [
      'selectRange',
      () => selectRange(home, 'grant:', { afterKey: `grant:${A}:f`, limit: 9, nowS: 5 }),
      {
        next: [athlete(), record(GRANT)],
        'of another prefix': [athlete(), record(TOKEN)],
        'of an earlier page': [athlete(), record(`grant:${A}:e`)],
        expired: [athlete(), record(GRANT, { expiresAt: 5 })],
      },
    ],
    [
      'selectRange that ends later',
      () => selectRange(home, 'grant:', { afterKey: 'a', limit: 9, nowS: 5 }),
      {
        there: [athlete(), record(GRANT, { expiresAt: 6 })],
        'before the prefix': [athlete(), record('client:a', { expiresAt: 6 })],
      },
    ],
    [
      'insertRecord: a token',
      () => insertRecord(home, TOKEN, CONTENT),
      {
        'of a grant': [athlete(), record(GRANT)],
        'without its grant': [athlete(), record(`grant:${A}:h`)],
        'of an athlete under erasure': [athlete({ status: 'erasing' }), record(GRANT)],
      },
    ],
    [
      'replaceRecord',
      () => replaceRecord(home, GRANT, 1, CONTENT),
      {
        'as it was read': [athlete(), record(GRANT)],
        'written since': [athlete(), record(GRANT, { version: 2 })],
        another: [athlete(), record(TOKEN)],
      },
    ],
    [
      'recordHas',
      () => deleteGrant(home, A, 'g', recordHas(GRANT, 1, '{}')),
      {
        'as it was read': [athlete(), record(GRANT)],
        'of another version': [athlete(), record(GRANT, { version: 2 })],
        'of another value': [athlete(), record(GRANT, { value: '' })],
        'of another record': [athlete(), record(TOKEN)],
      },
    ],
    [
      'deleteRecord',
      () => deleteRecord(home, GRANT),
      { this: [athlete(), record(GRANT)], another: [athlete(), record(TOKEN)] },
    ],
    [
      'deleteGrant: its tokens',
      () => deleteGrant(home, A, 'g', TRUE),
      {
        own: [athlete(), record(TOKEN)],
        'of a grant that sorts before': [athlete(), record(`token:${A}:f:t`)],
        'of a grant that sorts after': [athlete(), record(`token:${A}:h:t`)],
        'another grant': [athlete(), record(`grant:${A}:h`)],
      },
    ],
    [
      'deleteGrant: the grant',
      () => deleteGrant(home, A, 'g', TRUE),
      { own: [athlete(), record(GRANT)], another: [athlete(), record(`grant:${A}:h`)] },
    ],
    [
      'deleteExpiredRecords',
      () => deleteExpiredRecords(home, 5),
      {
        expired: [athlete(), record(GRANT, { expiresAt: 4 })],
        later: [athlete(), record(GRANT, { expiresAt: 5 })],
      },
    ],
    [
      'updateConnection',
      () =>
        updateConnection(home, 'con_a', { scopes: [], grantId: 'g', activation: 2, connectedAt: 1 }, TRUE),
      { this: connection(), another: connection({ id: 'con_b' }) },
    ],
    [
      'connectionIsAsRead',
      () => revokeConnections(home, connectionIsAsRead(READ), NOW),
      {
        'as it was read': connection({ activation: 1 }),
        'with another activation': connection({ activation: 2 }),
        another: connection({ id: 'con_b', activation: 1 }),
      },
    ],
    [
      'connectionIsAsRead of one that had ended',
      () => updateConnection(home, 'con_a', READ, connectionIsAsRead({ ...READ, status: 'revoked' })),
      {
        'as it was read': connection({ activation: 1, status: 'revoked' }),
        'active since': connection({ activation: 1 }),
      },
    ],
  ])('%s', async (...given) => expectFirstOnly(home, given));

  test.each<Conditional>([
    [
      'insertRecord',
      (condition) => insertRecord(home, GRANT, CONTENT, condition),
      [athlete(), record(TOKEN)],
    ],
    [
      'replaceRecord',
      (condition) => replaceRecord(home, GRANT, 1, CONTENT, condition),
      [athlete(), record(GRANT)],
    ],
    ['deleteGrant', (condition) => deleteGrant(home, A, 'g', condition), [athlete(), record(GRANT)]],
    [
      'upsertSuccessor',
      (condition) => upsertSuccessor(home, { key: TOKEN, value: '', athleteId: A }, condition),
      [athlete(), record(GRANT)],
    ],
    ['revokeConnections', (condition) => revokeConnections(home, condition, NOW), connection()],
    ['updateConnection', (condition) => updateConnection(home, 'con_a', READ, condition), connection()],
  ])('%s holds to its condition', async (...given) => expectOnlyIf(home, given));
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
  const event = (changes: object = {}) =>
    [
      events,
      { ...owner, type: 'athlete.created', athleteId: ATHLETE.id, data: {}, createdAt: 1, ...changes },
    ] as const;
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
    keepAnswer(home, CLAIM, ATHLETE.id, { answer: '{}', expiresAt: NOW }, condition);
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
          event({ athleteId: OTHER_ATHLETE.id }),
          event({ type: 'athlete.updated' }),
        ],
        'with its event': [athlete(), event()],
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
      'keepAnswer of a creation',
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
    ['keepAnswer', keep, [athlete(), kept()]],
  ])('%s holds to its condition', async (...given) => expectOnlyIf(home, given));
});
