import * as z from 'zod/mini';
import { isOverAddressLimit } from '../limits/address-limit.ts';
import { endSession, readSession } from './athlete-session.ts';
import { accountHome } from './home.ts';
import {
  authorizationAddress,
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
import { SignInPage } from './pages/sign-in-page.tsx';
import { type Authorization, readAuthorization } from './read-authorization.tsx';
import { foldEmail, SIGN_IN } from './sign-in-rules.ts';
import { startSignIn } from './start-sign-in.ts';
import { verifySignIn } from './verify-sign-in.ts';

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
  const home = authorization?.asker.home ?? accountHome(c.env.env);
  const cookie = await startSignIn(c.env, home, email.data, authorization?.query ?? null);
  keepCookie(c, SIGN_IN_COOKIE, cookie, SIGN_IN.codeLivesMs);
  return page(c, (nonce) => <CodePage nonce={nonce} showOutbox={c.env.env.isLocal} />);
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
