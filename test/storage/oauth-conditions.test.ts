import { env } from 'cloudflare:workers';
import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { describe, expect, test } from 'vitest';
import { promoteMember } from '#partner/console/shared-repository.ts';
import { endConnectionsIn, endRestoredConnections } from '#partner/oauth/connections.ts';
import {
  selectEarlierConnections,
  whereAddressIsUnknown,
  whereRefusalIsNew,
} from '#partner/oauth/grant-connection.ts';
import {
  connectionIsAsRead,
  deleteExpiredRecords,
  deleteGrant,
  deleteRecord,
  insertRecord,
  recordHas,
  replaceRecord,
  selectConnectionOfGrant,
  selectConnectionOfToken,
  selectLiveRecord,
  selectRange,
  updateConnection,
  upsertCompanion,
} from '#partner/oauth/records-repository.ts';
import {
  activateConnection,
  deleteGrantRecords,
  insertClient,
  linkFirstGrant,
  narrowConnections,
  revokeConnections,
  selectActivation,
  selectAthletesByEmail,
  selectClient,
  selectClientOfPartner,
  selectConnection,
  selectConnections,
  selectOwnClients,
  selectPartnerOfClient,
  updateOwnClient,
  WHERE_CONFIDENTIAL,
  whereClientIsAllowed,
} from '#partner/oauth/repository.ts';
import {
  type ConsentRow,
  confirmAsRead,
  deleteAsRead,
  deleteConsents,
  deleteConsentsOf,
  insertConsent,
  narrowConsents,
  noteReconciled,
  selectActiveOf,
  selectConsents,
  selectUnconfirmed,
  selectUnreconciled,
  updateConsents,
} from '#partner/oauth/shared-repository.ts';
import {
  countWrongCode,
  deleteExpiredSessions,
  deleteOldCodes,
  deleteSession,
  deleteWrongCodes,
  insertCode,
  LIMITS,
  minuteOf,
  selectBlockingCode,
  selectBlockingCodeOfCaller,
  selectBlockingCodeOfNetwork,
  selectSession,
  tryCode,
} from '#partner/oauth/sign-in-repository.ts';
import { SIGN_IN } from '#partner/oauth/sign-in-rules.ts';
import { DAY_MS, HOUR_MS } from '#platform/clock.ts';
import { athleteSessions, connections, oauthRecords } from '#platform/storage/athlete-schema.ts';
import { events, suspensions } from '#platform/storage/events-schema.ts';
import { newAthleteId } from '#platform/storage/ids.ts';
import { consents, loginCodes, wrongCodes } from '#platform/storage/registry-schema.ts';
import { TEST_HOME } from '../support/shards.ts';
import {
  type Case,
  type Conditional,
  expectFirstOnly,
  expectOnlyIf,
  type Rows,
  resultWith,
  whereHolds,
} from './situations.ts';
import {
  ATHLETE,
  athlete,
  CLIENT,
  CONNECTION,
  CONSENT,
  client,
  connection,
  consent,
  event,
  LIVE,
  member,
  NOW,
  OTHER_PARTNER,
  partner,
  TARGET,
  TERMINATED,
  TRUE,
} from './stored-rows.ts';

/**
 * The conditions of OAuth's statements. A lost one would let an athlete's sign-in, consent or token count for somebody else, or
 * after its end: each is tried in one situation in which it finds its row, and in others that differ from it in one thing.
 */

const registry = drizzle(env.REGISTRY);
const home = drizzle(TEST_HOME);

describe('clients and consents', () => {
  const both = [partner(), partner({ id: 'prt_b' })];
  const given = [
    { id: 'con_b', activation: 1 },
    { id: 'con_a', activation: 2 },
  ];
  const exchanged = { ...CONSENT, athleteId: newAthleteId('test', 'c000', NOW), nowMs: NOW };
  const READ: ConsentRow = { ...CONSENT, scopes: [] };
  const LEFT = {
    'to another connection': [consent({ connectionId: 'con_b' })],
    'of another address': [consent({ addressHash: 'b' })],
    'written again since': [consent({ unconfirmedAt: NOW + 1 })],
    'compared meanwhile': [consent({ unconfirmedAt: null })],
  };
  const mayCreate = () =>
    promoteMember(registry, 'prt_a', TARGET.email, whereClientIsAllowed('prt_a', 'test'));
  const fifty = (changes: object = {}) =>
    Array.from({ length: 50 }, (_, at) => client({ clientId: `cli_${at}`, ...changes }));
  test.each<Case>([
    [
      'updateOwnClient',
      () => updateOwnClient(registry, CLIENT, { name: 'B' }),
      {
        own: [client()],
        another: [client({ clientId: 'cli_b' })],
        'of another partner': [client(OTHER_PARTNER)],
        'of the other environment': [client(LIVE)],
        deleted: [client({ status: 'deleted' })],
      },
    ],
    [
      'updateOwnClient that has a secret',
      () => updateOwnClient(registry, CLIENT, { name: 'B' }, WHERE_CONFIDENTIAL),
      { confidential: [client()], public: [client({ isPublic: true })] },
    ],
    [
      'selectOwnClients',
      () => selectOwnClients(registry, 'prt_a', 'test', { afterId: 'cli_b', limit: 9 }),
      {
        own: [client()],
        'of an earlier page': [client({ clientId: 'cli_b' })],
        'of another partner': [client(OTHER_PARTNER)],
        'of the other environment': [client(LIVE)],
        deleted: [client({ status: 'deleted' })],
      },
    ],
    [
      'selectClient',
      () => selectClient(registry, 'cli_a'),
      {
        active: [client()],
        another: [client({ clientId: 'cli_b' })],
        deleted: [client({ status: 'deleted' })],
      },
    ],
    [
      'whereClientIsAllowed',
      mayCreate,
      { 'below fifty': [member(TARGET), client()], 'after fifty': [member(TARGET), ...fifty()] },
    ],
    ...Object.entries({
      "another partner's": OTHER_PARTNER,
      'the other environment': LIVE,
      'deleted ones': { status: 'deleted' },
    }).map(
      ([name, changes]): Case => [
        `whereClientIsAllowed beside fifty of ${name}`,
        mayCreate,
        { there: [member(TARGET), ...fifty(changes)] },
      ],
    ),
    [
      'selectClientOfPartner',
      () => selectClientOfPartner(registry, CLIENT),
      {
        own: [client()],
        another: [client({ clientId: 'cli_b' })],
        'of another partner': [client(OTHER_PARTNER)],
        deleted: [client({ status: 'deleted' })],
      },
    ],
    [
      'narrowConsents',
      () => narrowConsents(registry, 'cli_a', []),
      { 'to the client': [consent()], 'to another': [consent({ clientId: 'cli_b' })] },
    ],
    [
      'updateConsents',
      () => updateConsents(registry, { ...exchanged, scopes: [] }),
      {
        'of this activation': [consent()],
        'of a later one': [consent({ activation: 3 })],
        'of another connection': [consent({ connectionId: 'con_b' })],
      },
    ],
    [
      'selectConsents',
      () => selectConsents(registry, ['a']),
      {
        'to an active client': [client(), consent()],
        'of another address': [client(), consent({ addressHash: 'b' })],
        'to another client': [client({ clientId: 'cli_b' }), consent()],
        'to a deleted client': [client({ status: 'deleted' }), consent()],
      },
    ],
    [
      'deleteConsentsOf',
      () => deleteConsentsOf(registry, ['con_a']),
      { 'to this connection': [consent()], 'to another': [consent({ connectionId: 'con_b' })] },
    ],
    ['deleteAsRead', () => deleteAsRead(registry, [READ]), { 'as it was read': [consent()], ...LEFT }],
    ['confirmAsRead', () => confirmAsRead(registry, [READ]), { 'as it was read': [consent()], ...LEFT }],
    [
      'deleteConsents',
      () => deleteConsents(registry, given),
      {
        'of an ended activation': [consent()],
        'of a later one': [consent({ activation: 3 })],
        'of another connection': [consent({ connectionId: 'con_c' })],
      },
    ],
    [
      'selectUnconfirmed',
      () => selectUnconfirmed(registry, { environment: 'test', shard: 'c000' }, NOW, 9),
      {
        unconfirmed: [consent()],
        'written later': [consent({ unconfirmedAt: NOW + 1 })],
        confirmed: [consent({ unconfirmedAt: null })],
        'of another shard': [consent({ shard: 'c001' })],
        'of the other environment': [consent(LIVE)],
      },
    ],
  ])('%s', async (...given) => expectFirstOnly(registry, given, both));

  test.each<Case>([
    [
      'whereClientIsAllowed',
      mayCreate,
      { active: [partner(), member(TARGET)], terminated: [partner(TERMINATED), member(TARGET)] },
    ],
    [
      'selectPartnerOfClient',
      () => selectPartnerOfClient(registry, 'cli_a'),
      {
        active: [partner(), client()],
        terminated: [partner(TERMINATED), client()],
        'of another client': [partner(), client({ clientId: 'cli_b' })],
      },
    ],
    [
      'selectConsents',
      () => selectConsents(registry, ['a']),
      {
        active: [partner(), client(), consent()],
        terminated: [partner(TERMINATED), client(), consent()],
        'terminated beside an active one': [
          partner(TERMINATED),
          partner({ id: 'prt_b' }),
          client(),
          consent(),
        ],
      },
    ],
  ])('%s of a partner', async (...given) => expectFirstOnly(registry, given));

  test.each([
    ['selectPartnerOfClient', () => selectPartnerOfClient(registry, 'cli_a'), [client()]],
    ['selectConsents', () => selectConsents(registry, ['a']), [client(), consent()]],
  ] as const)('%s of a suspended partner', async (_, build, rows) => {
    expect(await resultWith(registry, build(), [partner({ status: 'suspended' }), ...rows])).toHaveLength(1);
  });

  test.each<Conditional>([
    [
      'insertClient',
      (condition) =>
        insertClient(
          registry,
          {
            ...{ ...CLIENT, redirectUris: [], allowedScopes: [] },
            clientId: 'cli_new',
            secretRotatedAt: null,
            isPublic: false,
          },
          condition,
        ),
      [...both, client()],
    ],
    [
      'updateOwnClient',
      (condition) => updateOwnClient(registry, CLIENT, { name: 'B' }, condition),
      [...both, client()],
    ],
    [
      'selectConsents',
      (condition) => selectConsents(registry, ['a'], condition),
      [...both, client(), consent()],
    ],
  ])('%s holds to its condition', async (...given) => expectOnlyIf(registry, given));

  test.each([
    ['a repeated one of the same activation: those that were exchanged', 2, ['profile:read'], 1],
    ['one after a reconnection: the new ones', 3, ['activities:write'], NOW + 1],
  ])('insertConsent keeps the scopes of %s', async (_, activation, scopes, connectedAt) => {
    const nowMs = NOW + 1;
    const again = insertConsent(registry, { ...exchanged, activation, scopes: ['activities:write'], nowMs });
    const stored = await resultWith(
      registry,
      [again, registry.select().from(consents)],
      [consent({ unconfirmedAt: null })],
    );
    expect(stored).toMatchObject([{ activation, scopes, connectedAt, unconfirmedAt: nowMs }]);
  });

  test('a scope that a client loses is gone from its consents and connections, and no other', async () => {
    const scopes = ['profile:read', 'activities:write'];
    const left = ['profile:read'];
    const consented = [narrowConsents(registry, 'cli_a', left), registry.select().from(consents)] as const;
    const connected = [narrowConnections(home, 'cli_a', left), home.select().from(connections)] as const;
    expect(await resultWith(registry, consented, [consent({ scopes })])).toMatchObject([{ scopes: left }]);
    expect(await resultWith(home, connected, connection({ scopes }))).toMatchObject([{ scopes: left }]);
  });
});

describe('connections', () => {
  const ENDED = { id: 'con_a', activation: 2 };
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
    [
      'selectUnreconciled',
      () => selectUnreconciled(home, 9),
      {
        ended: connection({ status: 'revoked', activation: 2, reconciledActivation: 1 }),
        active: connection({ activation: 2, reconciledActivation: 1 }),
        reconciled: connection({ status: 'revoked', activation: 2, reconciledActivation: 2 }),
      },
    ],
    [
      'noteReconciled',
      () => noteReconciled(home, [{ id: 'con_b', activation: 1 }, ENDED]),
      { given: connection({ activation: 2 }), another: connection({ id: 'con_c' }) },
    ],
    [
      'selectActiveOf',
      () => selectActiveOf(home, ['con_a']),
      {
        active: connection(),
        another: connection({ id: 'con_b' }),
        revoked: connection({ status: 'revoked' }),
      },
    ],
  ])('%s', async (...given) => expectFirstOnly(home, given));

  test.each<Conditional>([
    [
      'selectUnreconciled',
      (condition) => selectUnreconciled(home, 9, condition),
      connection({ status: 'revoked' }),
    ],
  ])('%s holds to its condition', async (...given) => expectOnlyIf(home, given));

  const OTHER = { id: 'ath_tc000b', externalId: 'other' };
  const ERASING = { id: 'ath_tc000c', externalId: 'erasing', status: 'erasing' };
  const of = (id: string, changes: object) => [connections, { ...CONNECTION, id, ...changes }] as const;
  const CONNECTED = [
    ...[athlete(), athlete(OTHER), athlete(ERASING)],
    of('con_a', {}),
    of('con_ended', { clientId: 'cli_b', status: 'revoked' }),
    of('con_erasing', { athleteId: ERASING.id }),
    of('con_other', { athleteId: OTHER.id, ...OTHER_PARTNER }),
    event(),
  ];
  const activeIds = async () => {
    const active = home
      .select({ id: connections.id })
      .from(connections)
      .where(eq(connections.status, 'active'));
    return (await active).map(({ id }) => id);
  };
  test('endRestoredConnections ends those, and tells of each once whose athlete is not erased', async () => {
    const ended = await resultWith(
      home,
      async () => {
        await endRestoredConnections(home, 'test', ['con_a', 'con_ended', 'con_erasing'], NOW);
        const told = home.select().from(events).where(eq(events.type, 'athlete.disconnected'));
        return { active: await activeIds(), told: await told };
      },
      CONNECTED,
    );
    expect(ended).toMatchObject({ active: ['con_other'], told: [{ athleteId: ATHLETE.id }] });
  });

  test('endConnectionsIn ends those of the terminated partner, and no others', async () => {
    const left = async () => {
      await endConnectionsIn(home, 'prt_a', NOW, 1);
      return activeIds();
    };
    expect(await resultWith(home, left, CONNECTED)).toEqual(['con_other']);
  });

  test('noteReconciled notes of each connection its own activation, once all its consents are deleted', async () => {
    const noted = noteReconciled(home, [{ id: 'con_b', activation: 1 }, ENDED]);
    const stored = await resultWith(
      home,
      [noted, home.select().from(connections)],
      connection({ activation: 2 }),
    );
    expect(stored).toMatchObject([{ reconciledActivation: 2 }]);
  });
});

describe('grants, tokens and what is selected of connections', () => {
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
    reconciledActivation: 0,
    revokedAt: null,
  };
  const OTHER_ATHLETE = { id: 'ath_tc000b', externalId: 'other' };
  const email = 'a@runner.example';
  const addressed = (changes: object = {}) => athlete({ email, ...changes });
  const refused = (changes: object = {}) =>
    event({ type: 'athlete.connection_refused', createdAt: NOW, ...changes });
  const isNewRefusal = () =>
    whereHolds(home, whereRefusalIsNew(home, { athleteId: A, partnerId: 'prt_a', email }, NOW));
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
      'selectConnectionOfGrant',
      () => selectConnectionOfGrant(home, { athleteId: A, grantId: 'g' }),
      {
        current: connection({ grantId: 'g' }),
        replaced: connection({ grantId: 'h' }),
        'of an athlete under erasure': [
          athlete({ status: 'erasing' }),
          [connections, { ...CONNECTION, grantId: 'g' }],
        ],
        'of another athlete': [
          athlete(),
          athlete(OTHER_ATHLETE),
          [connections, { ...CONNECTION, athleteId: OTHER_ATHLETE.id, grantId: 'g' }],
        ],
      },
    ],
    [
      'selectConnectionOfToken',
      () => selectConnectionOfToken(home, { athleteId: A, grantId: 'g' }, 5),
      {
        'of the current grant': [...connection({ grantId: 'g' }), record(GRANT)],
        'of a replaced one': [...connection({ grantId: 'h' }), record(GRANT)],
        revoked: [...connection({ grantId: 'g', status: 'revoked' }), record(GRANT)],
        'whose grant is gone': [...connection({ grantId: 'g' }), record(`grant:${A}:h`)],
        'whose grant has expired': [...connection({ grantId: 'g' }), record(GRANT, { expiresAt: 5 })],
        'of another athlete': [
          athlete(),
          athlete(OTHER_ATHLETE),
          [connections, { ...CONNECTION, athleteId: OTHER_ATHLETE.id, grantId: 'g' }],
          record(GRANT),
        ],
      },
    ],
    [
      'selectConnectionOfToken whose grant ends',
      () => selectConnectionOfToken(home, { athleteId: A, grantId: 'g' }, 5),
      {
        later: [...connection({ grantId: 'g' }), record(GRANT, { expiresAt: 6 })],
        before: [...connection({ grantId: 'g' }), record(GRANT, { expiresAt: 4 })],
      },
    ],
    [
      'selectEarlierConnections',
      () => selectEarlierConnections(home, email, 'prt_a'),
      {
        'with this address': [addressed(), [connections, CONNECTION]],
        'with another': [addressed({ email: 'b@runner.example' }), [connections, CONNECTION]],
        'of another partner': [addressed(OTHER_PARTNER), [connections, CONNECTION]],
        'under erasure': [addressed({ status: 'erasing' }), [connections, CONNECTION]],
        'of an athlete without it': [
          addressed(),
          athlete(OTHER_ATHLETE),
          [connections, { ...CONNECTION, athleteId: OTHER_ATHLETE.id }],
        ],
      },
    ],
    [
      'whereAddressIsUnknown',
      () => whereHolds(home, whereAddressIsUnknown(email, 'prt_a')),
      { 'without an address': [athlete()], 'with this address': [addressed()] },
    ],
    ...Object.entries({
      "another partner's record": OTHER_PARTNER,
      'one under erasure': { status: 'erasing' },
    }).map(
      ([name, changes]): Case => [
        `whereAddressIsUnknown beside ${name}`,
        () => whereHolds(home, whereAddressIsUnknown(email, 'prt_a')),
        { there: [addressed(changes)] },
      ],
    ),
    [
      'whereRefusalIsNew',
      isNewRefusal,
      {
        'for the first time': [addressed()],
        'of another record': [addressed(OTHER_ATHLETE)],
        'of one with another address': [addressed({ email: 'b@runner.example' })],
        "of another partner's": [addressed(OTHER_PARTNER)],
        'of one under erasure': [addressed({ status: 'erasing' })],
        'again within a day': [addressed(), refused()],
      },
    ],
    ...Object.entries({
      'a day later': { createdAt: NOW - DAY_MS },
      "after another athlete's": { athleteId: OTHER_ATHLETE.id },
      'after another event': { type: 'athlete.updated' },
    }).map(
      ([name, changes]): Case => [
        `whereRefusalIsNew ${name}`,
        isNewRefusal,
        { there: [addressed(), refused(changes)] },
      ],
    ),
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
        'of one that sorts after': [...connection({ grantId: 'h' }), record(`token:${A}:z:t`)],
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
        'of an athlete under erasure': [athlete({ status: 'erasing' }), record(GRANT)],
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

  test.each([
    ['suspended', [[suspensions, { partnerId: 'prt_a', suspendedAt: 7, version: 1 }]], 7],
    ['resumed', [[suspensions, { partnerId: 'prt_a', suspendedAt: null, version: 2 }]], null],
    ['beside a suspended one', [[suspensions, { partnerId: 'prt_b', suspendedAt: 7, version: 1 }]], null],
  ] as const)('selectConnectionOfToken of a partner that is %s', async (_, rows, suspendedAt) => {
    const token = selectConnectionOfToken(home, { athleteId: A, grantId: 'g' }, 5);
    const found = await resultWith(home, token, [...connection({ grantId: 'g' }), record(GRANT), ...rows]);
    expect(found).toMatchObject([{ suspendedAt }]);
  });

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
      'upsertCompanion',
      (condition) => upsertCompanion(home, { key: TOKEN, value: '', athleteId: A }, condition),
      [athlete(), record(GRANT)],
    ],
    ['revokeConnections', (condition) => revokeConnections(home, condition, NOW), connection()],
    ['updateConnection', (condition) => updateConnection(home, 'con_a', READ, condition), connection()],
  ])('%s holds to its condition', async (...given) => expectOnlyIf(home, given));
});

describe('codes of a sign-in', () => {
  const CODE = {
    id: 'code',
    addressHash: 'a',
    isKnownBrowser: false,
    codeHash: 'right',
    sealed: '',
    createdAt: NOW,
    expiresAt: NOW + 1,
    callerHash: 'caller',
    networkHash: 'network',
  } as const;
  const code = (changes: object = {}) => [loginCodes, { ...CODE, ...changes }] as const;
  const codes = (count: number, changes: object = {}) =>
    Array.from({ length: count }, (_, at) => code({ id: `code${at}`, ...changes }));
  const GROUP = {
    addressHash: 'a',
    callerHash: 'caller',
    networkHash: 'network',
    isKnownBrowser: false,
    nowMs: NOW,
  };
  const { unusedPerHour, unusedPerDay, unusedPerCallerAndHour, unusedPerNetworkAndHour } = SIGN_IN;
  const elsewhere = { callerHash: 'b', networkHash: 'b' };
  const wrong = (changes: object = {}) =>
    [wrongCodes, { minute: minuteOf(NOW), tries: SIGN_IN.sprayedPerHour, ...changes }] as const;
  const tried = { tries: SIGN_IN.triesMaxWhenSprayed };
  const byCaller = codes(unusedPerCallerAndHour);
  const byNetwork = codes(unusedPerNetworkAndHour, { callerHash: 'b' });
  test.each<Case>([
    [
      'selectBlockingCode of the hour',
      () => selectBlockingCode(registry, GROUP, LIMITS.hour),
      {
        five: codes(unusedPerHour),
        four: codes(unusedPerHour - 1),
        'to another address': codes(unusedPerHour, { addressHash: 'b' }),
        'to a known browser': codes(unusedPerHour, { isKnownBrowser: true }),
        'of an earlier hour': codes(unusedPerHour, { createdAt: NOW - HOUR_MS }),
        used: codes(unusedPerHour, { usedAt: 1 }),
      },
    ],
    [
      'selectBlockingCodeOfCaller',
      () => selectBlockingCodeOfCaller(registry, GROUP),
      {
        'a hundred': byCaller,
        'by another caller': codes(unusedPerCallerAndHour, elsewhere),
        'of an earlier hour': codes(unusedPerCallerAndHour, { createdAt: NOW - HOUR_MS }),
        used: codes(unusedPerCallerAndHour, { usedAt: 1 }),
      },
    ],
    [
      'selectBlockingCodeOfNetwork',
      () => selectBlockingCodeOfNetwork(registry, GROUP),
      {
        'three hundred': byNetwork,
        'by another network': codes(unusedPerNetworkAndHour, elsewhere),
        'by a caller without one': codes(unusedPerNetworkAndHour, { networkHash: null }),
        'of an earlier hour': codes(unusedPerNetworkAndHour, { createdAt: NOW - HOUR_MS }),
        used: codes(unusedPerNetworkAndHour, { usedAt: 1 }),
      },
    ],
    [
      'insertCode',
      () => insertCode(registry, GROUP, { ...CODE, id: 'new' }),
      {
        'below each limit': codes(unusedPerHour - 1),
        'after five of this hour': codes(unusedPerHour, elsewhere),
        'after twenty of this day': codes(unusedPerDay, { ...elsewhere, createdAt: NOW - HOUR_MS }),
        'after a hundred of this caller': codes(unusedPerCallerAndHour, { addressHash: 'b' }),
        'after three hundred of this network': codes(unusedPerNetworkAndHour, {
          addressHash: 'b',
          callerHash: 'b',
        }),
      },
    ],
    [
      'insertCode for a caller without a network',
      () => insertCode(registry, { ...GROUP, networkHash: null }, { ...CODE, id: 'new' }),
      {
        'after three hundred without one': codes(unusedPerNetworkAndHour, {
          addressHash: 'b',
          callerHash: 'b',
          networkHash: null,
        }),
      },
    ],
    [
      'insertCode past the limits, if something else holds',
      () => insertCode(registry, GROUP, { ...CODE, id: 'new' }, sql`EXISTS (SELECT 1 FROM members)`),
      {
        'after five of this hour': [...codes(unusedPerHour, elsewhere), member(TARGET)],
        'after five of this hour, and nothing else holds': codes(unusedPerHour, elsewhere),
      },
    ],
    [
      'insertCode for a browser that is known',
      () => insertCode(registry, { ...GROUP, isKnownBrowser: true }, { ...CODE, id: 'new' }),
      { 'after a hundred of this caller': byCaller },
    ],
    [
      'tryCode',
      () => tryCode(registry, 'code', 'right', NOW),
      {
        waiting: [code()],
        another: [code({ id: 'b' })],
        used: [code({ usedAt: 1 })],
        'without a try left': [code({ tries: SIGN_IN.triesMax })],
        expired: [code({ expiresAt: NOW })],
        'after two tries while codes are sprayed': [wrong(), code(tried)],
      },
    ],
    ...Object.entries<Rows>({
      'while none are sprayed': [code(tried)],
      'while few are wrong': [wrong({ tries: SIGN_IN.sprayedPerHour - 1 }), code(tried)],
      'an hour after they were sprayed': [wrong({ minute: minuteOf(NOW - HOUR_MS) }), code(tried)],
      'of a known browser': [wrong(), code({ ...tried, isKnownBrowser: true })],
    }).map(
      ([name, rows]): Case => [
        `tryCode after two tries ${name}`,
        () => tryCode(registry, 'code', 'right', NOW),
        { [name]: rows },
      ],
    ),
    [
      'countWrongCode after a try',
      () => [tryCode(registry, 'code', 'wrong', NOW), countWrongCode(registry, 'code', NOW)],
      {
        'that was wrong': [code(), wrong({ minute: 1 })],
        'that was none': [code({ tries: SIGN_IN.triesMax })],
      },
    ],
    [
      'countWrongCode after the right one',
      () => [tryCode(registry, 'code', 'right', NOW), countWrongCode(registry, 'other', NOW)],
      {
        'of another sign-in': [code(), code({ id: 'other' })],
        'of one that was used': [code(), code({ id: 'other', usedAt: 1 })],
        'of one that is gone': [code(), code({ id: 'third' })],
      },
    ],
    [
      'deleteOldCodes',
      () => deleteOldCodes(registry, NOW),
      { old: [code()], later: [code({ createdAt: NOW + 1 })] },
    ],
    [
      'deleteWrongCodes',
      () => deleteWrongCodes(registry, NOW),
      { old: [wrong({ minute: minuteOf(NOW) - 1 })], later: [wrong()] },
    ],
  ])('%s', async (...given) => expectFirstOnly(registry, given));

  const session = (changes: object = {}) =>
    [athleteSessions, { id: 'own', sealedEmail: '', createdAt: 1, expiresAt: NOW + 1, ...changes }] as const;
  const OTHERS = { another: [session({ id: 'b' })] };
  const EXPIRED = { expired: [session({ expiresAt: NOW })] };
  test.each<Case>([
    ['selectSession', () => selectSession(home, 'own', NOW), { current: [session()], ...OTHERS, ...EXPIRED }],
    ['deleteSession', () => deleteSession(home, 'own'), { this: [session()], ...OTHERS }],
    [
      'deleteExpiredSessions',
      () => deleteExpiredSessions(home, NOW + 1),
      { ...EXPIRED, current: [session()] },
    ],
  ])('%s', async (...given) => expectFirstOnly(home, given));

  test('tryCode uses the code only if it is right', async () => {
    await registry.insert(loginCodes).values(CODE);
    expect(await tryCode(registry, 'code', 'wrong', NOW)).toMatchObject([{ usedAt: null, tries: 1 }]);
    expect(await tryCode(registry, 'code', 'right', NOW)).toMatchObject([{ usedAt: NOW, tries: 2 }]);
    await registry.delete(loginCodes);
  });
});
