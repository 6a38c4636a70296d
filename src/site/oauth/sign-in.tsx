import * as z from 'zod/mini';
import { MINUTE_MS, SECOND_MS } from '../../clock.ts';
import { isOverAddressLimit } from '../../guards/address-limit.ts';
import { endSession, readSession } from '../../oauth/athlete-session.ts';
import { accountHome } from '../../oauth/home.ts';
import { KNOWN_BROWSER_LIVES_MS, rememberBrowser } from '../../oauth/known-browser.ts';
import { foldEmail, SIGN_IN } from '../../oauth/sign-in-rules.ts';
import { startSignIn } from '../../oauth/start-sign-in.ts';
import { verifySignIn } from '../../oauth/verify-sign-in.ts';
import {
  authorizationAddress,
  KNOWN_BROWSER_COOKIE,
  keepCookie,
  messagePage,
  type PageContext,
  page,
  readCookie,
  readForm,
  SESSION_COOKIE,
  SIGN_IN_COOKIE,
  seeOther,
} from './html.tsx';
import { CodePage } from './pages/code-page.tsx';
import { NotSentPage } from './pages/not-sent-page.tsx';
import { SignInPage } from './pages/sign-in-page.tsx';
import { type Authorization, readAuthorization } from './read-authorization.tsx';

export const ACCOUNT_PATH = '/account/connections';

const Email = z.email().check(z.maxLength(254));

/** POST /oauth/login/start: takes the address, sends a code, asks for it. */
export async function takeAddress(c: PageContext): Promise<Response> {
  const form = await readForm(c);
  if (form instanceof Response) return form;
  const query = form.get('authorization_query');
  const authorization = query === null ? null : await readAuthorization(c, query);
  if (authorization instanceof Response) return authorization;
  const typed = form.get('email') ?? '';
  const email = Email.safeParse(foldEmail(typed));
  if (!email.success) return askAddressAgain(c, authorization, typed);
  if (await isOverAddressLimit(c.env.env.signIns, c.req.header('cf-connecting-ip'))) {
    c.header('Retry-After', '60');
    return messagePage(c, 429, 'Too many attempts', 'Wait a minute, then go back and try again.');
  }
  const started = await startSignIn(
    c.env,
    {
      email: email.data,
      home: authorization?.asker.home ?? accountHome(c.env.env),
      authorizationQuery: authorization?.query ?? null,
    },
    readCookie(c, KNOWN_BROWSER_COOKIE),
  );
  if (started.outcome === 'too-many-unused-codes') {
    return tellNothingWasSent(c, started.retryAtMs, authorization?.query ?? null);
  }
  keepCookie(c, SIGN_IN_COOKIE, started.signInCookie, SIGN_IN.codeLivesMs);
  return page(c, (nonce) => <CodePage nonce={nonce} showOutbox={c.env.env.isLocal} />);
}

/** Says that no code was sent. A code that this browser waits for stays valid: its cookie is left alone. */
function tellNothingWasSent(
  c: PageContext,
  retryAtMs: number,
  authorizationQuery: string | null,
): Response | Promise<Response> {
  const waitMs = Math.max(1000, retryAtMs - c.env.nowMs);
  c.header('Retry-After', String(Math.ceil(waitMs / SECOND_MS)));
  return page(
    c,
    (nonce) => (
      <NotSentPage
        nonce={nonce}
        waitMinutes={Math.ceil(waitMs / MINUTE_MS)}
        isCodeExpected={readCookie(c, SIGN_IN_COOKIE) !== undefined}
        signInHref={authorizationQuery === null ? ACCOUNT_PATH : authorizationAddress(authorizationQuery)}
      />
    ),
    { status: 429 },
  );
}

function askAddressAgain(
  c: PageContext,
  authorization: Authorization | null,
  typed: string,
): Response | Promise<Response> {
  return page(
    c,
    (nonce) => (
      <SignInPage
        nonce={nonce}
        clientName={authorization?.asker.client.name ?? null}
        authorizationQuery={authorization?.query ?? null}
        email={typed.slice(0, 254)}
        problem="Type an e-mail address, such as name@example.com."
      />
    ),
    { status: 422 },
  );
}

/** POST /oauth/login/verify: takes the code and goes on to where the athlete was going. */
export async function takeCode(c: PageContext): Promise<Response> {
  const form = await readForm(c);
  if (form instanceof Response) return form;
  // People copy codes with spaces and hyphens around and in them.
  const code = (form.get('code') ?? '').replace(/[\s-]/g, '');
  const result = await verifySignIn(c.env, readCookie(c, SIGN_IN_COOKIE), code);
  switch (result.outcome) {
    case 'signed-in':
      keepCookie(c, SIGN_IN_COOKIE, '', 0);
      keepCookie(c, SESSION_COOKIE, result.sessionCookie, SIGN_IN.sessionLivesMs);
      keepCookie(
        c,
        KNOWN_BROWSER_COOKIE,
        await rememberBrowser(c.env, readCookie(c, KNOWN_BROWSER_COOKIE), result.addressHash),
        KNOWN_BROWSER_LIVES_MS,
      );
      return seeOther(
        c,
        result.authorizationQuery === null ? ACCOUNT_PATH : authorizationAddress(result.authorizationQuery),
      );
    case 'wrong-code':
      return page(
        c,
        (nonce) => (
          <CodePage
            nonce={nonce}
            showOutbox={c.env.env.isLocal}
            problem="That is not the code. Look at the newest mail and try again."
          />
        ),
        { status: 422 },
      );
    case 'no-sign-in':
      return messagePage(
        c,
        400,
        'This code cannot be used',
        'It was used already, is older than ten minutes, was tried too often, or was asked for in another browser. Go back and ask for a new one.',
        { href: ACCOUNT_PATH, label: 'Your connections' },
      );
  }
}

/** POST /oauth/logout: ends the sign-in of this browser, and starts over where it was. */
export async function signOut(c: PageContext): Promise<Response> {
  const form = await readForm(c);
  if (form instanceof Response) return form;
  const session = await readSession(c.env, readCookie(c, SESSION_COOKIE));
  if (session) await endSession(c.env, session);
  keepCookie(c, SESSION_COOKIE, '', 0);
  const query = form.get('authorization_query');
  return seeOther(c, query === null ? ACCOUNT_PATH : authorizationAddress(query));
}
