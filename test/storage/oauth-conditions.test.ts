import { env } from 'cloudflare:workers';
import { drizzle } from 'drizzle-orm/d1';
import { describe, expect, test } from 'vitest';
import { promoteMember } from '#partner/console/shared-repository.ts';
import {
  insertClient,
  narrowConnections,
  selectClient,
  selectClientOfPartner,
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
  selectConsents,
  selectUnconfirmed,
  updateConsents,
} from '#partner/oauth/shared-repository.ts';
import { connections } from '#platform/storage/athlete-schema.ts';
import { newAthleteId } from '#platform/storage/ids.ts';
import { consents } from '#platform/storage/registry-schema.ts';
import { TEST_HOME } from '../support/shards.ts';
import { resultWith, statementsIn } from './situations.ts';
import {
  athlete,
  CLIENT,
  CONSENT,
  client,
  connection,
  consent,
  LIVE,
  NOW,
  OTHER_PARTNER,
  otherPartner,
  partner,
  TARGET,
  TERMINATED,
  target,
} from './stored-rows.ts';

/**
 * The conditions of statements about OAuth clients and consents. A lost one would let a consent count for somebody else, or after its end.
 */

const registry = drizzle(env.REGISTRY);
const home = drizzle(TEST_HOME);

describe('clients and consents', () => {
  const given = [
    { id: 'con_b', activation: 1 },
    { id: 'con_a', activation: 2 },
  ];
  const exchanged = { ...CONSENT, athleteId: newAthleteId('test', 'c000', NOW), nowMs: NOW };
  const READ: ConsentRow = { ...CONSENT, scopes: [] };
  const LEFT = [
    { connectionId: 'con_b' },
    { addressHash: 'b' },
    { unconfirmedAt: NOW + 1 },
    { unconfirmedAt: null },
  ];
  const mayCreate = () =>
    promoteMember(registry, 'prt_a', TARGET.email, whereClientIsAllowed('prt_a', 'test'));
  const fifty = (changes: object = {}) => [
    target(),
    ...Array.from({ length: 50 }, (_, at) => client({ clientId: `cli_${at}`, ...changes })),
  ];
  const DELETED = { status: 'deleted' };
  const OTHERS = [{ clientId: 'cli_b' }, OTHER_PARTNER, LIVE, DELETED];

  const { firstOnly, firstOf, eachOf, touches, onlyIf } = statementsIn(registry, [partner(), otherPartner]);
  firstOf('updateOwnClient', client, [{}, ...OTHERS], () => updateOwnClient(registry, CLIENT, { name: 'B' }));
  firstOf('updateOwnClient that has a secret', client, [{}, { isPublic: true }], () =>
    updateOwnClient(registry, CLIENT, { name: 'B' }, WHERE_CONFIDENTIAL),
  );
  firstOf('selectOwnClients', client, [{}, ...OTHERS], () =>
    selectOwnClients(registry, 'prt_a', 'test', { afterId: 'cli_b', limit: 9 }),
  );
  firstOf('selectClient', client, [{}, { clientId: 'cli_b' }, { status: 'deleted' }], () =>
    selectClient(registry, 'cli_a'),
  );
  firstOnly('whereClientIsAllowed', mayCreate, {
    'below fifty': [target(), client()],
    'after fifty': fifty(),
    'of a terminated partner': [partner(TERMINATED), target()],
  });
  eachOf(
    'whereClientIsAllowed beside fifty that do not count',
    fifty,
    [OTHER_PARTNER, LIVE, DELETED],
    mayCreate,
  );
  firstOf('selectClientOfPartner', client, [{}, { clientId: 'cli_b' }, OTHER_PARTNER, DELETED], () =>
    selectClientOfPartner(registry, CLIENT),
  );
  firstOf('narrowConsents', consent, [{}, { clientId: 'cli_b' }], () =>
    narrowConsents(registry, 'cli_a', []),
  );
  firstOf('updateConsents', consent, [{}, { activation: 3 }, { connectionId: 'con_b' }], () =>
    updateConsents(registry, { ...exchanged, scopes: [] }),
  );
  firstOnly('selectConsents', () => selectConsents(registry, ['a']), {
    'to an active client': [client(), consent()],
    'of another address': [client(), consent({ addressHash: 'b' })],
    'to another client': [client({ clientId: 'cli_b' }), consent()],
    'to a deleted client': [client(DELETED), consent()],
    'of a terminated partner, beside an active one': [partner(TERMINATED), client(), consent()],
  });
  firstOf('deleteConsentsOf', consent, [{}, { connectionId: 'con_b' }], () =>
    deleteConsentsOf(registry, ['con_a']),
  );
  firstOf('deleteAsRead', consent, [{}, ...LEFT], () => deleteAsRead(registry, [READ]));
  firstOf('confirmAsRead', consent, [{}, ...LEFT], () => confirmAsRead(registry, [READ]));
  firstOf('deleteConsents', consent, [{}, { activation: 3 }, { connectionId: 'con_c' }], () =>
    deleteConsents(registry, given),
  );
  firstOf(
    'selectUnconfirmed',
    consent,
    [{}, { unconfirmedAt: NOW + 1 }, { unconfirmedAt: null }, { shard: 'c001' }, LIVE],
    () => selectUnconfirmed(registry, { environment: 'test', shard: 'c000' }, NOW, 9),
  );

  firstOf('selectPartnerOfClient', client, [{}, [partner(TERMINATED), client()], { clientId: 'cli_b' }], () =>
    selectPartnerOfClient(registry, 'cli_a'),
  );
  const suspended = partner({ status: 'suspended' });
  touches('selectPartnerOfClient of a suspended partner', [suspended, client()], () =>
    selectPartnerOfClient(registry, 'cli_a'),
  );
  touches('selectConsents of a suspended partner', [suspended, client(), consent()], () =>
    selectConsents(registry, ['a']),
  );

  onlyIf('insertClient', client(), (condition) =>
    insertClient(
      registry,
      {
        ...{ ...CLIENT, redirectUris: [], allowedScopes: [] },
        ...{ clientId: 'cli_new', secretRotatedAt: null, isPublic: false },
      },
      condition,
    ),
  );
  onlyIf('updateOwnClient', client(), (condition) =>
    updateOwnClient(registry, CLIENT, { name: 'B' }, condition),
  );
  onlyIf('selectConsents', [client(), consent()], (condition) => selectConsents(registry, ['a'], condition));

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
    expect(await resultWith(home, connected, [athlete(), connection({ scopes })])).toMatchObject([
      { scopes: left },
    ]);
  });
});
