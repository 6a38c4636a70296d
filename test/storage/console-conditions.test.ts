import { env } from 'cloudflare:workers';
import { drizzle } from 'drizzle-orm/d1';
import { describe, expect, test } from 'vitest';
import { type Act, CONSOLE } from '#partner/console/console-rules.ts';
import {
  confirmSessionAt,
  deleteSessionsOf,
  endEarlierInvitations,
  endInvitation,
  endMembership,
  insertInvitation,
  isOpenInvitation,
  memberExists,
  replaceRemovedContact,
  replaceSession,
  selectInvitation,
  selectSession,
  touchSession,
  updateRole,
  useInvitation,
  useInvitationSecret,
} from '#partner/console/member-repository.ts';
import { selectCameFrom } from '#partner/console/origin.ts';
import {
  deleteOld,
  insertAuditWhere,
  insertBegunAct,
  mayChange,
  noteItem,
  replaceRequest,
  selectAudit,
  selectInvitations,
  selectKnownMembers,
  selectMemberships,
  selectOpenInvitations,
  selectPartnersOf,
  selectSandboxUse,
  updateOutcome,
  updateTerminationRequest,
} from '#partner/console/repository.ts';
import {
  approveRequest,
  deleteConsoleOf,
  endInvitationsOf,
  endSessionsOfRemoved,
  insertAct,
  insertMember,
  isApprovedAt,
  leaveAlone,
  promoteMember,
  removeMemberWhere,
  selectAdmins,
  selectMembers,
  selectPendingRequests,
} from '#partner/console/shared-repository.ts';
import { openProduction } from '#partner/partners/repository.ts';
import { DAY_MS } from '#platform/clock.ts';
import { consoleAudit } from '#platform/storage/console-schema.ts';
import { newId } from '#platform/storage/ids.ts';
import { usage } from '#platform/storage/registry-schema.ts';
import {
  type Case,
  type Conditional,
  expectFirstOnly,
  expectOnlyIf,
  type Rows,
  resultWith,
  statementAt,
} from './situations.ts';
import {
  ADMIN,
  client,
  INVITATION,
  invitation,
  KEY,
  key,
  LIVE,
  LIVE_REQUEST,
  liveRequest,
  member,
  NOW,
  OTHER_PARTNER,
  partner,
  SESSION,
  session,
  TARGET,
  TERMINATED,
  TRUE,
  webhook,
} from './stored-rows.ts';

/**
 * The conditions of statements that decide between two requests at once, or between partners: each is tried in one situation
 * in which it finds its row, and in others that differ from that one in one thing.
 */

const registry = drizzle(env.REGISTRY);

describe('the console: members, invitations, sessions', () => {
  const INVITED = [partner(), member(ADMIN)];
  const PARTNERS = [partner(), partner({ id: OTHER_PARTNER.partnerId })];
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
    [
      'endInvitationsOf',
      () => endInvitationsOf(registry, TARGET, NOW),
      {
        'of a removed admin': [invitation(), member(TARGET, { removedAt: 1 })],
        'of an admin': [invitation(), member(TARGET)],
        'sent by another': [invitation({ invitedBy: ADMIN.id }), member(TARGET, { removedAt: 1 })],
        'of another partner': [invitation(OTHER_PARTNER), member(TARGET, { removedAt: 1 })],
        'ended before': [invitation({ endedAt: 1 }), member(TARGET, { removedAt: 1 })],
      },
    ],
    [
      'endInvitationsOf one who was demoted',
      () => endInvitationsOf(registry, TARGET, NOW),
      {
        'to viewer': [invitation(), member(TARGET, { role: 'viewer' })],
        'beside another viewer': [invitation(), member(TARGET), member(ADMIN, { role: 'viewer' })],
      },
    ],
    [
      'useInvitationSecret',
      () =>
        useInvitationSecret(
          registry,
          { email: INVITATION.email, secretHash: INVITATION.secretHash },
          TRUE,
          NOW,
        ),
      {
        'of an open invitation': [invitation()],
        'used before': [invitation({ secretUsedAt: 1 })],
        'of another address': [invitation({ email: 'b@platform.example' })],
        'of another invitation': [invitation({ secretHash: 'another' })],
        ended: [invitation({ endedAt: 1 })],
        expired: [invitation({ expiresAt: NOW })],
      },
    ],
    [
      'selectCameFrom: members',
      () => selectCameFrom(registry, 'prt_a', TARGET.id, NOW)[0],
      {
        'whom the member invited': [member(ADMIN, { invitedBy: TARGET.id })],
        'whom another invited': [member(ADMIN, { invitedBy: 'mbr_b' })],
        removed: [member(ADMIN, { invitedBy: TARGET.id, removedAt: 1 })],
        'the member': [member(TARGET, { invitedBy: TARGET.id })],
        'of another partner': [member(ADMIN, { invitedBy: TARGET.id, ...OTHER_PARTNER })],
      },
    ],
    [
      'selectCameFrom: keys',
      () => selectCameFrom(registry, 'prt_a', TARGET.id, NOW)[1],
      {
        'that the member created': [...PARTNERS, key({ createdBy: TARGET.id })],
        'that another created': [...PARTNERS, key({ createdBy: 'mbr_b' })],
        revoked: [...PARTNERS, key({ createdBy: TARGET.id, status: 'revoked' })],
        'rotated and expired': [
          ...PARTNERS,
          key({ createdBy: TARGET.id, status: 'rotated', expiresAt: NOW }),
        ],
        'of another partner': [...PARTNERS, key({ createdBy: TARGET.id, ...OTHER_PARTNER })],
      },
    ],
    [
      'selectCameFrom: keys of the second generation',
      () => selectCameFrom(registry, 'prt_a', TARGET.id, NOW)[1],
      {
        'by a member of theirs': [
          ...PARTNERS,
          member(ADMIN, { invitedBy: TARGET.id }),
          key({ createdBy: ADMIN.id }),
        ],
        'by a member of another partner': [
          ...PARTNERS,
          member(ADMIN, { invitedBy: TARGET.id, ...OTHER_PARTNER }),
          key({ createdBy: ADMIN.id }),
        ],
        'by a member of another inviter': [
          ...PARTNERS,
          member(ADMIN, { invitedBy: 'mbr_b' }),
          key({ createdBy: ADMIN.id }),
        ],
      },
    ],
    [
      'selectCameFrom: webhooks',
      () => selectCameFrom(registry, 'prt_a', TARGET.id, NOW)[2],
      {
        'by a key of theirs': [
          ...PARTNERS,
          key({ createdBy: TARGET.id, status: 'revoked' }),
          webhook({ createdBy: KEY.id }),
        ],
        'by a key of another': [...PARTNERS, key({ createdBy: 'mbr_b' }), webhook({ createdBy: KEY.id })],
        'by a key of another partner': [
          ...PARTNERS,
          key({ createdBy: TARGET.id, ...OTHER_PARTNER }),
          webhook({ createdBy: KEY.id }),
        ],
        'of another partner': [...PARTNERS, webhook({ createdBy: TARGET.id, ...OTHER_PARTNER })],
      },
    ],
    [
      'selectCameFrom: clients',
      () => selectCameFrom(registry, 'prt_a', TARGET.id, NOW)[3],
      {
        'older than the record': [...PARTNERS, client({ createdBy: null })],
        'that another created': [...PARTNERS, client({ createdBy: 'mbr_b' })],
        deleted: [...PARTNERS, client({ createdBy: null, status: 'deleted' })],
        'of another partner': [...PARTNERS, client({ createdBy: null, ...OTHER_PARTNER })],
      },
    ],
    [
      'deleteSessionsOf',
      () => deleteSessionsOf(registry, SESSION.addressHash),
      { 'of the address': [session()], 'of another': [session({ addressHash: 'another' })] },
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

describe('the console: what a partner reads and keeps', () => {
  const AUDIT = { id: 'aud_m', partnerId: 'prt_a', at: 1, action: '', outcome: 'done' } as const;
  const audit = (changes: object = {}) => [consoleAudit, { ...AUDIT, ...changes }] as const;
  const NEW_AUDIT = { ...AUDIT, id: 'aud_new', memberId: null, environment: null, subjectId: null };
  const begin = (act: Pick<Act, 'role' | 'afterTermination'>) =>
    insertBegunAct(registry, NEW_AUDIT, ADMIN, act);
  const OLD = NOW - 401 * DAY_MS;
  const used = (changes: object = {}) =>
    [
      usage,
      {
        ...{ partnerId: 'prt_a', environment: 'test', hour: NOW, requests: 1 },
        ...{ operationId: 'createAthlete', statusClass: '2xx' },
        ...changes,
      },
    ] as const;
  const approved = (changes: object = {}): Rows => [
    partner(),
    liveRequest({ status: 'approved', decidedAt: NOW, ...changes }),
  ];
  const invited = (changes: object = {}): Rows => [partner(), invitation(changes), member(ADMIN)];
  const full = (others: Rows): Rows => [
    partner(),
    ...others,
    ...Array.from({ length: 48 }, (_, at) =>
      member(ADMIN, { id: `mbr_${at}`, email: `${at}@platform.example` }),
    ),
    member(ADMIN),
  ];
  const invitedBeside = (changes: object) => [
    partner(),
    member(ADMIN),
    ...Array.from({ length: 20 }, (_, at) =>
      invitation({ id: `inv_${at}b`, email: `${at}@platform.example`, endedAt: 1, ...changes }),
    ),
  ];
  test.each<Case>([
    [
      'selectPartnersOf a member',
      () => selectPartnersOf(registry, TARGET.email),
      {
        there: [partner(), member(TARGET)],
        removed: [partner(), member(TARGET, { removedAt: 1 })],
        'of another address': [partner(), member(ADMIN)],
        'of another partner only': [partner({ id: 'prt_b' }), member(TARGET)],
      },
    ],
    [
      'selectPartnersOf the invited',
      () => selectPartnersOf(registry, INVITATION.email),
      {
        open: [partner(), invitation()],
        ended: [partner(), invitation({ endedAt: 1 })],
        'to another address': [partner(), invitation({ email: 'b@platform.example' })],
      },
    ],
    [
      'selectKnownMembers',
      () => selectKnownMembers(registry, 'prt_a'),
      { own: [member(ADMIN)], 'of another partner': [member(ADMIN, OTHER_PARTNER)] },
    ],
    [
      'selectMembers',
      () => selectMembers(registry, 'prt_a'),
      {
        own: [member(ADMIN)],
        removed: [member(ADMIN, { removedAt: 1 })],
        'of another partner': [member(ADMIN, OTHER_PARTNER)],
      },
    ],
    [
      'selectAudit',
      () => selectAudit(registry, 'prt_a', { afterId: 'aud_n', limit: 9 }),
      {
        own: [audit()],
        'of an earlier page': [audit({ id: 'aud_o' })],
        'of another partner': [audit(OTHER_PARTNER)],
      },
    ],
    [
      'isApprovedAt',
      () => openProduction(registry, 'prt_a', 'full', isApprovedAt('lar_a', NOW), NOW),
      {
        'by this call': approved(),
        another: approved({ id: 'lar_b' }),
        'replaced meanwhile': approved({ status: 'replaced' }),
        'by an earlier call': approved({ decidedAt: NOW - 1 }),
      },
    ],
    [
      'isOpenInvitation',
      () => insertMember(registry, TARGET, isOpenInvitation(INVITATION, NOW)),
      {
        open: invited(),
        another: invited({ id: 'inv_b' }),
        'accepted, withdrawn or replaced': invited({ endedAt: 1 }),
        expired: invited({ expiresAt: NOW }),
        'of a terminated partner': [partner(TERMINATED), invitation(), member(ADMIN)],
      },
    ],
    [
      'memberExists',
      () => useInvitation(registry, 'inv_a', memberExists(TARGET.id), NOW),
      { 'by the new member': [invitation(), member(TARGET)], 'by nobody': [invitation(), member(ADMIN)] },
    ],
    [
      'mayChange',
      () => promoteMember(registry, 'prt_a', TARGET.email, mayChange(ADMIN, 'admin')),
      {
        'by an admin': [partner(), member(ADMIN), member(TARGET)],
        'by a viewer': [partner(), member(ADMIN, { role: 'viewer' }), member(TARGET)],
        'by a removed admin': [partner(), member(ADMIN, { removedAt: 1 }), member(TARGET)],
        'of a terminated partner': [partner(TERMINATED), member(ADMIN), member(TARGET)],
      },
    ],
    [
      'insertBegunAct',
      () => begin({}),
      {
        'by an admin': [partner(), member(ADMIN), audit()],
        'by a viewer': [partner(), member(ADMIN, { role: 'viewer' })],
        'by a removed admin': [partner(), member(ADMIN, { removedAt: 1 })],
        'of a terminated partner': [partner(TERMINATED), member(ADMIN)],
      },
    ],
    [
      'insertBegunAct that every member may do',
      () => begin({ role: 'viewer' }),
      {
        'by a viewer': [partner(), member(ADMIN, { role: 'viewer' }), audit()],
        'of a terminated partner': [partner(TERMINATED), member(ADMIN, { role: 'viewer' })],
      },
    ],
    [
      'insertBegunAct after a termination',
      () => begin({ afterTermination: true }),
      {
        'by an admin': [partner(TERMINATED), member(ADMIN), audit()],
        'by a viewer': [partner(TERMINATED), member(ADMIN, { role: 'viewer' })],
      },
    ],
    [
      'selectSandboxUse: operations',
      () => selectSandboxUse(registry, 'prt_a', NOW)[2],
      {
        succeeded: [used()],
        failed: [used({ statusClass: '4xx' })],
        'of long ago': [used({ hour: NOW - 1 })],
        'in production': [used(LIVE)],
        'of another partner': [used(OTHER_PARTNER)],
      },
    ],
    [
      'selectPendingRequests',
      () => selectPendingRequests(registry, { afterId: 'lar_b', limit: 9 }),
      {
        pending: [liveRequest()],
        decided: [liveRequest({ status: 'approved' })],
        'of an earlier page': [liveRequest({ id: 'lar_c' })],
      },
    ],
    [
      'updateOutcome',
      () => updateOutcome(registry, 'aud_m', { outcome: 'refused', subjectId: null }),
      { 'of this act': [audit()], 'of another': [audit({ id: 'aud_n' })] },
    ],
    [
      'selectInvitation',
      () => selectInvitation(registry, 'inv_a'),
      { this: [invitation()], another: [invitation({ id: 'inv_b' })] },
    ],
    [
      'useInvitation',
      () => useInvitation(registry, 'inv_a', TRUE, NOW),
      { this: [invitation()], another: [invitation({ id: 'inv_b' })] },
    ],
    [
      'updateRole to admin',
      () => updateRole(registry, ADMIN, TARGET, 'admin'),
      {
        'of a member': [member(ADMIN), member(TARGET, { role: 'viewer' })],
        'by a viewer': [member(ADMIN, { role: 'viewer' }), member(TARGET, { role: 'viewer' })],
      },
    ],
    [
      'updateRole to viewer',
      () => updateRole(registry, TARGET, TARGET, 'viewer'),
      { 'beside another admin': [member(ADMIN), member(TARGET)], 'of the last admin': [member(TARGET)] },
    ],
    [
      'replaceRemovedContact',
      () => replaceRemovedContact(registry, ADMIN),
      {
        'of its partner': [partner(), member(ADMIN, { removedAt: 1 }), member(TARGET)],
        'of another partner': [partner({ id: 'prt_b' }), member(ADMIN, { removedAt: 1 }), member(TARGET)],
        'by another who is removed': [
          partner(),
          member(ADMIN, { id: 'mbr_other', removedAt: 1 }),
          member(TARGET),
        ],
      },
    ],
    [
      'insertInvitation beside a member of another partner',
      () => insertInvitation(registry, ADMIN, INVITATION),
      {
        there: [
          partner(),
          member(ADMIN),
          invitation({ id: 'inv_b', endedAt: 1 }),
          member(TARGET, { email: INVITATION.email, ...OTHER_PARTNER }),
        ],
      },
    ],
    [
      'insertInvitation of a removed member',
      () => insertInvitation(registry, ADMIN, INVITATION),
      {
        there: [
          partner(),
          member(ADMIN),
          invitation({ id: 'inv_b', endedAt: 1 }),
          member(TARGET, { email: INVITATION.email, removedAt: 1 }),
        ],
      },
    ],
    [
      "insertInvitation beside another partner's of this day",
      () => insertInvitation(registry, ADMIN, INVITATION),
      { there: invitedBeside(OTHER_PARTNER), 'its own': invitedBeside({}) },
    ],
    [
      'insertInvitation beside those of an earlier day',
      () => insertInvitation(registry, ADMIN, INVITATION),
      { there: invitedBeside({ createdAt: NOW - DAY_MS }), 'of this day': invitedBeside({}) },
    ],
    ...Object.entries<Rows>({
      'a removed member': [member(TARGET, { removedAt: 1 })],
      "another partner's member": [member(TARGET, OTHER_PARTNER)],
      'an ended invitation': [invitation({ id: 'inv_b', endedAt: 1, email: 'b@platform.example' })],
      'an expired invitation': [invitation({ id: 'inv_b', expiresAt: NOW, email: 'b@platform.example' })],
      "another partner's invitation": [invitation({ id: 'inv_b', ...OTHER_PARTNER })],
    }).map(
      ([name, others]): Case => [
        `insertInvitation into the last place, beside ${name}`,
        () => insertInvitation(registry, ADMIN, INVITATION),
        {
          there: full(others),
          'with an open invitation': full([invitation({ id: 'inv_b', email: 'b@platform.example' })]),
          'with a member': full([member(TARGET)]),
        },
      ],
    ),
    [
      'confirmSessionAt',
      () => confirmSessionAt(registry, SESSION.id, NOW),
      { this: [session()], another: [session({ id: 'b' })] },
    ],
    [
      'selectSession, its member',
      () => selectSession(registry, SESSION.id, NOW)[1],
      {
        there: [session(), member(TARGET)],
        removed: [session(), member(TARGET, { removedAt: 1 })],
        'of another session': [session({ id: 'b' }), member(TARGET)],
      },
    ],
    [
      "selectSession, its member's partner",
      () => selectSession(registry, SESSION.id, NOW)[2],
      {
        there: [session(), member(TARGET), partner()],
        'of a removed member': [session(), member(TARGET, { removedAt: 1 }), partner()],
        another: [session(), member(TARGET), partner({ id: 'prt_b' })],
      },
    ],
    [
      'replaceSession, the former one',
      () => replaceSession(registry, { id: 'session', email: TARGET.email }, { ...SESSION, id: 'next' }),
      {
        replaced: [session(), member(TARGET)],
        'not replaced': [session(), member(TARGET, { removedAt: 1 })],
      },
    ],
    [
      'replaceSession by one of this member',
      () => replaceSession(registry, { id: 'session', email: TARGET.email }, { ...SESSION, id: 'next' })[0],
      {
        'with the address': [session(), member(TARGET)],
        'beside another with the address': [session(), member(TARGET, { id: 'mbr_other' })],
        'of another session': [session({ id: 'b' }), member(TARGET)],
      },
    ],
    [
      'replaceSession, only the former one',
      () => replaceSession(registry, { id: 'session', email: TARGET.email }, { ...SESSION, id: 'next' })[1],
      {
        'beside the new one': [session(), session({ id: 'next' })],
        'beside another': [session(), session({ id: 'b' })],
        'the new one alone': [session({ id: 'next' })],
      },
    ],
    [
      'endSessionsOfRemoved of this member',
      () => endSessionsOfRemoved(registry, TARGET.id),
      {
        removed: [session(), member(TARGET, { removedAt: 1 })],
        'beside another who is removed': [session(), member(TARGET), member(ADMIN, { removedAt: 1 })],
      },
    ],
    [
      'deleteOld: members',
      () => deleteOld(registry, NOW)[0],
      {
        'removed long ago': [member(TARGET, { removedAt: 1 })],
        'removed lately': [member(TARGET, { removedAt: NOW - CONSOLE.removedRetainedMs })],
        there: [member(TARGET)],
      },
    ],
    [
      'deleteOld: invitations',
      () => deleteOld(registry, NOW)[1],
      { 'of long ago': [invitation({ expiresAt: 1 })], 'of lately': [invitation()] },
    ],
    [
      'deleteOld: sessions',
      () => deleteOld(registry, NOW)[2],
      { 'of long ago': [session({ createdAt: 1 })], 'of lately': [session()] },
    ],
    [
      'deleteOld: audit',
      () => deleteOld(registry, NOW)[3],
      { 'of long ago': [audit({ id: newId('aud', OLD) })], 'of lately': [audit({ id: newId('aud', NOW) })] },
    ],
    ...(
      [
        [
          'sessions',
          [session(), member(TARGET)],
          { 'of another partner': [session(), member(TARGET, OTHER_PARTNER)] },
        ],
        [
          'members',
          [member(TARGET)],
          {
            'of another partner': [member(TARGET, OTHER_PARTNER)],
            'the one who stays': [member(TARGET, { email: ADMIN.email })],
            'removed before': [member(TARGET, { removedAt: 1 })],
          },
        ],
        [
          'invitations',
          [invitation()],
          { 'of another partner': [invitation(OTHER_PARTNER)], 'ended before': [invitation({ endedAt: 1 })] },
        ],
        [
          'requests for live access',
          [liveRequest()],
          {
            'of another partner': [liveRequest(OTHER_PARTNER)],
            'of the one who stays': [liveRequest({ acceptedBy: ADMIN.email })],
            'decided before': [liveRequest({ status: 'approved' })],
          },
        ],
        ['the request for termination', [partner()], { 'of another partner': [partner({ id: 'prt_b' })] }],
      ] as const
    ).map(
      ([name, own, others], at): Case => [
        `leaveAlone: ${name}`,
        () => statementAt(leaveAlone(registry, 'prt_a', ADMIN.email, TRUE, NOW), at),
        { own, ...others },
      ],
    ),
    [
      'deleteConsoleOf: sessions',
      () => deleteConsoleOf(registry, 'prt_a')[0],
      {
        own: [session(), member(TARGET)],
        'of another partner': [session(), member(TARGET, OTHER_PARTNER)],
        'of another partner, beside a member': [session(), member(TARGET, OTHER_PARTNER), member(ADMIN)],
      },
    ],
    [
      'deleteConsoleOf: members',
      () => deleteConsoleOf(registry, 'prt_a')[1],
      { own: [member(TARGET)], 'of another partner': [member(TARGET, OTHER_PARTNER)] },
    ],
    [
      'deleteConsoleOf: invitations',
      () => deleteConsoleOf(registry, 'prt_a')[2],
      { own: [invitation()], 'of another partner': [invitation(OTHER_PARTNER)] },
    ],
    [
      'deleteConsoleOf: requests for live access',
      () => deleteConsoleOf(registry, 'prt_a')[3],
      { own: [liveRequest()], 'of another partner': [liveRequest(OTHER_PARTNER)] },
    ],
    [
      'deleteConsoleOf: audit',
      () => deleteConsoleOf(registry, 'prt_a')[4],
      { own: [audit()], 'of another partner': [audit(OTHER_PARTNER)] },
    ],
  ])('%s', async (...given) => expectFirstOnly(registry, given));

  test.each([
    ['its own', {}, 1],
    ["another partner's", OTHER_PARTNER, 0],
    ['those of production', LIVE, 0],
  ])('the checklist counts keys and webhooks of the sandbox: %s', async (_, changes, count) => {
    const rotated = key({ lastUsedAt: 1, rotatedTo: 'key_b', ...changes });
    const rows = [partner(), partner({ id: 'prt_b' }), rotated, webhook(changes)];
    const [keys, hooks] = selectSandboxUse(registry, 'prt_a', NOW);
    expect(await resultWith(registry, keys, rows)).toEqual([{ used: count, rotated: count }]);
    expect(await resultWith(registry, hooks, rows)).toEqual([{ seen: count }]);
  });

  test.each<Conditional>([
    ['useInvitation', (isMade) => useInvitation(registry, 'inv_a', isMade, NOW), [invitation()]],
    [
      'useInvitationSecret',
      (isRefused) =>
        useInvitationSecret(
          registry,
          { email: INVITATION.email, secretHash: INVITATION.secretHash },
          isRefused,
          NOW,
        ),
      [invitation()],
    ],
    ['insertAuditWhere', (condition) => insertAuditWhere(registry, NEW_AUDIT, condition), [audit()]],
    ['insertMember', (condition) => insertMember(registry, TARGET, condition), [member(ADMIN)]],
    [
      'insertAct',
      (condition) =>
        insertAct(
          registry,
          { nowMs: NOW },
          { partnerId: 'prt_a', memberId: null, action: 'key.revoke' },
          condition,
        ),
      [audit()],
    ],
    [
      'promoteMember',
      (condition) => promoteMember(registry, 'prt_a', TARGET.email, condition),
      [member(TARGET)],
    ],
    [
      'removeMemberWhere',
      (condition) => removeMemberWhere(registry, TARGET.id, condition, NOW),
      [member(TARGET)],
    ],
    ...[[session(), member(TARGET)], [member(TARGET)], [invitation()], [liveRequest()], [partner()]].map(
      (rows, at): Conditional => [
        `leaveAlone, statement ${at + 1}`,
        (condition) => statementAt(leaveAlone(registry, 'prt_a', ADMIN.email, condition, NOW), at),
        rows,
      ],
    ),
    [
      'replaceRequest, the earlier one',
      (condition) =>
        replaceRequest(registry, { ...LIVE_REQUEST, id: 'lar_new', checklist: [] }, condition)[0],
      [liveRequest()],
    ],
    [
      'replaceRequest, the new one',
      (condition) =>
        replaceRequest(registry, { ...LIVE_REQUEST, id: 'lar_new', checklist: [] }, condition)[1],
      [liveRequest({ status: 'approved' })],
    ],
    [
      'updateTerminationRequest',
      (condition) => updateTerminationRequest(registry, 'prt_a', NOW, condition),
      [partner()],
    ],
  ])('%s holds to its condition', async (...given) => expectOnlyIf(registry, given));
});
