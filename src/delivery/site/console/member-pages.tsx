import * as z from 'zod/mini';
import { isRefused, refuse } from '#partner/console/audit.ts';
import { CONSOLE } from '#partner/console/console-rules.ts';
import { invite, listMembers, removeMember, setRole, withdrawInvitation } from '#partner/console/members.ts';
import { readOrigin } from '#partner/console/origin.ts';
import { normalizeEmail } from '#partner/oauth/sign-in-rules.ts';
import { EMAIL_CHARACTERS_MAX, emailAddress } from '#platform/http/wire-fields.ts';
import { type InvitationRow, type MemberRow, ROLES, type Role } from '#platform/storage/console-schema.ts';
import { seeOther } from '../oauth/browser.tsx';
import { ConfirmFirst, StopLink, stopPages } from './confirm.tsx';
import {
  Day,
  Instant,
  MemberForm,
  MemberPage,
  Problem,
  pageStatus,
  type Rejected,
  refusalPage,
  respond,
  Table,
} from './console-page.tsx';
import { Origin, originOf, showOrigin } from './origin-pages.tsx';
import { ACCOUNT, type ConsolePage, isReady, pathParam, perform, type Visit } from './visit.ts';

const PATH = '/console/members';
const form = { environments: ACCOUNT, role: 'admin', needsCode: 'always' } as const;

export const memberPages: readonly ConsolePage[] = [
  {
    method: 'GET',
    path: PATH,
    environments: ACCOUNT,
    role: 'admin',
    afterTermination: true,
    handler: (visit) => showMembers(visit),
  },
  { ...form, method: 'POST', path: PATH, handler: inviteMember },
  ...stopPages({ ...form, path: `${PATH}/:member_id/role` }, askToChangeRole, changeRole),
  ...stopPages({ ...form, path: `${PATH}/:member_id/remove` }, askToRemove, remove),
  ...stopPages({ ...form, path: '/console/invitations/:invitation_id/withdraw' }, askToWithdraw, withdraw),
  {
    method: 'GET',
    path: `${PATH}/:member_id/origin`,
    environments: ACCOUNT,
    role: 'admin',
    afterTermination: true,
    handler: showOrigin,
  },
];

const DONE = {
  invited: 'The invitation was sent. It works for 72 hours.',
  changed: 'The role was changed.',
  withdrawn: 'The invitation was withdrawn.',
};

async function showMembers(visit: Visit, rejected?: Rejected): Promise<Response> {
  const { c, session } = visit;
  const { members, invitations, addressOf } = await listMembers(c.env, session.partner.id);
  const mayChange = session.partner.status === 'active';
  const inviterOf = (row: Pick<MemberRow, 'invitedBy'>) => originOf(row.invitedBy, addressOf);
  return respond(
    c,
    <MemberPage visit={visit} title="Members" done={DONE}>
      <p class="lead">
        Admins can change everything. Viewers can see everything except secrets and this page.
      </p>
      <Table caption="Members" columns={['Address', 'Role', 'Since', 'Invited by', 'Actions']}>
        {members.map((member) => (
          <MemberLine visit={visit} member={member} inviter={inviterOf(member)} mayChange={mayChange} />
        ))}
      </Table>
      {invitations.length === 0 ? null : (
        <Table caption="Open invitations" columns={['Address', 'Role', 'Expires', 'Invited by', 'Actions']}>
          {invitations.map((invitation) => (
            <InvitationLine invitation={invitation} inviter={inviterOf(invitation)} mayChange={mayChange} />
          ))}
        </Table>
      )}
      {mayChange && isReady(visit) ? <InviteForm visit={visit} rejected={rejected} /> : null}
      {mayChange && !isReady(visit) ? <ConfirmFirst visit={visit} to="invite someone" /> : null}
    </MemberPage>,
    pageStatus(visit, rejected),
  );
}

function MemberLine(props: {
  readonly visit: Visit;
  readonly member: MemberRow;
  readonly inviter: string;
  readonly mayChange: boolean;
}) {
  const { visit, member, inviter, mayChange } = props;
  const isSelf = member.id === visit.session.member.id;
  return (
    <tr>
      <th scope="row">
        <bdi>{member.email}</bdi>
        {isSelf ? ' (you)' : ''}
      </th>
      <td data-label="Role">{member.role}</td>
      <td data-label="Since">
        <Day atMs={member.createdAt} />
      </td>
      <td data-label="Invited by">
        <bdi>{inviter}</bdi>
      </td>
      <td data-label="Actions">
        {mayChange ? (
          <>
            <StopLink
              href={`${PATH}/${member.id}/role`}
              label={`Make ${otherRole(member)}`}
              of={member.email}
            />{' '}
            <StopLink href={`${PATH}/${member.id}/remove`} label="Remove" of={member.email} />
          </>
        ) : null}
      </td>
    </tr>
  );
}

function otherRole({ role }: MemberRow): Role {
  return role === 'admin' ? 'viewer' : 'admin';
}

function InvitationLine(props: {
  readonly invitation: InvitationRow;
  readonly inviter: string;
  readonly mayChange: boolean;
}) {
  const { invitation, inviter, mayChange } = props;
  return (
    <tr>
      <th scope="row">
        <bdi>{invitation.email}</bdi>
      </th>
      <td data-label="Role">{invitation.role}</td>
      <td data-label="Expires">
        <Instant atMs={invitation.expiresAt} />
      </td>
      <td data-label="Invited by">
        <bdi>{inviter}</bdi>
      </td>
      <td data-label="Actions">
        {mayChange ? (
          <StopLink
            href={`/console/invitations/${invitation.id}/withdraw`}
            label="Withdraw"
            of={invitation.email}
          />
        ) : null}
      </td>
    </tr>
  );
}

function InviteForm(props: { readonly visit: Visit; readonly rejected: Rejected | undefined }) {
  const { visit, rejected } = props;
  return (
    <MemberForm visit={visit} action={PATH} button="Send invitation">
      <h2>Invite someone</h2>
      <Problem rejected={rejected} />
      <div class="entry">
        <label for="email">Email address</label>
        <input
          id="email"
          name="email"
          type="email"
          value={rejected?.entered.get('email') ?? ''}
          required
          maxlength={EMAIL_CHARACTERS_MAX}
          autocomplete="off"
        />
      </div>
      <div class="entry">
        <label for="role">Role</label>
        <select id="role" name="role">
          <option value="viewer">viewer</option>
          <option value="admin">admin</option>
        </select>
      </div>
    </MemberForm>
  );
}

const Invitation = z.object({ email: emailAddress, role: z.enum(ROLES) });

async function inviteMember(visit: Visit, sent: URLSearchParams): Promise<Response> {
  const email = normalizeEmail(sent.get('email') ?? '');
  const typed = Invitation.safeParse({ email, role: sent.get('role') });
  if (!typed.success) {
    return showMembers(visit, { refused: refuse(422, 'Enter an email address and a role.'), entered: sent });
  }
  const { role } = typed.data;
  const { c, session } = visit;
  const act = { action: 'member.invite', notice: `${email} was invited as ${role}` } as const;
  const invited = await perform(
    visit,
    act,
    async () => (await invite(c.env, session, typed.data)) ?? NOT_INVITED,
    ({ id }) => id,
  );
  return isRefused(invited)
    ? showMembers(visit, { refused: invited, entered: sent })
    : finish(visit, invited, 'invited');
}

const NOT_INVITED = refuse(
  409,
  `The invitation was not sent. The address is already a member, or you have reached the limit of ${CONSOLE.membersMax} members and invitations, or of ${CONSOLE.invitationsPerDay} invitations today.`,
);
const LAST_ADMIN = refuse(
  409,
  'Nothing was changed. The member was not found or is the last admin. Make someone else an admin first.',
);

const NO_MEMBER = refuse(404, 'Your account has no such member or invitation.');

async function askToChangeRole(visit: Visit) {
  const member = await findMember(visit);
  if (!member) return NO_MEMBER;
  const role = otherRole(member);
  const children =
    role === 'viewer' ? (
      <p class="lead">
        As a viewer, <bdi>{member.email}</bdi> can no longer change anything or see the members. Their open
        invitations end.
      </p>
    ) : (
      <p class="lead">
        As an admin, <bdi>{member.email}</bdi> can change everything, including members and production.
      </p>
    );
  const button = `Make ${member.email} ${role === 'admin' ? 'an admin' : 'a viewer'}`;
  return { title: 'Change a role', button, children, fields: { role }, back: PATH };
}

async function findMember({ c, session }: Visit): Promise<MemberRow | undefined> {
  const { members } = await listMembers(c.env, session.partner.id);
  return members.find(({ id }) => id === c.req.param('member_id'));
}

async function changeRole(visit: Visit, sent: URLSearchParams): Promise<Response> {
  const role = ROLES.find((one) => one === sent.get('role'));
  if (role === undefined) return refusalPage(visit, refuse(422, 'Choose a role.'), PATH);
  const memberId = pathParam(visit, 'member_id');
  const { c, session } = visit;
  const notice = `The role of a member was changed to ${role}`;
  const changed = await perform<true>(
    visit,
    { action: 'member.set_role', subjectId: memberId, notice },
    async () => (await setRole(c.env, session.member, memberId, role)) || LAST_ADMIN,
  );
  return finish(visit, changed, 'changed');
}

async function askToRemove(visit: Visit) {
  const member = await findMember(visit);
  if (!member) return NO_MEMBER;
  const children = (
    <>
      <p class="lead">
        The sessions and open invitations of <bdi>{member.email}</bdi> end immediately. What they created
        keeps working until you end it.
      </p>
      <Origin visit={visit} origin={await readOrigin(visit.c.env, visit.session.partner.id, member.id)} />
    </>
  );
  return { title: 'Remove a member', button: `Remove ${member.email}`, children, back: PATH };
}

async function remove(visit: Visit): Promise<Response> {
  const memberId = pathParam(visit, 'member_id');
  const { c, session } = visit;
  const removed = await perform<true>(
    visit,
    { action: 'member.remove', subjectId: memberId, notice: 'A member was removed' },
    async () => (await removeMember(c.env, session.member, memberId)) || LAST_ADMIN,
  );
  if (isRefused(removed)) return refusalPage(visit, removed, PATH);
  return seeOther(c, `${PATH}/${memberId}/origin?done=removed`);
}

async function askToWithdraw(visit: Visit) {
  const { c, session } = visit;
  const { invitations } = await listMembers(c.env, session.partner.id);
  const invitation = invitations.find(({ id }) => id === c.req.param('invitation_id'));
  if (!invitation) return NO_MEMBER;
  const children = (
    <p class="lead">
      <bdi>{invitation.email}</bdi> can no longer join. You can invite the address again.
    </p>
  );
  const button = `Withdraw the invitation of ${invitation.email}`;
  return { title: 'Withdraw an invitation', button, children, back: PATH };
}

async function withdraw(visit: Visit): Promise<Response> {
  const id = pathParam(visit, 'invitation_id');
  const { c, session } = visit;
  const withdrawn = await perform<true>(
    visit,
    { action: 'invitation.withdraw', subjectId: id, notice: 'An invitation was withdrawn' },
    async () =>
      (await withdrawInvitation(c.env, session, id)) || refuse(404, 'This invitation has already ended.'),
  );
  return finish(visit, withdrawn, 'withdrawn');
}

function finish(visit: Visit, result: unknown, done: string): Response | Promise<Response> {
  if (isRefused(result)) return refusalPage(visit, result, PATH);
  return seeOther(visit.c, `${PATH}?done=${done}`);
}
