import { PAGES as TEXTS } from '@musette/languages/english/pages';
import type { Child } from 'hono/jsx';
import { recordSignIn } from '#partner/console/audit.ts';
import { CONSOLE } from '#partner/console/console-rules.ts';
import { acceptInvitation } from '#partner/console/members.ts';
import {
  type ConsoleSession,
  chooseMember,
  endAllSessions,
  endSession,
  formToken,
} from '#partner/console/sessions.ts';
import { finishConsoleSignIn, readBelonging, startConsoleSignIn } from '#partner/console/sign-in.ts';
import type { StartedSignIn } from '#partner/oauth/sign-in.ts';
import { KNOWN_BROWSER_LIVES_MS, rememberBrowser } from '#partner/oauth/sign-in-cookies.ts';
import { normalizeEmail, SIGN_IN } from '#partner/oauth/sign-in-rules.ts';
import { MINUTE_MS, SECOND_MS } from '#platform/clock.ts';
import { isOverAddressLimit } from '#platform/guards/address-limit.ts';
import { EMAIL_CHARACTERS_MAX, emailAddress } from '#platform/http/wire-fields.ts';
import type { MemberRow } from '#platform/storage/console-schema.ts';
import { dropCookie, KNOWN_BROWSER_COOKIE, keepCookie, readCookie, seeOther } from '../oauth/browser.tsx';
import { CodeForm } from '../oauth/pages/sign-in-pages.tsx';
import type { PageContext } from '../site-page.tsx';
import { ConsoleDocument, PlainHeader, respond, SignOutButtons, type Status } from './console-page.tsx';

/** Cookie of a browser signed in to the console. Athletes' sessions use another one. */
export const CONSOLE_COOKIE = '__Host-musette-console';
/** Cookie of a browser that has yet to enter a console code. */
export const CONSOLE_CODE_COOKIE = '__Host-musette-console-code';

/** Answers with a page for a browser that is not signed in. */
function plainPage(c: PageContext, title: string, content: Child, status: Status = 200): Promise<Response> {
  return respond(
    c,
    <ConsoleDocument title={title} header={<PlainHeader />}>
      {content}
    </ConsoleDocument>,
    status,
  );
}

/** Answers with a short message and a link back to the console. */
export function plainMessage(
  c: PageContext,
  status: Status,
  { title, text }: { readonly title: string; readonly text: string },
): Promise<Response> {
  return plainPage(
    c,
    title,
    <>
      <p class="lead">{text}</p>
      <p>
        <a href="/console">Go to the console</a>
      </p>
    </>,
    status,
  );
}

/** Shows the form for the address. The link of an invitation adds its secret. */
export function showSignIn(
  c: PageContext,
  invitation = c.req.query('invitation') ?? null,
  typed = '',
  isWrong = false,
): Promise<Response> {
  return plainPage(
    c,
    'Sign in to the console',
    <>
      <p class="lead">For teams whose platform uses Musette. {TEXTS.signIn.lead}</p>
      <form method="post" action="/console/sign-in" class="form" novalidate>
        {invitation === null ? null : <input type="hidden" name="invitation" value={invitation} />}
        <div class="entry">
          <label for="email">Email address</label>
          {isWrong ? (
            <p class="problem" id="problem" role="alert">
              Enter an email address, such as name@platform.example.
            </p>
          ) : null}
          <input
            type="email"
            id="email"
            name="email"
            autocomplete="email"
            required
            maxlength={EMAIL_CHARACTERS_MAX}
            value={typed.slice(0, EMAIL_CHARACTERS_MAX)}
            {...(isWrong ? { 'aria-invalid': 'true' as const, 'aria-describedby': 'problem' } : {})}
          />
        </div>
        <p>
          <button class="button" type="submit">
            Send me a code
          </button>
        </p>
      </form>
      <p class="hint">
        No account yet? <a href="/access">Request access</a>.
      </p>
    </>,
    isWrong ? 422 : 200,
  );
}

/**
 * Answers POST /console/sign-in: sends a code if the address belongs to a partner. Always asks for the code.
 */
export async function takeAddress(c: PageContext, form: URLSearchParams): Promise<Response> {
  const typed = form.get('email') ?? '';
  const email = emailAddress.safeParse(normalizeEmail(typed));
  const invitation = form.get('invitation');
  if (!email.success) return showSignIn(c, invitation, typed, true);
  if (await isOverAddressLimit(c.env.env.signIns, c.req.header('cf-connecting-ip'))) {
    c.header('Retry-After', '60');
    return plainMessage(c, 429, TEXTS.messages.tooManyAttempts);
  }
  const started = await startConsoleSignIn(c.env, email.data, callerOf(c), invitation);
  return askForCode(c, started, { action: '/console/sign-in/code' });
}

/** Returns the browser that requests a code. */
export function callerOf(c: PageContext) {
  return {
    knownBrowserCookie: readCookie(c, KNOWN_BROWSER_COOKIE),
    networkAddress: c.req.header('cf-connecting-ip'),
  };
}

interface CodeFormTarget {
  readonly action: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/** Asks for the emailed code, or explains why none was sent. */
export function askForCode(
  c: PageContext,
  started: StartedSignIn,
  target: CodeFormTarget,
): Promise<Response> {
  switch (started.outcome) {
    case 'too-many-unused-codes': {
      const minutes = waitMinutes(c, started.retryAtMs);
      const { title, limit, others } = TEXTS.notSent;
      const { unusedPerHour: perHour, unusedPerDay: perDay } = SIGN_IN;
      return plainMessage(c, 429, { title, text: `${limit({ perHour, perDay, minutes })} ${others}` });
    }
    case 'too-many-from-caller':
      c.env.log.errorCode = 'too_many_unused_codes_of_caller';
      waitMinutes(c, started.retryAtMs);
      return plainMessage(c, 429, TEXTS.messages.busyNetwork);
    case 'sent':
      keepCookie(c, { name: CONSOLE_CODE_COOKIE, value: started.signInCookie, livesMs: SIGN_IN.codeLivesMs });
      return showCodeForm(c, target, false);
  }
}

/** Sets `Retry-After` and returns the same wait in minutes. */
function waitMinutes(c: PageContext, retryAtMs: number): number {
  const seconds = Math.ceil(Math.max(SECOND_MS, retryAtMs - c.env.nowMs) / SECOND_MS);
  c.header('Retry-After', String(seconds));
  return Math.ceil((seconds * SECOND_MS) / MINUTE_MS);
}

/** Shows the code form. It is identical for every address. */
export function showCodeForm(c: PageContext, target: CodeFormTarget, isWrong: boolean): Promise<Response> {
  const isSignIn = target.fields === undefined;
  return plainPage(
    c,
    TEXTS.code.title,
    <>
      <p id="explanation">
        {isSignIn ? 'If this address belongs to an account, we emailed it' : 'We emailed you'} a code of{' '}
        {SIGN_IN.codeDigits} digits. It works for {SIGN_IN.codeLivesMs / MINUTE_MS} minutes, in this browser
        only.
      </p>
      {c.env.env.isLocal ? (
        <p class="notice">
          This is a local installation. Find the code in the <a href="/dev/outbox">outbox</a>.
        </p>
      ) : null}
      <CodeForm
        texts={TEXTS.code}
        explanationId="explanation"
        isWrong={isWrong}
        action={target.action}
        fields={target.fields ?? {}}
      />
    </>,
    isWrong ? 422 : 200,
  );
}

/** Returns the code without the spaces and hyphens that people copy with it. */
export function codeIn(form: URLSearchParams): string {
  return (form.get('code') ?? '').replace(/[\s-]/g, '');
}

/** Answers POST /console/sign-in/code: starts a session. */
export async function takeCode(c: PageContext, form: URLSearchParams): Promise<Response> {
  const cookies = { signIn: readCookie(c, CONSOLE_CODE_COOKIE), session: readCookie(c, CONSOLE_COOKIE) };
  const result = await finishConsoleSignIn(c.env, cookies, codeIn(form));
  switch (result.outcome) {
    case 'wrong-code':
      return showCodeForm(c, { action: '/console/sign-in/code' }, true);
    case 'no-sign-in':
      return plainMessage(c, 400, TEXTS.messages.deadCode);
    case 'signed-in': {
      dropCookie(c, CONSOLE_CODE_COOKIE);
      setSessionCookie(c, result.sessionCookie);
      keepCookie(c, {
        name: KNOWN_BROWSER_COOKIE,
        value: await rememberBrowser(c.env, readCookie(c, KNOWN_BROWSER_COOKIE), result.addressHash),
        livesMs: KNOWN_BROWSER_LIVES_MS,
      });
      return seeOther(c, '/console');
    }
  }
}

function setSessionCookie(c: PageContext, value: string): void {
  keepCookie(c, { name: CONSOLE_COOKIE, value, livesMs: CONSOLE.sessionLivesMs });
}

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
  setSessionCookie(c, cookie);
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
