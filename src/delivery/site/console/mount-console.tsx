import { PAGES } from '@musette/languages/english/pages';
import { formToken, isConfirmed, isMemberSession, readSession } from '#partner/console/sessions.ts';
import type { Environment } from '#platform/env.ts';
import { newService } from '#platform/http/service.ts';
import { equalInConstantTime } from '#platform/storage/cryptography.ts';
import { failurePage } from '../mount.ts';
import { isForScript, limitForm, readCookie, readForm, seeOther } from '../oauth/browser.tsx';
import type { PageContext } from '../site-page.tsx';
import { accountPages } from './account-pages.tsx';
import { athletePagesPages } from './athlete-pages.tsx';
import { clientPages } from './client-pages.tsx';
import { confirmPages } from './confirm.tsx';
import { refusalPage } from './console-page.tsx';
import { keyPages } from './key-pages.tsx';
import { liveAccessPages, showClosedProduction, startPages } from './live-access-pages.tsx';
import { accessLogPages, auditPages } from './logs.tsx';
import { memberPages } from './member-pages.tsx';
import { samplePages } from './sample-athletes.tsx';
import {
  answerChoice,
  CONSOLE_COOKIE,
  plainMessage,
  showSignIn,
  signOut,
  takeAddress,
  takeCode,
} from './sign-in-pages.tsx';
import { usagePages } from './usage-pages.tsx';
import { type ConsolePage, isClosed, needsCodeIn, pathIn, type Visit } from './visit.ts';
import { webhookPages } from './webhook-pages.tsx';

/** Every page and form for members, with its access rules. A test walks all of them. */
export const CONSOLE_PAGES: readonly ConsolePage[] = [
  ...startPages,
  ...confirmPages,
  ...keyPages,
  ...usagePages,
  ...webhookPages,
  ...samplePages,
  ...accessLogPages,
  ...athletePagesPages,
  ...clientPages,
  ...memberPages,
  ...auditPages,
  ...liveAccessPages,
  ...accountPages,
];

const { messages: MESSAGES } = PAGES;

/** Answers partners' members. Loaded lazily with the first such request. */
export const consolePages = newService(failurePage);

mountConsole(consolePages);

function mountConsole(app: typeof consolePages): void {
  const limit = limitForm((c) => plainMessage(c, 400, MESSAGES.formTooLarge));
  app.use('*', async (c, next) => {
    // Keeps a page apart from the tab that opened it, whose scripts could otherwise read it.
    c.header('Cross-Origin-Opener-Policy', 'same-origin');
    await next();
  });
  const onForm = (path: string, take: (c: PageContext, form: URLSearchParams) => Promise<Response>) =>
    app.post(path, limit, async (c) => {
      c.env.log.route = `POST ${path}`;
      const form = await readOwnForm(c);
      return form instanceof Response ? form : take(c, form);
    });
  onForm('/console/sign-in', takeAddress);
  onForm('/console/sign-in/code', takeCode);
  onForm('/console/sign-out', withToken(signOut));
  onForm('/console/choose', withToken(answerChoice));
  for (const page of CONSOLE_PAGES) {
    for (const environment of page.environments) {
      const path = environment === null ? page.path : pathIn(environment, page.path);
      if (page.method === 'GET') {
        app.get(path, async (c) => {
          c.env.log.route = `GET ${path}`;
          if (isForScript(c, page.isImage ? 'image' : undefined)) return refuseScript(c);
          return openPage(c, page, environment, new URLSearchParams());
        });
      } else onForm(path, (c, form) => openPage(c, page, environment, form));
    }
  }
}

/** Reads a form sent by one of our pages, or returns the response that rejects it. */
async function readOwnForm(c: PageContext): Promise<URLSearchParams | Response> {
  if (isForScript(c)) return refuseScript(c);
  const origin = c.req.header('origin');
  if (origin !== undefined && origin !== ownOrigin(c)) return plainMessage(c, 403, MESSAGES.foreignForm);
  return readForm(c, (context, status, name) => plainMessage(context, status, MESSAGES[name]));
}

function refuseScript(c: PageContext): Promise<Response> {
  c.env.log.errorCode = 'not_a_tab';
  return plainMessage(c, 403, {
    title: 'Open this page in a tab',
    text: 'Nothing was changed. Scripts and frames cannot load the console.',
  });
}

/** Returns the origin of the console's pages. A local installation has one per hostname. */
function ownOrigin(c: PageContext): string {
  const { env } = c.env;
  return new URL(env.isLocal ? c.req.url : env.baseUrl).origin;
}

type WithSession = Parameters<typeof signOut>[1];

/** Returns a step for any session whose form carries its token, even before it has chosen a partner. */
function withToken(take: (c: PageContext, session: WithSession, form: URLSearchParams) => Promise<Response>) {
  return async (c: PageContext, form: URLSearchParams): Promise<Response> => {
    const session = await readSession(c.env, readCookie(c, CONSOLE_COOKIE));
    if (!session) return seeOther(c, '/console');
    if (!(await isOwnForm(form, await formToken(c.env, session)))) return refuseForm(c);
    return take(c, session, form);
  };
}

function isOwnForm(form: URLSearchParams, token: string): Promise<boolean> {
  return equalInConstantTime(form.get('form_token') ?? '', token);
}

function refuseForm(c: PageContext): Promise<Response> {
  c.env.log.errorCode = 'foreign_form';
  return plainMessage(c, 403, {
    title: 'This form has expired',
    text: 'Nothing was changed. Go back, reload the page and try again.',
  });
}

/**
 * Opens a page after these checks, in this order: session, partner chosen, form of this session, role, production open,
 * account not terminated, code entered.
 */
async function openPage(
  c: PageContext,
  page: ConsolePage,
  environment: Environment | null,
  form: URLSearchParams,
): Promise<Response> {
  const session = await readSession(c.env, readCookie(c, CONSOLE_COOKIE));
  if (!session) return page.path === '/console' ? showSignIn(c) : seeOther(c, '/console');
  if (!isMemberSession(session)) return answerChoice(c, session, new URLSearchParams());
  const token = await formToken(c.env, session);
  if (page.method === 'POST' && !(await isOwnForm(form, token))) return refuseForm(c);
  const { member, partner } = session;
  c.env.log.partnerId = partner.id;
  c.env.log.environment = environment;
  const visit: Visit = {
    ...{ c, session, token, environment },
    isAdmin: member.role === 'admin',
    isConfirmed: isConfirmed(session, c.env.nowMs),
  };
  const refusal = refusalOf(visit, page);
  if (refusal === CLOSED && page.method === 'GET') return showClosedProduction(visit);
  return refusal ? refusalPage(visit, refusal, '/console') : page.handler(visit, form);
}

/** The refusal of a form of production before it is open. Its pages say more. */
const CLOSED = {
  refusal: 'Production is not open yet. An admin can request live access.',
  status: 403 as const,
};

function refusalOf({ session, isAdmin, isConfirmed, environment }: Visit, page: ConsolePage) {
  const refuse = (refusal: string) => ({ refusal, status: 403 as const });
  const { partner } = session;
  if (page.role === 'admin' && !isAdmin) return refuse('Only an admin of your account can do this.');
  if (isClosed({ session, environment })) {
    return CLOSED;
  }
  if (partner.status !== 'active' && page.afterTermination !== true) {
    const state = partner.status === 'suspended' ? 'suspended' : 'terminated';
    return refuse(`This account is ${state}. You can still view its audit, keys and members.`);
  }
  if (needsCodeIn(page, environment) && !isConfirmed) {
    return refuse(
      'Nothing was changed. Enter a code first: go back, reload the page and follow “Enter a code”.',
    );
  }
  return null;
}
