import { textsFor } from '@musette/languages/languages';
import { accountPageDatabaseAddress } from '#partner/oauth/consents.ts';
import { isStranger } from '#partner/oauth/grant-connection.ts';
import { type SignInResult, startSignIn, verifySignIn } from '#partner/oauth/sign-in.ts';
import {
  endSession,
  KNOWN_BROWSER_LIVES_MS,
  readSession,
  rememberBrowser,
} from '#partner/oauth/sign-in-cookies.ts';
import { normalizeEmail, SIGN_IN } from '#partner/oauth/sign-in-rules.ts';
import { MINUTE_MS, SECOND_MS } from '#platform/clock.ts';
import { isOverAddressLimit } from '#platform/guards/address-limit.ts';
import { EMAIL_CHARACTERS_MAX, emailAddress } from '#platform/http/wire-fields.ts';
import type { PageContext } from '../site-page.tsx';
import {
  athletePage,
  dropCookie,
  KNOWN_BROWSER_COOKIE,
  keepCookie,
  messagePage,
  readCookie,
  readForm,
  SESSION_COOKIE,
  SIGN_IN_COOKIE,
  seeOther,
  toAuthorizationPath,
} from './browser.tsx';
import { CodePage, NotSentPage, SignInPage } from './pages/sign-in-pages.tsx';
import { type Authorization, readAuthorization } from './read-authorization.tsx';

/** Path of the athlete's own page. */
export const ACCOUNT_PATH = '/account/connections';

/** Answers POST /oauth/login/start: accepts the address, sends a code and asks for it. */
export async function takeAddress(c: PageContext): Promise<Response> {
  const form = await readForm(c);
  if (form instanceof Response) return form;
  const query = form.get('authorization_query');
  const authorization = query === null ? null : await readAuthorization(c, query);
  if (authorization instanceof Response) return authorization;
  const typed = form.get('email') ?? '';
  const email = emailAddress.safeParse(normalizeEmail(typed));
  if (!email.success) return showInvalidAddress(c, authorization, typed);
  if (await isOverAddressLimit(c.env.env.signIns, c.req.header('cf-connecting-ip'))) {
    c.header('Retry-After', '60');
    return messagePage(c, 429, 'tooManyAttempts');
  }
  const started = await startSignIn(
    c.env,
    {
      purpose: 'athlete',
      email: email.data,
      databaseAddress: authorization?.requester.databaseAddress ?? accountPageDatabaseAddress(c.env.env),
      authorizationQuery: authorization?.query ?? null,
    },
    {
      knownBrowserCookie: readCookie(c, KNOWN_BROWSER_COOKIE),
      networkAddress: c.req.header('cf-connecting-ip'),
    },
    (await textsFor(c.req.raw.headers, null)).pages.codeEmail,
    null,
    await isStranger(c.env, authorization?.requester ?? null, email.data),
  );
  switch (started.outcome) {
    case 'too-many-unused-codes':
      return showNotSent(c, started.retryAtMs, authorization?.query ?? null);
    case 'too-many-from-caller':
      c.env.log.errorCode = 'too_many_unused_codes_of_caller';
      c.header('Retry-After', String(secondsUntil(c, started.retryAtMs)));
      return messagePage(c, 429, 'busyNetwork');
    case 'sent':
      keepCookie(c, { name: SIGN_IN_COOKIE, value: started.signInCookie, livesMs: SIGN_IN.codeLivesMs });
      return showCodeForm(c, started.crowdedUntilMs);
  }
}

/**
 * Asks for the code. While codes go to known addresses only, everybody gets the same page, which is a 429 and says so: it
 * must not reveal whether the address is known, and whoever got a code can enter it.
 */
function showCodeForm(c: PageContext, crowdedUntilMs: number | null): Response | Promise<Response> {
  const isCrowded = crowdedUntilMs !== null;
  if (isCrowded) {
    c.env.log.errorCode = 'too_many_codes_to_strangers';
    c.header('Retry-After', String(secondsUntil(c, crowdedUntilMs)));
  }
  return athletePage(
    c,
    (frame) => <CodePage frame={frame} showOutbox={c.env.env.isLocal} isCrowded={isCrowded} />,
    isCrowded ? { status: 429 } : {},
  );
}

/** Shows that no code was sent. An earlier code stays valid, so its cookie is retained. */
function showNotSent(
  c: PageContext,
  retryAtMs: number,
  authorizationQuery: string | null,
): Response | Promise<Response> {
  const waitS = secondsUntil(c, retryAtMs);
  c.header('Retry-After', String(waitS));
  return athletePage(
    c,
    (frame) => (
      <NotSentPage
        frame={frame}
        waitMinutes={Math.ceil((waitS * SECOND_MS) / MINUTE_MS)}
        isCodeExpected={readCookie(c, SIGN_IN_COOKIE) !== undefined}
        signInHref={nextPath(authorizationQuery)}
      />
    ),
    { status: 429 },
  );
}

function secondsUntil(c: PageContext, retryAtMs: number): number {
  return Math.ceil(Math.max(SECOND_MS, retryAtMs - c.env.nowMs) / SECOND_MS);
}

function showInvalidAddress(
  c: PageContext,
  authorization: Authorization | null,
  typed: string,
): Response | Promise<Response> {
  return athletePage(
    c,
    (frame) => (
      <SignInPage
        frame={frame}
        clientName={authorization?.requester.client.name ?? null}
        authorizationQuery={authorization?.query ?? null}
        email={typed.slice(0, EMAIL_CHARACTERS_MAX)}
        isWrong
      />
    ),
    { status: 422 },
  );
}

/** Answers POST /oauth/login/verify: checks the code and redirects to the page that the athlete requested. */
export async function takeCode(c: PageContext): Promise<Response> {
  const form = await readForm(c);
  if (form instanceof Response) return form;
  // People copy codes with spaces and hyphens around and inside them.
  const code = (form.get('code') ?? '').replace(/[\s-]/g, '');
  const result = await verifySignIn(c.env, readCookie(c, SIGN_IN_COOKIE), code);
  switch (result.outcome) {
    case 'signed-in':
      return finishSignIn(c, result);
    case 'wrong-code':
      return athletePage(c, (frame) => <CodePage frame={frame} showOutbox={c.env.env.isLocal} isWrong />, {
        status: 422,
      });
    case 'no-sign-in':
      return messagePage(c, 400, 'deadCode', true);
  }
}

async function finishSignIn(
  c: PageContext,
  result: Extract<SignInResult, { readonly outcome: 'signed-in' }>,
): Promise<Response> {
  dropCookie(c, SIGN_IN_COOKIE);
  keepCookie(c, { name: SESSION_COOKIE, value: result.sessionCookie, livesMs: SIGN_IN.sessionLivesMs });
  keepCookie(c, {
    name: KNOWN_BROWSER_COOKIE,
    value: await rememberBrowser(c.env, readCookie(c, KNOWN_BROWSER_COOKIE), result.addressHash),
    livesMs: KNOWN_BROWSER_LIVES_MS,
  });
  return seeOther(c, nextPath(result.authorizationQuery));
}

/** Answers POST /oauth/logout: ends this browser's session and returns to the sign-in page. */
export async function signOut(c: PageContext): Promise<Response> {
  const form = await readForm(c);
  if (form instanceof Response) return form;
  const session = await readSession(c.env, readCookie(c, SESSION_COOKIE));
  if (session) await endSession(c.env, session);
  dropCookie(c, SESSION_COOKIE);
  return seeOther(c, nextPath(form.get('authorization_query')));
}

function nextPath(authorizationQuery: string | null): string {
  return authorizationQuery === null ? ACCOUNT_PATH : toAuthorizationPath(authorizationQuery);
}
