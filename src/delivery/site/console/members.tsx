import * as z from 'zod/mini';
import { performAct } from '#partner/console/audit.ts';
import { CONSOLE } from '#partner/console/console-rules.ts';
import { invite, listMembers, removeMember, setRole, withdrawInvitation } from '#partner/console/members.ts';
import { isRefusal, refuse } from '#partner/console/refusal.ts';
import { normalizeEmail } from '#partner/oauth/sign-in-rules.ts';
import { isFailure } from '#platform/http/errors.ts';
import { type InvitationRow, type MemberRow, ROLES } from '#platform/storage/console-schema.ts';
import { seeOther } from '../oauth/forms.tsx';
import {
  Act,
  ConfirmFirst,
  Day,
  FormToken,
  Instant,
  MemberPage,
  refusalPage,
  respond,
  Table,
} from './console-page.tsx';
import { ACCOUNT, type ConsolePage, type Visit } from './visit.ts';

const PATH = '/console/members';
const form = { method: 'POST', environments: ACCOUNT, role: 'admin', needsCode: 'always' } as const;

export const memberPages: readonly ConsolePage[] = [
  {
    method: 'GET',
    path: PATH,
    environments: ACCOUNT,
    role: 'admin',
    afterTermination: true,
    handler: showMembers,
  },
  { ...form, path: PATH, handler: inviteMember },
  { ...form, path: `${PATH}/:member_id/role`, handler: changeRole },
  { ...form, path: `${PATH}/:member_id/remove`, handler: remove },
  { ...form, path: `/console/invitations/:invitation_id/withdraw`, handler: withdraw },
];

const DONE: Readonly<Record<string, string>> = {
  invited: 'The invitation was sent. It works for 72 hours.',
  changed: 'The role was changed.',
  removed: 'The member was removed and their sessions were ended.',
  withdrawn: 'The invitation was withdrawn.',
};

async function showMembers(visit: Visit): Promise<Response> {
  const { c, session, isConfirmed } = visit;
  const { members, invitations } = await listMembers(c.env, session.partner.id);
  const mayChange = isConfirmed && session.partner.status === 'active';
  return respond(
    c,
    <MemberPage visit={visit} title="Members" done={DONE[c.req.query('done') ?? ''] ?? null}>
      <p class="lead">
        Admins can change everything. Viewers can see everything except secrets and this page.
      </p>
      {mayChange ? null : <ConfirmFirst visit={visit} to="invite, change or remove members" />}
      <Table caption="Members" columns={['Address', 'Role', 'Since', 'Actions']}>
        {members.map((member) => (
          <MemberLine visit={visit} member={member} mayChange={mayChange} />
        ))}
      </Table>
      {invitations.length === 0 ? null : (
        <Table caption="Open invitations" columns={['Address', 'Role', 'Expires', 'Actions']}>
          {invitations.map((invitation) => (
            <InvitationLine visit={visit} invitation={invitation} mayChange={mayChange} />
          ))}
        </Table>
      )}
      {mayChange ? <InviteForm visit={visit} /> : null}
    </MemberPage>,
  );
}

function MemberLine(props: {
  readonly visit: Visit;
  readonly member: MemberRow;
  readonly mayChange: boolean;
}) {
  const { visit, member, mayChange } = props;
  const isSelf = member.id === visit.session.member.id;
  const other = member.role === 'admin' ? 'viewer' : 'admin';
  return (
    <tr>
      <th scope="row">
        <bdi>{member.email}</bdi>
        {isSelf ? ' (you)' : ''}
      </th>
      <td>{member.role}</td>
      <td>
        <Day atMs={member.createdAt} />
      </td>
      <td>
        {mayChange ? (
          <>
            <Act
              visit={visit}
              action={`${PATH}/${member.id}/role`}
              label={`Make ${other}`}
              of={member.email}
              fields={{ role: other }}
            />{' '}
            <Act visit={visit} action={`${PATH}/${member.id}/remove`} label="Remove" of={member.email} />
          </>
        ) : null}
      </td>
    </tr>
  );
}

function InvitationLine(props: {
  readonly visit: Visit;
  readonly invitation: InvitationRow;
  readonly mayChange: boolean;
}) {
  const { visit, invitation, mayChange } = props;
  return (
    <tr>
      <th scope="row">
        <bdi>{invitation.email}</bdi>
      </th>
      <td>{invitation.role}</td>
      <td>
        <Instant atMs={invitation.expiresAt} />
      </td>
      <td>
        {mayChange ? (
          <Act
            visit={visit}
            action={`/console/invitations/${invitation.id}/withdraw`}
            label="Withdraw"
            of={invitation.email}
          />
        ) : null}
      </td>
    </tr>
  );
}

function InviteForm({ visit }: { readonly visit: Visit }) {
  return (
    <form method="post" action={PATH} class="form">
      <h2>Invite someone</h2>
      <FormToken visit={visit} />
      <div class="entry">
        <label for="email">Email address</label>
        <input id="email" name="email" type="email" required maxlength={254} autocomplete="off" />
      </div>
      <div class="entry">
        <label for="role">Role</label>
        <select id="role" name="role">
          <option value="viewer">viewer</option>
          <option value="admin">admin</option>
        </select>
      </div>
      <p>
        <button class="button" type="submit">
          Send invitation
        </button>
      </p>
    </form>
  );
}

const Invitation = z.object({ email: z.email().check(z.maxLength(254)), role: z.enum(ROLES) });

async function inviteMember(visit: Visit, sent: URLSearchParams): Promise<Response> {
  const email = normalizeEmail(sent.get('email') ?? '');
  const typed = Invitation.safeParse({ email, role: sent.get('role') });
  if (!typed.success) return refusalPage(visit, refuse(422, 'Enter an email address and a role.'), PATH);
  const { role } = typed.data;
  const { c, session } = visit;
  const act = { action: 'member.invite', notice: `${email} was invited as ${role}` } as const;
  const invited = await performAct(
    c.env,
    session,
    act,
    async () => (await invite(c.env, session, typed.data)) ?? NOT_INVITED,
    ({ id }) => id,
  );
  return finish(visit, invited, 'invited');
}

const NOT_INVITED = refuse(
  409,
  `The invitation was not sent. The address is already a member, or you have reached the limit of ${CONSOLE.membersMax} members and invitations, or of ${CONSOLE.invitationsPerDay} invitations today.`,
);
const LAST_ADMIN = refuse(
  409,
  'Nothing was changed. The member was not found or is the last admin. Make someone else an admin first.',
);

async function changeRole(visit: Visit, sent: URLSearchParams): Promise<Response> {
  const role = ROLES.find((one) => one === sent.get('role'));
  if (role === undefined) return refusalPage(visit, refuse(422, 'Choose a role.'), PATH);
  const memberId = visit.c.req.param('member_id') ?? '';
  const { c, session } = visit;
  const notice = `The role of a member was changed to ${role}`;
  const changed = await performAct<true>(
    c.env,
    session,
    { action: 'member.set_role', subjectId: memberId, notice },
    async () => (await setRole(c.env, session.member, memberId, role)) || LAST_ADMIN,
  );
  return finish(visit, changed, 'changed');
}

async function remove(visit: Visit): Promise<Response> {
  const memberId = visit.c.req.param('member_id') ?? '';
  const { c, session } = visit;
  const removed = await performAct<true>(
    c.env,
    session,
    { action: 'member.remove', subjectId: memberId, notice: 'A member was removed' },
    async () => (await removeMember(c.env, session.member, memberId)) || LAST_ADMIN,
  );
  return finish(visit, removed, 'removed');
}

async function withdraw(visit: Visit): Promise<Response> {
  const id = visit.c.req.param('invitation_id') ?? '';
  const { c, session } = visit;
  const withdrawn = await performAct<true>(
    c.env,
    session,
    { action: 'invitation.withdraw', subjectId: id, notice: 'An invitation was withdrawn' },
    async () =>
      (await withdrawInvitation(c.env, session, id)) || refuse(404, 'This invitation has already ended.'),
  );
  return finish(visit, withdrawn, 'withdrawn');
}

function finish(visit: Visit, result: unknown, done: string): Response | Promise<Response> {
  if (isRefusal(result) || isFailure(result)) return refusalPage(visit, result, PATH);
  return seeOther(visit.c, `${PATH}?done=${done}`);
}
