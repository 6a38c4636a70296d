import { env } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { describe, expect, test } from 'vitest';
import { outdateOtherWrites, selectExternalIds, selectHolder } from '../../src/athletes/repository.ts';
import {
  endEarlierInvitations,
  endInvitation,
  endMembership,
  insertInvitation,
  replaceRemovedContact,
  updateRole,
} from '../../src/console/member-repository.ts';
import {
  noteItem,
  replaceRequest,
  selectInvitations,
  selectMemberships,
  selectOpenInvitations,
  updateTerminationRequest,
} from '../../src/console/repository.ts';
import { replaceSession, selectSession, touchSession } from '../../src/console/session-repository.ts';
import {
  approveRequest,
  endSessionsOfRemoved,
  insertMember,
  promoteMember,
  removeMemberWhere,
  selectAdmins,
} from '../../src/console/shared-repository.ts';
import { deleteExpired, freeReserved } from '../../src/http/shared-repository.ts';
import { endRotatedKey, selectUsableKeys } from '../../src/keys/repository.ts';
import {
  activateConnection,
  linkFirstGrant,
  narrowConnections,
  revokeConnections,
  selectClientOfPartner,
  selectPartnerOfClient,
  updateOwnClient,
} from '../../src/oauth/repository.ts';
import {
  deleteConsents,
  narrowConsents,
  selectUnconfirmed,
  updateConsents,
} from '../../src/oauth/shared-repository.ts';
import {
  markLiveAccess,
  patchBudgets,
  selectPartnersToNotify,
  terminatePartner,
  updatePlaces,
} from '../../src/partners/repository.ts';
import { reduceToRecord } from '../../src/partners/shared-repository.ts';
import {
  blankAthlete,
  blankAthletes,
  deleteCreationAnswers,
  deleteErased,
  markMissing,
  markReleased,
  selectErasing,
  selectLedger,
  selectLiveIdsAfter,
  selectMissing,
  selectUnapplied,
  selectUnreleased,
} from '../../src/privacy/repository.ts';
import {
  markRunning,
  moveOn,
  selectAbandoned,
  selectUnfinished,
} from '../../src/recalculations/repository.ts';
import { selectDueEverywhere, updateProductsSeen } from '../../src/retention/partner-rows-repository.ts';
import { activities, appliedErasures, athletes, connections } from '../../src/storage/athlete-schema.ts';
import {
  consoleAudit,
  consoleSessions,
  invitations,
  liveAccessRequests,
  members,
} from '../../src/storage/console-schema.ts';
import { idempotencyKeys } from '../../src/storage/idempotency-schema.ts';
import {
  apiKeys,
  consents,
  erasureLedger,
  oauthClients,
  partners,
  type RecalculationRow,
  recalculations,
  webhooks,
} from '../../src/storage/registry-schema.ts';
import { TEST_HOME } from '../support/shards.ts';
import { type Rows, touchedBy } from '../support/situations.ts';

/**
 * The conditions of statements that decide between two requests at once, or between partners: each is tried in one situation
 * in which it finds its row, and in others that differ from that one in one thing.
 */

const registry = drizzle(env.REGISTRY);
const home = drizzle(TEST_HOME);
const NOW = 1_800_000_000_000;
const TRUE = sql`1`;

const PARTNER = {
  id: 'prt_a',
  name: 'A',
  useCase: '',
  contactEmail: 'first@platform.example',
  defaultTier: 'full',
  status: 'active',
  createdAt: 1,
  purgeAfter: null,
  accessEndedAt: null,
  homeRegion: 'weur',
  regions: ['weur'],
  testShards: ['c000'],
  liveShards: ['c000'],
} as const;
const TERMINATED = { status: 'terminated', purgeAfter: NOW } as const;
const partner = (changes: object = {}) => [partners, { ...PARTNER, ...changes }] as const;
const KEY = {
  id: 'key_a',
  partnerId: 'prt_a',
  environment: 'test',
  name: '',
  hash: 'a',
  prefix: '',
  last4: '',
  status: 'active',
  createdAt: 1,
  region: 'weur',
} as const;
const key = (changes: object = {}) => [apiKeys, { ...KEY, ...changes }] as const;
const ADMIN = {
  id: 'mbr_admin',
  partnerId: 'prt_a',
  email: 'first@platform.example',
  role: 'admin',
  createdAt: 1,
  removedAt: null,
} as const;
const TARGET = { ...ADMIN, id: 'mbr_target', email: 'target@platform.example' } as const;
const member = (row: object, changes: object = {}) => [members, { ...row, ...changes }] as const;
const INVITATION = {
  id: 'inv_a',
  partnerId: 'prt_a',
  email: 'new@platform.example',
  role: 'viewer',
  createdAt: NOW,
  expiresAt: NOW + 1,
  endedAt: null,
} as const;
const invitation = (changes: object = {}) => [invitations, { ...INVITATION, ...changes }] as const;
const SESSION = {
  id: 'session',
  sealedEmail: '',
  memberId: 'mbr_target',
  createdAt: NOW,
  seenAt: NOW,
  codeEnteredAt: NOW,
} as const;
const session = (changes: object = {}) => [consoleSessions, { ...SESSION, ...changes }] as const;
const LIVE_REQUEST = {
  id: 'lar_a',
  partnerId: 'prt_a',
  status: 'pending',
  tier: 'full',
  dataProtectionContact: '',
  expectedAthletes: 1,
  checklist: [],
  acceptedBy: '',
  termsUrl: '',
  dpaUrl: '',
  createdAt: 1,
  decidedAt: null,
  decidedTier: null,
} as const;
const liveRequest = (changes: object = {}) => [liveAccessRequests, { ...LIVE_REQUEST, ...changes }] as const;
const CLIENT = {
  clientId: 'cli_a',
  partnerId: 'prt_a',
  environment: 'test',
  name: '',
  redirectUris: [],
  allowedScopes: [],
  secretHash: '',
  status: 'active',
  createdAt: 1,
  updatedAt: 1,
} as const;
const client = (changes: object = {}) => [oauthClients, { ...CLIENT, ...changes }] as const;
const CONSENT = {
  connectionId: 'con_a',
  addressHash: 'a',
  environment: 'test',
  shard: 'c000',
  clientId: 'cli_a',
  scopes: ['profile:read'],
  activation: 2,
  connectedAt: 1,
  unconfirmedAt: NOW,
} as const;
const consent = (changes: object = {}) => [consents, { ...CONSENT, ...changes }] as const;
const ATHLETE = {
  id: 'ath_tc000a',
  partnerId: 'prt_a',
  status: 'live',
  revision: 1,
  tier: 'full',
  externalId: 'rider',
  createdAt: 1,
  updatedAt: 1,
} as const;
const athlete = (changes: object = {}) => [athletes, { ...ATHLETE, ...changes }] as const;
const CONNECTION = {
  id: 'con_a',
  athleteId: ATHLETE.id,
  partnerId: 'prt_a',
  clientId: 'cli_a',
  scopes: ['profile:read'],
  status: 'active',
  grantId: null,
  createdAt: 1,
  connectedAt: 1,
} as const;
const connection = (changes: object = {}) =>
  [athlete(), [connections, { ...CONNECTION, ...changes }] as const] as const;
const LEDGER = { idHash: 'a', environment: 'test', shard: 'c000', erasedAt: NOW, searchedTo: null } as const;
const ledger = (changes: object = {}) => [erasureLedger, { ...LEDGER, ...changes }] as const;
const RECALCULATION: RecalculationRow = {
  id: 'rcl_a',
  partnerId: 'prt_a',
  environment: 'test',
  status: 'running',
  onlyStale: false,
  fromAt: 0,
  beforeAt: 1,
  athleteIds: null,
  shards: [],
  afterAthlete: '',
  afterActivity: '',
  afterAt: 0,
  moves: 1,
  calculated: 0,
  unchanged: 0,
  failed: 0,
  instance: 1,
  lostInstances: 0,
  activeAt: NOW,
  createdAt: 1,
  startedAt: 1,
  finishedAt: null,
};
const recalculation = (changes: object = {}) => [recalculations, { ...RECALCULATION, ...changes }] as const;

type Statement = Parameters<typeof touchedBy>[1];
type Case = readonly [name: string, build: () => Statement, situations: Readonly<Record<string, Rows>>];

/** Holds a statement to its first situation, and to none of the others. */
async function expectFirstOnly(db: typeof registry, [, build, situations]: Case): Promise<void> {
  expect(await touchedBy(db, build(), situations)).toEqual(Object.keys(situations).slice(0, 1));
}

const OTHER_PARTNER = { partnerId: 'prt_b' };
const LIVE = { environment: 'live' };

describe('partners', () => {
  const asRead: Parameters<typeof updatePlaces>[1] = {
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
      'updatePlaces',
      () => updatePlaces(registry, asRead, { regions: ['weur'], testShards: [], liveShards: [] }),
      {
        'as it was read': [partner()],
        'with another region since': [partner({ regions: ['weur', 'enam'] })],
        'with another shard of the sandbox': [partner({ testShards: ['c001'] })],
        'with another shard of production': [partner({ liveShards: ['c001'] })],
        terminated: [partner(TERMINATED)],
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
        'with a webhook': [
          partner(TERMINATED),
          [
            webhooks,
            {
              id: 'whk_a',
              partnerId: 'prt_a',
              environment: 'test',
              url: '',
              events: [],
              status: 'active',
              secret: '',
              version: 1,
              spread: 1,
              activation: 1,
              createdAt: 1,
            },
          ],
        ],
        'with a recalculation': [partner(TERMINATED), recalculation()],
        'with a member': [partner(TERMINATED), member(ADMIN)],
        'with a line of the audit': [
          partner(TERMINATED),
          [consoleAudit, { id: 'aud_a', partnerId: 'prt_a', at: 1, action: '', outcome: 'done' }],
        ],
      },
    ],
  ])('%s', async (...given) => expectFirstOnly(registry, given));
});

describe('the console: members, invitations, sessions', () => {
  const INVITED = [partner(), member(ADMIN)];
  test.each<Case>([
    [
      'endMembership of another by an admin',
      () => endMembership(registry, ADMIN, TARGET, NOW),
      {
        'of a member': [member(ADMIN), member(TARGET)],
        'of a removed one': [member(ADMIN), member(TARGET, { removedAt: 1 })],
        'of another partner': [member(ADMIN), member(TARGET, OTHER_PARTNER)],
        'by a viewer': [member(ADMIN, { role: 'viewer' }), member(TARGET, { role: 'viewer' })],
        'by a removed admin': [member(ADMIN, { removedAt: 1 }), member(TARGET, { role: 'viewer' })],
      },
    ],
    [
      'endMembership by oneself',
      () => endMembership(registry, ADMIN, ADMIN, NOW),
      {
        'of an admin beside another': [member(ADMIN), member(TARGET)],
        'of the last admin': [member(ADMIN), member(TARGET, { role: 'viewer' })],
        'of an admin beside a removed one': [member(ADMIN), member(TARGET, { removedAt: 1 })],
        'of an admin beside one of another partner': [member(ADMIN), member(TARGET, OTHER_PARTNER)],
      },
    ],
    [
      'updateRole',
      () => updateRole(registry, ADMIN, TARGET, 'viewer'),
      {
        'of a member': [member(ADMIN), member(TARGET)],
        'of a removed one': [member(ADMIN), member(TARGET, { removedAt: 1 })],
        'of another partner': [member(ADMIN), member(TARGET, OTHER_PARTNER)],
        'by a viewer': [
          member(ADMIN, { role: 'viewer' }),
          member(TARGET),
          member(ADMIN, { id: 'mbr_third', email: 'third@platform.example' }),
        ],
      },
    ],
    [
      'promoteMember',
      () => promoteMember(registry, 'prt_a', TARGET.email, TRUE),
      {
        'with this address': [member(TARGET)],
        'with another address': [member(TARGET, { email: 'b@platform.example' })],
        'of another partner': [member(TARGET, OTHER_PARTNER)],
        removed: [member(TARGET, { removedAt: 1 })],
      },
    ],
    [
      'removeMemberWhere',
      () => removeMemberWhere(registry, TARGET.id, TRUE, NOW),
      {
        'this member': [member(TARGET)],
        'another one': [member(ADMIN)],
        'removed before': [member(TARGET, { removedAt: 1 })],
      },
    ],
    [
      'replaceRemovedContact',
      () => replaceRemovedContact(registry, ADMIN),
      {
        'by another admin': [partner(), member(ADMIN, { removedAt: 1 }), member(TARGET)],
        'who is still there': [partner(), member(ADMIN), member(TARGET)],
        'who is not the contact': [
          partner({ contactEmail: 'else@platform.example' }),
          member(ADMIN, { removedAt: 1 }),
          member(TARGET),
        ],
        'without another admin': [
          partner(),
          member(ADMIN, { removedAt: 1 }),
          member(TARGET, { role: 'viewer' }),
        ],
        'with an admin who was removed too': [
          partner(),
          member(ADMIN, { removedAt: 1 }),
          member(TARGET, { removedAt: 1 }),
        ],
        'with an admin of another partner': [
          partner(),
          member(ADMIN, { removedAt: 1 }),
          member(TARGET, OTHER_PARTNER),
        ],
      },
    ],
    [
      'selectAdmins',
      () => selectAdmins(registry, 'prt_a'),
      {
        'an admin': [member(ADMIN)],
        'a viewer': [member(ADMIN, { role: 'viewer' })],
        'a removed one': [member(ADMIN, { removedAt: 1 })],
        'one of another partner': [member(ADMIN, OTHER_PARTNER)],
      },
    ],
    [
      'insertInvitation',
      () => insertInvitation(registry, ADMIN, INVITATION),
      {
        'by an admin': INVITED,
        'by a viewer': [partner(), member(ADMIN, { role: 'viewer' })],
        'by a removed admin': [partner(), member(ADMIN, { removedAt: 1 })],
        'of a terminated partner': [partner(TERMINATED), member(ADMIN)],
        'of a member': [...INVITED, member(TARGET, { email: INVITATION.email })],
        'after twenty of this day': [
          ...INVITED,
          ...Array.from({ length: 20 }, (_, at) => invitation({ id: `inv_${at}b`, endedAt: 1 })),
        ],
        'where fifty are': [
          partner(),
          ...Array.from({ length: 50 }, (_, at) =>
            member(ADMIN, { id: at === 0 ? ADMIN.id : `mbr_${at}`, email: `${at}@platform.example` }),
          ),
        ],
      },
    ],
    [
      'endEarlierInvitations',
      () => endEarlierInvitations(registry, INVITATION),
      {
        'of the address': [invitation(), invitation({ id: 'inv_0' })],
        'but not this one': [invitation()],
        'unless this one was not made': [invitation({ id: 'inv_0' })],
        'ended before': [invitation(), invitation({ id: 'inv_0', endedAt: 1 })],
        'of another address': [invitation(), invitation({ id: 'inv_0', email: 'b@platform.example' })],
        'of another partner': [invitation(), invitation({ id: 'inv_0', ...OTHER_PARTNER })],
      },
    ],
    [
      'endInvitation',
      () => endInvitation(registry, INVITATION, NOW),
      {
        open: [invitation()],
        another: [invitation({ id: 'inv_b' })],
        'of another partner': [invitation(OTHER_PARTNER)],
        'ended before': [invitation({ endedAt: 1 })],
      },
    ],
    [
      'selectOpenInvitations',
      () => selectOpenInvitations(registry, INVITATION.email, NOW),
      {
        open: [invitation()],
        'of another address': [invitation({ email: 'b@platform.example' })],
        ended: [invitation({ endedAt: 1 })],
        expired: [invitation({ expiresAt: NOW })],
      },
    ],
    [
      'selectInvitations',
      () => selectInvitations(registry, 'prt_a', NOW),
      {
        open: [invitation()],
        'of another partner': [invitation(OTHER_PARTNER)],
        ended: [invitation({ endedAt: 1 })],
        expired: [invitation({ expiresAt: NOW })],
      },
    ],
    [
      'selectMemberships',
      () => selectMemberships(registry, TARGET.email),
      {
        member: [member(TARGET)],
        removed: [member(TARGET, { removedAt: 1 })],
        'another address': [member(ADMIN)],
      },
    ],
    [
      'insertMember',
      () => insertMember(registry, { ...TARGET, id: 'mbr_new' }, TRUE),
      {
        'beside others, removed ones and those of other partners': [
          member(ADMIN),
          member(TARGET, { removedAt: 1 }),
          member(TARGET, { id: 'mbr_b', ...OTHER_PARTNER }),
        ],
        'who is there': [member(TARGET)],
      },
    ],
    [
      'replaceSession',
      () => replaceSession(registry, { id: SESSION.id, email: TARGET.email }, { ...SESSION, id: 'next' })[0],
      {
        'by one of a member': [session(), member(TARGET)],
        'of another address': [session(), member(TARGET, { email: 'b@platform.example' })],
        'of a removed member': [session(), member(TARGET, { removedAt: 1 })],
        'that has ended': [member(TARGET)],
      },
    ],
    [
      'touchSession',
      () => touchSession(registry, SESSION.id, NOW + 1),
      {
        'used before': [session()],
        'used later': [session({ seenAt: NOW + 2 })],
        another: [session({ id: 'b' })],
      },
    ],
    [
      'selectSession',
      () => selectSession(registry, SESSION.id, NOW)[0],
      {
        current: [session()],
        another: [session({ id: 'b' })],
        'begun too long ago': [session({ createdAt: 1 })],
        'idle too long': [session({ seenAt: 1 })],
      },
    ],
    [
      'endSessionsOfRemoved',
      () => endSessionsOfRemoved(registry, TARGET.id),
      {
        'of a removed member': [session(), member(TARGET, { removedAt: 1 })],
        'of a member': [session(), member(TARGET)],
        'of another member': [session({ memberId: ADMIN.id }), member(TARGET, { removedAt: 1 })],
      },
    ],
  ])('%s', async (...given) => expectFirstOnly(registry, given));
});

describe('the console: going live and leaving', () => {
  test.each<Case>([
    [
      'approveRequest',
      () => approveRequest(registry, LIVE_REQUEST, 'full', NOW),
      {
        pending: [partner(), liveRequest()],
        'decided before': [partner(), liveRequest({ status: 'approved' })],
        another: [partner(), liveRequest({ id: 'lar_b' })],
        'of a terminated partner': [partner(TERMINATED), liveRequest()],
      },
    ],
    [
      'replaceRequest',
      () => replaceRequest(registry, { ...LIVE_REQUEST, id: 'lar_new', checklist: [] }, TRUE)[0],
      {
        pending: [liveRequest()],
        approved: [liveRequest({ status: 'approved' })],
        'of another partner': [liveRequest(OTHER_PARTNER)],
      },
    ],
    [
      'noteItem',
      () => noteItem(registry, 'prt_a', 'webhook'),
      {
        'not yet noted': [partner({ checklistDone: ['key'] })],
        'noted before': [partner({ checklistDone: ['webhook'] })],
        'of another partner': [partner({ id: 'prt_b' })],
      },
    ],
    [
      'updateTerminationRequest that asks',
      () => updateTerminationRequest(registry, 'prt_a', NOW, TRUE),
      {
        'for the first time': [partner()],
        again: [partner({ terminationRequestedAt: 1 })],
        'of another partner': [partner({ id: 'prt_b' })],
      },
    ],
    [
      'updateTerminationRequest that withdraws',
      () => updateTerminationRequest(registry, 'prt_a', null, TRUE),
      { 'what was asked': [partner({ terminationRequestedAt: 1 })], nothing: [partner()] },
    ],
  ])('%s', async (...given) => expectFirstOnly(registry, given));
});

describe('keys, clients and consents', () => {
  const both = [partner(), partner({ id: 'prt_b' })];
  const successor = key({ id: 'key_b', hash: 'b' });
  const given = [{ id: 'con_a', activation: 2 }];
  const exchanged = { ...CONSENT, athleteId: ATHLETE.id, nowMs: NOW };
  test.each<Case>([
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
    [
      'updateOwnClient',
      () => updateOwnClient(registry, CLIENT, { name: 'B' }),
      {
        own: [...both, client()],
        another: [...both, client({ clientId: 'cli_b' })],
        'of another partner': [...both, client(OTHER_PARTNER)],
        'of the other environment': [...both, client(LIVE)],
        deleted: [...both, client({ status: 'deleted' })],
      },
    ],
    [
      'selectClientOfPartner',
      () => selectClientOfPartner(registry, CLIENT),
      {
        own: [...both, client()],
        another: [...both, client({ clientId: 'cli_b' })],
        'of another partner': [...both, client(OTHER_PARTNER)],
        deleted: [...both, client({ status: 'deleted' })],
      },
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
      'deleteConsents',
      () => deleteConsents(registry, given),
      {
        'of an ended activation': [consent()],
        'of a later one': [consent({ activation: 3 })],
        'of another connection': [consent({ connectionId: 'con_b' })],
      },
    ],
    [
      'selectUnconfirmed',
      () => selectUnconfirmed(registry, { environment: 'test', shard: 'c000' }, NOW, 9),
      {
        unconfirmed: [consent()],
        'written later': [consent({ unconfirmedAt: NOW + 1 })],
        confirmed: [consent({ unconfirmedAt: null })],
      },
    ],
  ])('%s', async (...given) => expectFirstOnly(registry, given));
});

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
      'markRunning',
      () => markRunning(registry, RECALCULATION, NOW),
      {
        'of this instance': [recalculation()],
        'of the next one': [recalculation({ instance: 2 })],
        finished: [recalculation(FINISHED)],
        another: [recalculation({ id: 'rcl_b' })],
      },
    ],
    [
      'moveOn',
      () => moveOn(registry, RECALCULATION, RECALCULATION, NOW),
      {
        'from the place that was read': [recalculation()],
        'from another': [recalculation({ moves: 2 })],
        'of the next instance': [recalculation({ instance: 2 })],
        finished: [recalculation(FINISHED)],
      },
    ],
    [
      'selectAbandoned',
      () => selectAbandoned(registry, NOW + 1, 9),
      {
        abandoned: [recalculation()],
        'worked on since': [recalculation({ activeAt: NOW + 1 })],
        finished: [recalculation(FINISHED)],
      },
    ],
  ])('%s', async (...given) => expectFirstOnly(registry, given));
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
