import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { describe, expect, test } from 'vitest';
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
  linkFirstGrant,
  narrowConnections,
  revokeConnections,
  selectActivation,
  selectAthletesByEmail,
  selectConnection,
  selectConnections,
} from '#partner/oauth/repository.ts';
import { noteReconciled, selectActiveOf, selectUnreconciled } from '#partner/oauth/shared-repository.ts';
import { DAY_MS } from '#platform/clock.ts';
import { connections, oauthRecords } from '#platform/storage/athlete-schema.ts';
import { events } from '#platform/storage/events-schema.ts';
import { TEST_HOME } from '../support/shards.ts';
import { resultWith, rowsOf, statementsIn, whereHolds } from './situations.ts';
import {
  ATHLETE,
  athlete,
  CONNECTION,
  connection,
  event,
  NOW,
  OTHER_ATHLETE,
  OTHER_PARTNER,
  otherAthlete,
  suspension,
  TRUE,
} from './stored-rows.ts';

/**
 * The conditions of statements about connections, grants and tokens. A lost one would let a token count for somebody else, or after its end.
 */

const home = drizzle(TEST_HOME);

describe('connections', () => {
  const ENDED = { id: 'con_a', activation: 2 };

  const { firstOnly, firstOf, onlyIf } = statementsIn(home, [athlete(), otherAthlete]);
  firstOf(
    'linkFirstGrant',
    connection,
    [{}, { grantId: 'earlier' }, { status: 'revoked' }, { id: 'con_b' }],
    () => linkFirstGrant(home, 'con_a', 'grant'),
  );
  firstOf('narrowConnections', connection, [{}, { clientId: 'cli_b' }, { status: 'revoked' }], () =>
    narrowConnections(home, 'cli_a', []),
  );
  firstOf('revokeConnections', connection, [{}, { status: 'revoked' }], () =>
    revokeConnections(home, TRUE, NOW),
  );
  firstOf(
    'activateConnection',
    connection,
    [{ status: 'revoked' }, {}, athlete({ status: 'erasing' }), athlete(OTHER_PARTNER)],
    () => activateConnection(home, { ...CONNECTION, id: 'con_new', scopes: [] }),
  );
  firstOnly('selectUnreconciled', () => selectUnreconciled(home, 9), connection, {
    ended: { status: 'revoked', activation: 2, reconciledActivation: 1 },
    active: { activation: 2, reconciledActivation: 1 },
    reconciled: { status: 'revoked', activation: 2, reconciledActivation: 2 },
  });
  firstOf('noteReconciled', connection, [{ activation: 2 }, { id: 'con_c' }], () =>
    noteReconciled(home, [{ id: 'con_b', activation: 1 }, ENDED]),
  );
  firstOf('selectActiveOf', connection, [{}, { id: 'con_b' }, { status: 'revoked' }], () =>
    selectActiveOf(home, ['con_a']),
  );

  onlyIf('selectUnreconciled', connection({ status: 'revoked' }), (condition) =>
    selectUnreconciled(home, 9, condition),
  );

  const ERASING = { id: 'ath_tc000c', externalId: 'erasing', status: 'erasing' };
  const CONNECTED = [
    ...[athlete(), otherAthlete, athlete(ERASING)],
    connection(),
    connection({ id: 'con_ended', clientId: 'cli_b', status: 'revoked' }),
    connection({ id: 'con_erasing', athleteId: ERASING.id }),
    connection({ id: 'con_other', athleteId: OTHER_ATHLETE.id, ...OTHER_PARTNER }),
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
      [athlete(), connection({ activation: 2 })],
    );
    expect(stored).toMatchObject([{ reconciledActivation: 2 }]);
  });
});

describe('grants, tokens and what is selected of connections', () => {
  const A = ATHLETE.id;
  const ofOther = { athleteId: OTHER_ATHLETE.id };
  const GRANT = `grant:${A}:g`;
  const TOKEN = `token:${A}:g:t`;
  const record = rowsOf(oauthRecords, { key: GRANT, value: '{}', athleteId: A, expiresAt: null });
  const ANOTHER_GRANT = { key: `grant:${A}:h` };
  const CONTENT = { value: 'new', metadata: null, expiresAt: null };
  const FILTER = { afterId: 'con_b', limit: 9, athleteId: A, clientId: 'cli_a', status: 'active' } as const;
  const READ = {
    ...{ ...CONNECTION, scopes: [], grantId: 'g', activation: 1 },
    ...{ reconciledActivation: 0, revokedAt: null },
  };
  const select = () => selectConnectionOfToken(home, { athleteId: A, grantId: 'g' }, 5);
  const email = 'a@runner.example';
  const addressed = (changes: object = {}) => athlete({ email, ...changes });
  const refused = (changes: object = {}) =>
    event({ type: 'athlete.connection_refused', createdAt: NOW, ...changes });
  const isNewRefusal = () =>
    whereHolds(home, whereRefusalIsNew(home, { athleteId: A, partnerId: 'prt_a', email }, NOW));

  const { firstOnly, firstOf, eachOf, onlyIf } = statementsIn(home, [athlete(), otherAthlete]);
  firstOf(
    'selectConnections',
    connection,
    [{}, { id: 'con_b' }, OTHER_PARTNER, { clientId: 'cli_b' }, { status: 'revoked' }, ofOther],
    () => selectConnections(home, 'prt_a', FILTER),
  );
  firstOf('selectConnections of each athlete', connection, [{}, { status: 'revoked' }], () =>
    selectConnections(home, 'prt_a', { ...FILTER, athleteId: undefined }),
  );
  firstOf('selectConnection', connection, [{}, { id: 'con_b' }, OTHER_PARTNER], () =>
    selectConnection(home, 'prt_a', 'con_a'),
  );
  firstOnly(
    'selectConnectionOfGrant',
    () => selectConnectionOfGrant(home, { athleteId: A, grantId: 'g' }),
    connection,
    {
      current: { grantId: 'g' },
      replaced: { grantId: 'h' },
      'of an athlete under erasure': [athlete({ status: 'erasing' }), connection({ grantId: 'g' })],
      'of another athlete': { athleteId: OTHER_ATHLETE.id, grantId: 'g' },
    },
  );
  firstOnly('selectConnectionOfToken', select, {
    'of the current grant': [connection({ grantId: 'g' }), record()],
    'of a replaced one': [connection({ grantId: 'h' }), record()],
    revoked: [connection({ grantId: 'g', status: 'revoked' }), record()],
    'whose grant is gone': [connection({ grantId: 'g' }), record({ key: `grant:${A}:h` })],
    'whose grant has expired': [connection({ grantId: 'g' }), record({ expiresAt: 5 })],
    'of another athlete': [connection({ athleteId: OTHER_ATHLETE.id, grantId: 'g' }), record()],
  });
  firstOf(
    'selectConnectionOfToken whose grant ends',
    (changes) => [connection({ grantId: 'g' }), record(changes)],
    [{ expiresAt: 6 }, { expiresAt: 4 }],
    select,
  );
  firstOnly('selectEarlierConnections', () => selectEarlierConnections(home, email, 'prt_a'), {
    'with this address': [addressed(), connection()],
    'with another': [addressed({ email: 'b@runner.example' }), connection()],
    'of another partner': [addressed(OTHER_PARTNER), connection()],
    'under erasure': [addressed({ status: 'erasing' }), connection()],
    'of an athlete without it': [addressed(), connection({ athleteId: OTHER_ATHLETE.id })],
  });
  const isUnknown = () => whereHolds(home, whereAddressIsUnknown(email, 'prt_a'));
  firstOf('whereAddressIsUnknown', athlete, [{}, { email }], isUnknown);
  eachOf(
    "whereAddressIsUnknown beside another partner's, and one under erasure",
    addressed,
    [OTHER_PARTNER, { status: 'erasing' }],
    isUnknown,
  );
  firstOnly('whereRefusalIsNew', isNewRefusal, addressed, {
    'for the first time': {},
    'of another record': OTHER_ATHLETE,
    'of one with another address': { email: 'b@runner.example' },
    "of another partner's": OTHER_PARTNER,
    'of one under erasure': { status: 'erasing' },
    'again within a day': [addressed(), refused()],
  });
  eachOf(
    "whereRefusalIsNew a day later, after another athlete's and after another event",
    (changes) => [addressed(), refused(changes)],
    [{ createdAt: NOW - DAY_MS }, ofOther, { type: 'athlete.updated' }],
    isNewRefusal,
  );
  firstOf(
    'selectAthletesByEmail',
    addressed,
    [{ email: ' A@runner.example' }, { email: 'b@runner.example' }, OTHER_PARTNER, { status: 'erasing' }],
    () => selectAthletesByEmail(home, email, 'prt_a', 9),
  );
  firstOf('selectActivation', connection, [{}, { status: 'revoked' }, { clientId: 'cli_b' }, ofOther], () =>
    selectActivation(home, A, 'cli_a'),
  );
  const deleteRecords = () => deleteGrantRecords(home, sql`'con_a'`);
  const NAMED = { value: '{"clientId":"cli_a"}' };
  firstOnly('deleteGrantRecords: the grant', deleteRecords, {
    current: [connection({ grantId: 'g' }), record()],
    "another connection's": [connection({ id: 'con_b', grantId: 'g' }), record()],
    'of another client': [connection({ grantId: 'h' }), record({ value: '{"clientId":"cli_b"}' })],
    'of another athlete': [
      connection({ grantId: 'g' }),
      record({ key: `grant:${OTHER_ATHLETE.id}:g`, athleteId: OTHER_ATHLETE.id }),
    ],
  });
  firstOnly('deleteGrantRecords: its tokens', deleteRecords, {
    'of the grant': [connection({ grantId: 'g' }), record({ key: TOKEN })],
    'of another': [connection({ grantId: 'h' }), record({ key: TOKEN })],
    'of one that sorts before': [connection({ grantId: 'h' }), record({ key: `token:${A}:a:t` })],
    'of one that sorts after': [connection({ grantId: 'h' }), record({ key: `token:${A}:z:t` })],
  });
  firstOnly(
    'deleteGrantRecords: a consent that was not exchanged',
    deleteRecords,
    (changes) => [connection({ grantId: 'h' }), record({ ...NAMED, ...changes })],
    {
      'to this client': {},
      'to another': { value: '{"clientId":"cli_b"}' },
      'but not a token that names it': { key: TOKEN },
      'nor a record that sorts before': { key: 'client:a' },
    },
  );
  firstOf('selectLiveRecord', record, [{}, { key: TOKEN }, { expiresAt: 5 }], () =>
    selectLiveRecord(home, GRANT, 5),
  );
  firstOf('selectLiveRecord that ends', record, [{ expiresAt: 6 }, { expiresAt: 4 }], () =>
    selectLiveRecord(home, GRANT, 5),
  );
  firstOf('selectRange', record, [{}, { key: TOKEN }, { key: `grant:${A}:e` }, { expiresAt: 5 }], () =>
    selectRange(home, 'grant:', { afterKey: `grant:${A}:f`, limit: 9, nowS: 5 }),
  );
  firstOf('selectRange that ends later', record, [{ expiresAt: 6 }, { key: 'client:a', expiresAt: 6 }], () =>
    selectRange(home, 'grant:', { afterKey: 'a', limit: 9, nowS: 5 }),
  );
  firstOnly('insertRecord: a token', () => insertRecord(home, TOKEN, CONTENT), record, {
    'of a grant': {},
    'without its grant': ANOTHER_GRANT,
    'of an athlete under erasure': [athlete({ status: 'erasing' }), record()],
  });
  firstOnly('replaceRecord', () => replaceRecord(home, GRANT, 1, CONTENT), record, {
    'as it was read': {},
    'written since': { version: 2 },
    another: { key: TOKEN },
    'of an athlete under erasure': [athlete({ status: 'erasing' }), record()],
  });
  firstOf('recordHas', record, [{}, { version: 2 }, { value: '' }, { key: TOKEN }], () =>
    deleteGrant(home, A, 'g', recordHas(GRANT, 1, '{}')),
  );
  firstOf('deleteRecord', record, [{}, { key: TOKEN }], () => deleteRecord(home, GRANT));
  firstOnly('deleteGrant: its tokens', () => deleteGrant(home, A, 'g', TRUE), record, {
    own: { key: TOKEN },
    'of a grant that sorts before': { key: `token:${A}:f:t` },
    'of a grant that sorts after': { key: `token:${A}:h:t` },
    'another grant': ANOTHER_GRANT,
  });
  firstOf('deleteGrant: the grant', record, [{}, ANOTHER_GRANT], () => deleteGrant(home, A, 'g', TRUE));
  firstOf('deleteExpiredRecords', record, [{ expiresAt: 4 }, { expiresAt: 5 }], () =>
    deleteExpiredRecords(home, 5),
  );
  firstOf('updateConnection', connection, [{}, { id: 'con_b' }], () =>
    updateConnection(home, 'con_a', { scopes: [], grantId: 'g', activation: 2, connectedAt: 1 }, TRUE),
  );
  firstOnly('connectionIsAsRead', () => revokeConnections(home, connectionIsAsRead(READ), NOW), connection, {
    'as it was read': { activation: 1 },
    'with another activation': { activation: 2 },
    another: { id: 'con_b', activation: 1 },
  });
  firstOnly(
    'connectionIsAsRead of one that had ended',
    () => updateConnection(home, 'con_a', READ, connectionIsAsRead({ ...READ, status: 'revoked' })),
    connection,
    { 'as it was read': { activation: 1, status: 'revoked' }, 'active since': { activation: 1 } },
  );

  test.each([
    ['suspended', suspension({ suspendedAt: 7 }), 7],
    ['resumed', suspension({ suspendedAt: null }), null],
    ['beside a suspended one', suspension(OTHER_PARTNER), null],
  ])('selectConnectionOfToken of a partner that is %s', async (_, row, suspendedAt) => {
    const found = await resultWith(home, select(), [athlete(), connection({ grantId: 'g' }), record(), row]);
    expect(found).toMatchObject([{ suspendedAt }]);
  });

  onlyIf('insertRecord', record({ key: TOKEN }), (condition) =>
    insertRecord(home, GRANT, CONTENT, condition),
  );
  onlyIf('replaceRecord', record(), (condition) => replaceRecord(home, GRANT, 1, CONTENT, condition));
  onlyIf('deleteGrant', record(), (condition) => deleteGrant(home, A, 'g', condition));
  onlyIf('upsertCompanion', record(), (condition) =>
    upsertCompanion(home, { key: TOKEN, value: '', athleteId: A }, condition),
  );
  onlyIf('revokeConnections', connection(), (condition) => revokeConnections(home, condition, NOW));
  onlyIf('updateConnection', connection(), (condition) => updateConnection(home, 'con_a', READ, condition));
});
