import { recordSignIn } from '#partner/console/audit.ts';
import { acceptInvitation } from '#partner/console/members.ts';
import {
  type ConsoleSession,
  chooseMember,
  endAllSessions,
  endSession,
  formToken,
} from '#partner/console/sessions.ts';
import { readBelonging } from '#partner/console/sign-in.ts';
import type { MemberRow } from '#platform/storage/console-schema.ts';
import { dropCookie } from '../oauth/cookies.ts';
import { seeOther } from '../oauth/forms.tsx';
import type { PageContext } from '../site-page.tsx';
import { SignOutButtons } from './console-page.tsx';
import { CONSOLE_COOKIE, keepSession, plainMessage, plainPage } from './sign-in.tsx';

const NOT_CHOSEN = {
  title: 'This is no longer possible',
  text: 'The invitation was used or withdrawn or has expired, or you were removed. Ask an admin for a new invitation.',
};

/**
 * Handles the choice among the partners of a session's address. Without a choice, shows its memberships and the
 * invitations that it can accept.
 */
export async function answerChoice(
  c: PageContext,
  session: ConsoleSession,
  form: URLSearchParams,
): Promise<Response> {
  const [memberId, invitationId] = [form.get('member'), form.get('invitation')];
  if (invitationId !== null) {
    const member = await acceptInvitation(c.env, session, invitationId);
    return member ? enter(c, session, member) : plainMessage(c, 409, NOT_CHOSEN);
  }
  const { memberships, invitations, nameOf } = await readBelonging(c.env, session.email);
  if (memberId !== null) {
    const member = memberships.find(({ id }) => id === memberId);
    return member ? enter(c, session, member) : plainMessage(c, 404, NOT_CHOSEN);
  }
  const token = await formToken(c.env, session);
  const choices = [
    ...memberships.map(({ id, partnerId, role }) => ({ name: 'member', id, partnerId, role, verb: 'Open' })),
    ...invitations.map(({ id, partnerId, role }) => ({
      name: 'invitation',
      id,
      partnerId,
      role,
      verb: 'Join',
    })),
  ];
  return plainPage(
    c,
    'Choose an account',
    <>
      {choices.length === 0 ? <p class="lead">No account uses this address any more.</p> : null}
      {choices.map(({ name, id, partnerId, role, verb }) => (
        <form method="post" action="/console/choose" class="choice">
          <input type="hidden" name="form_token" value={token} />
          <input type="hidden" name={name} value={id} />
          <p>
            <strong>
              <bdi>{nameOf(partnerId)}</bdi>
            </strong>
            , as {role}
            {verb === 'Join' ? '. You have been invited.' : ''}
          </p>
          <button class="button" type="submit" aria-label={`${verb} ${nameOf(partnerId)}`}>
            {verb}
          </button>
        </form>
      ))}
      <form method="post" action="/console/sign-out">
        <input type="hidden" name="form_token" value={token} />
        <p>
          <SignOutButtons />
        </p>
      </form>
    </>,
  );
}

async function enter(c: PageContext, session: ConsoleSession, member: MemberRow): Promise<Response> {
  const cookie = await chooseMember(c.env, session, member.id);
  if (cookie === null) return plainMessage(c, 409, NOT_CHOSEN);
  await recordSignIn(c.env, member);
  keepSession(c, cookie);
  return seeOther(c, '/console');
}

/** Answers POST /console/sign-out: ends this browser's session, or all sessions of its address. */
export async function signOut(
  c: PageContext,
  session: ConsoleSession,
  form: URLSearchParams,
): Promise<Response> {
  await (form.get('where') === 'everywhere' ? endAllSessions : endSession)(c.env, session);
  dropCookie(c, CONSOLE_COOKIE);
  return seeOther(c, '/console');
}
