import { env } from 'cloudflare:workers';
import { drizzle } from 'drizzle-orm/d1';
import { describe } from 'vitest';
import {
  confirmSessionAt,
  deleteSession,
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
  mayChange,
  selectInvitations,
  selectKnownMembers,
  selectMemberships,
  selectOpenInvitations,
  selectPartnersOf,
} from '#partner/console/repository.ts';
import {
  endInvitationsOf,
  endSessionsOfRemoved,
  insertMember,
  promoteMember,
  removeMemberWhere,
  selectAdmins,
  selectMembers,
} from '#partner/console/shared-repository.ts';
import { DAY_MS } from '#platform/clock.ts';
import { type Rows, statementAt, statementsIn } from './situations.ts';
import {
  ADMIN,
  admin,
  client,
  INVITATION,
  invitation,
  KEY,
  key,
  NOW,
  OTHER_PARTNER,
  otherPartner,
  partner,
  SESSION,
  session,
  TARGET,
  TERMINATED,
  TRUE,
  target,
  webhook,
} from './stored-rows.ts';

/** The conditions of statements about members of the console, their invitations and sessions. */

const registry = drizzle(env.REGISTRY);
const REMOVED = { removedAt: 1 };
const VIEWER = { role: 'viewer' };
const ELSE = { email: 'b@platform.example' };
const ENDED = { endedAt: 1 };
const EXPIRED = { expiresAt: NOW };

describe('members', () => {
  const { firstOnly, firstOf, onlyIf } = statementsIn(registry, [partner(), otherPartner]);
  firstOnly('endMembership of another by an admin', () => endMembership(registry, ADMIN, TARGET, NOW), {
    'of a member': [admin(), target()],
    'of a removed one': [admin(), target(REMOVED)],
    'of another partner': [admin(), target(OTHER_PARTNER)],
    'by a viewer': [admin(VIEWER), target(VIEWER)],
    'by a removed admin': [admin(REMOVED), target(VIEWER)],
  });
  const beside = (changes: object) => [admin(), target(changes)];
  firstOf('endMembership by an admin beside another', beside, [{}, VIEWER, REMOVED, OTHER_PARTNER], () =>
    endMembership(registry, ADMIN, ADMIN, NOW),
  );
  firstOnly('updateRole', () => updateRole(registry, ADMIN, TARGET, 'viewer'), beside, {
    'of a member': {},
    'of a removed one': REMOVED,
    'of another partner': OTHER_PARTNER,
    'by a viewer': [admin(VIEWER), target(), admin({ id: 'mbr_third', email: 'third@platform.example' })],
  });
  firstOnly('updateRole to admin', () => updateRole(registry, ADMIN, TARGET, 'admin'), {
    'of a member': [admin(), target(VIEWER)],
    'by a viewer': [admin(VIEWER), target(VIEWER)],
  });
  firstOnly('updateRole to viewer', () => updateRole(registry, TARGET, TARGET, 'viewer'), {
    'beside another admin': [admin(), target()],
    'of the last admin': target(),
  });
  firstOf('promoteMember', target, [{}, ELSE, OTHER_PARTNER, REMOVED], () =>
    promoteMember(registry, 'prt_a', TARGET.email, TRUE),
  );
  firstOnly('mayChange', () => promoteMember(registry, 'prt_a', TARGET.email, mayChange(ADMIN, 'admin')), {
    'by an admin': [admin(), target()],
    'by a viewer': [admin(VIEWER), target()],
    'by a removed admin': [admin(REMOVED), target()],
    'of a terminated partner': [partner(TERMINATED), admin(), target()],
  });
  firstOf('removeMemberWhere', target, [{}, admin(), REMOVED], () =>
    removeMemberWhere(registry, TARGET.id, TRUE, NOW),
  );
  statementsIn(registry).firstOnly('replaceRemovedContact', () => replaceRemovedContact(registry, ADMIN), {
    'by another admin': [partner(), admin(REMOVED), target()],
    'who is still there': [partner(), admin(), target()],
    'who is not the contact': [
      partner({ contactEmail: 'else@platform.example' }),
      ...[admin(REMOVED), target()],
    ],
    'without another admin': [partner(), admin(REMOVED), target(VIEWER)],
    'with an admin who was removed too': [partner(), admin(REMOVED), target(REMOVED)],
    'with an admin of another partner': [partner(), admin(REMOVED), target(OTHER_PARTNER)],
    'of another partner': [otherPartner, admin(REMOVED), target()],
    'by another who is removed': [partner(), admin({ id: 'mbr_other', removedAt: 1 }), target()],
  });
  firstOf('selectAdmins', admin, [{}, VIEWER, REMOVED, OTHER_PARTNER], () => selectAdmins(registry, 'prt_a'));
  firstOf('selectKnownMembers', admin, [{}, OTHER_PARTNER], () => selectKnownMembers(registry, 'prt_a'));
  firstOf('selectMembers', admin, [{}, REMOVED, OTHER_PARTNER], () => selectMembers(registry, 'prt_a'));
  firstOf('selectMemberships', target, [{}, REMOVED, admin()], () =>
    selectMemberships(registry, TARGET.email),
  );
  statementsIn(registry).firstOnly(
    'selectPartnersOf a member',
    () => selectPartnersOf(registry, TARGET.email),
    {
      there: [partner(), target()],
      removed: [partner(), target(REMOVED)],
      'of another address': [partner(), admin()],
      'of another partner only': [otherPartner, target()],
    },
  );
  firstOnly('insertMember', () => insertMember(registry, { ...TARGET, id: 'mbr_new' }, TRUE), {
    'beside others, removed ones and those of other partners': [
      ...[admin(), target(REMOVED), target({ id: 'mbr_b', ...OTHER_PARTNER })],
    ],
    'who is there': target(),
  });

  onlyIf('insertMember', admin(), (condition) => insertMember(registry, TARGET, condition));
  onlyIf('promoteMember', target(), (condition) => promoteMember(registry, 'prt_a', TARGET.email, condition));
  onlyIf('removeMemberWhere', target(), (condition) =>
    removeMemberWhere(registry, TARGET.id, condition, NOW),
  );
});

describe('invitations', () => {
  const invite = () => insertInvitation(registry, ADMIN, INVITATION);
  const SECRET = { email: INVITATION.email, secretHash: INVITATION.secretHash };
  const beside = (changes: object) => [admin(), invitation({ id: 'inv_b', endedAt: 1 }), target(changes)];
  const besideTwenty = (changes: object) => [
    admin(),
    ...Array.from({ length: 20 }, (_, at) =>
      invitation({ id: `inv_${at}b`, email: `${at}@platform.example`, endedAt: 1, ...changes }),
    ),
  ];
  /** A partner with 49 members, and these. */
  const full = (...others: Rows): Rows => [
    ...[invitation({ id: 'inv_0', ...ENDED }), ...others],
    ...Array.from({ length: 48 }, (_, at) => admin({ id: `mbr_${at}`, email: `${at}@platform.example` })),
    admin(),
  ];
  const { firstOnly, firstOf, eachOf, touches, onlyIf } = statementsIn(registry, [partner(), otherPartner]);
  firstOnly('insertInvitation', invite, {
    'by an admin': [admin(), invitation({ id: 'inv_b', endedAt: 1 })],
    'by a viewer': admin(VIEWER),
    'by a removed admin': admin(REMOVED),
    'of a terminated partner': [partner(TERMINATED), admin()],
    'of a member': beside({ email: INVITATION.email }),
    'after twenty of this day': besideTwenty({}),
    'where fifty are': full(target()),
  });
  eachOf(
    "insertInvitation beside another partner's member, or a removed one, with the address",
    (changes) => beside({ email: INVITATION.email, ...changes }),
    [OTHER_PARTNER, REMOVED],
    invite,
  );
  eachOf(
    "insertInvitation beside twenty of another partner's, or of an earlier day",
    besideTwenty,
    [OTHER_PARTNER, { createdAt: NOW - DAY_MS }],
    invite,
  );
  for (const [name, other] of Object.entries({
    'a removed member': target(REMOVED),
    "another partner's member": target(OTHER_PARTNER),
    'an ended invitation': invitation({ id: 'inv_b', ...ELSE, ...ENDED }),
    'an expired invitation': invitation({ id: 'inv_b', ...ELSE, ...EXPIRED }),
    "another partner's invitation": invitation({ id: 'inv_b', ...OTHER_PARTNER }),
  })) {
    touches(`insertInvitation into the last place, beside ${name}`, full(other), invite);
  }
  firstOnly('insertInvitation into the last place', invite, {
    'which is empty': full(),
    'which an open invitation takes': full(invitation({ id: 'inv_b', ...ELSE })),
    'which a member takes': full(target()),
  });
  firstOnly(
    'endEarlierInvitations',
    () => endEarlierInvitations(registry, INVITATION),
    (changes) => [invitation(), invitation({ id: 'inv_0', ...changes })],
    {
      'of the address': {},
      'but not this one': invitation(),
      'unless this one was not made': invitation({ id: 'inv_0' }),
      'ended before': ENDED,
      'of another address': ELSE,
      'of another partner': OTHER_PARTNER,
    },
  );
  firstOf('endInvitation', invitation, [{}, { id: 'inv_b' }, OTHER_PARTNER, ENDED], () =>
    endInvitation(registry, INVITATION, NOW),
  );
  firstOf('selectOpenInvitations', invitation, [{}, ELSE, ENDED, EXPIRED], () =>
    selectOpenInvitations(registry, INVITATION.email, NOW),
  );
  firstOf('selectInvitations', invitation, [{}, OTHER_PARTNER, ENDED, EXPIRED], () =>
    selectInvitations(registry, 'prt_a', NOW),
  );
  firstOf('selectInvitation', invitation, [{}, { id: 'inv_b' }], () => selectInvitation(registry, 'inv_a'));
  firstOf('selectPartnersOf the invited', invitation, [{}, ENDED, ELSE], () =>
    selectPartnersOf(registry, INVITATION.email),
  );
  firstOf('useInvitation', invitation, [{}, { id: 'inv_b' }], () =>
    useInvitation(registry, 'inv_a', TRUE, NOW),
  );
  firstOf(
    'useInvitationSecret',
    invitation,
    [{}, { secretUsedAt: 1 }, ELSE, { secretHash: 'another' }, ENDED, EXPIRED],
    () => useInvitationSecret(registry, SECRET, TRUE, NOW),
  );
  firstOnly('memberExists', () => useInvitation(registry, 'inv_a', memberExists(TARGET.id), NOW), {
    'by the new member': [invitation(), target()],
    'by nobody': [invitation(), admin()],
  });
  firstOf(
    'isOpenInvitation',
    (changes) => [invitation(changes), admin()],
    [{}, { id: 'inv_b' }, ENDED, EXPIRED, [partner(TERMINATED), invitation(), admin()]],
    () => insertMember(registry, TARGET, isOpenInvitation(INVITATION, NOW)),
  );
  firstOnly(
    'endInvitationsOf',
    () => endInvitationsOf(registry, TARGET, NOW),
    (changes) => [invitation(changes), target(REMOVED)],
    {
      'of a removed admin': {},
      'of an admin': [invitation(), target()],
      'sent by another': { invitedBy: ADMIN.id },
      'of another partner': OTHER_PARTNER,
      'ended before': ENDED,
    },
  );
  firstOnly('endInvitationsOf one who was demoted', () => endInvitationsOf(registry, TARGET, NOW), {
    'to viewer': [invitation(), target(VIEWER)],
    'beside another viewer': [invitation(), target(), admin(VIEWER)],
  });
  touches(
    'endInvitationsOf a removed admin beside another admin',
    [invitation(), target(REMOVED), admin()],
    () => endInvitationsOf(registry, TARGET, NOW),
  );

  onlyIf('useInvitation', invitation(), (isMade) => useInvitation(registry, 'inv_a', isMade, NOW));
  onlyIf('useInvitationSecret', invitation(), (isRefused) =>
    useInvitationSecret(registry, SECRET, isRefused, NOW),
  );
});

describe('sessions of the console', () => {
  const ofMember = (changes: object) => [session(), target(changes)];
  const replace = () =>
    replaceSession(registry, { id: SESSION.id, email: TARGET.email }, { ...SESSION, id: 'next' });
  const { firstOnly, firstOf } = statementsIn(registry);
  firstOnly('replaceSession', () => replace()[0], ofMember, {
    'by one of a member': {},
    'of another address': ELSE,
    'of a removed member': REMOVED,
    'that has ended': target(),
    'beside another with the address': { id: 'mbr_other' },
    'of another session': [session({ id: 'b' }), target()],
  });
  firstOf('replaceSession, the former one', ofMember, [{}, REMOVED], replace);
  firstOnly('replaceSession, only the former one', () => replace()[1], {
    'beside the new one': [session(), session({ id: 'next' })],
    'beside another': [session(), session({ id: 'b' })],
    'the new one alone': session({ id: 'next' }),
  });
  firstOf('touchSession', session, [{}, { seenAt: NOW + 2 }, { id: 'b' }], () =>
    touchSession(registry, SESSION.id, NOW + 1),
  );
  firstOf('confirmSessionAt', session, [{}, { id: 'b' }], () => confirmSessionAt(registry, SESSION.id, NOW));
  firstOnly('selectSession', () => selectSession(registry, SESSION.id, NOW)[0], session, {
    current: {},
    another: { id: 'b' },
    'begun too long ago': { createdAt: 1 },
    'idle too long': { seenAt: 1 },
  });
  firstOf(
    'selectSession, its member',
    ofMember,
    [{}, REMOVED, [session({ id: 'b' }), target()]],
    () => selectSession(registry, SESSION.id, NOW)[1],
  );
  firstOnly("selectSession, its member's partner", () => selectSession(registry, SESSION.id, NOW)[2], {
    there: [session(), target(), partner()],
    'of a removed member': [session(), target(REMOVED), partner()],
    another: [session(), target(), otherPartner],
  });
  firstOnly('endSessionsOfRemoved', () => endSessionsOfRemoved(registry, TARGET.id), ofMember, {
    'of a removed member': REMOVED,
    'of a member': {},
    'of another member': [session({ memberId: ADMIN.id }), target(REMOVED)],
    'beside another who is removed': [session(), target(), admin(REMOVED)],
  });
  firstOf('deleteSession', session, [{}, { id: 'b' }], () => deleteSession(registry, SESSION.id));
  firstOf('deleteSessionsOf', session, [{}, { addressHash: 'another' }], () =>
    deleteSessionsOf(registry, SESSION.addressHash),
  );
});

describe('what came from a member', () => {
  const HERS = { createdBy: TARGET.id };
  const ANOTHERS = { createdBy: 'mbr_b' };
  const cameFrom = (place: number) => () =>
    statementAt(selectCameFrom(registry, 'prt_a', TARGET.id, NOW), place);
  const { firstOnly, firstOf } = statementsIn(registry, [partner(), otherPartner]);
  firstOf(
    'selectCameFrom: members',
    (changes) => admin({ invitedBy: TARGET.id, ...changes }),
    [{}, { invitedBy: 'mbr_b' }, REMOVED, target({ invitedBy: TARGET.id }), OTHER_PARTNER],
    cameFrom(0),
  );
  firstOf(
    'selectCameFrom: keys',
    (changes) => key({ ...HERS, ...changes }),
    [{}, ANOTHERS, { status: 'revoked' }, { status: 'rotated', expiresAt: NOW }, OTHER_PARTNER],
    cameFrom(1),
  );
  firstOf(
    'selectCameFrom: keys of the second generation',
    (changes) => [admin({ invitedBy: TARGET.id, ...changes }), key({ createdBy: ADMIN.id })],
    [{}, OTHER_PARTNER, { invitedBy: 'mbr_b' }],
    cameFrom(1),
  );
  firstOf(
    'selectCameFrom: webhooks',
    (changes) => [key({ ...HERS, status: 'revoked', ...changes }), webhook({ createdBy: KEY.id })],
    [{}, ANOTHERS, OTHER_PARTNER, webhook({ ...HERS, ...OTHER_PARTNER })],
    cameFrom(2),
  );
  firstOnly('selectCameFrom: clients', cameFrom(3), client, {
    'older than the record': { createdBy: null },
    'that another created': ANOTHERS,
    deleted: { createdBy: null, status: 'deleted' },
    'of another partner': { createdBy: null, ...OTHER_PARTNER },
  });
});
